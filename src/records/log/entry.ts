/** A change as the log shows it: who changed what of which record, when, and what it told subscribers. */
import { type Action, type RecordTypeName, recordType } from '../../catalogue/index.ts';
import type { Json } from '../../kernel/json.ts';
import { formatTimestamp } from '../../kernel/time.ts';
import { bookkeeping, changedFields } from '../changed.ts';
import type { Author, RecordFields } from '../store.ts';
import { writeCursor } from './cursor.ts';
import { valuesIn } from './delta.ts';
import type { FoundVersion, KeptVersion } from './versions.ts';

/** A change as it is kept. */
export interface LoggedChange extends KeptVersion {
  readonly seq: number;
  readonly type: RecordTypeName;
  readonly id: number;
  /** Epoch milliseconds. */
  readonly on: number;
  readonly by: Author;
  readonly events: readonly Action[];
}

/** Its JSON text; with the record as of then where `data` is asked for. */
export function showEntry(log: string, { kept, fields, text }: FoundVersion<LoggedChange>, data: boolean): string {
  const { seq, type, id, version, on, by, events } = kept;
  const { kind, name, email, approvedBy, proposedBy } = by;
  const entry = JSON.stringify({
    change: writeCursor({ log, seq }),
    type,
    id,
    version,
    on: formatTimestamp(on),
    by: { kind, id: by.id, name, email, ...(approvedBy && { approvedBy }), ...(proposedBy && { proposedBy }) },
    events,
    changed: changedIn(kept, fields) as Json,
  });
  return data ? `${entry.slice(0, -1)},"data":${text() ?? null}}` : entry;
}

/** Null where the log does not know: changes from before it was kept. */
function changedIn({ type, version, before }: LoggedChange, fields: RecordFields | undefined): unknown {
  if (before === null) {
    return version > 1 || fields === undefined ? null : changedFields(recordType(type), undefined, fields);
  }
  const values = Object.entries(valuesIn(before)).filter(([field]) => !bookkeeping.has(field));
  return values.map(([field, from]) => ({ field, from, ...(fields && { to: fields[field] ?? null }) }));
}
