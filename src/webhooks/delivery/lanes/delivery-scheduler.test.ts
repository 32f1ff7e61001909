import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDeliveryScheduler } from './delivery-scheduler.ts';

const limits = { least: 2, most: 5, perMs: 0.5, othersWait: () => true };

/** How many have begun after each turn, when twelve want to at once and every turn takes so long. */
async function begunByTurn(msPerTurn: number, othersWait = () => true): Promise<{ order: number[]; sizes: number[] }> {
  let now = 0;
  const starts = createDeliveryScheduler({ ...limits, othersWait, clock: { now: () => now } });
  const order: number[] = [];
  for (let n = 0; n < 12; n++) {
    const wait = starts.next('one');
    if (wait === undefined) order.push(n);
    else void wait.then(() => order.push(n));
  }
  const sizes = new Set([order.length]);
  while (order.length < 12) {
    now += msPerTurn;
    await nextTurn();
    sizes.add(order.length);
  }
  return { order, sizes: [...sizes] };
}

test('the first ones of a turn begin at once, those that follow in the turns after it, in their order', async () => {
  const { order, sizes } = await begunByTurn(1);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  assert.deepEqual(sizes, [2, 4, 6, 8, 10, 12]);
});

test('after a long turn more may begin, up to a limit', async () => {
  assert.deepEqual((await begunByTurn(6)).sizes, [2, 5, 8, 11, 12]);
  assert.deepEqual((await begunByTurn(1_000)).sizes, [2, 7, 12]);
});

test('while nobody waits for an answer, as many begin in a turn as ever may', async () => {
  assert.deepEqual((await begunByTurn(1, () => false)).sizes, [5, 10, 12]);
});

test('after a quiet turn there is room again', async () => {
  const starts = createDeliveryScheduler({ ...limits, least: 1, clock: { now: () => 0 } });
  assert.equal(starts.next('one'), undefined);
  for (let n = 0; n < 3; n++) await nextTurn();
  assert.equal(starts.next('one'), undefined);
});

test('accounts take turns: one that has much in hand does not hold up the single delivery of another', async () => {
  const starts = createDeliveryScheduler({ ...limits, clock: { now: () => 0 } });
  const begun: string[] = [];
  for (let n = 0; n < 40; n++) void starts.next('many')?.then(() => begun.push(`many ${n}`));
  void starts.next('few')?.then(() => begun.push('few'));
  await nextTurn();
  await nextTurn();
  assert.ok(begun.includes('few'), begun.join());
  for (let n = 0; n < 30; n++) await nextTurn();
  assert.deepEqual(
    begun.filter((one) => one !== 'few'),
    Array.from({ length: 38 }, (_, n) => `many ${n + 2}`),
    'and keeps its own order',
  );
});
