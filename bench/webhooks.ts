/** What the deliveries are measured by: rate against a bare client, time from commit to arrival, isolation, a long queue. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { catalogue } from '../src/catalogue/index.ts';
import { Problem } from '../src/problems.ts';
import { createRecord } from '../src/records/writes/create.ts';
import { openSqliteShard } from '../src/storage/sqlite/shard.ts';
import { type Client, type Credentials, client } from '../tests/support/app.ts';
import { testKeys } from '../tests/support/keys.ts';
import { memoryOf } from '../tests/support/process-vitals.ts';
import { runCommand, type Service, startService } from '../tests/support/service.ts';
import type { Loader } from './loader.ts';
import type { Arrivals, Order } from './receiver.ts';
import { median, quantile } from './statistics.ts';
import type { Row } from './table.ts';

const CONCURRENCY = 64;

interface Bench {
  readonly folder: string;
  readonly file: string;
  readonly accountID: string;
  readonly credentials: Credentials;
  readonly receiver: ChildProcess;
  readonly url: string;
  readonly ca: string;
  start(): Promise<Service>;
}

type Measure = (bench: Bench, quick: boolean, loader: Loader) => Promise<Row[]>;

export async function webhookRows(quick: boolean, loader: Loader): Promise<Row[]> {
  const measures: Measure[] = [rate, commitToArrival, isolation, longQueue];
  const rows: Row[] = [];
  for (const measure of measures) {
    const bench = await prepare();
    try {
      rows.push(...(await measure(bench, quick, loader)));
    } finally {
      bench.receiver.disconnect();
      rmSync(bench.folder, { recursive: true, force: true });
    }
  }
  return rows;
}

async function prepare(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-webhooks-'));
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
  const [{ url, ca }] = (await once(receiver, 'message')) as [{ url: string; ca: string }];
  writeFileSync(join(folder, 'ca.pem'), ca);
  const file = join(folder, 'bench.db');
  const environment = {
    DATABASE_URL: `sqlite:${file}`,
    MDS_RATE_LIMIT: '0',
    MDS_WEBHOOK_FAN_OUT: '1000000',
    MDS_WEBHOOK_ALLOW: '127.0.0.0/8',
    MDS_WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
    MDS_WEBHOOK_SUBSCRIPTIONS: '1000',
    LOG_LEVEL: 'info',
  };
  empty ??= await createEmpty(file, environment, folder);
  const { bytes, accountID, credentials } = empty;
  writeFileSync(file, bytes);
  const start = () => startService(environment, folder, join(folder, 'service.log'));
  return { folder, file, accountID, credentials, receiver, url, ca, start };
}

/** A database with one account and its key: made once, and every measure begins with a copy of it. */
interface Empty {
  readonly bytes: Buffer;
  readonly accountID: string;
  readonly credentials: Credentials;
}
let empty: Empty | undefined;

async function createEmpty(file: string, environment: Record<string, string>, folder: string): Promise<Empty> {
  const run = (...words: string[]) => runCommand(words, environment, folder);
  await run('migrate');
  const { accountID } = await run('accounts', 'create', '--name', 'Bench', '--admin-email', 'admin@example.com');
  const credentials = await run('keys', 'create', '--account', accountID, '--name', 'Bench', '--preset', 'Full');
  return { bytes: readFileSync(file), accountID, credentials };
}

/** Deliveries that wait when the service starts, and how fast it sends them; beside it, in turns, a bare client with the same bodies. */
async function rate(bench: Bench, quick: boolean): Promise<Row[]> {
  const deliveries = quick ? 6000 : 60_000;
  // Each has up to 32 out, so together as many as the bare client.
  await withService(bench, (user) => subscribe(user, bench, 'Tasks', 2));
  const rounds: { own: number; ratio: number }[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const own = await ownRate(bench, deliveries);
    rounds.push({ own, ratio: own / (await bareRate(bench, deliveries)) });
  }
  const { own, ratio } = median(rounds, (one) => one.ratio);
  return [{ name: 'deliveries', rate: own, ratio, target: '>= 0.6', met: ratio >= 0.6 }];
}

