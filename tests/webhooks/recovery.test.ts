// What did not arrive is recovered: all of it and nothing else, under its webhook-id, in the order of its record.

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { noLog } from '../../src/lib/log.ts';
import type { Problem } from '../../src/problems.ts';
import { openPostgresShard } from '../../src/storage/postgres/shard.ts';
import { listTimedOut, tooManyLists } from '../../src/storage/sql/database-problems.ts';
import { readerDialect } from '../../src/storage/sql/dialect.sqlite.ts';
import type { RecoverySubscriber } from '../../src/storage/webhooks/recovery/recovery-queries.ts';
import { findRecoveryRange, type RecoverySource } from '../../src/storage/webhooks/recovery/recovery-scan.ts';
import type { Recovery } from '../../src/webhooks/recovery/recovery.ts';
import { MAX_REAL_RECORD_ID } from '../../src/webhooks/subscriptions/sample-record.ts';
import { databaseUrl, onBothEngines, onEitherEngine } from '../support/app.ts';
import { testKeys } from '../support/keys.ts';
import { waitingForLocks } from '../support/locks.ts';
import { metricsOf } from '../support/metrics.ts';
import {
  countOf,
  countsOf,
  EVERYTHING,
  followed,
  LONG_AGO,
  namesOfRecord,
  recover,
  resend,
  steer,
} from '../support/recoveries.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, namesOf, type Shown, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

const QUICK = { MDS_WEBHOOK_RETRY_MS: '10' };

/** An event that failed, one that failed by a 410, one that was dropped behind it, and two that were missed while it was off. */
async function outage({ client, receiver, rename, settled }: WebhookApp, id: number, [a, b]: readonly number[]) {
  receiver.answer(500);
  await rename(a!, 'Failed');
  await settled(id, (found) => found.at(-1).state === 'failed');
  const held: ServerResponse[] = [];
  const before = receiver.requests.length;
  receiver.answer(({ response }) => void held.push(response));
  await rename(a!, 'Gone');
  await receiver.waitFor(before + 1);
  await rename(a!, 'Dropped');
  held[0]!.writeHead(410).end();
  await settled(id, (found) => found.at(-1).state === 'dropped');
  await rename(a!, 'Missed');
  await rename(b!, 'Missed too');
  receiver.answer(200);
  receiver.requests.length = 0;
  assert.equal((await client.send('POST', `/api/Webhooks/${id}/Reactivate`)).status, 200);
}

onEitherEngine('what failed, was dropped or was missed is sent, and nothing that arrived', async (engine, t) => {
  const all = await startWebhookApp(t, engine, QUICK);
  const { client, receiver, subscribe, task, rename, deliveries, settled } = all;
  const { id } = await subscribe();
  const [a, b] = [await task(), await task()];
  await rename(a, 'Arrived');
  await settled(id, allSettled);
  await outage(all, id, [a, b]);
  const [, failed, gone, dropped] = await deliveries(id);

  assert.deepEqual(await countOf(client, id), { total: 5, failed: 2, dropped: 1, missed: 2 });
  const run = await recover(client, id);
  assert.equal(run.kind, 'recover');
  const ended = await followed(client, id, run.id);
  assert.deepEqual(countsOf(ended), { state: 'complete', total: 5, done: 5, delivered: 5, failed: 0, skipped: 0 });
  assert.deepEqual(namesOfRecord(receiver.requests, a), ['Failed', 'Gone', 'Dropped', 'Missed']);
  assert.deepEqual(namesOfRecord(receiver.requests, b), ['Missed too']);
  const again = (await deliveries(id)).filter(({ recovery }) => recovery === run.id);
  assert.deepEqual(
    again
      .filter(({ recordID }) => recordID === a)
      .map(({ webhookId, resendOf, cause }) => [webhookId, resendOf, cause]),
    [
      ...[failed, gone, dropped].map((one) => [one.webhookId, one.id, 'resend']),
      [again.at(-2).webhookId, null, 'resend'],
    ],
  );
  const sent = receiver.requests.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(new Set(sent), new Set(again.map(({ webhookId }) => webhookId)));

  assert.deepEqual(await countOf(client, id), { total: 0, failed: 0, dropped: 0, missed: 0 });
  const second = await followed(client, id, (await recover(client, id)).id);
  assert.deepEqual(countsOf(second), { state: 'complete', total: 0, done: 0, delivered: 0, failed: 0, skipped: 0 });
  assert.equal(receiver.requests.length, 5, 'what was recovered is not recovered again');
});

