// What is asked about subscriptions costs the same however much has been delivered. MDS_TEST_DELIVERIES=1000000 shows it at size.

import assert from 'node:assert/strict';
import type { AccountScope } from '../../src/accounts/account.ts';
import { type Client, databaseUrl, onBothEngines, type Reply, type TestApp } from '../support/app.ts';
import { type Browser, firm, person, signedIn } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';
import { longestTurns } from '../support/turns.ts';
import { type Shown, startWebhookApp } from '../support/webhooks.ts';

const DELIVERIES = Number(process.env.MDS_TEST_DELIVERIES ?? 2_000);
/** Far above what it takes; at size far below what reading everything would. A few rows on a busy machine prove nothing by their time. */
const BOUND_MS = DELIVERIES >= 100_000 ? 1_500 : 10_000;
const DAY_MS = 86_400_000;
const LISTENERS = Number(process.env.MDS_TEST_LISTENERS ?? 400);
/** Far above a turn, and far below what it took to look at all of them in one. */
const LONG_TURN_MS = 60;

onBothEngines(
  'health, why and rehearsals read no more than they show, at any number of deliveries',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { app, account, client, subscribe, task } = await startWebhookApp(t, engine, { DATABASE_URL: url });
    const { id } = await subscribe({ action: 'Created' });
    const record = await task();
    // Nothing is sent of what waits.
    await app.shard.accounts.setFrozen(account, true);
    await fill(url, id, record);
    // On SQLite a thread is started for the first.
    await client.get('/api/Webhooks/Health');

    const all = await timed(t, 'health of all', () => client.get('/api/Webhooks/Health'));
    assert.equal(all.json[0].id, id);
    const one = await timed(t, 'health of one, 30 days', () => client.get(`/api/Webhooks/${id}/Health?hours=720`));
    assert.ok(one.json.waiting >= Math.min(DELIVERIES / 2, 10_000), `${one.json.waiting} wait`);
    const explained = await timed(t, 'why', () => post(client, `/api/Webhooks/${id}/Why`, { recordID: record }));
    assert.equal(explained.json.length, 20);
    const why = () => post(client, `/api/Webhooks/${id}/Why`, { recordID: record });
    const [once] = await longestTurns(why);
    await sendAgain(url);
    const [often] = await longestTurns(why);
    assert.ok(often! < 5 * once!, `why: ${often} ms at a stretch, where it was ${once} before all was sent again`);
    const told = (await why()).json;
    const causes = told.map(({ delivery }: Shown) => [delivery.cause, delivery.attempts[0].status]);
    assert.deepEqual(causes, Array(20).fill(['resend', 500]), 'the newest of each');
    const before = told.map(({ steps }: Shown) => /arrived before/.test(steps.at(-1).evidence));
    assert.equal(before.filter(Boolean).length, 10, 'the newest that arrived, behind all that failed');
    const rehearsed = await timed(t, 'rehearsal', () =>
      post(client, '/api/Webhooks/Rehearse', { entityType: 'Tasks', action: 'Created' }),
    );
    assert.equal(rehearsed.json.cut, DELIVERIES >= 100_000);
    assert.equal(rehearsed.json.matched, rehearsed.json.cut ? 100_000 : DELIVERIES + 1);
    const samples = await timed(t, 'samples', () => client.get('/api/Webhooks/Sample?entityType=Tasks&action=Created'));
    assert.ok(samples.json.length > 0);
    await dryRunAmongMany(t, app, url);
  },
);

/** By a person, who is told of all webhooks of the account. */
async function dryRunAmongMany(t: { diagnostic(text: string): void }, app: TestApp, url: string): Promise<void> {
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const { ID: record } = (await key.post('/api/Tasks', { Name: 'Old' })).json;
  const wish = { entityType: 'Tasks', action: 'Updated', targetUrl: 'https://hooks.example/a' };
  const headers = { 'X-A': 'a'.repeat(4_000), 'X-B': 'b'.repeat(2_000) };
  await key.post('/api/Webhooks', { ...wish, headers });
  await fillWithListeners(url, record);
  const patch = [{ op: 'replace', path: '/Name', value: 'New' }];
  const dryRun: DryRunBy = (who = admin) => who.post(`${home}/Tasks/DryRun`, { id: record, patch });
  const { deliveries } = (await dryRun()).json;
  assert.equal(deliveries.length, LISTENERS + 1);
  await takesFewTurns(app, account, dryRun, url);
  const [longest] = await longestTurns(() => Promise.all(Array.from({ length: 4 }, () => dryRun())));
  t.diagnostic(`four dry runs, each of ${LISTENERS} webhooks: ${longest} ms at a stretch`);
  assert.ok(longest! < LONG_TURN_MS, `${longest} ms at a stretch`);
}

