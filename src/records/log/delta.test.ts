import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { textOf, writtenFields } from './delta.ts';

test('of a text that was damaged at any place no other values are read than stand in it', () => {
  const value = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.constantFrom(null, true, [12, { a: 3 }], { b: ['"', ':'] }, '\\"'),
  );
  const object = fc.dictionary(fc.constantFrom('Name', 'Position', 'Lines', 'É"'), value, { minKeys: 1 });
  fc.assert(
    fc.property(object, (given) => {
      const whole = JSON.stringify(given);
      for (const text of damaged(whole)) {
        const read = valuesOf(() => textOf(writtenFields(text)));
        // A value that is none is found by whoever shows it.
        if (read !== undefined)
          assert.deepEqual(
            read,
            valuesOf(() => text),
            text,
          );
      }
    }),
    { numRuns: 50 },
  );
});

/** Where one character, or none, is lost, and another, or none, is there instead. */
function* damaged(whole: string): Generator<string> {
  for (let at = 0; at < whole.length; at++) {
    for (const put of ['', ' ', ':', ',', '"', '{', '}', '[', ']', '1', '\\', '\u0001']) {
      for (const lost of [0, 1]) yield whole.slice(0, at) + put + whole.slice(at + lost);
    }
  }
}

function valuesOf(text: () => string): unknown {
  try {
    return JSON.parse(text());
  } catch {
    return undefined;
  }
}
