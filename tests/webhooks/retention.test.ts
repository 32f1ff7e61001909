// What is old is forgotten, but never what still waits to be delivered.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Shard } from '../../src/storage/shard.ts';
import { openSqliteShard } from '../../src/storage/sqlite/shard.ts';
import {
  type PruneResult,
  pruneOnce,
  RETENTION_START,
  type RetentionCursor,
} from '../../src/webhooks/delivery/settle/retention.ts';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, namesOf, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A round of tidying up, so many days from now. */
function prune(
  { app }: WebhookApp,
  daysFromNow: number,
  kept: { deliveryDays: number; eventDays: number; historyDays?: number },
) {
  return pruneOnce(
    {
      archive: app.shard.archive,
      clock: { now: () => Date.now() + daysFromNow * DAY_MS },
      historyDays: 1,
      ...kept,
      everyMs: 0,
      pauseMs: 0,
      onFailure: (failure) => assert.fail(failure as Error),
    },
    new AbortController().signal,
  );
}

onBothEngines('settled deliveries and events leave after their days, those that wait do not', async (engine, t) => {
  const app = await startWebhookApp(t, engine, { MDS_WEBHOOK_RETRY_MS: '3000' });
  const { client, receiver, subscribe, task, settled, deliveries } = app;
  const { id } = await subscribe({ action: 'Created' });
  // More than fit into one step.
  for (let n = 0; n < 4; n++) await Promise.all(Array.from({ length: 50 }, () => task()));
  await settled(id, (found) => found.length === 200 && allSettled(found), 30_000);
  receiver.answer(500);
  await task({ Name: 'Still to come' });
  await receiver.waitFor(201);

  await prune(app, 29, { deliveryDays: 30, eventDays: 30 });
  assert.equal((await deliveries(id)).length, 201, 'nothing is old yet');
  await prune(app, 31, { deliveryDays: 30, eventDays: 30 });
  const left = await deliveries(id);
  assert.deepEqual(
    left.map(({ state }) => state),
    ['waiting'],
  );
  receiver.answer(200);
  assert.deepEqual(namesOf((await receiver.waitFor(202)).slice(-1)), ['Still to come']);
  await settled(id, allSettled);
  assert.equal((await client.send('POST', `/api/Webhooks/${id}/Deliveries/${left[0].id}/Resend`)).status, 201);
});

onBothEngines(
  'with the log kept for ever nothing of it leaves, and every delivery can be sent again',
  async (engine, t) => {
    const app = await startWebhookApp(t, engine);
    const { client, receiver, subscribe, task, rename, settled } = app;
    const { id } = await subscribe();
    const record = await task();
    await rename(record, 'A');
    const [delivery] = await settled(id, (found) => found.length === 1 && allSettled(found));
    await rename(record, 'B');
    await settled(id, (found) => found.length === 2 && allSettled(found));
    await prune(app, 3_000, { deliveryDays: 10_000, eventDays: 30, historyDays: 0 });
    const sent = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${delivery.id}/Resend`);
    assert.equal(sent.status, 201);
    assert.deepEqual(namesOf(await receiver.waitFor(3)), ['A', 'B', 'A']);
  },
);

onBothEngines(
  'changes that an older version is found with stay as long as that waits to be told',
  async (engine, t) => {
    const app = await startWebhookApp(t, engine, { MDS_WEBHOOK_RETRY_MS: '1500' });
    const { client, receiver, subscribe, task, rename } = app;
    await subscribe();
    const record = await task();
    receiver.answer([500, 200]);
    await rename(record, 'A');
    await receiver.waitFor(1);
    for (const value of ['x', 'y']) {
      const change = await client.patch(`/api/Tasks/${record}`, [{ op: 'replace', path: '/Notes', value }]);
      assert.equal(change.status, 200);
    }
    await prune(app, 31, { deliveryDays: 30, eventDays: 30 });
    assert.deepEqual(namesOf((await receiver.waitFor(2)).slice(0, 2)), ['A', 'A']);
  },
);

onBothEngines('a delivery whose event is forgotten stays in the log and cannot be sent again', async (engine, t) => {
  const app = await startWebhookApp(t, engine);
  const { client, subscribe, task, settled, deliveries } = app;
  const { id } = await subscribe({ action: 'Created' });
  await task();
  const [delivery] = await settled(id, allSettled);
  await prune(app, 31, { deliveryDays: 1000, eventDays: 30 });
  assert.equal((await deliveries(id))[0].id, delivery.id);
  const refused = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${delivery.id}/Resend`);
  assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
});

