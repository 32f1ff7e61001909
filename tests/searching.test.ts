// `search`, `contains` and `fields`: what of a list is found, and what of a record is shown.

import assert from 'node:assert/strict';
import { sample } from './conformance/samples.ts';
import { type Client, onBothEngines } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';

const long = '修'.repeat(10_000);

const tasks = [
  { Name: 'Service the BOILER', Description: null, Priority: 'High' },
  { Name: 'Replace filter', Description: 'Behind the boiler room, left: valve', Priority: 'Low' },
  { Name: 'Call', Description: null, TaskExternalMessagingID: 40123, ExternalID: 'Straße-7' },
  { Name: 'Boiler, old', Description: null, Deleted: true },
  { Name: '100% sure_thing', Description: null, Notes: 'boiler' },
];

async function idsOf(key: Client, path: string): Promise<number[]> {
  const reply = await key.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.json.map(({ ID }: { ID: number }) => ID);
}

onBothEngines(
  'search finds a text in any of the fields that people know a record by, beside all else',
  async (engine) => {
    const app = await sharedApp(engine);
    const account = await app.account();
    await app.shard.bulk(account).load(
      'Tasks',
      tasks.map((given, n) => sample('Tasks', n + 1, given)),
    );
    const key = await app.key(account);
    const finds: [query: string, ids: number[]][] = [
      ['search=boiler', [1, 2]],
      ['search=BoIlEr&Deleted=true', [1, 2, 4]],
      ['search=boiler&orderby=Name', [2, 1]],
      ['search=boiler&Priority=High+ge&extFilter=true', [1]],
      ['search=boiler&Name=FILTER&fuzzy=true', [2]],
      ['search=boiler&contains=Description:VALVE', [2]],
      ['search=012', [3]],
      ['search=STRASSE', [3]],
      ['search=%25', [5]],
      ['search=_', [5]],
      ['search=nothing', []],
      ['contains=Name:boiler', [1]],
      ['contains=name:BOILER&contains=Name:service', [1]],
      ['contains=Name:boiler&contains=Name:filter', []],
      ['contains=Name:boiler&extFilter=true&Priority=Low+gt', [1]],
      ['contains=Description:left: valve', [2]],
      ['contains=Priority:hig', [1]],
      ['contains=TaskExternalMessagingID:0123', [3]],
      ['contains=CreatedOn:2026-01&take=2', [1, 2]],
    ];
    for (const [query, ids] of finds) assert.deepEqual(await idsOf(key, `/api/Tasks?${query}`), ids, query);
    const counted = await key.get('/api/Tasks?search=boiler&take=1&count=true');
    assert.deepEqual([counted.headers.get('x-total-count'), counted.json.length], ['2', 1]);
    assert.match(counted.headers.get('link') ?? '', /search=boiler&take=1&count=true&skip=1>; rel="next"/);

    const refusals: [query: string, parameter: string, message: RegExp][] = [
      ['search=', 'search', /nothing to search for/],
      ['search=a&SEARCH=b', 'search', /Given 2 times/],
      ['contains=boiler', 'contains', /no colon.*Name:boiler/],
      ['contains=Name:', 'contains', /no text behind the colon/],
      ['contains=Nmae:x', 'contains', /no property "Nmae".*"Name"/],
      ['contains=CustomFields:x', 'contains', /holds an object/],
      ['contains=Required:true', 'contains', /true or false/],
      ['serach=x', 'serach', /Did you mean "search"/],
    ];
    for (const [query, parameter, message] of refusals) {
      const { status, json } = await key.get(`/api/Tasks?${query}`);
      assert.deepEqual([status, json.code, json.errors[0].parameter], [400, 'invalid_query', parameter], query);
      assert.match(json.errors[0].message, message);
    }
    const nothing = await key.get('/api/Webhooks?search=x');
    assert.deepEqual([nothing.status, nothing.json.errors[0].parameter], [400, 'search']);
    assert.equal((await key.get('/api/Webhooks?contains=name:x')).status, 200);
  },
);

onBothEngines(
  'fields shows these alone, in the order of the record, byte for byte, on lists and on one record',
  async (engine) => {
    const app = await sharedApp(engine);
    const account = await app.account();
    await app.shard.bulk(account).load(
      'Tasks',
      Array.from({ length: 60 }, (_, n) =>
        sample('Tasks', n + 1, { Name: `"T${n}", {\\`, CustomFields: { a: [1e-7, '}'] } }),
      ),
    );
    const key = await app.key(account);
    const whole = await key.get('/api/Tasks/3');
    const some = await key.get('/api/Tasks/3?fields=Status,customfields,%20Name');
    const { ID, Name, Status, CustomFields } = whole.json;
    assert.equal(some.text, JSON.stringify({ ID, Name, Status, CustomFields }));
    assert.equal(some.headers.get('etag'), whole.headers.get('etag'));
    const unchanged = await key.get('/api/Tasks/3?fields=Name', { 'if-none-match': whole.headers.get('etag')! });
    assert.equal(unchanged.status, 304);
    for (const take of [0, 1, 25, 60]) {
      const [all, cut] = [
        await key.get(`/api/Tasks?take=${take}`),
        await key.get(`/api/Tasks?take=${take}&fields=Name,ID`),
      ];
      const expected = all.json.map((one: { ID: number; Name: string }) => ({ ID: one.ID, Name: one.Name }));
      assert.deepEqual(cut.json, expected);
      assert.equal(
        cut.headers.get('link'),
        all.headers.get('link')?.replaceAll(`take=${take}`, `take=${take}&fields=Name,ID`),
      );
    }
    const refusals: [path: string, message: RegExp][] = [
      ['/api/Tasks?fields=Nmae', /no property "Nmae" to show. Did you mean "Name"/],
      ['/api/Tasks?fields=', /name is missing/],
      ['/api/Tasks?fields=Name,name', /named more than once/],
      ['/api/Tasks?fields=Name&fields=ID', /Given 2 times/],
      ['/api/Tasks/3?fields=Nmae', /no property "Nmae"/],
      ['/api/Tasks/3?fields=Name&fields=ID', /Given 2 times/],
      ['/api/Tasks/3?take=3', /takes fields and version alone/],
    ];
    for (const [path, message] of refusals) {
      const { status, json } = await key.get(path);
      assert.deepEqual([status, json.code], [400, 'invalid_query'], path);
      assert.match(json.errors[0].message, message);
    }
    const target = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://example.com/hook' };
    assert.equal((await key.post('/api/Webhooks', target)).status, 201);
    assert.equal((await key.get('/api/Webhooks?fields=action')).text, '[{"id":1,"action":"Created"}]');
    assert.equal((await key.get('/api/Webhooks/1/Deliveries?fields=state')).text, '[]');
  },
);

onBothEngines('fields of a page of many large records come in pieces, and are whole', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  // Some fit one text, all together do not.
  await app.shard.bulk(account).load(
    'Tasks',
    Array.from({ length: 60 }, (_, n) => sample('Tasks', n + 1, { Name: `T${n}`, Description: long, Result: long })),
  );
  const key = await app.key(account);
  for (const take of [10, 60]) {
    const reply = await key.get(`/api/Tasks?take=${take}&fields=Name`);
    const { json } = await key.get(`/api/Tasks?take=${take}`);
    assert.deepEqual(
      reply.json,
      json.map(({ ID, Name }: { ID: number; Name: string }) => ({ ID, Name })),
    );
  }
});
