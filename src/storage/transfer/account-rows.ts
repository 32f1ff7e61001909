/**
 * Represents one account as rows that any shard can export and import, on either engine. Numbers of the database rather
 * than the account (its key, sequence numbers of changes and deliveries) are assigned again by the target.
 */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { sortTypesByReference } from './reference-order.ts';

/** Kind of a row: a record type, or a table beside the records. */
export type RowKind = RecordTypeName | ServiceTable;
export type ServiceTable = keyof typeof serviceTableColumns;

/** Values in the order of `rowColumnsOf`: bytes in hexadecimal, documents as their text, byte for byte. */
export interface AccountRow {
  readonly kind: RowKind;
  readonly values: readonly RowValue[];
}

export type RowValue = string | number | boolean | null;

/** `document`: JSON text. `?`: may be null. */
export type ColumnKind =
  | 'text'
  | 'text?'
  | 'integer'
  | 'integer?'
  | 'boolean'
  | 'bytes'
  | 'bytes?'
  | 'document'
  | 'document?';
export type RowColumns = Readonly<Record<string, ColumnKind>>;

/** Properties of an account that do not depend on the shard. */
export interface AccountHeader {
  readonly id: string;
  readonly name: string;
  readonly createdOn: number;
  /** Missing in files older than this property. */
  readonly currency?: string;
}

/** Snapshot of an account at one instant. */
export interface AccountSnapshot {
  readonly account: AccountHeader;
  readonly frozen: boolean;
  /** All rows, in the order of `rowKinds`; can be iterated once. */
  readonly rows: AsyncIterable<AccountRow>;
}

/** Number of rows by kind, without kinds that have none. */
export type RowCounts = Readonly<Partial<Record<RowKind, number>>>;

const recordColumns = { version: 'integer', text: 'document' } as const satisfies RowColumns;