onBothEngines(
  'what is recovered is found beside an account that was moved here with its old log, and whatever its clock was',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const all = await startWebhookApp(t, engine, { ...QUICK, DATABASE_URL: url });
    const { app, client, subscribe, task } = all;
    const { id } = await subscribe();
    await outage(all, id, [await task(), await task()]);
    const moved = await app.key(await app.account());
    const own = await subscribe({ action: 'Created' }, moved);
    const DAY_MS = 24 * 60 * 60 * 1000;
    assert.equal((await moved.send('DELETE', `/api/Webhooks/${own.id}`)).status, 204);
    for (let n = 0; n < 40; n++) assert.equal((await moved.post('/api/Tasks', { Name: `Old ${n}` })).status, 201);
    const again = await subscribe({ action: 'Created' }, moved);
    // An import gives new numbers to the log and leaves its times as they are.
    await runSql(
      url,
      `UPDATE changes SET committed_on = committed_on - ${20 * DAY_MS} WHERE account = (SELECT max(account) FROM changes)`,
    );
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    assert.deepEqual(await countOf(client, id, { ...EVERYTHING, since: ago(4) }), {
      ...{ total: 5, failed: 2, dropped: 1, missed: 2 },
    });
    const old = { ...EVERYTHING, since: ago(25), until: ago(10) };
    assert.equal((await countOf(moved, again.id, old)).missed, 40);
    const place = `(SELECT count(*) FROM changes AS b WHERE b.account = changes.account AND b.seq < changes.seq)`;
    const moveClock = (days: number, from: number, to: number) =>
      runSql(
        url,
        `UPDATE changes SET committed_on = committed_on + ${days * DAY_MS}
          WHERE account = (SELECT max(account) FROM changes) AND ${place} BETWEEN ${from} AND ${to}`,
      );
    const missed = async (since: number, until: number) =>
      (await countOf(moved, again.id, { ...EVERYTHING, since: ago(since), until: ago(until) })).missed;
    // The clock was a day ahead for a long while, or for a short one.
    await moveClock(1, 10, 29);
    assert.deepEqual([await missed(20.5, 19.5), await missed(19.5, 18.5)], [20, 20]);
    await moveClock(-1, 15, 29);
    assert.deepEqual([await missed(20.5, 19.5), await missed(19.5, 18.5)], [35, 5]);
  },
);

onBothEngines('only what is asked for is recovered: by what became of it, and by time', async (engine, t) => {
  const all = await startWebhookApp(t, engine, QUICK);
  const { client, receiver, subscribe, task, deliveries } = all;
  const { id } = await subscribe();
  const [a, b] = [await task(), await task()];
  await outage(all, id, [a, b]);
  const [failed, gone] = await deliveries(id);
  const count = async (body: Shown) => (await countOf(client, id, { ...EVERYTHING, ...body })).total;
  assert.equal(await count({ what: ['failed'] }), 2);
  assert.equal(await count({ what: ['dropped'] }), 1);
  assert.equal(await count({ what: ['missed', 'dropped'] }), 3);
  assert.equal(await count({ until: failed.processedDate }), 1);
  assert.equal(await count({ since: gone.processedDate }), 4);
  assert.equal(await count({ since: '2100-01-01T00:00:00Z' }), 0);
  assert.equal(await count({ until: '2020-01-02T00:00:00Z' }), 0);
  const run = await recover(client, id, { ...EVERYTHING, what: ['dropped'], until: new Date().toISOString() });
  const ended = await followed(client, id, run.id);
  assert.deepEqual([ended.total, ended.delivered], [1, 1]);
  assert.deepEqual(namesOf(receiver.requests), ['Dropped']);
});

onBothEngines(
  'newestOnly sends the newest of each record, and nothing that a newer one has overtaken',
  async (engine, t) => {
    const all = await startWebhookApp(t, engine, QUICK);
    const { client, receiver, subscribe, task, rename, settled } = all;
    const { id } = await subscribe();
    const [a, b, c] = [await task(), await task(), await task()];
    receiver.answer(500);
    await rename(c, 'Overtaken');
    await settled(id, allSettled);
    await outage(all, id, [a, b]);
    await rename(c, 'Arrived');
    await settled(id, (found) => found.at(-1).state === 'succeeded');
    receiver.requests.length = 0;
    const newest = { ...EVERYTHING, newestOnly: true };
    assert.deepEqual(await countOf(client, id, newest), { total: 2, failed: 0, dropped: 0, missed: 2 });
    assert.equal((await followed(client, id, (await recover(client, id, newest)).id)).delivered, 2);
    assert.deepEqual(namesOf(receiver.requests).sort(), ['Missed', 'Missed too']);
    const failedOnly = { ...newest, what: ['failed'] };
    assert.equal((await countOf(client, id, failedOnly)).total, 0, 'what has arrived since is newer');
  },
);

