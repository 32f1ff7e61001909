/** Removes an account with everything it holds, in one transaction. */
import { recordTypeNames } from '../../catalogue/index.ts';
import { tableOf } from '../columns.ts';
import type { Client } from './connection.ts';
import { lockAccount } from './locks.ts';
import type { WebhookHooks } from './webhook-hooks.ts';

export async function removeAccount(client: Client, account: number, hooks: WebhookHooks | undefined): Promise<void> {
  client.patience = 'unhurried';
  await client.query('SET LOCAL statement_timeout = 0');
  await lockAccount(client, account);
  // From here on nobody waits for it who has any business with the account, which is frozen.
  await client.query('SET LOCAL lock_timeout = 0');
  // Types refer to each other; when all are gone, so are all references.
  await client.query('SET CONSTRAINTS ALL DEFERRED');
  await hooks?.accountRemoved(client, account);
  for (const table of ringTables) {
    await client.query(`DELETE FROM ${table} WHERE api_key IN (SELECT api_key FROM integrations WHERE account = $1)`, [
      account,
    ]);
    // Those of people are named by their account.
    await client.query(
      `DELETE FROM ${table} WHERE starts_with(api_key, (SELECT 'person ' || id || ' ' FROM accounts WHERE key = $1))`,
      [account],
    );
  }
  for (const table of tables) await client.query(`DELETE FROM ${table} WHERE account = $1`, [account]);
  await client.query('DELETE FROM accounts WHERE key = $1', [account]);
  // Now, and not in the commit, which all who follow a log or change a key wait for.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
}

const ringTables = ['rate_limit_slots', 'rate_limits'];

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
