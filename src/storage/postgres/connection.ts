/** Connections to one PostgreSQL database: how they are opened, what they may take, and statements by name. */
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
/** What connections are had from: a pool, or what an account has of it. */
export interface ConnectionSource extends Pick<Pool, 'reach' | 'idleCount'> {
  /** One may have to be waited for although some are idle. */
  readonly isInLine?: true;
  connect(): Promise<pg.PoolClient>;
}
export type Client = WatchedClient & Pick<pg.PoolClient, 'query' | 'end' | 'release'>;

export interface PostgresConnectionOptions {
  readonly url: string;
  /** Shown by PostgreSQL beside each connection. */
  readonly applicationName: string;
  readonly poolSize: number;
  /** Where every statement is to be planned once, to seek what it needs by an index. */
  readonly plans?: 'by index';
  /** Told of connections that broke; requests that suffered from it are answered as unavailable. */
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
    // Ends the transaction of a process that hangs or lost its way: others wait for its locks.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // Both events end the process when nobody listens. A broken connection is dropped by the pool; the next request opens
  // another, so a database that comes back needs no restart here.
  const onFailure = (failure: Error) => reach?.doubt(failure);
  pool.on('error', onFailure);
  pool.on('connect', (client) => client.on('error', onFailure));
  reach?.onSilence(dropIdle(pool));
  return Object.assign(pool, { reach });
}

/**
 * By default PostgreSQL plans by how large tables are at the moment, and keeps that: one that was planned while there was next to nothing goes
 * through all there is when much has come, until the next ANALYZE; and some it plans anew each time, which takes longer than they do.
 */
const INDEX_ONLY_PLAN_OPTIONS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** What has been silent once makes those that wait to be lent doubtful: a new one costs less than to find out. */
function dropIdle(pool: pg.Pool): () => void {
  const idle = new Set<WatchedClient>();
  pool.on('acquire', (client) => idle.delete(client as Client));
  pool.on('remove', (client) => idle.delete(client as Client));
  pool.on('release', (_, client) => idle.add(client as Client));
  return () => {
    for (const client of idle) client.destroy(new ConnectionDestroyedError('Given up beside one that was silent'));
  };
}

/** Whether a new connection is answered. */
export async function probeConnection(url: string, applicationName: string): Promise<void> {
  const client = new WatchedClient({
    ...clientConfig(url, applicationName),
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  });
  client.patience = 'pulse';
  // What breaks it is thrown below.
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
    // Statements are sent without waiting for the answers to those before them: BEGIN and what follows is one round trip.
    pipeline: true,
    types: {
      getTypeParser: (oid, format) => (oid === INT8_TYPE_OID ? safeInteger : pg.types.getTypeParser(oid, format)),
    },
  };
}

const INT8_TYPE_OID = 20;

/** Every bigint we read is an id, a count, a version or milliseconds; one beyond 2^53 would be silently rounded. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers a number holds exactly`);
  return value;
}

/** A statement that PostgreSQL parses and plans once per connection. The name is unique within the program. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** Where it may take longer than an answer does. */
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
 * The answers to statements that were sent together. Of several failures the first one sent is thrown: those after it
 * only say that the transaction is aborted.
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

/** One statement by itself. */
export function queryFromPool<Row>(
  pool: ConnectionSource,
  statement: PreparedStatement,
  values: StatementValues,
): Promise<Row[]> {
  return withClient(pool, (client) => queryRows<Row>(client, statement, values));
}

/** Runs the work between BEGIN and COMMIT; what it throws rolls back and is thrown on. */
export function inTransaction<Result>(
  pool: ConnectionSource,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, (client) => inTransactionOn(client, () => work(client)));
}

/** The same on a connection that is lent already. */
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

/** Where even this fails the connection is broken, and is not used again. */
export async function rollBack(client: Client): Promise<void> {
  await client.query('ROLLBACK').catch(() => {});
}

/** Lends a connection. It comes back to the pool unless it is broken, was left inside a transaction or has something to do still. */
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

/** To its pool; closed where it is not free. */
export function releaseClient(client: Client): void {
  client.release(!client.isFree);
}

/** The caller gives it back. */
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

/** Those that wait to be lent have been answered since the last doubt. */
export function assertReachable({ reach, idleCount }: Pick<ConnectionSource, 'reach' | 'idleCount'>): void {
  if (reach?.lost && idleCount === 0) throw noAnswer();
}

/** One that is opened or becomes free; nobody waits for it any longer when it is found out that none is answered. */
function waitFor(pool: ConnectionSource): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    const place = pool.reach?.waiting.join(() => {
      place?.leave();
      reject(noAnswer());
    });
    pool.connect().then(
      // Where nobody waits any more, it goes back.
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
