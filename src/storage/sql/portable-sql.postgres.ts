/** Runs portable SQL on PostgreSQL. */
import { createHash } from 'node:crypto';
import type { Problem } from '../../problems.ts';
import {
  type Client,
  inTransaction,
  type Pool,
  type PreparedStatement,
  queryFromPool,
  queryRows,
} from '../postgres/connection.ts';
import { BRIEF_LOCK_TIMEOUT_MS, LOCK_TIMEOUT_MS } from '../postgres/deadlines.ts';
import { isRetryableConflict, problemOf, translateFailures } from '../postgres/failures.ts';
import { accountLock } from '../postgres/locks.ts';
import type { PortableSql, SqlStatement, SqlValue, TransactionSteps } from './portable-sql.ts';

export function createPostgresPortableSql(pool: Pool): PortableSql {
  return {
    hold(account, briefly) {
      const holding: SqlStatement = [
        'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
        [accountLock(account)],
      ];
      return briefly ? [waiting(BRIEF_LOCK_TIMEOUT_MS), holding, waiting(LOCK_TIMEOUT_MS)] : [holding];
    },
    holdIfFree: (account) => [
      'SELECT 1 AS held WHERE pg_try_advisory_xact_lock_shared(hashtextextended($1, 0))',
      [accountLock(account)],
    ],
    ask: <Row>(statement: string, values: readonly SqlValue[]) =>
      translateFailures(() => queryFromPool<Row>(pool, preparedStatementOf(statement), values)),
    write: (statements) =>
      translateFailures(() =>
        inTransaction(pool, async (client) => {
          const written: unknown[][] = [];
          for (const [statement, values] of statements)
            written.push(await queryRows(client, preparedStatementOf(statement), values));
          return written;
        }),
      ),
    transact: (work) => transact(pool, work),
  };
}

/** Sets the lock timeout until the transaction ends. */
const waiting = (ms: number): SqlStatement => [`SELECT set_config('lock_timeout', $1, true)`, [String(ms)]];

const MAX_ATTEMPTS = 5;

async function transact<Result>(pool: Pool, work: TransactionSteps<Result>): Promise<Result | Problem> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(pool, async (client) => {
        const steps = work();
        let step = steps.next();
        while (!step.done) {
          const [statement, values] = step.value;
          step = steps.next(await queryRows(client, preparedStatementOf(statement), values));
        }
        return step.value;
      });
    } catch (failure) {
      if (attempt < MAX_ATTEMPTS && isRetryableConflict(failure)) continue;
      const problem = problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    }
  }
}

/** Runs the statements in the current transaction. */
export async function runStatements(client: Client, asked: readonly SqlStatement[]): Promise<void> {
  for (const [statement, values] of asked) await queryRows(client, preparedStatementOf(statement), values);
}

const statements = new Map<string, PreparedStatement>();

/** Returns the named prepared statement for a fixed text, so that PostgreSQL plans it once per connection. */
export function preparedStatementOf(text: string): PreparedStatement {
  let statement = statements.get(text);
  if (statement === undefined) {
    const name = `portable_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    statement = { name, text };
    statements.set(text, statement);
  }
  return statement;
}
