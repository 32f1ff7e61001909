/** Versions of records on SQLite: what the log keeps of them, and the texts that are found with it. */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { type KeptVersion, nextKeptWhole, textOfVersion } from '../../../records/log/versions.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { readKeyed } from '../records.sqlite.ts';

/** The record's text as of that version; undefined where the log does not reach it. */
export function readVersion(
  connection: Connection,
  account: number,
  type: RecordTypeName,
  id: number,
  version: number,
): string | undefined {
  const kept = connection
    .prepare(KEPT)
    .all(account, type, id, version, nextKeptWhole(version)) as unknown as KeptVersion[];
  return textOfVersion(version, kept, readKeyed(connection, account, type, id));
}

const KEPT = `SELECT version, before, text FROM changes INDEXED BY changes_by_record
  WHERE account = ? AND type = ? AND record_id = ? AND version BETWEEN ? AND ? ORDER BY version`;
