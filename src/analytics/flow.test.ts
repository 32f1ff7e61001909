import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { weeksOf } from './flow.ts';

const WEEKS = 5;
const stamp = fc.integer({ min: -2, max: WEEKS + 1 });
const order = fc.record({ created: stamp, completed: fc.option(stamp), cancelled: fc.option(stamp) });

test('what was open at the end of a week was created by then, and neither completed nor cancelled by then', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40, size: 'max' }), (orders) => {
      // As the store gives them: whatever lies before the first week is -1.
      const span = (week: number | null) => (week === null ? null : Math.min(Math.max(week, -1), WEEKS));
      const counts = orders.map(({ created, completed, cancelled }) => ({
        created: span(created)!,
        completed: span(completed),
        cancelled: span(cancelled),
        count: 1,
      }));
      const by = (week: number | null, end: number) => week !== null && week <= end;
      const expected = Array.from({ length: WEEKS }, (_, week) => ({
        created: orders.filter(({ created }) => created === week).length,
        completed: orders.filter(({ completed }) => completed === week).length,
        cancelled: orders.filter(({ cancelled }) => cancelled === week).length,
        open: orders.filter((one) => by(one.created, week) && !by(one.completed, week) && !by(one.cancelled, week))
          .length,
      }));
      assert.deepEqual(weeksOf(counts, WEEKS), expected);
    }),
    { numRuns: 200 },
  );
});
