// The largest answers there may be, all that the schema tells of itself, and what would be larger never hold the thread for 50 ms.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { TestContext } from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import { fieldsOf, recordType } from '../../src/catalogue/index.ts';
import type { RecordFields } from '../../src/records/store.ts';
import { type Client, onEitherEngine } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';
import { longestTurns } from '../support/turns.ts';

/** Under other names, so that each value is a piece of its own. */
const values = Object.keys(fieldsOf(recordType('Tasks')))
  .map((field, n) => `v${n}: ${field}`)
  .join(' ');
const schema = getIntrospectionQuery().replace(/__schema (\{[\s\S]*?\n {6}\})/, (_, asked) =>
  repeated(8, (n) => `s${n}: __schema ${asked}`),
);
const large = [
  `{ tasks(take: 1000) { total nodes { ${values} workOrder { Name Number Status tasks(take: 2) { nodes { Name } } } } } }`,
  schema,
  typesOfFields(1, 15),
];

onEitherEngine('no turn of the event loop works for 50 ms on a large answer', async (engine, t) => {
  const app = await sharedApp(engine);
  const account = await app.account();
  const key = await app.key(account);
  const order = await key.post('/api/WorkOrders', { Name: 'All of it' });
  assert.equal(order.status, 201);
  const task = await key.post('/api/Tasks', { Name: 'One', WorkOrderID: 1, Description: 'é'.repeat(3_000) });
  const copies = Array.from({ length: 999 }, (_, n): RecordFields => ({ ...task.json, ID: n + 2 }));
  await app.shard.bulk(account).load('Tasks', copies);
  await watched(t, async () => {
    for (const query of large) assert.ok((await asked(app.url, key, query)) > 100_000);
  });
});

/** A quarter of a megabyte that is read once and written under many names. */
const lines = Array.from({ length: 1_000 }, (_, n) => ({
  Line: n + 1,
  Description: 'x'.repeat(120),
  Quantity: 1,
  Unit: 'ea',
  UnitCost: 1.25,
}));
const order = (fields: string) => `purchaseOrders(take: 1) { ${fields} }`;
const history = (take: number, fields: string) =>
  `history(type: PurchaseOrders, id: 1, take: ${take}) { nodes { ${fields} } }`;
const tooLarge: Readonly<Record<string, string>> = {
  'values under many names': `{ ${order(`...P`)} }
    fragment P on PurchaseOrderPage { ${repeated(20, (n) => `n${n}: nodes { ...V }`)} }
    fragment V on PurchaseOrder { ${repeated(20, (n) => `v${n}: Lines`)} }`,
  'nodes under many names': `{ ${order(repeated(20, (n) => `n${n}: nodes { a: Lines b: Lines }`))} }`,
  'lists under many names': `{ ${repeated(20, (n) => `l${n}: ${order('nodes { a: Lines b: Lines }')}`)} }`,
  'references under many names': `{ ${order('nodes { workOrder { ...O } }')} }
    fragment O on WorkOrder { ${repeated(20, (n) => `o${n}: purchaseOrders { nodes { a: Lines b: Lines } }`)} }`,
  'a change under many names': `{ ${history(
    1,
    repeated(20, (n) => `c${n}: changed { ...C }`),
  )} }
    fragment C on ChangedField { ${repeated(20, (n) => `a${n}: from b${n}: to`)} }`,
  'the schema under many names': typesOfFields(10, 20),
  'many long changes': `{ ${history(20, 'changed { from to }')} }`,
};

onEitherEngine('what would be too large an answer is refused before it is written', async (engine, t) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  assert.equal((await key.post('/api/WorkOrders', { Name: 'For it' })).status, 201);
  const made = await key.post('/api/PurchaseOrders', { Name: 'Long', WorkOrderID: 1, Lines: lines });
  assert.equal(made.status, 201, made.text.slice(0, 300));
  for (let n = 0; n < 20; n++) {
    const Description = String(n % 10).repeat(120);
    const value = lines.map((line) => ({ ...line, Description }));
    const changed = await key.patch('/api/PurchaseOrders/1', [{ op: 'replace', path: '/Lines', value }]);
    assert.equal(changed.status, 200, changed.text.slice(0, 300));
  }
  await watched(t, async () => {
    for (const [name, query] of Object.entries(tooLarge)) {
      const reply = await key.post('/graphql', { query });
      assert.equal(reply.status, 400, `${name}: ${reply.status}, ${reply.text.length} characters`);
      assert.equal(reply.json.errors[0].extensions.code, 'answer_too_large', name);
    }
  });
});

/** Of a record that is not there, so that nothing is read: what the lists of it ask for takes all the time there is. */
const asking = 'filter: { CreatedOn: { in: $in } }, orderby: $orderby';
const variables = {
  in: Array.from({ length: 100 }, (_, n) => `2026-01-01T00:00:00.${String(n).padStart(3, '0')}+05:30`),
  orderby: `CreatedOn${' '.repeat(19_900)}Asc`,
};
const lists = [
  'workOrders',
  'assets',
  'forms',
  'jobs',
  'products',
  'employeesByHomeLocation',
  'locationsByParentLocation',
];
const manyLists: Readonly<Record<string, string>> = {
  'lists that fragments repeat': `query ($in: [Timestamp], $orderby: String) { ${repeated(7, (n) => `r${n}: location(id: 0) { ...P }`)} }
    fragment P on Location { ${repeated(10, (n) => `p${n}: parentLocation { ...L }`)} }
    fragment L on Location { ${repeated(19, (n) => `l${n}: locationsByParentLocation(${asking}) { more }`)} }`,
  'lists that are written': `query ($in: [Timestamp], $orderby: String) { location(id: 0) {
    ${repeated(140, (n) => `l${n}: ${lists[n % 7]}(${asking}) { more }`)} } }`,
};

onEitherEngine('no turn of the event loop works for 50 ms on what many lists ask for', async (engine, t) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account());
  await watched(t, async () => {
    for (const [name, query] of Object.entries(manyLists)) {
      const reply = await key.post('/graphql', { query, variables });
      assert.equal(reply.status, 200, `${name}: ${reply.text.slice(0, 300)}`);
    }
  });
});

/** The bytes of the answer, which nobody keeps. */
function asked(url: string, key: Client, query: string): Promise<number> {
  const headers = { ...key.credentials, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/graphql`, { method: 'POST', headers }, (reply) => {
      let bytes = 0;
      reply.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      reply.on('end', () => (reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`${reply.statusCode}`))));
    });
    sent.on('error', reject).end(JSON.stringify({ query }));
  });
}

/** Not the first time: until then nothing of it is compiled. */
async function watched(t: TestContext, ask: () => Promise<void>): Promise<void> {
  await ask();
  const [best, other] = await longestTurns(ask);
  t.diagnostic(`at most ${best!.toFixed(1)} and ${other!.toFixed(1)} ms of work in one turn`);
  assert.ok(best! < 50, `${best} ms`);
}

/** Of all fields of all types what they lead to, many times over, each value under as many names. */
function typesOfFields(times: number, names: number): string {
  return `{ __schema { types { ${repeated(times, (n) => `f${n}: fields { type { fields { ...F type { ...T } } } }`)} } } }
    fragment F on __Field { ${underNames(names, ['name', 'description', 'isDeprecated', 'deprecationReason'])} }
    fragment T on __Type { ${underNames(names, ['kind', 'name', 'description', 'specifiedByURL'])} }`;
}

function underNames(count: number, fields: readonly string[]): string {
  return fields.map((field) => repeated(count, (n) => `${field}${n}: ${field}`)).join(' ');
}

function repeated(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join(' ');
}
