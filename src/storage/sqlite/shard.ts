/** Opens a shard kept in an SQLite file, with one server process and tools beside it. */
import type { AccountScope } from '../../accounts/account.ts';
import { memoryRateLimit } from '../../accounts/rate-limit.ts';
import { createFairSemaphore } from '../../fairness/budget.ts';
import { type Log, noLog } from '../../lib/log.ts';
import type { Seals } from '../../lib/sealed.ts';
import { type Clock, steadyClock, systemClock } from '../../lib/time.ts';
import type { RecordStore } from '../../records/store.ts';
import { createSqliteAccountStore } from '../accounts/accounts.sqlite.ts';
import { createSqliteAnalyticsStore } from '../analytics/analytics.sqlite.ts';
import { createSqliteProposalStore } from '../approvals/proposals.sqlite.ts';
import { createProposalArchive } from '../approvals/proposals.ts';
import { createMailStore } from '../mail/mail.ts';
import { createOutageLog } from '../outage-log.ts';
import { createSqlitePeopleStore } from '../people/people.sqlite.ts';
import { createSqliteBulkLoader } from '../records/changes/bulk-load.sqlite.ts';
import { createCommitter } from '../records/changes/committer.sqlite.ts';
import { createDryRunner } from '../records/changes/dry-run.sqlite.ts';
import { createListReader } from '../records/lists/list.sqlite.ts';
import { CHUNK_TIMEOUT_MS } from '../records/lists/page-lease.ts';
import { createSqliteChangeLog } from '../records/log/log.sqlite.ts';
import { createLogWatch, type LogWatch } from '../records/log/log-watch.ts';
import { readRecord } from '../records/records.sqlite.ts';
import { createStreamOpener } from '../records/streams/stream.sqlite.ts';
import { summarise } from '../records/summary/summary.sqlite.ts';
import { readTitles } from '../records/titles/titles.sqlite.ts';
import { explainMissingColumns } from '../schema/missing-columns.sqlite.ts';
import { keyFilePathOf } from '../secrets/key-file.sqlite.ts';
import { areSecretsSealed, createSqliteSecretStore, openSeals, sealSecrets } from '../secrets/secrets.sqlite.ts';
import type { Shard } from '../shard.ts';
import type { SchemaProgress } from '../shards.ts';
import { createSlowWorkQueue } from '../slow-work-queue.ts';
import { createSqlitePortableSql } from '../sql/portable-sql.sqlite.ts';
import { exportAccount } from '../transfer/export-account.sqlite.ts';
import { importAccount } from '../transfer/import-account.sqlite.ts';
import { areDocumentsComplete, completeAllDocuments, completeDocuments } from '../upkeep/complete-documents.sqlite.ts';
import { examine } from '../upkeep/examine.sqlite.ts';
import { isFoldCurrent, refold } from '../upkeep/refold.sqlite.ts';
import { createSqliteDeliveryArchive } from '../webhooks/archive.sqlite.ts';
import { createSqliteDeliveryLog } from '../webhooks/delivery-log.sqlite.ts';
import { createSqliteDiagnosticsStore } from '../webhooks/diagnostics/diagnostics.sqlite.ts';
import { createFanOutRateLimiter } from '../webhooks/fan-out-rate-limiter.ts';
import { createSqliteOutbox } from '../webhooks/outbox.sqlite.ts';
import { readBacklog } from '../webhooks/queue/backlog.sqlite.ts';
import { createLaneQueries } from '../webhooks/queue/lane-queries.sqlite.ts';
import { createSqliteDeliveryQueue } from '../webhooks/queue/queue.sqlite.ts';
import { createSqliteRecoveryStore } from '../webhooks/recovery/recoveries.sqlite.ts';
import { createSqliteRecoveryWork } from '../webhooks/recovery/recovery-work.sqlite.ts';
import { createSqliteSubscriptionStore } from '../webhooks/subscriptions/subscriptions.sqlite.ts';
import type { SqliteWebhookHooks } from '../webhooks/transaction-hooks.sqlite.ts';
import { CHECKPOINT_INTERVAL_PAGES, startCheckpointer } from './checkpointer.ts';
import { DEFAULT_LOG_BYTES, openConnection, requireDatabase, type SqliteConnection } from './connection.ts';
import { watchExternalWrites } from './external-writes.ts';
import { translateFailures } from './failures.ts';
import { claimShardID } from './meta.ts';
import { applyMigrations, pendingMigrations, schemaProgress } from './migrate.ts';
import { createReaderPool } from './reader-pool.ts';
import { type FileLock, requireServerLock, waitForServerLock } from './server-lock.ts';

