// A dry run is the write itself, decided and not made.

import assert from 'node:assert/strict';
import type { Json, JsonObject } from '../src/lib/json.ts';
import { type Client, onBothEngines, type Reply, startApp } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';
import { allSettled, type Shown, startWebhookApp } from './support/webhooks.ts';

const replace = (path: string, value: Json): JsonObject => ({ op: 'replace', path, value });

async function tried(key: Client, type: string, body: Json): Promise<Shown> {
  const reply = await key.post(`/api/${type}/DryRun`, body);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(Object.keys(reply.json), ['record', 'changed', 'events', 'deliveries', 'otherDeliveries', 'effect']);
  return reply.json;
}

/** Times of the moment aside. */
function lasting(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !/On$/.test(field)));
}

onBothEngines('what a dry run shows is what the write then does, and until then nothing is written', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const list = async () => (await key.get('/api/WorkOrders?Deleted=true')).text;

  const body = { Name: 'Leak', LabourCost: 10, PartsCost: 2.5 };
  const creation = await tried(key, 'WorkOrders', { create: body });
  assert.equal(await list(), '[]');
  const made = await key.post('/api/WorkOrders', body);
  assert.deepEqual(lasting(creation.record), lasting(made.json));
  assert.deepEqual(Object.keys(creation.record), Object.keys(made.json));
  assert.equal(creation.record.Number, 'WO-000001');
  assert.deepEqual(creation.events, ['Created']);
  assert.deepEqual(creation.changed.slice(0, 3), [
    { field: 'Number', to: 'WO-000001' },
    { field: 'Name', to: 'Leak' },
    { field: 'Status', to: 'Open' },
  ]);

  const patch = [replace('/Status', 'Completed'), replace('/OtherCost', 1)];
  const before = await list();
  const change = await tried(key, 'WorkOrders', { id: 1, patch });
  assert.equal(await list(), before);
  const patched = await key.patch('/api/WorkOrders/1', patch);
  assert.deepEqual(lasting(change.record), lasting(patched.json));
  assert.deepEqual(change.events, ['Updated', 'Completed']);
  assert.deepEqual(
    change.changed.map(({ field, from, to }: Shown) => [field, from, field === 'CompletedOn' ? typeof to : to]),
    [
      ['Status', 'Open', 'Completed'],
      ['CompletedOn', null, 'string'],
      ['OtherCost', 0, 1],
      ['TotalCost', 12.5, 13.5],
    ],
  );

  const removal = await tried(key, 'WorkOrders', { id: 1, delete: true });
  assert.deepEqual(
    [removal.record.Deleted, removal.changed, removal.events],
    [true, [{ field: 'Deleted', from: false, to: true }], ['Updated']],
  );
  assert.equal((await key.get('/api/WorkOrders/1')).json.Deleted, false);
  await key.delete('/api/WorkOrders/1');

  const current = await key.get('/api/WorkOrders/1');
  for (const idle of [
    { id: 1, delete: true },
    { id: 1, patch: [replace('/Name', 'Leak')] },
    { id: 1, patch: [] },
  ]) {
    const nothing = await tried(key, 'WorkOrders', idle as Json);
    assert.deepEqual(nothing.record, current.json);
    assert.deepEqual([nothing.changed, nothing.events, nothing.deliveries], [[], [], []]);
  }
});

