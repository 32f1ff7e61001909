/** Editing on a record page: saves the draft, merges it with others' changes, and lets the user resolve conflicts. */
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

/** Open conflict. `end` receives the outcome of the save, or nothing if the user returns to editing. */
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
  /** Group that the user edited last. */
  const wasIn = useRef<string>(undefined);
  const leave = (end = own.end) => {
    end();
    if (wasIn.current !== undefined) focusEditButton(wasIn.current);
  };
  const changes =
    typed === undefined
      ? 0
      : createDraftPatch(place.type, typed.base.record, typed.draft).filter(({ op }) => op !== 'test').length;

  /**
   * Saves the draft. Returns the outcome, also after the user has resolved conflicts, or undefined if the user returns
   * to editing.
   */
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
      // Loads others' changes, which were not shown during editing.
      return discard();
    },
    discard,
    /** Saves the resolved draft on their version. If the service rejects it, the conflict stays open. */
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
