// Documents that are written to do harm are refused soon, with the figure that is too high, and never with a fault.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileQuery } from '../../src/api/graphql/compile.ts';
import { createDocumentParser } from '../../src/api/graphql/document-parser.ts';
import { createSchema } from '../../src/api/graphql/schema.ts';
import { recordTypes } from '../../src/catalogue/index.ts';
import { Problem } from '../../src/problems.ts';
import { onEitherEngine } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';

const repeated = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');
const within = (depth: number, open: string, middle: string, close = '}') =>
  open.repeat(depth) + middle + close.repeat(depth);
const location = (depth: number) => `{ location(id: 1) ${within(depth, '{ parentLocation ', '{ ID }')} }`;

/** Each with what its refusal says. */
const hostile: Readonly<Record<string, readonly [query: string, says: RegExp]>> = {
  'a fragment within itself': ['{ me { ...A } } fragment A on Me { ...A }', /spread.*within itself/],
  'fragments in a ring': [
    '{ me { ...A } } fragment A on Me { ...B } fragment B on Me { ...C } fragment C on Me { ...A }',
    /within itself/,
  ],
  '10,000 aliases': [
    `{ ${repeated(10_000, (n) => `a${n}:me{shardID}`)} }`,
    /178905 bytes|bytes of the query are [\d,]+; the limit is 65,536/,
  ],
  '900 aliases': [
    `{ ${repeated(900, (n) => `a${n}:me{shardID}`)} }`,
    /words and signs of the query are 5,402; the limit is 4,000/,
  ],
  '21 aliases of a list': [
    `{ ${repeated(21, (n) => `a${n}: tasks(take: 1) { more }`)} }`,
    /aliases of tasks are 21; the limit is 20/,
  ],
  '21 aliases in fragments': [
    `{ ...A ...B } fragment A on Query { ${repeated(11, (n) => `a${n}: tasks { more }`)} } fragment B on Query { ${repeated(11, (n) => `b${n}: tasks { more }`)} }`,
    /aliases of tasks are 22; the limit is 20/,
  ],
  'one field 1,900 times': [`{ me { ${'shardID '.repeat(1_900)} } }`, /^$/],
  'one field 3,500 times': [`{ me { ${'shardID '.repeat(3_500)} } }`, /fields that the query comes to/],
  'one field 4,500 times': [
    `{ me { ${'shardID '.repeat(4_500)} } }`,
    /^The words and signs of the query are 4,505; the limit is 4,000\. Split it/,
  ],
  'a flood of directives': [
    `{ me { shardID ${'@skip(if: false) '.repeat(500)} } }`,
    /directive "@skip" can only be used once/,
  ],
  'a flood of unknown directives': [`{ me { shardID ${'@a '.repeat(1_500)} } }`, /Unknown directive "@a"/],
  'deep nesting': [location(11), /depth of the query is 13; the limit is 12/],
  'deeper nesting': [location(60), /depth of the query is 13; the limit is 12/],
  'nesting beyond any parser': [
    location(5_000),
    /bytes of the query|brackets within brackets are 5,\d+; the limit is 64/,
  ],
  'nested lists as a value': [
    `{ tasks(filter: ${within(3_000, '[', '', ']')}) { more } }`,
    /brackets within brackets are 3,00\d/,
  ],
  'nested objects as a value': [`{ tasks(filter: ${within(2_000, '{a:', '1')}) { more } }`, /brackets within brackets/],
  'fragments that double': [
    `{ location(id: 1) { ...F0 } } ${repeated(11, (n) => `fragment F${n} on Location { a: parentLocation { ...F${n + 1} } b: parentLocation { ...F${n + 1} } }`)} fragment F11 on Location { ID }`,
    /fields that the query comes to are more than 3,000|depth of the query/,
  ],
  'many fragments': [
    `{ me { ...F0 } } ${repeated(101, (n) => `fragment F${n} on Me { shardID }`)}`,
    /fragments are 101; the limit is 100/,
  ],
  'many operations': [repeated(21, (n) => `query Q${n} { me { shardID } }`), /operations are 21; the limit is 20/],
  'a page of 1,001': [
    '{ tasks(take: 1001) { nodes { ID } } }',
    /take: 1001 is out of range. Write a whole number from 0 to 1000/,
  ],
  'pages within pages': [
    '{ workOrders(take: 1000) { nodes { tasks(take: 1000) { nodes { ID } } } } }',
    /estimated cost of the query is 1,1\d\d,\d{3}; the limit is 10,000. Take fewer records/,
  ],
  'all values of everything': [
    `{ ${repeated(9, (n) => `a${n}: tasks(take: 1000) { nodes { Name Notes Result } }`)} }`,
    /estimated cost of the query is 11,7\d\d; the limit is 10,000/,
  ],
  'a huge integer': [`{ task(id: ${'9'.repeat(400)}) { ID } }`, /Integer cannot represent/],
  'a huge skip': ['{ tasks(skip: 99999999999999999999) { more } }', /Integer cannot represent/],
  'an integer beyond 2^53': [
    '{ tasks(filter: { ID: { eq: 9007199254740993 } }) { more } }',
    /Integer cannot represent/,
  ],
  'a long text': [`{ tasks(search: "${'x'.repeat(30_000)}") { more } }`, /longer than any text/],
  'a text with U+0000': ['{ tasks(search: "a\\u0000b") { more } }', /U\+0000/],
  'a long name': [`{ ${'x'.repeat(60_000)} }`, /Cannot query field/],
  'a history of 101 fields': [
    `{ history(type: Tasks, id: 1, field: [${repeated(101, () => '"Name"')}]) { more } }`,
    /field: 101 values are given; at most 100 are/,
  ],
  'a history of one field, 100 times': [
    `{ history(type: Tasks, id: 1, field: [${repeated(50, () => '"Name" "name"')}]) { total more } }`,
    /^$/,
  ],
  'an unclosed text': [`{ tasks(search: "${'"\\'.repeat(1_000)}`, /Syntax Error/],
  'unclosed texts': ['\\"'.repeat(32_000), /Syntax Error/],
  'brackets behind a comment that a carriage return ends': [
    `#\r${'{a'.repeat(1_990)}`,
    /brackets within brackets are 1,990; the limit is 64/,
  ],
  'an unclosed block': [`{ tasks(search: """${'""" """'.repeat(1_000)}`, /Syntax Error|bytes/],
  'much introspection': [
    `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`,
    /introspection depth/,
  ],
  'introspection under many names': [
    `{ ${repeated(11, (n) => `a${n}: __schema { types { name } }`)} }`,
    /estimated cost of the query is 11,000/,
  ],
  'a mutation': ['mutation { deleteTask(id: 1) }', /There is no mutation here: records are changed over REST/],
  'a mutation with fragments': [
    'mutation M($id: Integer!) { deleteTask(id: $id) { ...A } } fragment A on Task { ID }',
    /There is no mutation here/,
  ],
  'a subscription': ['subscription { tasks { ID } more }', /There is no subscription here/],
  nothing: ['', /no query/],
  'nothing but words': ['tasks', /Syntax Error: Unexpected Name/],
};

