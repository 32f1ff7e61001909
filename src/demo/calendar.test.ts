import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, date, HOUR, inWorkingHours, momentAt, timestamp, yearBefore } from './calendar.ts';
import { Dice } from './dice.ts';

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
