/** Renders a change log entry: author, record, changed fields, time and events. */
import { type Action, fieldsOf, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import { formatTimestamp } from '../../lib/time.ts';
import type { Author } from '../store.ts';
import { bookkeeping } from '../writes/changed.ts';
import { writeCursor } from './cursor.ts';
import { valuesIn } from './delta.ts';
import { type FoundVersion, type KeptVersion, readable } from './versions.ts';

/** A change as stored in the log. */
export interface LoggedChange extends KeptVersion {
  readonly seq: number;
  readonly type: RecordTypeName;
  readonly id: number;
  /** Epoch milliseconds. */
  readonly on: number;
  readonly by: Author;
  readonly events: readonly Action[];
}

/** Renders an entry as JSON; `data` adds the record at that version. */
export function showEntry(log: string, found: FoundVersion<LoggedChange>, data: boolean): string {
  const { seq, type, id, version, on, by, events } = found.kept;
  const { kind, name, email, approvedBy, proposedBy } = by;
  const entry = JSON.stringify({
    change: writeCursor({ log, seq }),
    type,
    id,
    version,
    on: formatTimestamp(on),
    by: { kind, id: by.id, name, email, ...(approvedBy && { approvedBy }), ...(proposedBy && { proposedBy }) },
    events,
  });
  const shown = `${entry.slice(0, -1)},"changed":${readable(changedIn(found))}`;
  return data ? `${shown},"data":${readable(found.text()) ?? null}}` : `${shown}}`;
}

/** Returns the changed fields as JSON; null for changes made before the log existed. */
function changedIn({ kept: { type, version, before }, fields }: FoundVersion<LoggedChange>): string {
  if (before === null && version > 1) return 'null';
  const now = fields();
  const to = (field: string) => `"to":${now?.get(field) ?? null}`;
  if (before === null) {
    if (now === undefined) return 'null';
    const given = Object.keys(fieldsOf(recordType(type))).filter((field) => (now.get(field) ?? 'null') !== 'null');
    return listed(given, (field) => to(field));
  }
  const values = valuesIn(before);
  return listed(
    [...values.keys()],
    (field) => `"from":${values.get(field)}${now === undefined ? '' : `,${to(field)}`}`,
  );
}

function listed(fields: readonly string[], values: (field: string) => string): string {
  const changed = fields.filter((field) => !bookkeeping.has(field));
  return `[${changed.map((field) => `{"field":"${field}",${values(field)}}`).join(',')}]`;
}