onBothEngines('the newest of a record is found however much of other records lies between', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { client, receiver, subscribe, task, rename } = await startWebhookApp(t, engine, {
    ...QUICK,
    DATABASE_URL: url,
  });
  const record = await task();
  await rename(record, 'Old');
  const numbers =
    engine === 'sqlite'
      ? '(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) SELECT i FROM n)'
      : '(SELECT generate_series(1, 6000) AS i)';
  // More than one look goes through.
  await runSql(
    url,
    `INSERT INTO changes (account, type, record_id, version, committed_on, by_kind, submitter, events, content_hash)
      SELECT account, 'Tasks', 1000 + i, 1, committed_on, by_kind, submitter, 'Created', content_hash
      FROM changes CROSS JOIN ${numbers} AS n WHERE events = 'Updated'`,
  );
  await rename(record, 'New');
  const { id } = await subscribe();
  assert.equal((await countOf(client, id)).total, 2);
  const newest = { ...EVERYTHING, newestOnly: true };
  assert.equal((await countOf(client, id, newest)).total, 1);
  assert.equal((await followed(client, id, (await recover(client, id, newest)).id)).delivered, 1);
  assert.deepEqual(namesOf(receiver.requests), ['New']);
});

onBothEngines('events from before the subscription existed are recovered under ids that stay', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const settings = { ...QUICK, DATABASE_URL: url };
  const { client, receiver, subscribe, task, rename, deliveries } = await startWebhookApp(t, engine, settings);
  const board = (await client.post('/api/Boards', { Name: 'Reactive' })).json.ID;
  const order = async (fields: Shown) => (await client.post('/api/WorkOrders', fields)).json.ID;
  const ours = await order({ Name: 'Ours', BoardID: board });
  await order({ Name: 'Another' });
  await rename(await task(), 'Of another type');
  await client.patch(`/api/WorkOrders/${ours}`, [{ op: 'replace', path: '/Name', value: 'Ours, changed' }]);
  const filter = { filterEntityType: 'Boards', filterConditionEntityID: board };
  const { id } = await subscribe({ entityType: 'WorkOrders', action: 'Created', ...filter });
  const { id: updates } = await subscribe({ entityType: 'WorkOrders', action: 'Updated', ...filter });
  assert.deepEqual(await countOf(client, id), { total: 1, failed: 0, dropped: 0, missed: 1 });

  receiver.answer(500);
  const first = await followed(client, id, (await recover(client, id)).id);
  assert.deepEqual(countsOf(first), { state: 'complete', total: 1, done: 1, delivered: 0, failed: 1, skipped: 0 });
  receiver.answer(200);
  assert.deepEqual(await countOf(client, id), { total: 1, failed: 1, dropped: 0, missed: 0 });
  await followed(client, id, (await recover(client, id)).id);
  await followed(client, updates, (await recover(client, updates)).id);
  const [before, after] = await deliveries(id);
  assert.equal(before.webhookId, after.webhookId);
  const [other] = await deliveries(updates);
  assert.notEqual(other.webhookId, after.webhookId);
  assert.deepEqual(namesOf(receiver.requests.slice(-2)), ['Ours', 'Ours, changed']);

  // As after a restore: the version was given again, to another change.
  await runSql(url, `DELETE FROM deliveries WHERE webhook_id = '${other.webhookId}'`);
  await runSql(url, `UPDATE changes SET committed_on = committed_on + 1 WHERE type = 'WorkOrders' AND version = 2`);
  await followed(client, updates, (await recover(client, updates)).id);
  const [another] = await deliveries(updates);
  assert.notEqual(another.webhookId, other.webhookId);
});

