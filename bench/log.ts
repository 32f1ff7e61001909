/** The log of changes: a long history, how soon a stream tells of a change, and how fast somebody who comes late catches up. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client } from '../tests/support/app.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { runCommand, startService } from '../tests/support/service.ts';
import type { BenchEngine } from './seeded.ts';
import { quantile } from './statistics.ts';
import type { Row } from './table.ts';

const VERSIONS = 10_000;
const CHANGES_A_SECOND = 200;
/** Those of the first second find cold code and connections still to be made. */
const WARM = CHANGES_A_SECOND;

export async function logRows(engine: BenchEngine, quick: boolean): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-log-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    const DATABASE_URL = server === undefined ? `sqlite:${join(folder, 'mds.db')}` : await server.createDatabase();
    const environment = { DATABASE_URL, MDS_RATE_LIMIT: '0', LOG_LEVEL: 'info' };
    const run = (...words: string[]) => runCommand(words, environment, folder);
    await run('migrate');
    const { accountID } = await run('accounts', 'create', '--name', 'Bench', '--admin-email', 'admin@example.com');
    const { apiKey, vaultSecret, shardID } = await run(
      'keys',
      'create',
      '--account',
      accountID,
      '--name',
      'Bench',
      '--preset',
      'Full',
    );
    const service = await startService(environment, folder, join(folder, 'service.log'));
    try {
      const user = client(service.url, { apiKey, vaultSecret, shardID });
      return [
        await heard(user, service.url, quick ? 2 : 10),
        await history(user, quick ? 1_000 : VERSIONS),
        await caughtUp(user),
      ];
    } finally {
      await service.end('SIGTERM');
    }
  } finally {
    await server?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the answer of a change to the byte on the stream; negative where the stream was first, and infinite where it never told. */
async function heard(user: Client, url: string, seconds: number): Promise<Row> {
  const told = new Map<string, number>();
  const ended = new AbortController();
  const headers = { ...user.credentials, accept: 'text/event-stream' };
  const stream = await fetch(`${url}/api/Changes?after=now`, { headers, signal: ended.signal });
  const reading = (async () => {
    let rest = '';
    for await (const piece of stream.body!) {
      const now = performance.now();
      rest += Buffer.from(piece).toString();
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const name = /"Name":"(change \d+)"/.exec(block)?.[1];
        if (name !== undefined && !told.has(name)) told.set(name, now);
      }
    }
  })().catch(() => {});
  const made = new Map<string, number>();
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < CHANGES_A_SECOND * (seconds + 1); n++) {
    await sleep(Math.max(0, began + (n * 1000) / CHANGES_A_SECOND - performance.now()));
    const Name = `change ${n}`;
    const answered = user.post('/api/Tasks', { Name }).then(({ status }) => {
      if (status !== 201) throw new Error(`${Name} was answered ${status}`);
      if (n >= WARM) made.set(Name, performance.now());
    });
    sent.push(answered);
  }
  await Promise.all(sent);
  await sleep(500);
  ended.abort();
  await reading;
  const waits = [...made].map(([name, at]) => (told.get(name) ?? Infinity) - at).sort((a, b) => a - b);
  const p95 = quantile(waits, 0.95);
  return {
    name: 'commit to stream, 200/s',
    p50: quantile(waits, 0.5),
    p99: p95,
    target: 'p95 <= 15 ms',
    met: p95 <= 15,
  };
}

async function history(user: Client, versions: number): Promise<Row> {
  const { json } = await user.post('/api/Tasks', { Name: 'Of many versions' });
  const path = `/api/Tasks/${json.ID}`;
  for (let n = 1; n < versions; n += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, k) => user.patch(path, [{ op: 'replace', path: '/Name', value: `v ${n + k}` }])),
    );
  }
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    const skip = n % 2 === 0 ? 0 : Math.floor(Math.random() * (versions - 50));
    const began = performance.now();
    await user.get(`${path}/History?take=50&skip=${skip}`);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const p99 = quantile(times, 0.99);
  return {
    name: `history of ${versions} versions`,
    p50: quantile(times, 0.5),
    p99,
    target: '< 20 ms',
    met: p99 < 20,
  };
}

/** Everything from the beginning, as one client reads it: page after page. */
async function caughtUp(user: Client): Promise<Row> {
  let entries = 0;
  let path = '/api/Changes?take=1000';
  const began = performance.now();
  for (;;) {
    const { headers, json } = await user.get(path);
    if (json.length === 0) break;
    entries += json.length;
    path = /^<([^>]+)>/.exec(headers.get('link')!)![1]!;
  }
  const rate = entries / ((performance.now() - began) / 1000);
  return { name: 'feed, catching up', rate, target: '>= 20000', met: rate >= 20_000 };
}
