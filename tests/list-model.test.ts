import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RecordTypeName } from '../src/catalogue/index.ts';
import { Problem } from '../src/problems.ts';
import { evaluate } from '../src/records/lists/evaluate.ts';
import { planList, planRecordList } from '../src/records/lists/planning.ts';
import { listableRecords } from '../src/records/lists/properties.ts';
import type { RecordFields } from '../src/records/store.ts';
import { type Client, onBothEngines, type TestApp } from './support/app.ts';
import { randomListQuery, randomRecords } from './support/list-arbitraries.ts';
import { typesInOrder } from './support/minimal-records.ts';
import { random } from './support/seed.ts';
import { sharedApp } from './support/shared-app.ts';

const QUERIES_PER_TYPE = 75;

onBothEngines('every list answers as the rules say, over random records and requests', async (engine, t) => {
  const app = await sharedApp(engine);
  const { key, records } = await loadRandomRecords(app);
  let compared = 0;
  for (const type of typesInOrder) {
    const own = records.get(type)!;
    const queries = fc.sample(randomListQuery(listableRecords(type), own), QUERIES_PER_TYPE);
    for (const query of queries) compared += await compare(key, type, query, own);
  }
  t.diagnostic(`${compared} lists compared`);
  assert.ok(compared > typesInOrder.length * QUERIES_PER_TYPE * 0.8);
});

onBothEngines('paging in any order with any page size finds every record exactly once', async (engine) => {
  const app = await sharedApp(engine);
  const { key, records } = await loadRandomRecords(app);
  for (const type of ['Tasks', 'Assets', 'PurchaseOrders'] as const) {
    const properties = [...listableRecords(type).properties].filter(
      ([, { kind }]) => kind !== 'list' && kind !== 'object',
    );
    for (let round = 0; round < 12; round++) {
      const [order] = fc.sample(
        fc.array(fc.tuple(fc.constantFrom(...properties.map(([name]) => name)), fc.constantFrom('', ' Desc', ' asc')), {
          minLength: 1,
          maxLength: 3,
        }),
        1,
      );
      const keys = new Map(order!.map(([name, direction]) => [name, `${name}${direction}`]));
      const take = 1 + Math.floor(random() * 40);
      const seen: number[] = [];
      let path: string | undefined =
        `/api/${type}?Deleted=true&take=${take}&orderby=${encodeURIComponent([...keys.values()].join(','))}`;
      while (path !== undefined) {
        const reply = await key.get(path);
        assert.equal(reply.status, 200, `${path}: ${reply.text}`);
        seen.push(...reply.json.map(({ ID }: { ID: number }) => ID));
        path = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      }
      const expected = records.get(type)!.map(({ ID }) => ID as number);
      assert.deepEqual(
        [...seen].sort((a, b) => a - b),
        expected,
        `${type} by ${[...keys.values()]} in pages of ${take}`,
      );
    }
  }
});

async function compare(key: Client, type: RecordTypeName, query: string, records: RecordFields[]): Promise<0 | 1> {
  const plan = planRecordList(type, query);
  const reply = await key.get(`/api/${type}?${query}`);
  const name = `${type}?${query}`;
  if (plan instanceof Problem) {
    assert.equal(reply.status, 400, name);
    return 0;
  }
  const listable = listableRecords(type);
  const expected = evaluate(planList(listable, query) as typeof plan, listable.properties, records);
  assert.equal(reply.status, 200, `${name}: ${reply.text}`);
  assert.deepEqual(
    reply.json.map(({ ID }: { ID: number }) => ID),
    expected.page.map(({ ID }) => ID),
    name,
  );
  assert.deepEqual(reply.json, expected.page, name);
  const total = reply.headers.get('x-total-count');
  assert.equal(total === null ? undefined : Number(total), expected.total, name);
  assert.equal((reply.headers.get('link') ?? '').includes('rel="next"'), expected.more && plan.take > 0, name);
  return 1;
}

async function loadRandomRecords(app: TestApp): Promise<{ key: Client; records: Map<RecordTypeName, RecordFields[]> }> {
  const account = await app.account();
  const key = await app.key(account);
  // An account with the same ids beside it: a statement that forgot its account would show at once.
  const neighbour = await app.account();
  const records = new Map<RecordTypeName, RecordFields[]>();
  for (const type of typesInOrder) {
    const references = (to: RecordTypeName) =>
      to === type ? [] : (records.get(to) ?? []).map(({ ID }) => ID as number);
    const [generated] = fc.sample(
      randomRecords(type, { max: 120, references }).filter((made) => made.length > 60),
      1,
    );
    // The account's admin is user 1 already.
    const own =
      type === 'Users' ? generated!.map((record) => ({ ...record, ID: (record.ID as number) + 1 })) : generated!;
    await app.shard.bulk(account).load(type, own);
    await app.shard.bulk(neighbour).load(type, own);
    const admin = type === 'Users' ? [(await key.get('/api/Users/1')).json] : [];
    records.set(type, [...admin, ...own]);
  }
  return { key, records };
}
