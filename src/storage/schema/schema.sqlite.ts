/** Reads the schema of SQLite in the form that both engines use for the comparison with the catalogue. */

import type { SqliteConnection } from '../sqlite/connection.ts';
import { groupColumns, type TableColumns } from './migrated-columns.ts';
import { type DatabaseIndex, normalizeIndexes } from './migrated-indexes.ts';
import type { Schema, SchemaDialect, TableShape } from './schema.ts';

export const sqliteSchemaDialect: SchemaDialect = {
  types: {
    text: 'TEXT',
    enum: 'INTEGER',
    date: 'TEXT',
    int: 'INTEGER',
    reference: 'INTEGER',
    decimal: 'INTEGER',
    timestamp: 'INTEGER',
    boolean: 'INTEGER',
  },
  // An integer primary key is never null, but SQLite does not report it as NOT NULL.
  key: { key: 'INTEGER' },
  integer: 'INTEGER',
  text: 'TEXT',
  indexByID: true,
  stamped: false,
};

/** Returns the existing tables among these names. */
export function readSchema({ db }: Pick<SqliteConnection, 'db'>, tables: Iterable<string>): Schema {
  const shapeOf = (table: string): TableShape => ({
    columns: columnsOf(table),
    foreignKeys: foreignKeysOf(table),
    indexes: indexesOf(table, 0),
    uniqueIndexes: indexesOf(table, 1),
  });
  const shapes = [...tables].map((table): [string, TableShape] => [table, shapeOf(table)]);
  return new Map(shapes.filter(([, shape]) => Object.keys(shape.columns).length > 0));

  function columnsOf(table: string): Record<string, string> {
    const rows = db.prepare('SELECT name, type, "notnull" AS required FROM pragma_table_info(?)').all(table);
    return Object.fromEntries(rows.map((row) => [row.name, row.type + (row.required ? ' not null' : '')]));
  }

  function foreignKeysOf(table: string): string[] {
    const rows = db
      .prepare(`SELECT "table" AS target, group_concat("from", ', ' ORDER BY seq) AS columns,
        group_concat("to", ', ' ORDER BY seq) AS keys FROM pragma_foreign_key_list(?) GROUP BY id`)
      .all(table);
    return rows.map((row) => `${row.columns} -> ${row.target} (${row.keys})`).sort();
  }

  /** Returns only indexes that a migration names: SQLite creates others for primary keys and UNIQUE. */
  function indexesOf(table: string, unique: 0 | 1): Record<string, string> {
    const rows = db
      .prepare(`SELECT l.name, (SELECT group_concat(i.name, ', ' ORDER BY i.seqno) FROM pragma_index_info(l.name) AS i)
        AS columns FROM pragma_index_list(?) AS l WHERE l.origin = 'c' AND l."unique" = ?`)
      .all(table, unique);
    return Object.fromEntries(rows.map((row) => [row.name as string, row.columns as string]));
  }
}

/** Returns every index that a statement created. */
export function readIndexes({ db }: SqliteConnection): ReadonlyMap<string, DatabaseIndex> {
  const rows =
    db.prepare(`SELECT i.name, i.tbl_name AS "table", l."unique", substr(i.sql, instr(i.sql, '(')) AS definition
    FROM sqlite_schema AS i JOIN pragma_index_list(i.tbl_name) AS l ON l.name = i.name
    WHERE i.type = 'index' AND i.sql IS NOT NULL`);
  const indexes = rows.all() as unknown as (Omit<DatabaseIndex, 'unique'> & { unique: 0 | 1 })[];
  return normalizeIndexes(indexes.map((index) => ({ ...index, unique: index.unique === 1 })));
}

/** Returns the columns of every table, except those of SQLite itself. */
export function readColumns({ db }: SqliteConnection): TableColumns {
  const rows = db.prepare(`SELECT t.name AS "table", c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`);
  return groupColumns(rows.all() as unknown as { table: string; name: string }[]);
}
