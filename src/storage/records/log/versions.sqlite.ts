/** Reads versions of records on SQLite: their stored data in the log, and the texts reconstructed from it. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { type KeptVersion, nextKeptWhole, textOfVersion } from '../../../records/log/versions.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { readKeyedRecord } from '../records.sqlite.ts';

/** The record's text as of that version; undefined where the log does not reach it. */
export function readVersionText(
  connection: SqliteConnection,
  account: number,
  type: RecordTypeName,
  id: number,
  version: number,
): string | undefined {
  const kept = connection
    .prepare(SELECT_VERSIONS_SQL)
    .all(account, type, id, version, nextKeptWhole(version)) as unknown as KeptVersion[];
  return textOfVersion(version, kept, readKeyedRecord(connection, account, type, id));
}

const SELECT_VERSIONS_SQL = `SELECT version, before, text FROM changes INDEXED BY changes_by_record
  WHERE account = ? AND type = ? AND record_id = ? AND version BETWEEN ? AND ? ORDER BY version`;
