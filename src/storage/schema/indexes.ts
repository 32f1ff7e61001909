/** Indexes derived from the catalogue. The migrations are written by hand to match; a test compares them. */
import { isIndexed, type RecordTypeName, recordType, recordTypeNames, scalarFieldsOf } from '../../catalogue/index.ts';
import { isStampIndexed, type StampSupport } from '../records/lists/stamps.ts';
import { tableOf } from '../sql/columns.ts';

/** `(account, <column>, id, deleted)`: filters by equality, orders, and walks past skipped rows without the table. */
export interface ListIndex {
  readonly name: string;
  readonly type: RecordTypeName;
  readonly table: string;
  readonly column: string;
  readonly field: string;
}

/** Unique index: a value occurs once per account, among records not deleted. */
export interface UniqueIndex {
  readonly name: string;
  /** Column with the compared text: as written, or folded. */
  readonly column: string;
  readonly field: string;
}

export function listIndexesOf(type: RecordTypeName): readonly ListIndex[] {
  return listIndexes[type];
}

/**
 * Returns the index as the engine defines it. An index on a stamp belongs to the documents table on engines that store
 * stamps there.
 */
export function indexForEngine(index: ListIndex, engine: StampSupport): ListIndex {
  if (!isStampIndexed(index.field, engine)) return index;
  const { documents } = tableOf(index.type);
  return { ...index, table: documents, name: `${documents}_by_${index.column}` };
}

export function uniqueIndexesOf(type: RecordTypeName): readonly UniqueIndex[] {
  return uniqueIndexes[type];
}

/**
 * Returns covering indexes for queries other than lists, as name -> columns. Each contains all columns that its query
 * reads.
 */
export function coveringIndexesOf(type: RecordTypeName): Readonly<Record<string, string>> {
  const further = Object.entries(furtherIndexes[type] ?? {});
  return Object.fromEntries(
    further.map(([what, columns]) => [`${tableOf(type).name}_for_${what}`, columns.join(', ')]),
  );
}

const furtherIndexes: Partial<Record<RecordTypeName, Readonly<Record<string, readonly string[]>>>> = {
  WorkOrders: {
    figures: [
      ...['account', 'completed_on', 'deleted', 'type', 'board_id', 'location_id', 'asset_id', 'created_on'],
      ...['cancelled_on', 'started_on', 'labour_minutes', 'total_cost', 'labour_cost', 'parts_cost', 'other_cost'],
    ],
  },
  Assets: { figures: ['account', 'asset_status_id', 'deleted', 'criticality', 'location_id', 'id'] },
  Users: {
    // A sign-in does not name an account.
    sign_in: ['email', 'account', 'id', 'deleted'],
    admins: ['account', 'role', 'id', 'status', 'deleted'],
  },
};

function describeListIndexes(type: RecordTypeName): ListIndex[] {
  const table = tableOf(type);
  return [...scalarFieldsOf(recordType(type))]
    .filter(([field, declaration]) => isIndexed(field, declaration))
    .map(([field]) => {
      const column = table.columnOf.get(field)!.name;
      return { name: `${table.name}_by_${column}`, type, table: table.name, column, field };
    });
}

function describeUniqueIndexes(type: RecordTypeName): UniqueIndex[] {
  const table = tableOf(type);
  const unique: UniqueIndex[] = [];
  for (const [field, declaration] of scalarFieldsOf(recordType(type))) {
    if (declaration.kind !== 'text' || declaration.unique === undefined) continue;
    const value = table.columnOf.get(field)!.name;
    const column = declaration.unique === 'exact' ? `${value}_exact` : value;
    unique.push({ name: `${table.name}_unique_${value}`, column, field });
  }
  return unique;
}

const listIndexes = forEachType(describeListIndexes);
const uniqueIndexes = forEachType(describeUniqueIndexes);

function forEachType<Value>(describe: (type: RecordTypeName) => Value): Record<RecordTypeName, Value> {
  return Object.fromEntries(recordTypeNames.map((type) => [type, describe(type)])) as Record<RecordTypeName, Value>;
}
