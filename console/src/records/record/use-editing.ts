/** Writing on a record page: what was typed goes out, meets what others did, and is chosen where both changed the same. */
import { useState } from 'react';
import type { Problem as Refusal } from '../../api/problem.ts';
import { toast } from '../../parts/Toast.tsx';
import { words } from '../../words/records.ts';
import { type Versioned, versionOf } from '../data/record-data.ts';
import { focusFault } from './focus-field.ts';
import { newestAuthor } from './newest-author.ts';
import { type Draft, patchOf } from './patch.ts';
import type { useRecord } from './use-record.ts';
import { type Conflict, type Place, useSaving } from './use-saving.ts';

export function useEditing(place: Place, { typed, end, learn, refresh }: ReturnType<typeof useRecord>) {
  const saving = useSaving();
  const [problem, setProblem] = useState<Refusal>();
  const [conflict, setConflict] = useState<Conflict & { readonly who: string }>();
  const changes =
    typed === undefined
      ? 0
      : patchOf(place.type, typed.base.record, typed.draft).filter(({ op }) => op !== 'test').length;

  const run = async (base: Versioned, draft: Draft) => {
    setProblem(undefined);
    const outcome = await saving.run(place, base, draft);
    if (outcome.is === 'refused') {
      setProblem(outcome.problem);
      focusFault();
    } else if (outcome.is === 'conflict') setConflict({ ...outcome.conflict, who: await newestAuthor(place) });
    else {
      const who = outcome.together === undefined ? '' : await newestAuthor(place, versionOf(outcome.now.etag));
      setConflict(undefined);
      end();
      learn(outcome.now);
      toast(outcome.together === undefined ? words.saved : words.savedTogether(who));
    }
  };
  return {
    busy: saving.busy,
    problem,
    conflict,
    changes,
    save: () => {
      if (typed !== undefined && changes > 0) void run(typed.base, typed.draft);
      else end();
    },
    discard: () => {
      setProblem(undefined);
      end();
      void refresh();
    },
    /** What was chosen, on their version. */
    settle: (draft: Draft) => conflict && void run(conflict.theirs, draft),
    backToEditing: () => setConflict(undefined),
  };
}
