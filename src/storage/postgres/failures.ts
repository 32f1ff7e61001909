/** What a failure of PostgreSQL means: a refusal to answer with, a conflict to try again after, or a fault of ours. */
import pg from 'pg';
import type { RecordTypeName } from '../../catalogue/index.ts';
import { Problem, Unanswerable } from '../../problems.ts';
import { uniqueIndexesOf } from '../indexes.ts';
import { accountFrozen, tooSlow, unavailable, valueTaken } from '../refusals.ts';
import { NoConnection } from './connection.ts';

/** Our own code for a change that took longer than 5 s from reading the clock to its commit. */
export const STALE_CHANGE = 'MD005';

/** The answer where one is to be expected; undefined for faults. */
export function problemOf(failure: unknown): Problem | undefined {
  if (!(failure instanceof Error)) return undefined;
  if (failure instanceof NoConnection && failure.allInUse) return noneFree();
  if (!(failure instanceof pg.DatabaseError)) return isConnectionLoss(failure) ? away() : undefined;
  const code = failure.code ?? '';
  if (code === '57014') return tooSlow();
  if (code === '53100') return unavailable('The database has no room left on its disk. The operator must free some.');
  if (code === '54000')
    return new Problem('record_too_large', 'An indexed text of the record is too long once folded.');
  if (code === '23503' && failure.constraint === 'record_counters_account_fkey') return accountFrozen();
  if (code === '55P03' || code === STALE_CHANGE || isConflict(failure)) return busy();
  return awayCodes.test(code) ? away() : undefined;
}

/** A change that lost a race and succeeds when it is run again. */
export function isConflict(failure: unknown): boolean {
  if (!(failure instanceof pg.DatabaseError)) return false;
  const { code, constraint } = failure;
  // Serialization failure, deadlock, and the same Idempotency-Key committed by another request a moment ago.
  return code === '40001' || code === '40P01' || (code === '23505' && constraint === 'idempotency_keys_pkey');
}

/** The refusal when a unique value was taken by a change that committed while this one was under way. */
export function takenValue(failure: unknown, type: RecordTypeName): Problem | undefined {
  if (!(failure instanceof pg.DatabaseError) || failure.code !== '23505') return undefined;
  const index = uniqueIndexesOf(type).find(({ name }) => name === failure.constraint);
  return index && valueTaken(index.field);
}

function away(): Problem {
  return unavailable('The database cannot be reached right now.');
}

function noneFree(): Problem {
  return new Problem('overloaded', 'The service has more to do than it can. Try again.', {
    headers: { 'Retry-After': '1' },
  });
}

function busy(): Problem {
  return unavailable('Other changes of the same data took too long. Try again.');
}

/**
 * Connection lost or refused (08), server shutting down, crashed or starting (57P), out of connections or memory (53),
 * ended for idling or lasting too long (25P03, 25P04), a standby during a failover (25006), input or output errors (58),
 * and an access that was taken away or a database that is gone for now (28, 3D).
 */
const awayCodes = /^(08|57P|53|25P03|25P04|25006|58|28|3D)/;

/** The driver's own errors have a system code (ECONNRESET) or, for these, only their words. */
function isConnectionLoss(failure: Error & { code?: unknown }): boolean {
  if (failure instanceof NoConnection) return true;
  if (typeof failure.code === 'string') return systemCodes.has(failure.code);
  return /^(Connection terminated|Client has encountered a connection error|Client was closed)/.test(failure.message);
}

const systemCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Does the work; a database that is away becomes an Unanswerable. */
export async function answering<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    const problem = problemOf(failure);
    throw problem ? new Unanswerable(problem, failure) : failure;
  }
}
