// The date of a machine may be set back while deliveries wait. Nothing waits longer than its pause because of that.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPostgresShard } from '../../src/storage/postgres/shard.ts';
import { openSqliteShard } from '../../src/storage/sqlite/shard.ts';
import type { Lease } from '../../src/webhooks/queue.ts';
import { busyAccount, waitingOf } from '../conformance/busy-account.ts';
import { made, patching } from '../conformance/samples.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { databaseUrl, onBothEngines, onEitherEngine } from '../support/app.ts';
import { openShard } from '../support/exported-account.ts';
import { testKeys } from '../support/keys.ts';
import { runSql } from '../support/run-sql.ts';
import { startWebhookApp } from '../support/webhooks.ts';

const PAUSE_MS = 1_500;
const HOUR_MS = 3_600_000;

// By a little, so that it would only wait longer, and by so much that it would not leave at all.
for (const backMs of [1_000, HOUR_MS]) {
  onEitherEngine(`a retry leaves after its pause, the clock set back by ${backMs} ms meanwhile`, async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const settings = { DATABASE_URL: url, MDS_WEBHOOK_RETRY_MS: String(PAUSE_MS) };
    const { receiver, subscribe, task, settled } = await startWebhookApp(t, engine, settings);
    const { id } = await subscribe({ action: 'Created' });
    receiver.answer([500, 200]);
    await task();
    await settled(id, ([first]) => first?.attempts.length === 1);
    // As the row looks to a clock that was set back.
    await runSql(url, `UPDATE deliveries SET due_on = due_on + ${backMs}`);
    const [first, second] = await receiver.waitFor(2);
    const passed = second!.arrivedAt - first!.arrivedAt;
    assert.ok(passed > PAUSE_MS - 5 && passed < PAUSE_MS + 900, `${passed} ms`);
  });
}

onBothEngines('what was due before the clock was set back is due when the service starts', async (engine, t) => {
  const { shard, url } = await openShard(t, engine, 'server');
  const account = await busyAccount(shard, 'acc_clock');
  const due = async () => (await waitingOf(shard, account)).map(({ heads }) => heads.due.map(({ record }) => record));
  const before = await due();
  await runSql(url, `UPDATE deliveries SET due_on = due_on + ${HOUR_MS} WHERE state = 'waiting'`);
  assert.deepEqual(await due(), before);
  // A second ahead is a pause like any other, but nothing has paused that was not yet tried.
  await runSql(url, `UPDATE deliveries SET due_on = due_on - ${HOUR_MS} + 1000 WHERE state = 'waiting'`);
  const [first] = await waitingOf(shard, account);
  assert.deepEqual(
    first!.heads.due.map(({ attempt }) => attempt),
    first!.heads.due.map(() => 1),
  );
  assert.deepEqual(
    first!.heads.later.map(({ record }) => record),
    [2],
  );
});

test('on PostgreSQL a lease from before the clock was set back lasts no longer than a lease', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server', poolSize: 3 });
  t.after(() => shard.close());
  await busyAccount(shard, 'acc_clock');
  const queue = shard.deliveries;
  const [subscription] = (await queue.subscriptionsWaiting(0, 10)) as [number];
  const [lease] = (await queue.lease([subscription], 1)) as [Lease];
  const lane = async () => {
    const now = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
    const [row] = await runSql(url, `SELECT token, leased_until - ${now} AS left FROM lanes`);
    return row as { token: string; left: number };
  };
  const setBack = (ms: number) => runSql(url, `UPDATE lanes SET leased_until = leased_until + ${ms}`);

  await setBack(HOUR_MS);
  const other = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server', poolSize: 3 });
  t.after(() => other.close());
  assert.ok((await other.deliveries.subscriptionsWaiting(0, 10)).includes(subscription), 'somebody looks after it');
  assert.deepEqual(await other.deliveries.lease([subscription], 1), [], 'its holder may be alive');
  const cut = await lane();
  assert.equal(cut.token, lease.token);
  assert.ok(cut.left > 0 && cut.left <= 6_000, `${cut.left} ms are left`);
  assert.equal((await queue.renew([lease])).length, 1, 'who is alive keeps it');

  await setBack(-10_000);
  assert.equal((await other.deliveries.lease([subscription], 1)).length, 1, 'who is not loses it');
});

test('on SQLite changes go on while the clock is set back, and no time of a record goes back', async (t) => {
  let now = 1_800_000_000_000;
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqliteShard({
    shardID: 's1',
    file,
    role: 'server',
    readerThreads: 1,
    clock: { now: () => now },
  });
  t.after(() => shard.close());
  const account = await busyAccount(shard, 'acc_clock');
  const told = () => runSql(`sqlite:${file}`, `SELECT max(processed_on) AS last FROM deliveries WHERE cause = 'event'`);
  assert.deepEqual(await told(), [{ last: now }]);
  const change = (Name: string, UpdatedOn: string) =>
    made(shard.records(account), patching('Tasks', 1, { Name, UpdatedOn }, { events: ['Updated'] }));
  now -= HOUR_MS;
  // As the decision about a record has it, whose `UpdatedOn` stays.
  await change('Set back', new Date(now + HOUR_MS).toISOString());
  const [row] = await runSql(`sqlite:${file}`, 'SELECT processed_on, due_on FROM deliveries ORDER BY id DESC LIMIT 1');
  assert.deepEqual(row, { processed_on: now + HOUR_MS, due_on: now + HOUR_MS });
  const [waiting] = await waitingOf(shard, account);
  assert.ok(waiting!.heads.due.length > 0, 'what was committed an hour ahead is due');
});