onBothEngines('the refusal that the write would get is the refusal that its dry run gets', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  await key.post('/api/Jobs', { Name: 'One', ExternalID: 'taken' });
  await key.post('/api/Jobs', { Name: 'Two' });
  const patched = (patch: Json) => ({ id: 2, patch });
  const asWritten: [Json, () => Promise<Reply>][] = [
    [{ create: { Nam: 'x' } }, () => key.post('/api/Jobs', { Nam: 'x' })],
    [{ create: 'x' }, () => key.post('/api/Jobs', 'x')],
    [{ create: null }, () => key.post('/api/Jobs', null)],
    [{ create: { Name: 'x', LocationID: 9 } }, () => key.post('/api/Jobs', { Name: 'x', LocationID: 9 })],
    [{ create: { Name: 'x', ExternalID: 'taken' } }, () => key.post('/api/Jobs', { Name: 'x', ExternalID: 'taken' })],
    ...[
      [replace('/Status', 'OnHold')],
      [replace('/CreatedBy', 'x')],
      [replace('/ExternalID', 'taken')],
      [{ op: 'test', path: '/Name', value: 'x' }],
      [{ op: 'set', path: '/Name' }],
      [{ op: 'remove', path: '/Nowhere' }],
      'no patch',
      null,
    ].map((patch): [Json, () => Promise<Reply>] => [
      patched(patch as Json),
      () => key.patch('/api/Jobs/2', patch as Json),
    ]),
    [{ id: 77, patch: [] }, () => key.patch('/api/Jobs/77', [])],
    [{ id: 77, delete: true }, () => key.delete('/api/Jobs/77')],
    [{ id: 2, delete: true, ifMatch: '"7"' }, () => key.delete('/api/Jobs/2', { 'if-match': '"7"' })],
    [{ id: 2, patch: [], ifMatch: 'W/"7"' }, () => key.patch('/api/Jobs/2', [], { 'if-match': 'W/"7"' })],
  ];
  const same = async ([body, write]: (typeof asWritten)[number]) => {
    const [dry, real] = [await key.post('/api/Jobs/DryRun', body), await write()];
    const { requestId: _, ...problem } = dry.json;
    const { requestId: __, ...expected } = real.json;
    assert.ok(real.status >= 400, real.text);
    assert.deepEqual([dry.status, problem], [real.status, expected], JSON.stringify(body));
    assert.equal(dry.headers.get('etag'), real.headers.get('etag'));
  };
  for (const one of asWritten) await same(one);
  for (const ifMatch of ['"1"', 'W/"1"']) {
    const held = await key.post('/api/Jobs/DryRun', { id: 2, delete: true, ifMatch });
    assert.equal(held.status, 200, held.text);
  }
  await app.shard.accounts.setFrozen(account, true);
  await same([{ create: { Name: 'x' } }, () => key.post('/api/Jobs', { Name: 'x' })]);
});

onBothEngines('a body that is no dry run is refused with its place', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  await key.post('/api/Tasks', { Name: 'One' });
  const cases: [Json, string][] = [
    [{}, ''],
    [[], ''],
    ['create', ''],
    [null, ''],
    [{ id: 1 }, ''],
    [{ ifMatch: '*' }, ''],
    [{ create: { Name: 'x' }, patch: [] }, ''],
    [{ id: 1, patch: [], delete: true }, ''],
    [{ craete: { Name: 'x' } }, '/craete'],
    [{ create: { Name: 'x' }, 'a/b': 1 }, '/a~1b'],
    [{ create: { Name: 'x' }, id: 1 }, '/id'],
    [{ create: { Name: 'x' }, ifMatch: '*' }, '/ifMatch'],
    [{ patch: [] }, '/id'],
    [{ id: '1', patch: [] }, '/id'],
    [{ id: 0, delete: true }, '/id'],
    [{ id: 1.5, delete: true }, '/id'],
    [{ id: 1, delete: false }, '/delete'],
    [{ id: 1, delete: true, ifMatch: 1 }, '/ifMatch'],
    [{ id: 1, delete: true, ifMatch: '1' }, '/ifMatch'],
    [{ id: 1, delete: true, ifMatch: null }, '/ifMatch'],
  ];
  for (const [body, pointer] of cases) {
    const { status, json } = await key.post('/api/Tasks/DryRun', body);
    assert.deepEqual([status, json.code, json.errors[0].pointer], [400, 'invalid_body', pointer], JSON.stringify(body));
  }
  const misspelt = await key.post('/api/Tasks/DryRun', { craete: {} });
  assert.match(misspelt.json.detail, /Did you mean create\?/);
  const once = await key.post('/api/Tasks/DryRun', { create: { Name: 'x' } }, { 'idempotency-key': 'x' });
  assert.deepEqual([once.status, once.json.code], [400, 'invalid_header']);
  const asked = await key.post('/api/Tasks/DryRun?take=1', { create: { Name: 'x' } });
  assert.deepEqual([asked.status, asked.json.code], [400, 'invalid_query']);
  const patch = await key.send('POST', '/api/Tasks/DryRun', {
    body: '[]',
    headers: { 'content-type': 'application/json-patch+json' },
  });
  assert.equal(patch.status, 415);
});