/** As of the bare client's, the first third is not counted: until then the machine's code is still being compiled. */
async function ownRate(bench: Bench, deliveries: number): Promise<number> {
  await createTasks(bench, deliveries / 2);
  await order(bench, 'reset');
  return withService(bench, async () => {
    await arrivals(bench, deliveries / 3, 120_000);
    await order(bench, 'reset');
    const { count, firstAt, lastAt } = await arrivals(bench, deliveries / 2, 120_000);
    return (count - 1) / ((lastAt - firstAt) / 1000);
  });
}

async function bareRate(bench: Bench, deliveries: number): Promise<number> {
  const pool = new Pool(bench.url, { connections: CONCURRENCY, connect: { ca: bench.ca } });
  // As long as the records that `createTasks` makes.
  const body = `{"data":${'{"Name":"Bare"}'.padEnd(783)},"submitter":"admin@example.com","processedDate":"${new Date().toISOString()}"}`;
  const headers = { 'content-type': 'application/json' };
  let sent = 0;
  let began = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (sent++ < deliveries) {
        if (sent === Math.ceil(deliveries / 3)) began = performance.now();
        const answer = await pool.request({ path: '/hook', method: 'POST', headers, body });
        await answer.body.dump();
      }
    }),
  );
  await pool.close();
  return (deliveries * 2) / 3 / ((performance.now() - began) / 1000);
}

async function commitToArrival(bench: Bench, quick: boolean): Promise<Row[]> {
  return withService(bench, async (user) => {
    await subscribe(user, bench, 'Tasks', 1);
    await atRate(quick ? 30 : 100, 50, (n) => user.post('/api/Tasks', { Name: `Warm ${n}` }));
    await sleep(500);
    const rounds: { p50: number; p95: number }[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      await order(bench, 'reset');
      const events = 200 * (quick ? 2 : 5);
      await atRate(events, 200, (n) => user.post('/api/Tasks', { Name: `Event ${n}` }));
      const { waits } = await arrivals(bench, events, 30_000);
      rounds.push({ p50: quantile(waits, 0.5), p95: quantile(waits, 0.95) });
    }
    const { p50, p95 } = median(rounds, (one) => one.p95);
    await sleep(1500);
    await order(bench, 'reset');
    const idle = quick ? 3 : 10;
    for (let n = 0; n < idle; n++) {
      await user.post('/api/Tasks', { Name: `Idle ${n}` });
      await sleep(700);
    }
    const alone = (await arrivals(bench, idle, 10_000)).waits;
    const fromIdle = quantile(alone, 0.5);
    return [
      { name: 'commit to arrival, 200/s', p50, p99: p95, target: 'p50 10, p95 40 ms', met: p50 <= 10 && p95 <= 40 },
      { name: 'commit to arrival, idle', p50: fromIdle, p99: alone.at(-1)!, target: '<= 20 ms', met: fromIdle <= 20 },
    ];
  });
}

/** 200 events a second over 100 subscriptions in turn, with and without ten of them hanging until they time out. */
async function isolation(bench: Bench, quick: boolean): Promise<Row[]> {
  return withService(bench, async (user) => {
    const boards = 100;
    for (let n = 1; n <= boards; n++) {
      await user.post('/api/Boards', { Name: `Board ${n}` });
      await user.post('/api/Webhooks', {
        entityType: 'WorkOrders',
        action: 'Created',
        filterEntityType: 'Boards',
        filterConditionEntityID: n,
        targetUrl: n <= 10 ? `${bench.url}/hang/${n}` : `${bench.url}/well/${n}`,
      });
    }
    const events = quick ? 200 : 2000;
    const round = async (fromBoard: number) => {
      await order(bench, 'reset');
      const used = boards - fromBoard;
      await atRate(events, 200, (n) =>
        user.post('/api/WorkOrders', { Name: `Order ${n}`, BoardID: fromBoard + (n % used) + 1 }),
      );
      await arrivals(bench, Math.floor((events * 90) / used), 30_000);
      return quantile((await order(bench, 'report')).waits, 0.95);
    };
    await round(10);
    const pairs: { well: number; beside: number }[] = [];
    for (let n = 0; n < (quick ? 1 : 3); n++) {
      pairs.push({ well: await round(10), beside: await round(0) });
      await sleep(1000);
    }
    const { well, beside } = median(pairs, (one) => one.beside - one.well);
    const most = Math.max(1.5 * well, well + 15);
    const target = `p95 <= ${most.toFixed(0)} ms`;
    return [
      { name: '100 endpoints, all well', p99: well },
      { name: '... 10 of them hanging', p99: beside, target, met: beside <= most },
    ];
  });
}

