/** What a client likes to be answered in, by `Accept` (RFC 9110, section 12.5.1). */

export interface Range {
  readonly name: string;
  readonly weight: number;
}

export interface Liking {
  readonly weight: number;
  /** 0 where it is named itself; the higher, the wider the range that covers it. */
  readonly width: number;
}

export function rangesOf(accept: string | undefined): Range[] {
  return (accept ?? '').split(',').map(readRange);
}

/** The narrowest range that covers it counts. */
export function bestOf(ranges: readonly Range[], names: readonly string[]): Liking {
  for (const [width, name] of names.entries()) {
    const range = ranges.find((one) => one.name === name);
    if (range !== undefined) return { weight: range.weight, width };
  }
  return { weight: 0, width: names.length };
}

export function likingOfJson(ranges: readonly Range[]): Liking {
  return bestOf(ranges, ['application/json', 'application/*', '*/*']);
}

/** Of two that are liked alike, the one that is named. */
export function isBetter(one: Liking, other: Liking): boolean {
  return one.weight > other.weight || (one.weight === other.weight && one.width < other.width);
}

function readRange(part: string): Range {
  const [name = '', ...parameters] = part
    .toLowerCase()
    .split(';')
    .map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const read = weight === undefined ? 1 : Number(weight.slice(2));
  return { name, weight: read >= 0 && read <= 1 ? read : 0 };
}
