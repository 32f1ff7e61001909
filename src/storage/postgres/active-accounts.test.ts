import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareWhileOthersAsk } from './active-accounts.ts';

test('an account that is alone may have everything, and a quarter as long as another asked in the last second', () => {
  let now = 0;
  const share = shareWhileOthersAsk(12, { now: () => now });
  assert.equal(share('a'), 12);
  now = 500;
  assert.equal(share('b'), 3);
  now = 1_400;
  assert.equal(share('a'), 3, 'b asked 0.9 s ago');
  now = 1_600;
  assert.equal(share('a'), 12);
});

test('nobody gets more than there is, nor less than two', () => {
  const few = shareWhileOthersAsk(5, { now: () => 0 });
  few('a');
  assert.equal(few('b'), 2);
  const one = shareWhileOthersAsk(1, { now: () => 0 });
  one('a');
  assert.equal(one('b'), 1);
});
