/**
 * Checks whether an account accepts changes. A frozen account is being moved, and changes made to it now would be lost.
 */
import { type Problem, Unanswerable } from '../../../problems.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { type PortableSql, type SqlStatement, yieldRows } from '../../sql/portable-sql.ts';

/**
 * Returns the Problem that forbids writing, or undefined. Runs in a transaction that is about to write; until it ends,
 * the account cannot be frozen or removed.
 */
export function* checkAccountWritable(
  { hold }: PortableSql,
  account: number,
): Generator<SqlStatement, Problem | undefined, readonly unknown[]> {
  yield* hold(account);
  return (yield* yieldRows(SELECT_WRITABLE_ACCOUNT_SQL, [account])).length === 0 ? accountFrozen() : undefined;
}

/** Statements that are executed in one transaction. */
export interface ConditionalWrite {
  /** Executes the write only if each of these statements returns a row. */
  readonly onlyIf?: readonly SqlStatement[];
  readonly first: SqlStatement;
  /** Statements executed after `first`; their rows are counted too. */
  readonly alike?: readonly SqlStatement[];
  /** Statements that follow, given the number of rows so far; none follow if there were no rows. */
  readonly follows?: (done: number) => readonly SqlStatement[];
}

/** Executes the write if the account accepts changes. Returns the number of rows of `first` and `alike`. */
export async function writeIfWritable(database: PortableSql, account: number, deed: ConditionalWrite): Promise<number> {
  const written = await database.transact(function* () {
    const refusal = yield* checkAccountWritable(database, account);
    return refusal === undefined ? { done: yield* doing(deed) } : { refusal };
  });
  if (!('done' in written)) throw new Unanswerable('refusal' in written ? written.refusal : written);
  return written.done;
}

/**
 * Executes the write even in a frozen account, for data that a move does not leave behind. `to`: the account whose
 * removal must wait for the write. An account that is already being removed, which may take minutes, refuses the write
 * soon. Users also write this way when they enter or leave other accounts.
 */
export async function writeIgnoringFreeze(
  database: PortableSql,
  to: number | undefined,
  deed: ConditionalWrite,
): Promise<number> {
  const written = await database.transact(function* () {
    if (to !== undefined) yield* heldBriefly(database, to);
    return yield* doing(deed);
  });
  if (typeof written !== 'number') throw new Unanswerable(written);
  return written;
}

function* heldBriefly(
  { hold, holdIfFree }: PortableSql,
  account: number,
): Generator<SqlStatement, void, readonly unknown[]> {
  const holding = holdIfFree(account);
  const isHeld = holding === undefined || (yield holding).length > 0;
  if (!isHeld) yield* hold(account, 'briefly');
}

function* doing({
  onlyIf = [],
  first,
  alike = [],
  follows = () => [],
}: ConditionalWrite): Generator<SqlStatement, number, readonly unknown[]> {
  for (const condition of onlyIf) if ((yield condition).length === 0) return 0;
  let done = 0;
  for (const one of [first, ...alike]) done += (yield one).length;
  if (done > 0) yield* follows(done);
  return done;
}

/** A row where it does. */
export const SELECT_WRITABLE_ACCOUNT_SQL = 'SELECT key FROM accounts WHERE key = $1 AND frozen = FALSE';
