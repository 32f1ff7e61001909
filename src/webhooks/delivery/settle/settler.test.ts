import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SettleInput, SettlePolicy, SettleResult } from '../../queue.ts';
import { createSettler } from './settler.ts';

const noJudge: SettlePolicy = () => assert.fail('the database asks the judge, not the settler');

const noFailure = (failure: unknown) => assert.fail(failure as Error);

/** A queue that keeps the batches it is given, and fails as often as it is told to. */
function recordedQueue(failures = 0) {
  const batches: number[][] = [];
  return {
    batches,
    async settle(finished: readonly SettleInput[]): Promise<SettleResult[]> {
      if (failures-- > 0) throw new Error('the database is away');
      batches.push(finished.map(({ delivery }) => delivery));
      await sleep(2);
      return finished.map(({ delivery }) => ({
        settled: { attempts: delivery } as SettleResult['settled'],
        more: false,
      }));
    },
  };
}

const repeat = (delivery: number): SettleInput => {
  return {
    lease: { subscription: 1, account: 'acc_1', failing: false, token: '', expires: Infinity },
    delivery,
    record: delivery,
    repeats: 1,
  };
};

test('what comes back within a moment shares a transaction, and each gets its own answer', async () => {
  const queue = recordedQueue();
  const settler = createSettler(queue, noJudge, noFailure);
  const written = await Promise.all([1, 2, 3].map((n) => settler.settle(repeat(n), 'soon')));
  assert.deepEqual(queue.batches, [[1, 2, 3]]);
  assert.deepEqual(
    written.map((one) => one?.settled.attempts),
    [1, 2, 3],
  );
});

test('what holds up another delivery is written at once, and takes the others along', async () => {
  const queue = recordedQueue();
  const settler = createSettler(queue, noJudge, noFailure);
  const early = settler.settle(repeat(1), 'soon');
  await settler.settle(repeat(2), 'at once');
  await early;
  assert.deepEqual(queue.batches, [[1, 2]]);
});

test('a transaction holds 256 at most', async () => {
  const queue = recordedQueue();
  const settler = createSettler(queue, noJudge, noFailure);
  await Promise.all(Array.from({ length: 450 }, (_, n) => settler.settle(repeat(n), 'soon')));
  assert.deepEqual(queue.batches.flat().length, 450);
  assert.ok(queue.batches.every(({ length }) => length <= 256));
});

test('a database that is away is asked until it answers', async () => {
  const queue = recordedQueue(2);
  const failures: unknown[] = [];
  const settler = createSettler(queue, noJudge, (failure) => failures.push(failure));
  assert.equal((await settler.settle(repeat(1), 'at once'))?.settled.attempts, 1);
  assert.equal(failures.length, 2);
});

test('when the process must end, what cannot be written is given up', async () => {
  const settler = createSettler(recordedQueue(Infinity), noJudge, () => {});
  const settled = settler.settle(repeat(1), 'at once');
  settler.giveUp();
  assert.equal(await settled, undefined);
});

test('while what was answered cannot be written, nothing more is to be sent', async () => {
  const stuck = Promise.withResolvers<void>();
  let batches = 0;
  const queue = {
    async settle(finished: readonly SettleInput[]): Promise<SettleResult[]> {
      if (++batches === 1) await stuck.promise;
      return finished.map(({ delivery }) => ({
        settled: { attempts: delivery } as SettleResult['settled'],
        more: false,
      }));
    },
  };
  const settler = createSettler(queue, noJudge, noFailure);
  const first = settler.settle(repeat(1), 'at once');
  assert.equal(settler.caughtUp(), undefined, 'not yet late');
  await sleep(220);
  const later = settler.settle(repeat(2), 'soon');
  let sent = false;
  const held = settler.caughtUp()!.then(() => {
    sent = true;
  });
  await sleep(50);
  assert.equal(sent, false);
  stuck.resolve();
  await Promise.all([first, later, held]);
  assert.equal(settler.caughtUp(), undefined);
});
