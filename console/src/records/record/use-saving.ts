/**
 * Saves a draft. If others changed the record since, changes of one side merge automatically; conflicts are returned
 * for the user to resolve. No input is lost, and nothing is overwritten unseen.
 */

import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { loadModule } from '../../parts/load-part.ts';
import { useMe } from '../../shell/me.ts';
import { fetchRecord, parseEtagVersion, patchRecord, type VersionedRecord } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import type { MergeResult } from './merge.ts';
import { createDraftPatch, type DraftValues } from './patch.ts';

export interface SaveConflict {
  readonly theirs: VersionedRecord;
  readonly merge: MergeResult;
}

export type SaveOutcome =
  | {
      readonly is: 'saved';
      readonly now: VersionedRecord;
      /** Version that the draft was saved on. */
      readonly on: VersionedRecord;
      readonly together: MergeResult | undefined;
    }
  | { readonly is: 'conflict'; readonly conflict: SaveConflict }
  | { readonly is: 'refused'; readonly problem: Problem };

export interface RecordLocator {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

/** Maximum number of attempts if the record keeps changing. */
const MAX_ATTEMPTS = 5;

export async function saveDraft(
  { account, type, id }: RecordLocator,
  base: VersionedRecord,
  draft: DraftValues,
  me: string,
): Promise<SaveOutcome> {
  let on = base;
  let typed = draft;
  let together: MergeResult | undefined;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const operations = createDraftPatch(type, on.record, typed);
    if (operations.length === 0) return { is: 'saved', now: on, on, together };
    const reply = await patchRecord(account, type.name, id, operations, on.etag);
    if (!(reply instanceof Problem)) return { is: 'saved', now: reply, on, together };
    if (reply.status !== 412) return { is: 'refused', problem: reply };
    const theirs = await fetchRecord(account, type.name, id);
    if (theirs instanceof Problem) return { is: 'refused', problem: theirs };
    const part = await loadModule(() => import('./merge.ts')).catch((problem: Problem) => problem);
    if (part instanceof Problem) return { is: 'refused', problem: part };
    const byAnother =
      theirs.record.UpdatedBy !== me && parseEtagVersion(theirs.etag) === parseEtagVersion(base.etag) + 1;
    const merged = part.mergeDraft(type, base.record, theirs.record, draft, byAnother);
    if (merged.conflicts.length > 0) return { is: 'conflict', conflict: { theirs, merge: merged } };
    [on, typed, together] = [theirs, merged.draft, merged];
  }
  const detail = 'Others write to this record all the time. What you typed is kept; save again.';
  return { is: 'refused', problem: new Problem({ code: 'busy_record', title: 'Not saved', detail }, 412) };
}

export function useSaveDraft() {
  const { person } = useMe();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    run: async (place: RecordLocator, base: VersionedRecord, draft: DraftValues): Promise<SaveOutcome> => {
      setBusy(true);
      try {
        return await saveDraft(place, base, draft, person.email);
      } finally {
        setBusy(false);
      }
    },
  };
}
