/** What somebody has typed about a proposal and not decided yet, a word and a version of their own: kept like what is typed on records. */
import { useState } from 'react';
import type { Json, RecordFields } from '../records/description.ts';
import { type KeptDraft, keepDraft, keptDraft } from '../records/record/drafts.ts';
import type { Draft } from '../records/record/patch.ts';
import { same } from '../records/record/same.ts';
import { useMe } from '../shell/me.ts';

/** As pages have it in their address. */
const PLACE = 'Approvals';
const NOTHING: KeptDraft = { base: { record: {}, etag: '' }, draft: { comment: '', own: {} } };

export type Decision = ReturnType<typeof useDecision>;

export function useDecision(proposal: number) {
  const me = useMe();
  const [kept] = useState(() => keptDraft(me, PLACE, proposal));
  const [{ base, draft }, setNow] = useState(kept ?? NOTHING);
  const { comment, own } = draft as { readonly comment: string; readonly own: Draft };
  const hasOwn = Object.keys(own).length > 0;
  const keep = (record: RecordFields, said: string, written: Draft) => {
    const isNothing = said === '' && Object.keys(written).length === 0;
    const next = isNothing ? NOTHING : { base: { record, etag: '' }, draft: { comment: said, own: { ...written } } };
    setNow(next);
    keepDraft(me, PLACE, proposal, isNothing ? undefined : next);
  };
  return {
    wasKept: kept !== undefined,
    comment,
    say: (said: string) => keep(base.record, said, own),
    own,
    hasOwn,
    /** `record`: as it is shown, undefined of one that is to be made; `wished`: what the field shows where nothing is typed. */
    write(name: string, value: Json, wished: Json, record: RecordFields = {}) {
      const { [name]: _, ...others } = own;
      const written = same(value, wished) ? others : { ...others, [name]: value };
      keep(hasOwn ? base.record : record, comment, written);
    },
    /** Whether somebody else has written a field since one's own version was begun. */
    isTheirs: (name: string, record: RecordFields) => hasOwn && !same(record[name] ?? null, base.record[name] ?? null),
    dropOwn: () => keep({}, comment, {}),
    forget: () => keep({}, '', {}),
  };
}
