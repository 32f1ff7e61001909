/** What an engine does with SQL that both read alike: parameters are `$1`, and the rows have the columns that the statement names. */
import type { Problem } from '../../problems.ts';

export type SqlValue = string | number | null | Buffer;
export type SqlStatement = readonly [statement: string, values: readonly SqlValue[]];

export interface PortableSql {
  /** Before the account is written to: keeps it from being frozen or removed meanwhile. Where that is under way it waits, `briefly` or as for every change. */
  hold(account: number, briefly?: 'briefly'): readonly SqlStatement[];
  /** The same without waiting: a statement that gives a row where it is held, undefined where it always is. */
  holdIfFree(account: number): SqlStatement | undefined;
  ask<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** All of them in one transaction; the rows that each of them gives. */
  write(statements: readonly SqlStatement[]): Promise<readonly (readonly unknown[])[]>;
  /** One transaction that looks before it writes. A Problem it ends with is its answer, or why there is none; it has written nothing then. */
  transact<Result>(work: TransactionSteps<Result>): Promise<Result | Problem>;
}

/**
 * Gives one statement after the other, and is given the rows of each: SQLite runs it without a pause, PostgreSQL waits in between. It may be
 * run again from its beginning.
 */
export type TransactionSteps<Result> = () => Generator<SqlStatement, Result, readonly unknown[]>;

/** The rows of a statement, in the form that it gives them. */
export function* yieldRows<Row>(
  statement: string,
  values: readonly SqlValue[],
): Generator<SqlStatement, readonly Row[], readonly unknown[]> {
  return (yield [statement, values]) as readonly Row[];
}
