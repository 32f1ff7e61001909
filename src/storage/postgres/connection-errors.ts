/** Failures that tell of the way to the database, or of the server, rather than of what it was asked. */
import pg from 'pg';

/** None could be opened, or none became free in time. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnection';
  readonly allInUse: boolean;

  /** `away` where the database is known not to answer: then those in use are not the reason. */
  constructor(cause: Error, away = false) {
    super(`No connection to the database: ${cause.message}`, { cause });
    // The pool says it in words only.
    this.allInUse =
      !away && (cause instanceof ConnectionWaitTimeoutError || cause.message.startsWith('timeout exceeded'));
  }
}

/** The account's turn to have one did not come in time. */
export class ConnectionWaitTimeoutError extends Error {
  override readonly name = 'LateTurn';
}

/** The connection was closed from this side. What was asked may have been done all the same. */
export class ConnectionDestroyedError extends Error {
  override readonly name: string = 'ConnectionGivenUp';
}

/** The database said nothing, for longer than it may. */
export class ResponseTimeoutError extends ConnectionDestroyedError {
  override readonly name = 'LateAnswer';
  readonly waitedMs: number;

  constructor(waitedMs: number) {
    super(`The database has said nothing for ${(waitedMs / 1000).toFixed(1)} s`);
    this.waitedMs = waitedMs;
  }
}

/** COMMIT was sent, and what came of it was not heard: nearly always because the connection was lost. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('Whether the transaction was committed is not known', { cause });
  }
}

/** What became of a transaction whose COMMIT was sent: where the server has not refused it, nobody knows. */
export function commitFailureOf(failure: unknown): unknown {
  return failure instanceof pg.DatabaseError && !isConnectionLoss(failure) ? failure : new UnknownOutcomeError(failure);
}

/** The errors of connections come from the system (ECONNRESET), from TLS, or, of the driver itself, with their words only. */
export function isConnectionLoss(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  // Without a code it is the driver's, about an answer that it could not read.
  if (failure instanceof pg.DatabaseError) return failure.code === undefined || awayCodes.test(failure.code);
  if (failure instanceof NoConnectionError) return !failure.allInUse;
  if (failure instanceof ConnectionDestroyedError) return true;
  if ('syscall' in failure) return true;
  if ('code' in failure && typeof failure.code === 'string') return connectionCodes.test(failure.code);
  return /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(failure.message);
}

/**
 * Connection lost or refused (08), server shutting down, crashed or starting (57P), out of connections or memory (53),
 * ended for idling or lasting too long (25P03, 25P04), a standby during a failover (25006), input or output errors (58),
 * and an access that was taken away or a database that is gone for now (28, 3D).
 */
const awayCodes = /^(08|57P|53|25P03|25P04|25006|58|28|3D)/;

/** Some are destroyed with a system's code and without the call that failed. */
const connectionCodes = /^(E[A-Z]+$|ERR_SSL_|ERR_TLS_|ERR_STREAM_)/;
