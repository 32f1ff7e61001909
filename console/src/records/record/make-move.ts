/** Makes a move and saves unsaved changes before it. Loaded with the first move. */
import { Problem } from '../../api/problem.ts';
import { toast } from '../../parts/Toast.tsx';
import { fetchRecord, patchRecord, type VersionedRecord } from '../data/record-data.ts';
import type { RecordFields } from '../description.ts';
import { fetchConcurrentChangeProblem, isMoveApplied } from './move-meanwhile.ts';
import { createMovePatch } from './patch-of-move.ts';
import { isSameJson } from './same.ts';
import type { useRecordEditing } from './use-editing.ts';
import type { RecordLocator } from './use-saving.ts';

export interface MoveOutcome {
  /** Current record, as far as known. */
  readonly now: VersionedRecord;
  /** True if the record contains changes that other users made since it was read. */
  readonly met: boolean;
  /** Reason why the move was not made. `stopped` means that the user must first do something else. */
  readonly refused?: Problem | 'stopped';
}

type Made = MoveOutcome & { readonly refused?: Problem };

/** Unsaved changes of the record. */
export type UnsavedChanges = Pick<ReturnType<typeof useRecordEditing>, 'changes' | 'save'>;

/**
 * Saves the unsaved changes of an open record, then makes the move. `still` returns false if the move is no longer
 * wanted by then.
 */
export async function saveAndMove(
  place: RecordLocator,
  seen: VersionedRecord,
  to: string,
  fields: RecordFields,
  unsaved: UnsavedChanges,
  still: () => boolean,
): Promise<MoveOutcome> {
  const outcome = await (unsaved.changes === 0
    ? performMove(place, seen, to, fields)
    : moveSaved(place, seen, to, fields, unsaved, still));
  const { now, refused } = outcome;
  // The dialog with the message closes together with a deleted record, so show a toast.
  if (now.record.Deleted === true && refused instanceof Problem) toast(refused.detail);
  return outcome;
}

/**
 * Saves unsaved changes before the move, because the record may be read-only after it. If the save fails, the move is
 * not made.
 */
async function moveSaved(
  ...[place, seen, to, fields, unsaved, still]: Parameters<typeof saveAndMove>
): Promise<MoveOutcome> {
  const saved = await unsaved.save();
  if (saved?.is === 'refused') return { now: seen, met: false, refused: saved.problem };
  if (saved?.is !== 'saved') return { now: seen, met: false, refused: 'stopped' };
  const { now, on } = saved;
  if (!still()) return { now, met: false, refused: 'stopped' };
  // The save included the changes of others, on the version before the user's own.
  return look(place, seen, on, now, to, fields) ?? performMove(place, now, to, fields);
}

/** Maximum number of attempts if the record keeps changing. */
const MAX_ATTEMPTS = 2;

/**
 * Makes a move on the version that the user saw. If others changed unrelated fields, it retries on their version.
 * Changes are never overwritten unseen, and the service checks what blocks the move.
 */
export async function performMove(
  place: RecordLocator,
  seen: VersionedRecord,
  to: string,
  fields: RecordFields,
): Promise<Made> {
  const { account, type, id } = place;
  let on = seen;
  for (let tries = 0; ; tries++) {
    const met = tries > 0;
    const looked = look(place, seen, on, on, to, fields);
    if (looked) return looked;
    if (tries === MAX_ATTEMPTS) return { now: on, met, refused: fetchConcurrentChangeProblem(seen.record, on.record) };
    const reply = await patchRecord(account, type.name, id, createMovePatch(to, fields), on.etag);
    if (!(reply instanceof Problem)) return { now: reply, met };
    if (reply.status !== 412) return { now: on, met, refused: reply };
    const now = await fetchRecord(account, type.name, id);
    if (now instanceof Problem) return { now: on, met, refused: now };
    on = now;
  }
}

/**
 * Checks others' changes (`theirs`) before a move. Returns an outcome if the move is already made or the user must
 * check its fields again; undefined if nothing relevant changed.
 */
function look(
  { type }: RecordLocator,
  { record: seen }: VersionedRecord,
  { record: theirs }: VersionedRecord,
  now: VersionedRecord,
  to: string,
  fields: RecordFields,
): Made | undefined {
  if (isMoveApplied(now.record, to, fields)) return { now, met: true };
  const belongs = ['Status', ...(type.states?.asks[to] ?? []), ...Object.keys(fields)];
  const isAsSeen = belongs.every((name) => isSameJson(theirs[name] ?? null, seen[name] ?? null));
  if (isAsSeen && theirs.Deleted !== true) return undefined;
  return { now, met: true, refused: fetchConcurrentChangeProblem(seen, theirs) };
}
