/** Opens a shard on PostgreSQL; any number of processes may open it. */

import type { AccountScope } from '../../accounts/account.ts';
import { createFairSemaphore } from '../../fairness/budget.ts';
import { type Log, noLog } from '../../lib/log.ts';
import { steadyClock } from '../../lib/time.ts';
import { createPostgresAccountStore } from '../accounts/accounts.postgres.ts';
import { createPostgresRateLimit } from '../accounts/rate-limit.postgres.ts';
import { createPostgresAnalyticsStore } from '../analytics/analytics.postgres.ts';
import { createPostgresProposalStore } from '../approvals/proposals.postgres.ts';
import { createProposalArchive } from '../approvals/proposals.ts';
import { createMailStore } from '../mail/mail.ts';
import { createPostgresPeopleStore } from '../people/people.postgres.ts';
import { createPostgresBulkLoader } from '../records/changes/bulk-load.postgres.ts';
import { createChangeBatcher } from '../records/changes/change-batcher.postgres.ts';
import { CHUNK_TIMEOUT_MS } from '../records/lists/page-lease.ts';
import { createStatementNames } from '../records/lists/statement-names.postgres.ts';
import { createHorizon, createSettledLogWatch } from '../records/log/horizon.postgres.ts';
import { createPostgresChangeLog } from '../records/log/log.postgres.ts';
import { createLogWatch } from '../records/log/log-watch.ts';
import { createReadBatcher } from '../records/read-batcher.postgres.ts';
import { createPostgresRecordStore } from '../records/records.postgres.ts';
import { createSchemaGuard } from '../schema/schema-guard.postgres.ts';
import { createPostgresSecretStore, createRequiredSeals, prepareSecrets } from '../secrets/secrets.postgres.ts';
import type { Shard } from '../shard.ts';
import type { SchemaProgress } from '../shards.ts';
import { createSlowWorkQueue, STREAM_LIMITS } from '../slow-work-queue.ts';
import { createPostgresPortableSql } from '../sql/portable-sql.postgres.ts';
import { StorageError } from '../storage-error.ts';
import { exportAccount } from '../transfer/export-account.postgres.ts';
import { importAccount } from '../transfer/import-account.postgres.ts';
import { completeAllDocuments, completeDocuments } from '../upkeep/complete-documents.postgres.ts';
import { examine } from '../upkeep/examine.postgres.ts';
import { refold } from '../upkeep/refold.postgres.ts';
import { createPostgresDeliveryArchive } from '../webhooks/archive.postgres.ts';
import { createPostgresDeliveryLog } from '../webhooks/delivery-log.postgres.ts';
import { createPostgresDiagnosticsStore } from '../webhooks/diagnostics/diagnostics.postgres.ts';
import { createFanOutRateLimiter } from '../webhooks/fan-out-rate-limiter.ts';
import { createPostgresOutbox } from '../webhooks/outbox.postgres.ts';
import { readBacklog } from '../webhooks/queue/backlog.postgres.ts';
import { PostgresNotifications } from '../webhooks/queue/notifications.postgres.ts';
import { createPostgresDeliveryQueue } from '../webhooks/queue/queue.postgres.ts';
import { createPostgresRecoveryStore } from '../webhooks/recovery/recoveries.postgres.ts';
import { createPostgresRecoveryWork } from '../webhooks/recovery/recovery-work.postgres.ts';
import { createPostgresSubscriptionStore } from '../webhooks/subscriptions/subscriptions.postgres.ts';
import type { PostgresWebhookHooks } from '../webhooks/transaction-hooks.postgres.ts';
import { createAccountPool } from './account-pool.ts';
import { type Client, openPool, probeConnection, withClient } from './connection.ts';
import { createConnectionShares } from './connection-shares.ts';
import { CONNECT_TIMEOUT_MS } from './deadlines.ts';
import { NotificationListener } from './directory-notifications.ts';
import { createLockQueue } from './lock-queue.ts';
import { claimShardID } from './meta.ts';
import { migrate } from './migrate.ts';
import { explainOpening } from './opening-failure.ts';
import { monitorReachability } from './reachability.ts';

