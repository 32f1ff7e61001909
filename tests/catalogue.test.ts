// What generic clients build on: the description of the record types, and what records are called.

import assert from 'node:assert/strict';
import type { JsonObject } from '../src/lib/json.ts';
import { onBothEngines, onEitherEngine } from './support/app.ts';
import { createOneOfEach, typesInOrder } from './support/minimal-records.ts';
import { sharedApp } from './support/shared-app.ts';

interface Described {
  readonly name: string;
  readonly title: string[];
  readonly search: string[];
  readonly fields: { [attribute: string]: unknown; name: string; kind: string; required: boolean; readOnly: boolean }[];
  readonly states: null | { [attribute: string]: unknown };
  readonly events: string[];
  readonly webhookFilter: unknown;
}

onEitherEngine('the catalogue describes what the key may read, and nothing else', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const full = await app.key(account);
  const all: Described[] = (await full.get('/api/Catalogue')).json;
  assert.deepEqual(all.map(({ name }) => name).sort(), [...typesInOrder].sort());

  const forms = await app.key(account, { preset: undefined, role: 'ReadOnly', areas: ['Forms'] });
  const few: Described[] = (await forms.get('/api/Catalogue')).json;
  assert.deepEqual(
    few.map(({ name }) => name),
    ['Forms', 'FormTemplates'],
  );
  const none = await app.key(account, { preset: undefined, role: 'Admin', areas: ['Webhooks'] });
  assert.deepEqual((await none.get('/api/Catalogue')).json, []);
});

onBothEngines('a form made from the catalogue alone is taken, and every field is as described', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const ids: Record<string, number> = await createOneOfEach(key, 'first');
  const types: Described[] = (await key.get('/api/Catalogue')).json;
  for (const { name, fields } of types) {
    const required = fields.filter((field) => field.required);
    const body: JsonObject = Object.fromEntries(
      required.map((field) => [field.name, field.kind === 'reference' ? ids[field.to as string]! : leastOf(field)]),
    );
    const reply = await key.post(`/api/${name}`, body);
    assert.equal(reply.status, 201, `${name}: ${reply.text}`);
    assert.deepEqual(
      Object.keys(reply.json),
      fields.map((field) => field.name),
    );
    for (const field of fields) {
      if (field.readOnly || field.required || (name === 'PurchaseOrders' && field.name === 'Number')) continue;
      assert.deepEqual(reply.json[field.name], field.default, `${name}.${field.name}`);
    }
    for (const missing of required) {
      const { [missing.name]: _, ...rest } = body;
      assert.equal((await key.post(`/api/${name}`, rest)).status, 400, `${name} without ${missing.name}`);
    }
  }
});

function leastOf({ name, kind, values, format }: Described['fields'][number]): string {
  if (kind === 'enum') return (values as string[])[0]!;
  assert.equal(kind, 'text', `${name} has to be given, and is no text`);
  return format === 'email' ? 'second@example.com' : 'second';
}

onBothEngines('limits, choices, states and filters are in the catalogue', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const types: Described[] = (await key.get('/api/Catalogue')).json;
  const orders = types.find(({ name }) => name === 'PurchaseOrders')!;
  const lines = orders.fields.find(({ name }) => name === 'Lines')!;
  assert.deepEqual([orders.title, lines.key], [['Number', 'VendorID'], 'Line']);
  const items = lines.items as Described['fields'];
  assert.partialDeepStrictEqual(
    items.find(({ name }) => name === 'Quantity'),
    { kind: 'decimal', places: 4, above: 0, required: true },
  );
  assert.partialDeepStrictEqual(
    items.find(({ name }) => name === 'ProductID'),
    { kind: 'reference', to: 'Products', nullable: true },
  );
  const tasks = types.find(({ name }) => name === 'Tasks')!;
  assert.partialDeepStrictEqual(tasks, {
    singular: 'task',
    plural: 'tasks',
    path: '/api/Tasks',
    search: ['Name', 'Description', 'TaskExternalMessagingID', 'ExternalID'],
    states: {
      field: 'Status',
      initial: 'Open',
      moves: { Completed: ['Open'] },
      stamps: { Completed: 'CompletedOn' },
      asks: { Completed: ['Result', 'SpentMinutes'] },
    },
    events: ['Created', 'Completed', 'Updated', 'Cancelled'],
    webhookFilter: null,
  });
  assert.partialDeepStrictEqual(
    tasks.fields.find(({ name }) => name === 'Priority'),
    { kind: 'enum', values: ['None', 'Low', 'Medium', 'High', 'Urgent'], default: 'None' },
  );
  assert.partialDeepStrictEqual(
    tasks.fields.find(({ name }) => name === 'Name'),
    { kind: 'text', max: 200, required: true, nullable: false, readOnly: false, indexed: true },
  );
  const boards = types.find(({ name }) => name === 'Boards')!;
  assert.deepEqual(boards.states, null);
  assert.deepEqual(types.find(({ name }) => name === 'WorkOrders')!.webhookFilter, {
    entityType: 'Boards',
    field: 'BoardID',
  });
});

