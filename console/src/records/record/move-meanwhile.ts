/** A move that met a record which is no longer what was seen of it. */
import { Problem } from '../../api/problem.ts';
import { words } from '../../words/move.ts';
import type { RecordFields } from '../description.ts';
import { sentenceCase } from '../labels.ts';
import { isSameJson } from './same.ts';

/** Whether it stands as the move would leave it: the answer to an earlier press was lost, or somebody else did the same. */
export function isMoveApplied(now: RecordFields, to: string, fields: RecordFields): boolean {
  if (now.Deleted === true) return false;
  return Object.entries({ Status: to, ...fields }).every(([name, value]) => isSameJson(now[name] ?? null, value));
}

/** Who was faster, and with what: of more use than what the service says of versions. */
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
