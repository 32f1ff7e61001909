/**
 * Generates the SQL of a migration from what a schema lacks of the catalogue. It is printed for review, because only a
 * person can judge what it does to existing rows.
 */
import { type RecordTypeName, recordTypeNames, type ScalarField } from '../../catalogue/index.ts';
import { defaultOf } from '../../records/writes/defaults.ts';
import { stampColumnsOf } from '../records/lists/stamps.ts';
import { type Column, tableOf } from '../sql/columns.ts';
import { projectValue } from '../sql/projection.ts';
import { sortTypesByReference } from '../transfer/reference-order.ts';
import {
  coveringIndexesOf,
  indexForEngine,
  type ListIndex,
  listIndexesOf,
  type UniqueIndex,
  uniqueIndexesOf,
} from './indexes.ts';
import { postgresSchemaDialect } from './schema.postgres.ts';
import { sqliteSchemaDialect } from './schema.sqlite.ts';
import type { Schema, SchemaDialect } from './schema.ts';

export interface MissingSchema {
  /** Types without tables, sorted so that referenced types come first. */
  readonly types: readonly RecordTypeName[];
  /** Missing columns of the other types. */
  readonly columns: readonly { readonly table: string; readonly column: Column }[];
  readonly indexes: readonly ListIndex[];
  readonly uniqueIndexes: readonly (UniqueIndex & { readonly table: string; readonly nullable: boolean })[];
}

/** Returns what `found`, the schema of `engine`, lacks. The result uses names that both engines share. */
export function findMissingSchema(found: Schema, engine: SchemaDialect = sqliteSchemaDialect): MissingSchema {
  const types = sortTypesByReference().filter((type) => !found.has(tableOf(type).name));
  const others = recordTypeNames.filter((type) => !types.includes(type));
  const of = <Thing>(things: (type: RecordTypeName, table: string) => readonly Thing[]) =>
    others.flatMap((type) => things(type, tableOf(type).name));
  return {
    types,
    columns: of((type, table) =>
      tableOf(type)
        .columns.filter(({ name }) => !(name in found.get(table)!.columns))
        .map((column) => ({ table, column })),
    ),
    indexes: of((type) =>
      listIndexesOf(type).filter((index) => {
        const { table, name } = indexForEngine(index, engine);
        return !(name in found.get(table)!.indexes);
      }),
    ),
    uniqueIndexes: of((type, table) => missingOf(uniqueIndexes(type), found.get(table)!.uniqueIndexes)),
  };
}

export function isNothingMissing(lacking: MissingSchema): boolean {
  return Object.values(lacking).every((things) => things.length === 0);
}

/** Returns the missing columns that existing rows cannot get, because they are neither nullable nor have a default. */
export function findColumnsWithoutDefault({ columns }: MissingSchema): string[] {
  return columns
    .filter(({ column: { declaration } }) => defaultOf(declaration) === undefined)
    .map(({ table, column }) => `${column.field} of ${table}`);
}

export function renderMigrationSql(engine: 'sqlite' | 'postgres', lacking: MissingSchema): string {
  const words = dialects[engine];
  const statements = [
    ...lacking.types.flatMap((type) => createTables(words, type)),
    ...lacking.columns.flatMap(({ table, column }) => addColumn(words, table, column)),
    ...lacking.indexes.map((index) => words.index(indexForEngine(index, words.engine))),
    ...lacking.uniqueIndexes.map((index) => words.uniqueIndex(index)),
  ];
  return `${statements.map((statement) => `${statement};`).join('\n')}\n`;
}

interface Words {
  readonly engine: SchemaDialect;
  /** First columns of a projections table; `unique` is its constraint on them. */
  readonly key: readonly string[];
  readonly unique: string;
  readonly documents: (table: string, stamp: readonly string[]) => readonly string[];
  /** Text that closes a table: the closing bracket and its options. */
  readonly tableEnd: string;
  readonly foreignKeyEnd: string;
  readonly boolean: (value: boolean) => string;
  index(index: ListIndex): string;
  uniqueIndex(index: UniqueIndex & { table: string; nullable: boolean }): string;
  /** Returns an index to search by its first two columns; the others are only read. */
  furtherIndex(table: string, name: string, columns: string): string;
  addForeignKey(table: string, foreignKey: string): readonly string[];
}

