import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateStart, formatTimestamp, parseDate, parseTimestamp, systemClock } from './time.ts';

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const instant = fc.integer({ min: FIRST, max: LAST });

test('every instant survives being written and read', () => {
  fc.assert(
    fc.property(instant, (ms) => {
      const text = formatTimestamp(ms);
      assert.match(text, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      assert.equal(parseTimestamp(text), ms);
      formatTimestamp(FIRST + LAST - ms);
      assert.equal(parseTimestamp(text), ms, 'when it was not the last that was written');
      assert.equal(formatTimestamp(ms), text);
    }),
    { numRuns: 5000 },
  );
});

test('the same instant reads alike under every offset', () => {
  const offset = fc.integer({ min: -1439, max: 1439 });
  fc.assert(
    fc.property(instant, offset, fc.boolean(), (ms, minutes, colon) => {
      const local = ms + minutes * 60_000;
      fc.pre(local >= FIRST && local <= LAST);
      const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map(twoDigits);
      const zone = `${minutes < 0 ? '-' : '+'}${hour}${colon ? ':' : ''}${minute}`;
      assert.equal(parseTimestamp(formatTimestamp(local).replace('Z', zone)), ms);
    }),
    { numRuns: 5000 },
  );
});

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const read: [string, string][] = [
  ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.600Z'],
  ['2026-01-02T03:04:05.9999999999Z', '2026-01-02T03:04:05.999Z'],
  ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
  ['2026-01-02T03:04+02:00', '2026-01-02T01:04:00.000Z'],
  ['2026-01-02T03:04:05.123-0530', '2026-01-02T08:34:05.123Z'],
  ['2026-01-01T00:00:00-00:00', '2026-01-01T00:00:00.000Z'],
  ['2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0000-12-31T23:30:00-01:00', '0001-01-01T00:30:00.000Z'],
  ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
];

for (const [text, expected] of read) {
  test(`${text} is ${expected}`, () => {
    const ms = parseTimestamp(text);
    assert(ms !== undefined);
    assert.equal(formatTimestamp(ms), expected);
  });
}

const unreadable = [
  '',
  '2026-01-02',
  '2026-01-02T03:04:05',
  '2026-01-02 03:04:05Z',
  '2026-01-02T03Z',
  '2026-01-02T03:04.5Z',
  '2026-01-02T03:04:05.Z',
  '2026-01-02T03:04:05,5Z',
  '2026-01-02T3:04:05Z',
  '2026-1-02T03:04:05Z',
  '20260102T030405Z',
  '+002026-01-02T03:04:05Z',
  '2026-01-02T03:04:05Z ',
  ' 2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05Z\n',
  '2026-01-02T03:04:05+02',
  '2026-01-02T03:04:05 02:00',
  '2026-01-02T03:04:05+24:00',
  '2026-01-02T03:04:05+02:60',
  '2026-01-02T24:00:00Z',
  '2026-01-02T23:60:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:30:00+01:00',
  '9999-12-31T23:30:00-01:00',
  '٢٠٢٦-01-02T03:04:05Z',
];

for (const text of unreadable) {
  test(`${JSON.stringify(text)} is no timestamp`, () => assert.equal(parseTimestamp(text), undefined));
}

test('a date is one exactly when the calendar has the day', () => {
  const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  for (const year of [0, 1, 4, 99, 100, 400, 1600, 1900, 2000, 2023, 2024, 2100, 9999]) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    for (let month = 0; month <= 13; month++) {
      const days = (lengths[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0);
      for (let day = 0; day <= 32; day++) {
        const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
        assert.equal(parseDate(text), year > 0 && day >= 1 && day <= days ? text : undefined, text);
      }
    }
  }
});

test('only the canonical writing is a date', () => {
  for (const text of [
    '',
    '2026-1-1',
    '20260101',
    '2026-01-01Z',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '-2026-01-01',
  ]) {
    assert.equal(parseDate(text), undefined, text);
  }
});

test('a date begins at its first instant, UTC', () => {
  fc.assert(
    fc.property(instant, (ms) => {
      const date = formatTimestamp(ms).slice(0, 10);
      assert.equal(parseDate(date), date);
      const start = dateStart(date);
      assert(start <= ms && ms < start + 86_400_000);
      assert.equal(formatTimestamp(start), `${date}T00:00:00.000Z`);
    }),
  );
});

test('the system clock tells the time of the system', () => {
  const before = Date.now();
  const now = systemClock.now();
  assert(before <= now && now <= Date.now());
});
