/** Statements that both engines read alike, on PostgreSQL. */
import { createHash } from 'node:crypto';
import type { Problem } from '../../problems.ts';
import { type Client, inTransaction, type Pool, read, rows, type Statement } from '../postgres/connection.ts';
import { BRIEF_LOCK_TIMEOUT_MS, LOCK_TIMEOUT_MS } from '../postgres/deadlines.ts';
import { answering, isConflict, problemOf } from '../postgres/failures.ts';
import { accountLock } from '../postgres/locks.ts';
import type { Asked, PortableSql, Transaction, Value } from './portable-sql.ts';

export function postgresPortable(pool: Pool): PortableSql {
  return {
    hold(account, briefly) {
      const holding: Asked = ['SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [accountLock(account)]];
      return briefly ? [waiting(BRIEF_LOCK_TIMEOUT_MS), holding, waiting(LOCK_TIMEOUT_MS)] : [holding];
    },
    holdIfFree: (account) => [
      'SELECT 1 AS held WHERE pg_try_advisory_xact_lock_shared(hashtextextended($1, 0))',
      [accountLock(account)],
    ],
    ask: <Row>(statement: string, values: readonly Value[]) =>
      answering(() => read<Row>(pool, statementOf(statement), values)),
    write: (statements) =>
      answering(() =>
        inTransaction(pool, async (client) => {
          const written: unknown[][] = [];
          for (const [statement, values] of statements)
            written.push(await rows(client, statementOf(statement), values));
          return written;
        }),
      ),
    transact: (work) => transact(pool, work),
  };
}

/** Until the transaction ends. */
const waiting = (ms: number): Asked => [`SELECT set_config('lock_timeout', $1, true)`, [String(ms)]];

const ATTEMPTS = 5;

async function transact<Result>(pool: Pool, work: Transaction<Result>): Promise<Result | Problem> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, async (client) => {
        const steps = work();
        let step = steps.next();
        while (!step.done) {
          const [statement, values] = step.value;
          step = steps.next(await rows(client, statementOf(statement), values));
        }
        return step.value;
      });
    } catch (failure) {
      if (attempt < ATTEMPTS && isConflict(failure)) continue;
      const problem = problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    }
  }
}

/** In a transaction that is under way. */
export async function writeAll(client: Client, asked: readonly Asked[]): Promise<void> {
  for (const [statement, values] of asked) await rows(client, statementOf(statement), values);
}

const statements = new Map<string, Statement>();

/** PostgreSQL plans each of the fixed statements once per connection, under a name. */
export function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    const name = `portable_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    statement = { name, text };
    statements.set(text, statement);
  }
  return statement;
}
