import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forTerminal, inLine, jsonForTerminal } from './terminal-text.ts';

const evil = 'Firm\u001b]0;owned\u0007\u009b2J\u202egnp.exe\r\0\ud800';

test('nothing that a terminal obeys is left, and it can be seen that it was there', () => {
  for (const shown of [forTerminal(evil), inLine(evil), jsonForTerminal(evil)]) {
    assert.doesNotMatch(shown, /[\p{Cc}\u202e]/u);
    assert.match(shown, /\\u001b\]0;owned/);
  }
});

test('what people write stays as it is: accents, emoji joined to one, lines', () => {
  const text = 'Größe 你好 👩‍🔧 שלום\n\tsecond line';
  assert.equal(forTerminal(text), text);
  assert.equal(inLine('a\nb'), 'a\\u000ab');
});

test('JSON stays the same value', () => {
  const value = { name: evil.replace('\ud800', ''), lines: 'a\nb' };
  assert.deepEqual(JSON.parse(jsonForTerminal(value)), value);
});
