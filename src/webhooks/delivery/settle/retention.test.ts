import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeliveryArchive, nextBatchRows, pruneOnce } from './retention.ts';

test('a step takes as many rows as the one before says will take some milliseconds', () => {
  assert.equal(nextBatchRows(100, 8), 100);
  assert.equal(nextBatchRows(400, 80), 40, 'rows were large, or the database is busy');
  assert.equal(nextBatchRows(100, 5_000), 32, 'it goes on all the same');
  assert.equal(nextBatchRows(100, 1), 200, 'no more than twice as many: one quick step proves little');
  assert.equal(nextBatchRows(400, 1), 500);
});

test('a round goes through all there is, in steps that grow and shrink with their time', async () => {
  const asked: number[] = [];
  let removed = 3;
  const archive: DeliveryArchive = {
    async pruneDeliveries(_before, { row = 0 }, most) {
      asked.push(most);
      const end = Math.min(5_000, row + most);
      return { deleted: end - row, after: end === 5_000 ? undefined : { holder: 1, row: end } };
    },
    pruneChanges: async () => ({ deleted: 0, after: undefined }),
    pruneRemoved: async () => (--removed > 0 ? 'more' : 'done'),
  };
  const kept = { deliveryDays: 30, eventDays: 30, historyDays: 30, everyMs: 0, pauseMs: 0 };
  const clock = { now: () => 1_800_000_000_000 };
  await pruneOnce(
    { archive, clock, ...kept, onFailure: (failure) => assert.fail(failure as Error) },
    new AbortController().signal,
  );
  assert.equal(asked.reduce((sum, most) => sum + most, 0) >= 5_000, true);
  assert.ok(asked[0]! < 100 && Math.max(...asked) <= 500);
  assert.equal(removed, 0);
});
