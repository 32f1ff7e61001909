/** Records by what they have to do with others: many by id, and of each of many those that lead to it. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import type { Listing } from '../../src/records/lists/plan.ts';
import { planMany, planOfEach } from '../../src/records/lists/related.ts';
import type { RecordStore } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { create } from './samples.ts';

const listing: Listing = {
  where: [{ field: 'Deleted', anyOf: [{ op: 'eq', value: false }] }],
  order: [{ field: 'ID', descending: false }],
  skip: 0,
  take: 2,
  count: false,
};
const newestFirst = {
  ...listing,
  order: [
    { field: 'Position', descending: true },
    { field: 'ID', descending: true },
  ],
};

export const related: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('many are read by id in one list, deleted ones too, and none of another account', async () => {
    const other = shard.records(await newAccount(fixture));
    for (let n = 0; n < 5; n++) await create(other, 'Boards', { Name: 'Not yours' });
    const store = shard.records(await newAccount(fixture));
    for (let n = 0; n < 3; n++) await create(store, 'Boards', { Name: `Board ${n + 1}`, Deleted: n === 1 });
    for (const ids of [[1], [3, 1], [2, 1, 3], [5, 4, 3, 2, 1, 999]]) {
      const found = await namesOf(store, planMany('Boards', ids));
      assert.deepEqual(
        found,
        [1, 2, 3].filter((id) => ids.includes(id)).map((id) => `Board ${id}`),
      );
    }
  });

  await t.test('three hundred at once, however many are asked for', async () => {
    const store = shard.records(await newAccount(fixture));
    for (let n = 0; n < 30; n++) await create(store, 'Boards', { Name: `Board ${n + 1}` });
    const ids = Array.from({ length: 300 }, (_, n) => n + 1);
    assert.equal((await namesOf(store, planMany('Boards', ids))).length, 30);
  });

  await t.test(
    'of each record the first of those that lead to it, in the order asked for, beside every filter',
    async () => {
      const store = shard.records(await newAccount(fixture));
      for (const Name of ['one', 'two', 'none']) await create(store, 'WorkOrders', { Name });
      for (let n = 0; n < 8; n++) {
        const task = {
          Name: `${1 + (n % 2)}.${n >> 1}`,
          WorkOrderID: 1 + (n % 2),
          Position: n >> 1,
          Deleted: n >> 1 === 1,
        };
        await create(store, 'Tasks', task);
      }
      await create(store, 'Tasks', { Name: 'nobody’s' });
      const ofEach = (own: Listing, of: number[]) => planOfEach('Tasks', own, 'WorkOrderID', of);
      assert.deepEqual(await namesOf(store, ofEach(listing, [2, 1, 3])), ['2.0', '2.2', '1.0', '1.2']);
      assert.deepEqual(await namesOf(store, ofEach({ ...listing, skip: 1 }, [1, 2])), ['1.2', '1.3', '2.2', '2.3']);
      assert.deepEqual(await namesOf(store, ofEach(newestFirst, [1, 2])), ['1.3', '1.2', '2.3', '2.2']);
      assert.deepEqual(await namesOf(store, ofEach({ ...listing, where: [], take: 9 }, [2])), [
        '2.0',
        '2.1',
        '2.2',
        '2.3',
      ]);
      const named = { ...listing, where: [{ field: 'Name', anyOf: [{ op: 'contains', text: '.3' }] }] } as const;
      assert.deepEqual(await namesOf(store, ofEach(named, [1, 2])), ['1.3', '2.3']);
      const searched = { ...listing, search: { fields: ['Name', 'Description'], text: '2.2' } };
      assert.deepEqual(await namesOf(store, ofEach(searched, [1, 2])), ['2.2']);
      assert.deepEqual(await namesOf(store, ofEach(listing, [])), []);
      const totals = await store.totals(ofEach(listing, [2, 3, 1]));
      assert.deepEqual(totals instanceof Problem ? totals : [...totals], [
        [2, 3],
        [3, 0],
        [1, 3],
      ]);
    },
  );

  await t.test('those that lead to a record of the same id in another account are not among them', async () => {
    const other = shard.records(await newAccount(fixture));
    await create(other, 'WorkOrders', { Name: 'theirs' });
    await create(other, 'Tasks', { Name: 'theirs', WorkOrderID: 1 });
    const store = shard.records(await newAccount(fixture));
    await create(store, 'WorkOrders', { Name: 'mine' });
    const plan = planOfEach('Tasks', listing, 'WorkOrderID', [1]);
    assert.deepEqual(await namesOf(store, plan), []);
    assert.deepEqual(await store.totals(plan), new Map([[1, 0]]));
  });

  await t.test('records too large for one text come all the same', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'WorkOrders', { Name: 'large' });
    const Lines = 'x'.repeat(9_000);
    for (let n = 0; n < 12; n++) {
      const wide = { ...Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}`, Lines])), n };
      await create(store, 'Tasks', { Name: `${n}`, WorkOrderID: 1, CustomFields: wide });
    }
    const all = { ...listing, take: 60 };
    const names = Array.from({ length: 12 }, (_, n) => `${n}`);
    assert.deepEqual(await namesOf(store, planOfEach('Tasks', all, 'WorkOrderID', [1])), names);
    const ids = Array.from({ length: 12 }, (_, n) => n + 1);
    assert.deepEqual(await namesOf(store, planMany('Tasks', [...ids, ...ids.map((id) => id + 100)])), names);
  });
};

async function namesOf(store: RecordStore, plan: Parameters<RecordStore['list']>[0]): Promise<string[]> {
  const page = await store.list(plan);
  if (page instanceof Problem) throw new Error(page.detail);
  assert.equal(page.more, false);
  let text = '';
  if (typeof page.body === 'string') text = page.body;
  else if (page.body instanceof Uint8Array) text = Buffer.from(page.body).toString();
  else for await (const piece of page.body) text += piece;
  return (JSON.parse(text) as { Name: string }[]).map(({ Name }) => Name);
}