onEitherEngine(
  'all deliveries that a filter matches are sent again, however many, and no others',
  async (engine, t) => {
    const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, QUICK);
    const { id } = await subscribe();
    const tasks = await Promise.all(Array.from({ length: 12 }, () => task()));
    for (let round = 0; round < 4; round++) await Promise.all(tasks.map((one) => rename(one, `Round ${round}`)));
    const log = await settled(id, (found) => found.length === 48 && allSettled(found));
    const [one] = tasks as [number];
    receiver.requests.length = 0;
    const filter = `extFilter=true&recordID=${one}%20ne&state=succeeded`;
    assert.deepEqual(await resend(client, id, `${filter}&dryRun=true`), { total: 44 });
    const run = await resend(client, id, `${filter}&perSecond=1000`);
    const ended = await followed(client, id, run.id);
    assert.equal(ended.filter, filter);
    assert.deepEqual(countsOf(ended), { state: 'complete', total: 44, done: 44, delivered: 44, failed: 0, skipped: 0 });
    const wanted = log.filter(({ recordID }) => recordID !== one).map(({ webhookId }) => webhookId);
    const sent = receiver.requests.map(({ headers }) => headers['webhook-id'] as string);
    assert.deepEqual(sent.toSorted(), wanted.toSorted());
    for (const record of tasks.slice(1)) {
      assert.deepEqual(namesOfRecord(receiver.requests, record), ['Round 0', 'Round 1', 'Round 2', 'Round 3']);
    }
    // By now most events have two deliveries that match; each event is sent once.
    assert.deepEqual(await resend(client, id, 'state=succeeded&dryRun=true'), { total: 48 });
    // So is each test, also where none of them has been a change.
    for (let n = 0; n < 2; n++) await client.send('POST', `/api/Webhooks/${id}/Test`);
    const tests = (await settled(id, allSettled)).filter(({ cause }) => cause === 'test');
    const theirs = `extFilter=true&recordID=${MAX_REAL_RECORD_ID}%20gt`;
    for (let n = 0; n < 2; n++) {
      receiver.requests.length = 0;
      await followed(client, id, (await resend(client, id, theirs)).id);
      assert.deepEqual(
        receiver.requests.map(({ headers }) => headers['webhook-id']).toSorted(),
        tests.map(({ webhookId }) => webhookId).toSorted(),
      );
    }
    assert.deepEqual(await resend(client, id, `${theirs}&dryRun=true`), { total: 2 });
  },
);

onEitherEngine(
  'a run can be paused, resumed and cancelled, and what it did not send is found again',
  async (engine, t) => {
    const { client, receiver, subscribe, task, rename } = await startWebhookApp(t, engine, QUICK);
    const tasks = await Promise.all(Array.from({ length: 20 }, () => task()));
    await Promise.all(tasks.map((one) => rename(one, 'Before')));
    const { id } = await subscribe();
    const run = await recover(client, id, { ...EVERYTHING, perSecond: 20 });
    await receiver.waitFor(2);
    assert.equal((await steer(client, id, run.id, 'Pause')).json.state, 'paused');
    const paused = await followed(client, id, run.id, ({ done }) => done === receiver.requests.length);
    await sleep(300);
    assert.equal(receiver.requests.length, paused.done, 'nothing leaves while it is paused');
    assert.ok(paused.done < 20);
    const resumed = await steer(client, id, run.id, 'Resume');
    assert.equal(resumed.json.state, 'running');
    await receiver.waitFor(paused.done + 2);
    const cancelled = await steer(client, id, run.id, 'Cancel');
    assert.deepEqual([cancelled.status, cancelled.json.state], [200, 'cancelled']);
    assert.notEqual(cancelled.json.endedOn, null);
    for (const word of ['Pause', 'Resume', 'Cancel'] as const) {
      assert.equal((await steer(client, id, run.id, word)).status, 409);
    }
    // What is out at that moment may still arrive.
    await sleep(100);
    const sent = receiver.requests.length;
    assert.ok(sent < 20, `${sent} were sent`);
    const rest = await followed(client, id, (await recover(client, id)).id);
    assert.equal(rest.state, 'complete');
    const arrived = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    assert.equal(arrived.size, 20);
  },
);

onEitherEngine(
  'what a cancelled run took back is what it was before, and is found by the same wish',
  async (engine, t) => {
    const { client, receiver, subscribe, task, rename, settled, deliveries } = await startWebhookApp(t, engine, QUICK);
    const [a, b] = [await task(), await task()];
    for (const one of [a, b]) await rename(one, 'Missed');
    const { id } = await subscribe();
    receiver.answer(500);
    await rename(a, 'Failed');
    await settled(id, (found) => found.length === 1 && allSettled(found));
    const before = await countOf(client, id);
    assert.deepEqual(before, { total: 3, failed: 1, dropped: 0, missed: 2 });

    const held: ServerResponse[] = [];
    receiver.answer(({ response }) => void held.push(response));
    receiver.requests.length = 0;
    const run = await recover(client, id);
    await receiver.waitFor(2);
    assert.equal((await steer(client, id, run.id, 'Cancel')).status, 200);
    for (const response of held) response.writeHead(500).end();
    const states = async () => (await deliveries(id)).filter(({ recovery }) => recovery === run.id);
    while ((await states()).some(({ attempts, recordID }) => recordID === b && attempts.length === 0)) await sleep(20);
    assert.ok((await states()).every(({ state }) => state === 'dropped'));
    assert.deepEqual(await countOf(client, id), before);

    receiver.answer(200);
    receiver.requests.length = 0;
    const missed = await followed(client, id, (await recover(client, id, { ...EVERYTHING, what: ['missed'] })).id);
    assert.equal(missed.delivered, 2);
    const failed = await followed(client, id, (await recover(client, id, { ...EVERYTHING, what: ['failed'] })).id);
    assert.equal(failed.delivered, 1);
    assert.deepEqual(await countOf(client, id), { total: 0, failed: 0, dropped: 0, missed: 0 });
    const ids = (await deliveries(id)).map(({ webhookId }) => webhookId);
    assert.equal(new Set(ids).size, 3, 'each under the id it had');
  },
);

