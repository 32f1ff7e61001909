import assert from 'node:assert/strict';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Json } from '../../src/lib/json.ts';
import { createSeals } from '../../src/lib/sealed.ts';
import { postgresDialect } from '../../src/storage/sql/dialect.postgres.ts';
import { sqliteDialect } from '../../src/storage/sql/dialect.sqlite.ts';
import type { SqlQuery } from '../../src/storage/sql/dialect.ts';
import { createDiagnosticsStore } from '../../src/storage/webhooks/diagnostics/diagnostics.ts';
import { RETENTION_START, type RetentionCursor } from '../../src/webhooks/delivery/settle/retention.ts';
import { explain, explanationSteps } from '../../src/webhooks/diagnostics/explanation.ts';
import type { DiagnosticsStore, ExplanationFacts } from '../../src/webhooks/diagnostics/store.ts';
import { type Client, databaseUrl, onBothEngines } from '../support/app.ts';
import { testKeys } from '../support/keys.ts';
import { countOf, followed, recover, resend, steer } from '../support/recoveries.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, type Shown, startWebhookApp } from '../support/webhooks.ts';

/** What explains the newest change: the step that failed, or the last one. */
async function why(client: Client, id: number, about: Json): Promise<Shown> {
  const reply = await client.post(`/api/Webhooks/${id}/Why`, about);
  assert.equal(reply.status, 200, reply.text);
  const [newest] = reply.json;
  const names = newest.steps.map(({ step }: Shown) => step);
  assert.deepEqual(
    names,
    explanationSteps.slice(0, names.length),
    'the steps are in their order, and none is left out',
  );
  for (const { ok } of newest.steps.slice(0, -1)) assert.notEqual(ok, false, 'only the last one explains it');
  return { ...newest, all: reply.json, explains: newest.steps.at(-1) };
}

