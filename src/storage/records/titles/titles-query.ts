/**
 * Builds the query for the titles of records: one statement per type, over the rows and documents of the requested
 * records.
 */
import { fieldsOf, type RecordTypeName, recordType } from '../../../catalogue/index.ts';
import { tableOf } from '../../sql/columns.ts';
import type { Dialect } from '../../sql/dialect.ts';

/** $1 account. `isWanted` is SQL behind `r.id`, and names the ids by $2. */
export function titlesQuery(type: RecordTypeName, dialect: Dialect, isWanted: string): string {
  const { title, states } = recordType(type);
  const { name, documents } = tableOf(type);
  const account = dialect.placeholder(1);
  const parts = title.map((field, n) => partOf(type, field, `t${n}`, account, dialect));
  const columns = [
    'r.id',
    states === undefined ? 'NULL' : dialect.documentText('d.text', 'Status'),
    'r.deleted',
    ...parts.map(({ value }) => value),
  ];
  return `SELECT ${columns.map((column, n) => `${column} AS c${n}`).join(', ')}
    FROM ${name} AS r JOIN ${documents} AS d ON ${sameRow('d', 'r', dialect)}
    ${parts.map(({ join }) => join).join('\n')}
    WHERE r.account = ${account} AND r.id ${isWanted}`;
}

interface Part {
  readonly value: string;
  readonly join: string;
}

/** A record that another's title names has a Name; a test looks at the catalogue. */
function partOf(type: RecordTypeName, field: string, alias: string, account: string, dialect: Dialect): Part {
  const declared = fieldsOf(recordType(type))[field]!;
  if (declared.kind !== 'reference') return { value: dialect.documentText('d.text', field), join: '' };
  const { name, documents } = tableOf(declared.to);
  const column = tableOf(type).columnOf.get(field)!.name;
  return {
    value: dialect.documentText(`${alias}d.text`, 'Name'),
    join: `LEFT JOIN ${name} AS ${alias} ON ${alias}.account = ${account} AND ${alias}.id = r.${column}
      LEFT JOIN ${documents} AS ${alias}d ON ${sameRow(`${alias}d`, alias, dialect)}`,
  };
}

function sameRow(one: string, other: string, { rowKey }: Dialect): string {
  return rowKey.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}
