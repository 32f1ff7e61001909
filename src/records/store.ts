/**
 * The port of the record store: what the records room asks of a database, always for one account. Each storage
 * engine implements it and passes the same conformance suite.
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

/** A record as it is kept: the JSON text exactly as REST returns it, and the version its ETag shows. */
export interface StoredRecord {
  readonly id: number;
  readonly version: number;
  readonly text: string;
}

/** A record's fields by name, every field of its type present, in the catalogue's order. */
export type RecordFields = { readonly [field: string]: Json };

export interface RecordStore {
  read(type: RecordTypeName, id: number): Promise<StoredRecord | undefined>;
  /** A Problem only where it has to wait or takes too long. `gone` ends the work for a client that left. */
  list(plan: ListPlan, gone?: ClientAbort): Promise<ListPage | Problem>;
  /** Of each of the records that the lists of the plan lead to, how many it is: by its id. */
  totals(plan: ListPlan & { readonly each: Each }, gone?: ClientAbort): Promise<ReadonlyMap<number, number> | Problem>;
  /** Counts and sums by group, the largest groups first. */
  summarise(summary: Summary, gone?: AbortSignal): Promise<SummaryPage | Problem>;
  /** What the headers of a page say, without reading its records. */
  head(plan: ListPlan, gone?: ClientAbort): Promise<PageHead | Problem>;
  /** What records are called, in one statement. Those that do not exist are left out. */
  titles(type: RecordTypeName, ids: readonly number[], gone?: AbortSignal): Promise<readonly Title[] | Problem>;
  /** All that the plan asks for, as lines of one moment. A Problem where it cannot be begun; once begun it ends whole or fails. */
  stream(plan: ListPlan, form: StreamForm, client?: StreamClient): Promise<RecordStream | Problem>;
  change(change: Change): Promise<ChangeResult | Problem>;
  /**
   * What each of the changes would come to if it alone were made now: the same two steps, over one state of the account, one after the other.
   * Nothing is written, no id is used up, and nobody waits for it.
   */
  rehearse(changes: readonly Change[]): Promise<readonly DryRunContext[] | Problem>;
}

export interface Title {
  readonly id: number;
  /** The values of the type's title fields in their order; of a reference, the name of the record it leads to. */
  readonly parts: readonly (string | null)[];
  /** Null for a type without states. */
  readonly state: string | null;
  readonly deleted: boolean;
}

export interface StreamClient {
  /** Ends the work for a client that left. */
  readonly gone?: AbortSignal;
  /** Told where the stream is given up because its client takes too long. */
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
  /** Whether records follow this page. */
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
  /** Repeats under the same key answer with the first answer. */
  readonly idempotency?: IdempotencyKey;
  /** It is settled in the same transaction, or neither happens. */
  readonly fulfils?: Fulfilment;
  /** So is this. */
  readonly accepts?: Acceptance;
  /** What the audit log says of it, in the same transaction too; nothing where nothing has changed. */
  readonly remembers?: CreateAuditEntry;
  /** The W3C trace of the request; kept with the events. */
  readonly traceparent?: string;
  /** `id` as in the moment of the decision: the next free one for a new record. */
  needs(current: StoredRecord | undefined, found: Found, id: number): readonly Need[];
  decide(current: StoredRecord | undefined, found: Found, moment: Moment): Decision;
}

/** A proposal that a change makes come true: it must still be waiting, and is approved together with the change. */
export interface Fulfilment {
  readonly proposal: number;
  /** By the clock of whoever decides: it must not be over by then. */
  readonly on: number;
  /** Who decided, what was said, and what it comes to: as JSON texts, but for the comment. */
  readonly by: string;
  readonly comment: string | null;
  readonly outcome: string;
  /** What the audit log says of it; the record and the version that came of it are added to its detail. */
  readonly audit: AuditEntryInput;
}

/** An invitation that a change of a user accepts: it must still be open, and is used up together with the change. */
export interface Acceptance {
  readonly tokenHash: Buffer;
  /** By the clock of whoever lets the person in: it must not be over by then. */
  readonly on: number;
  /** The hash of the password that is set. */
  readonly password: string;
  /** What the audit log says of it. */
  readonly audit: AuditEntryInput;
}

/** As far up as a chain of records above one is followed, `id` itself left out: one write looks at no more, however deep the records lie. */
export const MAX_ANCESTORS = 1_000;

export type Need =
  /** Whether the record exists in the account and is not deleted. */
  | { readonly need: 'alive'; readonly type: RecordTypeName; readonly id: number }
  /** The record itself. */
  | { readonly need: 'record'; readonly type: RecordTypeName; readonly id: number }
  /** The chain of records above `id`, following `field` upwards, `id` itself first, then MOST_ANCESTORS at most. Takes the lock of account and type. */
  | { readonly need: 'ancestors'; readonly type: RecordTypeName; readonly field: string; readonly id: number }
  /** Whether a record not deleted, other than the one being changed, holds the unique value. */
  | {
      readonly need: 'taken';
      readonly type: RecordTypeName;
      readonly field: string;
      readonly value: string;
      readonly besides?: Besides;
    }
  /**
   * Whether a record not deleted, other than the one being changed, has all these values. Takes the lock of account and type: it stays so
   * until the change is committed.
   */
  | {
      readonly need: 'another';
      readonly type: RecordTypeName;
      readonly having: Readonly<Record<string, string>>;
      readonly besides?: Besides;
    }
  /** What its admins have chosen for the account. */
  | { readonly need: 'account' };

/** IDs of records that do not count either: whoever asks knows what will have become of them. */
export type Besides = readonly number[];

/** What the named rows turned out to be; undefined as long as a need has not been named. */
export interface Found {
  alive(type: RecordTypeName, id: number): boolean | undefined;
  record(type: RecordTypeName, id: number): StoredRecord | 'missing' | undefined;
  ancestors(type: RecordTypeName, field: string, id: number): readonly number[] | undefined;
  taken(type: RecordTypeName, field: string, value: string, besides?: Besides): boolean | undefined;
  another(type: RecordTypeName, having: Readonly<Record<string, string>>, besides?: Besides): boolean | undefined;
  account(): AccountSettings | undefined;
}

/** Who makes a change, as it is remembered with it. */
export interface Author {
  readonly kind: AuthorKind;
  readonly id: string | null;
  readonly name: string | null;
  /** The address in whose name it is made: events name it as their submitter. */
  readonly email: string;
  /** The person who let it happen, where it had to wait for one. */
  readonly approvedBy?: Party;
  /** Whose proposal a person made a change of his own from. */
  readonly proposedBy?: Party;
  /** Nothing is written in this name as yet: a person will decide, and is `approvedBy` then. */
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
      /** Those that differ from the record as it was, in their order; of a new one none. */
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
  /** The record as it stands; undefined where there is none yet, or none of that id. */
  readonly current: StoredRecord | undefined;
  readonly moment: Moment;
  /** What the change would be refused with by the database itself, as while the account is frozen, is a refusal too. */
  readonly decision: Decision;
  /** The decision as of another moment, from the same rows. */
  decideAt(now: number): Decision;
}

export interface ChangeResult {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'replayed';
  readonly record: StoredRecord;
}
