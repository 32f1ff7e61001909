/** Opens connections to one PostgreSQL database, limits them, and runs prepared statements. */
import pg from 'pg';
import type { ColumnValue } from '../sql/projection.ts';
import { ConnectionDestroyedError, commitFailureOf, NoConnectionError } from './connection-errors.ts';
import {
  CONNECT_TIMEOUT_MS,
  type Deadline,
  IDLE_IN_TRANSACTION_TIMEOUT_MS,
  KEEP_ALIVE_DELAY_MS,
  LOCK_TIMEOUT_MS,
  PROBE_TIMEOUT_MS,
  SERVER_KEEP_ALIVE_OPTIONS,
  STATEMENT_TIMEOUT_MS,
} from './deadlines.ts';
import type { Reachability } from './reachability.ts';
import { WatchedClient } from './watched-client.ts';

export type Pool = pg.Pool & { readonly reach: Reachability | undefined };
/** Source of connections: a pool, or the share of it that one account may use. */
export interface ConnectionSource extends Pick<Pool, 'reach' | 'idleCount'> {
  /** True if a caller may have to wait although some connections are idle. */
  readonly isInLine?: true;
  connect(): Promise<pg.PoolClient>;
}
export type Client = WatchedClient & Pick<pg.PoolClient, 'query' | 'end' | 'release'>;

export interface PostgresConnectionOptions {
  readonly url: string;
  /** Name that PostgreSQL shows for each connection. */
  readonly applicationName: string;
  readonly poolSize: number;
  /** Set to plan every statement once, using indexes only. */
  readonly plans?: 'by index';
  /** Receives connection failures. The requests affected are answered as unavailable. */
  readonly reach?: Reachability;
}

