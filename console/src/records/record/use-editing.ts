/** Writing on a record page: what was typed goes out, meets what others did, and is chosen where both changed the same. */
import { useRef, useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { toast } from '../../parts/Toast.tsx';
import { words } from '../../words/records.ts';
import { type Versioned, versionOf } from '../data/record-data.ts';
import { focusEdit, focusFault } from './focus-field.ts';
import { newestAuthor } from './newest-author.ts';
import { type Draft, patchOf } from './patch.ts';
import type { Sent, useRecord } from './use-record.ts';
import { type Conflict, type Outcome, type Place, useSaving } from './use-saving.ts';

export function useEditing(place: Place, own: ReturnType<typeof useRecord>) {
  const { typed, editing, learn, refresh } = own;
  const saving = useSaving();
  const [problem, setProblem] = useState<Refusal>();
  const [conflict, setConflict] = useState<Conflict & { readonly who: string; readonly sent: Sent }>();
  /** The group in which the person wrote last. */
  const wasIn = useRef<string>(undefined);
  const leave = (end = own.end) => {
    end();
    if (wasIn.current !== undefined) focusEdit(wasIn.current);
  };
  const changes =
    typed === undefined
      ? 0
      : patchOf(place.type, typed.base.record, typed.draft).filter(({ op }) => op !== 'test').length;

  /** As it is saved, or why it is not; nothing where one has to choose first. */
  const run = async (base: Versioned, draft: Draft, sent: Sent): Promise<Outcome | undefined> => {
    setProblem(undefined);
    const outcome = await saving.run(place, base, draft);
    if (outcome.is === 'refused') {
      setProblem(outcome.problem);
      focusFault();
      return outcome;
    }
    if (outcome.is === 'conflict') {
      setConflict({ ...outcome.conflict, who: await newestAuthor(place), sent });
      return undefined;
    }
    const who = outcome.together === undefined ? '' : await newestAuthor(place, versionOf(outcome.now.etag));
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
    /** What was chosen, on their version. */
    settle: (draft: Draft) => conflict && void run(conflict.theirs, draft, conflict.sent),
    backToEditing: () => setConflict(undefined),
  };
}
