/** Whether an account takes changes: one that is frozen is being moved, and what is written to it now would stay behind. */
import { type Problem, Unanswerable } from '../../../problems.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { type PortableSql, type SqlStatement, yieldRows } from '../../sql/portable-sql.ts';

/** In a transaction that is about to write: undefined where it may, and until it ends nobody freezes or removes the account. */
export function* checkAccountWritable(
  { hold }: PortableSql,
  account: number,
): Generator<SqlStatement, Problem | undefined, readonly unknown[]> {
  yield* hold(account);
  return (yield* yieldRows(SELECT_WRITABLE_ACCOUNT_SQL, [account])).length === 0 ? accountFrozen() : undefined;
}

/** What is done in one transaction. */
export interface ConditionalWrite {
  /** Only if each of these gives a row. */
  readonly onlyIf?: readonly SqlStatement[];
  readonly first: SqlStatement;
  /** Done beside the first, and counted with it. */
  readonly alike?: readonly SqlStatement[];
  /** What follows where the first has given so many rows; nothing where it has given none. */
  readonly follows?: (done: number) => readonly SqlStatement[];
}

/** Where the account takes changes. How many rows the first gave. */
export async function writeIfWritable(database: PortableSql, account: number, deed: ConditionalWrite): Promise<number> {
  const written = await database.transact(function* () {
    const refusal = yield* checkAccountWritable(database, account);
    return refusal === undefined ? { done: yield* doing(deed) } : { refusal };
  });
  if (!('done' in written)) throw new Unanswerable('refusal' in written ? written.refusal : written);
  return written.done;
}

/**
 * The same where nothing would stay behind, and so in an account that takes no changes too. `to`: the one whose removal waits for it. One that is
 * being removed already, which may take minutes, refuses it soon: people do so on their way in and out of other accounts, too.
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
