/** Reads and writes the `meta` table: the database's facts about itself. */
import { StorageError } from '../storage-error.ts';
import type { SqliteConnection } from './connection.ts';

/**
 * `secrets_sealed`: set once no secret is stored in clear text. `secret_keys`: the keys in use, as older versions
 * recorded them.
 */
type SecretsMeta = 'secrets_sealed' | 'secret_keys';
export type SqliteMetaName =
  | 'schema_version'
  | 'shard_id'
  | 'fold_version'
  | 'document_fields'
  | 'accounts_in_the_making'
  | SecretsMeta;

export function readMeta(connection: SqliteConnection, name: SqliteMetaName): string | undefined {
  return connection.db.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.value as string | undefined;
}

export function writeMeta(connection: SqliteConnection, name: SqliteMetaName, value: string): void {
  connection.db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

/** Stores the shard's name when the database is first opened, and rejects any other name from then on. */
export function claimShardID(connection: SqliteConnection, shardID: string, file: string): void {
  const known = readMeta(connection, 'shard_id');
  if (known === undefined) writeMeta(connection, 'shard_id', shardID);
  else if (known !== shardID) {
    throw new StorageError(
      `${file} holds shard ${known}, not ${shardID}. Its keys carry that name: open it as ${known}, or name another file.`,
    );
  }
}
