/** Makes a move, with what is typed on the record. Loaded when the first one is made. */
import { Problem } from '../../api/problem.ts';
import { fetchRecord, patchRecord, type Versioned } from '../data/record-data.ts';
import type { RecordFields } from '../description.ts';
import { isMade, toldMeanwhile } from './move-meanwhile.ts';
import { patchOfMove } from './patch-of-move.ts';
import { same } from './same.ts';
import type { useEditing } from './use-editing.ts';
import type { Place } from './use-saving.ts';

export interface Outcome {
  /** The record as it is now, as far as that is known. */
  readonly now: Versioned;
  /** Whether it holds what somebody else wrote meanwhile. */
  readonly met: boolean;
  /** Why the move is not made: `stopped` where something else is to be chosen first. */
  readonly refused?: Problem | 'stopped';
}

/** What is typed on the record and not saved. */
export type Unsaved = Pick<ReturnType<typeof useEditing>, 'changes' | 'save'>;

/** After a move there may be nothing more to be written: what is typed goes out before it, and where that is not saved, nothing is moved. */
export async function saveAndMove(
  place: Place,
  seen: Versioned,
  to: string,
  fields: RecordFields,
  unsaved: Unsaved,
): Promise<Outcome> {
  if (unsaved.changes === 0) return makeMove(place, seen, to, fields);
  const saved = await unsaved.save();
  if (saved instanceof Problem) return { now: seen, met: false, refused: saved };
  return saved === undefined ? { now: seen, met: false, refused: 'stopped' } : makeMove(place, saved, to, fields);
}

/**
 * On the version that was seen. Where somebody else has changed something else meanwhile, once more on theirs: nobody is overwritten unseen,
 * and what hinders the move the service knows.
 */
export async function makeMove(
  { account, type, id }: Place,
  seen: Versioned,
  to: string,
  fields: RecordFields,
): Promise<Outcome & { readonly refused?: Problem }> {
  const asked = ['Status', ...Object.keys(fields)];
  for (let on = seen; ; ) {
    const met = on !== seen;
    const reply = await patchRecord(account, type.name, id, patchOfMove(to, fields), on.etag);
    if (!(reply instanceof Problem)) return { now: reply, met };
    if (reply.status !== 412) return { now: on, met, refused: reply };
    const now = await fetchRecord(account, type.name, id);
    if (now instanceof Problem) return { now: on, met, refused: now };
    const { record } = now;
    if (isMade(record, to, fields)) return { now, met: true };
    const isAsSeen = asked.every((name) => same(record[name] ?? null, seen.record[name] ?? null));
    if (met || !isAsSeen) return { now, met: true, refused: toldMeanwhile(seen.record, record, reply) };
    on = now;
  }
}