export interface SqliteShardOptions {
  readonly shardID: string;
  readonly file: string;
  /** `server`: the only server on the file; tools may run beside it. `tool`: runs with or without a server. */
  readonly role: 'server' | 'tool';
  /** Creates a missing file unless this is false. */
  readonly mayCreate?: boolean;
  readonly readerThreads?: number;
  /** Size of the start of the file that is memory-mapped; none by default. */
  readonly mappedMiB?: number;
  /** Maximum number of slow lists that wait for a reader thread. */
  readonly readerQueue?: number;
  /** Time limit of a list, time limit for a client to read a large page, and disk space for such pages. */
  readonly listMs?: number;
  readonly pageMs?: number;
  readonly pagesMiB?: number;
  /** Size of the write-ahead log above which it is emptied, even if readers must wait. */
  readonly logMiB?: number;
  /** Time limit for a client to read a whole stream. */
  readonly streamMs?: number;
  /** Maximum number of deliveries per second that the changes of one account may create. */
  readonly fanOut?: number;
  /** Keys for secrets; the first one encrypts. If none is given, the key file is used. */
  readonly keys?: readonly Uint8Array[];
  /** Path of the key file, if it is not the one beside the database. */
  readonly keyFile?: string;
  readonly onMigration?: (progress: SchemaProgress) => void;
  readonly lostKey?: string;
  readonly clock?: Clock;
  readonly hooks?: SqliteWebhookHooks;
  /** Logs when the database stops taking changes, and when it takes them again. */
  readonly log?: Log;
  /** Aborted if a server that waits for another one to end is no longer wanted. */
  readonly stopped?: AbortSignal;
}

/** Time a tool waits for the lock of a server, and a server for other processes while it opens the file. */
const BUSY_TIMEOUT_MS = 10_000;
const CACHE_MIB = 32;
/**
 * Time without a failure before an outage counts as over: a nearly full disk may take small changes but not large ones.
 */
const RECOVERY_GRACE_MS = 5_000;
/** Size of a page of 1,000 records of 256 KiB each. */
const MAX_PAGE_MIB = 256;
/**
 * Number of pages at which a commit runs a checkpoint. In a server, a thread has just written most of the log by then.
 */
const COMMIT_CHECKPOINT_PAGES = { server: 4 * CHECKPOINT_INTERVAL_PAGES + 300, tool: 8_000 };
const PAGE_BYTES = 4096;

