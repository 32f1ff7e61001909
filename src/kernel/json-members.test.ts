import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachMember, valuesOf, withMembers } from './json-members.ts';

function membersOf(text: string): [string, unknown][] {
  const members: [string, unknown][] = [];
  eachMember(text, (name, at, from, to) => {
    assert.equal(text[at], '"');
    members.push([JSON.parse(`"${name}"`), JSON.parse(text.slice(from, to))]);
  });
  return members;
}

test('every member of any object is found, with its value as it is written', () => {
  const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
  fc.assert(
    fc.property(object, fc.constantFrom(undefined, 1, '\t'), (value, blanks) => {
      const text = JSON.stringify(value, undefined, blanks);
      assert.deepEqual(membersOf(text), Object.entries(JSON.parse(text)));
    }),
  );
});

test('quotes, backslashes and brackets within texts are no part of the structure', () => {
  const value = { a: '"', b: '\\', c: '\\"', d: '}],{["', e: ['\\\\"', { '"': '\\' }], f: '', g: -1.5e-7, h: null };
  assert.deepEqual(membersOf(JSON.stringify(value)), Object.entries(value));
});

test('some members keep their order and their bytes, whatever the order they are asked for in', () => {
  assert.equal(
    withMembers('{"ID":1,"Cost":1e-7,"Name":"\\u00e9","Deep":{"a":[1,{}]}}', new Set(['Deep', 'Cost', 'ID'])),
    '{"ID":1,"Cost":1e-7,"Deep":{"a":[1,{}]}}',
  );
  assert.equal(withMembers('{"ID":1}', new Set()), '{}');
  assert.equal(withMembers('{}', new Set(['ID'])), '{}');
});

test('values are found at their places as they are written, whatever follows the last of them', () => {
  const places = new Map([
    ['Cost', 0],
    ['ID', 1],
    ['Name', 2],
  ]);
  assert.deepEqual(valuesOf('{"ID":1,"Deep":{"ID":[9]},"Name":"a\\",\\"b","Cost":1e-7,"Never":looked at', places), [
    '1e-7',
    '1',
    '"a\\",\\"b"',
  ]);
  assert.equal(valuesOf('{"ID":1}', places)[0], undefined);
});