/** 100,000 deliveries over 1,000 subscriptions that wait at the start; what they cost in memory, and the patches beside them. */
async function longQueue(bench: Bench, quick: boolean, loader: Loader): Promise<Row[]> {
  const subscriptions = quick ? 100 : 1000;
  const seconds = quick ? 0.7 : 4;
  const idle = await withService(bench, async (user, service) => {
    await subscribe(user, bench, 'Tasks', subscriptions);
    return memoryOf(service.pid).own;
  });
  await createTasks(bench, 100);
  await order(bench, 'reset');
  const deliveries = 100 * subscriptions;
  return withService(bench, async (_user, service) => {
    const port = Number(new URL(service.url).port);
    const tenants = [{ credentials: bench.credentials, tasks: 100, assets: [] }];
    const patches = () => loader.run({ port, case: 'patch', tenants, seconds });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOf(service.pid).own);
    }, 50);
    // Not counted: the patches after the queue find a service that has been at it for long, too.
    await patches();
    const { rate, p50, p99 } = await patches();
    if ((await order(bench, 'count')).count >= deliveries)
      throw new Error('The queue was empty before the patches ended');
    const drained = await arrivals(bench, deliveries, 300_000);
    clearInterval(watch);
    await sleep(500);
    const alone = await patches();
    const growth = peak - idle;
    const share = rate / alone.rate;
    const drainRate = deliveries / ((drained.lastAt - drained.firstAt) / 1000);
    return [
      { name: `${deliveries / 1000} k waiting, drained`, rate: drainRate },
      { name: '... patches meanwhile', rate, p50, p99, ratio: share, target: '>= 0.5 idle', met: share >= 0.5 },
      { name: '... memory growth', memory: growth, target: '< 200 MB', met: growth < 200 },
    ];
  });
}

async function withService<Result>(
  bench: Bench,
  work: (user: Client, service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await bench.start();
  try {
    return await work(client(service.url, bench.credentials), service);
  } finally {
    await service.end('SIGTERM');
  }
}

async function subscribe(user: Client, bench: Bench, entityType: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const reply = await user.post('/api/Webhooks', {
      entityType,
      action: 'Created',
      targetUrl: `${bench.url}/hook/${n}`,
    });
    if (reply.status !== 201) throw new Error(reply.text);
  }
}

/** Through the store and not through the service, so that nothing is sent before the clock runs. */
async function createTasks(bench: Bench, count: number): Promise<void> {
  const shard = await openSqliteShard({ shardID: 's1', file: bench.file, role: 'tool', keys: testKeys });
  const account = (await shard.accounts.find(bench.accountID))!;
  const changes = Array.from({ length: count }, (_, n) =>
    createRecord(
      catalogue.Tasks,
      { Name: `Task ${n}`, Description: 'x'.repeat(200) },
      { kind: 'system', id: null, name: null, email: 'admin@example.com' },
    ),
  );
  await Promise.all(
    changes.map(async (change) => {
      if (change instanceof Problem || (await shard.records(account).change(change)) instanceof Problem)
        throw new Error('refused');
    }),
  );
  await shard.close();
}

async function atRate(events: number, perSecond: number, send: (n: number) => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < events; n++) {
    const pause = began + (n * 1000) / perSecond - performance.now();
    if (pause > 0) await sleep(pause);
    sent.push(send(n));
  }
  await Promise.all(sent);
}

async function order(bench: Bench, what: Order): Promise<Arrivals> {
  bench.receiver.send(what);
  const [report] = await once(bench.receiver, 'message');
  return report as Arrivals;
}

async function arrivals(bench: Bench, wanted: number, timeoutMs: number): Promise<Arrivals> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const { count } = await order(bench, 'count');
    if (count >= wanted) return order(bench, 'report');
    if (performance.now() > until) throw new Error(`Only ${count} of ${wanted} deliveries arrived`);
    await sleep(100);
  }
}
