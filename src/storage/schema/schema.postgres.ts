/** Reads the schema of PostgreSQL in the form that both engines use for the comparison with the catalogue. */

import type { Client } from '../postgres/connection.ts';
import { groupColumns, type TableColumns } from './migrated-columns.ts';
import { type DatabaseIndex, normalizeIndexes } from './migrated-indexes.ts';
import { buildRecordSchema, type Schema, type SchemaDialect, type TableShape } from './schema.ts';

const TEXT_TYPE = 'text COLLATE "C"';

export const postgresSchemaDialect: SchemaDialect = {
  types: {
    text: TEXT_TYPE,
    enum: 'smallint',
    date: TEXT_TYPE,
    int: 'bigint',
    reference: 'bigint',
    decimal: 'bigint',
    timestamp: 'bigint',
    boolean: 'boolean',
  },
  key: { account: 'bigint not null', id: 'bigint not null' },
  integer: 'bigint',
  text: 'text',
  indexByID: false,
  stamped: true,
};

/** Returns both tables of every record type, if they exist. */
export async function readSchema(client: Client): Promise<Schema> {
  const tables = [...buildRecordSchema(postgresSchemaDialect).keys()];
  const describe = async (select: string) => (await client.query<Described>(select, [tables])).rows;
  const columns = await describe(selectColumns);
  const foreignKeys = await describe(selectForeignKeys);
  const indexes = await describe(selectIndexes);
  const of = (table: string, rows: readonly Described[]) => rows.filter((row) => row.table === table);
  const shapeOf = (table: string): TableShape => ({
    columns: named(of(table, columns)),
    foreignKeys: of(table, foreignKeys)
      .map((row) => foreignKey(row.definition))
      .sort(),
    indexes: named(of(table, indexes).map(listIndex)),
    uniqueIndexes: named(of(table, indexes).map(uniqueIndex)),
  });
  const found = new Set(columns.map((row) => row.table));
  return new Map([...found].map((table) => [table, shapeOf(table)]));
}

/** Returns every valid index of the current schema. */
export async function readIndexes(client: Client): Promise<ReadonlyMap<string, DatabaseIndex>> {
  const { rows } = await client.query<DatabaseIndex>(`
    SELECT o.relname AS name, c.relname AS table, i.indisunique AS unique,
      regexp_replace(pg_get_indexdef(i.indexrelid), '^.*? USING ', 'USING ') AS definition
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_class AS o ON o.oid = i.indexrelid
    WHERE i.indisvalid AND c.relnamespace = current_schema()::regnamespace`);
  return normalizeIndexes(rows);
}

/** Returns the columns of every table of the schema. */
export async function readColumns(client: Client): Promise<TableColumns> {
  const { rows } = await client.query<{ table: string; name: string }>(`
    SELECT c.relname AS table, a.attname AS name
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`);
  return groupColumns(rows);
}

interface Described {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

function named(rows: readonly (Described | undefined)[]): Record<string, string> {
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.name, row.definition]] : [])));
}

/** `FOREIGN KEY (account, asset_id) REFERENCES assets(account, id) DEFERRABLE` */
function foreignKey(definition: string): string {
  return definition.replace(/^FOREIGN KEY \((.*)\) REFERENCES (\w+)\((.*?)\).*$/, '$1 -> $2 ($3)');
}

/** `CREATE INDEX ... USING btree (account, name NULLS FIRST, id, deleted)` */
function listIndex(index: Described): Described | undefined {
  const columns = /^CREATE INDEX .* USING btree \((\w+, \w+) NULLS FIRST, (\w+, \w+)\)$/.exec(index.definition);
  if (columns !== null) return { ...index, definition: `${columns[1]}, ${columns[2]}` };
  const covering = /^CREATE INDEX .* USING btree \((.*)\) INCLUDE \((.*)\)$/.exec(index.definition);
  if (covering !== null) return { ...index, definition: `${covering[1]}, ${covering[2]}` };
  return / UNIQUE | USING gin /.test(index.definition) ? undefined : index;
}

/** `CREATE UNIQUE INDEX ... USING btree (account, email) WHERE (NOT deleted)` */
function uniqueIndex(index: Described): Described | undefined {
  const columns = /^CREATE UNIQUE INDEX .* USING btree \((.*)\) WHERE \(NOT deleted\)$/.exec(index.definition);
  if (columns !== null) return { ...index, definition: columns[1]! };
  return / UNIQUE /.test(index.definition) ? index : undefined;
}

const selectColumns = `
  SELECT c.relname AS table, a.attname AS name,
    format_type(a.atttypid, a.atttypmod) || CASE WHEN l.collname = 'C' THEN ' COLLATE "C"' ELSE '' END
      || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS definition
  FROM pg_class AS c
  JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
  WHERE c.relname = ANY ($1) AND c.relnamespace = current_schema()::regnamespace
  ORDER BY c.relname, a.attnum`;

/** Excludes foreign keys that were never checked against the rows (NOT VALID). */
const selectForeignKeys = `
  SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
  WHERE k.contype = 'f' AND k.convalidated AND c.relname = ANY ($1) AND c.relnamespace = current_schema()::regnamespace`;

/** Excludes invalid indexes, which remain when CREATE INDEX is interrupted. */
const selectIndexes = `
  SELECT c.relname AS table, i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
  FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
  WHERE i.indisvalid AND NOT i.indisprimary AND c.relname = ANY ($1) AND c.relnamespace = current_schema()::regnamespace`;
