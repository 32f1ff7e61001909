/** Maps rows of the log to changes and back. Both engines have the same columns. */
import type { Action, RecordTypeName } from '../../../catalogue/index.ts';
import { valuesBefore } from '../../../records/log/delta.ts';
import type { LoggedChange } from '../../../records/log/entry.ts';
import { keepsText } from '../../../records/log/versions.ts';
import type { Author, AuthorKind, Change, Decision, StoredRecord } from '../../../records/store.ts';
import { commitTimeOf } from '../changes/commit-time.ts';

type Write = Extract<Decision, { decision: 'write' }>;

/** Columns in the order of `changeValues`. They follow the account; the engine supplies the number. */
export const CHANGE_COLUMNS = [
  'type',
  'record_id',
  'version',
  'committed_on',
  'by_kind',
  'by_id',
  'by_name',
  'submitter',
  'approved_by',
  'events',
  'filter_value',
  'content_hash',
  'traceparent',
  'before',
  'text',
] as const;

export function changeValues(
  { type, traceparent }: Change,
  { id, version, text }: StoredRecord,
  { before, fields, differing, by, events, filterValue, contentHash }: Write,
  now: number,
): (string | number | null)[] {
  return [
    type,
    id,
    version,
    commitTimeOf(fields, now),
    by.kind,
    by.id,
    by.name,
    by.email,
    otherParty(by),
    events.join(' '),
    filterValue,
    // Only what was sent can be repeated.
    events.length === 0 ? null : contentHash,
    traceparent ?? null,
    before === undefined ? null : valuesBefore(before, differing),
    keepsText(version) ? text : null,
  ];
}

/** Columns of a change as it is shown, in the order of `loggedChange`. */
export const LOGGED_COLUMNS = `seq, type, record_id, version, committed_on, by_kind, by_id, by_name, submitter, approved_by,
  events, before, text`;

/** Size in bytes of the two large columns, which a database knows without reading them. */
export const STORED_BYTES_SQL = 'coalesce(octet_length(before), 0) + coalesce(octet_length(text), 0)';

export type LoggedRow = readonly [
  seq: number,
  type: RecordTypeName,
  id: number,
  version: number,
  on: number,
  kind: AuthorKind,
  byID: string | null,
  byName: string | null,
  submitter: string,
  approvedBy: string | null,
  events: string,
  before: string | null,
  text: string | null,
];

export function parseLoggedChange(row: LoggedRow): LoggedChange {
  const [seq, type, id, version, on, kind, byID, name, email, approvedBy, events, before, text] = row;
  const by = { kind, id: byID, name, email, ...readParty(kind, approvedBy) };
  return { seq, type, id, version, on, by, events: parseActions(events), before, text };
}

/**
 * Returns the other person or assistant involved: the approver of a change that needed approval, or the assistant that
 * proposed a person's own change.
 */
function otherParty({ approvedBy, proposedBy }: Author): string | null {
  const other = approvedBy ?? proposedBy;
  return other === undefined ? null : JSON.stringify(other);
}

function readParty(kind: AuthorKind, kept: string | null): Pick<Author, 'approvedBy' | 'proposedBy'> {
  if (kept === null) return {};
  return kind === 'person' ? { proposedBy: JSON.parse(kept) } : { approvedBy: JSON.parse(kept) };
}

export function parseActions(events: string): Action[] {
  return events === '' ? [] : (events.split(' ') as Action[]);
}