export function openPool({ url, applicationName, poolSize, plans, reach }: PostgresConnectionOptions): Pool {
  const config = clientConfig(url, applicationName);
  const pool = new pg.Pool({
    ...config,
    ...(plans === 'by index' && { options: `${config.options} ${INDEX_ONLY_PLAN_OPTIONS}` }),
    Client: WatchedClient,
    max: poolSize,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // Ends the transaction of a hanging or faulty process, because others wait for its locks.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // Both events end the process if they have no listener. The pool drops a broken connection and the next request opens
  // another. So this process needs no restart when the database returns.
  const onFailure = (failure: Error) => reach?.doubt(failure);
  pool.on('error', onFailure);
  pool.on('connect', (client) => client.on('error', onFailure));
  reach?.onSilence(dropIdle(pool));
  return Object.assign(pool, { reach });
}

/**
 * Options that force generic plans with indexes. By default PostgreSQL plans by the current size of tables and keeps
 * the plan. A plan made for a nearly empty table scans the whole table after it has grown, until the next ANALYZE. Some
 * statements are planned each time, which takes longer than executing them.
 */
const INDEX_ONLY_PLAN_OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * Returns a function that destroys all idle connections of the pool. Call it after a connection was silent: a new
 * connection costs less than a check of an idle one.
 */
function dropIdle(pool: pg.Pool): () => void {
  const idle = new Set<WatchedClient>();
  pool.on('acquire', (client) => idle.delete(client as Client));
  pool.on('remove', (client) => idle.delete(client as Client));
  pool.on('release', (_, client) => idle.add(client as Client));
  return () => {
    for (const client of idle) client.destroy(new ConnectionDestroyedError('Given up beside one that was silent'));
  };
}

/** Opens a connection and runs a statement; throws if the server does not answer. */
export async function probeConnection(url: string, applicationName: string): Promise<void> {
  const client = new WatchedClient({
    ...clientConfig(url, applicationName),
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  });
  client.patience = 'pulse';
  // The failure is thrown below.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}

export function clientConfig(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    options: SERVER_KEEP_ALIVE_OPTIONS,
    // Pipelining sends statements without waiting for earlier answers: BEGIN and the next statements take one round
    // trip.
    pipeline: true,
    types: {
      getTypeParser: (oid, format) => (oid === INT8_TYPE_OID ? safeInteger : pg.types.getTypeParser(oid, format)),
    },
  };
}

const INT8_TYPE_OID = 20;

/**
 * Parses a bigint: an id, a count, a version or milliseconds. Throws beyond 2^53, because it would be rounded silently.
 */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers a number holds exactly`);
  return value;
}

/** A statement that PostgreSQL parses and plans once per connection. The name is unique within the program. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** Deadline, if it differs from that of the connection. */
  readonly deadline?: Deadline;
}

export type StatementValues = readonly (ColumnValue | boolean | Buffer | readonly ColumnValue[])[];

export async function queryRows<Row>(
  client: Client,
  statement: PreparedStatement,
  values: StatementValues,
): Promise<Row[]> {
  const result = await client.query({ ...statement, values: values as unknown[] });
  return result.rows;
}

/**
 * Awaits statements that were sent together and returns their answers. If several fail, throws the error of the first
 * one sent: later ones only report that the transaction is aborted.
 */
export async function awaitPipelined<Sent extends readonly unknown[]>(
  sent: readonly [...Sent],
): Promise<Answers<Sent>> {
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return (await Promise.all(sent)) as Answers<Sent>;
}

type Answers<Sent extends readonly unknown[]> = { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> };

/** Runs a single statement on a connection from the pool. */
export function queryFromPool<Row>(
  pool: ConnectionSource,
  statement: PreparedStatement,
  values: StatementValues,
): Promise<Row[]> {
  return withClient(pool, (client) => queryRows<Row>(client, statement, values));
}

/** Runs the work between BEGIN and COMMIT. Rolls back and rethrows if it throws. */
export function inTransaction<Result>(
  pool: ConnectionSource,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, (client) => inTransactionOn(client, () => work(client)));
}

/** Like `inTransaction`, on a connection that the caller already has. */
export async function inTransactionOn<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await commit(client);
    return result;
  } catch (failure) {
    await rollBack(client);
    throw failure;
  }
}

async function commit(client: Client): Promise<void> {
  await client.query('COMMIT').catch((failure: unknown) => {
    throw commitFailureOf(failure);
  });
}

/** Rolls back. If this fails, the connection is broken and is not used again. */
export async function rollBack(client: Client): Promise<void> {
  await client.query('ROLLBACK').catch(() => {});
}

/**
 * Runs the work on a connection from the pool. The connection returns to the pool unless it is broken, still in a
 * transaction or still busy.
 */
export async function withClient<Result>(
  pool: ConnectionSource,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await acquireClient(pool);
  try {
    const result = await work(client);
    releaseClient(client);
    return result;
  } catch (failure) {
    client.release(isUsable(client, failure) ? undefined : (failure as Error));
    throw failure;
  }
}

/** Returns the connection to its pool, or closes it if it is not free. */
export function releaseClient(client: Client): void {
  client.release(!client.isFree);
}

/** Acquires a connection, which the caller must release. */
export async function acquireClient(pool: ConnectionSource): Promise<Client> {
  try {
    assertReachable(pool);
    const isAtHand = pool.idleCount > 0 && !pool.isInLine;
    const client = (await (isAtHand ? pool.connect() : waitFor(pool))) as Client;
    client.patience = 'answer';
    return client;
  } catch (cause) {
    const failure = new NoConnectionError(cause as Error, pool.reach?.away);
    if (!failure.allInUse) pool.reach?.doubt(cause as Error);
    throw failure;
  }
}

/**
 * Throws if the database is unavailable and no connection is idle. Idle connections have been answered since the last
 * failure, so they may be used.
 */
export function assertReachable({ reach, idleCount }: Pick<ConnectionSource, 'reach' | 'idleCount'>): void {
  if (reach?.lost && idleCount === 0) throw noAnswer();
}

/** Waits for a connection to be opened or released. Rejects as soon as the database is found unavailable. */
function waitFor(pool: ConnectionSource): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const place = pool.reach?.waiting.join(() => {
      place?.leave();
      reject(noAnswer());
    });
    pool.connect().then(
      // Returns the connection to the pool if the caller no longer waits.
      (client) => (place?.leave() === false ? client.release() : resolve(client)),
      (cause) => {
        place?.leave();
        reject(cause);
      },
    );
  });
}

function noAnswer(): Error {
  return new Error('the database does not answer');
}

function isUsable(client: Client, failure: unknown): boolean {
  const fatal = failure instanceof pg.DatabaseError && failure.severity !== 'ERROR';
  return !fatal && client.isFree;
}