onBothEngines('of a deleted subscription nothing is left', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startWebhookApp(t, engine, { DATABASE_URL: url });
  const { client, subscribe, task, settled } = app;
  const { id } = await subscribe({ action: 'Created' });
  const kept = await subscribe({ action: 'Created' });
  await Promise.all(Array.from({ length: 20 }, () => task()));
  await settled(id, (found) => found.length === 20 && allSettled(found));
  await settled(kept.id, (found) => found.length === 20 && allSettled(found));
  await client.delete(`/api/Webhooks/${id}`);
  // A minute later: whoever saw the subscription at the last moment has committed by then.
  await prune(app, 1, { deliveryDays: 30, eventDays: 30 });
  assert.deepEqual(await runSql(url, 'SELECT DISTINCT subscription FROM deliveries'), [{ subscription: kept.id }]);
  assert.deepEqual(await runSql(url, 'SELECT key FROM subscriptions'), [{ key: kept.id }]);
  assert.equal((await app.deliveries(kept.id)).length, 20);
  assert.deepEqual(await app.app.shard.examine(), []);
});

onBothEngines(
  'a row whose time is still to come, as after the clock was set back, hides no old ones',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const app = await startWebhookApp(t, engine, { DATABASE_URL: url });
    const { subscribe, task, settled, deliveries } = app;
    const { id } = await subscribe({ action: 'Created' });
    for (let n = 0; n < 3; n++) await task();
    const [first] = await settled(id, (found) => found.length === 3 && allSettled(found));
    const far = Date.now() + 900 * DAY_MS;
    await runSql(url, `UPDATE deliveries SET created_on = ${far}, settled_on = ${far} WHERE id = ${first.id}`);
    await runSql(url, `UPDATE changes SET committed_on = ${far} WHERE seq = (SELECT min(seq) FROM changes)`);
    await prune(app, 31, { deliveryDays: 30, eventDays: 30 });
    assert.deepEqual(
      (await deliveries(id)).map((one) => one.id),
      [first.id],
    );
    assert.equal((await runSql(url, 'SELECT seq FROM changes')).length, 1);
  },
);

test('a step on SQLite ends after a few milliseconds, however large the rows are', async (t) => {
  const { url, shard } = await openedSqlite(t);
  const account = await shard.accounts.create({ id: 'acc_large', name: 'Large records', createdOn: 1 });
  const rows = 300;
  await runSql(
    url,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO changes (account, type, record_id, version, text, by_kind, submitter, events, committed_on, content_hash)
    SELECT ${account.key}, 'Tasks', i, 1, hex(zeroblob(125000)), 'person', 'a@example.com', 'Created', 1000, 'h' FROM n`,
  );
  let [after, deleted, steps]: [RetentionCursor | undefined, number, number] = [RETENTION_START, 0, 0];
  while (after !== undefined) {
    const step = await shard.archive.pruneChanges(2_000, after, 1_000);
    ({ after } = step);
    deleted += step.deleted;
    steps++;
    assert.ok(step.deleted > 0 || after === undefined, 'each step comes further');
  }
  assert.equal(deleted, rows);
  assert.ok(steps > 3, `${steps} steps`);
});

test('a step on SQLite ends after some accounts, however many have nothing that is old', async (t) => {
  const { url, shard } = await openedSqlite(t);
  const accounts = 1_000;
  await runSql(
    url,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${accounts})
    INSERT INTO accounts (id, name, created_on, log) SELECT 'acc_' || i, 'Small', 1, 'l' FROM n`,
  );
  await runSql(
    url,
    `INSERT INTO changes (account, type, record_id, version, by_kind, submitter, events, committed_on)
    SELECT key, 'Tasks', 1, 1, 'person', 'a@example.com', '', ${Date.now()} FROM accounts`,
  );
  let steps = 0;
  for (let after: RetentionCursor | undefined = RETENTION_START; after !== undefined; steps++) {
    const step: PruneResult = await shard.archive.pruneChanges(Date.now() - DAY_MS, after, 64);
    assert.equal(step.deleted, 0);
    after = step.after;
  }
  assert.ok(steps > accounts / 64, `${steps} steps`);
});

