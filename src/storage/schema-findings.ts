/** How the tables and indexes of a database differ from those that this program makes. */
import { compareIndexes, type Index } from './migrated-indexes.ts';
import { compareSchemas, type Schema, serviceTables } from './schema.ts';
import type { Finding } from './shard.ts';

export interface SchemaParts {
  /** The tables of the records, as the catalogue wants them and as they are. */
  readonly records: { readonly wanted: Schema; readonly found: Schema };
  readonly indexes: { readonly wanted: ReadonlyMap<string, Index>; readonly found: ReadonlyMap<string, Index> };
  /** The name of every table there is. */
  readonly tables: readonly string[];
}

/** Indexes that have gone with their table are not told of one by one. */
export function schemaFindings({ records, indexes, tables }: SchemaParts): Finding[] {
  const missing = serviceTables.filter((table) => !tables.includes(table));
  const findings = [
    ...missing.map((table) => ({ table, message: `table ${table} is missing` })),
    ...compareSchemas(records.wanted, records.found),
  ];
  const told = new Set(findings.map(({ message }) => message));
  const differing = compareIndexes(indexes.wanted, indexes.found);
  return [...findings, ...differing.filter(({ table, message }) => tables.includes(table) && !told.has(message))];
}
