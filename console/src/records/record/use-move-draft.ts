/** Draft of a move. It is stored like the record's draft until the move is made or cancelled. */
import { useState } from 'react';
import { PARTIAL_DATE } from '../../parts/half-date.ts';
import { useMe } from '../../shell/me.ts';
import type { Json, RecordFields } from '../description.ts';
import { loadDraft, removeSentDraft, storeDraft } from './drafts.ts';
import type { DraftValues } from './patch.ts';
import { isSameJson } from './same.ts';

export function useMoveDraft(type: string, id: number, to: string, record: RecordFields) {
  const me = useMe();
  const place = `${id}.${to}` as const;
  const [kept] = useState(() => loadDraft(me, type, place));
  /** The record as it was when the typing began. */
  const [base] = useState(kept?.base ?? { record, etag: '' });
  const [typed, setTyped] = useState<DraftValues>(kept?.draft ?? {});
  return {
    typed,
    was: base.record,
    wasKept: kept !== undefined,
    /** True if another user has changed a field that is also in this draft. */
    isTheirs: (name: string) =>
      typed[name] !== undefined && !isSameJson(record[name] ?? null, base.record[name] ?? null),
    /** `otherwise`: what the field shows where nothing is typed. */
    write(name: string, value: Json, otherwise: Json) {
      const { [name]: _, ...others } = typed;
      const next = isSameJson(value, otherwise) ? others : { ...others, [name]: value };
      setTyped(next);
      // Omits incomplete dates: they cannot be displayed again, nor corrected if the move needs only notes.
      const whole = Object.entries(next).filter(([, one]) => one !== PARTIAL_DATE);
      storeDraft(me, type, place, whole.length === 0 ? undefined : { base, draft: Object.fromEntries(whole) });
    },
    /** Removes the draft after the move, unless it was changed since it was sent. */
    made: () => removeSentDraft(me, type, place, typed),
    forget: () => storeDraft(me, type, place, undefined),
  };
}
