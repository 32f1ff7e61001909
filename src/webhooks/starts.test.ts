import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeStarts } from './starts.ts';

/** What has begun after each of some turns, when seven want to at once. */
async function begunByTurn(options: {
  most: number;
  msPerTurn: number;
}): Promise<{ order: number[]; sizes: number[] }> {
  let now = 0;
  const starts = makeStarts({ most: options.most, busyMs: 5, clock: { now: () => now } });
  const order: number[] = [];
  for (let n = 0; n < 7; n++) {
    const wait = starts.next();
    if (wait === undefined) order.push(n);
    else void wait.then(() => order.push(n));
  }
  const sizes = [order.length];
  while (order.length < 7) {
    now += options.msPerTurn;
    await nextTurn();
    sizes.push(order.length);
  }
  return { order, sizes };
}

test('the first ones of a turn begin at once, those that follow in the turns after it, in their order', async () => {
  const { order, sizes } = await begunByTurn({ most: 2, msPerTurn: 1 });
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(new Set(sizes), new Set([2, 4, 6, 7]));
});

test('when turns take long, one begins in each', async () => {
  const { sizes } = await begunByTurn({ most: 4, msPerTurn: 20 });
  assert.deepEqual(new Set(sizes), new Set([4, 5, 6, 7]));
});

test('after a quiet turn there is room again', async () => {
  const starts = makeStarts({ most: 1, busyMs: 5, clock: { now: () => 0 } });
  assert.equal(starts.next(), undefined);
  for (let n = 0; n < 3; n++) await nextTurn();
  assert.equal(starts.next(), undefined);
});
