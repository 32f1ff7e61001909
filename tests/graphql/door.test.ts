import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildClientSchema, getIntrospectionQuery, printSchema, validateSchema } from 'graphql';
import { createSchema } from '../../src/api/graphql/schema.ts';
import { type Area, areas, recordTypes } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/lib/json.ts';
import { type Client, onEitherEngine, startApp } from '../support/app.ts';
import { createOneOfEach } from '../support/minimal-records.ts';
import { sharedApp } from '../support/shared-app.ts';

test('the schema of every set of areas is a valid one', () => {
  const sets = 2 ** (areas.length - 1);
  for (let set = 0; set < sets; set++) {
    const chosen = areas.filter((_, n) => set & (1 << n));
    const schema = createSchema(recordTypes.filter(({ area }) => chosen.includes(area as never)));
    Object.assign(schema, { __validationErrors: undefined });
    assert.deepEqual(validateSchema(schema), [], chosen.join());
  }
});

onEitherEngine('a query is answered over POST and GET, and tells its cost', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account('Harbour'));
  await createOneOfEach(key, 'first');
  const query = 'query Q($id: Integer!) { board(id: $id) { ID Name } me { account { name } } __typename }';
  const expected = { board: { ID: 1, Name: 'first' }, me: { account: { name: 'Harbour' } }, __typename: 'Query' };
  const posted = await key.post('/graphql', { query, variables: { id: 1 }, operationName: 'Q' });
  assert.deepEqual(posted.json, { data: expected, extensions: { cost: 3 } });
  assert.equal(posted.headers.get('content-type'), 'application/json; charset=utf-8');
  const address = `/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent('{"id":1}')}`;
  const got = await key.get(address, { accept: 'application/graphql-response+json' });
  assert.deepEqual(got.json.data, expected);
  assert.equal(got.headers.get('content-type'), 'application/graphql-response+json; charset=utf-8');
  for (const [accept, type] of [
    ['application/json;q=0.9, application/graphql-response+json', 'application/graphql-response+json'],
    ['application/json, Application/GraphQL-Response+JSON', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json;q=0.5', 'application/json'],
    ['*/*, application/graphql-response+json;q=0', 'application/json'],
  ] as const) {
    const answer = await key.get(address, { accept });
    assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`, accept);
  }
  const unnamed = await key.get('/graphql?query={me{account{name}}}&operationName=');
  assert.deepEqual(unnamed.json.data, { me: expected.me });
  const missing = await key.post('/graphql', { query: '{ task(id: 99) { ID } other: task(id: -1) { ID } }' });
  assert.deepEqual(missing.json.data, { task: null, other: null });
});

onEitherEngine('null or an empty text through a variable counts as not given', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  const { ID: AssetID } = (await key.post('/api/Assets', { Name: 'Lift' })).json;
  await key.post('/api/WorkOrders', { Name: 'Alone' });
  await key.post('/api/WorkOrders', { Name: 'Of the lift', AssetID });
  const both = ['Alone', 'Of the lift'];
  const found = async (query: string, variables: Json) => {
    const reply = await key.post('/graphql', { query: `query ${query}`, variables });
    assert.equal(reply.status, 200, `${query} ${JSON.stringify(variables)} ${reply.text}`);
    return reply.json.data.workOrders.nodes.map(({ Name }: { Name: string }) => Name);
  };
  const list = (declared: string, given: string) => `(${declared}) { workOrders(${given}) { nodes { Name } } }`;
  const arguments_ = list(
    '$search: String, $orderby: String, $take: Int, $skip: Integer, $deleted: Boolean, $filter: WorkOrderFilter',
    'search: $search, orderby: $orderby, take: $take, skip: $skip, deleted: $deleted, filter: $filter',
  );
  const names = ['search', 'orderby', 'take', 'skip', 'deleted', 'filter'];
  for (const empty of [null, '']) {
    const all = Object.fromEntries(names.map((name) => [name, empty]));
    assert.deepEqual(await found(arguments_, all), both);
    for (const filter of [{ AssetID: empty }, { AssetID: { eq: empty, in: empty }, DueOn: { ge: empty } }])
      assert.deepEqual(await found(arguments_, { filter }), both);
    const within = list('$id: Integer, $from: Timestamp', 'filter: { AssetID: { eq: $id }, DueOn: { ge: $from } }');
    assert.deepEqual(await found(within, { id: empty, from: empty }), both);
  }
  const required = list('$text: String!', 'search: $text, filter: { Name: { contains: $text } }');
  assert.deepEqual(await found(required, { text: '' }), both);
  const usually = list('$name: String = "Alone"', 'filter: { Name: { eq: $name } }');
  assert.deepEqual(await found(usually, {}), ['Alone']);
  assert.deepEqual(await found(usually, { name: null }), both, 'a default is for what is left out');

  const isNull = list('$isNull: Boolean', 'filter: { AssetID: { isNull: $isNull } }');
  assert.deepEqual(await found(isNull, { isNull: true }), ['Alone']);
  assert.deepEqual(await found(isNull, { isNull: false }), ['Of the lift']);
  assert.deepEqual(await found(isNull, { isNull: null }), both);
  assert.deepEqual(await found(arguments_, { filter: { AssetID: { isNull: true } } }), ['Alone']);
  assert.deepEqual(await found(list('$ids: [Integer]', 'filter: { AssetID: { in: $ids } }'), { ids: [null] }), [
    'Alone',
  ]);
  assert.deepEqual(await found('{ workOrders(filter: { AssetID: { eq: null } }) { nodes { Name } } }', {}), ['Alone']);
});

onEitherEngine('me is what REST says of the key', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account('Harbour'));
  const { json: expected } = await key.get('/api/Me');
  const fieldsOf = (value: object): string =>
    Object.entries(value)
      .map(([name, own]) =>
        name === 'permissions' || own !== Object(own) || Array.isArray(own) ? name : `${name} { ${fieldsOf(own)} }`,
      )
      .join(' ');
  const reply = await key.post('/graphql', { query: `{ me { ${fieldsOf(expected)} } }` });
  assert.deepEqual(reply.json.data, { me: expected });
});

onEitherEngine('a filter on Deleted says which records are shown', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  for (const Name of ['one', 'two', 'three']) await key.post('/api/Vendors', { Name });
  await key.delete('/api/Vendors/2');
  for (const [filter, shown] of [
    ['{eq: true}', [2]],
    ['{ne: false}', [2]],
    ['{eq: false}', [1, 3]],
    ['{in: [true, false]}', [1, 2, 3]],
    // What says nothing hides them, as leaving it out does: a variable that was not given is nothing.
    ['{}', [1, 3]],
    ['{eq: $deleted}', [1, 3]],
  ] as const) {
    const variable = filter.includes('$') ? 'query ($deleted: Boolean) ' : '';
    const asked = { query: `${variable}{ vendors(filter: {Deleted: ${filter}}) { nodes { ID } } }` };
    const { nodes } = (await key.post('/graphql', asked)).json.data.vendors;
    assert.deepEqual(
      nodes,
      shown.map((ID) => ({ ID })),
      filter,
    );
  }
  const rest = (await key.get('/api/Vendors?Deleted=false ne&extFilter=true&fields=ID')).json;
  assert.deepEqual(rest, [{ ID: 2 }]);
});

test('what cannot be read is refused as GraphQL says, with our code and the id of the request', async () => {
  const app = await sharedApp('sqlite');
  const key = await app.key(await app.account());
  const refusals: [query: string, code: string, message: RegExp][] = [
    [
      '{ tasks(orderby: "Nam") { more } }',
      'invalid_query',
      /orderby: There is no property "Nam".* Did you mean "Name"/,
    ],
    [
      '{ tasks(filter: { DueOn: { lt: "soon" } }) { more } }',
      'invalid_query',
      /filter.DueOn.lt: "soon" is not a timestamp/,
    ],
    ['{ tasks(filter: { DueOn: { lt: null } }) { more } }', 'invalid_query', /Compare null with eq or ne/],
    ['{ tasks(filter: { DueOn: null }) { more } }', 'invalid_query', /isNull: true/],
    ['{ tasks(filter: { Status: { in: [Opn] } }) { more } }', 'invalid_document', /Opn.*Did you mean.*Open/],
    ['{ tasks(search: "") { more } }', 'invalid_query', /nothing to search for/],
    ['{ tasks(filter: { DueOn: { isNull: null } }) { more } }', 'invalid_query', /isNull: Write true or false/],
    ['{ tasks { Name } }', 'invalid_document', /Cannot query field "Name" on type "TaskPage"/],
    ['{ a: tasks { more } a: boards { more } }', 'invalid_document', /"a" conflict/],
    ['{ tasks { more } tasks(take: 2) { more } }', 'invalid_document', /"tasks" conflict/],
    ['query A { me { shardID } } query B { me { shardID } }', 'invalid_document', /several operations/],
    ['{ history(type: Tasks, id: 1, field: ["Nam"]) { more } }', 'invalid_query', /no field "Nam"/],
  ];
  for (const [query, code, message] of refusals) {
    const reply = await key.post('/graphql', { query });
    assert.equal(reply.status, 400, query);
    const [error] = reply.json.errors;
    assert.match(error.message, message, query);
    assert.equal(error.extensions.code, code, query);
    assert.equal(error.extensions.requestId, reply.headers.get('x-request-id'));
    assert.equal(reply.json.data, undefined);
  }
  const merged =
    '{ tasks(filter: { ID: { gt: 1, lt: 5 } }) { nodes { ID } } ... on Query { tasks(filter: { ID: { lt: 5, gt: 1 } }) { more } } }';
  assert.equal((await key.post('/graphql', { query: merged })).status, 200, 'members in another order are the same');
  const optional = 'query A($status: TaskStatus) { tasks(filter: { Status: { eq: $status } }) { more } }';
  const misspelt = await key.post('/graphql', { query: optional, variables: { statsu: 'Open' } });
  assert.match(misspelt.json.errors[0].message, /no variable \$statsu in the query; it declares \$status/);
  const shared = { query: `${optional} query B { me { shardID } }`, operationName: 'B', variables: { status: 'Open' } };
  assert.equal((await key.post('/graphql', shared)).status, 200, 'of another operation');
  for (const [query, column] of [
    ['{ task(id: 1.5) { ID } }', 12],
    ['{ workOrders(filter: { TotalCost: { gt: "1" } }) { more } }', 41],
    ['{ tasks(filter: { DueOn: { in: ["2026-01-31", 3] } }) { more } }', 47],
  ] as const) {
    const [error] = (await key.post('/graphql', { query })).json.errors;
    assert.match(error.message, /cannot represent/);
    assert.deepEqual(error.locations, [{ line: 1, column }], query);
  }
  const wrong = await key.send('POST', '/graphql', {
    headers: { apiKey: 'nobody', 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.json.errors[0].extensions.code, 'unauthorized');
  assert.equal((await key.send('DELETE', '/graphql')).status, 405);
  assert.equal((await key.get('/graphql/else')).status, 404);
  for (const name of ['fields', '__proto__', 'constructor']) {
    assert.equal((await key.get(`/graphql?query={me{shardID}}&${name}=x`)).status, 400, name);
  }
  assert.equal(
    (await key.send('POST', '/graphql', { body: '{ me }', headers: { 'content-type': 'application/graphql' } })).status,
    415,
  );
});

onEitherEngine('what a key may not read is not in its schema, nor in anything that is suggested', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const full = await app.key(account);
  await createOneOfEach(full, 'secret');
  const some = await app.key(account, { preset: undefined, role: 'ReadOnly', areas: ['WorkOrders'] as Area[] });
  const own = await schemaOf(some);
  assert.match(own, /type WorkOrder /);
  assert.match(own, /VendorID: Integer/, 'the reference is part of the record, as in REST');
  assert.ok(!/\b(Vendor|vendor|Asset|asset|Employee|User|Product)\b/.test(own), own);
  for (const query of [
    '{ vendors { nodes { Name } } }',
    '{ vendor(id: 1) { Name } }',
    '{ workOrders { nodes { vendor { Name } } } }',
    '{ workOrders { nodes { vendr { Name } } } }',
    '{ workOrders { nodes { purchaseOrders { more } } } }',
    '{ history(type: Vendors, id: 1) { more } }',
    '{ __type(name: "Vendor") { name } }',
    'query ($f: VendorFilter) { tasks { more } }',
  ]) {
    const reply = await some.post('/graphql', { query });
    if (query.includes('__type')) assert.equal(reply.text.includes('"__type":null'), true);
    else assert.equal(reply.status, 400, query);
    const told = reply.text.replace(/(field|type|value) \\?"(\w|\\)+"?/gi, '').replaceAll(/"\$f\\?"/g, '');
    assert.ok(!/Did you mean[^?]*(vendor(?!ID)|purchase)/i.test(told), reply.text);
    assert.ok(!reply.text.includes('secret'));
  }
  const nothing = await app.key(account, { preset: undefined, role: 'ReadOnly', areas: ['Webhooks'] as Area[] });
  assert.deepEqual((await nothing.post('/graphql', { query: '{ me { webhooks } }' })).json.data, {
    me: { webhooks: true },
  });
});

test('introspection tells the committed schema to a key with every area', async () => {
  const app = await sharedApp('sqlite');
  const key = await app.key(await app.account());
  assert.equal(await schemaOf(key), printSchema(createSchema(recordTypes)));
});

onEitherEngine('the history of a record tells what happened to it', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  await key.post('/api/Boards', { Name: 'first' });
  await key.patch('/api/Boards/1', [{ op: 'replace', path: '/Name', value: 'second' }]);
  const query = `{ history(type: Boards, id: 1, field: ["Name"], take: 1) {
    total more nodes { version n: version on by { kind name __typename } events changed { field from to } } } }`;
  const { data, extensions } = (await key.post('/graphql', { query })).json;
  assert.equal(extensions.cost, 3, 'a list, a count and an entry');
  assert.match(data.history.nodes[0].on, /^\d{4}-/);
  delete data.history.nodes[0].on;
  assert.deepEqual(data.history, {
    total: 2,
    more: true,
    nodes: [
      {
        version: 2,
        n: 2,
        by: { kind: 'integration', name: 'Test key', __typename: 'Author' },
        events: [],
        changed: [{ field: 'Name', from: 'first', to: 'second' }],
      },
    ],
  });
  const none = await key.post('/graphql', { query: '{ history(type: Boards, id: 7) { more } }' });
  assert.deepEqual(none.json.data, { history: null });
});

onEitherEngine('a costly query counts as several requests, and a refused one not at all', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '12' }, { rateWindowMs: 60_000 });
  const key = await app.key(await app.account());
  const tasks = 'tasks(take: 1000) { nodes { ID Name Status Notes Result DueOn Type Position Required } }';
  const costly = { query: `{ ${tasks} boards(take: 600) { nodes { Name } } }` };
  const tooCostly = { query: `{ ${tasks} more: ${tasks} most: ${tasks} }` };
  const remaining = (reply: { headers: Headers }) => Number(/r=(\d+)/.exec(reply.headers.get('ratelimit')!)![1]);
  const cheap = await key.post('/graphql', { query: '{ me { shardID } }' });
  assert.equal(remaining(cheap), 11);
  const first = await key.post('/graphql', costly);
  assert.equal(first.json.extensions.cost, 2562, first.text);
  assert.equal(remaining(first), 8);
  assert.equal(remaining(await key.post('/graphql', costly)), 5);
  const refused = await key.post('/graphql', tooCostly);
  assert.equal(refused.status, 429);
  assert.match(refused.json.errors[0].message, /counts as 6 requests/);
  assert.match(refused.headers.get('retry-after')!, /^\d+$/);
  assert.equal(remaining(refused), 5);
  const last = await key.get('/api/Me');
  assert.deepEqual([last.status, remaining(last)], [200, 4], 'what is left is left for others');
  // To find out what it is worth takes the service long: no more of them are free than requests are taken.
  for (let n = 0; n < 11; n++) assert.equal(remaining(await key.post('/graphql', tooCostly)), 4);
  assert.equal(remaining(await key.post('/graphql', tooCostly)), 3, 'each further one counts as one');
  assert.equal(remaining(await key.post('/graphql', costly)), 0, 'what is let in counts as what it is worth');
  assert.equal((await key.get('/api/Me')).status, 429);
});

onEitherEngine('a query that takes longer than a slow list may is stopped, and says so', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_LIST_TIMEOUT_MS: '10' });
  const account = await app.account();
  const key = await app.key(account);
  const board = (await key.post('/api/Boards', { Name: 'One' })).json;
  await app.shard.bulk(account).load(
    'Boards',
    Array.from({ length: 399 }, (_, n) => ({ ...board, ID: n + 2 })),
  );
  const lists = Array.from({ length: 20 }, (_, n) => `a${n}: boards(take: 400) { nodes { ID } }`);
  const reply = await key.post('/graphql', { query: `{ ${lists.join(' ')} }` });
  assert.equal(reply.status, 503, reply.text.slice(0, 200));
  // On PostgreSQL a page of 400 may be stopped by the database itself first.
  assert.match(reply.json.errors[0].message, /took (longer than 10 ms|too long) and was stopped/);
  assert.equal(reply.headers.get('retry-after'), '5');
});

onEitherEngine('an answer that would be too large is refused before it is put together', async (engine) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  await key.post('/api/Locations', { Name: 'here', CustomFields: { note: 'x'.repeat(15_000) } });
  for (let n = 0; n < 25; n++) await key.post('/api/Assets', { Name: `${n}`, LocationID: 1 });
  const deep = '{ assets { nodes { l: location { assets { nodes { location { CustomFields } } } } } } }';
  const reply = await key.post('/graphql', { query: deep });
  assert.equal(reply.status, 400, reply.text.slice(0, 200));
  assert.equal(reply.json.errors[0].extensions.code, 'answer_too_large');
  const shallow = await key.post('/graphql', { query: '{ assets { nodes { location { CustomFields } } } }' });
  assert.equal(shallow.status, 200);
  assert.equal(shallow.json.data.assets.nodes[24].location.CustomFields.note.length, 15_000);
});

test('the line of a query in the log has its cost and depth, and the metrics count it', async (t) => {
  const lines: string[] = [];
  const { noLog } = await import('../../src/lib/log.ts');
  const log = { ...noLog, line: (_level: string, _message: string, fields: () => string) => void lines.push(fields()) };
  const app = await startApp(t, 'sqlite', {}, { log: log as never });
  const key = await app.key(await app.account());
  await key.post('/graphql', {
    query: '{ tasks { nodes { Name workOrder { Name } } } __schema { queryType { name } } }',
  });
  const line = lines.find((one) => one.includes('queryGraphql'))!;
  assert.match(line, /"cost":1056,"depth":4/);
  assert.ok(!line.includes('workOrder'));
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  assert.match(metrics, /mds_graphql_queries_total\{kind="records"\} 1/);
  assert.match(metrics, /mds_graphql_queries_total\{kind="introspection"\} 1/);
  assert.match(metrics, /mds_graphql_query_cost_sum 1056/);
});

test('a browser that opens the door is shown the explorer, without a key and without a network', async () => {
  const app = await sharedApp('sqlite');
  const page = await fetch(`${app.url}/graphql`, { headers: { accept: 'text/html,*/*' } });
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
  const policy = page.headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'.*script-src 'self'/);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="(\/graphql\/[^"]+)"/g)].map(([, file]) => file!);
  assert.equal(files.length, 3, html);
  const folder = files[0]!.replace(/[^/]+$/, '');
  for (const file of [
    ...files,
    ...['editor.js', 'element.js', 'examples.js', 'schema.js', 'credentials.js'].map((name) => folder + name),
  ]) {
    const reply = await fetch(app.url + file);
    assert.equal(reply.status, 200, file);
    assert.ok(!/https?:\/\/(?!www\.w3\.org)/.test(await reply.text()), `${file} leads nowhere else`);
  }
  const program = await fetch(`${app.url}/graphql`);
  assert.equal(program.status, 401);
});

async function schemaOf(key: Client): Promise<string> {
  const reply = await key.post('/graphql', { query: getIntrospectionQuery() });
  assert.equal(reply.status, 200, reply.text.slice(0, 300));
  return printSchema(buildClientSchema(reply.json.data));
}
