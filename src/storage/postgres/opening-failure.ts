/** Explains to the operator why a database could not be opened: a retry may succeed, or a setting must change first. */
import pg from 'pg';
import { StorageError, UnreachableDatabase } from '../storage-error.ts';
import { ConnectionDestroyedError, NoConnectionError, UnknownOutcomeError } from './connection-errors.ts';

export function explainOpening(failure: unknown): unknown {
  if (failure instanceof NoConnectionError) {
    const kind = isOutOfReach(failure.cause) ? UnreachableDatabase : StorageError;
    return new kind(`PostgreSQL cannot be reached: ${reasonOf(failure.cause as Error)}`, { cause: failure });
  }
  if (failure instanceof pg.DatabaseError && failure.code === '25006') {
    return new UnreachableDatabase(readOnly('takes no changes'), { cause: failure });
  }
  const cause = failure instanceof UnknownOutcomeError ? failure.cause : failure;
  if (isOutOfReach(cause)) {
    return new UnreachableDatabase(`PostgreSQL stopped answering: ${reasonOf(cause as Error)}`, { cause: failure });
  }
  if (!(failure instanceof pg.DatabaseError)) return failure;
  const { code, message } = failure;
  if (code === '42501') {
    return new StorageError(`PostgreSQL refuses to make the tables: ${message}. Give the user CREATE on the schema.`);
  }
  // Duplicate table, or a table `meta` without our columns.
  if (code === '42P07' || code === '42703') {
    return new StorageError(
      `The schema holds tables of another program: ${message}. Give this service a database of its own.`,
    );
  }
  return failure;
}

/** Returns the message for a read-only server. It counts as unreachable, because a failover may make it the primary. */
export function readOnly(what: string): string {
  return `The PostgreSQL server ${what}. Name the primary in the URL of the database, or an address that always leads to it, or promote this server.`;
}

/**
 * True if the server is out of reach. Wrong passwords, certificates and database names do not count: they must be
 * corrected first.
 */
function isOutOfReach(cause: unknown): boolean {
  if (cause instanceof ConnectionDestroyedError) return true;
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  if (cause instanceof pg.DatabaseError) return serverCodes.test(cause.code ?? '');
  if (typeof code === 'string') return systemCodes.test(code);
  return driverMessages.test(cause.message);
}

/** Connection broken (08), out of connections or memory (53), starting or shutting down (57P), ended for idling (25P), the disk (58). */
const serverCodes = /^(08|53|57P|25P|58)/;
/** ECONNREFUSED, EAI_AGAIN; not ERR_TLS_CERT_ALTNAME_INVALID. */
const systemCodes = /^E(?!RR_)[A-Z_]+$/;
/** Messages of driver failures, which have no code. */
const driverMessages = /^(timeout e|Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * Returns the message of the failure. If a host name has several addresses, the combined failure has no message, so
 * those of all addresses are joined.
 */
function reasonOf(cause: Error): string {
  if (!(cause instanceof AggregateError) || cause.message !== '') return cause.message;
  return cause.errors.map(({ message }: Error) => message).join(', ');
}