onBothEngines('whoever has the catalogue is told so, compressed or not', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  for (const packing of ['identity', 'gzip']) {
    const first = await key.get('/api/Catalogue', { 'accept-encoding': packing });
    const etag = first.headers.get('etag')!;
    const second = await key.get('/api/Catalogue', { 'if-none-match': etag });
    assert.deepEqual([second.status, second.text, second.headers.get('etag')], [304, '', etag]);
    const head = await key.send('HEAD', '/api/Catalogue', { headers: { 'accept-encoding': packing } });
    assert.deepEqual([head.status, head.headers.get('etag'), head.text], [200, etag, '']);
    const less = await app.key(account, { preset: 'Maintenance' });
    assert.equal((await less.get('/api/Catalogue', { 'if-none-match': etag })).status, 200, 'they may read less');
  }
});

onBothEngines('references are given names, several types at once', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const vendor = (await key.post('/api/Vendors', { Name: 'Northgate' })).json.ID;
  await key.post('/api/PurchaseOrders', { VendorID: vendor });
  await key.post('/api/PurchaseOrders', {});
  await key.post('/api/Tasks', { Name: 'Check the valve' });
  await key.delete('/api/Tasks/1');
  const asked = { PurchaseOrders: [1, 2, 1, 77], Tasks: [1], Vendors: [], Boards: [5] };
  const reply = await key.post('/api/Names', asked);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json, {
    PurchaseOrders: {
      1: { title: 'PO-000001 · Northgate', state: 'Draft', deleted: false },
      2: { title: 'PO-000002', state: 'Draft', deleted: false },
    },
    Tasks: { 1: { title: 'Check the valve', state: 'Open', deleted: true } },
    Vendors: {},
    Boards: {},
  });
});

onBothEngines('a request for names that cannot be meant is refused with its place', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  const many = Array.from({ length: 600 }, (_, index) => index + 1);
  const cases: [unknown, string][] = [
    [[], ''],
    ['text', ''],
    [null, ''],
    [{ Assets: many, Tasks: many }, ''],
    [{ assets: [4] }, '/assets'],
    [{ 'a/b~': [4] }, '/a~1b~0'],
    [{ __proto__: [4], constructor: [4] }, '/constructor'],
    [{ Tasks: 4 }, '/Tasks'],
    [{ Tasks: [1, '2'] }, '/Tasks/1'],
    [{ Tasks: [0] }, '/Tasks/0'],
    [{ Tasks: [1.5] }, '/Tasks/0'],
    [{ Tasks: [null] }, '/Tasks/0'],
  ];
  for (const [body, pointer] of cases) {
    const reply = await key.post('/api/Names', body as never);
    const what = `${JSON.stringify(body).slice(0, 60)}: ${reply.text.slice(0, 300)}`;
    assert.deepEqual(
      [reply.status, reply.json.code, reply.json.errors[0].pointer],
      [400, 'invalid_body', pointer],
      what,
    );
  }
  assert.equal((await key.post('/api/Names', { Assets: many })).status, 200);

  const forms = await app.key(account, { preset: undefined, role: 'ReadOnly', areas: ['Forms'] });
  const refused = await forms.post('/api/Names', { Forms: [1], Assets: [1] });
  assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden']);
  assert.match(refused.json.detail, /read Assets/);
  assert.equal((await forms.post('/api/Names', { Forms: [1] })).status, 200);
});
