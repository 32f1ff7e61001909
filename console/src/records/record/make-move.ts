/** Makes a move, with what is typed on the record. Loaded when the first one is made. */
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
  /** The record as it is now, as far as that is known. */
  readonly now: VersionedRecord;
  /** Whether it holds what somebody else wrote meanwhile. */
  readonly met: boolean;
  /** Why the move is not made: `stopped` where whoever asked for it wants something else first. */
  readonly refused?: Problem | 'stopped';
}

type Made = MoveOutcome & { readonly refused?: Problem };

/** What is typed on the record and not saved. */
export type UnsavedChanges = Pick<ReturnType<typeof useRecordEditing>, 'changes' | 'save'>;

/** For a record that is open: with what is typed on it, which is saved before. `still`: whether the move is wanted by then. */
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
  // The dialog goes with it, and what it would say.
  if (now.record.Deleted === true && refused instanceof Problem) toast(refused.detail);
  return outcome;
}

/** After a move there may be nothing more to be written: what is typed goes out before it, and where that is not saved, nothing is moved. */
async function moveSaved(
  ...[place, seen, to, fields, unsaved, still]: Parameters<typeof saveAndMove>
): Promise<MoveOutcome> {
  const saved = await unsaved.save();
  if (saved?.is === 'refused') return { now: seen, met: false, refused: saved.problem };
  if (saved?.is !== 'saved') return { now: seen, met: false, refused: 'stopped' };
  const { now, on } = saved;
  if (!still()) return { now, met: false, refused: 'stopped' };
  // What others did came in with it, on the version below one's own.
  return look(place, seen, on, now, to, fields) ?? performMove(place, now, to, fields);
}

/** A record that is written all the time is tried so often before it is given up. */
const MAX_ATTEMPTS = 2;

/**
 * On the version that was seen. Where somebody else has changed something else meanwhile, once more on theirs: nobody is overwritten unseen,
 * and what hinders the move the service knows.
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

/** What others have written (`theirs`) makes of a move: it is made, or waits for another look at what belongs to it. Nothing where that is as it was seen. */
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
