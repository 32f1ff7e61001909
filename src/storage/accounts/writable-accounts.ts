/**
 * Finds the accounts of a shard that take changes, without opening the shard. Opening would migrate it to the schema of
 * this program while instances still serve the older one.
 */
import type { Database } from '../../settings.ts';
import { clientConfig } from '../postgres/connection.ts';
import { WatchedClient } from '../postgres/watched-client.ts';
import { explainOpenFailure, openConnection } from '../sqlite/connection.ts';
import { StorageError } from '../storage-error.ts';
import { IS_COMPLETE_ACCOUNT_SQL } from '../transfer/partial-account.sqlite.ts';

const SELECT_WRITABLE_ACCOUNTS = `SELECT id FROM accounts WHERE frozen = FALSE AND ${IS_COMPLETE_ACCOUNT_SQL}`;

/** Returns account ids. Throws a StorageError if the database is unavailable or has no accounts table yet. */
export async function findWritableAccounts(database: Database): Promise<string[]> {
  const rows = database.engine === 'postgres' ? await askPostgres(database.url) : askSqlite(database.file);
  return rows.map(({ id }) => id);
}

type Rows = readonly { readonly id: string }[];

async function askPostgres(url: string): Promise<Rows> {
  const client = new WatchedClient(clientConfig(url, 'mds tool'));
  // The failure is thrown below.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(SELECT_WRITABLE_ACCOUNTS)).rows;
  } catch (failure) {
    throw new StorageError((failure as Error).message, { cause: failure });
  } finally {
    await client.end();
  }
}

function askSqlite(file: string): Rows {
  const connection = openConnection({ file, access: 'read', busyTimeoutMs: 10_000, cacheMiB: 8 });
  try {
    return connection.prepare(SELECT_WRITABLE_ACCOUNTS).all() as unknown as Rows;
  } catch (failure) {
    const explained = explainOpenFailure(failure, file);
    throw explained === failure ? new StorageError((failure as Error).message, { cause: failure }) : explained;
  } finally {
    connection.close();
  }
}
