import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DecimalPlaces, multiplyHalfAway, scale, unscale } from './decimal.ts';

/** An own definition by text alone: the shortest text of the number, its exponent worked out, its digits counted. */
function scaleByText(value: number, places: DecimalPlaces): bigint | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e11) return undefined;
  const [, sign, whole, fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  const shift = Number(exponent);
  const digits = (whole! + fraction).replace(/0+$/, '') || '0';
  const digitsAfterPoint = digits === '0' ? 0 : digits.length - whole!.length - shift;
  if (digitsAfterPoint > places) return undefined;
  const magnitude = BigInt(digits) * 10n ** BigInt(places - digitsAfterPoint);
  return digits === '0' ? 0n : sign === '-' ? -magnitude : magnitude;
}

const places = fc.constantFrom<DecimalPlaces>(4, 7);

test('a number scales as its shortest text says', () => {
  const decimal = fc
    .tuple(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.integer({ min: 0, max: 12 }))
    .map(([digits, exponent]) => Number(`${digits}e-${exponent}`));
  const neighbour = decimal.map((value) => value * (1 + Number.EPSILON));
  const value = fc.oneof(fc.double(), fc.double({ min: -1e12, max: 1e12 }), decimal, neighbour, fc.integer());
  fc.assert(
    fc.property(value, places, (number, count) => assert.equal(scale(number, count), scaleByText(number, count))),
    { numRuns: 20_000 },
  );
});

const scaled: [number, DecimalPlaces, bigint | undefined][] = [
  [0, 4, 0n],
  [-0, 4, 0n],
  [12.5, 4, 125_000n],
  [-0.0001, 4, -1n],
  [0.00001, 4, undefined],
  [1.00005, 4, undefined],
  [0.1 + 0.2, 4, undefined],
  [1e-7, 7, 1n],
  [1.5e-7, 7, undefined],
  [5e-324, 7, undefined],
  [51.4778926, 7, 514_778_926n],
  [99_999_999_999.9999, 4, 999_999_999_999_999n],
  [-99_999_999_999.9999, 4, -999_999_999_999_999n],
  [99_999_999_999.99998, 7, 999_999_999_999_999_800n],
  [1e11, 4, undefined],
  [-1e11, 7, undefined],
  [Number.NaN, 4, undefined],
  [Number.POSITIVE_INFINITY, 4, undefined],
  [Number.NEGATIVE_INFINITY, 7, undefined],
];

for (const [value, count, expected] of scaled) {
  test(`${Object.is(value, -0) ? '-0' : value} at ${count} places is ${expected}`, () => {
    assert.equal(scale(value, count), expected);
  });
}

test('up to 15 digits a scaled value comes back from its number unchanged', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n) + 1n, 10n ** 15n - 1n), places, (value, count) => {
      assert.equal(scale(unscale(value, count), count), value);
    }),
    { numRuns: 5000 },
  );
});

test('a number that scales comes back as itself', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e11, max: 1e11 }), places, (seed, count) => {
      const value = Number(seed.toFixed(count));
      const whole = scale(value, count);
      if (whole !== undefined) assert.equal(unscale(whole, count), value === 0 ? 0 : value);
    }),
    { numRuns: 5000 },
  );
});

test('a product is the nearest at 4 places, and halves go away from zero', () => {
  const amount = fc.bigInt(-(10n ** 15n), 10n ** 15n);
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const product = multiplyHalfAway(a, b, 4);
      const rest = a * b - product * 10_000n;
      const magnitude = rest < 0n ? -rest : rest;
      assert(magnitude <= 5000n);
      // An exact half is rounded up in magnitude, so what is left points back towards zero.
      if (magnitude === 5000n) assert.equal(rest < 0n, a * b > 0n);
      assert.equal(multiplyHalfAway(-a, b, 4), -product);
    }),
    { numRuns: 5000 },
  );
});

const products: [bigint, bigint, bigint][] = [
  [15_000n, 25_000n, 37_500n],
  [1n, 5000n, 1n],
  [1n, 4999n, 0n],
  [-1n, 5000n, -1n],
  [-1n, 4999n, 0n],
  [3n, 5000n, 2n],
  [-3n, -5000n, 2n],
  [0n, 10_000n, 0n],
];

for (const [a, b, expected] of products) {
  test(`${a} x ${b} at 4 places is ${expected}`, () => assert.equal(multiplyHalfAway(a, b, 4), expected));
}
