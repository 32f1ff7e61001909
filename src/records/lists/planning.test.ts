/** What each sentence about filters means, one row a case. `evaluate.test.ts` shows what the meanings find. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Field } from '../../catalogue/index.ts';
import { Problem } from '../../problems.ts';
import type { Condition, Listing, Test } from './plan.ts';
import { planList, planRecordList } from './planning.ts';
import type { Listable } from './properties.ts';

/** One property of every kind, in the shape subscriptions and deliveries have. */
const samples: Listable = {
  properties: new Map<string, Field>([
    ['id', { kind: 'int' }],
    ['name', { kind: 'text', max: 20, nullable: true }],
    ['size', { kind: 'int', nullable: true }],
    ['cost', { kind: 'decimal', places: 4, nullable: true }],
    ['latitude', { kind: 'decimal', places: 7 }],
    ['active', { kind: 'boolean', nullable: true }],
    ['sentOn', { kind: 'timestamp', nullable: true }],
    ['day', { kind: 'date', nullable: true }],
    ['state', { kind: 'enum', values: ['Waiting', 'Delivered'], nullable: true }],
    ['boardID', { kind: 'reference', to: 'Boards', nullable: true }],
    ['headers', { kind: 'object', maxBytes: 1000 }],
    ['attempts', { kind: 'list', items: {} }],
  ]),
  key: 'id',
  deletable: false,
};

function planned(query: string): Listing {
  const listing = planList(samples, query);
  assert.ok(!(listing instanceof Problem), `${query}: ${(listing as Problem).detail}`);
  return listing;
}

function refusals(query: string, listable = samples): string[] {
  const problem = planList(listable, query);
  assert.ok(problem instanceof Problem, `${query} was accepted`);
  assert.equal(problem.code, 'invalid_query');
  assert.equal(problem.status, 400);
  return problem.errors!.map((error) => `${(error as { parameter: string }).parameter}: ${error.message}`);
}

const one = (field: string, ...anyOf: Test[]): Condition => ({ field, anyOf });
const eq = (field: string, ...values: (string | number | boolean | null)[]) =>
  one(field, ...values.map((value): Test => ({ op: 'eq', value })));

describe('exact filters', () => {
  const rows: [query: string, expected: Condition[]][] = [
    ['size=007', [eq('size', 7)]],
    ['sentOn=2026-01-01', [eq('sentOn', Date.UTC(2026, 0, 1))]],
    ['name=Pump', [eq('name', 'Pump')]],
    ['NAME=Pump', [eq('name', 'Pump')]],
    ['name=', [eq('name', '')]],
    ['name', [eq('name', '')]],
    ['name=null', [eq('name', 'null')]],
    ['name=x ne', [eq('name', 'x ne')]],
    ['name=%25_%5C', [eq('name', '%_\\')]],
    ['size=null', [eq('size', null)]],
    ['cost=null', [eq('cost', null)]],
    ['active=null', [eq('active', null)]],
    ['sentOn=null', [eq('sentOn', null)]],
    ['day=null', [eq('day', null)]],
    ['state=null', [eq('state', null)]],
    // Different properties all must hold; values of one property are alternatives.
    ['size=1&name=a', [eq('size', 1), eq('name', 'a')]],
    ['size=1&size=2&SIZE=null', [eq('size', 1, 2, null)]],
    ['size=1&name=a&size=2', [eq('size', 1, 2), eq('name', 'a')]],
  ];
  test('are typed, and several values of one property are alternatives', () => {
    for (const [query, expected] of rows) assert.deepEqual(planned(query).where, expected, query);
  });
});

describe('a filter that cannot be meant', () => {
  const rows: [query: string, message: RegExp][] = [
    ['size=abc', /size: "abc" is not a whole number. Write a whole number such as 42/],
    ['size=5 gt', /"5 gt" is not a whole number.*To compare with gt, add extFilter=true/],
    ['sentOn=2026-01-01 ge', /To compare with ge, add extFilter=true/],
    ['headers={}', /headers holds an object and is not filterable/],
    ['attempts=null', /attempts holds a list and is not filterable/],
    ['fuzzy=true&headers=a', /headers holds an object and is not filterable/],
    ['extFilter=true&headers=null ne', /headers holds an object and is not filterable/],
  ];
  test('is refused with what to write', () => {
    for (const [query, message] of rows) {
      const [refusal, ...others] = refusals(query);
      assert.deepEqual(others, [], query);
      assert.match(refusal!, message, query);
    }
  });
});