const dialects: Readonly<Record<'sqlite' | 'postgres', Words>> = {
  sqlite: {
    engine: sqliteSchemaDialect,
    key: ['key INTEGER PRIMARY KEY', 'account INTEGER NOT NULL REFERENCES accounts (key)'],
    unique: 'UNIQUE (account, id)',
    documents: (table) => [
      `key INTEGER PRIMARY KEY REFERENCES ${table} (key)`,
      'version INTEGER NOT NULL',
      'text TEXT NOT NULL',
    ],
    tableEnd: ') STRICT',
    foreignKeyEnd: '',
    boolean: (value) => (value ? '1' : '0'),
    index: ({ table, name, column }) => `CREATE INDEX ${name} ON ${table} (account, ${column}, id, deleted)`,
    uniqueIndex: ({ table, name, column, nullable }) =>
      `CREATE UNIQUE INDEX ${name} ON ${table} (account, ${column})\n  WHERE deleted = FALSE${nullable ? ` AND ${column} IS NOT NULL` : ''}`,
    furtherIndex: (table, name, columns) => `CREATE INDEX ${name} ON ${table} (${columns})`,
    // SQLite cannot add a foreign key over two columns to an existing table. Its documentation allows writing one into
    // the schema.
    addForeignKey: (table, foreignKey) => [
      'PRAGMA writable_schema = ON',
      `UPDATE sqlite_schema SET sql = substr(sql, 1, length(sql) - length(') STRICT')) || ',\n  ${foreignKey}\n) STRICT'\n  WHERE type = 'table' AND name = '${table}'`,
      'PRAGMA writable_schema = RESET',
    ],
  },
  postgres: {
    engine: postgresSchemaDialect,
    key: ['account bigint NOT NULL REFERENCES accounts (key)'],
    unique: 'PRIMARY KEY (account, id) INCLUDE (deleted)',
    documents: (table, stamp) => [
      'account bigint NOT NULL',
      'id bigint NOT NULL',
      'version bigint NOT NULL',
      'text text NOT NULL',
      ...stamp,
      'PRIMARY KEY (account, id)',
      `FOREIGN KEY (account, id) REFERENCES ${table} (account, id) DEFERRABLE`,
    ],
    // Leaves room in the page for the next version of a row, so that an update need not change the indexes.
    tableEnd: ') WITH (fillfactor = 85)',
    foreignKeyEnd: ' DEFERRABLE',
    boolean: (value) => String(value),
    index: ({ table, name, column }) =>
      `CREATE INDEX ${name} ON ${table} (account, ${column} NULLS FIRST, id, deleted)`,
    uniqueIndex: ({ table, name, column }) =>
      `CREATE UNIQUE INDEX ${name} ON ${table} (account, ${column}) WHERE NOT deleted`,
    furtherIndex(table, name, columns) {
      const [first, second, ...others] = columns.split(', ');
      return `CREATE INDEX ${name} ON ${table} (${first}, ${second}) INCLUDE (${others.join(', ')})`;
    },
    addForeignKey: (table, foreignKey) => [`ALTER TABLE ${table} ADD ${foreignKey}`],
  },
};

function createTables(words: Words, type: RecordTypeName): string[] {
  const { name, documents, columns } = tableOf(type);
  const stamp = stampColumnsOf(tableOf(type), words.engine).map((column) => columnLine(words, column));
  const lines = [
    ...words.key,
    ...columns.map((column) => columnLine(words, column)),
    words.unique,
    ...columns.flatMap((column) => foreignKeyOf(words, column) ?? []),
  ];
  const table = (title: string, parts: readonly string[]) =>
    `CREATE TABLE ${title} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n${words.tableEnd}`;
  return [
    table(name, lines),
    table(documents, words.documents(name, stamp)),
    ...(words.engine.indexByID ? [`CREATE INDEX ${name}_by_id ON ${name} (account, id, deleted)`] : []),
    ...listIndexesOf(type).map((index) => words.index(indexForEngine(index, words.engine))),
    ...uniqueIndexes(type).map((index) => words.uniqueIndex(index)),
    ...Object.entries(coveringIndexesOf(type)).map((index) => words.furtherIndex(name, ...index)),
  ];
}

/** Adds a column. Existing rows get the default; their documents get the field when the database is next opened. */
function addColumn(words: Words, table: string, column: Column): string[] {
  const foreignKey = foreignKeyOf(words, column);
  return [
    `ALTER TABLE ${table} ADD COLUMN ${columnLine(words, column)}${defaultLine(words, column.declaration)}`,
    ...(foreignKey === undefined ? [] : words.addForeignKey(table, foreignKey)),
  ];
}

function columnLine({ engine }: Words, { name, declaration }: Column): string {
  return `${name} ${engine.types[declaration.kind]}${declaration.nullable ? '' : ' NOT NULL'}`;
}

function defaultLine({ boolean }: Words, declaration: ScalarField): string {
  const value = defaultOf(declaration);
  if (declaration.nullable || value === undefined || value === null) return '';
  const kept = projectValue(declaration, value);
  const literal = typeof kept === 'string' ? `'${kept.replaceAll("'", "''")}'` : String(kept);
  return ` DEFAULT ${declaration.kind === 'boolean' ? boolean(kept === 1) : literal}`;
}

function foreignKeyOf({ foreignKeyEnd }: Words, { name, declaration, holds }: Column): string | undefined {
  if (declaration.kind !== 'reference' || holds !== 'value') return undefined;
  return `FOREIGN KEY (account, ${name}) REFERENCES ${tableOf(declaration.to).name} (account, id)${foreignKeyEnd}`;
}

function uniqueIndexes(type: RecordTypeName) {
  const { name, columnOf } = tableOf(type);
  return uniqueIndexesOf(type).map((index) => ({
    ...index,
    table: name,
    nullable: columnOf.get(index.field)!.declaration.nullable === true,
  }));
}

function missingOf<Named extends { readonly name: string }>(
  wanted: readonly Named[],
  found: Readonly<Record<string, string>>,
): Named[] {
  return wanted.filter(({ name }) => !(name in found));
}