onBothEngines('why says for each of the nine steps that it was the one, with true evidence', async (engine, t) => {
  const { app, account, client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const early = await task({ Name: 'Early' });
  await rename(early, 'Earlier');
  const all = await subscribe({ name: 'All' });

  // changed
  const { ID } = (await client.get(`/api/Tasks/${early}`)).json;
  const before = { recordID: ID, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
  const unchanged = await why(client, all.id, before);
  assert.deepEqual([unchanged.explains.step, unchanged.explains.ok, unchanged.change], ['changed', false, null]);
  assert.match(unchanged.explains.evidence, /did not change between 2020-01-01.* last change was version 2, on /);

  // existed
  const existed = await why(client, all.id, { recordID: early });
  assert.deepEqual([existed.explains.step, existed.explains.ok], ['existed', false]);
  assert.ok(existed.explains.evidence.includes(all.createdOn), existed.explains.evidence);
  assert.deepEqual([existed.change.version, existed.delivery], [2, null]);
  assert.equal(existed.change.by.name, 'Test key');
  assert.equal(existed.all.length, 2, 'one for each change');

  // event
  const completed = await subscribe({ action: 'Completed' });
  await rename(early, 'Renamed');
  const event = await why(client, completed.id, { recordID: early });
  assert.deepEqual([event.explains.step, event.explains.ok], ['event', false]);
  assert.match(event.explains.evidence, /^It made Updated\. Completed is made when the record enters that state/);
  assert.match(event.explains.fix, /Updated/);

  // sent, and it was
  await settled(all.id, (found) => found.length === 1 && allSettled(found));
  const arrived = await why(client, all.id, { recordID: early });
  assert.deepEqual([arrived.explains.step, arrived.explains.ok], ['sent', true]);
  assert.match(arrived.explains.evidence, /was answered 200/);
  assert.equal(arrived.delivery.state, 'succeeded');
  const under = await why(client, all.id, { webhookId: arrived.delivery.webhookId });
  assert.deepEqual(under.all, [arrived.all[0]], 'the same by its webhook-id');

  // on
  receiver.answer(410);
  await rename(early, 'Gone');
  await settled(all.id, (found) => found.length === 2 && allSettled(found));
  receiver.answer(200);
  await rename(early, 'While off');
  const off = await why(client, all.id, { recordID: early });
  assert.deepEqual([off.explains.step, off.explains.ok], ['on', false]);
  assert.match(off.explains.evidence, /^It was off since .* and still is: The endpoint answered 410 Gone/);
  await client.send('POST', `/api/Webhooks/${all.id}/Reactivate`);
  const wasOff = await why(client, all.id, { recordID: early });
  assert.match(wasOff.explains.evidence, /^It was off since .* until 20.*Z: The endpoint answered 410 Gone/);

  // filter
  const [wanted, other] = await Promise.all(
    ['Turnovers', 'Compliance'].map(async (Name) => (await client.post('/api/Boards', { Name })).json.ID),
  );
  const filter = { filterEntityType: 'Board', filterConditionEntityID: wanted };
  const filtered = await subscribe({ entityType: 'WorkOrders', action: 'Created', ...filter });
  const order = (await client.post('/api/WorkOrders', { Name: 'Lift', BoardID: other })).json.ID;
  const narrowed = await why(client, filtered.id, { recordID: order });
  assert.deepEqual([narrowed.explains.step, narrowed.explains.ok], ['filter', false]);
  assert.match(
    narrowed.explains.evidence,
    new RegExp(`had Board ${other} \\(Compliance\\).* asks for ${wanted} \\(Turnovers\\)`),
  );

  // own
  const someone = await app.key(account, { name: 'Somebody else' });
  const others = await subscribe({ includeOwn: false });
  const shared = await task();
  await rename(shared, 'Mine');
  const own = await why(client, others.id, { recordID: shared });
  assert.deepEqual([own.explains.step, own.explains.ok, own.delivery.state], ['own', false, 'own']);
  await someone.patch(`/api/Tasks/${shared}`, [{ op: 'replace', path: '/Name', value: 'Theirs' }]);
  await settled(others.id, (found) => found.length === 2 && allSettled(found));
  assert.equal((await why(client, others.id, { recordID: shared })).explains.step, 'sent');

  // repeat
  const [up, down] = await Promise.all(
    ['Operational', 'Down'].map(
      async (BaseStatus) => (await client.post('/api/AssetStatuses', { Name: BaseStatus, BaseStatus })).json.ID,
    ),
  );
  const flapping = await subscribe({
    entityType: 'Assets',
    filterEntityType: 'AssetStatuses',
    filterConditionEntityID: down,
  });
  const asset = (await client.post('/api/Assets', { Name: 'Boiler', AssetStatusID: up })).json.ID;
  for (const value of [down, up, down]) {
    await client.patch(`/api/Assets/${asset}`, [{ op: 'replace', path: '/AssetStatusID', value }]);
  }
  const [first] = await settled(flapping.id, (found) => found.length === 2 && allSettled(found));
  const repeat = await why(client, flapping.id, { recordID: asset });
  assert.deepEqual([repeat.explains.step, repeat.explains.ok], ['repeat', false]);
  assert.ok(repeat.explains.evidence.includes(`delivery ${first.id}, settled on ${first.settledOn}`));

  // turn
  let let1Go = () => {};
  receiver.answer(({ response }) => {
    let1Go = () => void response.end();
  });
  const slow = await subscribe({ targetUrl: `${receiver.url}/slow`, action: 'Updated' });
  const waiting = await task();
  await rename(waiting, 'First');
  await rename(waiting, 'Second');
  await receiver.waitFor((requests) => requests.some(({ path }) => path === '/slow'));
  const [ahead] = await settled(slow.id, (found) => found.length === 2);
  const turn = await why(client, slow.id, { recordID: waiting });
  assert.deepEqual([turn.explains.step, turn.explains.ok], ['turn', false]);
  assert.match(turn.explains.evidence, new RegExp(`waits behind delivery ${ahead.id} `));
  receiver.answer(200);
  let1Go();

  // sent, and it was not
  const nobody = await subscribe({ targetUrl: 'https://127.0.0.1:9/', action: 'Created' });
  const lost = await task();
  await settled(nobody.id, allSettled);
  const sent = await why(client, nobody.id, { recordID: lost });
  assert.deepEqual([sent.explains.step, sent.explains.ok], ['sent', false]);
  assert.match(sent.explains.evidence, /^Attempt 1, on .*failed \(connect\)/);
  assert.match(sent.explains.fix, /listens/);
});

onBothEngines('why takes no delivery of a recovery for proof that the change was heard of', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const record = await task();
  await rename(record, 'Before it was made');
  const { id, createdOn } = await subscribe();
  await followed(client, id, (await recover(client, id)).id);
  const early = await why(client, id, { recordID: record });
  assert.deepEqual([early.explains.step, early.explains.ok], ['sent', true]);
  const [, , existed, wasOn] = early.steps;
  assert.deepEqual([existed.ok, existed.fix, wasOn.ok], [null, null, null]);
  assert.equal(
    existed.evidence,
    `The subscription was made on ${createdOn}, after the change. Recovery 1 took it up later.`,
  );
  assert.equal(wasOn.evidence, 'It was not there yet.');

  receiver.answer(410);
  await rename(record, 'Gone');
  await settled(id, (found) => found.length === 2 && allSettled(found));
  receiver.answer(200);
  await rename(record, 'While off');
  await client.send('POST', `/api/Webhooks/${id}/Reactivate`);
  await followed(client, id, (await recover(client, id)).id);
  const off = await why(client, id, { recordID: record });
  assert.deepEqual([off.explains.step, off.steps[2].ok, off.steps[3].ok], ['sent', true, null]);
  assert.match(off.steps[3].evidence, /^It was off since .* until .*410 Gone.* Recovery 2 took it up later\.$/);
});

onBothEngines(
  'why says what holds up a delivery that waits: its endpoint, or its frozen account',
  async (engine, t) => {
    const { app, account, client, receiver, subscribe, subscription, task, settled } = await startWebhookApp(t, engine);
    receiver.answer(({ response }) => void response.writeHead(503, { 'retry-after': '600' }).end());
    const { id } = await subscribe({ action: 'Created', patience: '3d' });
    const first = await task();
    await settled(id, (found) => found[0]?.attempts.length === 1);
    const others = [await task(), await task()];
    // The second is tried, too: it might be the fault of the first record alone.
    const all = await settled(id, (found) => found.filter(({ attempts }) => attempts.length === 1).length === 2);
    const held = others.find((one) => all.some(({ recordID, attempts }) => recordID === one && attempts.length === 0))!;
    const { since, nextTry } = (await subscription(id)).waiting;

    const untried = await why(client, id, { recordID: held });
    assert.deepEqual([untried.explains.step, untried.explains.ok], ['turn', false]);
    assert.equal(
      untried.explains.evidence,
      `It waits for its endpoint, which has been down since ${since} and is tried next on ${nextTry}.`,
    );
    assert.match(untried.explains.fix, /Deliveries\?state=waiting/);
    const tried = await why(client, id, { recordID: first });
    assert.deepEqual([tried.explains.step, tried.explains.ok], ['sent', false]);
    assert.match(
      tried.explains.evidence,
      new RegExp(`was answered 503\\. .* down since ${since} and is tried next on ${nextTry}`),
    );

    await app.shard.accounts.setFrozen(account, true);
    for (const recordID of [held, first]) {
      const frozen = await why(client, id, { recordID });
      assert.match(frozen.explains.evidence, /account is frozen/);
      assert.match(frozen.explains.fix, /thaw/);
    }
  },
);

onBothEngines('why says of what was dropped why it was, whatever has happened since', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const record = await task();
  let answer = () => {};
  receiver.answer(({ response }) => {
    answer = () => void response.writeHead(410).end();
  });
  await rename(record, 'Gone');
  await rename(record, 'Dropped');
  await receiver.waitFor(1);
  answer();
  const [, dropped] = await settled(id, (found) => found.length === 2 && allSettled(found));
  const asked = async () => (await why(client, id, { recordID: record })).explains;
  const gone = /^It was dropped on .*switched off while it waited \(The endpoint answered 410 Gone/;
  assert.match((await asked()).evidence, gone);
  await client.send('POST', `/api/Webhooks/${id}/Reactivate`);
  assert.match((await asked()).evidence, gone, 'also once it is on again');

  // Behind another of its record, so that the run has something in the lane when it is cancelled.
  receiver.answer(({ response }) => {
    answer = () => void response.end();
  });
  await rename(record, 'In the way');
  await receiver.waitFor(2);
  const run = await resend(client, id, `webhookId=${dropped.webhookId}`);
  await settled(id, (found) => found.length === 4);
  await steer(client, id, run.id, 'Cancel');
  answer();
  await settled(id, allSettled);
  const [, cancelled] = (await why(client, id, { recordID: record })).all;
  assert.equal(cancelled.delivery.recovery, run.id);
  assert.deepEqual(
    cancelled.steps.at(-1).evidence,
    `It was dropped on ${cancelled.delivery.settledOn}: recovery ${run.id}, which was to send it again, was cancelled.`,
  );
});

onBothEngines('why says that a change had arrived where it failed when it was sent again', async (engine, t) => {
  const DATABASE_URL = await databaseUrl(t, engine);
  const made = await startWebhookApp(t, engine, { DATABASE_URL });
  const { account, client, receiver, subscribe, task, rename, settled } = made;
  const { id } = await subscribe();
  const record = await task();
  await rename(record, 'Arrived');
  const [first] = await settled(id, (found) => found.length === 1 && allSettled(found));
  assert.doesNotMatch((await why(client, id, { recordID: record })).explains.evidence, /arrived/);
  receiver.answer(({ reset }) => reset());
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${first.id}/Resend`);
  await settled(id, (found) => found.length === 2 && allSettled(found));
  for (const about of [{ recordID: record }, { webhookId: first.webhookId }]) {
    const { explains, delivery } = await why(client, id, about);
    assert.deepEqual([explains.step, explains.ok, delivery.state], ['sent', false, 'failed']);
    assert.ok(
      explains.evidence.endsWith(` It had arrived before, with delivery ${first.id} on ${first.settledOn}.`),
      explains.evidence,
    );
  }

  // What had arrived is looked for as long as it takes: meanwhile this one arrives, and the next begins to wait.
  let letGo = () => {};
  receiver.answer(({ response }) => {
    letGo = () => void response.end();
  });
  const begun = async (requests: number) => void (await receiver.waitFor(({ length }) => length === requests));
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${first.id}/Resend`);
  await begun(3);
  await rename(record, 'Behind it');
  const insight = slowInsight(DATABASE_URL, account, async () => {
    letGo();
    await begun(4);
  });
  const about = { recordID: record, from: 0, to: Date.now() };
  const facts = (await insight.facts(id, about)) as ExplanationFacts;
  const [behind] = (await client.get(`/api/Webhooks/${id}/Deliveries?state=waiting`)).json;
  for (const head of [facts.head, behind.id]) {
    const [, again] = explain({ ...facts, head }, { nameOf: () => undefined, span: undefined });
    const { step, evidence } = again!.steps.at(-1)!;
    assert.equal(step, 'turn');
    assert.match(evidence, /^It is the next of its record.* It had arrived before/, 'it waited for nothing behind it');
  }
  receiver.answer(200);
  letGo();
});

