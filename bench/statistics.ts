/** The few figures that many measurements come down to. */

/** Of values in their order. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/** The round in the middle, by one of its figures. */
export function median<Round>(rounds: readonly Round[], by: (round: Round) => number): Round {
  return rounds.toSorted((a, b) => by(a) - by(b))[rounds.length >> 1]!;
}
