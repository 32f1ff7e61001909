/** What each meaning finds: a truth table of operator x kind x null, then orders, pages and the rules of their own. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Field, ScalarField, ScalarKind } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { Problem } from '../../problems.ts';
import { evaluate } from './evaluate.ts';
import { planList } from './planning.ts';
import type { Listable } from './properties.ts';

type Item = Record<string, Json>;

const listableOf = (field: ScalarField): Listable => ({
  properties: new Map<string, Field>([
    ['ID', { kind: 'int' }],
    ['Is', field],
    ['Deleted', { kind: 'boolean' }],
  ]),
  key: 'ID',
  deletable: true,
});

function answer(listable: Listable, query: string, items: readonly Item[]) {
  const listing = planList(listable, query.replace(/[^\x00-\x7f]/gu, encodeURIComponent));
  assert.ok(!(listing instanceof Problem), `${query}: ${(listing as Problem).detail}`);
  return evaluate(listing, listable.properties, items);
}

interface Sample {
  readonly field: ScalarField;
  /** The value compared with, as written in a query string. */
  readonly with: string;
  readonly below?: Json;
  readonly same: Json;
  /** Not equal, yet neither above nor below: only texts have such. */
  readonly alike?: Json;
  readonly above?: Json;
}

const kinds = {
  text: [
    { field: { kind: 'text', max: 20 }, with: 'Pump', below: 'PLUG', same: 'Pump', alike: 'PUMP', above: 'pumps' },
    { field: { kind: 'text', max: 20 }, with: 'Straße', below: 'stra', same: 'Straße', alike: 'STRASSE', above: 'T' },
    { field: { kind: 'text', max: 20 }, with: '', same: '', above: ' ' },
    // Beyond U+FFFF code points and UTF-16 units order differently.
    { field: { kind: 'text', max: 20 }, with: '\ufffd', below: 'z', same: '\ufffd', above: '\u{1f527}' },
  ],
  enum: [
    {
      field: { kind: 'enum', values: ['Low', 'High', 'Urgent'] },
      with: 'High',
      below: 'Low',
      same: 'High',
      above: 'Urgent',
    },
    { field: { kind: 'enum', values: ['c', 'B', 'a'] }, with: 'B', below: 'c', same: 'B', above: 'a' },
  ],
  int: [
    { field: { kind: 'int' }, with: '010', below: 9, same: 10, above: 100 },
    { field: { kind: 'int' }, with: '-10', below: -11, same: -10, above: -9 },
  ],
  reference: [{ field: { kind: 'reference', to: 'Boards' }, with: '5', below: 4, same: 5, above: 40 }],
  decimal: [
    { field: { kind: 'decimal', places: 4 }, with: '2.50', below: 2.4999, same: 2.5, above: 10 },
    { field: { kind: 'decimal', places: 7 }, with: '1e-7', below: 0, same: 1e-7, above: 2e-7 },
  ],
  boolean: [
    { field: { kind: 'boolean' }, with: 'TRUE', below: false, same: true },
    { field: { kind: 'boolean' }, with: 'false', same: false, above: true },
  ],
  date: [{ field: { kind: 'date' }, with: '2024-02-29', below: '2024-02-28', same: '2024-02-29', above: '2024-03-01' }],
  timestamp: [
    {
      field: { kind: 'timestamp' },
      with: '2026-01-01T02:00:00%2B02:00',
      below: '2025-12-31T23:59:59.999Z',
      same: '2026-01-01T00:00:00.000Z',
      above: '2026-01-01T00:00:00.001Z',
    },
    {
      field: { kind: 'timestamp' },
      with: '1970-01-01',
      below: '0001-01-01T00:00:00.000Z',
      same: '1970-01-01T00:00:00.000Z',
      above: '9999-12-31T23:59:59.999Z',
    },
  ],
} satisfies Record<ScalarKind, Sample[]>;

