import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';
import { orderLongRuns } from './mark-order.ts';

/** Texts of the length of the longest field whose marks are as far out of order as can be. */
const hostile: [what: string, text: string][] = [
  ['marks above before marks below', `a${'\u0301'.repeat(5_000)}${'\u0323'.repeat(5_000)}`],
  ['marks beyond U+FFFF', `a${'\u{1d185}'.repeat(5_000)}${'\u{1d17b}'.repeat(5_000)}`],
  ['half-width signs that become marks', `か${'\u0323'.repeat(5_000)}${'\uff9e'.repeat(5_000)}`],
  ['marks that are two once decomposed', `a${'\u0345'.repeat(5_000)}${'\u0344'.repeat(5_000)}`],
  ['marks that become letters in upper case', `α${'\u0345\u0301\u0323'.repeat(3_333)}`],
  ['marks between those that stay', `a${'\u0301\u0323\u0903'.repeat(3_333)}`],
  ['many runs just long enough', `a${'\u0301'.repeat(16)}${'\u0323'.repeat(16)}`.repeat(300)],
  ['many runs just too short', `a${'\u0301'.repeat(15)}${'\u0323'.repeat(15)}`.repeat(320)],
];

for (const [what, text] of hostile) {
  test(`folding takes little time: ${what}`, () => {
    // The quickest of some: others may be using the machine.
    const times = Array.from({ length: 7 }, () => {
      const began = performance.now();
      fold(text);
      return performance.now() - began;
    });
    // Inserting mark by mark takes 40 to 300 ms.
    assert.ok(Math.min(...times) < 20, `${times}`);
  });

  test(`a text folds as it would without our order: ${what}`, () => {
    for (const form of ['NFKC', 'NFKD']) assert.equal(orderLongRuns(text).normalize(form), text.normalize(form));
  });
}

test('whatever begins with a mark once it is decomposed is seen as part of a run', () => {
  const missed: string[] = [];
  let moving = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const [first] = character.normalize('NFKD');
    if (!`${first}\u0334`.normalize('NFD').startsWith('\u0334') || first === '\u0334' || first === '\u0345') continue;
    moving++;
    const ordered = orderLongRuns(`${'\u0345'.repeat(31)}${character}`);
    if (ordered.startsWith('\u0345')) missed.push(code.toString(16));
  }
  assert.deepEqual(missed, []);
  assert.ok(moving > 900, `${moving} of them`);
});

test('any run of marks of any classes normalises as it did', () => {
  const marks = [
    ...'\u0300\u0301\u0308\u0315\u031b\u0321\u0323\u0327\u0334\u0344\u0345\u035c\u05b0\u05bc\u064b\u0651\u093c\u094d\u0903\u0f71\u0f73\u0f74\u3099\uff9e\u302e\u{1d165}\u{1d16d}\u{16ff0}',
  ];
  const text = fc.array(fc.constantFrom(...marks, 'a', 'か', 'é', ' '), { maxLength: 120, size: 'max' });
  const run = fc.array(fc.constantFrom(...marks), { minLength: 31, maxLength: 120, size: 'max' });
  fc.assert(
    fc.property(text, run, (before, marks) => {
      const whole = before.join('') + marks.join('');
      assert.equal(orderLongRuns(whole).normalize('NFKC'), whole.normalize('NFKC'));
      assert.equal(orderLongRuns(whole).normalize('NFKD'), whole.normalize('NFKD'));
    }),
    { numRuns: 1000 },
  );
});
