/** Reading one record: a look into an index and one into the documents. */
import type { RecordTypeName } from '../../catalogue/index.ts';
import type { StoredRecord } from '../../records/store.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { statementsOf } from './statements.sqlite.ts';

/** A record with the key of its rows. */
export interface KeyedRecord extends StoredRecord {
  readonly key: number;
}

export function readRecord(
  connection: SqliteConnection,
  account: number,
  type: RecordTypeName,
  id: number,
): StoredRecord | undefined {
  const record = readKeyedRecord(connection, account, type, id);
  return record && withoutKey(record);
}

export function readKeyedRecord(
  connection: SqliteConnection,
  account: number,
  type: RecordTypeName,
  id: number,
): KeyedRecord | undefined {
  const statement = connection.prepare(statementsOf(type).read);
  // An object a row, with names that were to be looked up, would take as long again as the lookup in the index.
  statement.setReturnArrays(true);
  const row = statement.get(account, id) as unknown as [key: number, version: number, text: string] | undefined;
  return row && { id, key: row[0], version: row[1], text: row[2] };
}

export function withoutKey({ id, version, text }: KeyedRecord): StoredRecord {
  return { id, version, text };
}
