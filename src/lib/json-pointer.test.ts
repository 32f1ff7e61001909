import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Json } from './json.ts';
import { arrayIndex, formatPointer, parsePointer, valueAt } from './json-pointer.ts';

test('the pointers of RFC 6901 section 5 find their values', () => {
  const document: Json = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  };
  const expected: [string, Json][] = [
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ];
  for (const [text, value] of expected) assert.deepEqual(valueAt(document, parsePointer(text)!), value);
});

test('what is no pointer is not read as one', () => {
  for (const text of ['a', 'a/b', '#/a', ' /a', '/~', '/a~', '/~2', '/a~~1', '/~/'])
    assert.equal(parsePointer(text), undefined, text);
});

test('any tokens survive being written and read', () => {
  const token = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('~', '/', '0', '1') }));
  fc.assert(fc.property(fc.array(token), (tokens) => assert.deepEqual(parsePointer(formatPointer(tokens)), tokens)));
});

test('only plain decimal indices within the array name an element', () => {
  for (const token of [
    '',
    '-',
    '-1',
    '+1',
    '01',
    '00',
    '1.0',
    '1e0',
    ' 1',
    '1 ',
    '0x1',
    '\u0661',
    'length',
    '3',
    '99999999999999999999',
  ]) {
    assert.equal(arrayIndex(token, 2), undefined, token);
  }
  assert.equal(arrayIndex('0', 2), 0);
  assert.equal(arrayIndex('2', 2), 2);
  assert.equal(arrayIndex('10', 10), 10);
  assert.equal(arrayIndex('0', -1), undefined);
});

test('nothing is found below texts, beyond arrays or in prototypes', () => {
  const document: Json = { text: 'abc', list: [1], object: {} };
  for (const text of [
    '/text/0',
    '/text/length',
    '/list/length',
    '/list/1',
    '/list/at',
    '/object/constructor',
    '/object/__proto__',
  ]) {
    assert.equal(valueAt(document, parsePointer(text)!), undefined, text);
  }
});