export async function openSqliteShard(options: SqliteShardOptions): Promise<Shard> {
  const { shardID, file, role, readerThreads = 2, readerQueue = 100, clock = systemClock, log = noLog } = options;
  const { listMs = 10_000, pageMs = 120_000, pagesMiB = 1_024, mappedMiB = 0, streamMs = 600_000 } = options;
  const { fanOut = 1_000 } = options;
  const logBytes = options.logMiB === undefined ? DEFAULT_LOG_BYTES : options.logMiB * 1024 * 1024;
  if (options.mayCreate === false) requireDatabase(file);
  const connection = openConnection({
    file,
    access: 'write',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    cacheMiB: CACHE_MIB,
    mappedMiB,
    logPages: Math.min(COMMIT_CHECKPOINT_PAGES[role], Math.floor(logBytes / PAGE_BYTES / 2)),
    logBytes,
  });
  let lock: FileLock | undefined;
  let seals: Seals;
  try {
    lock = role === 'server' ? await waitForServerLock(file, { log, stopped: options.stopped }) : undefined;
    prepareDatabase(connection, options, lock);
    const keys = { given: options.keys ?? [], file: options.keyFile ?? keyFilePathOf(file), lostKey: options.lostKey };
    seals = openSeals(connection, file, keys);
    if (!areSecretsSealed(connection)) withServerLock(file, lock, () => sealSecrets(connection, seals, log));
    // From now on a server must not block: its changes wait outside the event loop for the tool that is writing.
    if (role === 'server') connection.db.exec('PRAGMA busy_timeout = 0');
  } catch (failure) {
    try {
      throw explainMissingColumns(failure, connection, file);
    } finally {
      lock?.release();
      connection.close();
    }
  }

  const logWatch = createLogWatch();
  const grown = createGrown(logWatch);
  const outbox = createSqliteOutbox(grown, createFanOutRateLimiter(fanOut, steadyClock));
  const hooks = options.hooks ?? outbox;
  const words = { away: 'takes no changes', back: 'takes changes again' };
  const outage = createOutageLog({ shardID, log, words, calmMs: RECOVERY_GRACE_MS });
  const readers = createReaderPool({ file, threads: readerThreads, queue: readerQueue, limitMs: listMs });
  const keeper = startCheckpointer({ file, connection, readers, most: logBytes });
  const committer = createCommitter(connection, clock, hooks, { ...outage, committed: keeper.grown });
  const rehearsals = createDryRunner(file, clock);
  const share = Math.max(MAX_PAGE_MIB, Math.floor(pagesMiB / 2));
  const pages = createSlowWorkQueue(
    { name: 'large_page_mib', total: pagesMiB, share },
    { queue: readerQueue, waitMs: listMs },
  );
  const questions = createFairSemaphore({
    name: 'lane_questions',
    total: 1,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });
  const lists = createListReader(connection, readers, {
    budget: pages,
    share,
    pieceMs: CHUNK_TIMEOUT_MS,
    wholeMs: pageMs,
  });
  const streams = createStreamOpener({
    file,
    disk: pages,
    line: { queue: readerQueue, waitMs: listMs },
    limits: { pieceMs: CHUNK_TIMEOUT_MS, wholeMs: streamMs },
    listMs,
  });
  const webhooks = { connection, committer, outbox, seals, questions: createLaneQueries(questions) };
  const logOf = (account: AccountScope) => createSqliteChangeLog({ connection, readers, watch: logWatch }, account);
  const recoveries = { ...webhooks, readers, clock };
  const listeners: (() => void)[] = [];
  const tellAll = () => {
    logWatch.tellAll();
    for (const told of listeners) told();
  };
  const unwatch = role === 'server' ? watchExternalWrites(connection, tellAll) : undefined;

  return {
    id: shardID,
    engine: 'sqlite',
    accounts: createSqliteAccountStore(connection, {
      shardID,
      file,
      hooks,
      onChanged: (listener) => listeners.push(listener),
      changed: tellAll,
    }),
    people: createSqlitePeopleStore({ shardID, connection, committer, readers }),
    mail: createMailStore({ ...createSqlitePortableSql(connection, committer), shardID, seals, forTaking: '' }),
    records: ({ key }: AccountScope): RecordStore => ({
      read: async (type, id) => translateFailures(() => readRecord(connection, key, type, id)),
      list: (plan, gone) => lists.list(key, plan, gone),
      head: (plan, gone) => lists.head(key, plan, gone),
      totals: (plan, gone) => lists.totals(key, plan, gone),
      summarise: (summary, gone) => summarise(readers, key, summary, gone),
      titles: (type, ids, gone) => readTitles(readers, key, type, ids, gone),
      stream: (plan, form, client) => streams.open(key, plan, form, client),
      change: (change) => committer.change(key, change),
      rehearse: (changes) => rehearsals.rehearse(key, changes),
    }),
    log: logOf,
    proposals: (account) => createSqliteProposalStore({ connection, committer, readers }, account),
    proposalArchive: createProposalArchive(createSqlitePortableSql(connection, committer)),
    figures: (account) => createSqliteAnalyticsStore(readers, account),
    bulk: ({ key }) => createSqliteBulkLoader(connection, key),
    subscriptions: (account, integrationID) => createSqliteSubscriptionStore(webhooks, account, integrationID),
    deliveryLog: (account, integrationID) => createSqliteDeliveryLog(connection, readers, account, integrationID),
    insight: (account, integrationID) =>
      createSqliteDiagnosticsStore({ connection, readers, log: logOf(account), seals }, account, integrationID),
    recoveries: (account, integrationID, keptMs) =>
      createSqliteRecoveryStore(recoveries, account, integrationID, keptMs),
    recovering: (keptMs) => createSqliteRecoveryWork(recoveries, keptMs),
    deliveries: createSqliteDeliveryQueue({ ...webhooks, clock }),
    archive: createSqliteDeliveryArchive(connection, committer),
    rateLimit: (policy) => memoryRateLimit({ ...policy, clock: steadyClock }),
    whenOpen: (listener) => listener(),
    async ping() {
      connection.prepare('SELECT count(*) FROM meta').get();
    },
    warm: () => readers.warm(),
    exportAccount: ({ key }, receive) => exportAccount(file, seals, key, receive),
    importAccount: (account, rows, audit) => importAccount({ file, seals, hooks }, account, rows, audit),
    completeDocuments: (progress = () => {}) => completeAllDocuments(connection, progress),
    examine: (progress = () => {}) => examine(connection, seals, progress),
    secrets: createSqliteSecretStore(connection, seals, log),
    vitals: () => ({ commits: committer.tally(), slowLists: readers.budget.tally(), log: { bytes: keeper.bytes() } }),
    budgets: [readers.budget, pages, streams.budget, questions],
    backlog: () => readBacklog(readers),
    async close() {
      await committer.finish();
      outage.close();
      unwatch?.();
      await Promise.all([keeper.close(), readers.close(), streams.close()]);
      rehearsals.close();
      connection.close();
      lock?.release();
    },
  };
}

