import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FOLD_VERSION, fold } from './fold.ts';

function* everyCodePoint(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

test('every code point and its case variants fold alike, and folding again changes nothing', () => {
  const failed: string[] = [];
  for (const character of everyCodePoint()) {
    const folded = fold(character);
    const variants = [character.toLowerCase(), character.toUpperCase(), character.toUpperCase().toLowerCase(), folded];
    if (variants.some((variant) => fold(variant) !== folded)) failed.push(character.codePointAt(0)!.toString(16));
  }
  assert.deepEqual(failed, []);
});

test('every code point folds as its composed and decomposed forms do', () => {
  const failed: string[] = [];
  for (const character of everyCodePoint()) {
    const folded = fold(character);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
      const variant = character.normalize(form);
      if (variant !== character && fold(variant) !== folded) failed.push(character.codePointAt(0)!.toString(16));
    }
  }
  assert.deepEqual(failed, []);
});

test('the short way for ASCII gives what the long way gives', () => {
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    // A character outside ASCII that folds to itself forces the long way.
    assert.equal(fold(`${character} \u05d0`), `${fold(character)} \u05d0`);
  }
});

const alike: [string, string][] = [
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς'.normalize('NFD').replaceAll('\u0301', '')],
  ['Ångström', 'A\u030aNGSTRO\u0308M'],
  ['ﬁlter', 'FILTER'],
  ['Ｐｕｍｐ', 'pump'],
  ['K', 'k'],
  ['ᾳ', 'ΑΙ'],
  ['ŉ', 'ʼN'],
];

for (const [one, other] of alike) {
  test(`"${one}" and "${other}" fold alike`, () => assert.equal(fold(one), fold(other)));
}

test('different letters stay different', () => {
  for (const [one, other] of [
    ['é', 'e'],
    ['ø', 'o'],
    ['ı', 'ä'],
    ['й', 'и'],
  ] as const) {
    assert.notEqual(fold(one), fold(other));
  }
});

const anyText = fc.string({ unit: 'binary' });
const trickyText = fc.string({
  unit: fc.constantFrom(
    ...'aiIİıjßẞΣσςιΙᾳᾼΐŉǰﬁﬃſK ',
    '\u0301',
    '\u0307',
    '\u0308',
    '\u0323',
    '\u0342',
    '\u0345',
    '\u00b4',
    '\u1fbe',
  ),
});

test('folding a text again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, trickyText), (text) => assert.equal(fold(fold(text)), fold(text))),
    { numRuns: 2000 },
  );
});

test('words fold by themselves: a word of a text is contained in the folded text', () => {
  const text = fc.oneof(anyText, trickyText);
  fc.assert(
    fc.property(text, text, text, (before, word, after) => {
      const folded = fold(`${before} ${word} ${after}`);
      assert.equal(folded, `${fold(before)} ${fold(word)} ${fold(after)}`);
      assert(folded.includes(fold(word)));
    }),
    { numRuns: 2000 },
  );
});

test('a part of an ordinary word is contained in any case', () => {
  const ordinary = fc.string({ unit: fc.constantFrom(...'abcXYZ019äöüÄÖÜßéÉñÑжЖюЮλΛσΣ日本語ポンプ') });
  fc.assert(
    fc.property(ordinary, ordinary, ordinary, (before, part, after) => {
      const folded = fold(before + part + after);
      assert(folded.includes(fold(part.toUpperCase())));
      assert(folded.includes(fold(part.toLowerCase())));
    }),
    { numRuns: 1000 },
  );
});

test('the version names the rules and the Unicode tables of the runtime', () => {
  const [major, minor] = process.versions.unicode!.split('.').map(Number);
  assert.equal(FOLD_VERSION, 1_000_000 + major! * 1000 + minor!);
});