const truth: [filter: (value: string) => string, found: (keyof Sample | 'null')[]][] = [
  [(value) => `Is=${value}`, ['same']],
  [(value) => `Is=${value} eq`, ['same']],
  [(value) => `Is=${value} ne`, ['null', 'below', 'alike', 'above']],
  [(value) => `Is=${value} gt`, ['above']],
  [(value) => `Is=${value} ge`, ['same', 'alike', 'above']],
  [(value) => `Is=${value} lt`, ['below']],
  [(value) => `Is=${value} le`, ['below', 'same', 'alike']],
  [() => 'Is=null', ['null']],
  [() => 'Is=null eq', ['null']],
  [() => 'Is=null ne', ['below', 'same', 'alike', 'above']],
  [(value) => `Is=${value}&Is=null`, ['null', 'same']],
  [(value) => `Is=${value} eq&Is=null eq`, ['null', 'same']],
  [(value) => `Is=${value} ge&Is=${value} ne`, ['alike', 'above']],
  [(value) => `Is=${value} ne&Is=null ne`, ['below', 'alike', 'above']],
  [(value) => `Is=null&Is=${value}&Is=${value} ne`, ['null']],
  [(value) => `Is=null&Is=${value} ge`, []],
];

describe('every operator on every kind of value and null', () => {
  for (const [kind, samples] of Object.entries(kinds) as [ScalarKind, Sample[]][]) {
    test(kind, () => {
      for (const sample of samples) {
        const places = (['null', 'below', 'same', 'alike', 'above'] as const).filter(
          (place) => place === 'null' || sample[place] !== undefined,
        );
        const items = places.map((place, at) => ({
          ID: at + 1,
          Is: place === 'null' ? null : sample[place]!,
          Deleted: false,
        }));
        for (const [filter, found] of truth) {
          const query = `extFilter=true&${filter(sample.with)}`;
          const { page } = answer(listableOf(sample.field), query, items);
          assert.deepEqual(
            page.map(({ ID }) => places[Number(ID) - 1]),
            places.filter((place) => (found as string[]).includes(place)),
            `${kind} ${query}`,
          );
        }
      }
    });
  }
});

test('fuzzy finds what the value shows in the answer, in any case, and never null', () => {
  const rows: [ScalarField, text: string, found: Json[], others: Json[]][] = [
    [{ kind: 'text', max: 99 }, 'PUMP', ['pump', 'Check the Pump!'], ['pum', 'p ump', '']],
    [{ kind: 'text', max: 99 }, 'strasse', ['Hauptstraße 5', 'STRASSE'], ['Strase']],
    [{ kind: 'text', max: 99 }, 'ΟΔΌΣ', ['οδός'], ['οδοσ']],
    [{ kind: 'text', max: 99 }, '%25', ['100%'], ['100']],
    [{ kind: 'text', max: 99 }, '_', ['a_b'], ['ab', 'a%b']],
    [{ kind: 'text', max: 99 }, '%5C', ['a\\b'], ['a/b']],
    [{ kind: 'text', max: 99 }, '"', ['say "x"'], ['say x']],
    [{ kind: 'text', max: 99 }, 'null', ['nullable'], ['nil']],
    [{ kind: 'text', max: 99 }, '', ['', 'a'], []],
    [{ kind: 'int' }, '12', [12, 3120, -12], [102]],
    [{ kind: 'int' }, '-', [-12], [12]],
    [{ kind: 'reference', to: 'Boards' }, '5', [5, 51], [4]],
    [{ kind: 'decimal', places: 4 }, '.5', [12.5, 0.51], [5, 125]],
    [{ kind: 'decimal', places: 7 }, '1E-7', [1e-7], [0.001]],
    [{ kind: 'date' }, '2024-02', ['2024-02-29'], ['2024-03-01']],
    [{ kind: 'timestamp' }, 't00:00:00.000z', ['2026-01-01T00:00:00.000Z'], ['2026-01-01T00:00:00.001Z']],
    [{ kind: 'enum', values: ['Open', 'InProgress'] }, 'prog', ['InProgress'], ['Open']],
    [{ kind: 'boolean' }, 'TRUE', [true], [false]],
  ];
  for (const [field, text, found, others] of rows) {
    const items = [...found, ...others, null].map((value, at) => ({ ID: at, Is: value, Deleted: false }));
    const { page } = answer(listableOf(field), `fuzzy=true&Is=${text}`, items);
    assert.deepEqual(
      page.map(({ Is }) => Is),
      found,
      text,
    );
  }
});

test('null stays exact under fuzzy for all but text', () => {
  const items = [
    { ID: 1, Is: null, Deleted: false },
    { ID: 2, Is: 3, Deleted: false },
  ];
  const { page } = answer(listableOf({ kind: 'int' }), 'fuzzy=true&Is=null', items);
  assert.deepEqual(page, [items[0]]);
});

