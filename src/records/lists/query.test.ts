import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../problems.ts';
import { maxParameters, parseQuery } from './query.ts';

const pairs = (query: string) => {
  const parsed = parseQuery(query);
  assert.ok(!(parsed instanceof Problem), `${query} was refused`);
  return parsed.map(({ name, value }) => [name, value]);
};

const refused = (query: string) => {
  const problem = parseQuery(query);
  assert.ok(problem instanceof Problem, `${query} was accepted`);
  assert.equal(problem.code, 'invalid_query');
  assert.equal(problem.status, 400);
  return problem.errors as { parameter: string; message: string }[];
};

const read: [query: string, expected: string[][]][] = [
  ['', []],
  ['a=1', [['a', '1']]],
  [
    'a=1&b=2&a=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ],
  ],
  ['&&a=1&&', [['a', '1']]],
  ['a', [['a', '']]],
  ['a=', [['a', '']]],
  ['=1', [['', '1']]],
  ['a=b=c', [['a', 'b=c']]],
  ['a+b=c+d', [['a b', 'c d']]],
  ['a=1%2B1', [['a', '1+1']]],
  ['N%61me=%C3%A9%F0%9F%94%A7', [['Name', 'é🔧']]],
  // One character per byte, as the HTTP parser gives what was sent unencoded.
  ['Name=\xc3\xa9%20\xf0\x9f\x94\xa7', [['Name', 'é 🔧']]],
  ['a=%EF%BB%BFx', [['a', '\ufeffx']]],
  ['a=\xef\xbb\xbfx', [['a', '\ufeffx']]],
  ['a=100%25', [['a', '100%']]],
  [
    '__proto__=1&constructor=2',
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  ],
  ["a=';DROP TABLE tasks;--", [['a', "';DROP TABLE tasks;--"]]],
];

test('a query string is read into its names and values', () => {
  for (const [query, expected] of read) assert.deepEqual(pairs(query), expected, query);
});

const unreadable: [query: string, parameter: string, message: RegExp][] = [
  ['Name=100%', 'Name', /"%".*%25/],
  ['Name=%zz', 'Name', /"%".*%25/],
  ['Name=%e', 'Name', /"%".*%25/],
  ['%zz=1', '%zz', /name of this parameter.*%25/],
  ['Name=%FF', 'Name', /UTF-8/],
  ['Name=%C3', 'Name', /UTF-8/],
  ['Name=%C0%80', 'Name', /UTF-8/],
  ['Name=%ED%A0%80', 'Name', /UTF-8/],
  ['Name=\xff', 'Name', /UTF-8/],
  ['Name=\xe9%41', 'Name', /UTF-8/],
  ['Name=\u20ac', 'Name', /UTF-8/],
  ['Name=\ud800', 'Name', /UTF-8/],
  ['Name=a%00b', 'Name', /U\+0000/],
  ['Name=a\0b', 'Name', /U\+0000/],
  ['a%00=b', 'a%00', /name of this parameter.*U\+0000/],
];

test('what cannot be decoded is refused with its place and what to write', () => {
  for (const [query, parameter, message] of unreadable) {
    const errors = refused(query);
    assert.equal(errors.length, 1, query);
    assert.equal(errors[0]!.parameter, parameter);
    assert.match(errors[0]!.message, message);
  }
});

test('all undecodable parameters are named at once', () => {
  assert.deepEqual(
    refused('a=%&b=1&c=%FF').map(({ parameter }) => parameter),
    ['a', 'c'],
  );
});

test('the number of parameters is bounded', () => {
  const query = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&');
  assert.equal(pairs(query(maxParameters)).length, maxParameters);
  const [error, ...others] = refused(query(maxParameters + 1));
  assert.deepEqual(others, []);
  assert.equal(error!.parameter, `p${maxParameters}`);
  assert.match(error!.message, /101 parameters; at most 100/);
});

test('what says which page is wanted is not counted, however it is written, but each once', () => {
  const full = Array.from({ length: maxParameters }, (_, at) => `p${at}=1`).join('&');
  for (const page of ['skip=5&take=5', 'SKIP=5', 'sk%69p=5', 'after=now&wait=5'])
    assert.equal(pairs(`${page}&${full}`).length, maxParameters + page.split('&').length, page);
  for (const page of ['skip=5&skip=6', 'Deleted=true']) {
    const [error] = refused(`${page}&${full}`);
    assert.deepEqual([error!.parameter, error!.message.slice(0, 28)], ['p99', 'The query has 101 parameters'], page);
  }
});

test('any text survives the way through a query string', () => {
  const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed() && !one.includes('\0'));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (given) => {
      const kept = given.filter(([name, value]) => name !== '' || value !== '');
      assert.deepEqual(pairs(new URLSearchParams(kept).toString()), kept);
      const bytes = kept.map((pair) => pair.map((one) => encodeURIComponent(one)).join('='));
      assert.deepEqual(pairs(bytes.join('&')), kept);
    }),
  );
});

test('no string makes the reader throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => void parseQuery(query)));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('%', 'f', '0', 'E', '&', '=', '+', '\xc3', '\xa9') }), (query) => {
      const parsed = parseQuery(query);
      if (!(parsed instanceof Problem)) for (const { value } of parsed) assert.ok(value.isWellFormed());
    }),
  );
});
