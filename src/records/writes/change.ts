/** Last step of every write: turns a validated draft into the record to store, its text and its events. */
import { type Action, actions } from '../../catalogue/index.ts';
import { sha256Hex } from '../../lib/ids.ts';
import { formatTimestamp } from '../../lib/time.ts';
import { recordTooLarge } from '../refusals.ts';
import type { Decision, Moment, RecordFields } from '../store.ts';
import { differingFields } from './changed.ts';
import type { RecordDraft } from './draft.ts';
import { stampEntered } from './states.ts';
import type { FieldsInTheMaking } from './validate.ts';

export const MAX_RECORD_BYTES = 256 * 1024;

/** Builds the decision. `given` are fields known only at the time of the write, such as the number of a new record. */
export function decideWrite(draft: RecordDraft, { now, id }: Moment, given: RecordFields = {}): Decision {
  const { type, by, before, after } = draft;
  const moment = formatTimestamp(now);
  // A copy: the draft may be asked again, at another moment.
  const fields: FieldsInTheMaking = { ...after, ...given, ID: id, UpdatedBy: by.email };
  if (before === undefined) Object.assign(fields, { CreatedOn: moment, UpdatedOn: moment, CreatedBy: by.email });
  // Clocks can step back; a client that polls by UpdatedOn must not miss a record whose time would decrease.
  else Object.assign(fields, { UpdatedOn: moment > (before.UpdatedOn as string) ? moment : before.UpdatedOn });
  stampEntered(draft, fields, now);

  const text = JSON.stringify(fields);
  const bytes = byteLength(text);
  if (bytes > MAX_RECORD_BYTES) return { decision: 'refused', problem: recordTooLarge(type, bytes, MAX_RECORD_BYTES) };
  return {
    decision: 'write',
    before,
    fields,
    differing: before === undefined ? [] : differingFields(before, fields),
    text,
    events: eventsOf(draft),
    by,
    filterValue: type.webhookFilter === undefined ? null : (fields[type.webhookFilter.field] as number | null),
    contentHash: contentHash(text),
  };
}

/**
 * Returns the events of the change that the type publishes: the change itself, and the state entered by a forward move.
 */
export function eventsOf({ type, before, entered }: RecordDraft): Action[] {
  const change: Action = before === undefined ? 'Created' : 'Updated';
  return actions.filter(
    (action) => type.events.includes(action) && (action === change || (entered?.forward && action === entered.state)),
  );
}

/**
 * Hashes the record's text without `UpdatedOn` and `UpdatedBy`. Cutting them out of the text costs a fifth of
 * serialising it again. A quote inside a JSON string is escaped, so `,"UpdatedOn":` can only be a member; the record's
 * own is the last.
 */
export function contentHash(text: string): string {
  const updatedOn = text.lastIndexOf(',"UpdatedOn":');
  const createdBy = text.lastIndexOf(',"CreatedBy":');
  const updatedBy = text.lastIndexOf(',"UpdatedBy":');
  const deleted = text.lastIndexOf(',"Deleted":');
  return sha256Hex(text.slice(0, updatedOn) + text.slice(createdBy, updatedBy) + text.slice(deleted));
}

/**
 * Returns the size for the limit check. Counts bytes only for the largest records, because a UTF-16 unit takes at most
 * three bytes.
 */
function byteLength(text: string): number {
  return text.length * 3 <= MAX_RECORD_BYTES ? text.length : Buffer.byteLength(text);
}
