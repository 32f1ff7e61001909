/** `npm run bench`: the service on a seeded database, side by side with its ceiling in the same run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../tests/support/service.ts';
import { type Case, cases, requestMaker, targets } from './cases.ts';
import { limiterRow } from './limiter.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { seededDatabase } from './seeded.ts';
import { type Row, table } from './table.ts';
import { webhookRows } from './webhooks.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    assert: { type: 'boolean', default: false },
    tasks: { type: 'string' },
    only: { type: 'string' },
  },
});
const tasks = Number(options.tasks ?? (options.quick ? 100_000 : 1_000_000));
const rounds = 3;
const seconds = options.quick ? 1.5 : 4;
const connections = 32;

const folder = mkdtempSync(join(tmpdir(), 'mds-bench-'));
const loader = fork(join(import.meta.dirname, 'load.ts'));
const rows: Row[] = [];
try {
  const { file, credentials } = await seededDatabase(join(import.meta.dirname, '../.cache/bench'), tasks, folder);
  const environment = { DATABASE_URL: `sqlite:${file}`, MDS_RATE_LIMIT: '10000000', LOG_LEVEL: 'info' };
  const service = await startService(environment, folder, join(folder, 'service.log'));
  try {
    for (const one of cases) {
      if (options.only && !one.includes(options.only)) continue;
      rows.push(await sideBySide(one, Number(new URL(service.url).port), credentials));
    }
    for (const slow of slowLists()) {
      if (options.only && !slow.name.includes(options.only)) continue;
      rows.push(await timed(slow, service.url, credentials));
    }
    if (!options.only) rows.push(await readsBesideScans(Number(new URL(service.url).port), service.url, credentials));
    const peak = peakMemory(service.pid);
    rows.push({
      name: 'peak memory, MB',
      rate: peak,
      p50: NaN,
      p99: NaN,
      ratio: undefined,
      target: '< 400',
      met: peak < 400,
    });
  } finally {
    await service.end('SIGTERM');
  }
  rows.push(limiterRow());
  if (!options.only || options.only === 'webhooks') rows.push(...(await webhookRows(options.quick, patches)));
  console.log(table(rows));
} finally {
  loader.disconnect();
  rmSync(folder, { recursive: true, force: true });
}
if (options.assert && rows.some(({ met }) => !met)) process.exitCode = 1;

/** The median of rounds in which ceiling and service take turns, so that both see the same noise of the machine. */
async function sideBySide(one: Case, port: number, credentials: Record<string, string>): Promise<Row> {
  const order = { case: one, credentials, connections, seconds, tasks };
  const ceiling = await startCeiling(port, order);
  const measured: { own: LoadResult; ratio: number }[] = [];
  try {
    await run({ ...order, port, seconds: 1 });
    for (let round = 0; round < rounds; round++) {
      const bare = await run({ ...order, port: ceiling.port });
      const own = await run({ ...order, port });
      if (Object.keys(own.answers).some((status) => status !== '200')) throw new Error(JSON.stringify(own.answers));
      measured.push({ own, ratio: own.rate / bare.rate });
    }
  } finally {
    ceiling.process.kill();
  }
  measured.sort((a, b) => a.ratio - b.ratio);
  const { own, ratio } = measured[Math.floor(rounds / 2)]!;
  return { ...own, name: one, ratio, target: `>= ${targets[one]}`, met: ratio >= targets[one] };
}

function patches(port: number, keys: Record<string, string>, forSeconds: number, count: number): Promise<LoadResult> {
  return run({ port, case: 'patch', credentials: keys, connections, seconds: forSeconds, tasks: count });
}

async function run(order: LoadOrder): Promise<LoadResult> {
  loader.send(order);
  const [result] = await once(loader, 'message');
  return result as LoadResult;
}

/** A bare server that sends what the service answers to one request of the case. */
async function startCeiling(
  port: number,
  order: Omit<LoadOrder, 'port'>,
): Promise<{ process: ChildProcess; port: number }> {
  const [line = '', ...rest] = requestMaker(order)().toString().split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const blank = rest.indexOf('');
  const headers = Object.fromEntries(rest.slice(0, blank).map((header) => header.split(': ') as [string, string]));
  delete headers['Content-Length'];
  delete headers.Host;
  const body = rest[blank + 1];
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const shown = Object.fromEntries(
    [...answer.headers].filter(([name]) => !/^(connection|keep-alive|date)$/.test(name)),
  );
  const child = fork(join(import.meta.dirname, 'ceiling.ts'), {
    env: { ...process.env, BENCH_BODY: bytes.toString('base64'), BENCH_HEADERS: JSON.stringify(shown) },
  });
  const [ceilingPort] = await once(child, 'message');
  return { process: child, port: ceilingPort as number };
}

interface SlowList {
  readonly name: string;
  readonly query: string;
  /** Milliseconds on a million tasks. */
  readonly most: number;
}

function slowLists(): SlowList[] {
  return [
    { name: 'deep skip', query: `skip=${Math.floor(tasks * 0.9)}`, most: 100 },
    { name: 'fuzzy Name', query: 'fuzzy=true&Name=no%20such%20task&count=true', most: 300 },
    { name: 'fuzzy Description', query: 'fuzzy=true&Description=no%20such%20words&count=true', most: 600 },
  ];
}

async function timed({ name, query, most }: SlowList, url: string, credentials: Record<string, string>): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const reply = await fetch(`${url}/api/Tasks?${query}`, { headers: credentials });
    await reply.text();
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status}`);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const p50 = times[2]!;
  return { name, rate: 1000 / p50, p50, p99: times[4]!, ratio: undefined, target: `< ${most} ms`, met: p50 < most };
}

/** Ten scans without pause, and what they do to somebody who asks for one record. */
async function readsBesideScans(port: number, url: string, credentials: Record<string, string>): Promise<Row> {
  let stop = false;
  const scans = Array.from({ length: 10 }, async () => {
    while (!stop) await (await fetch(`${url}/api/Tasks?${slowLists()[2]!.query}`, { headers: credentials })).text();
  });
  const result = await run({ port, case: 'get one', credentials, connections: 1, seconds, tasks });
  stop = true;
  await Promise.all(scans);
  return { ...result, name: 'get one beside 10 scans', ratio: undefined, target: 'p99 < 25 ms', met: result.p99 < 25 };
}

function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
