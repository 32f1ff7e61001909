/** Handling of moves on a record that has changed since the user saw it. */
import { Problem } from '../../api/problem.ts';
import { words } from '../../words/move.ts';
import type { RecordFields } from '../description.ts';
import { sentenceCase } from '../labels.ts';
import { isSameJson } from './same.ts';

/**
 * True if the record already has the result of the move. Either the answer to an earlier request was lost, or another
 * user did the same.
 */
export function isMoveApplied(now: RecordFields, to: string, fields: RecordFields): boolean {
  if (now.Deleted === true) return false;
  return Object.entries({ Status: to, ...fields }).every(([name, value]) => isSameJson(now[name] ?? null, value));
}

/**
 * Problem that names the user who changed the record first, and the change. It helps more than the service's message
 * about versions.
 */
export function fetchConcurrentChangeProblem(seen: RecordFields, now: RecordFields): Problem {
  const who = String(now.UpdatedBy);
  const [title, detail] =
    now.Deleted === true
      ? [words.movedTitle, words.deletedBefore(who)]
      : now.Status === seen.Status
        ? [words.writtenTitle, words.writtenBefore(who)]
        : [words.movedTitle, words.movedBefore(sentenceCase(String(now.Status)), who)];
  return new Problem({ code: 'changed_meanwhile', title, detail }, 412);
}
