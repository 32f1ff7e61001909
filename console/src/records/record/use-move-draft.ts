/** What was typed for a move that is not made yet: kept like what is typed on the record itself, until the move is made or given up. */
import { useState } from 'react';
import { HALF } from '../../parts/half-date.ts';
import { useMe } from '../../shell/me.ts';
import type { Json, RecordFields } from '../description.ts';
import { forgetSent, keepDraft, keptDraft } from './drafts.ts';
import type { Draft } from './patch.ts';
import { same } from './same.ts';

export function useMoveDraft(type: string, id: number, to: string, record: RecordFields) {
  const me = useMe();
  const place = `${id}.${to}` as const;
  const [kept] = useState(() => keptDraft(me, type, place));
  /** The record as it was when the typing began. */
  const [base] = useState(kept?.base ?? { record, etag: '' });
  const [typed, setTyped] = useState<Draft>(kept?.draft ?? {});
  return {
    typed,
    was: base.record,
    wasKept: kept !== undefined,
    /** Whether somebody else has written meanwhile what is typed here. */
    isTheirs: (name: string) => typed[name] !== undefined && !same(record[name] ?? null, base.record[name] ?? null),
    /** `otherwise`: what the field shows where nothing is typed. */
    write(name: string, value: Json, otherwise: Json) {
      const { [name]: _, ...others } = typed;
      const next = same(value, otherwise) ? others : { ...others, [name]: value };
      setTyped(next);
      // Half a time cannot be shown again, nor mended where only notes are asked for.
      const whole = Object.entries(next).filter(([, one]) => one !== HALF);
      keepDraft(me, type, place, whole.length === 0 ? undefined : { base, draft: Object.fromEntries(whole) });
    },
    /** The move is made, with what was typed when it was sent. */
    made: () => forgetSent(me, type, place, typed),
    forget: () => keepDraft(me, type, place, undefined),
  };
}