onBothEngines(
  'what was out when its run was cancelled counts by what comes of it, and 410 switches the subscription off',
  async (engine, t) => {
    const { client, receiver, subscribe, task, rename, settled, subscription } = await startWebhookApp(t, engine);
    for (let n = 0; n < 3; n++) await rename(await task(), 'Missed');
    const { id } = await subscribe();
    const held: ServerResponse[] = [];
    receiver.answer(({ response }) => void held.push(response));
    const run = await recover(client, id);
    await receiver.waitFor(3);
    await steer(client, id, run.id, 'Cancel');
    await followed(client, id, run.id, ({ skipped }) => skipped === 3);
    for (const [n, status] of [200, 500, 410].entries()) held[n]!.writeHead(status).end();
    await settled(id, (found) => found.every(({ attempts }) => attempts.length === 1));
    const { delivered, failed, skipped } = await followed(client, id, run.id);
    assert.deepEqual({ delivered, failed, skipped }, { delivered: 1, failed: 1, skipped: 1 });
    const [hour] = (await client.get(`/api/Webhooks/${id}/Health?hours=1`)).json.hours;
    assert.deepEqual([hour.ok, hour.failed, hour.dropped], [1, 1, 0]);
    const { active, deactivateReason } = await subscription(id);
    assert.deepEqual([active, /410 Gone/.test(deactivateReason)], [false, true]);
  },
);

onBothEngines('what is sent again by a filter never hides a later change', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, QUICK);
  const { id } = await subscribe();
  const record = await task({ Name: 'Neither' });
  for (const name of ['A', 'B']) await rename(record, name);
  const [first] = await settled(id, (found) => found.length === 2 && allSettled(found));
  await followed(client, id, (await resend(client, id, `id=${first.id}&perSecond=1000`)).id);
  await rename(record, 'A');
  await rename(record, 'B');
  await settled(id, (found) => found.length === 5 && allSettled(found));
  assert.deepEqual(namesOf(receiver.requests), ['A', 'B', 'A', 'A', 'B']);
});

onBothEngines('a run fails when its subscription is switched off, and says why', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, QUICK);
  const tasks = await Promise.all(Array.from({ length: 8 }, () => task()));
  await Promise.all(tasks.map((one) => rename(one, 'Before')));
  const { id } = await subscribe();
  receiver.answer([200, 200, 410]);
  const run = await recover(client, id, { ...EVERYTHING, perSecond: 10 });
  const ended = await followed(client, id, run.id);
  assert.equal(ended.state, 'failed');
  assert.match(ended.reason, /^The subscription was switched off: The endpoint answered 410 Gone/);
  const made = (await settled(id, allSettled)).filter(({ recovery }) => recovery === run.id);
  const arrived = made.filter(({ state }) => state === 'succeeded').length;
  const told = await followed(client, id, run.id, ({ done }) => done === made.length);
  assert.deepEqual([told.delivered, told.failed], [arrived, made.length - arrived]);
  const refused = await client.post(`/api/Webhooks/${id}/Recover`, EVERYTHING);
  assert.equal(refused.status, 409);
  const { total } = await countOf(client, id);
  receiver.answer(200);
  await client.send('POST', `/api/Webhooks/${id}/Reactivate`);
  const rest = await followed(client, id, (await recover(client, id)).id);
  assert.deepEqual([rest.state, rest.delivered], ['complete', total]);
});

onBothEngines(
  'a subscription that leaves out changes of its own integration does not recover them',
  async (engine, t) => {
    const { app, account, client, receiver, subscribe, task, rename, settled } = await startWebhookApp(
      t,
      engine,
      QUICK,
    );
    const record = await task();
    await rename(record, 'Own');
    const another = await app.key(account);
    const byAnother = (value: string) =>
      another.patch(`/api/Tasks/${record}`, [{ op: 'replace', path: '/Name', value }]);
    await byAnother('Of another');
    const { id } = await subscribe({ includeOwn: false });
    assert.equal((await countOf(client, id)).total, 1);
    await followed(client, id, (await recover(client, id)).id);
    assert.deepEqual(namesOf(receiver.requests), ['Of another']);

    receiver.answer(500);
    await byAnother('Failed');
    await settled(id, (found) => found.length === 2 && allSettled(found));
    await rename(record, 'Own, and newer');
    const newest = { ...EVERYTHING, newestOnly: true };
    assert.equal((await countOf(client, id, newest)).failed, 1, 'what was not sent has overtaken nothing');
  },
);

