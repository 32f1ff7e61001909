/** What an engine does with SQL that both read alike: parameters are `$1`, and the rows have the columns that the statement names. */
export type Value = string | number | null | Buffer;

export interface PortableSql {
  ask<Row>(statement: string, values: readonly Value[]): Promise<Row[]>;
  /** All of them in one transaction; the rows that each of them gives. */
  write(statements: readonly (readonly [string, readonly Value[]])[]): Promise<readonly (readonly unknown[])[]>;
}
