/**
 * How long PostgreSQL may take, once for every kind of statement. A server that is asked has limits of its own, which end
 * a statement in good order; those here are for one that says nothing at all, because its machine is gone, its process
 * stands still or the network drops what is sent. A connection whose answer is late is destroyed and never lent again.
 */

/** The server's own limits. Nothing runs longer; tools lift this for their own transactions. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** How long a change waits for another one of the same data. */
export const LOCK_TIMEOUT_MS = 2_500;
/** How long somebody waits who can do without: an account is frozen within it, and not removed. */
export const BRIEF_LOCK_TIMEOUT_MS = 250;
/** How long a transaction may stand still between two statements. */
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** From one answer, or any part of it, to the next. */
export const DEADLINES_MS = {
  /** It does nothing, and is asked to find out whether anybody is there. */
  pulse: 2_500,
  /** Of records found by key, of locks, of writes and commits: what a client waits 5 s for at most, lock included. */
  answer: LOCK_TIMEOUT_MS + 750,
  /** It may look through everything, for as long as the server lets it. */
  list: STATEMENT_TIMEOUT_MS + 2_000,
  /** Migrations, imports, exports, examinations. TCP finds out where the other machine is gone. */
  unhurried: Number.POSITIVE_INFINITY,
} as const;

export type Deadline = keyof typeof DEADLINES_MS;

/** For a connection to be opened, and for one of the pool to become free. */
export const CONNECT_TIMEOUT_MS = 3_500;
/** The same for one that only finds out whether anybody is there; tried again and again. */
export const PROBE_TIMEOUT_MS = 1_500;
/** For a connection to be closed in good order. */
export const CLOSE_TIMEOUT_MS = 1_000;

/** TCP asks after this much silence, and then every second: after ten of them without a sign the connection is broken. */
export const KEEP_ALIVE_DELAY_MS = 5_000;
/**
 * The same from the server's side: it ends the transaction of a client whose machine is gone, and frees its locks, after
 * fifteen seconds instead of the hours that are a system's own default.
 */
export const SERVER_KEEP_ALIVE_OPTIONS = [
  '-c tcp_keepalives_idle=5',
  '-c tcp_keepalives_interval=2',
  '-c tcp_keepalives_count=5',
  '-c tcp_user_timeout=15000',
].join(' ');
