/** DELETE: marks a record deleted. Doing it twice changes nothing. */
import type { RecordType } from '../catalogue/index.ts';
import { type Author, decideWrite } from './change.ts';
import { type EntityTags, ifMatchHolds, preconditionFailed } from './etag.ts';
import { noSuchRecord } from './refusals.ts';
import type { Change, RecordFields } from './store.ts';

export function removeRecord(
  type: RecordType,
  id: number,
  by: Author,
  { ifMatch }: { readonly ifMatch?: EntityTags } = {},
): Change {
  return {
    type: type.name,
    id,
    needs: () => [],
    decide(current, _found, moment) {
      if (current === undefined) return { decision: 'refused', problem: noSuchRecord(type, id) };
      if (ifMatch !== undefined && !ifMatchHolds(ifMatch, current.version)) {
        return { decision: 'refused', problem: preconditionFailed(current.version) };
      }
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