describe('fuzzy=true', () => {
  const contains = (field: string, ...texts: string[]) =>
    one(field, ...texts.map((text): Test => ({ op: 'contains', text })));
  const rows: [query: string, expected: Condition[]][] = [
    ['name=pUmP', [contains('name', 'pUmP')]],
    ['name=%25&name=_', [contains('name', '%', '_')]],
    ['name=null', [contains('name', 'null')]],
    ['name=', [contains('name', '')]],
    ['size=12', [contains('size', '12')]],
    ['size=abc', [contains('size', 'abc')]],
    ['size=null', [eq('size', null)]],
    ['size=null&size=1', [one('size', { op: 'eq', value: null }, { op: 'contains', text: '1' })]],
    ['cost=.5', [contains('cost', '.5')]],
    ['sentOn=2026-01', [contains('sentOn', '2026-01')]],
    ['day=-02-', [contains('day', '-02-')]],
    ['state=wait', [contains('state', 'wait')]],
    ['boardID=1', [contains('boardID', '1')]],
    ['boardID=', [contains('boardID', '')]],
    ['active=True', [eq('active', true)]],
    ['active=null', [eq('active', null)]],
    ['active=null&active=false', [eq('active', null, false)]],
  ];
  test('means containing, for all but booleans and null', () => {
    for (const [query, expected] of rows) {
      assert.deepEqual(planned(`fuzzy=true&${query}`).where, expected, query);
      assert.deepEqual(planned(`${query}&FUZZY=True&extFilter=false`).where, expected, query);
    }
  });
  test('leaves booleans exact, so that other words are refused', () => {
    assert.match(refusals('fuzzy=true&active=tru')[0]!, /not a boolean/);
    assert.match(refusals('fuzzy=true&active=')[0]!, /empty/);
  });
});

describe('extFilter=true', () => {
  const is = (field: string, op: 'ne' | 'gt' | 'ge' | 'lt' | 'le', value: string | number | boolean) =>
    one(field, { op, value });
  const rows: [query: string, expected: Condition[]][] = [
    ['name=Pump', [eq('name', 'Pump')]],
    ['name=Pump eq', [eq('name', 'Pump')]],
    ['name=Pump ne', [is('name', 'ne', 'Pump')]],
    ['name=Pump+room+GT', [is('name', 'gt', 'Pump room')]],
    ['name=Pump Ge', [is('name', 'ge', 'Pump')]],
    ['name=Pump lT', [is('name', 'lt', 'Pump')]],
    ['name=Pump LE', [is('name', 'le', 'Pump')]],
    // Only the last word counts, and only behind a space.
    ['name=ne', [eq('name', 'ne')]],
    ['name=ne ne', [is('name', 'ne', 'ne')]],
    ['name=go ne eq', [eq('name', 'go ne')]],
    ['name=scene', [eq('name', 'scene')]],
    ['name=a like', [eq('name', 'a like')]],
    ['name=a ne ', [eq('name', 'a ne ')]],
    ['name=a%09ne', [eq('name', 'a\tne')]],
    ['name=a++ne', [is('name', 'ne', 'a ')]],
    ['name=', [eq('name', '')]],
    ['name=+ne', [is('name', 'ne', '')]],
    ['name=+gt', [is('name', 'gt', '')]],
    ['name=null', [eq('name', null)]],
    ['name=null eq', [eq('name', null)]],
    ['name=null ne', [one('name', { op: 'ne', value: null })]],
    ['name=NULL', [eq('name', 'NULL')]],
    ['size=007 ge', [is('size', 'ge', 7)]],
    ['size=null NE', [one('size', { op: 'ne', value: null })]],
    ['cost=1e3 lt', [is('cost', 'lt', 1000)]],
    ['active=false gt', [is('active', 'gt', false)]],
    ['active=TRUE ne', [is('active', 'ne', true)]],
    ['sentOn=2026-01-01 ge', [is('sentOn', 'ge', Date.UTC(2026, 0, 1))]],
    ['sentOn=2026-01-01T02:00:00%2B02:00 lt', [is('sentOn', 'lt', Date.UTC(2026, 0, 1))]],
    ['day=2026-01-31 le', [is('day', 'le', '2026-01-31')]],
    ['state=Waiting ne', [is('state', 'ne', 'Waiting')]],
    ['state=Waiting gt', [is('state', 'gt', 'Waiting')]],
    ['boardID=5 ne', [is('boardID', 'ne', 5)]],
    // Compared values all must hold, plain ones are alternatives, and both hold together.
    ['size=1 ge&size=9 lt', [is('size', 'ge', 1), is('size', 'lt', 9)]],
    ['size=1 ne&size=2 ne', [is('size', 'ne', 1), is('size', 'ne', 2)]],
    ['size=1&size=2 eq&size=null', [eq('size', 1, 2, null)]],
    // As one stretch, by the order of the values: an index is sought with one bound at either end.
    ['size=1 ge&size=3 ge&size=2 gt&size=8 lt&size=9 le', [is('size', 'ge', 3), is('size', 'lt', 8)]],
    ['size=3 ge&size=3 gt&size=3 ge', [is('size', 'gt', 3)]],
    ['size=9 gt&size=1 lt', [is('size', 'gt', 9), is('size', 'lt', 1)]],
    [
      'name=b ge&name=A gt&name=B gt&name=%F0%9F%94%A7 lt&name=%EF%BF%BD le',
      [is('name', 'gt', 'B'), is('name', 'le', '\ufffd')],
    ],
    ['cost=9 gt&cost=10 ge', [is('cost', 'ge', 10)]],
    ['day=2026-01-31 lt&day=2025-12-31 lt', [is('day', 'lt', '2025-12-31')]],
    ['state=Delivered ge&state=Waiting ge', [is('state', 'ge', 'Delivered')]],
    ['active=false ge&active=true ge&size=1 gt', [is('active', 'ge', true), is('size', 'gt', 1)]],
    // Of the values, those within the bounds; where there are none, nothing is found.
    ['size=1&size=5 lt&size=9', [eq('size', 1)]],
    ['name=B&name=b&name=a&name=null&name=b ge', [eq('name', 'B', 'b')]],
    ['size=1&size=5 gt&size=3 ne', [eq('id', 0)]],
    ['size=1 gt&name=a', [eq('name', 'a'), is('size', 'gt', 1)]],
  ];
  test('reads an operator behind the last space and overrides fuzzy', () => {
    for (const [query, expected] of rows) {
      assert.deepEqual(planned(`extFilter=true&${query}`).where, expected, query);
      assert.deepEqual(planned(`${query}&fuzzy=true&EXTFILTER=TRUE`).where, expected, query);
    }
  });

  const wrong: [query: string, message: RegExp][] = [
    ['size=null gt', /size: Nothing is greater than null. Compare null with eq or ne/],
    ['size=null ge', /Compare null with eq or ne/],
    ['name=null LT', /Nothing is less than null/],
    ['sentOn=null le', /Compare null with eq or ne/],
    ['size=abc ne', /"abc" is not a whole number/],
    ['size=+ne', /The value is empty/],
    ['sentOn=ne', /"ne" is not a timestamp.*Write a value before the operator, such as null ne/],
    ['size=5 like', /"5 like" is not a whole number/],
    ['size=5  gt', /"5 " is not a whole number/],
    ['sentOn=2026-01-01T02:00:00+02:00 ge', /%2B/],
    ['state=waiting ne', /Did you mean "Waiting"/],
    ['state=Wait gt', /not one of Waiting, Delivered/],
    ['day=2026-01-31T00:00:00Z ge', /Write 2026-01-31 alone/],
  ];
  test('refuses what has no meaning', () => {
    for (const [query, message] of wrong) {
      const [refusal, ...others] = refusals(`extFilter=true&${query}`);
      assert.deepEqual(others, [], query);
      assert.match(refusal!, message, query);
    }
  });
});

