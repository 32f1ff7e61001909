import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairSemaphore } from './budget.ts';
import { createEqualPause, runWithEqualPause } from './equal-pause.ts';

const endless = { total: Infinity, share: Infinity };

test('steps of one thing begin after a pause as long as the one before took, and the first at once', async () => {
  const rest = createEqualPause();
  const began = performance.now();
  const starts: number[] = [];
  const step = () =>
    rest(async () => {
      starts.push(performance.now() - began);
      await sleep(30);
    });
  await step();
  await step();
  await step();
  assert.ok(starts[0]! < 15, `the first began after ${starts[0]} ms`);
  assert.ok(starts[1]! >= 55 && starts[2]! >= 112, `they began after ${starts.join(', ')} ms`);
});

test('a long step is followed by a pause of 50 ms at most', async () => {
  const rest = createEqualPause();
  await rest(() => sleep(300));
  const ended = performance.now();
  await rest(async () => {});
  assert.ok(performance.now() - ended < 200);
});

test('work of one holder is done in turn with pauses, that of others beside it; one that fails gives its turn back', async () => {
  const budget = createFairSemaphore({ name: 'pieces', total: 2, share: 1, queue: endless });
  const began = performance.now();
  const ended: Record<string, number> = {};
  const work = (holder: string, name: string) =>
    runWithEqualPause(budget, holder, async () => {
      await sleep(30);
      ended[name] = performance.now() - began;
    });
  const failing = runWithEqualPause(budget, 'a', () => Promise.reject(new Error('failed')));
  await Promise.all([
    assert.rejects(failing, /failed/),
    work('a', 'first'),
    work('a', 'second'),
    work('b', 'of another'),
  ]);
  assert.ok(ended['of another']! < ended.second!, 'nobody waits behind all of one holder');
  assert.ok(ended.second! - ended.first! >= 57, `${ended.second! - ended.first!} ms apart`);
  await sleep(60);
  assert.equal(budget.tally().held, 0);
});
