/**
 * Takes in one account, in transactions so short that a running server is not held up. Until everything is there the
 * account bears another id, is frozen and has no keys: nobody can reach it. The last transaction brings its keys and its
 * own id. What an import that was killed left behind, the next one removes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_CURRENCY } from '../../accounts/currency.ts';
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import type { Seals } from '../../lib/sealed.ts';
import { auditEntryStatements } from '../people/audit-entry.ts';
import { NEW_LOG_NAME_SQL } from '../records/log/new-log-name.sqlite.ts';
import { insertOffPeriodsSql } from '../secrets/resealing.ts';
import { runStatements } from '../sql/portable-sql.sqlite.ts';
import { batchRows, type RowBatch } from '../sql/row-batches.ts';
import { openConnection, type SqliteConnection } from '../sqlite/connection.ts';
import { StorageError } from '../storage-error.ts';
import type { SqliteWebhookHooks } from '../webhooks/transaction-hooks.sqlite.ts';
import { recordCountQuery } from './account-queries.ts';
import type { AccountHeader, AccountRow, RowCounts, RowKind } from './account-rows.ts';
import { isServiceTable, rowKinds } from './account-rows.ts';
import { createRowWriter, type WriteRow } from './import-rows.sqlite.ts';
import { PARTIAL_ID_PREFIXES, withImportLock } from './partial-account.sqlite.ts';
import { removeAccount } from './remove-account.sqlite.ts';

export interface SqliteImportContext {
  readonly file: string;
  readonly seals: Seals;
  readonly hooks: SqliteWebhookHooks | undefined;
}

/** Time limit for the writes of one transaction; its commit takes about as long again. */
const MAX_TRANSACTION_MS = 15;
/** Pause between transactions. SQLite has no queue for its lock, so a waiting server needs time to find it free. */
const BATCH_PAUSE_MS = 5;

export function importAccount(
  { file, seals, hooks }: SqliteImportContext,
  account: AccountHeader,
  rows: AsyncIterable<AccountRow>,
  audit: AuditEntryInput | undefined,
): Promise<RowCounts> {
  return withImportLock(file, async () => {
    const connection = openConnection({ file, access: 'write', busyTimeoutMs: 10_000, cacheMiB: 16, logPages: 4_000 });
    try {
      await removeUnfinished(connection, hooks);
      return await importInto(connection, { seals, hooks }, account, rows, audit);
    } finally {
      connection.close();
    }
  });
}

async function importInto(
  connection: SqliteConnection,
  { seals, hooks }: Omit<SqliteImportContext, 'file'>,
  account: AccountHeader,
  rows: AsyncIterable<AccountRow>,
  audit: AuditEntryInput | undefined,
): Promise<RowCounts> {
  const key = connection.transaction(() => {
    refuseKnown(connection, account);
    const { lastInsertRowid } = connection
      .prepare(`INSERT INTO accounts (id, name, created_on, currency, frozen, arrived_on, log)
        VALUES (?, ?, ?, ?, TRUE, CAST(unixepoch('subsec') * 1000 AS INTEGER), ${NEW_LOG_NAME_SQL})`)
      .run(
        PARTIAL_ID_PREFIXES.imported + account.id,
        account.name,
        account.createdOn,
        account.currency ?? DEFAULT_CURRENCY,
      );
    return Number(lastInsertRowid);
  });
  try {
    const write = createRowWriter(connection, seals, key);
    const integrations: AccountRow[] = [];
    const counts: Partial<Record<RowKind, number>> = {};
    for await (const batch of batchRows(rows)) {
      counts[batch.kind] = (counts[batch.kind] ?? 0) + batch.rows.length;
      if (batch.kind === 'integrations') integrations.push(...batch.rows);
      else await writeBatch(connection, write, batch);
    }
    verify(connection, key, counts);
    connection.transaction(() => {
      refuseKnown(connection, account);
      connection.db.exec(insertOffPeriodsSql(Date.now(), key));
      for (const row of integrations) write(row);
      runStatements(connection, auditEntryStatements(key, audit));
      const { changes } = connection.prepare('UPDATE accounts SET id = ? WHERE key = ?').run(account.id, key);
      if (changes === 0) throw new StorageError('Somebody removed the account while it was being imported.');
    });
    return counts;
  } catch (failure) {
    // Where even that is impossible, as on a full disk, the next import does it.
    await removeAccount(connection, key, hooks).catch(() => {});
    throw failure;
  }
}

async function writeBatch(connection: SqliteConnection, write: WriteRow, { rows }: RowBatch): Promise<void> {
  for (let next = 0; next < rows.length; ) {
    connection.transaction(() => {
      const until = performance.now() + MAX_TRANSACTION_MS;
      while (next < rows.length && performance.now() < until) write(rows[next++]!);
    });
    await pause(BATCH_PAUSE_MS);
  }
}

/**
 * Verifies that all imported records are stored. Old deliveries and changes may be missing by now, but no waiting
 * delivery.
 */
function verify(connection: SqliteConnection, account: number, counts: RowCounts): void {
  for (const kind of rowKinds) {
    if (isServiceTable(kind)) continue;
    const { records } = connection.db.prepare(recordCountQuery(kind, account)).get() as { records: number };
    if (records !== (counts[kind] ?? 0)) {
      throw new StorageError(`${counts[kind] ?? 0} ${kind} came and ${records} are kept. Nothing was imported.`);
    }
  }
  const lost = connection.db.prepare(`SELECT count(*) AS deliveries FROM subscriptions AS s
    CROSS JOIN deliveries AS d INDEXED BY deliveries_waiting ON d.subscription = s.key AND d.state = 'waiting'
    WHERE s.account = ? AND d.sample IS NULL AND NOT EXISTS (SELECT 1 FROM changes AS c WHERE c.seq = d.change_seq)`);
  const { deliveries } = lost.get(account) as { deliveries: number };
  if (deliveries > 0) {
    throw new StorageError(`${deliveries} waiting deliveries have lost what they are to tell. Nothing was imported.`);
  }
}

function refuseKnown(connection: SqliteConnection, { id }: AccountHeader): void {
  const known = connection
    .prepare('SELECT 1 FROM accounts WHERE id IN (?, ?)')
    .get(id, PARTIAL_ID_PREFIXES.removed + id);
  if (known === undefined) return;
  throw new StorageError(`The shard has an account ${id} already. Nothing was imported.`);
}

/** Removes unfinished imports. No other import runs now, so the processes that began them have died. */
async function removeUnfinished(connection: SqliteConnection, hooks: SqliteWebhookHooks | undefined): Promise<void> {
  const left = connection.prepare('SELECT key FROM accounts WHERE id LIKE ?').all(`${PARTIAL_ID_PREFIXES.imported}%`);
  for (const { key } of left) await removeAccount(connection, key as number, hooks);
}
