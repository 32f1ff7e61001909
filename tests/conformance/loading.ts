/** Bulk loads, and the examination that finds damage. */
import assert from 'node:assert/strict';
import { newAccount, type Part } from './fixture.ts';
import { idsOf, pageOf, plan } from './listing.ts';
import { create, fieldsAt, made, patching, sample } from './samples.ts';

export const loading: Part = async (t, fixture) => {
  const { shard } = fixture;

  await t.test('loaded records are like created ones: read, listed, changed, and counted on', async () => {
    const account = await newAccount(fixture);
    const store = shard.records(account);
    const records = Array.from({ length: 2_500 }, (_, n) => sample('Tasks', n + 1, { Name: `Task ${n}` }));
    await shard.bulk(account).load('Tasks', records);
    assert.deepEqual(await fieldsAt(store, 'Tasks', 2_500), records[2_499]);
    assert.equal((await pageOf(store, plan('Tasks', { take: 1, count: true }))).total, 2_500);
    assert.equal((await made(store, patching('Tasks', 7, { Name: 'Changed' }))).record.version, 2);
    assert.equal(await create(store, 'Tasks'), 2_501);
    await shard.bulk(account).load('Tasks', [sample('Tasks', 5_000), sample('Tasks', 4_000)]);
    assert.equal(await create(store, 'Tasks'), 5_001);
    await shard.bulk(account).load('Tasks', []);
  });

  await t.test('records of one load may refer to each other in any order', async () => {
    const account = await newAccount(fixture);
    const assets = Array.from({ length: 3_000 }, (_, n) =>
      sample('Assets', n + 1, { ParentAssetID: n + 1 === 3_000 ? null : (n * 7) % 5 === 0 ? 3_000 : n + 2 }),
    );
    await shard.bulk(account).load('Assets', assets);
    assert.deepEqual(
      await idsOf(shard.records(account), 'Assets', 'ParentAssetID', { op: 'eq', value: null }),
      [3_000],
    );
  });

  await t.test('a reference to nothing is refused', async () => {
    const account = await newAccount(fixture);
    await assert.rejects(shard.bulk(account).load('Tasks', [sample('Tasks', 1, { AssetID: 1 })]));
  });

  await t.test('a sound database has no findings', async () => {
    let seen = 0;
    assert.deepEqual(await shard.examine((records) => (seen = records)), []);
    assert.ok(seen > 5_000);
  });

  await t.test('the database answers', () => shard.ping());
};
