import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleInJson, visibleJson, visibleLine, visibleText } from './visible-text.ts';

const evil = 'Firm\u001b]0;owned\u0007\u009b2J\u202egnp.exe\r\0\ud800 \u{e0041}\u{e0100}';

test('nothing that a terminal obeys or a reader cannot see is left, and it can be seen that it was there', () => {
  for (const shown of [
    visibleText(evil),
    visibleLine(evil),
    visibleInJson(JSON.stringify(evil)),
    visibleJson({ [evil]: [evil] }),
  ]) {
    assert.doesNotMatch(JSON.stringify(shown), /[\p{Cc}\p{DI}]/u);
    assert.match(JSON.stringify(shown), /\\u001b\]0;owned/);
  }
  assert.match(visibleText(evil), /\\u009b2J\\u202egnp\.exe\\u000d\\u0000\\ud800 \\u\{e0041\}\\u\{e0100\}$/);
});

test('every control, mark of direction, tag and blank is escaped, wherever it stands', () => {
  const hidden =
    '\u0000\u0085\u00ad\u034f\u061c\u115f\u180e\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u3164\ufeff\ufff9\u{e0001}\u{e007f}';
  for (const one of hidden)
    assert.match(visibleText(`a${one}b 你${one}好`), /^a(\\u\S+)b 你\1好$/, one.codePointAt(0)!.toString(16));
});

test('what people write stays as it is: accents, other scripts, emoji joined to one, lines', () => {
  const text = 'Größe e\u0301 你好 👩‍🔧 👁️‍🗨️ 🏳️‍🌈 👩🏽‍🔧 1️⃣ ❤️ שלום می‌خواهم क्‍ष កម្ពុជា\u200bភាសា\n\tsecond line\r\nthird';
  assert.equal(visibleText(text), text);
  assert.equal(visibleLine('a\n\tb'), 'a\\u000a\\u0009b');
});

test('a zero-width character that joins nothing is escaped', () => {
  assert.equal(visibleText('a\u200bb\u200cc\u200d \u200d1 x\ufe0f'), 'a\\u200bb\\u200cc\\u200d \\u200d1 x\\ufe0f');
  assert.equal(visibleText('👩\u200d\u200d\u200c'), '👩\u200d\\u200d\\u200c');
});

test('JSON stays the same value', () => {
  const value = { name: evil, lines: 'a\nb' };
  assert.deepEqual(JSON.parse(visibleInJson(JSON.stringify(value))), value);
});

test('a text of 20,000 characters is shown in no time, whatever it is made of', () => {
  const started = performance.now();
  for (const one of ['a', '\u0645\u200c', '\u200d', '👩\ufe0f', '\u{e0041}']) visibleText(one.repeat(20_000));
  assert.ok(performance.now() - started < 1_000);
});
