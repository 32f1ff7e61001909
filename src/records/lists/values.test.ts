import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScalarField } from '../../catalogue/index.ts';
import { type Parameter, parseQuery } from './query.ts';
import { readValue } from './values.ts';

const fields: Record<string, ScalarField> = {
  id: { kind: 'int' },
  name: { kind: 'text', max: 20, nullable: true },
  size: { kind: 'int', nullable: true },
  cost: { kind: 'decimal', places: 4, nullable: true },
  latitude: { kind: 'decimal', places: 7 },
  active: { kind: 'boolean', nullable: true },
  sentOn: { kind: 'timestamp', nullable: true },
  day: { kind: 'date', nullable: true },
  state: { kind: 'enum', values: ['Waiting', 'Delivered'], nullable: true },
  boardID: { kind: 'reference', to: 'Boards', nullable: true },
};

/** Reads a value as it is written in a query string. */
function read(query: string) {
  const [{ name, value }] = parseQuery(query) as [Parameter];
  return readValue(fields[name]!, value);
}

const readable: [query: string, value: string | number | boolean][] = [
  ['name=', ''],
  ['name=%25_%5C', '%_\\'],
  ['size=007', 7],
  ['size=%2B7', 7],
  ['size=-7', -7],
  ['size=-0', 0],
  ['size=9007199254740991', 9007199254740991],
  ['size=-9007199254740991', -9007199254740991],
  ['cost=1', 1],
  ['cost=0012.50', 12.5],
  ['cost=-.5', -0.5],
  ['cost=-0.0', 0],
  ['cost=1e3', 1000],
  ['cost=1.5E%2B3', 1500],
  ['cost=10e-5', 0.0001],
  ['cost=0.00010000', 0.0001],
  ['cost=0e-9', 0],
  ['cost=99999999999.9999', 99999999999.9999],
  ['latitude=1e-7', 1e-7],
  ['latitude=-33.8688197', -33.8688197],
  ['active=TRUE', true],
  ['active=false', false],
  ['sentOn=2026-01-01T00:00:00.000Z', Date.UTC(2026, 0, 1)],
  ['sentOn=2026-01-01T02:00:00%2B02:00', Date.UTC(2026, 0, 1)],
  ['sentOn=2025-12-31T19:00:00-05:00', Date.UTC(2026, 0, 1)],
  ['sentOn=2026-01-01', Date.UTC(2026, 0, 1)],
  ['day=2024-02-29', '2024-02-29'],
  ['state=Waiting', 'Waiting'],
  ['boardID=0005', 5],
  ['boardID=0', 0],
  ['boardID=-1', -1],
];

test('a value is read as the type of its property', () => {
  for (const [query, value] of readable) assert.deepEqual(read(query), { value }, query);
});

const unreadable: [query: string, message: RegExp][] = [
  ['size=abc', /"abc" is not a whole number. Write a whole number such as 42/],
  ['size=7.0', /not a whole number/],
  ['size=1e3', /not a whole number/],
  ['size=0x1F', /not a whole number/],
  ['size=+7', /" 7" is not a whole number.*A \+ in a query string is a space.*%2B/],
  ['size=7 ', /not a whole number/],
  ['size=%D9%A3', /not a whole number/],
  ['size=9007199254740992', /beyond the integers.*2\^53-1/],
  ['size=-9007199254740992', /beyond the integers/],
  [`size=1${'0'.repeat(400)}`, /beyond the integers/],
  ['size=', /The value is empty. Write a whole number such as 42, or null/],
  ['id=', /The value is empty. Write a whole number such as 42\.$/],
  ['size=NULL', /"NULL" cannot be read. Write null in lower case/],
  ['size=true', /not a whole number/],
  ['cost=1,5', /not a number/],
  ['cost=.', /not a number/],
  ['cost=5.', /not a number/],
  ['cost=1e', /not a number/],
  ['cost=NaN', /not a number/],
  ['cost=Infinity', /not a number/],
  ['cost=+1.5', /not a number.*leave it off, or write %2B/],
  ['cost=1e999', /out of range/],
  ['cost=100000000000', /out of range/],
  ['cost=-100000000000', /out of range/],
  ['cost=0.00001', /too many decimal places. Write at most 4/],
  ['cost=1e-5', /too many decimal places/],
  ['cost=1e-400', /too many decimal places/],
  ['cost=0.10000000000000000000001', /too many decimal places/],
  [`cost=0.${'0'.repeat(400)}1`, /too many decimal places/],
  ['latitude=0.00000001', /too many decimal places. Write at most 7/],
  ['cost=', /The value is empty/],
  ['active=1', /not a boolean. Write true or false/],
  ['active=yes', /not a boolean/],
  ['active=', /The value is empty. Write true or false, or null/],
  ['sentOn=yesterday', /not a timestamp. Write a date, or a timestamp with Z or an offset/],
  ['sentOn=1767225600000', /not a timestamp/],
  ['sentOn=2026-02-30', /not a timestamp/],
  ['sentOn=2026-01-01T00:00:00', /with Z or an offset/],
  ['sentOn=0001-01-01T00:00:00%2B01:00', /not a timestamp/],
  ['sentOn=9999-12-31T23:59:59-01:00', /not a timestamp/],
  ['sentOn=2026-01-01T02:00:00+02:00', /A \+ in a query string is a space: write the \+ of an offset as %2B/],
  ['sentOn=2026-01-01 02:00:00Z', /%2B.*a T between date and time/],
  ['sentOn=', /The value is empty/],
  ['day=2026-02-29', /"2026-02-29" is not a date. Write a date such as 2026-01-31/],
  ['day=2026-01-31T00:00:00Z', /more than a date. Write 2026-01-31 alone/],
  ['day=31.01.2026', /not a date/],
  ['day=0000-01-01', /not a date/],
  ['day=', /The value is empty/],
  ['state=waiting', /"waiting" is not one of Waiting, Delivered \(case matters\). Did you mean "Waiting"/],
  ['state=Deliverd', /Did you mean "Delivered"/],
  ['state=Gone', /not one of Waiting, Delivered \(case matters\)\.$/],
  ['state=', /The value is empty. Write one of Waiting, Delivered, or null/],
  ['boardID=Main', /not a whole number. Write the ID of a record/],
];

test('a value that cannot be read as its type is refused with what to write', () => {
  for (const [query, message] of unreadable) {
    const reading = read(query);
    assert.ok('wrong' in reading, `${query} was read as ${JSON.stringify(reading)}`);
    assert.match(reading.wrong, message, query);
  }
});