const read = createDocumentParser();
const schema = createSchema(recordTypes);

/** Each field with more values than a filter may have. */
const manyValues = {
  query: `query ($ids: [Integer]) { workOrders(filter: { ${['ID', 'AssetID', 'LocationID', 'BoardID', 'JobID', 'LabourMinutes'].map((field) => `${field}: { in: $ids }`).join(' ')} }) { more } }`,
  variables: { ids: Array(60_000).fill(1) },
};

test('a hostile document is refused within 50 ms of the thread, saying what is too much', async () => {
  // Not the first time: until then nothing of it is compiled.
  for (const [query] of Object.values(hostile)) await refusalOf(query);
  for (const [name, [query, says]] of Object.entries(hostile)) {
    if (query === '') continue;
    const took = [(await refusalOf(query)).ms, (await refusalOf(query)).ms];
    const { problem } = await refusalOf(query);
    assert.match(problem?.detail ?? '', says, name);
    assert.ok(Math.min(...took) < 50, `${name} took ${took} ms`);
  }
  const { variables, query } = manyValues;
  const took = [(await refusalOf(query, variables)).ms, (await refusalOf(query, variables)).ms];
  assert.match((await refusalOf(query, variables)).problem!.detail, /filter: 360000 values are given; at most 100 are/);
  assert.ok(Math.min(...took) < 50, `360,000 values took ${took} ms`);
});

onEitherEngine('a hostile document is never answered with a fault', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  for (const [name, [query, says]] of Object.entries(hostile)) {
    const reply = await key.post('/graphql', { query });
    if (says.source === '^$') {
      assert.equal(reply.status, 200, `${name}: ${reply.text}`);
      continue;
    }
    assert.ok([400, 413].includes(reply.status), `${name}: ${reply.status} ${reply.text.slice(0, 300)}`);
    assert.match(reply.json.errors[0].message, says, name);
    assert.match(reply.json.errors[0].extensions.requestId, /./, name);
    assert.ok(reply.text.length < 20_000, `${name} is answered with ${reply.text.length} characters`);
  }
  const variables = { text: 'x'.repeat(1024 * 1024 - 200) };
  const large = await key.post('/graphql', {
    query: 'query ($text: String) { tasks(search: $text) { more } }',
    variables,
  });
  assert.equal(large.status, 413);
  assert.match(large.json.errors[0].message, /at most 131072/);
  const fields = await key.post('/graphql', {
    query: 'query ($fields: [String!]) { history(type: Users, id: 1, field: $fields) { total } }',
    variables: { fields: Array.from({ length: 10_000 }, () => 'Email') },
  });
  assert.equal(fields.status, 400, fields.text);
  assert.match(fields.json.errors[0].message, /10000 values are given/);
  const many = await key.post('/graphql', [{ query: '{ me { shardID } }' }, { query: '{ me { shardID } }' }]);
  assert.equal(many.status, 400);
  assert.match(many.json.errors[0].message, /One request carries one query/);
});

async function refusalOf(query: string, variables = {}): Promise<{ problem: Problem | undefined; ms: number }> {
  const before = process.threadCpuUsage();
  const document = read('account', schema, query);
  const asked = { query, operationName: undefined, variables };
  const found = document instanceof Problem ? document : await compileQuery(schema, document, asked);
  const { user, system } = process.threadCpuUsage(before);
  return { problem: found instanceof Problem ? found : undefined, ms: (user + system) / 1000 };
}
