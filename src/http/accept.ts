/** Content negotiation by `Accept` (RFC 9110, section 12.5.1). */

export interface MediaRange {
  readonly name: string;
  readonly weight: number;
}

export interface MediaPreference {
  readonly weight: number;
  /** 0 if the type is named exactly; higher for wider ranges. */
  readonly width: number;
}

export function parseAccept(accept: string | undefined): MediaRange[] {
  return (accept ?? '').split(',').map(readRange);
}

/** Returns the weight of the narrowest range that covers the type. */
export function findPreference(ranges: readonly MediaRange[], names: readonly string[]): MediaPreference {
  for (const [width, name] of names.entries()) {
    const range = ranges.find((one) => one.name === name);
    if (range !== undefined) return { weight: range.weight, width };
  }
  return { weight: 0, width: names.length };
}

export function jsonPreference(ranges: readonly MediaRange[]): MediaPreference {
  return findPreference(ranges, ['application/json', 'application/*', '*/*']);
}

/** True if `one` has the higher weight, or the same weight and the narrower range. */
export function isPreferred(one: MediaPreference, other: MediaPreference): boolean {
  return one.weight > other.weight || (one.weight === other.weight && one.width < other.width);
}

function readRange(part: string): MediaRange {
  const [name = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const read = weight === undefined ? 1 : Number(weight.slice(2));
  return { name, weight: read >= 0 && read <= 1 ? read : 0 };
}
