/** How a database is examined part by part: what cannot be read is a finding, too, and does not keep the rest from being examined. */
import type { Finding } from '../shard.ts';

export type ExaminePart = (
  what: string,
  examine: () => Iterable<Finding> | AsyncIterable<Finding> | Promise<Iterable<Finding>>,
) => Promise<void>;

/** Adds to `findings`. `isUnreadable` tells the condition of the database from a fault of the program. */
export function createPartExaminer(findings: Finding[], isUnreadable: (failure: unknown) => boolean): ExaminePart {
  const told = new Set<string>();
  return async (what, examine) => {
    try {
      for await (const finding of await examine()) findings.push(finding);
    } catch (failure) {
      if (!isUnreadable(failure)) throw failure;
      const message = `${what}: could not be examined: ${(failure as Error).message}`;
      if (!told.has(message)) findings.push({ message });
      told.add(message);
    }
  };
}