describe('Deleted', () => {
  const kept = [eq('Deleted', false)];
  const rows: [query: string, expected: Condition[]][] = [
    ['', kept],
    ['Deleted=false', kept],
    ['deleted=FALSE', kept],
    ['Deleted=true', []],
    ['fuzzy=true&Deleted=TRUE', []],
    ['extFilter=true', kept],
    ['extFilter=true&Deleted=true', []],
    ['extFilter=true&Deleted=true eq', []],
    ['extFilter=true&Deleted=false EQ', kept],
    ['extFilter=true&Deleted=false ne', [eq('Deleted', true)]],
    ['extFilter=true&Deleted=true NE', kept],
  ];
  test('leaves deleted records out, shows them with the others, or alone', () => {
    for (const [query, expected] of rows) {
      const plan = planRecordList('Tasks', query);
      assert.ok(!(plan instanceof Problem), query);
      assert.deepEqual(plan.where, expected, query);
    }
  });
  test('is accepted without effect where items have no such flag', () => {
    for (const [query] of rows) assert.deepEqual(planned(query).where, [], query);
  });
  test('takes no other word, also where it has no effect', () => {
    const wrong = ['Deleted=', 'Deleted', 'Deleted=1', 'Deleted=null', 'Deleted=tru&fuzzy=true', 'Deleted=false ne'];
    const compared = ['null', 'null ne', 'false gt', 'true le', ' ne', 'false  ne'].map(
      (value) => `extFilter=true&Deleted=${value}`,
    );
    for (const query of [...wrong, ...compared]) {
      assert.match(refusals(query)[0]!, /Deleted: .* is not understood. Write true or false/, query);
      assert.ok(planRecordList('Tasks', query) instanceof Problem, query);
    }
    assert.match(refusals('Deleted=false ne')[0]!, /To compare with ne, add extFilter=true/);
  });
});

test('a record list is planned for its type, with defaults', () => {
  assert.deepEqual(planRecordList('Tasks', ''), {
    type: 'Tasks',
    where: [eq('Deleted', false)],
    order: [{ field: 'ID', descending: false }],
    skip: 0,
    take: 25,
    count: false,
  });
});

test('all faults are told at once, each with its parameter', () => {
  const query = 'take=5000&skip=x&Nmae=1&size=a&size=b&orderby=nope,headers&active=1&Deleted=x';
  const places = refusals(query).map((refusal) => refusal.slice(0, refusal.indexOf(':')));
  const expected = ['take', 'skip', 'Nmae', 'size', 'size', 'orderby', 'orderby', 'active', 'Deleted'];
  assert.deepEqual(places.sort(), expected.sort());
  const problem = planList(samples, query) as Problem;
  assert.match(problem.detail, /1 of 9 faults/);
});

test('filters are not judged while it is unknown how they match', () => {
  assert.equal(refusals('extFilter=yes&size=5 gt&Deleted=false ne').length, 1);
});
