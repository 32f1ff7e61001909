import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachItem, eachMember, memberCutter, spanOf, withMembers } from './json-members.ts';

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

test('every item of any list is found as it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (value, blanks) => {
      const text = JSON.stringify(value, undefined, blanks);
      const items: unknown[] = [];
      eachItem(text, (from, to) => items.push(JSON.parse(text.slice(from, to))));
      assert.deepEqual(items, JSON.parse(text));
    }),
  );
});

test('where a value is missing nobody looks for it for ever', () => {
  for (const text of ['[}', '[1}', '[,1]', '[1,}'])
    assert.throws(() => eachItem(text, () => {}), /a value is missing/, text);
  for (const text of ['{"a":}', '{"a":,"b":1}']) assert.throws(() => membersOf(text), /a value is missing/, text);
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

test('members are cut out at their places as they are written, alone or several in a row, whatever texts and nested names look like them', () => {
  const members = ['ID', 'Name', 'Deep', 'Cost', 'On'].map((name) => ({ name, nested: name === 'Deep' }));
  const places = new Map([
    ['Cost', 0],
    ['ID', 1],
    ['On', 2],
    [spanOf('ID', 'Name'), 3],
    [spanOf('Deep', 'On'), 4],
  ]);
  const cut = memberCutter(members, places);
  const value = fc.oneof(fc.string(), fc.constantFrom('"Cost":1', 'x","Cost":2', '\\","On":"', null, -1.5e-7));
  const nested = fc.dictionary(
    fc.constantFrom('Cost', 'On', 'x"Cost', '"On":'),
    fc.oneof(value, fc.constant({ Cost: [9] })),
  );
  fc.assert(
    fc.property(value, value, nested, value, value, (ID, Name, Deep, Cost, On) => {
      const text = JSON.stringify({ ID, Name, Deep, Cost, On });
      const rows = [
        { ID, Name },
        { Deep, Cost, On },
      ].map((one) => JSON.stringify(one).slice(1, -1));
      assert.deepEqual(cut(text), [...[Cost, ID, On].map((one) => JSON.stringify(one)), ...rows]);
    }),
  );
  assert.equal(cut('{"ID":1,"Name":"x"}'), undefined);
});
