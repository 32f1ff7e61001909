import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile, renderHealth } from './health.ts';
import { simulate } from './simulation.ts';

const hour = (hour: number, ok: number, recentMs: number[]) => ({
  hour,
  ok,
  failed: 0,
  suppressed: 0,
  dropped: 0,
  recentMs,
});

test('a percentile weighs an hour by its deliveries, not by the attempts that are known of it', () => {
  assert.equal(percentile([], 0.95), null);
  assert.equal(percentile([hour(1, 1, [7])], 0.95), 7);
  const tens = Array.from({ length: 100 }, (_, n) => n + 1);
  assert.equal(percentile([hour(1, 100, tens)], 0.95), 95);
  assert.equal(percentile([hour(1, 1, [5_000]), hour(2, 10_000, [10, 20])], 0.95), 20);
  assert.equal(percentile([hour(1, 10_000, [5_000]), hour(2, 1, [10])], 0.95), 5_000);
});

test('every hour of the span is shown, the one that runs last', () => {
  const now = Date.parse('2026-03-01T01:30:00Z');
  const first = Math.floor(now / 3_600_000);
  const standings = {
    id: 1,
    failuresInARow: 0,
    waiting: 0,
    oldestWaitingOn: null,
    lastSuccessOn: null,
    hours: [hour(first - 1, 4, [])],
  };
  const { hours } = renderHealth(standings, 3, now);
  assert.deepEqual(
    hours.map(({ hour, ok }) => [hour, ok]),
    [
      ['2026-02-28T23:00:00.000Z', 0],
      ['2026-03-01T00:00:00.000Z', 4],
      ['2026-03-01T01:00:00.000Z', 0],
    ],
  );
});

test('a rehearsal that was cut says from when on it counted', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');
  const kind = { type: 'Tasks', action: 'Created', filterValue: null, without: undefined } as const;
  const cutAt = Date.parse('2026-03-30T10:00:00Z');
  const counted = [{ day: Math.floor(cutAt / 86_400_000), filterValue: null, events: 3 }];
  const { cut, since, perDay, matched } = simulate(kind, { counted, cutAt }, now);
  assert.deepEqual([cut, since, matched], [true, '2026-03-30T10:00:00.000Z', 3]);
  assert.deepEqual(perDay.slice(-2), [
    { day: '2026-03-30', count: 3 },
    { day: '2026-03-31', count: 0 },
  ]);
  assert.equal(perDay[0]!.day, '2026-03-02');
});
