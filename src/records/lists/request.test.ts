import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Field, recordTypeNames } from '../../catalogue/index.ts';
import type { InputFault } from '../../problems.ts';
import { findProperty, type Listable, listableRecords } from './properties.ts';
import { type Parameter, parseQuery } from './query.ts';
import { type ListRequest, readRequest } from './request.ts';

const tasks = listableRecords('Tasks');

function read(query: string, listable: Listable = tasks): { request: ListRequest; faults: readonly InputFault[] } {
  const faults: InputFault[] = [];
  const request = readRequest(listable, parseQuery(query) as Parameter[], faults);
  return { request, faults };
}

test('without parameters the first 25 records are asked for, uncounted, by exact filters', () => {
  assert.deepEqual(read(''), {
    request: {
      take: 25,
      skip: 0,
      count: false,
      matching: 'exact',
      orderby: undefined,
      deleted: undefined,
      search: undefined,
      fields: undefined,
      contains: [],
      filters: [],
    },
    faults: [],
  });
});

const good: [query: string, expected: Partial<ListRequest>][] = [
  ['take=0', { take: 0 }],
  ['take=1000', { take: 1000 }],
  ['take=010', { take: 10 }],
  ['skip=9007199254740991', { skip: 9007199254740991 }],
  ['TAKE=3&sKiP=4', { take: 3, skip: 4 }],
  ['count=true', { count: true }],
  ['COUNT=TrUe', { count: true }],
  ['count=FALSE', { count: false }],
  ['fuzzy=true', { matching: 'contains' }],
  ['fuzzy=false', { matching: 'exact' }],
  ['extFilter=true', { matching: 'compared' }],
  ['extfilter=TRUE&fuzzy=true', { matching: 'compared' }],
  ['extFilter=false&fuzzy=True', { matching: 'contains' }],
  ['ORDERBY=Name', { orderby: { name: 'ORDERBY', value: 'Name' } }],
  ['deleted=x', { deleted: { name: 'deleted', value: 'x' } }],
];

test('list parameters are read in any case of their names and booleans', () => {
  for (const [query, expected] of good) {
    const { request, faults } = read(query);
    assert.deepEqual(faults, [], query);
    assert.deepEqual(request, { ...read('').request, ...expected }, query);
  }
});

test('any other name is a property, matched without regard to case, any number of times', () => {
  const { request, faults } = read('status=Open&STATUS=Closed&AssetId=5');
  assert.deepEqual(faults, []);
  assert.deepEqual(
    request.filters.map(({ parameter, property, value }) => [parameter, property.name, value]),
    [
      ['status', 'Status', 'Open'],
      ['STATUS', 'Status', 'Closed'],
      ['AssetId', 'AssetID', '5'],
    ],
  );
});

