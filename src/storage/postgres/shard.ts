/** A shard on PostgreSQL: any number of processes may open it. */

import type { AccountScope } from '../../accounts/account.ts';
import { makeBudget } from '../../fairness/budget.ts';
import { type Log, noLog } from '../../lib/log.ts';
import { steadyClock } from '../../lib/time.ts';
import { makeAccountStore } from '../accounts/accounts.postgres.ts';
import { postgresRateLimit } from '../accounts/rate-limit.postgres.ts';
import { postgresFigures } from '../analytics/analytics.postgres.ts';
import { postgresProposals } from '../approvals/proposals.postgres.ts';
import { makeProposalArchive } from '../approvals/proposals.ts';
import { makeMailStore } from '../mail/mail.ts';
import { postgresPeople } from '../people/people.postgres.ts';
import { makeBatches } from '../records/changes/batches.postgres.ts';
import { makeBulkLoader } from '../records/changes/bulk-load.postgres.ts';
import { PIECE_MS } from '../records/lists/page-lease.ts';
import { makeStatementNames } from '../records/lists/statement-names.postgres.ts';
import { makeHorizon, settledWatch } from '../records/log/horizon.postgres.ts';
import { postgresLog } from '../records/log/log.postgres.ts';
import { makeLogWatch } from '../records/log/log-watch.ts';
import { makeRecordStore } from '../records/records.postgres.ts';
import { makeSharedReads } from '../records/shared-reads.postgres.ts';
import { guardSchema } from '../schema/schema-guard.postgres.ts';
import { postgresSecrets, prepareSecrets, requireSeals } from '../secrets/secrets.postgres.ts';
import type { Shard } from '../shard.ts';
import type { SchemaProgress } from '../shards.ts';
import { makeLine, STREAMS } from '../slow-work-queue.ts';
import { postgresPortable } from '../sql/portable-sql.postgres.ts';
import { StorageError } from '../storage-error.ts';
import { exportAccount } from '../transfer/export-account.postgres.ts';
import { importAccount } from '../transfer/import-account.postgres.ts';
import { completeAllDocuments, completeDocuments } from '../upkeep/complete-documents.postgres.ts';
import { examine } from '../upkeep/examine.postgres.ts';
import { refold } from '../upkeep/refold.postgres.ts';
import { postgresArchive } from '../webhooks/archive.postgres.ts';
import { postgresDeliveryLog } from '../webhooks/delivery-log.postgres.ts';
import { postgresInsight } from '../webhooks/diagnostics/diagnostics.postgres.ts';
import { makeFanOutPace } from '../webhooks/fan-out-pace.ts';
import { makeOutbox } from '../webhooks/outbox.postgres.ts';
import { readBacklog } from '../webhooks/queue/backlog.postgres.ts';
import { Notices } from '../webhooks/queue/notifications.postgres.ts';
import { postgresQueue } from '../webhooks/queue/queue.postgres.ts';
import { postgresRecoveries } from '../webhooks/recovery/recoveries.postgres.ts';
import { postgresRecoveryWork } from '../webhooks/recovery/recovery-work.postgres.ts';
import { postgresSubscriptions } from '../webhooks/subscriptions/subscriptions.postgres.ts';
import type { WebhookHooks } from '../webhooks/transaction-hooks.postgres.ts';
import { type Client, openPool, probe, withClient } from './connection.ts';
import { shareWhileOthersAsk } from './connection-shares.ts';
import { CONNECT_MS } from './deadlines.ts';
import { makeTurns } from './lock-queue.ts';
import { claimShardID } from './meta.ts';
import { migrate } from './migrate.ts';
import { Listener } from './notify.ts';
import { explainOpening } from './opening-failure.ts';
import { watchReach } from './reachability.ts';
import { sharedPool } from './shared-pool.ts';