/** As the service answers, but for what happens before anything is found that takes long. */
function slowInsight(url: string, account: AccountScope, meanwhile: () => Promise<void>): DiagnosticsStore {
  const quick = ({ text, values }: SqlQuery) => runSql(url, text, values as number[]) as Promise<never>;
  const source = {
    dialect: url.startsWith('sqlite:') ? sqliteDialect : postgresDialect,
    seals: createSeals(testKeys),
    jsonArray: String,
    jsonArrayOfAll: String,
    quick,
    slow: (query: SqlQuery) => meanwhile().then(() => quick(query)),
    version: async () => undefined,
  };
  return createDiagnosticsStore(source, account, undefined);
}

onBothEngines('why says that the filter was another where it has been changed since', async (engine, t) => {
  const { client, subscribe, settled } = await startWebhookApp(t, engine);
  const [before, now] = await Promise.all(
    ['Turnovers', 'Compliance'].map(async (Name) => (await client.post('/api/Boards', { Name })).json.ID),
  );
  const filter = { filterEntityType: 'Board', filterConditionEntityID: before };
  const { id } = await subscribe({ entityType: 'WorkOrders', action: 'Created', ...filter });
  const order = (await client.post('/api/WorkOrders', { Name: 'Lift', BoardID: before })).json.ID;
  await settled(id, (found) => found.length === 1 && allSettled(found));
  const asked = await why(client, id, { recordID: order });
  assert.match(asked.steps[4].evidence, /, as the filter asks for\.$/);
  await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/filterConditionEntityID', value: now }]);
  const { steps, explains } = await why(client, id, { recordID: order });
  assert.deepEqual([explains.step, explains.ok, steps[4].ok], ['sent', true, true]);
  assert.match(
    steps[4].evidence,
    new RegExp(`had Board ${before} .*the filter was another then: .* asks for ${now} \\(Compliance\\)`),
  );

  const unheard = (await client.post('/api/WorkOrders', { Name: 'Door', BoardID: before })).json.ID;
  await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/filterConditionEntityID', value: before }]);
  const reply = await client.post(`/api/Webhooks/${id}/Why`, { recordID: unheard });
  const { evidence, fix, ok } = reply.json[0].steps.at(-1);
  assert.deepEqual([ok, reply.json[0].delivery], [false, null]);
  assert.match(evidence, /no delivery of it: the filter was another then, or/);
  assert.match(fix, /recovered/);
  assert.equal((await countOf(client, id, { since: '2020-01-01T00:00:00Z', what: ['missed'] })).missed, 1);
});

