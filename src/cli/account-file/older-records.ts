/** Records of a file that a version with fewer fields has written: they get what they lack, as those of a database do. */
import { fieldsOf, type RecordTypeName, recordType, recordTypeNames } from '../../catalogue/index.ts';
import { type AccountRow, isServiceTable, type RowValue, rowColumnsOf } from '../../storage/transfer/account-rows.ts';
import { addMissingFields } from '../../storage/upkeep/missing-fields.ts';
import { catalogueFingerprint, type Header } from './format.ts';

/** The row as this version keeps it; or what is wrong, where a record has a field it does not know and would show to nobody. */
export function ofThisVersion(row: AccountRow, header: Header): AccountRow | string {
  if (header.catalogue === catalogueFingerprint()) return row;
  const { kind, values } = row;
  const columns = Object.keys(rowColumnsOf(kind));
  const at = columns.indexOf('text');
  const type = isServiceTable(kind) ? values[columns.indexOf('type')] : kind;
  // What the log keeps of a record is as it was then.
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

/** None of a text that is no record: that is for others to tell. */
function unknownFields(type: RecordTypeName, text: string): string[] {
  const known = fieldsOf(recordType(type));
  try {
    return Object.keys(JSON.parse(text)).filter((name) => !Object.hasOwn(known, name));
  } catch {
    return [];
  }
}
