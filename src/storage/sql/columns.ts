/** How the catalogue's names become tables and columns. The migrations are written by hand to match; a test compares. */
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
   * `value`: what filters and orders use (texts folded). `exact`: the text as written, only for fields unique as
   * written, because their folded form may be shared.
   */
  readonly holds: 'value' | 'exact';
  /** An enum that is kept as its text, as in tables beside those of the records; there its order has to be spelled out. */
  readonly enumAsText?: true;
  /** Never null, and its index says nothing of nulls: to say where they go would keep PostgreSQL from walking that index. So it is with every id. */
  readonly plainOrder?: true;
}

export interface Table {
  /** Projections, one row a record. */
  readonly name: string;
  /** Documents and versions, beside the projections so that scans over projections do not read them. */
  readonly documents: string;
  readonly columns: readonly Column[];
  /** Everything a document holds, lists and objects included. */
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
