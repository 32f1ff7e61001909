import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from './json.ts';
import { addAt, openDraft, removeAt, replaceAt, shareValue } from './json-draft.ts';

const LARGE = 1_000_000;

test('a container is copied at its first change and changed in place after that', () => {
  const original: JsonObject = { touched: { a: 1 }, untouched: { b: 1 } };
  const draft = openDraft(original, LARGE);
  replaceAt(draft, ['touched', 'a'], 2);
  const root = draft.root as JsonObject;
  const touched = root.touched;
  addAt(draft, ['touched', 'c'], 3);
  removeAt(draft, ['touched', 'a']);

  assert.notEqual(root, original);
  assert.equal(draft.root, root);
  assert.equal(root.touched, touched);
  assert.equal(root.untouched, original.untouched);
  assert.deepEqual(root, { touched: { c: 3 }, untouched: { b: 1 } });
  assert.deepEqual(original, { touched: { a: 1 }, untouched: { b: 1 } });
});

test('a value that stands in two places changes in one only, even where this draft had made it', () => {
  const draft = openDraft({ a: { inner: { n: 1 } } }, LARGE);
  replaceAt(draft, ['a', 'inner', 'n'], 2);
  const value = (draft.root as JsonObject).a!;
  assert.equal(shareValue(draft, value), undefined);
  addAt(draft, ['b'], value);
  replaceAt(draft, ['a', 'inner', 'n'], 3);
  replaceAt(draft, ['b', 'inner', 'n'], 4);
  assert.deepEqual(draft.root, { a: { inner: { n: 3 } }, b: { inner: { n: 4 } } });
});

test('what is shared is counted: values, and long texts and keys by their length', () => {
  const sizes: [Json, number][] = [
    [1, 1],
    [[1, [2], {}], 5],
    [{ a: 1, b: null }, 2 + 1 + 2 / 16],
    ['x'.repeat(160), 11],
    [{ ['k'.repeat(160)]: 0 }, 12],
  ];
  for (const [value, size] of sizes) {
    assert.equal(shareValue(openDraft(value, size), value), undefined);
    assert.match(shareValue(openDraft(value, size - 0.01), value)!, /copies more/);
  }
});

test('a document of any depth can be shared', () => {
  const value: Json = JSON.parse(`${'['.repeat(300_000)}${']'.repeat(300_000)}`);
  assert.equal(shareValue(openDraft(value, LARGE), value), undefined);
});

test('a change that cannot be made says which step is missing', () => {
  const draft = openDraft({ list: [1, 2], text: 'abc' }, LARGE);
  assert.equal(replaceAt(draft, ['no', 'such', 'place'], 1), 'there is nothing at /no');
  assert.equal(removeAt(draft, ['list', '2']), 'there is nothing at /list/2');
  assert.equal(addAt(draft, ['list', '3'], 1), '/list/3 is no place in an array of 2');
  assert.equal(addAt(draft, ['text', 'a'], 1), 'there is no place below /text');
  assert.equal(addAt(openDraft(5, LARGE), ['a'], 1), 'there is no place below the root');
  assert.equal(removeAt(draft, ['x'.repeat(5000)]), `there is nothing at /${'x'.repeat(199)}...`);
});