const bad: [query: string, parameter: string, message: RegExp][] = [
  ['take=1001', 'take', /"1001" is out of range.*0 to 1000/],
  ['take=5000', 'take', /out of range/],
  ['take=-1', 'take', /out of range/],
  ['skip=-1', 'skip', /out of range/],
  ['skip=9007199254740992', 'skip', /out of range/],
  [`skip=${'9'.repeat(400)}`, 'skip', /out of range/],
  ['take=', 'take', /"" is not a whole number/],
  ['take', 'take', /not a whole number/],
  ['take=ten', 'take', /not a whole number/],
  ['take=10.0', 'take', /not a whole number/],
  ['take=1e2', 'take', /not a whole number/],
  ['take=0x10', 'take', /not a whole number/],
  ['take=+5', 'take', /not a whole number/],
  ['take=NaN', 'take', /not a whole number/],
  ['take=%D9%A3', 'take', /not a whole number/],
  ['skip=1;2', 'skip', /not a whole number/],
  ['count=1', 'count', /"1" is not a boolean. Write true or false/],
  ['count=', 'count', /not a boolean/],
  ['fuzzy=yes', 'fuzzy', /not a boolean/],
  ['extFilter=tru', 'extFilter', /not a boolean/],
  ['take=5&Take=5', 'take', /Given 2 times. Give take once/],
  ['skip=5&skip=6&skip=7', 'skip', /Given 3 times/],
  ['orderby=Name&orderby=ID', 'orderby', /Given 2 times/],
  ['fuzzy=true&fuzzy=true', 'fuzzy', /Given 2 times/],
  ['extFilter=true&extfilter=true', 'extFilter', /Given 2 times/],
  ['count=true&count=true', 'count', /Given 2 times/],
  ['Deleted=true&deleted=true', 'Deleted', /Given 2 times/],
  ['Nmae=x', 'Nmae', /no property or parameter "Nmae".*Did you mean "Name"/],
  ['tkae=5', 'tkae', /Did you mean "take"/],
  ['orderBye=Name', 'orderBye', /Did you mean "orderby"/],
  ['Statuss=Open', 'Statuss', /Did you mean "Status"/],
  ['qqqqqqqqqqqqqqqqqqqq=1', 'qqqqqqqqqqqqqqqqqqqq', /no property or parameter "q+" here\.$/],
  ['__proto__=1', '__proto__', /no property or parameter/],
  ['constructor=1', 'constructor', /no property or parameter/],
  ["ID' OR 1=1 --=1", "ID' OR 1", /no property or parameter/],
  ['=5', '', /"5" has no name/],
];

test('a parameter that is unknown, repeated, unreadable or out of range is named with what to write', () => {
  for (const [query, parameter, message] of bad) {
    const { faults } = read(query);
    assert.equal(faults.length, 1, `${query}: ${JSON.stringify(faults)}`);
    assert.equal((faults[0] as { parameter: string }).parameter, parameter);
    assert.match(faults[0]!.message, message);
  }
});

test('every fault has an entry of its own', () => {
  const { faults } = read('take=5000&skip=x&count=1&Nmae=1&fuzzy=a&fuzzy=b');
  assert.deepEqual(faults.map((fault) => 'parameter' in fault && fault.parameter).sort(), [
    'Nmae',
    'count',
    'fuzzy',
    'skip',
    'take',
  ]);
});

test('how filters match is unknown while fuzzy or extFilter is at fault', () => {
  for (const query of ['fuzzy=x', 'extFilter=x', 'extFilter=true&extFilter=true', 'fuzzy=x&extFilter=true']) {
    assert.equal(read(query).request.matching, undefined, query);
  }
});

test('an over-long name or value is cut in the message, between code points', () => {
  const { faults } = read(`x${'\u{1f527}'.repeat(3000).replace(/./gu, encodeURIComponent)}=1&take=${'7'.repeat(9000)}`);
  for (const { message } of faults) {
    assert.ok(message.length < 400, message);
    assert.ok(message.isWellFormed());
  }
  assert.equal(faults.length, 2);
});

test('records of every type are listed by all their fields, in the order of ID, with a Deleted flag', () => {
  for (const type of recordTypeNames) {
    const listable = listableRecords(type);
    assert.equal(listable.key, 'ID');
    assert.equal(listable.deletable, true);
    assert.deepEqual([...listable.properties.keys()].slice(-3), ['CreatedBy', 'UpdatedBy', 'Deleted']);
    assert.equal(findProperty(listable, 'EXTERNALID')?.name, 'ExternalID');
  }
});

test('a name that only another list has is unknown', () => {
  const subscriptions: Listable = {
    properties: new Map<string, Field>([['targetUrl', { kind: 'text', max: 2000 }]]),
    key: 'id',
    deletable: false,
  };
  assert.equal(read('TARGETURL=x', subscriptions).faults.length, 0);
  assert.match(read('TARGETURLS=x', subscriptions).faults[0]!.message, /"targetUrl"/);
  assert.equal(read('Status=Open', subscriptions).faults.length, 1);
});