test('null comes first ascending and last descending, texts fold, and ties follow ID in the same direction', () => {
  const values = ['pump', null, 'Zebra', 'PUMP', 'apple', null, 'Äpfel', '\u{1f527}', '\ufffd', 'Pump'];
  const items = values.map((Is, at) => ({ ID: at + 1, Is, Deleted: false }));
  const ids = (orderby: string) =>
    answer(listableOf({ kind: 'text', max: 20 }), `orderby=${orderby}`, items).page.map(({ ID }) => ID);
  const ascending = [2, 6, 5, 1, 4, 10, 3, 7, 9, 8];
  assert.deepEqual(ids('Is'), ascending);
  assert.deepEqual(ids('Is Desc'), ascending.toReversed());
  assert.deepEqual(ids('Is Desc,ID Asc'), [8, 9, 7, 3, 1, 4, 10, 5, 2, 6]);
  assert.deepEqual(ids('ID Desc'), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test('numbers order by size, enums as declared, false before true, timestamps in time', () => {
  const rows: [ScalarField, Json[]][] = [
    [{ kind: 'int' }, [null, -5, 2, 10, 100]],
    [{ kind: 'decimal', places: 4 }, [-0.5, 0, 0.0001, 9.5, 10]],
    [{ kind: 'enum', values: ['Low', 'High', 'Medium'] }, ['Low', 'High', 'Medium']],
    [{ kind: 'boolean' }, [null, false, true]],
    [{ kind: 'date' }, [null, '0001-01-01', '2024-02-29', '9999-12-31']],
    [{ kind: 'timestamp' }, ['0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z']],
  ];
  for (const [field, sorted] of rows) {
    const items = sorted.toReversed().map((Is, at) => ({ ID: at, Is, Deleted: false }));
    const shown = (query: string) => answer(listableOf(field), query, items).page.map(({ Is }) => Is);
    assert.deepEqual(shown('orderby=Is'), sorted, field.kind);
    assert.deepEqual(shown('orderby=Is desc'), sorted.toReversed(), field.kind);
  }
});

test('Deleted hides, adds or isolates deleted items', () => {
  const items = [1, 2, 3].map((ID) => ({ ID, Is: null, Deleted: ID === 2 }));
  const ids = (query: string) => answer(listableOf({ kind: 'int' }), query, items).page.map(({ ID }) => ID);
  assert.deepEqual(ids(''), [1, 3]);
  assert.deepEqual(ids('Deleted=false'), [1, 3]);
  assert.deepEqual(ids('Deleted=true'), [1, 2, 3]);
  assert.deepEqual(ids('extFilter=true&Deleted=true'), [1, 2, 3]);
  assert.deepEqual(ids('extFilter=true&Deleted=false ne'), [2]);
  assert.deepEqual(ids('extFilter=true&Deleted=true ne'), [1, 3]);
});

test('a page tells whether more follows, and the total only where it is asked for', () => {
  const items = Array.from({ length: 30 }, (_, at) => ({ ID: at + 1, Is: at, Deleted: false }));
  const rows: [query: string, first: number | undefined, length: number, more: boolean, total?: number][] = [
    ['', 1, 25, true],
    ['take=30', 1, 30, false],
    ['take=29&count=true', 1, 29, true, 30],
    ['skip=25', 26, 5, false],
    ['skip=30&count=true', undefined, 0, false, 30],
    ['skip=1000', undefined, 0, false],
    ['take=0&count=true', undefined, 0, true, 30],
    ['take=2&extFilter=true&Is=27 gt&count=true', 29, 2, false, 2],
    ['count=false', 1, 25, true],
  ];
  for (const [query, first, length, more, total] of rows) {
    const { page, ...rest } = answer(listableOf({ kind: 'int' }), query, items);
    assert.equal(page.length, length, query);
    assert.equal(page[0]?.ID, first, query);
    assert.deepEqual(rest, { more, total }, query);
  }
});

test('a property that an item lacks is null, and a number held where text is listed is its text', () => {
  const items = [
    { ID: 1, Deleted: false },
    { ID: 2, Is: 5, Deleted: false },
    { ID: 3, Is: '5', Deleted: false },
  ];
  const listable = listableOf({ kind: 'text', max: 20 });
  const ids = (query: string) => answer(listable, query, items).page.map(({ ID }) => ID);
  assert.deepEqual(ids('Is=5'), [2, 3]);
  assert.deepEqual(ids('extFilter=true&Is=null'), [1]);
  assert.deepEqual(ids('orderby=Is desc'), [3, 2, 1]);
});
