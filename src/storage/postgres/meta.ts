/** Reads and writes the `meta` table: the database's facts about itself. */
import { StorageError } from '../storage-error.ts';
import type { Client } from './connection.ts';

/**
 * `home`: identifies these tables, their database and server. `secrets_sealed`: set once no secret is stored in clear
 * text.
 */
export type PostgresMetaName =
  | 'schema_version'
  | 'shard_id'
  | 'home'
  | 'fold_version'
  | 'fold_target'
  | 'document_fields'
  | 'accounts_in_the_making'
  | 'secrets_sealed';

export async function readMeta(client: Client, name: PostgresMetaName): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM meta WHERE name = $1', [name]);
  return rows[0]?.value;
}

export async function writeMeta(client: Client, name: PostgresMetaName, value: string): Promise<void> {
  await client.query(
    'INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
}

/**
 * Stores the shard's name when the database is first opened, and rejects any other name from then on. If two processes
 * try at once, the first one wins.
 */
export async function claimShardID(client: Client, shardID: string): Promise<void> {
  await client.query(`INSERT INTO meta (name, value) VALUES ('shard_id', $1) ON CONFLICT DO NOTHING`, [shardID]);
  const known = await readMeta(client, 'shard_id');
  if (known === shardID) return;
  throw new StorageError(
    `The database holds shard ${known}, not ${shardID}. Its keys carry that name: open it as ${known}, or name another database.`,
  );
}
