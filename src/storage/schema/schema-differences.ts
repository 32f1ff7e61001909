/** Finds differences between the tables and indexes of a database and those that this program creates. */

import type { Finding } from '../shard.ts';
import { compareColumns, type TableColumns } from './migrated-columns.ts';
import { compareIndexes, type DatabaseIndex } from './migrated-indexes.ts';
import { compareSchemas, type Schema } from './schema.ts';

export interface SchemaComparison {
  /** Tables of the records, as the catalogue defines them and as found. */
  readonly records: { readonly wanted: Schema; readonly found: Schema };
  readonly indexes: {
    readonly wanted: ReadonlyMap<string, DatabaseIndex>;
    readonly found: ReadonlyMap<string, DatabaseIndex>;
  };
  /** Columns of every table, including those beside the records. */
  readonly columns: { readonly wanted: TableColumns; readonly found: TableColumns };
}

/** Returns the differences, each once. Indexes of a missing table are not listed individually. */
export function findSchemaDifferences({ records, indexes, columns }: SchemaComparison): Finding[] {
  const differing = [
    ...compareColumns(columns.wanted, columns.found),
    ...compareSchemas(records.wanted, records.found),
    ...compareIndexes(indexes.wanted, indexes.found).filter(({ table }) => columns.found.has(table)),
  ];
  return [...new Map(differing.map((finding) => [finding.message, finding])).values()];
}
