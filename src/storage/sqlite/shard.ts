/** A shard in an SQLite file: one server process, and tools beside it. */
import type { AccountScope } from '../../accounts/account.ts';
import { memoryRateLimit } from '../../accounts/rate-limit.ts';
import { makeBudget } from '../../fairness/budget.ts';
import { type Log, noLog } from '../../lib/log.ts';
import type { Seals } from '../../lib/sealed.ts';
import { type Clock, steadyClock, systemClock } from '../../lib/time.ts';
import type { RecordStore } from '../../records/store.ts';
import { makeAccountStore } from '../accounts/accounts.sqlite.ts';
import { sqliteFigures } from '../analytics/analytics.sqlite.ts';
import { sqliteProposals } from '../approvals/proposals.sqlite.ts';
import { makeProposalArchive } from '../approvals/proposals.ts';
import { makeMailStore } from '../mail/mail.ts';
import { watchOutage } from '../outage-log.ts';
import { sqlitePeople } from '../people/people.sqlite.ts';
import { makeBulkLoader } from '../records/changes/bulk-load.sqlite.ts';
import { makeCommitter } from '../records/changes/changes.sqlite.ts';
import { makeRehearsals } from '../records/changes/dry-run.sqlite.ts';
import { makeLists } from '../records/lists/list.sqlite.ts';
import { PIECE_MS } from '../records/lists/page-lease.ts';
import { sqliteLog } from '../records/log/log.sqlite.ts';
import { type LogWatch, makeLogWatch } from '../records/log/log-watch.ts';
import { readRecord } from '../records/records.sqlite.ts';
import { makeStreams } from '../records/streams/stream.sqlite.ts';
import { summarise } from '../records/summary/summary.sqlite.ts';
import { readTitles } from '../records/titles/titles.sqlite.ts';
import { explainWithLacking } from '../schema/missing-columns.sqlite.ts';
import { keyFileOf } from '../secrets/key-file.sqlite.ts';
import { areSecretsSealed, openSeals, sealSecrets, sqliteSecrets } from '../secrets/secrets.sqlite.ts';
import type { Shard } from '../shard.ts';
import type { SchemaProgress } from '../shards.ts';
import { makeLine } from '../slow-work-queue.ts';
import { sqlitePortable } from '../sql/portable-sql.sqlite.ts';
import { exportAccount } from '../transfer/export-account.sqlite.ts';
import { importAccount } from '../transfer/import-account.sqlite.ts';
import { areDocumentsComplete, completeAllDocuments, completeDocuments } from '../upkeep/complete-documents.sqlite.ts';
import { examine } from '../upkeep/examine.sqlite.ts';
import { isFoldCurrent, refold } from '../upkeep/refold.sqlite.ts';
import { sqliteArchive } from '../webhooks/archive.sqlite.ts';
import { sqliteDeliveryLog } from '../webhooks/delivery-log.sqlite.ts';
import { sqliteInsight } from '../webhooks/diagnostics/diagnostics.sqlite.ts';
import { makeFanOutPace } from '../webhooks/fan-out-pace.ts';
import { makeOutbox } from '../webhooks/outbox.sqlite.ts';
import { readBacklog } from '../webhooks/queue/backlog.sqlite.ts';
import { makeQuestions } from '../webhooks/queue/lane-queries.sqlite.ts';
import { sqliteQueue } from '../webhooks/queue/queue.sqlite.ts';
import { sqliteRecoveries } from '../webhooks/recovery/recoveries.sqlite.ts';
import { sqliteRecoveryWork } from '../webhooks/recovery/recovery-work.sqlite.ts';
import { sqliteSubscriptions } from '../webhooks/subscriptions/subscriptions.sqlite.ts';
import type { WebhookHooks } from '../webhooks/transaction-hooks.sqlite.ts';
import { type Connection, LONG_LOG, openConnection, requireDatabase } from './connection.ts';
import { watchForeignChanges } from './external-writes.ts';
import { answering } from './failures.ts';
import { claimShardID } from './meta.ts';
import { applyMigrations, pendingMigrations, schemaProgress } from './migrate.ts';
import { makeReaderPool } from './reader-pool.ts';
import { requireServerLock, type ServerLock, waitForServerLock } from './server-lock.ts';
import { CARRIED_PAGES, keepLogShort } from './write-ahead-log.ts';