test('what waits of a record, however much, does not slow down how its old changes leave', async (t) => {
  const { url, shard } = await openedSqlite(t);
  const account = await shard.accounts.create({ id: 'acc_waiting', name: 'Much waits', createdOn: 1 });
  const [old, waiting] = [200, 50_000];
  const numbers = (most: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;
  await runSql(
    url,
    `${numbers(old + 1)}
    INSERT INTO changes (account, type, record_id, version, by_kind, submitter, events, committed_on)
    SELECT ${account.key}, 'Tasks', 1, i, 'person', 'a@example.com', 'Updated', iif(i > ${old}, ${Date.now()}, 1000) FROM n`,
  );
  await runSql(
    url,
    `INSERT INTO subscriptions (account, id, integration_id, entity_type, action, target_url, sealed_headers, created_on)
    VALUES (${account.key}, 1, 'int_1', 'Tasks', 'Updated', 'https://hooks.example.com/', '', 1)`,
  );
  await runSql(
    url,
    `${numbers(waiting)}
    INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
    SELECT s.key, 1, (SELECT max(seq) FROM changes), 'msg_' || i, 'event', 'waiting', 1, 1, 1 FROM n, subscriptions AS s`,
  );
  let [after, deleted, steps]: [RetentionCursor | undefined, number, number] = [RETENTION_START, 0, 0];
  for (; after !== undefined; steps++) {
    const step: PruneResult = await shard.archive.pruneChanges(2_000, after, 1_000);
    ({ after } = step);
    deleted += step.deleted;
  }
  assert.equal(deleted, old);
  assert.ok(steps < old / 4, `${steps} steps`);
});

test('what waited and is dropped while its changes are looked through slows down nobody, and leaves in the next round', async (t) => {
  const { url, shard } = await openedSqlite(t);
  const account = await shard.accounts.create({ id: 'acc_dropped', name: 'Dropped', createdOn: 1 });
  const versions = 5_000;
  await runSql(
    url,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${versions})
    INSERT INTO changes (account, type, record_id, version, by_kind, submitter, events, committed_on)
    SELECT ${account.key}, 'Tasks', 1, i, 'person', 'a@example.com', 'Updated', 1000 FROM n`,
  );
  await runSql(
    url,
    `INSERT INTO subscriptions (account, id, integration_id, entity_type, action, target_url, sealed_headers, created_on)
    VALUES (${account.key}, 1, 'int_1', 'Tasks', 'Updated', 'https://hooks.example.com/', '', 1)`,
  );
  await runSql(
    url,
    `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
    SELECT s.key, 1, c.seq, 'msg_' || c.seq, 'event', 'waiting', 1, 1, 1 FROM changes AS c, subscriptions AS s`,
  );
  const walk = async (from: RetentionCursor, until: (steps: number) => boolean) => {
    let [after, deleted, steps]: [RetentionCursor | undefined, number, number] = [from, 0, 0];
    for (; after !== undefined && !until(steps); steps++) {
      const step: PruneResult = await shard.archive.pruneChanges(2_000, after, versions / 2);
      ({ after } = step);
      deleted += step.deleted;
    }
    return { after, deleted, steps };
  };
  const half = await walk(RETENTION_START, (steps) => steps === 3);
  assert.deepEqual([half.deleted, half.after === undefined], [0, false]);
  await runSql(url, `UPDATE deliveries SET state = 'dropped', due_on = NULL, settled_on = 1`);
  const rest = await walk(half.after!, () => false);
  assert.ok(rest.steps < 500, `${rest.steps} steps`);
  const next = await walk(RETENTION_START, () => false);
  assert.equal(rest.deleted + next.deleted, versions);
});

onBothEngines('a version is found behind which the log begins, whichever it is', async (engine, t) => {
  const app = await startWebhookApp(t, engine, { DATABASE_URL: await databaseUrl(t, engine) });
  for (const last of [31, 32, 33]) {
    const record = await app.task();
    for (let version = 2; version <= last; version++) await app.rename(record, `Version ${version}`);
    await prune(app, 31, { deliveryDays: 30, eventDays: 30 });
    await app.rename(record, 'Next');
    const reply = await app.client.get(`/api/Tasks/${record}?version=${last}`);
    assert.deepEqual([reply.status, reply.json.Name], [200, `Version ${last}`], `${last}`);
  }
});

async function openedSqlite(t: TestContext): Promise<{ url: string; shard: Shard }> {
  const url = await databaseUrl(t, 'sqlite');
  const shard = await openSqliteShard({
    shardID: 's1',
    file: url.slice('sqlite:'.length),
    role: 'server',
    readerThreads: 1,
  });
  t.after(() => shard.close());
  return { url, shard };
}