onBothEngines('a dry run says which subscriptions would hear of the write, and they then do', async (engine, t) => {
  const { app, account, client: key, subscribe, settled, deliveries } = await startWebhookApp(t, engine);
  const board = (await key.post('/api/Boards', { Name: 'Reactive' })).json.ID;
  const filter = { filterEntityType: 'Boards', filterConditionEntityID: board };
  const about = { entityType: 'WorkOrders', action: 'Updated' };
  const all = await subscribe({ ...about, name: 'All' });
  const onBoard = await subscribe({ ...about, ...filter });
  const completed = await subscribe({ ...about, action: 'Completed' });
  const another = await app.key(account);
  await subscribe(about, another);
  await subscribe({ ...about, ...filter }, another);
  await subscribe({ ...about, action: 'Completed' }, another);
  await key.post('/api/WorkOrders', { Name: 'Leak' });

  const order = '/api/WorkOrders/1';
  const set = (value: number | null) => [replace('/BoardID', value)];
  const first = await tried(key, 'WorkOrders', { id: 1, patch: set(null) });
  assert.deepEqual([first.deliveries, first.otherDeliveries], [[], 0], 'nothing changes');

  const renamed = await tried(key, 'WorkOrders', { id: 1, patch: [replace('/Name', 'Flood')] });
  assert.deepEqual(
    renamed.deliveries.map(({ webhook, name, outcome }: Shown) => [webhook, name, outcome]),
    [
      [all.id, 'All', 'sends'],
      [onBoard.id, null, 'filtered'],
    ],
  );
  assert.equal(renamed.deliveries[0].host, new URL(all.targetUrl).host);
  assert.match(renamed.deliveries[1].why, new RegExp(`narrowed to Boards ${board}`));
  assert.equal(renamed.otherDeliveries, 1);

  const moved = await tried(key, 'WorkOrders', { id: 1, patch: [...set(board), replace('/Status', 'Completed')] });
  assert.deepEqual(
    moved.deliveries.map(({ webhook, outcome }: Shown) => [webhook, outcome]),
    [
      [all.id, 'sends'],
      [onBoard.id, 'sends'],
      [completed.id, 'sends'],
    ],
  );
  assert.equal(moved.otherDeliveries, 3);
  for (const { id } of [all, onBoard, completed]) assert.deepEqual(await deliveries(id), [], 'nothing was sent');

  // What flaps reaches the filtered subscription once.
  await key.patch(order, set(board));
  await settled(onBoard.id, (found) => found.length === 1 && allSettled(found));
  await key.patch(order, set(null));
  await settled(all.id, (found) => found.length === 2 && allSettled(found));
  const again = await tried(key, 'WorkOrders', { id: 1, patch: set(board) });
  assert.deepEqual(
    again.deliveries.map(({ outcome }: Shown) => outcome),
    ['sends', 'suppressed'],
  );
  assert.match(again.deliveries[1].why, /repeat delivery \d+/);
  await key.patch(order, set(board));
  const log = await settled(onBoard.id, (found) => found.length === 2 && allSettled(found));
  assert.deepEqual(
    log.map(({ state }) => state),
    ['succeeded', 'suppressed'],
  );
});

