/** Edge cases for the tiny size: records that often break programs, among ordinary ones. */
import { type Field, fieldsOf, type RecordTypeName, recordType } from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import type { RecordFields } from '../records/store.ts';
import { sizes } from './sizes.ts';

/** Changes to records of the tiny firm, by type and ID. */
const edges: { readonly [Type in RecordTypeName]?: { readonly [id: number]: RecordFields } } = {
  Locations: {
    2: { Name: 'ساحة الانتظار والحديقة', Address2: 'מאחורי בית הגפן' },
  },
  Vendors: {
    2: { Name: '\u05d0\u05d7\u05d6\u05e7\u05ea \u05de\u05e2\u05dc\u05d9\u05d5\u05ea', ContactName: 'נועה לוי' },
  },
  Assets: {
    // A parent that was deleted after its part was mounted.
    2: { Deleted: true },
    3: { ParentAssetID: 2 },
    4: { Name: longName('Pump set with two heads and one controller', 200) },
    5: {
      ModelYear: 2024,
      PurchasedOn: '2024-02-29',
      InServiceOn: '2024-02-29',
      WarrantyExpiresOn: '2028-02-29',
      RetiredOn: null,
      AssetStatusID: 1,
    },
  },
  WorkOrders: {
    ...chain(1, 11),
    3: { ...chain(2, 3)[3], Name: 'Renew the 🔥 alarm sounder 🚨 on the landing 👩🏽‍🔧' },
    4: { ...chain(3, 4)[4], Name: 'فحص المصعد وإصلاح الباب 🛗' },
  },
  Tasks: {
    // 200 characters of which the last takes two code units: limits count characters.
    7: { Name: `${longName('Walk every floor and note what is not as it should be', 199)}🧰` },
    8: {
      Name: 'בדיקת דלת אש בקומה השנייה',
      Description: 'Sign reads «دفع» — “push”; check that it says so in both languages.',
    },
    9: { DueOn: '2028-02-29T23:59:59.999Z' },
    10: { TaskExternalMessagingID: Number.MAX_SAFE_INTEGER },
  },
};

/**
 * Returns the record with its edge case, if it has one. The last record of each type, except Routes, has no optional
 * values.
 */
export function withEdgeCase(type: RecordTypeName, record: RecordFields): RecordFields {
  const id = record.ID as number;
  const isLast = id === sizes.tiny[type] && type !== 'Routes';
  const edge = edges[type]?.[id];
  if (isLast) return bare(type, record);
  return edge === undefined ? record : { ...record, ...edge };
}

/**
 * Returns changes that make each work order from `first + 1` to `last` a child of the one before it: long reference
 * chains.
 */
function chain(first: number, last: number): Record<number, RecordFields> {
  const links: Record<number, RecordFields> = {};
  for (let id = first + 1; id <= last; id++) links[id] = { ParentWorkOrderID: id - 1 };
  return links;
}

function longName(start: string, length: number): string {
  return start.padEnd(length, ', and again from the top');
}

/** Returns the record with only its required values. */
function bare(type: RecordTypeName, record: RecordFields): RecordFields {
  const fields = Object.entries(fieldsOf(recordType(type)));
  return Object.fromEntries(fields.map(([name, field]) => [name, unset(name, field, record[name]!)]));
}

function unset(name: string, field: Field, value: Json): Json {
  if (field.nullable) return null;
  if (field.kind === 'object') return {};
  if (field.kind === 'list') return [];
  if ('default' in field && field.default !== undefined) return field.default;
  // Sums of nothing. An ID is given even to nothing.
  const isDerivedNumber = field.readOnly && (field.kind === 'decimal' || field.kind === 'int') && name !== 'ID';
  return isDerivedNumber ? 0 : value;
}
