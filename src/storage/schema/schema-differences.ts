/** How the tables and indexes of a database differ from those that this program makes. */

import type { Finding } from '../shard.ts';
import { compareColumns, type TableColumns } from './migrated-columns.ts';
import { compareIndexes, type DatabaseIndex } from './migrated-indexes.ts';
import { compareSchemas, type Schema } from './schema.ts';

export interface SchemaComparison {
  /** The tables of the records, as the catalogue wants them and as they are. */
  readonly records: { readonly wanted: Schema; readonly found: Schema };
  readonly indexes: {
    readonly wanted: ReadonlyMap<string, DatabaseIndex>;
    readonly found: ReadonlyMap<string, DatabaseIndex>;
  };
  /** The columns of every table, also of those beside the records. */
  readonly columns: { readonly wanted: TableColumns; readonly found: TableColumns };
}

/** Indexes that have gone with their table are not told of one by one; what two of the comparisons see is told once. */
export function findSchemaDifferences({ records, indexes, columns }: SchemaComparison): Finding[] {
  const differing = [
    ...compareColumns(columns.wanted, columns.found),
    ...compareSchemas(records.wanted, records.found),
    ...compareIndexes(indexes.wanted, indexes.found).filter(({ table }) => columns.found.has(table)),
  ];
  return [...new Map(differing.map((finding) => [finding.message, finding])).values()];
}
