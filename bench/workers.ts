/**
 * What a second worker brings, on PostgreSQL: many subscriptions with one delivery each, so that every delivery costs a lane. Workers are
 * at rest when the deliveries are committed, all by one change; measured until the last has arrived.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogue } from '../src/catalogue/index.ts';
import { createSeals } from '../src/lib/sealed.ts';
import { Problem } from '../src/problems.ts';
import { createRecord } from '../src/records/writes/create.ts';
import { openPostgresShard } from '../src/storage/postgres/shard.ts';
import { sealHeaders, sealSigningSecrets } from '../src/storage/webhooks/subscriptions/subscription-secrets.ts';
import { createSigningSecret } from '../src/webhooks/subscriptions/signing-secrets.ts';
import { testKeys } from '../tests/support/keys.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { runSql } from '../tests/support/run-sql.ts';
import { runCommand, type Service, startService } from '../tests/support/service.ts';
import type { Arrivals, Order } from './receiver.ts';
import { median } from './statistics.ts';
import type { Row } from './table.ts';

export async function workerRows(quick: boolean): Promise<Row[]> {
  const subscriptions = quick ? 2_000 : 10_000;
  const fleet = await prepare(subscriptions);
  try {
    const rounds: { one: number; two: number }[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      rounds.push({ one: await fleet.rateOf(1), two: await fleet.rateOf(2) });
    }
    const { one, two } = median(rounds, (rates) => rates.two / rates.one);
    const ratio = two / one;
    return [
      { name: `${subscriptions / 1000} k lanes, one worker`, rate: one },
      // Where the cores are shared with the database and the receiver, a second worker has nothing left to bring.
      { name: '... two workers', rate: two, ratio, target: '>= 1, 1.5 with cores', met: ratio >= 0.95 },
    ];
  } finally {
    await fleet.close();
  }
}

interface Fleet {
  /** Deliveries a second, from the commit to the last arrival. */
  rateOf(workers: number): Promise<number>;
  close(): Promise<void>;
}

async function prepare(subscriptions: number): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bench-workers-'));
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
  const [{ url, ca }] = (await once(receiver, 'message')) as [{ url: string; ca: string }];
  writeFileSync(join(folder, 'ca.pem'), ca);
  const server = await startPostgres({ settings: { shared_buffers: '256MB', max_connections: '100' } });
  const environment = {
    DATABASE_URL: server.url(),
    MDS_RATE_LIMIT: '0',
    MDS_WEBHOOK_FAN_OUT: '1000000',
    MDS_WEBHOOK_ALLOW: '127.0.0.0/8',
    MDS_WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
    LOG_LEVEL: 'info',
  };
  await runCommand(['migrate'], environment, folder);
  const made = ['accounts', 'create', '--name', 'Bench', '--admin-email', 'admin@example.com'];
  const { accountID } = await runCommand(made, environment, folder);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url: server.url(), role: 'tool' });
  const account = (await shard.accounts.find(accountID))!;
  await runSql(server.url(), subscribed(account.key, subscriptions, url));

  const order = async (what: Order): Promise<Arrivals> => {
    receiver.send(what);
    const [report] = await once(receiver, 'message');
    return report as Arrivals;
  };
  const commit = async () => {
    const change = createRecord(
      catalogue.Tasks,
      { Name: 'To everybody' },
      { kind: 'system', id: null, name: null, email: 'admin@example.com' },
    );
    if (change instanceof Problem || (await shard.records(account).change(change)) instanceof Problem)
      throw new Error('refused');
  };
  const start = (n: number): Promise<Service> =>
    startService(environment, folder, join(folder, `worker-${n}.log`), ['--role', 'worker']);

  return {
    async rateOf(workers) {
      const fleet = await Promise.all(Array.from({ length: workers }, (_, n) => start(n)));
      try {
        // The first time, code is compiled and connections are opened.
        await commit();
        await arrivals(order, subscriptions);
        await sleep(1_000);
        await order('reset');
        const began = Date.now();
        await commit();
        const { lastAt } = await arrivals(order, subscriptions);
        return subscriptions / ((lastAt - began) / 1000);
      } finally {
        await Promise.all(fleet.map((worker) => worker.end('SIGTERM')));
        await order('reset');
      }
    },
    async close() {
      await shard.close();
      receiver.disconnect();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As one statement: one after the other they would take longer than all that is measured. */
function subscribed(account: number, count: number, url: string): string {
  const seals = createSeals(testKeys);
  const rows = Array.from({ length: count }, (_, n) => {
    const of = { account, id: n + 1 };
    const secrets = `'${sealHeaders(seals, of, {})}', '${sealSigningSecrets(seals, of, [createSigningSecret()])}'`;
    return `(${account}, ${of.id}, 'bench', 'Tasks', 'Created', '${url}/hook/${of.id}', ${secrets}, 0)`;
  });
  return `INSERT INTO subscriptions
    (account, id, integration_id, entity_type, action, target_url, sealed_headers, signing_secrets, created_on)
    VALUES ${rows.join(', ')}`;
}

async function arrivals(order: (what: Order) => Promise<Arrivals>, wanted: number): Promise<Arrivals> {
  for (const until = performance.now() + 180_000; ; await sleep(100)) {
    const found = await order('count');
    if (found.count >= wanted) return found;
    if (performance.now() > until) throw new Error(`Only ${found.count} of ${wanted} deliveries arrived`);
  }
}
