/**
 * One account with many projections of one type, made by the database itself: 100,000 rows in a second or two. What lists look at is
 * there; whoever reads records needs other documents.
 */
import { type RecordTypeName, recordType, scalarFieldsOf } from '../../src/catalogue/index.ts';
import { stampColumnsOf } from '../../src/storage/records/lists/stamps.ts';
import { type Column, tableOf } from '../../src/storage/sql/columns.ts';
import type { Dialect } from '../../src/storage/sql/dialect.ts';
import { type ColumnValue, projectValue } from '../../src/storage/sql/projection.ts';

/** Every value of a reference and of a text has so many rows, which lie together. */
export const SAME = 20;

/** An INSERT for SQLite or PostgreSQL. References lead nowhere: foreign keys have to be off. */
export function insertManyRows(type: RecordTypeName, account: number, rows: number): string {
  const { name, columns } = tableOf(type);
  const values = columns.map((column) => valueSql(type, column, rows));
  return `INSERT INTO ${name} (account, ${columns.map((column) => column.name).join(', ')})
    WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
    SELECT ${account}, ${values.join(', ')} FROM numbers`;
}

/** Documents that hold the name alone, for all rows there are. */
export function insertManyDocuments(type: RecordTypeName, dialect: Dialect): string {
  const table = tableOf(type);
  const copied = [...dialect.rowKey, ...stampColumnsOf(table, dialect).map(({ name }) => name)].join(', ');
  const text = table.columnOf.has('Name') ? `'{"Name":"' || name || '"}'` : `'{}'`;
  return `DELETE FROM ${table.documents};
    INSERT INTO ${table.documents} (version, text, ${copied}) SELECT 1, ${text}, ${copied} FROM ${table.name}`;
}

/** What the rows numbered from 1 have in the field; as a list plan names it. */
export function filledWith(type: RecordTypeName, field: string, n: number): string | number | boolean {
  const declaration = scalarFieldsOf(recordType(type)).get(field)!;
  const group = Math.floor(n / SAME);
  switch (declaration.kind) {
    case 'text':
      return declaration.unique ? `text ${n}` : `text ${group}`;
    case 'enum':
      return declaration.values[Math.floor(n / stretchOf(type, field)) % 2]!;
    case 'boolean':
      return false;
    case 'date':
      return `date ${group}`;
    default:
      return field === 'ID' || declaration.kind === 'timestamp' ? n : group;
  }
}

function valueSql(type: RecordTypeName, { field, declaration, holds }: Column, rows: number): string {
  const group = `CAST(n / ${SAME} AS text)`;
  switch (declaration.kind) {
    case 'text':
      return declaration.unique || holds === 'exact' ? `'text ' || CAST(n AS text)` : `'text ' || ${group}`;
    case 'enum': {
      const [even, odd, rare = odd] = declaration.values.map((value) => literal(projectValue(declaration, value)));
      // The rare ones are among the first, where a walk from the other end comes last.
      return `CASE WHEN n < ${Math.min(10, rows)} THEN ${rare} WHEN n / ${stretchOf(type, field)} % 2 = 0 THEN ${even} ELSE ${odd ?? even} END`;
    }
    case 'boolean':
      return 'FALSE';
    case 'date':
      return `'date ' || ${group}`;
    default:
      return field === 'ID' || declaration.kind === 'timestamp' ? 'n' : `n / ${SAME}`;
  }
}

/** Rows in a row that have the same value of an enum. No two of a type go together: a walk along one meets all values of the other. */
function stretchOf(type: RecordTypeName, field: string): number {
  const enums = tableOf(type).columns.filter(({ declaration }) => declaration.kind === 'enum');
  return 2 ** enums.findIndex((column) => column.field === field);
}

/** What a column holds for a value, as it stands in SQL. */
export function columnValue(type: RecordTypeName, field: string, value: string): string {
  return literal(projectValue(scalarFieldsOf(recordType(type)).get(field)!, value));
}

function literal(value: ColumnValue): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