export interface PostgresShardOptions {
  readonly shardID: string;
  /** URL of the database: postgres://user:password@host:port/database */
  readonly url: string;
  /** `server`: listens for changes made elsewhere. `tool`: does its work and ends. */
  readonly role: 'server' | 'tool';
  /** Creates missing tables unless this is false. */
  readonly mayCreate?: boolean;
  /** Keys for secrets; the first one encrypts. Required: the shard does not open without a key. */
  readonly keys?: readonly Uint8Array[];
  readonly lostKey?: string;
  readonly poolSize?: number;
  /** Maximum number of slow lists that wait for a connection. */
  readonly readerQueue?: number;
  /** Time limit of a list, and time limit for a client to read a large page. */
  readonly listMs?: number;
  readonly pageMs?: number;
  /** Time limit for a client to read a whole stream. */
  readonly streamMs?: number;
  readonly onMigration?: (progress: SchemaProgress) => void;
  /** Maximum number of deliveries per second that the changes of one account may create. */
  readonly fanOut?: number;
  readonly hooks?: PostgresWebhookHooks;
  /** Logs when the database becomes unavailable, and when it is back. */
  readonly log?: Log;
}

/**
 * Number of connections reserved for delivery lanes, so that busy requests do not delay deliveries. They open on first
 * use.
 */
const LANE_CONNECTIONS = 4;

/** Queue limits, in total and per account, of requests that wait for a connection to read or change something. */
const CONNECTION_QUEUE = { queue: { total: 10_000, share: 5_000 }, waitMs: 5_000 };

