/**
 * Interface to SQL that both engines understand: parameters are `$1`, and the rows have the columns that the statement
 * names.
 */
import type { Problem } from '../../problems.ts';

export type SqlValue = string | number | null | Buffer;
export type SqlStatement = readonly [statement: string, values: readonly SqlValue[]];

export interface PortableSql {
  /**
   * Returns statements to run before a write to the account: they keep it from being frozen or removed. If that is in
   * progress, they wait, `briefly` or as long as any change.
   */
  hold(account: number, briefly?: 'briefly'): readonly SqlStatement[];
  /**
   * Like `hold`, but without waiting. Returns a statement that gives a row if the lock was acquired; undefined if no
   * lock is needed.
   */
  holdIfFree(account: number): SqlStatement | undefined;
  ask<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** Runs all statements in one transaction. Returns the rows of each. */
  write(statements: readonly SqlStatement[]): Promise<readonly (readonly unknown[])[]>;
  /**
   * Runs a transaction that reads before it writes. Returns a Problem if the work ends with one, or if the database
   * fails; nothing is written then.
   */
  transact<Result>(work: TransactionSteps<Result>): Promise<Result | Problem>;
}

/**
 * Yields statements one by one and receives the rows of each. SQLite runs it synchronously; PostgreSQL waits between
 * statements. It may be restarted from the beginning.
 */
export type TransactionSteps<Result> = () => Generator<SqlStatement, Result, readonly unknown[]>;

/** Yields a statement and returns its rows, typed. */
export function* yieldRows<Row>(
  statement: string,
  values: readonly SqlValue[],
): Generator<SqlStatement, readonly Row[], readonly unknown[]> {
  return (yield [statement, values]) as readonly Row[];
}
