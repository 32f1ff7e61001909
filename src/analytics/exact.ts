/** Sums that may be longer than a number holds, as JSON numbers with all their digits. */

/** The runtime has it; the types do not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

export function exactInteger(value: bigint): unknown {
  return rawJSON(String(value));
}

const PLACES = 4;

/** Of a value scaled by 10^4; without zeros that say nothing. */
export function exactDecimal(scaled: bigint): unknown {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return rawJSON(`${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}
