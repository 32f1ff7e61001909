/** Draft of a decision: a comment and the reviewer's own version. It is stored like a record's draft. */
import { useState } from 'react';
import type { Json, RecordFields } from '../records/description.ts';
import { loadDraft, type StoredDraft, storeDraft } from '../records/record/drafts.ts';
import type { DraftValues } from '../records/record/patch.ts';
import { isSameJson } from '../records/record/same.ts';
import { useMe } from '../shell/me.ts';

/** Draft key, as in the page address. */
const DRAFT_LOCATION = 'Approvals';
const EMPTY_DRAFT: StoredDraft = { base: { record: {}, etag: '' }, draft: { comment: '', own: {} } };

export type DecisionDraft = ReturnType<typeof useDecisionDraft>;

export function useDecisionDraft(proposal: number) {
  const me = useMe();
  const [kept] = useState(() => loadDraft(me, DRAFT_LOCATION, proposal));
  const [{ base, draft }, setNow] = useState(kept ?? EMPTY_DRAFT);
  const { comment, own } = draft as { readonly comment: string; readonly own: DraftValues };
  const hasOwn = Object.keys(own).length > 0;
  const keep = (record: RecordFields, said: string, written: DraftValues) => {
    const isNothing = said === '' && Object.keys(written).length === 0;
    const next = isNothing
      ? EMPTY_DRAFT
      : { base: { record, etag: '' }, draft: { comment: said, own: { ...written } } };
    setNow(next);
    storeDraft(me, DRAFT_LOCATION, proposal, isNothing ? undefined : next);
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
      const written = isSameJson(value, wished) ? others : { ...others, [name]: value };
      keep(hasOwn ? base.record : record, comment, written);
    },
    /** True if another user has changed the field since the reviewer started their own version. */
    isTheirs: (name: string, record: RecordFields) =>
      hasOwn && !isSameJson(record[name] ?? null, base.record[name] ?? null),
    dropOwn: () => keep({}, comment, {}),
    forget: () => keep({}, '', {}),
  };
}
