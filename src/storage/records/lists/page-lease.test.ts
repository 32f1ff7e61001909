import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createFairSemaphore, type Permit } from '../../../fairness/budget.ts';
import { PageLease } from './page-lease.ts';

const limits = { pieceMs: 200, wholeMs: 60_000 };

function leased() {
  const budget = createFairSemaphore({ name: 'pages', total: 1, share: 1 });
  const lease = new PageLease(budget.take('acc_1') as Permit, limits, undefined);
  lease.begin();
  return { lease, held: () => budget.tally().held };
}

test('a client that asks for no further piece loses its page, and what it held is free', async () => {
  const { lease, held } = leased();
  lease.next();
  assert.equal(held(), 1);
  await sleep(1_000);
  assert.equal(held(), 0);
  assert.throws(() => lease.next(), /took too long/);
});

test('a process that stood still hears what was asked for meanwhile before it gives a page up', async () => {
  const { lease, held } = leased();
  const until = performance.now() + 2 * limits.pieceMs;
  while (performance.now() < until);
  // Timers come before what a connection has received.
  await nextTurn();
  await nextTurn();
  lease.next();
  assert.equal(held(), 1);
  lease.end();
  assert.equal(held(), 0);
});
