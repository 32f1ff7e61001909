import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contains, createNeedle } from './contains.ts';

test('finds exactly what String.includes finds', () => {
  // Few letters, so that needles almost match again and again.
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}'), maxLength: 60 });
  const needle = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}'), maxLength: 8 });
  fc.assert(
    fc.property(text, needle, (one, other) => assert.equal(contains(one, createNeedle(other)), one.includes(other))),
    { numRuns: 5000 },
  );
});

test('a needle that almost matches everywhere takes no longer than another', () => {
  const text = 'a'.repeat(10_000);
  for (const needle of [
    `${'a'.repeat(5_000)}b`,
    `b${'a'.repeat(5_000)}`,
    `${'a'.repeat(2_500)}b${'a'.repeat(2_500)}`,
  ]) {
    const prepared = createNeedle(needle);
    const times = Array.from({ length: 20 }, () => {
      const began = performance.now();
      assert.equal(contains(text, prepared), false);
      return performance.now() - began;
    });
    assert.ok(Math.min(...times) < 1, `${Math.min(...times)} ms`);
  }
});
