import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockOf, knownZone, localDay, startOfDay, weekMarks } from './weeks.ts';

const QUARTER = 900_000;

/** Looked up quarter by quarter: the first instants of Mondays. */
function mondaysBetween(from: number, to: number, timeZone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' });
  const found: number[] = [];
  let before = clock.format(from - QUARTER);
  for (let instant = from; instant < to; instant += QUARTER) {
    const day = clock.format(instant);
    if (day === 'Mon' && before !== 'Mon') found.push(instant);
    before = day;
  }
  return found;
}

const winters: [zone: string, from: string, to: string][] = [
  ['UTC', '2026-01-01', '2026-03-01'],
  ['Europe/Berlin', '2026-03-02', '2026-04-20'],
  ['Europe/Berlin', '2025-10-06', '2025-11-15'],
  ['America/New_York', '2026-02-20', '2026-03-25'],
  ['Australia/Lord_Howe', '2026-03-15', '2026-04-20'],
  ['Asia/Kathmandu', '2026-01-01', '2026-02-10'],
  // Clocks were put forward at midnight, of Sunday and of Monday.
  ['America/Sao_Paulo', '2018-10-20', '2018-11-20'],
  ['America/Asuncion', '2023-09-15', '2023-10-15'],
  ['Asia/Amman', '2012-10-15', '2012-11-10'],
  // A day that never was.
  ['Pacific/Apia', '2011-12-15', '2012-01-20'],
];

for (const [zone, from, to] of winters) {
  test(`weeks begin with the first instant of Monday: ${zone} from ${from}`, () => {
    const span = { from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T12:34:56.789Z`) };
    const week = 8 * 86_400_000;
    const expected = mondaysBetween(span.from - week, span.to, zone);
    // Of those before the span the last: its week is the first that the span touches.
    const first = expected.findLastIndex((mark) => mark <= span.from);
    assert.deepEqual(weekMarks(span, zone), [...expected.slice(first), span.to]);
  });
}

test('an empty span has no weeks', () => {
  assert.deepEqual(weekMarks({ from: 5, to: 5 }, 'UTC'), []);
});

test('a day begins with its first instant, which is not always midnight', () => {
  const day = { year: 2018, month: 11, day: 4 };
  const start = startOfDay(day, 'America/Sao_Paulo');
  assert.equal(new Date(start).toISOString(), '2018-11-04T03:00:00.000Z');
  assert.deepEqual(localDay(start, 'America/Sao_Paulo'), day);
  assert.deepEqual(localDay(start - 1, 'America/Sao_Paulo'), { ...day, day: 3 });
});

test('what is no zone is not known', () => {
  assert.equal(knownZone('Europe/Berlin'), 'Europe/Berlin');
  for (const name of ['', 'Mars/Olympus', '+02:00', 'x'.repeat(100)]) assert.equal(knownZone(name), undefined);
});

test('a zone has one clock, in whatever letters it is written', () => {
  const name = 'America/Argentina/Buenos_Aires';
  const written = (n: number) =>
    Array.from(name, (letter, at) => (n & (1 << (at % 10)) ? letter.toUpperCase() : letter.toLowerCase())).join('');
  const clocks = new Set(Array.from({ length: 1_000 }, (_, n) => clockOf(knownZone(written(n))!)));
  assert.equal(clocks.size, 1);
  assert.deepEqual(localDay(0, written(77)), { year: 1969, month: 12, day: 31 });
});
