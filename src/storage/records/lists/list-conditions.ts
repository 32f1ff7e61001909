/**
 * Translates the tests of a list into SQL, for each kind of field. `ne` is the exact complement of `eq`, nulls
 * included.
 */
import type { EnumField, ScalarField } from '../../../catalogue/index.ts';
import { fold } from '../../../lib/fold.ts';
import type { Condition, Scalar, Search, Test } from '../../../records/lists/plan.ts';
import type { Column, Table } from '../../sql/columns.ts';
import type { Dialect, SqlParameters } from '../../sql/dialect.ts';
import { type ColumnValue, projectValue } from '../../sql/projection.ts';

interface Context {
  readonly table: Table;
  readonly column: Column;
  /** The column, with the name of its table before it. */
  readonly subject: string;
  readonly dialect: Dialect;
  readonly parameters: SqlParameters;
}

/** Builds one "contains" condition for each field: on PostgreSQL a trigram index answers each of them. */
export function searchSql({ fields, text }: Search, table: Table, dialect: Dialect, parameters: SqlParameters): string {
  const terms = fields.map((field) => {
    const column = table.columnOf.get(field)!;
    return contains(text, { table, column, subject: `t.${column.name}`, dialect, parameters });
  });
  return combine('OR', terms);
}

/** Builds the condition that all of `where` hold for a row `t`; there is at least one. */
export function conditionsSql(
  where: readonly Condition[],
  table: Table,
  dialect: Dialect,
  parameters: SqlParameters,
): string {
  const conditions = where.map(({ field, anyOf }) => {
    const column = table.columnOf.get(field)!;
    return anySql(anyOf, { table, column, subject: `t.${column.name}`, dialect, parameters });
  });
  return combine('AND', conditions);
}

/** Combines alternative values into one IN, which an index can answer; it could not answer a chain of OR. */
function anySql(anyOf: readonly Test[], context: Context): string {
  const values = anyOf.flatMap((test) => (test.op === 'eq' && test.value !== null ? [test.value] : []));
  const others = anyOf.filter((test) => test.op !== 'eq' || test.value === null);
  const terms = others.map((test) => testSql(test, context));
  return combine('OR', values.length > 0 ? [equalsAny(values, context), ...terms] : terms);
}

function testSql(test: Test, context: Context): string {
  const { subject, column, parameters } = context;
  switch (test.op) {
    case 'eq':
      return test.value === null ? `${subject} IS NULL` : equalsAny([test.value], context);
    case 'ne':
      return test.value === null ? `${subject} IS NOT NULL` : differs(test.value, context);
    case 'contains':
      return contains(test.text, context);
    default:
      if (column.enumAsText)
        return equalsAny(valuesWhere(test.op, test.value, column.declaration as EnumField), context);
      return `${subject} ${comparisons[test.op]} ${parameters.add(kept(column, test.value))}`;
  }
}

/** Returns the value as the column stores it. */
function kept({ declaration, enumAsText }: Column, value: Scalar): ColumnValue {
  return enumAsText ? (value as string) : projectValue(declaration, value);
}

function valuesWhere(op: keyof typeof comparisons, value: Scalar, { values }: EnumField): string[] {
  const place = values.indexOf(value as string);
  return values.filter((_, n) =>
    op === 'gt' ? n > place : op === 'ge' ? n >= place : op === 'lt' ? n < place : n <= place,
  );
}

const comparisons = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

function equalsAny(values: readonly Scalar[], context: Context): string {
  const { subject, column, parameters } = context;
  const { declaration } = column;
  const possible = values.filter((value) => !isForeignToEnum(declaration, value));
  if (possible.length === 0) return NEVER;
  // Spelled out, so that an index over the rows not deleted is seen to fit.
  if (declaration.kind === 'boolean') {
    return combine(
      'OR',
      possible.map((value) => `${subject} = ${value ? 'TRUE' : 'FALSE'}`),
    );
  }
  const same = isOneOf(
    subject,
    possible.map((value) => parameters.add(kept(column, value))),
  );
  if (declaration.kind !== 'text') return same;
  // The folded column finds the few candidates by its index; what was written decides among them.
  const written = isOneOf(
    asWritten(context),
    possible.map((value) => parameters.add(value as string)),
  );
  return `(${same} AND ${written})`;
}

function isOneOf(subject: string, values: readonly string[]): string {
  return values.length === 1 ? `${subject} = ${values[0]}` : `${subject} IN (${values.join(', ')})`;
}

function differs(value: Scalar, context: Context): string {
  const { subject, column, dialect, parameters } = context;
  if (isForeignToEnum(column.declaration, value)) return ALWAYS;
  const other = dialect.differs(subject, parameters.add(kept(column, value)));
  if (column.declaration.kind !== 'text') return other;
  return `(${other} OR ${asWritten(context)} <> ${parameters.add(value as string)})`;
}

/** A text that is none of an enum's values equals no record. */
function isForeignToEnum(declaration: ScalarField, value: Scalar): boolean {
  return declaration.kind === 'enum' && !declaration.values.includes(value as string);
}

/** The text as written: from the column that holds it where there is one, else from the document. */
function asWritten(context: Context): string {
  const { table, column, subject, dialect } = context;
  if (table.columns.some(({ field, holds }) => field === column.field && holds === 'exact')) return `${subject}_exact`;
  return fromDocument(dialect.documentText('d.text', column.field), context);
}

function contains(text: string, context: Context): string {
  const { subject, column, dialect, parameters } = context;
  const needle = fold(text);
  const { declaration } = column;
  const { kind } = declaration;
  if (kind === 'boolean') throw new Error('A boolean is compared whole: no plan asks whether it contains a text');
  if (kind === 'text') return dialect.contains(subject, needle, parameters);
  // Its values are few and known, so an index finds those that contain the text.
  if (kind === 'enum') return equalsAny(valuesContaining(needle, declaration), context);
  // Digits have no case; and as they stand, an index of trigrams knows them.
  if (kind === 'int' || kind === 'reference') {
    return dialect.contains(dialect.valueText(kind, subject, column.field, ''), needle, parameters);
  }
  const document = fromDocument('d.text', context);
  return dialect.contains(`lower(${dialect.valueText(kind, subject, column.field, document)})`, needle, parameters);
}

function valuesContaining(needle: string, { values }: EnumField): string[] {
  return values.filter((value) => fold(value).includes(needle));
}

function fromDocument(expression: string, { table, dialect }: Context): string {
  const link = dialect.rowKey.map((key) => `d.${key} = t.${key}`).join(' AND ');
  return `(SELECT ${expression} FROM ${table.documents} AS d WHERE ${link})`;
}

const ALWAYS = '(1 = 1)';
const NEVER = '(1 = 0)';

/** Combines the terms as a balanced tree: a plain chain of a thousand exceeds the depth limit of SQLite's parser. */
function combine(operator: 'AND' | 'OR', terms: readonly string[]): string {
  if (terms.length <= 1) return terms[0] ?? NEVER;
  const half = terms.length >> 1;
  return `(${combine(operator, terms.slice(0, half))} ${operator} ${combine(operator, terms.slice(half))})`;
}
