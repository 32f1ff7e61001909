/** Removes an account with all its data, in one transaction. */
import { recordTypeNames } from '../../catalogue/index.ts';
import type { Client } from '../postgres/connection.ts';
import { lockAccount } from '../postgres/locks.ts';
import { tableOf } from '../sql/columns.ts';
import type { PostgresWebhookHooks } from '../webhooks/transaction-hooks.postgres.ts';

export async function removeAccount(
  client: Client,
  account: number,
  hooks: PostgresWebhookHooks | undefined,
): Promise<void> {
  client.patience = 'unhurried';
  await client.query('SET LOCAL statement_timeout = 0');
  await lockAccount(client, account);
  // However long it waits itself, it takes no connections from others: of those who would change the account, which is frozen, only its share
  // waits for the lock, and whoever reads it comes past what is deleted here.
  await client.query('SET LOCAL lock_timeout = 0');
  // Types refer to each other; once all are deleted, no reference is left.
  await client.query('SET CONSTRAINTS ALL DEFERRED');
  await hooks?.accountRemoved(client, account);
  const rings = await readRings(client, account);
  for (const table of tables) await client.query(`DELETE FROM ${table} WHERE account = $1`, [account]);
  await client.query('DELETE FROM accounts WHERE key = $1', [account]);
  // Checks the constraints before the commit, because clients that follow a log or change a key wait for the commit.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await deleteRings(client, rings);
}

/** Identifiers of the rate limit entries of an account. */
interface Rings {
  readonly apiKeys: readonly string[];
  /** Prefix of the entries of people, which contains the account; null if the account no longer exists. */
  readonly people: string | null;
}

async function readRings(client: Client, account: number): Promise<Rings> {
  const { rows } = await client.query<Rings>(
    `SELECT ARRAY(SELECT api_key FROM integrations WHERE account = $1) AS "apiKeys", 'person ' || id || ' ' AS people
      FROM accounts WHERE key = $1`,
    [account],
  );
  return rows[0] ?? { apiKeys: [], people: null };
}

/**
 * Deletes the rate limit entries last, because every request locks its entry, even a read. Uses the order in which a
 * request locks them.
 */
async function deleteRings(client: Client, { apiKeys, people }: Rings): Promise<void> {
  for (const table of ['rate_limits', 'rate_limit_slots']) {
    await client.query(`DELETE FROM ${table} WHERE api_key = ANY($1) OR starts_with(api_key, $2)`, [apiKeys, people]);
  }
}

const tables = [
  'sessions',
  'links',
  'person_secrets',
  'passkeys',
  'audit',
  'proposals',
  'key_use',
  'usage_hours',
  'mail',
  'mail_pace',
  'changes',
  'idempotency_keys',
  ...recordTypeNames.flatMap((type) => [tableOf(type).documents, tableOf(type).name]),
  'record_counters',
  'integrations',
];