function prepareDatabase(
  connection: SqliteConnection,
  { file, shardID, onMigration }: Pick<SqliteShardOptions, 'file' | 'shardID' | 'onMigration'>,
  held: FileLock | undefined,
): void {
  const pending = pendingMigrations(connection, file);
  if (pending.length === 0) onMigration?.(schemaProgress(connection));
  if (pending.length > 0) withServerLock(file, held, () => applyMigrations(connection, pending, onMigration));
  claimShardID(connection, shardID, file);
  if (!areDocumentsComplete(connection)) withServerLock(file, held, () => completeDocuments(connection));
  if (!isFoldCurrent(connection)) withServerLock(file, held, () => refold(connection));
}

/**
 * Runs the work under the server lock. Changes of the schema and of the folding need exclusive access, so a tool takes
 * the lock for them.
 */
function withServerLock(file: string, held: FileLock | undefined, work: () => void): void {
  const lock = held ?? requireServerLock(file, 10_000);
  try {
    work();
  } finally {
    if (lock !== held) lock.release();
  }
}

/**
 * Notifies watchers of new log entries after the current transaction has ended. Transactions are synchronous, so they
 * have ended by the time a microtask runs. After a rollback, a notified watcher finds nothing new.
 */
function createGrown(watch: LogWatch): Pick<LogWatch, 'tell'> {
  const grown = new Set<number>();
  return {
    tell(account) {
      if (!watch.awaited) return;
      if (grown.size === 0) queueMicrotask(tellThem);
      grown.add(account);
    },
  };

  function tellThem(): void {
    const told = [...grown];
    grown.clear();
    for (const account of told) watch.tell(account);
  }
}
