/** Every test of a list, for every kind of field, null included: a small table of what each finds. */
import assert from 'node:assert/strict';
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Test } from '../../src/records/lists/plan.ts';
import { newAccount, type Part } from './fixture.ts';
import { idsOf, idsWhere } from './listing.ts';
import { create } from './samples.ts';

interface Case {
  readonly type: RecordTypeName;
  readonly field: string;
  /** Of the records 1, 2, 3 ... */
  readonly values: readonly Json[];
  readonly finds: readonly [test: Test, ids: number[]][];
}

const eq = (value: string | number | boolean | null): Test => ({ op: 'eq', value });
const ne = (value: string | number | boolean | null): Test => ({ op: 'ne', value });
const gt = (value: string | number | boolean): Test => ({ op: 'gt', value });
const ge = (value: string | number | boolean): Test => ({ op: 'ge', value });
const lt = (value: string | number | boolean): Test => ({ op: 'lt', value });
const le = (value: string | number | boolean): Test => ({ op: 'le', value });
const has = (text: string): Test => ({ op: 'contains', text });
const instant = (text: string) => Date.parse(text);

const cases: readonly Case[] = [
  {
    type: 'Tasks',
    field: 'Description',
    values: ['Apple', 'apple', null, '', 'Banana 100%', 'a_b\\c', 'null'],
    finds: [
      [eq('Apple'), [1]],
      [eq('APPLE'), []],
      [eq(null), [3]],
      [eq(''), [4]],
      [eq('null'), [7]],
      [ne('Apple'), [2, 3, 4, 5, 6, 7]],
      [ne('APPLE'), [1, 2, 3, 4, 5, 6, 7]],
      [ne(null), [1, 2, 4, 5, 6, 7]],
      [gt('APPLE'), [5, 7]],
      [ge('APPLE'), [1, 2, 5, 7]],
      [lt('apple'), [4, 6]],
      [le('Apple'), [1, 2, 4, 6]],
      [has('PPL'), [1, 2]],
      [has('%'), [5]],
      [has('_'), [6]],
      [has('\\'), [6]],
      [has(''), [1, 2, 4, 5, 6, 7]],
      [has('null'), [7]],
    ],
  },
  {
    type: 'Tasks',
    field: 'ExternalID',
    values: ['X-1', 'x-1', null, 'Y'],
    finds: [
      [eq('X-1'), [1]],
      [eq('x-1'), [2]],
      [eq('Y'), [4]],
      [eq('y'), []],
      [ne('X-1'), [2, 3, 4]],
      [ne('y'), [1, 2, 3, 4]],
      [has('X'), [1, 2]],
    ],
  },
  {
    type: 'Assets',
    field: 'Criticality',
    values: ['Low', 'Medium', null, 'High', 'Critical'],
    finds: [
      [eq('Low'), [1]],
      [eq('low'), []],
      [eq(null), [3]],
      [ne('Low'), [2, 3, 4, 5]],
      [ne('low'), [1, 2, 3, 4, 5]],
      [ne(null), [1, 2, 4, 5]],
      [gt('High'), [5]],
      [ge('High'), [4, 5]],
      [lt('Medium'), [1]],
      [le('Medium'), [1, 2]],
      [has('I'), [2, 4, 5]],
      [has('medium'), [2]],
      [has('nothing'), []],
    ],
  },
  {
    type: 'Tasks',
    field: 'EstimatedMinutes',
    values: [30, -5, null, 0, 305],
    finds: [
      [eq(30), [1]],
      [eq(null), [3]],
      [ne(30), [2, 3, 4, 5]],
      [ne(null), [1, 2, 4, 5]],
      [gt(0), [1, 5]],
      [ge(0), [1, 4, 5]],
      [lt(0), [2]],
      [le(30), [1, 2, 4]],
      [has('30'), [1, 5]],
      [has('-'), [2]],
      [has('3０'), [1, 5]],
      [has('null'), []],
    ],
  },
  {
    type: 'Assets',
    field: 'PurchaseCost',
    values: [12.5, 0.0001, null, -3, 125],
    finds: [
      [eq(12.5), [1]],
      [eq(null), [3]],
      [ne(12.5), [2, 3, 4, 5]],
      [gt(0.0001), [1, 5]],
      [ge(0.0001), [1, 2, 5]],
      [lt(12.5), [2, 4]],
      [le(-3), [4]],
      [has('2.5'), [1]],
      [has('12'), [1, 5]],
      [has('.0001'), [2]],
      [has('null'), []],
    ],
  },
  {
    type: 'Locations',
    field: 'Latitude',
    values: [1e-7, 51.5007292, null, -0.0000123],
    finds: [
      [eq(1e-7), [1]],
      [has('1e-7'), [1]],
      [has('1E-7'), [1]],
      [has('0000123'), [4]],
      [has('7292'), [2]],
      [gt(0), [1, 2]],
      [ne(1e-7), [2, 3, 4]],
    ],
  },
  {
    type: 'Forms',
    field: 'Passed',
    values: [true, false, null],
    finds: [
      [eq(true), [1]],
      [eq(false), [2]],
      [eq(null), [3]],
      [ne(true), [2, 3]],
      [ne(false), [1, 3]],
      [ne(null), [1, 2]],
      [gt(false), [1]],
      [ge(false), [1, 2]],
      [lt(true), [2]],
      [le(true), [1, 2]],
    ],
  },
  {
    type: 'Tasks',
    field: 'DueOn',
    values: [
      '2026-03-01T10:30:00.000Z',
      '2026-03-01T10:30:00.001Z',
      null,
      '0001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ],
    finds: [
      [eq(instant('2026-03-01T10:30:00.000Z')), [1]],
      [eq(null), [3]],
      [ne(instant('2026-03-01T10:30:00.000Z')), [2, 3, 4, 5]],
      [gt(instant('2026-03-01T10:30:00.000Z')), [2, 5]],
      [ge(instant('2026-03-01T10:30:00.000Z')), [1, 2, 5]],
      [lt(instant('2026-03-01T10:30:00.001Z')), [1, 4]],
      [le(instant('2026-03-01T10:30:00.001Z')), [1, 2, 4]],
      [has('2026-03'), [1, 2]],
      [has('T10:30'), [1, 2]],
      [has('t10:30:00.001z'), [2]],
      [has('0001-01-01T00:00:00.000Z'), [4]],
      [has('9999-12-31T23:59:59.999Z'), [5]],
      [has('.00'), [1, 2, 4]],
    ],
  },
  {
    type: 'Assets',
    field: 'PurchasedOn',
    values: ['2026-03-01', '2024-02-29', null, '0001-01-01'],
    finds: [
      [eq('2026-03-01'), [1]],
      [eq(null), [3]],
      [ne('2026-03-01'), [2, 3, 4]],
      [ne(null), [1, 2, 4]],
      [gt('2024-02-29'), [1]],
      [ge('2024-02-29'), [1, 2]],
      [lt('2024-02-29'), [4]],
      [le('2024-02-29'), [2, 4]],
      [has('-02-'), [2]],
      [has('01-01'), [4]],
    ],
  },
  {
    type: 'Tasks',
    field: 'AssetID',
    values: [1, 2, null, 12],
    finds: [
      [eq(1), [1]],
      [eq(99), []],
      [eq(null), [3]],
      [ne(1), [2, 3, 4]],
      [ne(null), [1, 2, 4]],
      [gt(1), [2, 4]],
      [ge(2), [2, 4]],
      [lt(12), [1, 2]],
      [le(1), [1]],
      [has('1'), [1, 4]],
      [has('2'), [2, 4]],
    ],
  },
  {
    type: 'Tasks',
    field: 'ID',
    values: [null, null, null, null, null, null, null, null, null, null, null],
    finds: [
      [eq(3), [3]],
      [eq(0), []],
      [gt(9), [10, 11]],
      [lt(3), [1, 2]],
      [ne(1), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
      [has('1'), [1, 10, 11]],
    ],
  },
];

export const filters: Part = async (t, fixture) => {
  const { shard } = fixture;

  for (const { type, field, values, finds } of cases) {
    await t.test(`${type}.${field}: every test finds what the contract says`, async () => {
      const store = shard.records(await newAccount(fixture));
      if (field === 'AssetID') for (let id = 1; id <= 12; id++) await create(store, 'Assets');
      if (type === 'Forms') await create(store, 'FormTemplates');
      for (const value of values) await create(store, type, field === 'ID' ? {} : { [field]: value });
      for (const [test, ids] of finds) {
        assert.deepEqual(await idsOf(store, type, field, test), ids, `${field} ${JSON.stringify(test)}`);
      }
    });
  }

  await t.test('values of one condition are alternatives, conditions all must hold', async () => {
    const store = shard.records(await newAccount(fixture));
    const positions = [1, 2, 3, 4, 5];
    for (const Position of positions) await create(store, 'Tasks', { Position, Required: Position % 2 === 0 });
    const one = { field: 'Position', anyOf: [eq(1), eq(4), eq(5), eq(99)] };
    assert.deepEqual(await idsWhere(store, 'Tasks', [one]), [1, 4, 5]);
    assert.deepEqual(await idsWhere(store, 'Tasks', [one, { field: 'Required', anyOf: [eq(true)] }]), [4]);
    const range = [
      { field: 'Position', anyOf: [ge(2)] },
      { field: 'Position', anyOf: [lt(4)] },
    ];
    assert.deepEqual(await idsWhere(store, 'Tasks', range), [2, 3]);
    assert.deepEqual(await idsWhere(store, 'Tasks', [{ field: 'Name', anyOf: [eq('x'), has('')] }, ...range]), [2, 3]);
  });

  await t.test('two thousand alternatives and two thousand conditions are no more than many', async () => {
    const store = shard.records(await newAccount(fixture));
    for (const Name of ['a', 'b', 'c']) await create(store, 'Tasks', { Name });
    const many = Array.from({ length: 2000 }, (_, n) => n);
    const alternatives = many.map((n) => eq(n === 1999 ? 'b' : `name ${n}`));
    assert.deepEqual(await idsWhere(store, 'Tasks', [{ field: 'Name', anyOf: alternatives }]), [2]);
    const conditions = many.map((n) => ({ field: 'Position', anyOf: [ne(n + 1)] }));
    assert.deepEqual(await idsWhere(store, 'Tasks', conditions), [1, 2, 3]);
  });

  await t.test('what a client writes is data, whatever it looks like', async () => {
    const store = shard.records(await newAccount(fixture));
    const Name = `'; DROP TABLE tasks; -- " $1 ?1 \\`;
    await create(store, 'Tasks', { Name });
    for (const test of [eq(Name), has(Name), ge(Name), le(Name)]) {
      assert.deepEqual(await idsOf(store, 'Tasks', 'Name', test), [1]);
    }
  });
};