/** In the line where the lanes of all accounts ask, one after the other: with a turn for each webhook, all of these came before every one. */
async function takesFewTurns(app: TestApp, account: AccountScope, dryRun: DryRunBy, url: string): Promise<void> {
  const line = app.shard.budgets.find(({ name }) => name === 'lane_questions')!;
  const turnsOf = async (who?: Browser) => {
    const before = line.tally().taken;
    const { json } = await dryRun(who);
    return { json, turns: line.tally().taken - before };
  };
  const { turns } = await turnsOf();
  assert.ok(turns < LISTENERS / 2, `${turns} turns for ${LISTENERS} webhooks`);
  // Nor any where nothing of what was sent is told. The lanes themselves may ask in the meantime.
  await person(app, account, 'manager@example.com', { Role: 'Manager' });
  const counted = await turnsOf(await signedIn(app, 'manager@example.com'));
  assert.deepEqual([counted.json.deliveries, counted.json.otherDeliveries], [[], LISTENERS + 1]);
  assert.ok(counted.turns < 5, `${counted.turns} turns for a number`);
  const turn = (active: boolean) => runSql(url, `UPDATE subscriptions SET active = ${active} WHERE action = 'Updated'`);
  await turn(false);
  const off = await turnsOf();
  assert.deepEqual([off.json.deliveries.length, off.json.deliveries[0].outcome], [LISTENERS + 1, 'off']);
  assert.ok(off.turns < 5, `${off.turns} turns for what is off`);
  await turn(true);
}

type DryRunBy = (who?: Browser) => Promise<Reply>;

/** Webhooks like the one that hears of updates, each with as many deliveries of the record sent again as are looked at. */
async function fillWithListeners(url: string, record: number): Promise<void> {
  const of = (n: number) =>
    url.startsWith('sqlite:')
      ? `(WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${n}) SELECT n FROM n)`
      : `(SELECT n FROM generate_series(1, ${n}) AS n)`;
  const same = 'account, integration_id, entity_type, action, target_url, created_on, sealed_headers';
  await runSql(
    url,
    `INSERT INTO subscriptions (id, ${same}) SELECT 1000 + n, ${same} FROM subscriptions CROSS JOIN ${of(LISTENERS)} AS numbers WHERE action = 'Updated'`,
  );
  const log = JSON.stringify({ status: 200, answer: 'x'.repeat(1_500) });
  await runSql(
    url,
    `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, attempts, created_on, processed_on, settled_on, log)
      SELECT key, ${record}, 1, 'msg_' || n, 'resend', 'succeeded', 1, created_on, created_on, created_on, '${log}'
      FROM subscriptions CROSS JOIN ${of(16)} AS times WHERE action = 'Updated'`,
  );
}

/** Changes of one record, as many as deliveries; half of these wait behind one another, the others are settled. */
async function fill(url: string, id: number, record: number): Promise<void> {
  const [{ key, account }] = (await runSql(url, `SELECT key, account FROM subscriptions WHERE id = ${id}`)) as [
    { key: number; account: number },
  ];
  const numbers = url.startsWith('sqlite:')
    ? `(WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${DELIVERIES}) SELECT n FROM n)`
    : `(SELECT n FROM generate_series(1, ${DELIVERIES}) AS n)`;
  const now = Date.now();
  const at = `${now - 29 * DAY_MS} + n * CAST(${Math.max(1, Math.floor((29 * DAY_MS) / DELIVERIES))} AS bigint)`;
  await runSql(
    url,
    `INSERT INTO changes (seq, account, type, record_id, version, committed_on, by_kind, submitter, events, content_hash, before)
      SELECT 1000000 + n, ${account}, 'Tasks', ${record}, n + 1, ${at}, 'integration', 'a@example.com', 'Created', 'x', '{"Name":"x"}'
      FROM ${numbers} AS numbers`,
  );
  await runSql(
    url,
    `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, attempts, due_on, created_on, processed_on, settled_on)
      SELECT ${key}, ${record}, 1000000 + n, 'msg_' || n, 'event', CASE n % 2 WHEN 0 THEN 'waiting' ELSE 'succeeded' END, 1,
        CASE n % 2 WHEN 0 THEN ${now} END, ${at}, ${at}, CASE n % 2 WHEN 1 THEN ${at} END
      FROM ${numbers} AS numbers`,
  );
}

/** What is explained, four thousand times each and always in vain, with what an attempt leaves in the log. */
async function sendAgain(url: string): Promise<void> {
  const log = JSON.stringify({ status: 500, answer: 'x'.repeat(100) });
  const times = url.startsWith('sqlite:')
    ? '(WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 4000) SELECT n FROM n)'
    : '(SELECT n FROM generate_series(1, 4000) AS n)';
  await runSql(
    url,
    `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, attempts, created_on, processed_on, settled_on, resend_of, log)
      SELECT d.subscription, d.record_id, d.change_seq, d.webhook_id, 'resend', 'failed', 1, d.created_on, d.processed_on, d.created_on, d.id, '${log}'
      FROM deliveries AS d CROSS JOIN ${times} AS times WHERE d.change_seq > 1000000 + ${DELIVERIES} - 20`,
  );
}

function post(client: Pick<Client, 'post'>, path: string, body: object) {
  return client.post(path, body as never);
}

async function timed<Reply extends { status: number; text: string }>(
  t: { diagnostic(text: string): void },
  what: string,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  const start = performance.now();
  const reply = await ask();
  const ms = performance.now() - start;
  assert.equal(reply.status, 200, reply.text);
  t.diagnostic(`${what} of ${DELIVERIES} deliveries: ${ms.toFixed(0)} ms`);
  assert.ok(ms < BOUND_MS, `${what}: ${ms} ms`);
  return reply;
}
