/**
 * Port of the record store: the database operations of the records module, always for one account. Each storage engine
 * implements it and passes the same conformance suite.
 */

import type { IdempotencyKey } from '../accounts/idempotency.ts';
import type { AuditEntryInput, CreateAuditEntry } from '../accounts/remembered.ts';
import type { AccountSettings } from '../accounts/store.ts';
import type { Action, RecordTypeName } from '../catalogue/index.ts';
import type { ClientAbort } from '../lib/gone.ts';
import type { Json } from '../lib/json.ts';
import type { Problem } from '../problems.ts';
import type { StreamForm } from './lists/lines.ts';
import type { Each, ListPlan } from './lists/plan.ts';
import type { Summary, SummaryPage } from './summary.ts';

/** A stored record: the JSON text exactly as REST returns it, and the version that its ETag shows. */
export interface StoredRecord {
  readonly id: number;
  readonly version: number;
  readonly text: string;
}

/** A record's fields by name, every field of its type present, in the catalogue's order. */
export type RecordFields = { readonly [field: string]: Json };

export interface RecordStore {
  read(type: RecordTypeName, id: number): Promise<StoredRecord | undefined>;
  /**
   * Returns a page. Returns a Problem only if the query must wait or takes too long. `gone` aborts the work when the
   * client disconnects.
   */
  list(plan: ListPlan, gone?: ClientAbort): Promise<ListPage | Problem>;
  /** Counts the matches per record in `each.of`, keyed by the record's ID. */
  totals(plan: ListPlan & { readonly each: Each }, gone?: ClientAbort): Promise<ReadonlyMap<number, number> | Problem>;
  /** Counts and sums by group, the largest groups first. */
  summarise(summary: Summary, gone?: AbortSignal): Promise<SummaryPage | Problem>;
  /** Returns the page headers without reading the records. */
  head(plan: ListPlan, gone?: ClientAbort): Promise<PageHead | Problem>;
  /** Returns the titles of records in one statement, without records that do not exist. */
  titles(type: RecordTypeName, ids: readonly number[], gone?: AbortSignal): Promise<readonly Title[] | Problem>;
  /**
   * Streams all records of the plan as lines, from one snapshot. Returns a Problem if it cannot start; after that, the
   * stream completes or fails.
   */
  stream(plan: ListPlan, form: StreamForm, client?: StreamClient): Promise<RecordStream | Problem>;
  change(change: Change): Promise<ChangeResult | Problem>;
  /**
   * Runs each change as a dry run, in the same two steps, over one snapshot of the account, one after the other. Writes
   * nothing, uses no ID and blocks no other writer.
   */
  rehearse(changes: readonly Change[]): Promise<readonly DryRunContext[] | Problem>;
}

export interface Title {
  readonly id: number;
  /** Values of the type's title fields, in order. A reference is replaced by the name of its record. */
  readonly parts: readonly (string | null)[];
  /** Null for a type without states. */
  readonly state: string | null;
  readonly deleted: boolean;
}

export interface StreamClient {
  /** Aborts the work when the client disconnects. */
  readonly gone?: AbortSignal;
  /** Called if the stream is aborted because its client reads too slowly. */
  readonly lost?: () => void;
}

