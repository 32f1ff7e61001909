/** Writing on a record page: what was typed goes out, meets what others did, and is chosen where both changed the same. */
import { useRef, useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { toast } from '../../parts/Toast.tsx';
import { words } from '../../words/records.ts';
import { parseEtagVersion, type VersionedRecord } from '../data/record-data.ts';
import { focusEditButton, focusFirstFault } from './focus-field.ts';
import { fetchNewestAuthor } from './newest-author.ts';
import { createDraftPatch, type DraftValues } from './patch.ts';
import type { SentDraft, useRecord } from './use-record.ts';
import { type RecordLocator, type SaveConflict, type SaveOutcome, useSaveDraft } from './use-saving.ts';

/** What is to be chosen, and where whoever waits for the save hears of it; of nothing where they go back to editing. */
interface Asked extends SaveConflict {
  readonly who: string;
  readonly sent: SentDraft;
  readonly end: (outcome?: SaveOutcome) => void;
}

export function useRecordEditing(place: RecordLocator, own: ReturnType<typeof useRecord>) {
  const { typed, editing, learn, refresh } = own;
  const saving = useSaveDraft();
  const [problem, setProblem] = useState<Refusal>();
  const [conflict, setConflict] = useState<Asked>();
  /** The group in which the person wrote last. */
  const wasIn = useRef<string>(undefined);
  const leave = (end = own.end) => {
    end();
    if (wasIn.current !== undefined) focusEditButton(wasIn.current);
  };
  const changes =
    typed === undefined
      ? 0
      : createDraftPatch(place.type, typed.base.record, typed.draft).filter(({ op }) => op !== 'test').length;

  /** As it is saved, after one has chosen where that is needed, or why it is not; nothing where they go back to editing instead. */
  const run = async (base: VersionedRecord, draft: DraftValues, sent: SentDraft): Promise<SaveOutcome | undefined> => {
    setProblem(undefined);
    const outcome = await saving.run(place, base, draft);
    if (outcome.is === 'refused') {
      setProblem(outcome.problem);
      focusFirstFault();
      return outcome;
    }
    if (outcome.is === 'conflict') {
      const who = await fetchNewestAuthor(place);
      return new Promise((end) => setConflict({ ...outcome.conflict, who, sent, end }));
    }
    const who =
      outcome.together === undefined ? '' : await fetchNewestAuthor(place, parseEtagVersion(outcome.now.etag));
    setConflict(undefined);
    leave(() => own.endSent(sent, outcome.now, outcome.together !== undefined || conflict !== undefined));
    learn(outcome.now);
    toast(outcome.together === undefined ? words.saved : words.savedTogether(who));
    return outcome;
  };
  const discard = (): undefined => {
    setProblem(undefined);
    leave();
    void refresh();
  };
  return {
    busy: saving.busy,
    problem,
    conflict,
    changes,
    isIn: (group: string | undefined) => {
      if (group !== undefined && editing.has(group)) wasIn.current = group;
    },
    save: async () => {
      if (typed !== undefined && changes > 0) return run(typed.base, typed.draft, { draft: typed.draft, editing });
      // What others did meanwhile was not shown.
      return discard();
    },
    discard,
    /** What was chosen, on their version; where that is refused, one chooses on. */
    settle: async (draft: DraftValues) => {
      const outcome = await run(conflict!.theirs, draft, conflict!.sent);
      if (outcome?.is !== 'refused') conflict!.end(outcome);
    },
    backToEditing: () => {
      conflict!.end();
      setConflict(undefined);
    },
  };
}