onBothEngines('a subscription that is switched off is told of as off', async (engine, t) => {
  const { client: key, receiver, subscribe, subscription, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const record = await task();
  receiver.answer([410]);
  await rename(record, 'A');
  await settled(id, allSettled);
  const { active, deactivateReason } = await subscription(id);
  assert.equal(active, false);
  const { deliveries } = await tried(key, 'Tasks', { id: record, patch: [replace('/Name', 'B')] });
  assert.deepEqual([deliveries[0].outcome, deliveries[0].why], ['off', `It is switched off: ${deactivateReason}`]);
});

onBothEngines('the effect is the same as long as the write would do the same', async (engine, t) => {
  const { client: key, subscribe } = await startWebhookApp(t, engine);
  const effect = async (type: string, body: Json) => (await tried(key, type, body)).effect as string;
  const creation = { create: { Name: 'Leak', Status: 'Completed' } };
  const completion = { id: 1, patch: [replace('/Status', 'Completed')] };
  await key.post('/api/WorkOrders', { Name: 'One' });
  const first = [await effect('WorkOrders', creation), await effect('WorkOrders', completion)];
  assert.match(first[0]!, /^[0-9a-f]{64}$/);
  assert.notEqual(first[0], first[1]);

  // Time passes, others are created, and fields change that the write has nothing to do with.
  await key.post('/api/WorkOrders', { Name: 'Two' });
  await key.patch('/api/WorkOrders/1', [replace('/Description', 'Behind the boiler')]);
  assert.deepEqual([await effect('WorkOrders', creation), await effect('WorkOrders', completion)], first);

  const given = { id: 1, patch: [replace('/Status', 'Completed'), replace('/CompletedOn', '2026-01-05T10:00:00Z')] };
  const others = [
    await effect('WorkOrders', given),
    await effect('WorkOrders', { ...completion, id: 2 }),
    await effect('WorkOrders', { create: { Name: 'Leak' } }),
    await effect('WorkOrders', { id: 1, delete: true }),
    await effect('Tasks', creation),
  ];
  assert.equal(new Set([...first, ...others]).size, 7, 'all do something else');

  await subscribe({ entityType: 'WorkOrders', action: 'Completed' });
  assert.notEqual(await effect('WorkOrders', completion), first[1], 'somebody more hears of it');
  await key.patch('/api/WorkOrders/1', [replace('/Status', 'InProgress')]);
  assert.notEqual(await effect('WorkOrders', completion), first[1], 'it begins elsewhere');

  const orders = { create: { Name: 'Parts' } };
  const numbered = await effect('PurchaseOrders', orders);
  await key.post('/api/PurchaseOrders', { Number: 'PO-000002' });
  await key.post('/api/PurchaseOrders', {});
  assert.equal(await effect('PurchaseOrders', orders), numbered, 'whichever number is next');
  const own = await effect('PurchaseOrders', { create: { Name: 'Parts', Number: 'A-1' } });
  assert.notEqual(own, await effect('PurchaseOrders', { create: { Name: 'Parts', Number: 'A-2' } }));
});

onBothEngines('a dry run needs the right to write, and counts like any request', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '2' });
  const account = await app.account();
  const reader = await app.key(account, { preset: 'Reporting' });
  const refused = await reader.post('/api/Tasks/DryRun', { create: { Name: 'x' } });
  assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden']);
  const key = await app.key(account);
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await key.post('/api/Tasks/DryRun', { create: { Name: 'x' } })).status);
  assert.deepEqual(statuses, [200, 200, 429]);
});

