/** DELETE: marks a record deleted. Doing it twice changes nothing. */
import type { RecordType } from '../catalogue/index.ts';
import { decideWrite } from './change.ts';
import { type Preconditions, refusedBy } from './etag.ts';
import { noSuchRecord } from './refusals.ts';
import type { Author, Change, RecordFields } from './store.ts';

export function removeRecord(type: RecordType, id: number, by: Author, preconditions: Preconditions = {}): Change {
  return {
    type: type.name,
    id,
    needs: () => [],
    decide(current, _found, moment) {
      if (current === undefined) return { decision: 'refused', problem: noSuchRecord(type, id) };
      const failed = refusedBy(preconditions, current.version);
      if (failed !== undefined) return { decision: 'refused', problem: failed };
      const before: RecordFields = JSON.parse(current.text);
      if (before.Deleted === true) return { decision: 'unchanged' };
      const after = { ...before, Deleted: true };
      return decideWrite(
        { type, before, after, names: (field) => field === 'Deleted', entered: undefined },
        by,
        moment,
      );
    },
  };
}
