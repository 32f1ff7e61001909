/** Statements that both engines read alike, on SQLite: by key, and so on the main thread. */
import { Problem, Unanswerable } from '../../problems.ts';
import type { Committer } from '../records/changes/committer.sqlite.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { translateFailures } from '../sqlite/failures.ts';
import type { PortableSql, SqlStatement, SqlValue, TransactionSteps } from './portable-sql.ts';

export function createSqlitePortableSql(connection: SqliteConnection, committer: Committer): PortableSql {
  const run = (statement: string, values: readonly SqlValue[]) =>
    connection.prepare(toSqlitePlaceholders(statement)).all(...values);
  return {
    // One writes at a time: what is looked at in the transaction stays so.
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

/** In a transaction that is under way. */
export function runStatements(connection: SqliteConnection, asked: readonly SqlStatement[]): void {
  for (const [statement, values] of asked) connection.prepare(toSqlitePlaceholders(statement)).run(...values);
}

/** `$1` is `?1` here. */
export function toSqlitePlaceholders(statement: string): string {
  return statement.replace(/\$(\d+)/g, '?$1');
}