onBothEngines(
  'what a dry run carries is read as the write would be: as deep, and with the same pointers',
  async (engine) => {
    const app = await sharedApp(engine);
    const key = await app.key(await app.account());
    const nested = (levels: number): Json => (levels === 0 ? 1 : { a: nested(levels - 1) });
    const task = (levels: number) => ({ Name: 'Deep', CustomFields: nested(levels) });
    const made = await key.post('/api/Tasks', task(127));
    assert.equal(made.status, 201, made.text);
    assert.equal((await key.post('/api/Tasks/DryRun', { create: task(127) })).status, 200);
    const id = (await key.post('/api/Tasks', { Name: 'Flat' })).json.ID;
    const deepen = (levels: number): Json => [{ op: 'replace', path: '/CustomFields', value: nested(levels) }];
    assert.equal((await key.post('/api/Tasks/DryRun', { id, patch: deepen(127) })).status, 200);
    const deep = await key.patch(`/api/Tasks/${id}`, deepen(127));
    assert.deepEqual([deep.status, deep.json.CustomFields], [200, made.json.CustomFields], deep.text);
    const inside = [{ op: 'replace', path: `/CustomFields${'/a'.repeat(127)}`, value: 2 }];
    assert.equal((await key.patch(`/api/Tasks/${id}`, inside)).status, 200);
    const rename = (value: Json): Json => [{ op: 'replace', path: '/Name', value }];
    const pairs = [
      [await key.post('/api/Tasks', task(128)), await key.post('/api/Tasks/DryRun', { create: task(128) })],
      [
        await key.patch(`/api/Tasks/${id}`, rename('\0')),
        await key.post('/api/Tasks/DryRun', { id, patch: rename('\0') }),
      ],
    ] as const;
    const refused = await key.patch(`/api/Tasks/${id}`, deepen(128));
    const rehearsed = await key.post('/api/Tasks/DryRun', { id, patch: deepen(128) });
    for (const { status, json } of [refused, rehearsed])
      assert.deepEqual([status, json.code, json.errors[0].pointer], [400, 'invalid_patch', '/0/value']);
    for (const [write, rehearsed] of pairs) {
      assert.deepEqual([write.status, write.json.code], [400, 'invalid_json']);
      assert.deepEqual([rehearsed.json.code, rehearsed.json.errors], [write.json.code, write.json.errors]);
    }
    const other = await key.send('POST', '/api/Tasks/DryRun', {
      body: '{"id":9007199254740993,"patch":[]}',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(other.json.errors[0].pointer, '/id');
  },
);

onBothEngines('what a proposal carries is read as the write would be, in a plan, too', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const nested = (levels: number): Json => (levels === 0 ? 1 : { a: nested(levels - 1) });
  const create = (levels: number) => ({ Name: 'Deep', CustomFields: nested(levels) });
  const { ID: id } = (await key.post('/api/Tasks', { Name: 'Flat' })).json;
  const patch = (value: Json): Json => [{ op: 'replace', path: '/CustomFields', value }];
  const wishes = (levels: number): { [name: string]: Json }[] => [
    { create: create(levels) },
    { id, patch: patch(nested(levels)) },
  ];
  const wish = { type: 'Tasks', reason: 'Because' };
  const propose = (write: { [name: string]: Json }) => [
    key.post('/api/Proposals', { ...wish, ...write }),
    key.post('/api/Proposals', {
      title: 'Plan',
      steps: [
        { ...wish, create: { Name: 'First' } },
        { ...wish, ...write },
      ],
    }),
  ];
  for (const write of wishes(127)) {
    for (const reply of await Promise.all(propose(write))) assert.equal(reply.status, 201, reply.text);
  }
  for (const [write, code, pointer] of [
    [wishes(128)[0]!, 'invalid_json', `/CustomFields${'/a'.repeat(127)}`],
    [wishes(128)[1]!, 'invalid_patch', '/0/value'],
    [{ create: { Name: '\0' } }, 'invalid_json', '/Name'],
    [{ id, patch: patch('\0') }, 'invalid_json', '/0/value'],
  ] as const) {
    const [alone, planned] = await Promise.all(propose(write));
    for (const [reply, before] of [
      [alone!, ''],
      [planned!, '/steps/1'],
    ] as const) {
      assert.deepEqual([reply.status, reply.json.code, reply.json.errors[0].pointer], [400, code, before + pointer]);
    }
  }
});
