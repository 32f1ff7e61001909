import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_RESULT_BYTES } from './result-size.ts';
import { trimJson } from './trim-json.ts';

test('what is nested and longer than an answer is left out where it lies, and nothing else is changed', () => {
  const long = Array(MAX_RESULT_BYTES).fill({});
  const left = `[left out: ${JSON.stringify(long).length} bytes]`;
  const short = JSON.stringify({ ID: 1, Deep: [{ a: [{}, 'x"]'] }] });
  assert.deepEqual(trimJson(short), { text: short, cut: [] });
  const form = {
    ID: 1,
    Answers: [
      { FieldID: 'a', Value: long },
      { FieldID: 'b', Value: 2 },
    ],
    Name: 'n',
  };
  const light = trimJson(JSON.stringify(form));
  assert.deepEqual(light.cut, ['Answers']);
  assert.deepEqual(JSON.parse(light.text), {
    ID: 1,
    Answers: [
      { FieldID: 'a', Value: left },
      { FieldID: 'b', Value: 2 },
    ],
    Name: 'n',
  });
  const text = { Notes: 'ä'.repeat(MAX_RESULT_BYTES) };
  assert.deepEqual(JSON.parse(trimJson(JSON.stringify(text)).text), text, 'a text is cut where it is shown');
});
