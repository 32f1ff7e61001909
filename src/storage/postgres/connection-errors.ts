/** Failures of the connection or the server, rather than of a statement. */
import pg from 'pg';

/** Thrown if no connection could be opened, or none became free in time. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnection';
  readonly allInUse: boolean;

  /** `away`: true if the database is known to be unavailable. Then busy connections are not the cause. */
  constructor(cause: Error, away = false) {
    super(`No connection to the database: ${cause.message}`, { cause });
    // The pool reports this only as text.
    this.allInUse =
      !away && (cause instanceof ConnectionWaitTimeoutError || cause.message.startsWith('timeout exceeded'));
  }
}

/** Thrown if the account waited too long in the queue for a connection. */
export class ConnectionWaitTimeoutError extends Error {
  override readonly name = 'LateTurn';
}

/** Thrown if this side closed the connection. The server may still have executed the statement. */
export class ConnectionDestroyedError extends Error {
  override readonly name: string = 'ConnectionGivenUp';
}

/** Thrown if the database sent nothing before the deadline. */
export class ResponseTimeoutError extends ConnectionDestroyedError {
  override readonly name = 'LateAnswer';
  readonly waitedMs: number;

  constructor(waitedMs: number) {
    super(`The database has said nothing for ${(waitedMs / 1000).toFixed(1)} s`);
    this.waitedMs = waitedMs;
  }
}

/** Thrown if COMMIT was sent and its result is unknown, nearly always because the connection was lost. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('Whether the transaction was committed is not known', { cause });
  }
}

/** Returns the error for a failed COMMIT. Unless the server rejected it, the outcome is unknown. */
export function commitFailureOf(failure: unknown): unknown {
  return failure instanceof pg.DatabaseError && !isConnectionLoss(failure) ? failure : new UnknownOutcomeError(failure);
}

/**
 * True if the failure means a lost connection. Such errors come from the system (ECONNRESET), from TLS, or from the
 * driver, which gives only a message.
 */
export function isConnectionLoss(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  // An error without a code comes from the driver, which could not parse an answer.
  if (failure instanceof pg.DatabaseError) return failure.code === undefined || awayCodes.test(failure.code);
  if (failure instanceof NoConnectionError) return !failure.allInUse;
  if (failure instanceof ConnectionDestroyedError) return true;
  if ('syscall' in failure) return true;
  if ('code' in failure && typeof failure.code === 'string') return connectionCodes.test(failure.code);
  return /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(failure.message);
}

/**
 * Codes that mean an unavailable database: connection lost or refused (08), server shutting down, crashed or starting
 * (57P), out of connections or memory (53), ended for idling or lasting too long (25P03, 25P04), a standby during a
 * failover (25006), input or output errors (58), and revoked access or a missing database (28, 3D).
 */
const awayCodes = /^(08|57P|53|25P03|25P04|25006|58|28|3D)/;

/** Codes of lost connections. Some errors have a code of the system but no `syscall`. */
const connectionCodes = /^(E[A-Z]+$|ERR_SSL_|ERR_TLS_|ERR_STREAM_)/;
