import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairSemaphore, type Permit } from '../../fairness/budget.ts';
import { createConnectionShares } from './connection-shares.ts';

test('an account that is alone may have everything, and a quarter as long as another asked in the last second', () => {
  let now = 0;
  const { asks, share } = createConnectionShares(12, { now: () => now });
  const asking = (account: string) => {
    asks(account);
    return share(account);
  };
  assert.equal(asking('a'), 12);
  now = 500;
  assert.equal(asking('b'), 3);
  now = 1_400;
  assert.equal(asking('a'), 3, 'b asked 0.9 s ago');
  now = 1_600;
  assert.equal(asking('a'), 12);
});

test('nobody gets more than there is, nor less than two', () => {
  const few = createConnectionShares(5, { now: () => 0 });
  few.asks('a');
  few.asks('b');
  assert.equal(few.share('b'), 2);
  const one = createConnectionShares(1, { now: () => 0 });
  one.asks('a');
  one.asks('b');
  assert.equal(one.share('b'), 1);
});

test('whoever is served after nothing has moved for more than a second has what was waited for', async () => {
  let now = 0;
  const shared = createConnectionShares(10, { now: () => now });
  const budget = createFairSemaphore({ name: 'reads', ...shared, queue: { total: 9, share: 9 } });
  const [first, second] = Array.from({ length: 8 }, () => budget.turn('a') as Permit);
  for (let n = 0; n < 2; n++) budget.turn('b');
  const waiting = [budget.turn('a'), budget.turn('b')];
  now = 1_500;
  first!.give();
  second!.give();
  const had = (await Promise.all(waiting)) as Permit[];
  assert.deepEqual(
    had.map(({ holder, units }) => [holder, units]),
    [
      ['a', 1],
      ['b', 1],
    ],
  );
});