onBothEngines(
  'what failed is recovered also where the filter is another by now, unless a newer one has arrived',
  async (engine, t) => {
    const { client, receiver, subscribe, settled } = await startWebhookApp(t, engine, QUICK);
    const [here, there] = [await made('Boards', { Name: 'Here' }), await made('Boards', { Name: 'There' })];
    const [a, b] = [
      await made('WorkOrders', { Name: 'A', BoardID: here }),
      await made('WorkOrders', { Name: 'B', BoardID: here }),
    ];
    const filter = { filterEntityType: 'Boards', filterConditionEntityID: here };
    const { id } = await subscribe({ entityType: 'WorkOrders', action: 'Updated', ...filter });
    receiver.answer(500);
    for (const order of [a, b]) await retitle(order, 'Failed');
    await settled(id, (found) => found.length === 2 && allSettled(found));
    receiver.answer(200);
    await retitle(b, 'Arrived');
    await settled(id, (found) => found.length === 3 && allSettled(found));
    await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/filterConditionEntityID', value: there }]);
    receiver.requests.length = 0;
    assert.deepEqual(await countOf(client, id), { total: 2, failed: 2, dropped: 0, missed: 0 });
    const run = await recover(client, id, { ...EVERYTHING, newestOnly: true });
    assert.equal((await followed(client, id, run.id)).delivered, 1);
    assert.deepEqual(
      receiver.requests.map(({ body }) => JSON.parse(String(body)).data.ID),
      [a],
    );

    async function made(type: string, fields: Record<string, unknown>): Promise<number> {
      return (await client.post(`/api/${type}`, fields as never)).json.ID;
    }
    async function retitle(order: number, value: string): Promise<void> {
      assert.equal(
        (await client.patch(`/api/WorkOrders/${order}`, [{ op: 'replace', path: '/Name', value }])).status,
        200,
      );
    }
  },
);

onBothEngines('what arrived long ago is not taken for missed because its delivery is forgotten', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startWebhookApp(t, engine, { ...QUICK, DATABASE_URL: url });
  const { client, receiver, subscribe, task, rename, settled } = app;
  const record = await task();
  await rename(record, 'Before it existed');
  const { id } = await subscribe();
  await rename(record, 'Arrived');
  await settled(id, allSettled);
  receiver.answer(410);
  await rename(record, 'Gone');
  await settled(id, (found) => found.length === 2 && allSettled(found));
  await rename(record, 'While it was off');
  await client.send('POST', `/api/Webhooks/${id}/Reactivate`);
  // As if 40 days had passed, and 10 between the first event and the subscription.
  const days = (count: number) => count * 24 * 60 * 60 * 1000;
  await runSql(url, `UPDATE changes SET committed_on = committed_on - ${days(40)}`);
  await runSql(url, `UPDATE changes SET committed_on = committed_on - ${days(10)} WHERE version < 3`);
  await runSql(url, `UPDATE subscriptions SET created_on = created_on - ${days(41)}`);
  await runSql(url, `UPDATE subscription_periods SET began_on = began_on - ${days(40)}`);
  await runSql(url, 'DELETE FROM deliveries');
  assert.deepEqual(await countOf(client, id), { total: 2, failed: 0, dropped: 0, missed: 2 });
  receiver.answer(200);
  receiver.requests.length = 0;
  assert.equal((await followed(client, id, (await recover(client, id)).id)).delivered, 2);
  assert.deepEqual(namesOf(receiver.requests), ['Before it existed', 'While it was off']);
});

onEitherEngine('the recoveries of one account do not hold up those of another', async (engine, t) => {
  const { app, client, receiver, subscribe, task, rename } = await startWebhookApp(t, engine, QUICK);
  const tasks = await Promise.all(Array.from({ length: 40 }, () => task()));
  for (let round = 0; round < 3; round++) await Promise.all(tasks.map((one) => rename(one, `Round ${round}`)));
  receiver.answer(
    ({ received, response }) => void setTimeout(() => response.end(), received.path === '/slow' ? 500 : 0),
  );
  const slow = { targetUrl: `${receiver.url}/slow` };
  const runs = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { id } = await subscribe(slow);
      return { id, run: (await recover(client, id)).id };
    }),
  );
  const another = await app.key(await app.account('Another firm'));
  const { ID } = (await another.post('/api/Tasks', { Name: 'Theirs' })).json;
  await another.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Name', value: 'Theirs, changed' }]);
  const { id } = await subscribe({}, another);
  const ended = await followed(another, id, (await recover(another, id)).id);
  assert.deepEqual([ended.state, ended.delivered], ['complete', 1]);
  for (const { id: subscription, run } of runs) {
    assert.equal((await followed(client, subscription, run, () => true)).endedOn, null, 'theirs came first');
    await steer(client, subscription, run, 'Cancel');
  }
});

