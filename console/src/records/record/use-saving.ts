/**
 * Saves what was typed. Where the record has moved on meanwhile, what only one side changed goes together by itself; what both changed is
 * given back to be chosen. Nothing typed is lost, and nobody is overwritten unseen.
 */

import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { loadPart } from '../../parts/load-part.ts';
import { useMe } from '../../shell/me.ts';
import { fetchRecord, patchRecord, type Versioned, versionOf } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import type { Merge } from './merge.ts';
import { type Draft, patchOf } from './patch.ts';

export interface Conflict {
  readonly theirs: Versioned;
  readonly merge: Merge;
}

export type Outcome =
  | {
      readonly is: 'saved';
      readonly now: Versioned;
      /** The version that what was typed was written on. */
      readonly on: Versioned;
      readonly together: Merge | undefined;
    }
  | { readonly is: 'conflict'; readonly conflict: Conflict }
  | { readonly is: 'refused'; readonly problem: Problem };

export interface Place {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
}

/** A record that is written all the time is tried so often before it is given up. */
const MOST_TRIES = 5;

export async function save({ account, type, id }: Place, base: Versioned, draft: Draft, me: string): Promise<Outcome> {
  let on = base;
  let typed = draft;
  let together: Merge | undefined;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const operations = patchOf(type, on.record, typed);
    if (operations.length === 0) return { is: 'saved', now: on, on, together };
    const reply = await patchRecord(account, type.name, id, operations, on.etag);
    if (!(reply instanceof Problem)) return { is: 'saved', now: reply, on, together };
    if (reply.status !== 412) return { is: 'refused', problem: reply };
    const theirs = await fetchRecord(account, type.name, id);
    if (theirs instanceof Problem) return { is: 'refused', problem: theirs };
    const part = await loadPart(() => import('./merge.ts')).catch((problem: Problem) => problem);
    if (part instanceof Problem) return { is: 'refused', problem: part };
    const byAnother = theirs.record.UpdatedBy !== me && versionOf(theirs.etag) === versionOf(base.etag) + 1;
    const merged = part.merge(type, base.record, theirs.record, draft, byAnother);
    if (merged.conflicts.length > 0) return { is: 'conflict', conflict: { theirs, merge: merged } };
    [on, typed, together] = [theirs, merged.draft, merged];
  }
  const detail = 'Others write to this record all the time. What you typed is kept; save again.';
  return { is: 'refused', problem: new Problem({ code: 'busy_record', title: 'Not saved', detail }, 412) };
}

export function useSaving() {
  const { person } = useMe();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    run: async (place: Place, base: Versioned, draft: Draft): Promise<Outcome> => {
      setBusy(true);
      try {
        return await save(place, base, draft, person.email);
      } finally {
        setBusy(false);
      }
    },
  };
}
