import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, date, HOUR, inWorkingHours, momentAt, timestamp, yearBefore } from './calendar.ts';
import { Dice, outcome, shareTable, spread } from './dice.ts';

const NOW = Date.parse('2026-03-04T11:20:45.678Z');

describe('the calendar', () => {
  it('writes moments as the platform does', () => {
    const dice = new Dice(1, 1, 1);
    for (let round = 0; round < 2_000; round++) {
      const moment = Math.floor((dice.share() - 0.2) * 100 * 365 * DAY);
      assert.equal(timestamp(moment), new Date(moment).toISOString());
      assert.equal(date(moment), new Date(moment).toISOString().slice(0, 10));
    }
  });

  it('fills the year before now from end to end, never going back', () => {
    const year = yearBefore(NOW);
    let before = momentAt(year, 0);
    assert.ok(before >= NOW - 365 * DAY && before < NOW - 364 * DAY);
    for (let share = 0; share < 1; share += 0.0001) {
      const moment = momentAt(year, share);
      assert.ok(moment >= before && moment <= NOW);
      before = moment;
    }
    assert.ok(momentAt(year, 1 - 2 ** -32) > NOW - DAY);
  });

  it('finds the next working hour, unless that is too late', () => {
    const dice = new Dice(2, 1, 1);
    for (let round = 0; round < 2_000; round++) {
      const moment = NOW + Math.floor(dice.share() * 30 * DAY);
      const open = inWorkingHours(moment, Number.POSITIVE_INFINITY);
      const hour = new Date(open).getUTCHours();
      assert.ok(open >= moment && open - moment < 4 * DAY);
      assert.ok(hour >= 7 && hour < 18 && new Date(open).getUTCDay() % 6 !== 0, timestamp(open));
      assert.equal(inWorkingHours(open, open), open);
      assert.equal(inWorkingHours(moment, moment), moment);
    }
    assert.equal(
      timestamp(inWorkingHours(Date.parse('2026-03-07T12:00:00Z'), NOW + 30 * DAY)),
      '2026-03-09T12:00:00.000Z',
    );
    assert.equal(HOUR * 24, DAY);
  });
});

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