export interface PostgresOptions {
  readonly shardID: string;
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** A server hears of changes made elsewhere; a tool does its work and ends. */
  readonly role: 'server' | 'tool';
  /** Unless it is false, the tables are made where there are none. */
  readonly mayCreate?: boolean;
  /** What secrets are sealed with, the first. Without any it is not opened. */
  readonly keys?: readonly Uint8Array[];
  readonly lostKey?: string;
  readonly poolSize?: number;
  /** Slow lists that may wait for a connection. */
  readonly readerQueue?: number;
  /** How long a list may take, and a client for all of a large page. */
  readonly listMs?: number;
  readonly pageMs?: number;
  /** How long a client may take for all of a stream. */
  readonly streamMs?: number;
  readonly onMigration?: (progress: SchemaProgress) => void;
  /** How many deliveries a second the changes of one account may make. */
  readonly fanOut?: number;
  readonly hooks?: WebhookHooks;
  /** Told when the database goes away and when it is back. */
  readonly log?: Log;
}

/** The lanes' own: requests that keep all the others busy do not hold deliveries up. Opened when first needed. */
const LANE_CONNECTIONS = 4;

/** Of those that wait for connections to read or to change something, by account. */
const IN_LINE = { queue: { total: 10_000, share: 5_000 }, waitMs: 5_000 };

