import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactJson } from './compact-json.ts';

test('what fits in a line stands in one, and what does not has a line for each part', () => {
  const long = 'x'.repeat(120);
  const value = { small: { $ref: '#/a' }, 'a "name"': [1, { b: null }], large: { text: long, list: [long, {}] } };
  const text = compactJson(value);
  assert.deepEqual(JSON.parse(text), value);
  assert.deepEqual(text.split('\n'), [
    ...['{', ' "small": {"$ref":"#/a"},', ' "a \\"name\\"": [1,{"b":null}],', ' "large": {'],
    ...[`  "text": "${long}",`, '  "list": [', `   "${long}",`, '   {}', '  ]', ' }', '}'],
  ]);
});
