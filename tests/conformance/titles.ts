/** What records are called: by the type's title fields, as they are written, for many at once. */
import assert from 'node:assert/strict';
import { Problem } from '../../src/problems.ts';
import type { RecordStore, Title } from '../../src/records/store.ts';
import { newAccount, type Part } from './fixture.ts';
import { create } from './samples.ts';

export const titles: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('records are called by their title fields as they were written, deleted ones too', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'WorkOrders', { Number: 'WO-000001', Name: 'Straße — ½ "x" \\ 😀', Status: 'OnHold' });
    await create(store, 'WorkOrders', { Number: 'WO-000002', Name: '', Deleted: true });
    assert.deepEqual(await titlesOf(store, 'WorkOrders', [1, 2]), [
      { id: 1, parts: ['WO-000001', 'Straße — ½ "x" \\ 😀'], state: 'OnHold', deleted: false },
      { id: 2, parts: ['WO-000002', ''], state: 'Open', deleted: true },
    ]);
  });

  await t.test('a type without states has none; an empty field is null', async () => {
    const store = shard.records(await newAccount(fixture));
    await create(store, 'Assets', { Name: 'Boiler' });
    await create(store, 'Assets', { Name: 'Lift', AssetNumber: 'L-7' });
    assert.deepEqual(await titlesOf(store, 'Assets', [2, 1]), [
      { id: 1, parts: [null, 'Boiler'], state: null, deleted: false },
      { id: 2, parts: ['L-7', 'Lift'], state: null, deleted: false },
    ]);
  });

  await t.test('a reference in a title is the name of the record it leads to, whatever became of that', async () => {
    const store = shard.records(await newAccount(fixture));
    const vendor = await create(store, 'Vendors', { Name: 'Northgate', Deleted: true });
    await create(store, 'PurchaseOrders', { Number: 'PO-1', VendorID: vendor });
    await create(store, 'PurchaseOrders', { Number: 'PO-2' });
    assert.deepEqual(
      (await titlesOf(store, 'PurchaseOrders', [1, 2])).map(({ parts }) => parts),
      [
        ['PO-1', 'Northgate'],
        ['PO-2', null],
      ],
    );
  });

  await t.test('ids that do not exist, and those of another account, are left out', async () => {
    const other = shard.records(await newAccount(fixture));
    for (let n = 0; n < 3; n++) await create(other, 'Boards', { Name: 'Not yours' });
    const store = shard.records(await newAccount(fixture));
    const id = await create(store, 'Boards', { Name: 'Mine' });
    const found = await titlesOf(store, 'Boards', [id, 2, 3, Number.MAX_SAFE_INTEGER]);
    assert.deepEqual(
      found.map(({ parts }) => parts),
      [['Mine']],
    );
    assert.deepEqual(await titlesOf(store, 'Boards', []), []);
  });

  await t.test('a thousand at once', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    for (let n = 0; n < 30; n++) await create(store, 'Boards', { Name: `Board ${n + 1}` });
    const ids = Array.from({ length: 1_000 }, (_, n) => n + 1);
    const found = await titlesOf(store, 'Boards', ids);
    assert.deepEqual(
      found.map(({ id, parts }) => [id, parts[0]]),
      Array.from({ length: 30 }, (_, n) => [n + 1, `Board ${n + 1}`]),
    );
  });
};

async function titlesOf(store: RecordStore, ...asked: Parameters<RecordStore['titles']>): Promise<Title[]> {
  const found = await store.titles(...asked);
  if (found instanceof Problem) throw new Error(found.detail);
  return found.toSorted((a, b) => a.id - b.id);
}
