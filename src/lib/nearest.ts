/** Suggests the intended name for error messages. */

/** Returns the candidate nearest to a misspelt word, the first of several; undefined if none is near enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const sought = word.toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const allowed = tolerance(candidate);
    // The distance is at least the difference in length; so a word of any length costs nothing.
    if (Math.abs(candidate.length - sought.length) > allowed) continue;
    const distance = editDistance(sought, candidate.toLowerCase());
    if (distance <= allowed && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { candidate, distance };
  }
  return best?.candidate;
}

/**
 * Returns the allowed distance: a third of the name, at least 1, at most 4. More distant suggestions would only
 * confuse.
 */
function tolerance(candidate: string): number {
  return Math.max(1, Math.min(4, Math.floor(candidate.length / 3)));
}

/**
 * Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of
 * neighbours. Each row contains the distances from a prefix of `a` to every prefix of `b`; two earlier rows are enough.
 */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const exchange = a[row - 1] === b[column - 1] ? 0 : 1;
      let distance = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + exchange);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        distance = Math.min(distance, beforePrevious[column - 2]! + 1);
      }
      current.push(distance);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