export interface SqliteOptions {
  readonly shardID: string;
  readonly file: string;
  /** A server has the file to itself, tools aside. A tool works beside a server, or without one. */
  readonly role: 'server' | 'tool';
  /** Unless it is false, a file that is not there is made. */
  readonly mayCreate?: boolean;
  readonly readerThreads?: number;
  /** How much of the file is read in place; nothing where it is not given. */
  readonly mappedMiB?: number;
  /** Slow lists that may wait for a reader thread. */
  readonly readerQueue?: number;
  /** How long a list may take, a client for all of a large page, and the mebibytes that such pages may take of the disk. */
  readonly listMs?: number;
  readonly pageMs?: number;
  readonly pagesMiB?: number;
  /** The write-ahead log is emptied when it is longer, readers or not. */
  readonly logMiB?: number;
  /** How long a client may take for all of a stream. */
  readonly streamMs?: number;
  /** How many deliveries a second the changes of one account may make. */
  readonly fanOut?: number;
  /** What secrets are sealed with, the first; where none is given, what is in the file of keys. */
  readonly keys?: readonly Uint8Array[];
  /** The file of keys, where it is not the one beside the database. */
  readonly keyFile?: string;
  readonly onMigration?: (progress: SchemaProgress) => void;
  readonly lostKey?: string;
  readonly clock?: Clock;
  readonly hooks?: WebhookHooks;
  /** Told when the database takes no changes, and when it does again. */
  readonly log?: Log;
  /** Aborted where a server that waits for another one to end is no longer wanted. */
  readonly stopped?: AbortSignal;
}

/** How long a tool waits for a server, and a server for others while it opens the file. */
const BUSY_TIMEOUT_MS = 10_000;
const CACHE_MIB = 32;
/** Small changes may still fit on a disk on which larger ones do not. */
const CALM_MS = 5_000;
/** A thousand records of 256 KiB. */
const LARGEST_PAGE_MIB = 256;
/** The commit that fills the log empties it into the database. Of a server's a thread has just carried most by then. */
const LOG_PAGES = { server: 4 * CARRIED_PAGES + 300, tool: 8_000 };
const PAGE_BYTES = 4096;

