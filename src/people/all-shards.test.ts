import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFound, fromAll } from './all-shards.ts';

const never = new Promise<undefined>(() => {});
const away = () => Promise.reject(new Error('away'));

test('who is found on one shard does not wait for another that is silent or away', async () => {
  assert.equal(await firstFound([never, Promise.resolve('here')]), 'here');
  assert.equal(await firstFound([away(), Promise.resolve('here')]), 'here');
});

test('nobody is called unknown as long as a shard has not answered', async () => {
  assert.equal(await firstFound([Promise.resolve(undefined), Promise.resolve(undefined)]), undefined);
  await assert.rejects(firstFound([away(), Promise.resolve(undefined)]), /away/);
  const { told, failure } = await fromAll([Promise.resolve(['one']), away()]);
  assert.deepEqual([told, (failure as Error).message], [['one'], 'away']);
});
