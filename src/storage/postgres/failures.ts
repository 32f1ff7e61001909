/** What a failure of PostgreSQL means: a refusal to answer with, a conflict to try again after, or a fault of ours. */
import pg from 'pg';
import type { RecordTypeName } from '../../catalogue/index.ts';
import { DatabaseAway, Problem, Unanswerable } from '../../problems.ts';
import { valueTaken } from '../../records/refusals.ts';
import { type UniqueIndex, uniqueIndexesOf } from '../schema/indexes.ts';
import { accountFrozen, databaseAway, listTimedOut, outcomeUnknown, unavailable } from '../sql/database-problems.ts';
import { isConnectionLoss, NoConnectionError, UnknownOutcomeError } from './connection-errors.ts';

/** Our own code for a change that took longer than 5 s from reading the clock to its commit. */
export const STALE_CHANGE_CODE = 'MD005';

/** The answer where one is to be expected; undefined for faults. */
export function problemOf(failure: unknown): Problem | undefined {
  if (!(failure instanceof Error)) return undefined;
  if (failure instanceof NoConnectionError && failure.allInUse) return noneFree();
  if (failure instanceof ValueTakenError) return busy();
  // What is no loss is a fault of ours, to be found in the log.
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

/** A value that the change had found free was taken by another before it was written. Asked again, it takes the next. */
export class ValueTakenError extends Error {
  override readonly name = 'TakenMeanwhile';
}

/** A change that lost a race and succeeds when it is run again. */
export function isRetryableConflict(failure: unknown): boolean {
  if (failure instanceof ValueTakenError) return true;
  if (!(failure instanceof pg.DatabaseError)) return false;
  const { code, constraint } = failure;
  // Serialization failure, deadlock, and the same Idempotency-Key committed by another request a moment ago.
  return code === '40001' || code === '40P01' || (code === '23505' && constraint === 'idempotency_keys_pkey');
}

/** The refusal when a unique value was taken by a change that committed while this one was under way. */
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

/** Does the work; a database that is away becomes an Unanswerable. */
export async function translateFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    throw isConnectionLoss(failure) ? new DatabaseAway(problem, failure) : new Unanswerable(problem, failure);
  }
}