onBothEngines('a run is told by the log of the service, and counted by its metrics', async (engine, t) => {
  const lines: Shown[] = [];
  const log = { ...noLog, info: (fields: object, message: string) => void lines.push({ message, ...fields }) };
  const { app, account, client, subscribe, task, rename } = await startWebhookApp(t, engine, QUICK, [], log);
  await rename(await task(), 'Before');
  const { id } = await subscribe();
  const run = await followed(client, id, (await recover(client, id)).id);
  const told = lines.filter(({ message }) => message === 'webhook recovery');
  const named = {
    message: 'webhook recovery',
    account: account.id,
    subscription: id,
    recovery: run.id,
    kind: 'recover',
  };
  const counts = { total: 1, failed: 0, skipped: 0 };
  assert.deepEqual(told, [
    { ...named, state: 'running', ...counts, delivered: 0 },
    { ...named, state: 'complete', ...counts, delivered: 1 },
  ]);
  const metrics = await metricsOf(app.url);
  assert.equal(metrics.value('mds_webhook_recovered_total{as="delivered",shard="s1"}'), 1);
  assert.equal(metrics.value('mds_webhook_recoveries_total{state="complete",shard="s1"}'), 1);
  assert.equal(metrics.value('mds_share_capacity{budget="recoveries",shard="s1"}'), 4);
});

onBothEngines('what happens during a recovery does not wait for it', async (engine, t) => {
  const { client, receiver, subscribe, task, rename } = await startWebhookApp(t, engine, QUICK);
  const tasks = await Promise.all(Array.from({ length: 150 }, () => task()));
  await Promise.all(tasks.map((one) => rename(one, 'Before')));
  const { id } = await subscribe();
  receiver.answer(({ response }) => void setTimeout(() => response.end(), 200));
  const live = await task();
  const run = await recover(client, id);
  await receiver.waitFor(40, 10_000);
  const before = receiver.requests.length;
  await rename(live, 'Live');
  const all = await receiver.waitFor((requests) => namesOf(requests).includes('Live'), 10_000);
  const passed = all.length - before;
  assert.ok(passed < 100, `${passed} events of the recovery went first`);
  assert.ok((await followed(client, id, run.id, () => true)).done < 150);
  await steer(client, id, run.id, 'Cancel');
});

onBothEngines('runs are listed by the rules of lists, and only to their key', async (engine, t) => {
  const { app, account, client, subscribe } = await startWebhookApp(t, engine, QUICK);
  const { id } = await subscribe();
  for (let n = 1; n <= 3; n++) assert.equal((await followed(client, id, (await recover(client, id)).id)).id, n);
  const list = async (query: string) => (await client.get(`/api/Webhooks/${id}/Recoveries?${query}`)).json;
  assert.deepEqual(
    (await list('orderby=id Desc&take=2&fields=id,state')).map((run: Shown) => run),
    [
      { id: 3, state: 'complete' },
      { id: 2, state: 'complete' },
    ],
  );
  assert.deepEqual(await list('state=running'), []);
  assert.equal((await client.get(`/api/Webhooks/${id}/Recoveries?colour=red`)).status, 400);
  const stranger = await app.key(account);
  for (const path of ['Recoveries', 'Recoveries/1']) {
    assert.equal((await stranger.get(`/api/Webhooks/${id}/${path}`)).status, 404);
  }
  assert.equal((await stranger.post(`/api/Webhooks/${id}/Recover`, EVERYTHING)).status, 404);
  assert.equal((await steer(stranger, id, 1, 'Cancel')).status, 404);
  assert.equal((await client.get(`/api/Webhooks/${id}/Recoveries/4`)).status, 404);
});

onBothEngines('one run of a subscription at a time, and every fault of a request is named', async (engine, t) => {
  const { client, subscribe, task, rename } = await startWebhookApp(t, engine, QUICK);
  await rename(await task(), 'Before');
  const { id } = await subscribe();
  const run = await recover(client, id);
  const paused = await steer(client, id, run.id, 'Pause');
  if (paused.status === 200) {
    assert.equal((await client.post(`/api/Webhooks/${id}/Recover`, EVERYTHING)).status, 409);
    assert.equal((await client.send('POST', `/api/Webhooks/${id}/Deliveries/Resend`)).status, 409);
  }
  const faults = async (body: Shown) =>
    (await client.post(`/api/Webhooks/${id}/Recover`, body)).json.errors.map(({ pointer }: Shown) => pointer);
  assert.deepEqual(await faults({ until: 'yesterday', what: ['lost'], perSecond: 0, dryRun: 'yes', newest: true }), [
    '/newest',
    '/since',
    '/until',
    '/what',
    '/perSecond',
    '/dryRun',
  ]);
  assert.deepEqual(await faults({ ...EVERYTHING, until: '2019-01-01T00:00:00Z' }), ['/until']);
  assert.deepEqual(await faults({ since: LONG_AGO, what: [] }), ['/what']);
  for (const query of ['take=5', 'orderby=id', 'colour=red', 'dryRun=maybe', 'perSecond=0', 'perSecond=1001']) {
    assert.equal((await client.send('POST', `/api/Webhooks/${id}/Deliveries/Resend?${query}`)).status, 400, query);
  }
});

