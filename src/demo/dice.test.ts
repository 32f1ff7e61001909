import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Dice, outcome, shareTable, spread } from './dice.ts';

describe('chance', () => {
  it('is the same for the same key, and another for another', () => {
    const draw = (seed: number, stream: number, id: number) => new Dice(seed, stream, id).next();
    // Fixed values: a change here would change every record.
    assert.deepEqual(
      [draw(1, 2, 3), draw(1, 2, 4), draw(1, 3, 3), draw(2, 2, 3)],
      [2134149657, 3288168562, 593452521, 524731467],
    );
  });

  it('is even enough', () => {
    const counts = new Array(10).fill(0);
    for (let id = 0; id < 20_000; id++) counts[new Dice(5, 7, id).below(10)]++;
    for (const count of counts) assert.ok(count > 1_800 && count < 2_200, `${counts}`);
    const dice = new Dice(5, 7, 1);
    const rolls = new Set(Array.from({ length: 200 }, () => dice.between(1, 6)));
    assert.deepEqual([...rolls].sort(), [1, 2, 3, 4, 5, 6]);
  });

  it('keeps shares exact where they are spread', () => {
    for (const way of ['state', 'type', 'messaging'] as const) {
      for (const count of [100, 310, 3_600]) {
        let below = 0;
        for (let id = 1; id <= count; id++) if (spread(id, way) < 0.6) below++;
        assert.ok(Math.abs(below - 0.6 * count) <= 3, `${below} of ${count}`);
      }
    }
  });

  it('turns shares into outcomes and positions', () => {
    const shares = [
      ['a', 0.5],
      ['b', 0.2],
      ['c', 1],
    ] as const;
    assert.deepEqual([0, 0.49, 0.5, 0.69, 0.71, 0.999].map((share) => outcome(share, shares)).join(''), 'aabbcc');
    const table = shareTable([2, 0, 8]);
    assert.deepEqual([0, 0.19, 0.2, 0.999].map(table), [0, 0, 2, 2]);
  });
});
