/** Whether an account takes changes: one that is frozen is being moved, and what is written to it now would stay behind. */
import { type Problem, Unanswerable } from '../problems.ts';
import { type Asked, type PortableSql, rowsOf } from './portable-sql.ts';
import { accountFrozen } from './refusals.ts';

/** In a transaction that is about to write: undefined where it may, and until it ends nobody freezes or removes the account. */
export function* refusalOfAccount(
  { hold }: PortableSql,
  account: number,
): Generator<Asked, Problem | undefined, readonly unknown[]> {
  yield* hold(account);
  return (yield* rowsOf(TAKES_CHANGES, [account])).length === 0 ? accountFrozen() : undefined;
}

/** All of them in one transaction, where the account takes changes; the rows that the first gives. */
export async function writeTo(
  database: PortableSql,
  account: number,
  statements: readonly Asked[],
): Promise<readonly unknown[]> {
  const written = await database.transact(function* () {
    const refusal = yield* refusalOfAccount(database, account);
    if (refusal !== undefined) return { refusal };
    const given: (readonly unknown[])[] = [];
    for (const statement of statements) given.push(yield statement);
    return { first: given[0] ?? [] };
  });
  if (!('first' in written)) throw new Unanswerable('refusal' in written ? written.refusal : written);
  return written.first;
}

/** A row where it does. */
export const TAKES_CHANGES = 'SELECT key FROM accounts WHERE key = $1 AND frozen = FALSE';
