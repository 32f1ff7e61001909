/** Classifies failures of PostgreSQL: a refusal for the client, a conflict to retry, or a fault of ours. */
import pg from 'pg';
import type { RecordTypeName } from '../../catalogue/index.ts';
import { DatabaseAway, Problem, Unanswerable } from '../../problems.ts';
import { valueTaken } from '../../records/refusals.ts';
import { type UniqueIndex, uniqueIndexesOf } from '../schema/indexes.ts';
import { accountFrozen, databaseAway, listTimedOut, outcomeUnknown, unavailable } from '../sql/database-problems.ts';
import { isConnectionLoss, NoConnectionError, UnknownOutcomeError } from './connection-errors.ts';

/** Error code of ours for a change that took longer than 5 s from reading the clock to its commit. */
export const STALE_CHANGE_CODE = 'MD005';

/** Returns the problem for an expected failure; undefined for faults. */
export function problemOf(failure: unknown): Problem | undefined {
  if (!(failure instanceof Error)) return undefined;
  if (failure instanceof NoConnectionError && failure.allInUse) return noneFree();
  if (failure instanceof ValueTakenError) return busy();
  // A failure other than a lost connection is a fault of ours, and belongs in the log.
  if (failure instanceof UnknownOutcomeError) return isConnectionLoss(failure.cause) ? outcomeUnknown() : undefined;
  if (!(failure instanceof pg.DatabaseError)) return isConnectionLoss(failure) ? databaseAway() : undefined;
  const code = failure.code ?? '';
  if (code === '57014') return listTimedOut();
  if (code === '53100') return unavailable('The database has no room left on its disk. The operator must free some.');
  if (code === '54000')
    return new Problem('record_too_large', 'An indexed text of the record is too long once folded.');
  if (code === '23503' && failure.constraint === 'record_counters_account_fkey') return accountFrozen();
  if (code === '55P03' || code === STALE_CHANGE_CODE || isRetryableConflict(failure)) return busy();
  return isConnectionLoss(failure) ? databaseAway() : undefined;
}

/** Thrown if another change took a value that this change had found free. A retry takes the next value. */
export class ValueTakenError extends Error {
  override readonly name = 'TakenMeanwhile';
}

/** True if the change lost a race and succeeds on a retry. */
export function isRetryableConflict(failure: unknown): boolean {
  if (failure instanceof ValueTakenError) return true;
  if (!(failure instanceof pg.DatabaseError)) return false;
  const { code, constraint } = failure;
  // Serialization failure, deadlock, and the same Idempotency-Key committed by another request a moment ago.
  return code === '40001' || code === '40P01' || (code === '23505' && constraint === 'idempotency_keys_pkey');
}

/** Returns the refusal if a concurrent, committed change took the unique value. */
export function uniqueViolationProblem(failure: unknown, type: RecordTypeName): Problem | undefined {
  const index = violatedUniqueIndex(failure, type);
  return index && valueTaken(index.field);
}

export function violatedUniqueIndex(failure: unknown, type: RecordTypeName): UniqueIndex | undefined {
  if (!(failure instanceof pg.DatabaseError) || failure.code !== '23505') return undefined;
  return uniqueIndexesOf(type).find(({ name }) => name === failure.constraint);
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
 * Runs the work. Throws an Unanswerable if the failure has an answer for the client; a DatabaseAway if the connection
 * was lost.
 */
export async function translateFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    throw isConnectionLoss(failure) ? new DatabaseAway(problem, failure) : new Unanswerable(problem, failure);
  }
}
