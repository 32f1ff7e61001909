/**
 * Interface of a shard: one database with all data of its accounts, the unit of scale-out. Both engines implement it.
 */
import type { AccountScope } from '../accounts/account.ts';
import type { RateLimit, RatePolicy } from '../accounts/rate-limit.ts';
import type { AuditEntryInput } from '../accounts/remembered.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { FiguresStore } from '../analytics/store.ts';
import type { ProposalArchive, ProposalStore } from '../approvals/store.ts';
import type { RecordTypeName } from '../catalogue/index.ts';
import type { FairSemaphore } from '../fairness/budget.ts';
import type { MailStore } from '../mail/store.ts';
import type { PeopleStore } from '../people/store.ts';
import type { Listing } from '../records/lists/plan.ts';
import type { ChangeLog } from '../records/log/store.ts';
import type { RecordFields, RecordStore } from '../records/store.ts';
import type { DeliveryArchive } from '../webhooks/delivery/settle/retention.ts';
import type { DiagnosticsStore } from '../webhooks/diagnostics/store.ts';
import type { DeliveryQueue } from '../webhooks/queue.ts';
import type { RecoveryStore, RecoveryWork } from '../webhooks/recovery/store.ts';
import type { DeliveryLog, SubscriptionStore } from '../webhooks/store.ts';
import type { DatabaseStats, DeliveryBacklog } from './database-stats.ts';
import type { AccountHeader, AccountRow, AccountSnapshot, RowCounts } from './transfer/account-rows.ts';

export interface Shard {
  /** Name in the `shardID` header. The database stores it and cannot be opened under another name. */
  readonly id: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly accounts: AccountStore;
  /** Sign-in data of people. */
  readonly people: PeopleStore;
  /** Queue of mail to people. */
  readonly mail: MailStore;
  records(account: AccountScope): RecordStore;
  log(account: AccountScope): ChangeLog;
  /** Proposals that wait for a decision, and the archive of completed ones, for cleanup. */
  proposals(account: AccountScope): ProposalStore;
  readonly proposalArchive: ProposalArchive;
  /** Analytics over records, webhooks and keys. */
  figures(account: AccountScope): FiguresStore;
  bulk(account: AccountScope): BulkLoader;
  /** Webhook subscriptions of one key, and the log of their deliveries. */
  subscriptions(account: AccountScope, integrationID: string): SubscriptionStore;
  deliveryLog(account: AccountScope, integrationID: string): DeliveryLog<Listing>;
  /** Diagnostics of subscriptions that send nothing: for one key, or for the whole account if none is named. */
  insight(account: AccountScope, integrationID: string | undefined): DiagnosticsStore;
  /**
   * Recoveries of the key's subscriptions, or of all subscriptions of the account if no key is named; and the recovery
   * work of the whole shard. `keptMs`: retention of settled deliveries.
   */
  recoveries(account: AccountScope, integrationID: string | undefined, keptMs: number): RecoveryStore;
  recovering(keptMs: number): RecoveryWork;
  /** Deliveries that wait to be sent, and the archive of old ones, for cleanup. */
  readonly deliveries: DeliveryQueue;
  readonly archive: DeliveryArchive;
  /** Rate limit of this shard's keys: in memory on SQLite (one process), in the database on PostgreSQL. */
  rateLimit(policy: RatePolicy): RateLimit;
  /** Calls the listener when the database is open: at once, unless it was unavailable when the service started. */
  whenOpen(listener: () => void): void;
  /** Resolves if the database answers; otherwise rejects with the reason. */
  ping(): Promise<void>;
  /** Prepares resources that the first request would otherwise wait for. */
  warm(): Promise<void>;
  /** Passes a snapshot of the whole account to `receive`, and keeps it open until `receive` resolves. */
  exportAccount<Result>(
    account: AccountScope,
    receive: (snapshot: AccountSnapshot) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Imports an account. It exists, frozen, once this resolves. It is invisible before, and a failure leaves nothing
   * behind. Throws a StorageError if the shard already has the account. `audit` becomes the last entry of its audit
   * log.
   */
  importAccount(account: AccountHeader, rows: AsyncIterable<AccountRow>, audit?: AuditEntryInput): Promise<RowCounts>;
  /**
   * Adds missing fields to every document, with their defaults; creates no version and no event. Opening does so when
   * the catalogue has changed; this checks all documents. Resolves with the number of documents changed.
   */
  completeDocuments(progress?: (completed: number) => void): Promise<number>;
  /**
   * Examines the database for damage: projections against documents, foreign keys, schema. `progress` receives the
   * number of records examined.
   */
  examine(progress?: (records: number) => void): Promise<Finding[]>;
  readonly secrets: SecretStore;
  /** Statistics for monitoring: the current work of the database. `backlog` counts deliveries that wait to be sent. */
  vitals(): DatabaseStats;
  /** Semaphores that the accounts share. */
  readonly budgets: readonly FairSemaphore[];
  backlog(): Promise<DeliveryBacklog>;
  close(): Promise<void>;
}

/**
 * Loads complete records without events, for demo data and imports. Puts many rows in one transaction, each transaction
 * at most 50 ms long.
 */
export interface BulkLoader {
  /**
   * Loads records. References must already exist or be part of the same call. Records keep their IDs; the ID counter
   * moves past them.
   */
  load(type: RecordTypeName, records: readonly RecordFields[]): Promise<void>;
}

/** Number of secrets by key id; `clear` counts unencrypted ones. */
export type SecretCensus = ReadonlyMap<string, number>;

/** Encrypted data: signing secrets, header values, and answers that show them. */
export interface SecretStore {
  /** Id of the key that encrypts. */
  readonly current: string;
  /** Counts secrets by key. */
  census(): Promise<SecretCensus>;
  /** Encrypts everything with the current key while the service runs. Resumable. Returns the number of rows written. */
  rekey(progress: (rows: number) => void): Promise<number>;
  /** Discards everything encrypted with a lost key. Returns the number of secrets. */
  abandon(keyID: string): Promise<number>;
}

export interface Finding {
  /** Describes for a person what is wrong and where. */
  readonly message: string;
  readonly table?: string;
}
