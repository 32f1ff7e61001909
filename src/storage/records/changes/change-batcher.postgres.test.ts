import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../../../problems.ts';
import type { Change, ChangeResult } from '../../../records/store.ts';
import { createChangeBatcher } from './change-batcher.postgres.ts';

const late = new Problem('overloaded', 'It took too long.');
const done = (id: number): ChangeResult => ({ outcome: 'updated', record: { id, version: 1, text: '{}' } });

/** The first two are under way until they are let go; then it is the turn of those that have waited, if ever. */
function line(waitMs: number) {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const shared: number[][] = [];
  const batches = createChangeBatcher(waitMs);
  const turns = { come: true };
  const inTurn = async <Result>(begin: () => Promise<Result>, until: number) => {
    if (turns.come) return begin();
    await pause(until - performance.now());
    return late;
  };
  const join = (id: number) => {
    const change = { type: 'Tasks', id } as Change;
    return batches.join(1, {
      change,
      alone: (until) => inTurn(() => held.then(() => done(id)), until),
      inTurn,
      async together(changes) {
        shared.push(changes.map((one) => one.id as number));
        return changes.map((one) => done(one.id as number));
      },
    });
  };
  return { join, letGo, shared, turns, batches };
}

test('those that come while two are under way are made together, sixteen at most', async () => {
  const { join, letGo, shared, batches } = line(1_000);
  const all = Array.from({ length: 25 }, (_, n) => join(n));
  assert.equal(batches.tally().waiting, 23);
  letGo();
  await Promise.all(all);
  assert.deepEqual(
    shared.map((ids) => ids.length),
    [16, 7],
  );
  assert.deepEqual(batches.tally(), { made: 4, changes: 25, waiting: 0 });
});

test('whoever waits is told so as long after he came as may be, however long others have waited', async () => {
  const { join, letGo, turns, batches } = line(200);
  const first = [join(1), join(2)];
  turns.come = false;
  const began = performance.now();
  const told: number[] = [];
  const waiting: Promise<void>[] = [];
  const wait = async (id: number) => {
    assert.equal(await join(id), late);
    told.push(Math.round(performance.now() - began));
  };
  const came: number[] = [];
  for (let n = 0; n < 6; n++) {
    came.push(performance.now() - began);
    waiting.push(wait(10 + n));
    await pause(40);
  }
  await Promise.all(waiting);
  for (const [n, at] of told.entries()) assert.ok(at >= came[n]! + 195 && at < came[n]! + 260, `${came} ${told}`);
  assert.equal(batches.tally().waiting, 0);
  letGo();
  await Promise.all(first);
});
