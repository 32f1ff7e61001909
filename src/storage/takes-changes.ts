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

/** In one transaction, where the account takes changes: the first, and where that has done something what follows of it. How many rows it gave. */
export async function writeTo(database: PortableSql, account: number, first: Asked, then?: Following): Promise<number> {
  const written = await database.transact(function* () {
    const refusal = yield* refusalOfAccount(database, account);
    return refusal === undefined ? { done: yield* firstOf(first, then) } : { refusal };
  });
  if (!('done' in written)) throw new Unanswerable('refusal' in written ? written.refusal : written);
  return written.done;
}

/** The same where nothing would stay behind, and so in an account that takes no changes too. */
export async function writeAnyway(database: PortableSql, first: Asked, then?: Following): Promise<number> {
  const written = await database.transact(() => firstOf(first, then));
  if (typeof written !== 'number') throw new Unanswerable(written);
  return written;
}

/** Of so many rows. */
type Following = (done: number) => readonly Asked[];

function* firstOf(first: Asked, then: Following = () => []): Generator<Asked, number, readonly unknown[]> {
  const done = (yield first).length;
  if (done > 0) yield* then(done);
  return done;
}

/** A row where it does. */
export const TAKES_CHANGES = 'SELECT key FROM accounts WHERE key = $1 AND frozen = FALSE';