export async function openPostgresShard(options: PostgresShardOptions): Promise<Shard> {
  const { shardID, url, role, poolSize = 10, readerQueue = 100, log = noLog } = options;
  const { listMs = 10_000, pageMs = 120_000, streamMs = 600_000, fanOut = 1_000 } = options;
  const seals = createRequiredSeals(shardID, options.keys ?? []);
  const applicationName = `mds ${role} ${shardID}`;
  const reach = monitorReachability({ shardID, log, probe: () => probeConnection(url, applicationName) });
  const onFailure = reach.doubt;
  const schema = createSchemaGuard(shardID, log);
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
    role === 'server' ? new NotificationListener({ url, applicationName, onFailure, pollMs: 1000, schema }) : undefined;
  const own = new Map<number, string>();
  const logWatch = createLogWatch();
  const horizon = createHorizon(pool);
  const notices = new PostgresNotifications({
    url,
    applicationName,
    onFailure,
    isOwn: (subscription) => own.has(subscription),
    log: createSettledLogWatch(logWatch, horizon),
    hearsAll: role === 'server',
  });
  const hooks = options.hooks ?? createPostgresOutbox(notices, createFanOutRateLimiter(fanOut, steadyClock));
  const lanes = { url, applicationName: `${applicationName} lanes`, plans: 'by index', reach } as const;
  const lanesPool = openPool({ ...lanes, poolSize: LANE_CONNECTIONS });
  const settlingPool = openPool({ ...lanes, poolSize: 1 });
  // Together they use fewer than all connections, so a read or change of one record always finds one.
  const slow = Math.max(1, Math.floor(poolSize / 2));
  const large = Math.max(1, Math.ceil(poolSize / 2) - 1);
  const line = { queue: readerQueue, waitMs: listMs };
  // Each keeps a process of the server busy, and the server has few processors: of one account less than half of them.
  const slowLists = createSlowWorkQueue(
    { name: 'slow_lists', total: slow, share: Math.max(1, Math.floor(slow / 2)) },
    line,
  );
  const largePages = createSlowWorkQueue({ name: 'large_pages', total: large, share: Math.ceil(large / 2) }, line);
  const deliveryPieces = createFairSemaphore({
    name: 'delivery_pieces',
    total: 4,
    share: 1,
    queue: { total: Infinity, share: Infinity },
  });
  const streams = createSlowWorkQueue(STREAM_LIMITS, line);
  const streamsPool = openPool({
    url,
    applicationName: `${applicationName} streams`,
    reach,
    poolSize: STREAM_LIMITS.total,
  });
  const changing = createFairSemaphore({
    name: 'changes',
    ...createConnectionShares(poolSize, steadyClock),
    ...CONNECTION_QUEUE,
  });
  const reading = createFairSemaphore({
    name: 'reads',
    ...createConnectionShares(poolSize, steadyClock),
    ...CONNECTION_QUEUE,
    // As long as for a connection.
    waitMs: CONNECT_TIMEOUT_MS,
  });
  const laneQuestions = createFairSemaphore({
    name: 'lane_questions',
    total: LANE_CONNECTIONS,
    share: LANE_CONNECTIONS - 1,
    queue: { total: Infinity, share: Infinity },
  });
  const batches = createChangeBatcher(CONNECTION_QUEUE.waitMs);
  const records = {
    pool,
    quick: pool,
    changing,
    streams: { pool: streamsPool, budget: streams, limits: { pieceMs: CHUNK_TIMEOUT_MS, wholeMs: streamMs } },
    turns: createLockQueue(),
    batches,
    reads: createReadBatcher(),
    schema,
    hooks,
    largePages: { budget: largePages, pieceMs: CHUNK_TIMEOUT_MS, wholeMs: pageMs },
    names: createStatementNames(),
    slowLists,
    deliveryPieces,
    listMs,
    cancel: listener && ((client: Client) => listener.cancel(client)),
  };
  const recordsOf = (account: AccountScope) => ({ ...records, quick: createAccountPool(pool, reading, account.key) });
  const logOf = (account: AccountScope) =>
    createPostgresChangeLog({ ...recordsOf(account), horizon, watch: logWatch }, account);

  return {
    id: shardID,
    engine: 'postgres',
    accounts: createPostgresAccountStore({
      pool,
      shardID,
      hooks,
      onChanged: (heard) => listener?.onChanged(heard),
      changed: () => listener?.tell(),
    }),
    people: createPostgresPeopleStore(records, shardID),
    mail: createMailStore({ ...createPostgresPortableSql(pool), shardID, seals, forTaking: 'FOR UPDATE SKIP LOCKED' }),
    records: (account) => createPostgresRecordStore(recordsOf(account), account),
    log: logOf,
    proposals: (account) => createPostgresProposalStore(recordsOf(account), account),
    proposalArchive: createProposalArchive(createPostgresPortableSql(pool)),
    figures: (account) => createPostgresAnalyticsStore(recordsOf(account), account),
    bulk: (account) => createPostgresBulkLoader(records, account.key),
    subscriptions: (account, integrationID) =>
      createPostgresSubscriptionStore({ pool, notices, schema, seals }, account, integrationID),
    deliveryLog: (account, integrationID) => createPostgresDeliveryLog(recordsOf(account), account, integrationID),
    insight: (account, integrationID) =>
      createPostgresDiagnosticsStore({ ...recordsOf(account), log: logOf(account), seals }, account, integrationID),
    deliveries: createPostgresDeliveryQueue({
      pool: lanesPool,
      questions: laneQuestions,
      settling: settlingPool,
      notices,
      own,
      seals,
    }),
    recoveries: (account, integrationID, keptMs) =>
      createPostgresRecoveryStore({ ...recordsOf(account), horizon }, account, integrationID, keptMs),
    recovering: (keptMs) => createPostgresRecoveryWork({ ...records, horizon, lanes: lanesPool, notices }, keptMs),
    archive: createPostgresDeliveryArchive(lanesPool),
    rateLimit: (policy) => createPostgresRateLimit(pool, { ...policy, clock: steadyClock }),
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
    secrets: createPostgresSecretStore(pool, seals, log),
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
