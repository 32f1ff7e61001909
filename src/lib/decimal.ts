/**
 * Decimals as scaled integers: 12.5 at 4 places is 125000n. JSON numbers are binary; scaled, they add up, compare and
 * store exactly. Anything of up to 15 digits comes back as the same number.
 */

export type DecimalPlaces = 4 | 7;

/**
 * Converts to a scaled integer. Undefined if the number is not finite, has too many decimal places in its shortest
 * text, or is 10^11 or more in magnitude.
 */
export function scale(value: number, places: DecimalPlaces): bigint | undefined {
  if (!(Math.abs(value) < 1e11)) return undefined;
  const power = 10 ** places;
  const scaled = Math.round(value * power);
  // Up to 15 digits a decimal and its nearest double name each other, so the division gives `value` back if and only if
  // its shortest text has no more than `places` places. Beyond (7 places, over 10^8) only the text itself tells.
  if (Math.abs(scaled) < 1e15) return scaled / power === value ? BigInt(scaled) : undefined;
  return scaleText(String(value), places);
}

/** The number nearest to the scaled value. */
export function unscale(scaled: bigint, places: DecimalPlaces): number {
  return Number(`${scaled}e-${places}`);
}

/** The product of two values of 4 places, rounded to 4 places, halves away from zero. */
export function multiplyHalfAway(a: bigint, b: bigint, placesEach: 4): bigint {
  const power = 10n ** BigInt(placesEach);
  const product = a * b;
  const half = product < 0n ? -power / 2n : power / 2n;
  return (product + half) / power; // division of bigints truncates towards zero
}

/** `text` is that of a number from 10^8 to 10^11, which has no exponent. */
function scaleText(text: string, places: DecimalPlaces): bigint | undefined {
  const [whole, fraction = ''] = text.split('.');
  return fraction.length <= places ? BigInt(`${whole}${fraction.padEnd(places, '0')}`) : undefined;
}
