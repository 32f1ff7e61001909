import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFound, fromAll, unlessMoved, withoutMoved } from './all-shards.ts';
import type { AccountCopy, KnownHere } from './store.ts';

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

test('a frozen account counts where no other shard has it in use, or since later; where that cannot be known now, it is not said that it does', async () => {
  const on = (shardID: string, id: string, frozen = true, arrivedOn = 5) =>
    ({ account: { shardID, id }, frozen, arrivedOn }) as KnownHere;
  const asked: string[] = [];
  const store = (shardID: string, copies: Readonly<Record<string, AccountCopy>> = {}) => ({
    copy: async (id: string) => {
      asked.push(`${id} ${shardID}`);
      return id === 'unsure' ? away() : copies[id];
    },
  });
  const stores = new Map([
    ['s1', store('s1')],
    [
      's2',
      store('s2', {
        moved: { frozen: false, arrivedOn: 0 },
        again: { frozen: true, arrivedOn: 6 },
        left: { frozen: true, arrivedOn: 4 },
      }),
    ],
  ]);
  const [live, alone, moved, unsure] = [
    on('s1', 'live', false),
    on('s1', 'alone'),
    on('s1', 'moved'),
    on('s1', 'unsure'),
  ];
  const one = (known: KnownHere) => unlessMoved(stores, Promise.resolve(known));
  assert.deepEqual([await one(live), await one(alone), await one(moved)], [live, alone, undefined]);
  await assert.rejects(one(unsure), /away/);
  assert.deepEqual(asked, ['alone s2', 'moved s2', 'unsure s2'], 'only of frozen ones, and of other shards');
  const [again, left] = [on('s1', 'again'), on('s1', 'left')];
  assert.deepEqual([await one(again), await one(left)], [undefined, left], 'frozen on both: the last that has arrived');
  const { told, failure } = await withoutMoved(stores, { told: [live, unsure, moved, alone], failure: undefined });
  assert.deepEqual([told, (failure as Error).message], [[live, alone], 'away']);
  assert.deepEqual((await withoutMoved(new Map([['s1', store('s1')]]), { told: [moved], failure: undefined })).told, [
    moved,
  ]);
});