export async function openPostgres(options: PostgresOptions): Promise<Shard> {
  const { shardID, url, role, poolSize = 10, readerQueue = 100, log = noLog } = options;
  const { listMs = 10_000, pageMs = 120_000, streamMs = 600_000, fanOut = 1_000 } = options;
  const seals = requireSeals(shardID, options.keys ?? []);
  const applicationName = `mds ${role} ${shardID}`;
  const reach = watchReach({ shardID, log, probe: () => probe(url, applicationName) });
  const onFailure = reach.doubt;
  const schema = guardSchema(shardID, log);
  const pool = openPool({ url, applicationName, poolSize, reach });
  try {
    await migrate(pool, { url, mayCreate: options.mayCreate ?? true, onMigration: options.onMigration });
    await withClient(pool, (client) => claimShardID(client, shardID));
    await completeDocuments(pool);
    await refold(pool);
    await prepareSecrets(pool, { shardID, seals, log, lostKey: options.lostKey });
  } catch (failure) {
    reach.close();
    await pool.end();
    throw explainOpening(failure);
  }
  const listener =
    role === 'server' ? new Listener({ url, applicationName, onFailure, pollMs: 1000, schema }) : undefined;
  const own = new Map<number, string>();
  const logWatch = makeLogWatch();
  const horizon = makeHorizon(pool);
  const notices = new Notices({
    url,
    applicationName,
    onFailure,
    isOwn: (subscription) => own.has(subscription),
    log: settledWatch(logWatch, horizon),
    hearsAll: role === 'server',
  });
  const hooks = options.hooks ?? makeOutbox(notices, makeFanOutPace(fanOut, steadyClock));
  const lanes = { url, applicationName: `${applicationName} lanes`, plans: 'by index', reach } as const;
  const lanesPool = openPool({ ...lanes, poolSize: LANE_CONNECTIONS });
  const settlingPool = openPool({ ...lanes, poolSize: 1 });
  // Together fewer than all: whoever reads or changes one record always finds a connection.
  const slow = Math.max(1, Math.floor(poolSize / 2));
  const large = Math.max(1, Math.ceil(poolSize / 2) - 1);
  const line = { queue: readerQueue, waitMs: listMs };
  // Each keeps a process of the server busy, and the server has few processors: of one account less than half of them.
  const slowLists = makeLine({ name: 'slow_lists', total: slow, share: Math.max(1, Math.floor(slow / 2)) }, line);
  const largePages = makeLine({ name: 'large_pages', total: large, share: Math.ceil(large / 2) }, line);
  const deliveryPieces = makeBudget({
    name: 'delivery_pieces',
    total: 4,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });
  const streams = makeLine(STREAMS, line);
  const streamsPool = openPool({
    url,
    applicationName: `${applicationName} streams`,
    reach,
    poolSize: STREAMS.total,
  });
  const changing = makeBudget({
    name: 'changes',
    ...shareWhileOthersAsk(poolSize, steadyClock),
    ...IN_LINE,
  });
  const reading = makeBudget({
    name: 'reads',
    ...shareWhileOthersAsk(poolSize, steadyClock),
    ...IN_LINE,
    // As long as for a connection.
    waitMs: CONNECT_MS,
  });
  const laneQuestions = makeBudget({
    name: 'lane_questions',
    total: LANE_CONNECTIONS,
    share: LANE_CONNECTIONS - 1,
    queue: { total: Infinity, share: Infinity },
  });
  const batches = makeBatches(IN_LINE.waitMs);
  const records = {
    pool,
    quick: pool,
    changing,
    streams: { pool: streamsPool, budget: streams, limits: { pieceMs: PIECE_MS, wholeMs: streamMs } },
    turns: makeTurns(),
    batches,
    reads: makeSharedReads(),
    schema,
    hooks,
    largePages: { budget: largePages, pieceMs: PIECE_MS, wholeMs: pageMs },
    names: makeStatementNames(),
    slowLists,
    deliveryPieces,
    listMs,
    cancel: listener && ((client: Client) => listener.cancel(client)),
  };
  const recordsOf = (account: AccountScope) => ({ ...records, quick: sharedPool(pool, reading, account.key) });
  const logOf = (account: AccountScope) => postgresLog({ ...recordsOf(account), horizon, watch: logWatch }, account);

  return {
    id: shardID,
    engine: 'postgres',
    accounts: makeAccountStore({
      pool,
      shardID,
      hooks,
      onChanged: (heard) => listener?.onChanged(heard),
      changed: () => listener?.tell(),
    }),
    people: postgresPeople(records, shardID),
    mail: makeMailStore({ ...postgresPortable(pool), shardID, seals, forTaking: 'FOR UPDATE SKIP LOCKED' }),
    records: (account) => makeRecordStore(recordsOf(account), account),
    log: logOf,
    proposals: (account) => postgresProposals(recordsOf(account), account),
    proposalArchive: makeProposalArchive(postgresPortable(pool)),
    figures: (account) => postgresFigures(recordsOf(account), account),
    bulk: (account) => makeBulkLoader(records, account.key),
    subscriptions: (account, integrationID) =>
      postgresSubscriptions({ pool, notices, schema, seals }, account, integrationID),
    deliveryLog: (account, integrationID) => postgresDeliveryLog(recordsOf(account), account, integrationID),
    insight: (account, integrationID) =>
      postgresInsight({ ...recordsOf(account), log: logOf(account), seals }, account, integrationID),
    deliveries: postgresQueue({
      pool: lanesPool,
      questions: laneQuestions,
      settling: settlingPool,
      notices,
      own,
      seals,
    }),
    recoveries: (account, integrationID, keptMs) =>
      postgresRecoveries({ ...recordsOf(account), horizon }, account, integrationID, keptMs),
    recovering: (keptMs) => postgresRecoveryWork({ ...records, horizon, lanes: lanesPool, notices }, keptMs),
    archive: postgresArchive(lanesPool),
    rateLimit: (policy) => postgresRateLimit(pool, { ...policy, clock: steadyClock }),
    whenOpen: (listener) => listener(),
    ping: async () => {
      if (schema.outdated !== undefined) throw new StorageError(schema.outdated);
      await withClient(pool, (client) => client.query({ text: 'SELECT 1', deadline: 'pulse' })).catch((failure) => {
        throw new StorageError('PostgreSQL does not answer', { cause: failure });
      });
    },
    // Connections are made in the time of an answer.
    warm: async () => {},
    exportAccount: (account, receive) => exportAccount(pool, seals, account.key, receive),
    importAccount: (account, rows, audit) => importAccount({ pool, seals, schema }, account, rows, audit),
    completeDocuments: (progress = () => {}) => completeAllDocuments(pool, progress),
    examine: (progress) => examine(pool, seals, progress),
    secrets: postgresSecrets(pool, seals, log),
    budgets: [changing, reading, laneQuestions, slowLists, largePages, deliveryPieces, streams],
    vitals: () => ({
      commits: batches.tally(),
      pool: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    }),
    backlog: () => readBacklog(lanesPool),
    close: async () => {
      reach.close();
      await notices.close();
      await Promise.all([pool.end(), lanesPool.end(), settlingPool.end(), streamsPool.end()]);
      // It stops what is still being done on the others, which end only then.
      await listener?.close();
    },
  };
}
