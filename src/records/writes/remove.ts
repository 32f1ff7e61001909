/** DELETE: marks a record deleted. Doing it twice changes nothing. */
import type { RecordType } from '../../catalogue/index.ts';
import { type Preconditions, refusedBy } from '../etag.ts';
import { noSuchRecord } from '../refusals.ts';
import type { Author, Change, RecordFields, StoredRecord } from '../store.ts';
import { decideWrite } from './change.ts';
import type { RecordDraft } from './draft.ts';
import { checkGuard, guardNeeds } from './judge.ts';

export function removeRecord(type: RecordType, id: number, by: Author, preconditions: Preconditions = {}): Change {
  return {
    type: type.name,
    id,
    needs: (current) => (current === undefined ? [] : guardNeeds(draftOf(type, by, current))),
    decide(current, found, moment) {
      if (current === undefined) return { decision: 'refused', problem: noSuchRecord(type, id) };
      const failed = refusedBy(preconditions, current.version);
      if (failed !== undefined) return { decision: 'refused', problem: failed };
      const draft = draftOf(type, by, current);
      if (draft.before!.Deleted === true) return { decision: 'unchanged' };
      const problem = checkGuard(draft, found);
      return problem === undefined ? decideWrite(draft, moment) : { decision: 'refused', problem };
    },
  };
}

function draftOf(type: RecordType, by: Author, { text }: StoredRecord): RecordDraft {
  const before: RecordFields = JSON.parse(text);
  const after = { ...before, Deleted: true };
  return { type, by, before, after, names: (field) => field === 'Deleted', entered: undefined };
}
