/** Serialises sums beyond the precision of a number as JSON numbers with all their digits. */

/** `JSON.rawJSON`: the runtime has it, but the TypeScript types do not yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

export function exactInteger(value: bigint): unknown {
  return rawJSON(String(value));
}

const PLACES = 4;

/** Serialises a value scaled by 10^4 as a JSON number, without trailing zeros. */
export function exactDecimal(scaled: bigint): unknown {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return rawJSON(`${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}
