import assert from 'node:assert/strict';
import { SAMPLE_RECORD_ID } from '../../src/webhooks/subscriptions/sample-record.ts';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, bodyOf, type Shown, startWebhookApp } from '../support/webhooks.ts';

const DAY_MS = 86_400_000;

onBothEngines('a rehearsal counts what would have matched and what came near; samples are real', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { app, account, client, receiver, subscribe, settled } = await startWebhookApp(t, engine, {
    DATABASE_URL: url,
  });
  const boards: number[] = [];
  for (const Name of ['Turnovers', 'Compliance', 'Repairs'])
    boards.push((await client.post('/api/Boards', { Name })).json.ID);
  const [turnovers, compliance, repairs] = boards as [number, number, number];
  const made = [turnovers, compliance, repairs, repairs, null];
  for (const BoardID of made) await client.post('/api/WorkOrders', { Name: `Of ${BoardID}`, BoardID });
  // One of long ago, and one of yesterday.
  const moved = (record: number, days: number) =>
    runSql(
      url,
      `UPDATE changes SET committed_on = committed_on - ${days * DAY_MS} WHERE type = 'WorkOrders' AND record_id = ${record}`,
    );
  await moved(3, 40);
  await moved(4, 1);

  const rehearse = async (fields: object) => {
    const reply = await client.post('/api/Webhooks/Rehearse', {
      entityType: 'WorkOrders',
      action: 'Created',
      ...fields,
    });
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  const all = await rehearse({});
  assert.deepEqual([all.matched, all.unfiltered, all.nearby, all.cut, all.days], [4, 4, [], false, 30]);
  assert.deepEqual(
    all.perDay.slice(-2).map(({ count }: Shown) => count),
    [1, 3],
  );
  assert.equal(all.perDay.length, 30);
  assert.equal(all.perDay.at(-1).day, new Date().toISOString().slice(0, 10));

  const filtered = await rehearse({ filterEntityType: 'Board', filterConditionEntityID: turnovers });
  assert.deepEqual([filtered.matched, filtered.unfiltered], [1, 4]);
  assert.deepEqual(filtered.nearby, [
    { id: compliance, title: 'Compliance', count: 1 },
    { id: repairs, title: 'Repairs', count: 1 },
  ]);
  assert.deepEqual([filtered.sample.real, filtered.sample.body.data.Name], [true, `Of ${turnovers}`]);

  const nothing = await rehearse({ action: 'Cancelled', headers: { 'X-Secret': 'hush' } });
  assert.deepEqual([nothing.matched, nothing.sample.real, nothing.sample.body.data.ID], [0, false, SAMPLE_RECORD_ID]);
  assert.equal(nothing.sample.headers['X-Secret'], '***');
  assert.ok(!JSON.stringify(nothing).includes('hush'));

  const others = await rehearse({ includeOwn: false });
  assert.deepEqual([others.matched, others.unfiltered], [0, 0], 'this key made them all');
  const someone = await app.key(account, { name: 'Somebody else' });
  await someone.post('/api/WorkOrders', { Name: 'Theirs' });
  assert.equal((await rehearse({ includeOwn: false })).matched, 1);

  // What is foretold is what arrives, the record and its times aside.
  const { sample } = await rehearse({ headers: { 'X-Secret': 'hush' } });
  const { id } = await subscribe({ entityType: 'WorkOrders', action: 'Created', headers: { 'X-Secret': 'hush' } });
  await someone.post('/api/WorkOrders', { Name: 'Theirs again' });
  await settled(id, allSettled);
  const [received] = receiver.requests as [Shown];
  assert.deepEqual(Object.keys(sample.body), Object.keys(bodyOf(received)));
  assert.deepEqual(Object.keys(sample.body.data), Object.keys(bodyOf(received).data));
  for (const name of Object.keys(sample.headers)) assert.ok(name.toLowerCase() in received.headers, name);

  for (const [body, pointer] of [
    [{ entityType: 'Work' }, '/entityType'],
    [{ entityType: 'Tasks', action: 'Sent' }, '/action'],
    [{ entityType: 'Tasks', action: 'Created', targetUrl: 'http://x' }, '/targetUrl'],
    [{ entityType: 'Tasks', action: 'Created', active: true }, '/active'],
  ] as const) {
    const reply = await client.post('/api/Webhooks/Rehearse', body);
    assert.deepEqual([reply.status, reply.json.errors[0].pointer], [400, pointer]);
  }
  assert.equal((await client.get('/api/Webhooks')).json.length, 1, 'nothing was made');

  const none = await client.get('/api/Webhooks/Sample?entityType=tasks&action=CREATED');
  assert.equal(none.status, 200, none.text);
  assert.deepEqual([none.json.length, none.json[0].data.ID], [1, SAMPLE_RECORD_ID]);
  for (const Name of ['One', 'Two', 'Three', 'Four']) await client.post('/api/Tasks', { Name });
  const some = (await client.get('/api/Webhooks/Sample?entityType=Tasks&action=Created')).json;
  assert.deepEqual(
    some.map(({ data }: Shown) => data.Name),
    ['Four', 'Three', 'Two'],
  );
  assert.deepEqual(some[0].data, (await client.get(`/api/Tasks/${some[0].data.ID}`)).json);
  assert.deepEqual(Object.keys(some[0]), ['data', 'submitter', 'processedDate']);

  for (const query of [
    '',
    'entityType=Tasks',
    'entityType=Tasks&action=Sent',
    'entityType=Boards&action=Created',
    'entityType=Tasks&action=Created&x=1',
  ]) {
    assert.equal((await client.get(`/api/Webhooks/Sample?${query}`)).status, 400, query);
  }
  const narrow = await app.key(account, { preset: undefined, role: 'Manager', areas: ['Webhooks', 'Forms'] });
  assert.equal((await narrow.get('/api/Webhooks/Sample?entityType=Tasks&action=Created')).status, 403);
  assert.equal((await narrow.post('/api/Webhooks/Rehearse', { entityType: 'Tasks', action: 'Created' })).status, 403);
});
