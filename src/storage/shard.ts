/** One database with everything of its accounts: the unit of scale-out. Both engines open to this same shape. */
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
  /** The name the `shardID` header carries. The database remembers it and refuses to be opened under another. */
  readonly id: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly accounts: AccountStore;
  /** What lets people in. */
  readonly people: PeopleStore;
  /** What waits to be mailed to them. */
  readonly mail: MailStore;
  records(account: AccountScope): RecordStore;
  log(account: AccountScope): ChangeLog;
  /** What waits for a person to decide, and what is over of it, for whoever tidies up. */
  proposals(account: AccountScope): ProposalStore;
  readonly proposalArchive: ProposalArchive;
  /** What its records, webhooks and keys add up to. */
  figures(account: AccountScope): FiguresStore;
  bulk(account: AccountScope): BulkLoader;
  /** The webhook subscriptions of one key, and the log of their deliveries. */
  subscriptions(account: AccountScope, integrationID: string): SubscriptionStore;
  deliveryLog(account: AccountScope, integrationID: string): DeliveryLog<Listing>;
  /** What can be known about them without sending anything. */
  /** Of one key; where none is named, of all of the account. */
  insight(account: AccountScope, integrationID: string | undefined): DiagnosticsStore;
  /**
   * Recoveries of the key's subscriptions, or where none is named of all subscriptions of the account, and the work at all of the
   * shard. `keptMs`: settled deliveries are kept for so long.
   */
  recoveries(account: AccountScope, integrationID: string | undefined, keptMs: number): RecoveryStore;
  recovering(keptMs: number): RecoveryWork;
  /** What waits to be sent, for the lanes, and what is old, for whoever tidies up. */
  readonly deliveries: DeliveryQueue;
  readonly archive: DeliveryArchive;
  /** The rate limit of this shard's keys: in memory on SQLite (one process), in the database on PostgreSQL. */
  rateLimit(policy: RatePolicy): RateLimit;
  /** Calls back when the database has been opened: at once, unless it was away when the service started. */
  whenOpen(listener: () => void): void;
  /** Resolves when the database answers; rejects with what is wrong. */
  ping(): Promise<void>;
  /** Makes ready what whoever asks first would wait for. */
  warm(): Promise<void>;
  /** Lends the whole account as it stands at one instant, for as long as `receive` works on it. */
  exportAccount<Result>(
    account: AccountScope,
    receive: (snapshot: AccountSnapshot) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Takes in an account. It is there, frozen, once this resolves; nothing of it can be seen before, and nothing remains
   * when it fails. Throws a StorageError where the shard has the account already. `audit` is the last entry of its audit log then.
   */
  importAccount(account: AccountHeader, rows: AsyncIterable<AccountRow>, audit?: AuditEntryInput): Promise<RowCounts>;
  /**
   * Gives every document the fields it lacks, with their defaults; no version, no event. Opening does so when the catalogue has
   * changed; this looks at all of them. Resolves with the number of those that lacked something.
   */
  completeDocuments(progress?: (completed: number) => void): Promise<number>;
  /** Looks for damage: projections against documents, foreign keys, schema. `progress` is told how many were looked at. */
  examine(progress?: (records: number) => void): Promise<Finding[]>;
  readonly secrets: SecretStore;
  /** For whoever watches: what the database has in hand, and what waits to be delivered. */
  vitals(): DatabaseStats;
  /** What its accounts share. */
  readonly budgets: readonly FairSemaphore[];
  backlog(): Promise<DeliveryBacklog>;
  close(): Promise<void>;
}

/** Loads ready records without events, for demo data and imports: many rows in one transaction, none over 50 ms long. */
export interface BulkLoader {
  /** References must exist already or come in the same call. IDs are the records' own; the counter moves behind them. */
  load(type: RecordTypeName, records: readonly RecordFields[]): Promise<void>;
}

/** How many secrets are under which key; `clear` are those under none. */
export type SecretCensus = ReadonlyMap<string, number>;

/** What is kept encrypted: signing secrets, header values, and answers that show them. */
export interface SecretStore {
  /** The id of the key that encrypts. */
  readonly current: string;
  /** How many there are under which key. */
  census(): Promise<SecretCensus>;
  /** Encrypts everything with the current key, beside a running service; begun again, it goes on. Gives how many rows it wrote. */
  rekey(progress: (rows: number) => void): Promise<number>;
  /** Gives up all that is under a key which is lost; gives how many secrets that was. */
  abandon(keyID: string): Promise<number>;
}

export interface Finding {
  /** What is wrong and where, for a person. */
  readonly message: string;
  readonly table?: string;
}