export async function openSqlite(options: SqliteOptions): Promise<Shard> {
  const { shardID, file, role, readerThreads = 2, readerQueue = 100, clock = systemClock, log = noLog } = options;
  const { listMs = 10_000, pageMs = 120_000, pagesMiB = 1_024, mappedMiB = 0, streamMs = 600_000 } = options;
  const { fanOut = 1_000 } = options;
  const logBytes = options.logMiB === undefined ? LONG_LOG : options.logMiB * 1024 * 1024;
  if (options.mayCreate === false) requireDatabase(file);
  const connection = openConnection({
    file,
    access: 'write',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    cacheMiB: CACHE_MIB,
    mappedMiB,
    logPages: Math.min(LOG_PAGES[role], Math.floor(logBytes / PAGE_BYTES / 2)),
    logBytes,
  });
  let lock: ServerLock | undefined;
  let seals: Seals;
  try {
    lock = role === 'server' ? await waitForServerLock(file, { log, stopped: options.stopped }) : undefined;
    prepareDatabase(connection, options, lock);
    const keys = { given: options.keys ?? [], file: options.keyFile ?? keyFileOf(file), lostKey: options.lostKey };
    seals = openSeals(connection, file, keys);
    if (!areSecretsSealed(connection)) withServerLock(file, lock, () => sealSecrets(connection, seals, log));
    // From now on a server does not stand still: its changes wait beside the event loop for the tool that is writing.
    if (role === 'server') connection.db.exec('PRAGMA busy_timeout = 0');
  } catch (failure) {
    try {
      throw explainWithLacking(failure, connection, file);
    } finally {
      lock?.release();
      connection.close();
    }
  }

  const logWatch = makeLogWatch();
  const grown = makeGrown(logWatch);
  const outbox = makeOutbox(grown, makeFanOutPace(fanOut, steadyClock));
  const hooks = options.hooks ?? outbox;
  const words = { away: 'takes no changes', back: 'takes changes again' };
  const outage = watchOutage({ shardID, log, words, calmMs: CALM_MS });
  const readers = makeReaderPool({ file, threads: readerThreads, queue: readerQueue, limitMs: listMs });
  const keeper = keepLogShort({ file, connection, readers, most: logBytes });
  const committer = makeCommitter(connection, clock, hooks, { ...outage, committed: keeper.grown });
  const rehearsals = makeRehearsals(file, clock);
  const share = Math.max(LARGEST_PAGE_MIB, Math.floor(pagesMiB / 2));
  const pages = makeLine({ name: 'large_page_mib', total: pagesMiB, share }, { queue: readerQueue, waitMs: listMs });
  const questions = makeBudget({
    name: 'lane_questions',
    total: 1,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });
  const lists = makeLists(connection, readers, { budget: pages, share, pieceMs: PIECE_MS, wholeMs: pageMs });
  const streams = makeStreams({
    file,
    disk: pages,
    line: { queue: readerQueue, waitMs: listMs },
    limits: { pieceMs: PIECE_MS, wholeMs: streamMs },
    listMs,
  });
  const webhooks = { connection, committer, outbox, seals, questions: makeQuestions(questions) };
  const logOf = (account: AccountScope) => sqliteLog({ connection, readers, watch: logWatch }, account);
  const recoveries = { ...webhooks, readers, clock };
  const listeners: (() => void)[] = [];
  const tellAll = () => {
    logWatch.tellAll();
    for (const told of listeners) told();
  };
  const unwatch = role === 'server' ? watchForeignChanges(connection, tellAll) : undefined;

  return {
    id: shardID,
    engine: 'sqlite',
    accounts: makeAccountStore(connection, {
      shardID,
      file,
      hooks,
      onChanged: (listener) => listeners.push(listener),
      changed: tellAll,
    }),
    people: sqlitePeople({ shardID, connection, committer, readers }),
    mail: makeMailStore({ ...sqlitePortable(connection, committer), shardID, seals, forTaking: '' }),
    records: ({ key }: AccountScope): RecordStore => ({
      read: async (type, id) => answering(() => readRecord(connection, key, type, id)),
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
    proposals: (account) => sqliteProposals({ connection, committer, readers }, account),
    proposalArchive: makeProposalArchive(sqlitePortable(connection, committer)),
    figures: (account) => sqliteFigures(readers, account),
    bulk: ({ key }) => makeBulkLoader(connection, key),
    subscriptions: (account, integrationID) => sqliteSubscriptions(webhooks, account, integrationID),
    deliveryLog: (account, integrationID) => sqliteDeliveryLog(connection, readers, account, integrationID),
    insight: (account, integrationID) =>
      sqliteInsight({ connection, readers, log: logOf(account), seals }, account, integrationID),
    recoveries: (account, integrationID, keptMs) => sqliteRecoveries(recoveries, account, integrationID, keptMs),
    recovering: (keptMs) => sqliteRecoveryWork(recoveries, keptMs),
    deliveries: sqliteQueue({ ...webhooks, clock }),
    archive: sqliteArchive(connection, committer),
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
    secrets: sqliteSecrets(connection, seals, log),
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
  connection: Connection,
  { file, shardID, onMigration }: Pick<SqliteOptions, 'file' | 'shardID' | 'onMigration'>,
  held: ServerLock | undefined,
): void {
  const pending = pendingMigrations(connection, file);
  if (pending.length === 0) onMigration?.(schemaProgress(connection));
  if (pending.length > 0) withServerLock(file, held, () => applyMigrations(connection, pending, onMigration));
  claimShardID(connection, shardID, file);
  if (!areDocumentsComplete(connection)) withServerLock(file, held, () => completeDocuments(connection));
  if (!isFoldCurrent(connection)) withServerLock(file, held, () => refold(connection));
}

/** Changes of the schema and of the folding are for one process alone, so a tool takes the server's lock for them. */
function withServerLock(file: string, held: ServerLock | undefined, work: () => void): void {
  const lock = held ?? requireServerLock(file, 10_000);
  try {
    work();
  } finally {
    if (lock !== held) lock.release();
  }
}

/**
 * Tells of growth once the transaction under way has been committed: transactions do not give up the thread, and by the time a
 * microtask runs they have ended. Who looks and finds nothing was told of one that was rolled back.
 */
function makeGrown(watch: LogWatch): Pick<LogWatch, 'tell'> {
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