onBothEngines('why knows what is dropped and forgotten, and refuses what cannot be meant', async (engine, t) => {
  const { app, client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const path = (await client.send('POST', `/api/Webhooks/${id}/Test`)).headers.get('location')!;
  await settled(id, allSettled);
  const { webhookId } = (await client.get(path)).json;
  const test = await client.post(`/api/Webhooks/${id}/Why`, { webhookId });
  assert.match(test.json[0].steps[0].evidence, /^It is a test/);
  assert.deepEqual([test.json[0].change, test.json[0].steps.at(-1).step], [null, 'sent']);

  const record = await task();
  let answer = () => {};
  receiver.answer(({ response }) => {
    answer = () => void response.writeHead(410).end();
  });
  await rename(record, 'Refused');
  await rename(record, 'Dropped');
  await receiver.waitFor(2);
  answer();
  await settled(id, (found) => found.length === 3 && allSettled(found));
  const dropped = (await client.post(`/api/Webhooks/${id}/Why`, { recordID: record })).json[0];
  assert.deepEqual([dropped.steps.at(-1).step, dropped.delivery.state], ['turn', 'dropped']);
  assert.match(dropped.steps.at(-1).evidence, /^It was dropped on .*410 Gone/);

  for (let after: RetentionCursor | undefined = RETENTION_START; after !== undefined; ) {
    ({ after } = await app.shard.archive.pruneChanges(Date.now() + 3_600_000, after, 500));
  }
  const forgotten = (await client.post(`/api/Webhooks/${id}/Why`, { webhookId: dropped.delivery.webhookId })).json[0];
  assert.match(forgotten.steps[0].evidence, /the log no longer has that/);
  assert.equal(forgotten.steps.at(-1).step, 'turn');
  const none = (await client.post(`/api/Webhooks/${id}/Why`, { recordID: record })).json[0];
  assert.match(none.steps[0].evidence, /The log of changes has none of it/);

  const faults: [Json, string][] = [
    [[], ''],
    [{}, ''],
    [{ recordID: record, webhookId: 'msg_1' }, ''],
    [{ recordID: 'x' }, '/recordID'],
    [{ recordID: 0 }, '/recordID'],
    [{ webhookId: 7 }, '/webhookId'],
    [{ recordID: record, from: 'yesterday' }, '/from'],
    [{ recordID: record, from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, '/from'],
    [{ webhookId: 'msg_1', to: '2026-01-01T00:00:00Z' }, '/to'],
    [{ recordID: record, since: 1 }, '/since'],
  ];
  for (const [body, pointer] of faults) {
    const reply = await client.post(`/api/Webhooks/${id}/Why`, body);
    assert.deepEqual([reply.status, reply.json.errors?.[0].pointer], [400, pointer], JSON.stringify(body));
  }
  assert.equal((await client.post(`/api/Webhooks/${id}/Why`, { recordID: 999_999 })).status, 404);
  assert.equal((await client.post(`/api/Webhooks/${id}/Why`, { webhookId: 'msg_1' })).status, 404);
  assert.equal((await client.post('/api/Webhooks/999/Why', { recordID: record })).status, 404);
});
