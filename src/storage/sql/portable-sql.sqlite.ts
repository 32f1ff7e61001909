/** Runs portable SQL on SQLite, on the main thread, because the statements look up rows by key. */
import { Problem, Unanswerable } from '../../problems.ts';
import type { Committer } from '../records/changes/committer.sqlite.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { translateFailures } from '../sqlite/failures.ts';
import type { PortableSql, SqlStatement, SqlValue, TransactionSteps } from './portable-sql.ts';

export function createSqlitePortableSql(connection: SqliteConnection, committer: Committer): PortableSql {
  const run = (statement: string, values: readonly SqlValue[]) =>
    connection.prepare(toSqlitePlaceholders(statement)).all(...values);
  return {
    // SQLite has one writer at a time: rows read in a write transaction cannot change before it ends.
    hold: () => [],
    holdIfFree: () => undefined,
    ask: async <Row>(statement: string, values: readonly SqlValue[]) =>
      translateFailures(() => run(statement, values)) as Row[],
    async write(statements) {
      const written = await committer.write(() => statements.map(([statement, values]) => run(statement, values)));
      if (written instanceof Problem) throw new Unanswerable(written);
      return written;
    },
    transact: <Result>(work: TransactionSteps<Result>) =>
      committer.write((): Result => {
        const steps = work();
        let step = steps.next();
        while (!step.done) step = steps.next(run(...step.value));
        return step.value;
      }),
  };
}

/** Runs the statements in the current transaction. */
export function runStatements(connection: SqliteConnection, asked: readonly SqlStatement[]): void {
  for (const [statement, values] of asked) connection.prepare(toSqlitePlaceholders(statement)).run(...values);
}

/** Replaces `$1` with `?1`. */
export function toSqlitePlaceholders(statement: string): string {
  return statement.replace(/\$(\d+)/g, '?$1');
}