export interface RecordStream {
  /** All records the filters match; only where the plan asked for it. */
  readonly total: number | undefined;
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface ListPage extends PageHead {
  /** The JSON array with one record a line, ready to send: as text or bytes, or pieces of the text where the page is large (read as the client takes them). */
  readonly body: string | Uint8Array | AsyncIterable<string>;
}

export interface PageHead {
  /** True if records follow this page. */
  readonly more: boolean;
  /** All records the filters match; only where the plan asked for it. */
  readonly total: number | undefined;
}

/**
 * A change of one record in two pure steps, which the engine runs inside its transaction: `needs` names the rows the
 * decision must see and is asked again with what was found until it names nothing new; `decide` gives the outcome.
 * Neither may wait for anything, because SQLite runs them between BEGIN and COMMIT without giving up the thread, and
 * either may be run again when a batch has to be redone.
 */
export interface Change {
  readonly type: RecordTypeName;
  readonly id: number | 'new';
  /** Idempotency key: repeats receive the first answer. */
  readonly idempotency?: IdempotencyKey;
  /** Proposal that is resolved in the same transaction; both happen or neither. */
  readonly fulfils?: Fulfilment;
  /** Invitation that is accepted in the same transaction; both happen or neither. */
  readonly accepts?: Acceptance;
  /** Creates the audit entry, written in the same transaction. An unchanged record gets no entry. */
  readonly remembers?: CreateAuditEntry;
  /** The W3C trace of the request; kept with the events. */
  readonly traceparent?: string;
  /** Names the rows that the decision needs. `id` is that of the decision: the next free ID for a new record. */
  needs(current: StoredRecord | undefined, found: Found, id: number): readonly Need[];
  decide(current: StoredRecord | undefined, found: Found, moment: Moment): Decision;
}

/** A proposal that a change fulfils. It must still be pending, and is approved together with the change. */
export interface Fulfilment {
  readonly proposal: number;
  /** Time of the decision by the decider's clock; the proposal must not have expired by then. */
  readonly on: number;
  /** JSON text of the person who decided. `outcome` is JSON text too; `comment` is plain text. */
  readonly by: string;
  readonly comment: string | null;
  readonly outcome: string;
  /** Audit entry; the store adds the record and the resulting version to its detail. */
  readonly audit: AuditEntryInput;
}

/** An invitation that a change of a user accepts: it must still be open, and is used up together with the change. */
export interface Acceptance {
  readonly tokenHash: Buffer;
  /** Time of the acceptance by the caller's clock; the invitation must not have expired by then. */
  readonly on: number;
  /** Hash of the new password. */
  readonly password: string;
  /** Audit entry of the acceptance. */
  readonly audit: AuditEntryInput;
}

/** Limits how many ancestors of a record one write reads, not counting the record itself. */
export const MAX_ANCESTORS = 1_000;

export type Need =
  /** True if the record exists in the account and is not deleted. */
  | { readonly need: 'alive'; readonly type: RecordTypeName; readonly id: number }
  /** The record itself. */
  | { readonly need: 'record'; readonly type: RecordTypeName; readonly id: number }
  /** The chain of records above `id`, following `field` upwards, `id` itself first, then MOST_ANCESTORS at most. Takes the lock of account and type. */
  | { readonly need: 'ancestors'; readonly type: RecordTypeName; readonly field: string; readonly id: number }
  /** True if a record other than the changed one, not deleted, has the unique value. */
  | {
      readonly need: 'taken';
      readonly type: RecordTypeName;
      readonly field: string;
      readonly value: string;
      readonly besides?: Besides;
    }
  /**
   * True if a record other than the changed one, not deleted, has all these values. Takes the lock of account and type,
   * so that the answer stays true until the change is committed.
   */
  | {
      readonly need: 'another';
      readonly type: RecordTypeName;
      readonly having: Readonly<Record<string, string>>;
      readonly besides?: Besides;
    }
  /** The settings of the account. */
  | { readonly need: 'account' };

/** IDs of further records to exclude, because the caller knows their future state. */
export type Besides = readonly number[];

/** Results of the named needs; undefined for a need that was not named yet. */
export interface Found {
  alive(type: RecordTypeName, id: number): boolean | undefined;
  record(type: RecordTypeName, id: number): StoredRecord | 'missing' | undefined;
  ancestors(type: RecordTypeName, field: string, id: number): readonly number[] | undefined;
  taken(type: RecordTypeName, field: string, value: string, besides?: Besides): boolean | undefined;
  another(type: RecordTypeName, having: Readonly<Record<string, string>>, besides?: Besides): boolean | undefined;
  account(): AccountSettings | undefined;
}

/** Author of a change, as stored with it. */
export interface Author {
  readonly kind: AuthorKind;
  readonly id: string | null;
  readonly name: string | null;
  /** E-mail address of the author; events show it as their submitter. */
  readonly email: string;
  /** The person who approved the change, if it needed approval. */
  readonly approvedBy?: Party;
  /** Author of the proposal that a person edited into a change of their own. */
  readonly proposedBy?: Party;
  /** True for a proposed change: nothing is written until a person decides, who then becomes `approvedBy`. */
  readonly awaitsApproval?: true;
}

type Party = Omit<Author, 'approvedBy' | 'proposedBy' | 'awaitsApproval'>;

export const authorKinds = ['person', 'integration', 'assistant', 'system'] as const;
export type AuthorKind = (typeof authorKinds)[number];

export interface Moment {
  /** The database's clock, epoch milliseconds, read after the record was locked. */
  readonly now: number;
  /** The id of the record: the next free one for a new record. */
  readonly id: number;
}

export type Decision =
  | { readonly decision: 'refused'; readonly problem: Problem }
  | { readonly decision: 'unchanged' }
  | {
      readonly decision: 'write';
      /** The record as it was; undefined for a new one. */
      readonly before: RecordFields | undefined;
      readonly fields: RecordFields;
      /** Names of the fields that differ from the previous record, in order; empty for a new record. */
      readonly differing: readonly string[];
      /** `fields` as JSON text. */
      readonly text: string;
      /** The events of this change, none or one per action. */
      readonly events: readonly Action[];
      readonly by: Author;
      /** Value of the type's webhook filter field after the change. */
      readonly filterValue: number | null;
      /** Hash of the content, `UpdatedOn` and `UpdatedBy` aside: equal hashes are repeats. */
      readonly contentHash: string;
    };

export interface DryRunContext {
  /** The current record; undefined if it is new or does not exist. */
  readonly current: StoredRecord | undefined;
  readonly moment: Moment;
  /** Decision of the change. A refusal by the database itself, for example for a frozen account, is a refusal too. */
  readonly decision: Decision;
  /** Repeats the decision for another time, from the same rows. */
  decideAt(now: number): Decision;
}

export interface ChangeResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'replayed';
  readonly record: StoredRecord;
}
