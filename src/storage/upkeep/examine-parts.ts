/**
 * Examines a database part by part. An unreadable part is reported as a finding, and the other parts are still
 * examined.
 */
import type { Finding } from '../shard.ts';

export type ExaminePart = (
  what: string,
  examine: () => Iterable<Finding> | AsyncIterable<Finding> | Promise<Iterable<Finding>>,
) => Promise<void>;

/**
 * Creates an examiner that adds to `findings`. `isUnreadable` separates errors of the database from faults of the
 * program.
 */
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
