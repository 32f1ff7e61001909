/**
 * SQLite's error codes, and their mapping to the problems that clients see. Any other failure is a fault of the
 * program.
 */
import type { RecordTypeName } from '../../catalogue/index.ts';
import { type Problem, Unanswerable } from '../../problems.ts';
import { valueTaken } from '../../records/refusals.ts';
import { type UniqueIndex, uniqueIndexesOf } from '../schema/indexes.ts';
import { unavailable } from '../sql/database-problems.ts';

export const SQLITE_CODE = {
  ERROR: 1,
  BUSY: 5,
  LOCKED: 6,
  NOMEM: 7,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  CONSTRAINT: 19,
  NOTADB: 26,
} as const;

const CONSTRAINT_UNIQUE_CODE = 2067;

/** Returns the primary result code; undefined for errors that did not come from SQLite. */
export function sqliteCodeOf(failure: unknown): number | undefined {
  const extended = extendedCodeOf(failure);
  return extended === undefined ? undefined : extended & 0xff;
}

function extendedCodeOf(failure: unknown): number | undefined {
  return failure instanceof Error && 'errcode' in failure ? (failure.errcode as number) : undefined;
}

/** True if another program is writing. The condition is temporary. */
export function isBusy(failure: unknown): boolean {
  const code = sqliteCodeOf(failure);
  return code === SQLITE_CODE.BUSY || code === SQLITE_CODE.LOCKED;
}

/** True if the file on the disk is not, or no longer, a readable database. */
export function isDamage(failure: unknown): boolean {
  return DAMAGE_CODES.includes(sqliteCodeOf(failure));
}

const DAMAGE_CODES: readonly (number | undefined)[] = [SQLITE_CODE.CORRUPT, SQLITE_CODE.NOTADB, SQLITE_CODE.IOERR];

/**
 * Returns the problem for the client if the failure is due to the state of the database; undefined for faults of ours.
 */
export function problemOf(failure: unknown): Problem | undefined {
  const reason = reasons[sqliteCodeOf(failure) ?? -1];
  return reason === undefined ? undefined : unavailable(reason);
}

const reasons: Readonly<Record<number, string>> = {
  [SQLITE_CODE.BUSY]: 'Another program is writing to the database. Try again.',
  [SQLITE_CODE.LOCKED]: 'Another program is writing to the database. Try again.',
  [SQLITE_CODE.NOMEM]: 'The service is out of memory. Try again later.',
  [SQLITE_CODE.READONLY]: 'The database is read-only. The operator must give the service write access to its folder.',
  [SQLITE_CODE.IOERR]: 'The disk of the database reports errors. The operator must look at it.',
  [SQLITE_CODE.CORRUPT]: 'The database is damaged. The operator must restore a backup.',
  [SQLITE_CODE.FULL]: 'The disk of the database is full. Nothing was changed; the operator must make room.',
  [SQLITE_CODE.CANTOPEN]: 'A file of the database cannot be opened. The operator must check the rights on its folder.',
};

/**
 * Returns the refusal for a value already taken. SQLite names the columns: `... failed: users.account, users.email`.
 */
export function uniqueViolationProblem(failure: unknown, type: RecordTypeName): Problem | undefined {
  const index = violatedUniqueIndex(failure, type);
  return index && valueTaken(index.field);
}

export function violatedUniqueIndex(failure: unknown, type: RecordTypeName): UniqueIndex | undefined {
  if (extendedCodeOf(failure) !== CONSTRAINT_UNIQUE_CODE) return undefined;
  const column = /\.(\w+)$/.exec((failure as Error).message)?.[1];
  return uniqueIndexesOf(type).find((unique) => unique.column === column);
}

/** Runs the work. Throws an Unanswerable if the database cannot be read. */
export function translateFailures<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (failure) {
    const problem = problemOf(failure);
    throw problem ? new Unanswerable(problem, failure) : failure;
  }
}
