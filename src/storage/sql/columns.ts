/**
 * Maps the catalogue's names to tables and columns. The migrations are written by hand to match; a test compares them.
 */
import {
  fieldsOf,
  type RecordType,
  type RecordTypeName,
  recordTypes,
  type ScalarField,
  scalarFieldsOf,
} from '../../catalogue/index.ts';

export interface Column {
  readonly name: string;
  readonly field: string;
  readonly declaration: ScalarField;
  /**
   * `value`: the value that filters and orders use (texts folded). `exact`: the text as written. Only fields unique as
   * written have it, because different texts may share a folded form.
   */
  readonly holds: 'value' | 'exact';
  /**
   * Set for an enum stored as text, as in tables beside those of the records. SQL must then state its order explicitly.
   */
  readonly enumAsText?: true;
  /**
   * Set for a column that is never null and whose index does not mention nulls, such as an id. Stating the order of
   * nulls would keep PostgreSQL from using that index.
   */
  readonly plainOrder?: true;
}

export interface Table {
  /** Table of projections, with one row per record. */
  readonly name: string;
  /** Table of documents and versions. It is separate so that scans over projections do not read documents. */
  readonly documents: string;
  readonly columns: readonly Column[];
  /** All fields of a document, including lists and objects. */
  readonly fields: readonly string[];
  readonly columnOf: ReadonlyMap<string, Column>;
}

export function tableOf(type: RecordTypeName): Table {
  return tables[type];
}

/** `WorkOrderID` -> `work_order_id`, `SKU` -> `sku`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function describeTable(type: RecordType): Table {
  const columns: Column[] = [];
  const columnOf = new Map<string, Column>();
  for (const [field, declaration] of scalarFieldsOf(type)) {
    const value: Column = { name: snakeCase(field), field, declaration, holds: 'value' };
    columns.push(value);
    columnOf.set(field, value);
    if (declaration.kind === 'text' && declaration.unique === 'exact') {
      columns.push({ name: `${value.name}_exact`, field, declaration, holds: 'exact' });
    }
  }
  const name = snakeCase(type.name);
  return { name, documents: `${name}_documents`, columns, columnOf, fields: Object.keys(fieldsOf(type)) };
}

const tables = Object.fromEntries(recordTypes.map((type) => [type.name, describeTable(type)])) as Record<
  RecordTypeName,
  Table
>;
