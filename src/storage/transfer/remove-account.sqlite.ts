/**
 * Removes an account with all its data, in many small transactions, so that a running server is not blocked. Keys,
 * sessions and the account id are removed first. So no client can sign in, and the rest of an interrupted removal is
 * not mistaken for the account. The account row is deleted last, so that an interrupted removal can be run again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { tableOf } from '../sql/columns.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import type { SqliteWebhookHooks } from '../webhooks/transaction-hooks.sqlite.ts';
import { IS_COMPLETE_ACCOUNT_SQL, PARTIAL_ID_PREFIXES } from './partial-account.sqlite.ts';
import { selfReferencesOf, sortTypesByReference } from './reference-order.ts';

/** Deletes some rows and returns their number. */
type Step = () => number;

/** Rows per transaction. It is small, because a record may contain a quarter of a megabyte. */
const BATCH_ROWS = 50;

export async function removeAccount(
  connection: SqliteConnection,
  account: number,
  hooks: SqliteWebhookHooks | undefined,
): Promise<void> {
  connection.transaction(() => {
    connection.prepare('UPDATE accounts SET frozen = TRUE WHERE key = ?').run(account);
    connection
      .prepare(`UPDATE accounts SET id = ? || id WHERE key = ? AND ${IS_COMPLETE_ACCOUNT_SQL}`)
      .run(PARTIAL_ID_PREFIXES.removed, account);
    empty(connection, ACCESS_TABLES, account);
  });
  for (const step of stepsOf(connection, account, hooks)) {
    while (connection.transaction(step) > 0) await pause(1);
  }
  connection.transaction(() => {
    // A sign-in attempt during the removal may have added rows again.
    empty(connection, [...ACCESS_TABLES, 'audit', 'record_counters'], account);
    connection.prepare('DELETE FROM accounts WHERE key = ?').run(account);
  });
}

const ACCESS_TABLES = [
  'integrations',
  'sessions',
  'links',
  'person_secrets',
  'passkeys',
  'key_use',
  'usage_hours',
  'mail',
  'mail_pace',
];

function empty(connection: SqliteConnection, tables: readonly string[], account: number): void {
  for (const table of tables) connection.prepare(`DELETE FROM ${table} WHERE account = ?`).run(account);
}

function* stepsOf(
  connection: SqliteConnection,
  account: number,
  hooks: SqliteWebhookHooks | undefined,
): Generator<Step> {
  if (hooks !== undefined) yield () => (hooks.accountRemoved(connection, account) === 'more' ? 1 : 0);
  yield deletion(connection, 'idempotency_keys', 'rowid', account);
  yield deletion(connection, 'changes', 'seq', account);
  yield deletion(connection, 'audit', 'id', account);
  yield statement(
    connection,
    `DELETE FROM proposals WHERE (account, id) IN (SELECT account, id FROM proposals WHERE account = ? LIMIT ${BATCH_ROWS})`,
    account,
  );
  for (const type of sortTypesByReference().reverse()) {
    const { name, documents, columnOf } = tableOf(type);
    for (const field of selfReferencesOf(type)) {
      const column = columnOf.get(field)!.name;
      const some = `SELECT key FROM ${name} WHERE account = ? AND ${column} IS NOT NULL LIMIT ${BATCH_ROWS}`;
      // Else a parent could not go before its children, which may be in any batch. In the document, too: a backup of this moment is sound.
      const cut = `UPDATE ${documents} SET text = json_set(text, '$.${field}', NULL) WHERE key IN (${some})`;
      yield () => {
        connection.prepare(cut).run(account);
        return Number(
          connection.prepare(`UPDATE ${name} SET ${column} = NULL WHERE key IN (${some})`).run(account).changes,
        );
      };
    }
    const some = `SELECT key FROM ${name} WHERE account = ? LIMIT ${BATCH_ROWS}`;
    yield () => {
      connection.prepare(`DELETE FROM ${documents} WHERE key IN (${some})`).run(account);
      return Number(connection.prepare(`DELETE FROM ${name} WHERE key IN (${some})`).run(account).changes);
    };
  }
}

function deletion(connection: SqliteConnection, table: string, key: string, account: number): Step {
  const some = `SELECT ${key} FROM ${table} WHERE account = ? LIMIT ${BATCH_ROWS}`;
  return statement(connection, `DELETE FROM ${table} WHERE ${key} IN (${some})`, account);
}

function statement(connection: SqliteConnection, sql: string, account: number): Step {
  return () => Number(connection.prepare(sql).run(account).changes);
}
