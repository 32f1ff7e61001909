/**
 * Adds missing fields to records from a file that a version with fewer fields has written, as a migration does for a
 * database.
 */
import { fieldsOf, type RecordTypeName, recordType, recordTypeNames } from '../../catalogue/index.ts';
import { type AccountRow, isServiceTable, type RowValue, rowColumnsOf } from '../../storage/transfer/account-rows.ts';
import { addMissingFields } from '../../storage/upkeep/missing-fields.ts';
import { catalogueFingerprint, type Header } from './format.ts';

/** Returns the row as this version stores it, or the fault of a record with a field that this version does not know. */
export function ofThisVersion(row: AccountRow, header: Header): AccountRow | string {
  if (header.catalogue === catalogueFingerprint()) return row;
  const { kind, values } = row;
  const columns = Object.keys(rowColumnsOf(kind));
  const at = columns.indexOf('text');
  const type = isServiceTable(kind) ? values[columns.indexOf('type')] : kind;
  // The log keeps a record as it was at that time.
  if (at < 0 || kind === 'changes' || !isRecordType(type)) return row;
  const text = values[at] as string;
  const whole = addMissingFields(recordType(type), text);
  const unknown = unknownFields(type, whole?.text ?? text);
  if (unknown.length > 0) {
    return `${type} have ${unknown.join(', ')}, which this version does not know: the file was written by a newer one`;
  }
  return whole === undefined ? row : { kind, values: values.with(at, whole.text) };
}

function isRecordType(name: RowValue | undefined): name is RecordTypeName {
  return recordTypeNames.includes(name as RecordTypeName);
}

/**
 * Returns the fields of a record that this version does not know. Returns none for a text that is not a record:
 * validation reports that.
 */
function unknownFields(type: RecordTypeName, text: string): string[] {
  const known = fieldsOf(recordType(type));
  try {
    return Object.keys(JSON.parse(text)).filter((name) => !Object.hasOwn(known, name));
  } catch {
    return [];
  }
}
