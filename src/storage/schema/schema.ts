/**
 * Builds the schema of the record tables from the catalogue, in one form for both engines, and compares it with a
 * database.
 */
import { type RecordTypeName, recordTypeNames, type ScalarField, type ScalarKind } from '../../catalogue/index.ts';
import { type StampSupport, stampColumnsOf } from '../records/lists/stamps.ts';
import { tableOf } from '../sql/columns.ts';
import { coveringIndexesOf, indexForEngine, listIndexesOf, uniqueIndexesOf } from './indexes.ts';

/** Shape of a table as read from a database. Texts are in the notation of the engine, lists are sorted. */
export interface TableShape {
  /** Name -> type, followed by ` not null` if the column is not nullable. */
  readonly columns: Readonly<Record<string, string>>;
  /** `account, asset_id -> assets (account, id)`. */
  readonly foreignKeys: readonly string[];
  /** Name -> columns, for the indexes that the migrations name. */
  readonly indexes: Readonly<Record<string, string>>;
  /** Name -> columns, for the unique indexes that the migrations name. */
  readonly uniqueIndexes: Readonly<Record<string, string>>;
}

export type Schema = ReadonlyMap<string, TableShape>;

/** Storage of catalogue fields in one engine. */
export interface SchemaDialect extends StampSupport {
  readonly types: Readonly<Record<ScalarKind, string>>;
  /** Columns of the key that joins projections and documents, with their types. */
  readonly key: Readonly<Record<string, string>>;
  readonly integer: string;
  readonly text: string;
  /** True if the list by ID has its own index beside the primary key. */
  readonly indexByID: boolean;
}

/** Returns both tables of every record type. */
export function buildRecordSchema(engine: SchemaDialect): Schema {
  return new Map(
    recordTypeNames.flatMap((type): [string, TableShape][] => [
      [tableOf(type).name, projectionsShape(type, engine)],
      [tableOf(type).documents, documentsShape(type, engine)],
    ]),
  );
}

function projectionsShape(type: RecordTypeName, engine: SchemaDialect): TableShape {
  const table = tableOf(type);
  const columns: Record<string, string> = { ...engine.key, account: `${engine.integer} not null` };
  const foreignKeys = ['account -> accounts (key)'];
  for (const { name, declaration } of table.columns) {
    columns[name] = columnType(declaration, engine);
    if (declaration.kind === 'reference') {
      foreignKeys.push(`account, ${name} -> ${tableOf(declaration.to).name} (account, id)`);
    }
  }
  const byID = engine.indexByID ? [[`${table.name}_by_id`, 'account, id, deleted']] : [];
  return {
    columns,
    foreignKeys: foreignKeys.sort(),
    indexes: { ...Object.fromEntries(byID), ...listIndexesOn(table.name, type, engine), ...coveringIndexesOf(type) },
    uniqueIndexes: Object.fromEntries(uniqueIndexesOf(type).map(({ name, column }) => [name, `account, ${column}`])),
  };
}

function documentsShape(type: RecordTypeName, engine: SchemaDialect): TableShape {
  const table = tableOf(type);
  const key = Object.keys(engine.key).join(', ');
  const columns = { ...engine.key, version: `${engine.integer} not null`, text: `${engine.text} not null` };
  const stamp = stampColumnsOf(table, engine).map(({ name, declaration }) => [name, columnType(declaration, engine)]);
  return {
    columns: { ...columns, ...Object.fromEntries(stamp) },
    foreignKeys: [`${key} -> ${table.name} (${key})`],
    indexes: listIndexesOn(table.documents, type, engine),
    uniqueIndexes: {},
  };
}

function columnType({ kind, nullable }: ScalarField, { types }: SchemaDialect): string {
  return types[kind] + (nullable ? '' : ' not null');
}

function listIndexesOn(table: string, type: RecordTypeName, engine: SchemaDialect): Record<string, string> {
  const indexes = listIndexesOf(type).map((index) => indexForEngine(index, engine));
  const own = indexes.filter((index) => index.table === table);
  return Object.fromEntries(own.map(({ name, column }) => [name, `account, ${column}, id, deleted`]));
}

/** Returns messages for the differences in both directions; empty if the schemas match. */
export function compareSchemas(wanted: Schema, found: Schema): { table: string; message: string }[] {
  const differences: { table: string; message: string }[] = [];
  for (const table of new Set([...wanted.keys(), ...found.keys()])) {
    const tell = (message: string) => differences.push({ table, message });
    const [ours, theirs] = [wanted.get(table), found.get(table)];
    if (ours === undefined) tell(`table ${table} is not known to this program`);
    else if (theirs === undefined) tell(`table ${table} is missing`);
    else for (const message of compareTables(table, ours, theirs)) tell(message);
  }
  return differences;
}

function compareTables(table: string, wanted: TableShape, found: TableShape): string[] {
  const asRecord = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'present']));
  return [
    ...compareNamed(`${table}: column`, wanted.columns, found.columns),
    ...compareNamed(`${table}: foreign key`, asRecord(wanted.foreignKeys), asRecord(found.foreignKeys)),
    ...compareNamed(`${table}: index`, wanted.indexes, found.indexes),
    ...compareNamed(`${table}: unique index`, wanted.uniqueIndexes, found.uniqueIndexes),
  ];
}

function compareNamed(
  what: string,
  wanted: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
  return names.flatMap((name) => {
    if (wanted[name] === found[name]) return [];
    if (wanted[name] === undefined) return [`${what} ${name} is not known to this program`];
    if (found[name] === undefined) return [`${what} ${name} is missing`];
    return [`${what} ${name} is "${found[name]}" and should be "${wanted[name]}"`];
  });
}
