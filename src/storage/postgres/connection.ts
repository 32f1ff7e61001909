/** Connections to one PostgreSQL database: how they are opened, what they may take, and statements by name. */
import pg from 'pg';
import type { ColumnValue } from '../projection.ts';

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

export interface ConnectionOptions {
  readonly url: string;
  /** Shown by PostgreSQL beside each connection. */
  readonly applicationName: string;
  readonly poolSize: number;
  /** Told of connections that broke; requests that suffered from it are answered as unavailable. */
  readonly onFailure: (failure: Error) => void;
}

/** No list runs longer; tools lift the limit for their own transactions. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a change waits for another one of the same record, and a request for a free connection. */
const WAIT_MS = 5_000;

export function openPool({ url, applicationName, poolSize, onFailure }: ConnectionOptions): Pool {
  const pool = new pg.Pool({
    ...clientConfig(url, applicationName),
    max: poolSize,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: WAIT_MS,
    // Ends the transaction of a process that hangs or lost its way: others wait for its locks.
    idle_in_transaction_session_timeout: 2 * WAIT_MS,
  });
  // Both events end the process when nobody listens. A broken connection is dropped by the pool; the next request opens
  // another, so a database that comes back needs no restart here.
  pool.on('error', onFailure);
  pool.on('connect', (client) => client.on('error', onFailure));
  return pool;
}

export function clientConfig(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
    // Statements are sent without waiting for the answers to those before them: BEGIN and what follows is one round trip.
    pipeline: true,
    types: { getTypeParser: (oid, format) => (oid === INT8 ? safeInteger : pg.types.getTypeParser(oid, format)) },
  };
}

const INT8 = 20;

/** Every bigint we read is an id, a count, a version or milliseconds; one beyond 2^53 would be silently rounded. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers a number holds exactly`);
  return value;
}

/** A statement that PostgreSQL parses and plans once per connection. The name is unique within the program. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export type Values = readonly (ColumnValue | boolean | Buffer | readonly ColumnValue[])[];

export async function rows<Row>(client: Client, { name, text }: Statement, values: Values): Promise<Row[]> {
  const result = await client.query({ name, text, values: values as unknown[] });
  return result.rows;
}

/**
 * The answers to statements that were sent together. Of several failures the first one sent is thrown: those after it
 * only say that the transaction is aborted.
 */
export async function together<Sent extends readonly unknown[]>(sent: readonly [...Sent]): Promise<Answers<Sent>> {
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  return (await Promise.all(sent)) as Answers<Sent>;
}

type Answers<Sent extends readonly unknown[]> = { -readonly [Place in keyof Sent]: Awaited<Sent[Place]> };

/** One statement by itself. */
export function read<Row>(pool: Pool, statement: Statement, values: Values): Promise<Row[]> {
  return withClient(pool, (client) => rows<Row>(client, statement, values));
}

/** Runs the work between BEGIN and COMMIT; what it throws rolls back and is thrown on. */
export function inTransaction<Result>(pool: Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query('BEGIN');
    try {
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (failure) {
      await rollBack(client);
      throw failure;
    }
  });
}

/** Where even this fails the connection is broken, and is not used again. */
export async function rollBack(client: Client): Promise<void> {
  await client.query('ROLLBACK').catch(() => {});
}

/** Lends a connection. It comes back to the pool unless it is broken or was left inside a transaction. */
export async function withClient<Result>(pool: Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connect(pool);
  try {
    const result = await work(client);
    client.release(client.getTransactionStatus() !== 'I');
    return result;
  } catch (failure) {
    client.release(isUsable(client, failure) ? undefined : (failure as Error));
    throw failure;
  }
}

/** The caller releases it. */
export function connect(pool: Pool): Promise<Client> {
  return pool.connect().catch((cause) => {
    throw new NoConnection(cause);
  });
}

/** None could be opened, or none became free in time. */
export class NoConnection extends Error {
  readonly allInUse: boolean;

  constructor(cause: Error) {
    super(`No connection to the database: ${cause.message}`, { cause });
    // The pool says it in words only.
    this.allInUse = cause.message.startsWith('timeout exceeded');
  }
}

function isUsable(client: Client, failure: unknown): boolean {
  const fatal = failure instanceof pg.DatabaseError && failure.severity !== 'ERROR';
  return !fatal && client.getTransactionStatus() === 'I';
}