/** Exported columns by table, with the same names on both engines. A document is the last column. */
export const serviceTableColumns = {
  record_counters: { type: 'text', last_id: 'integer' },
  idempotency_keys: {
    integration_id: 'text',
    key: 'text',
    fingerprint: 'text',
    type: 'text',
    record_id: 'integer',
    version: 'integer',
    created_on: 'integer',
    text: 'document',
  },
  subscriptions: {
    id: 'integer',
    integration_id: 'text',
    entity_type: 'text',
    action: 'text',
    target_url: 'text',
    name: 'text?',
    sealed_headers: 'text', // as rows travel, secrets are in clear
    signing_secrets: 'text?',
    filter_entity_type: 'text?',
    filter_condition_entity_id: 'text?',
    filter_value: 'integer?',
    include_own: 'boolean',
    active: 'boolean',
    deactivate_reason: 'text?',
    failures_in_a_row: 'integer',
    patience_ms: 'integer?',
    down_since: 'integer?',
    down_tries: 'integer',
    down_record: 'integer?',
    next_try_on: 'integer?',
    refused_in_a_row: 'integer',
    created_on: 'integer',
  },
  subscription_periods: {
    subscription: 'integer', // the subscription's id within the account
    began_on: 'integer',
    state: 'text',
    why: 'text?',
  },
  delivery_hours: {
    subscription: 'integer', // likewise
    place: 'integer',
    hour: 'integer',
    ok: 'integer',
    failed: 'integer',
    suppressed: 'integer',
    dropped: 'integer',
    last_success_on: 'integer?',
    recent_ms: 'text',
  },
  changes: {
    seq: 'integer',
    type: 'text',
    record_id: 'integer',
    version: 'integer',
    committed_on: 'integer',
    by_kind: 'text',
    by_id: 'text?',
    by_name: 'text?',
    submitter: 'text',
    approved_by: 'text?',
    events: 'text',
    filter_value: 'integer?',
    content_hash: 'text?',
    traceparent: 'text?',
    before: 'text?',
    text: 'document?',
  },
  deliveries: {
    id: 'integer',
    subscription: 'integer', // the subscription's id within the account
    record_id: 'integer',
    change_seq: 'integer',
    webhook_id: 'text',
    cause: 'text',
    state: 'text',
    attempts: 'integer',
    due_on: 'integer?',
    waiting_since: 'integer?',
    created_on: 'integer',
    processed_on: 'integer',
    settled_on: 'integer?',
    last_status: 'integer?',
    last_error: 'text?',
    repeats: 'integer?',
    resend_of: 'integer?',
    log: 'text',
    sample: 'text?',
    sample_record_id: 'integer?',
    recovery: 'integer?',
    uncounted: 'boolean',
  },
  recoveries: {
    subscription: 'integer', // the subscription's id within the account
    id: 'integer',
    wish: 'text',
    per_second: 'integer',
    state: 'text',
    reason: 'text?',
    begins: 'integer',
    ends: 'integer',
    place: 'integer',
    found: 'integer',
    total: 'integer?',
    made: 'integer',
    delivered: 'integer',
    failed: 'integer',
    skipped: 'integer',
    width: 'integer',
    open: 'boolean',
    due_on: 'integer',
    created_on: 'integer',
    ended_on: 'integer?',
  },
  proposals: {
    id: 'integer',
    plan: 'integer?',
    plan_title: 'text?',
    plan_size: 'integer',
    place: 'integer',
    state: 'text',
    type: 'text',
    record_id: 'integer?',
    operation: 'text',
    write: 'text',
    base_version: 'integer?',
    base: 'text?',
    reason: 'text',
    by_kind: 'text',
    by_id: 'text',
    by_name: 'text',
    works_for: 'text',
    created_on: 'integer',
    expires_on: 'integer',
    decided_on: 'integer?',
    decided_by: 'text?',
    comment: 'text?',
    made_version: 'integer?',
    outcome: 'text?',
  },
  person_secrets: { user_id: 'integer', password: 'text', changed_on: 'integer' },
  passkeys: {
    user_id: 'integer',
    id: 'text',
    credential_id: 'bytes',
    public_key: 'bytes',
    counter: 'integer',
    transports: 'text',
    name: 'text',
    created_on: 'integer',
    last_used_on: 'integer?',
  },
  audit: {
    happened_on: 'integer',
    what: 'text',
    by_kind: 'text',
    by_id: 'text?',
    by_name: 'text?',
    by_email: 'text?',
    address: 'text?',
    about: 'text?',
    detail: 'text?',
  },
  key_use: {
    integration_id: 'text',
    last_used_on: 'integer',
    last_address: 'text',
    previous_calls: 'integer',
    previous_used_on: 'integer?',
  },
  integrations: {
    id: 'text',
    name: 'text',
    role: 'text',
    areas: 'text',
    api_key: 'text',
    secret_hash: 'bytes',
    previous_secret_hash: 'bytes?',
    previous_valid_until: 'integer?',
    earlier_secrets: 'text?',
    submitter: 'text',
    created_on: 'integer',
    created_by: 'text',
    revoked_on: 'integer?',
    proposes_only: 'boolean',
  },
} as const satisfies Record<string, RowColumns>;

export const serviceTables = Object.keys(serviceTableColumns) as ServiceTable[];

/**
 * Row kinds in import order: referenced rows come first. Integrations come last, because clients can sign in with them
 * at once and must find all other data.
 */
export const rowKinds: readonly RowKind[] = [
  'record_counters',
  ...sortTypesByReference(),
  'idempotency_keys',
  'subscriptions',
  'subscription_periods',
  'delivery_hours',
  'changes',
  'deliveries',
  'recoveries',
  'proposals',
  'person_secrets',
  'passkeys',
  'audit',
  'key_use',
  'integrations',
];

export function rowColumnsOf(kind: RowKind): RowColumns {
  return isServiceTable(kind) ? serviceTableColumns[kind] : recordColumns;
}

export function isServiceTable(kind: RowKind): kind is ServiceTable {
  return Object.hasOwn(serviceTableColumns, kind);
}

/** True if rows of the table belong to a subscription, and only through it to an account. */
export function belongsToSubscription(kind: ServiceTable): boolean {
  return 'subscription' in serviceTableColumns[kind];
}

/** Returns the index of a column in the values of a row. */
export function columnIndexOf<Kind extends ServiceTable>(
  kind: Kind,
  column: keyof (typeof serviceTableColumns)[Kind],
): number {
  return Object.keys(serviceTableColumns[kind]).indexOf(column as string);
}

/** True if the row is a delivery that is still to be sent. */
export function isWaitingDelivery({ kind, values }: AccountRow): boolean {
  return kind === 'deliveries' && values[statePlace] === 'waiting';
}

const statePlace = columnIndexOf('deliveries', 'state');