test('a run that is held up holds up no other, nor does a write that is open hold up what is long past (postgres)', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const { app, account, client, receiver, subscribe, task, rename } = await startWebhookApp(t, 'postgres', {
    ...QUICK,
    DATABASE_URL: url,
  });
  for (let n = 0; n < 6; n++) await rename(await task(), 'Missed');
  const { id } = await subscribe();
  const database = new pg.Client(url);
  await database.connect();
  t.after(() => database.end());
  const other = await app.key(await app.account());
  const made = await other.post('/api/Tasks', { Name: 'Of another' });
  const theirs = await subscribe({ action: 'Created' }, other);
  const held = await recover(client, id, { ...EVERYTHING, perSecond: 2 });
  await database.query('BEGIN');
  await database.query('SELECT FROM recoveries FOR UPDATE');
  // The run waits for its row by now.
  await waitingForLocks(database, 1);
  const run = await recover(other, theirs.id);
  // A step gives up waiting for a lock after five seconds: nothing waits for that.
  await followed(other, theirs.id, run.id, undefined, 4_000);
  assert.deepEqual(namesOfRecord(receiver.requests, made.json.ID), ['Of another']);
  await database.query('ROLLBACK');
  await followed(client, id, held.id);

  const DAY_MS = 24 * 60 * 60 * 1000;
  await database.query(`UPDATE changes SET committed_on = committed_on - ${20 * DAY_MS}`);
  await rename(await task(), 'Of today');
  const { id: late } = await subscribe();
  const since = Date.now() - DAY_MS;
  const recent = { kind: 'recover', since, until: null, what: ['missed'], newestOnly: false } as const;
  await database.query('BEGIN');
  await database.query("SELECT nextval('changes_seq_seq')");
  // A process that has just begun knows nothing of where that lies: it does not walk all of the log for the sake of a day.
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool', listMs: 1_500 });
  t.after(() => shard.close());
  const begin = (subscription: number) =>
    shard.recoveries(account, undefined, DAY_MS).begin(subscription, recent, 1_000);
  const refused = begin(late);
  const until = new Date(Date.now() - 10 * DAY_MS).toISOString();
  const past = await recover(client, id, { ...EVERYTHING, until });
  assert.equal((await followed(client, id, past.id, undefined, 4_000)).state, 'complete');
  assert.equal(((await refused) as Problem).code, 'unavailable');
  await database.query('COMMIT');
  assert.equal(((await begin(late)) as Recovery).id, 1);
  const { rows } = await database.query(`SELECT r.begins - min(c.seq) AS before, r.ends - max(c.seq) AS behind
    FROM changes AS c, recoveries AS r JOIN subscriptions AS s ON s.key = r.subscription
    WHERE s.id = ${late} AND s.account = c.account AND c.committed_on >= ${since} GROUP BY r.begins, r.ends`);
  assert.deepEqual(rows, [{ before: '-1', behind: '0' }]);

  // Where finding the stretch takes longer than a list may, the run is begun all the same.
  await database.query('BEGIN; LOCK TABLE changes');
  const slow = (await begin(id)) as Recovery;
  await database.query('ROLLBACK');
  assert.equal((await followed(client, id, slow.id)).state, 'complete');
});

test('all of the log is walked only where finding the stretch takes too long, not where its turn does not come', async () => {
  const bounds = async () => ({ drawn: 40, settled: 40, openSince: Infinity });
  const stretchWhere = (outcome: Problem) =>
    findRecoveryRange(
      { dialect: readerDialect, bounds, read: async () => outcome } as unknown as RecoverySource,
      { account: 1, entityType: 'Tasks' } as RecoverySubscriber,
      { kind: 'recover', since: 0, until: null, what: ['missed'], newestOnly: false },
    );
  assert.deepEqual(await stretchWhere(listTimedOut()), { after: 0, through: 40 });
  const refused = tooManyLists();
  assert.equal(await stretchWhere(refused), refused);
});
