/**
 * Time limits for PostgreSQL, defined once for every kind of statement. The server has limits of its own, which end a
 * statement cleanly. The limits here apply to a server that stays silent: its machine failed, its process hangs or the
 * network drops packets. A connection whose answer is late is destroyed and never lent again.
 */

/** Statement timeout of the server. Applies to all statements, except that tools lift it for their own transactions. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** Time a change waits for another change of the same data. */
export const LOCK_TIMEOUT_MS = 2_500;
/** Lock timeout of optional work. An account is frozen within this time, and not removed. */
export const BRIEF_LOCK_TIMEOUT_MS = 250;
/** Maximum time between two statements of a transaction. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** Maximum time between two answers, or parts of an answer, from the server. */
export const DEADLINES_MS = {
  /** Deadline of an empty statement that checks whether the server responds. */
  pulse: 2_500,
  /** Deadline of lookups by key, locks, writes and commits. A client waits at most 5 s for these, lock included. */
  answer: LOCK_TIMEOUT_MS + 750,
  /** Deadline of statements that may scan everything, up to the statement timeout of the server. */
  list: STATEMENT_TIMEOUT_MS + 2_000,
  /** No deadline: migrations, imports, exports, examinations. TCP keep-alive detects a failed machine. */
  unhurried: Number.POSITIVE_INFINITY,
} as const;

export type Deadline = keyof typeof DEADLINES_MS;

/** Time limit to open a connection, and to wait for a free one in the pool. */
export const CONNECT_TIMEOUT_MS = 3_500;
/** Time limit to open a connection that only checks whether the server responds. The check is repeated. */
export const PROBE_TIMEOUT_MS = 1_500;
/** Time limit to close a connection cleanly. */
export const CLOSE_TIMEOUT_MS = 1_000;

/**
 * Delay before the first TCP keep-alive probe, which then repeats every second. After ten probes without an answer the
 * connection counts as broken.
 */
export const KEEP_ALIVE_DELAY_MS = 5_000;
/**
 * TCP keep-alive options of the server. The server ends the transaction of a client whose machine failed, and releases
 * its locks, after 15 seconds. System defaults take hours.
 */
export const SERVER_KEEP_ALIVE_OPTIONS = [
  '-c tcp_keepalives_idle=5',
  '-c tcp_keepalives_interval=2',
  '-c tcp_keepalives_count=5',
  '-c tcp_user_timeout=15000',
].join(' ');
