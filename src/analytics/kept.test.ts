import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountScope } from '../accounts/account.ts';
import { createCachedFigures } from './kept.ts';

const accountCalled = (id: string) => new AccountScope({ shardID: 's1', key: 1, id, name: id });

test('a figure is computed once a minute, however many another account asks for meanwhile', async () => {
  let now = 1_700_000_000_000;
  let computed = 0;
  const kept = createCachedFigures({ now: () => now });
  const ask = (account: string, key: string) =>
    kept.figure({
      account: accountCalled(account),
      key,
      gone: undefined,
      compute: async () => ({ n: ++computed }),
    });
  const first = await ask('acc_1', 'overdue');
  assert.equal(first, '{"asOf":"2023-11-14T22:13:20.000Z","n":1}');
  assert.equal(await ask('acc_1', 'overdue'), first);
  // Each a window of its own.
  for (let n = 0; n < 3_000; n++) await ask('acc_2', `overdue ${n}`);
  assert.equal(await ask('acc_1', 'overdue'), first, 'another account pushes nothing out');
  assert.notEqual(await ask('acc_2', 'overdue'), first);
  now += 60_000;
  assert.notEqual(await ask('acc_1', 'overdue'), first);
});
