/** Takes in one account in one transaction: until it is committed nobody sees any of it, and if it dies nothing remains. */
import pg from 'pg';
import { DEFAULT_CURRENCY } from '../../accounts/currency.ts';
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import type { Seals } from '../../lib/sealed.ts';
import { steadyClock } from '../../lib/time.ts';
import { auditEntryStatements } from '../people/audit-entry.ts';
import { type Client, inTransaction, type Pool, withClient } from '../postgres/connection.ts';
import { incrementDirectoryCounter, notifyDirectoryChange } from '../postgres/directory-notifications.ts';
import { translateFailures } from '../postgres/failures.ts';
import { IMPORT_LOCK, SCHEMA_LOCK } from '../postgres/locks.ts';
import { runAsBystander } from '../records/log/horizon.postgres.ts';
import { SCHEMA_STATE_SQL, type SchemaGuard, type SchemaState } from '../schema/schema-guard.postgres.ts';
import { insertOffPeriodsSql } from '../secrets/resealing.ts';
import { runStatements } from '../sql/portable-sql.postgres.ts';
import { batchRows, type RowBatch } from '../sql/row-batches.ts';
import { StorageError } from '../storage-error.ts';
import { recordCountQuery } from './account-queries.ts';
import type { AccountHeader, AccountRow, RowCounts, RowKind } from './account-rows.ts';
import { isServiceTable, rowKinds } from './account-rows.ts';
import { createImportRowError } from './import-row-error.ts';
import { createBatchWriter } from './import-rows.postgres.ts';

export interface PostgresImportContext {
  readonly pool: Pool;
  readonly seals: Seals;
  readonly schema: SchemaGuard;
}

export function importAccount(
  { pool, seals, schema }: PostgresImportContext,
  account: AccountHeader,
  rows: AsyncIterable<AccountRow>,
  audit: AuditEntryInput | undefined,
): Promise<RowCounts> {
  return translateFailures(async () => {
    const counts = await inTransaction(pool, async (client) => {
      client.patience = 'unhurried';
      // Disables the time limits: the import also waits for the sender of the rows.
      await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
      await beAlone(client);
      const counts = await runAsBystander(pool, client, async () => {
        const key = await insertAccount(client, account);
        const imported = await importInto(client, seals, key, batchRows(rows), looking(client, schema));
        await runStatements(client, auditEntryStatements(key, audit));
        return imported;
      });
      await mustBeOfThisVersion(client, schema, HOLD_SCHEMA_LOCK_SQL);
      // Runs last, because other changes of accounts wait for it until the commit.
      await incrementDirectoryCounter(client);
      return counts;
    });
    await withClient(pool, notifyDirectoryChange).catch(() => {});
    return counts;
  });
}

/** Two at once would wait for each other's statistics, and of two imports of one account the second is a mistake. */
async function beAlone(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [IMPORT_LOCK],
  );
  if (!rows[0]!.locked) throw new StorageError('Another import into this shard is under way. Wait for its end.');
}

/** Interval of the check that the import can still be committed. */
const SCHEMA_CHECK_MS = 1_000;

/**
 * Returns a check that ends an import which can no longer be committed. A migration waits for the tables written here,
 * and every change waits for the migration.
 */
function looking(client: Client, schema: SchemaGuard): () => Promise<void> {
  let nextLook = 0;
  return async () => {
    if (steadyClock.now() < nextLook) return;
    await mustBeOfThisVersion(client, schema, TRY_SCHEMA_LOCK_SQL);
    nextLook = steadyClock.now() + SCHEMA_CHECK_MS;
  };
}

/** Tests the schema lock without keeping it, because a migration would otherwise wait for the whole import. */
const TRY_SCHEMA_LOCK_SQL = `CASE WHEN pg_try_advisory_lock_shared(hashtextextended($1, 0))
  THEN pg_advisory_unlock_shared(hashtextextended($1, 0)) ELSE false END`;
const HOLD_SCHEMA_LOCK_SQL = 'pg_try_advisory_xact_lock_shared(hashtextextended($1, 0))';

/**
 * Throws if another version migrates the database, or has done so. Does not wait for the lock: the migration may itself
 * wait for tables written here. A process that has or awaits that lock runs another version, and has not seen any of
 * these rows.
 */
async function mustBeOfThisVersion(client: Client, schema: SchemaGuard, shared: string): Promise<void> {
  const { rows } = await client.query<{ shared: boolean }>(`SELECT ${shared} AS shared`, [SCHEMA_LOCK]);
  if (rows[0]!.shared) {
    const { rows: states } = await client.query<SchemaState>(`SELECT ${SCHEMA_STATE_SQL}`);
    if (schema.judge(states[0]!) === undefined) return;
  }
  throw new StorageError('Another version migrates the database, or has done so. Nothing was imported.');
}

async function insertAccount(
  client: Client,
  { id, name, createdOn, currency = DEFAULT_CURRENCY }: AccountHeader,
): Promise<number> {
  try {
    const { rows } = await client.query<{ key: number }>(
      `INSERT INTO accounts (id, name, created_on, currency, frozen, arrived_on)
        VALUES ($1, $2, $3, $4, true, floor(extract(epoch FROM clock_timestamp()) * 1000)) RETURNING key`,
      [id, name, createdOn, currency],
    );
    return rows[0]!.key;
  } catch (failure) {
    const isTaken = failure instanceof pg.DatabaseError && failure.code === '23505';
    throw isTaken ? new StorageError(`The shard has an account ${id} already. Nothing was imported.`) : failure;
  }
}

/** Class 23: integrity constraints. */
function refusalOf(failure: unknown, kind: RowKind): unknown {
  if (!(failure instanceof pg.DatabaseError) || !failure.code?.startsWith('23')) return failure;
  const fault = failure.code === '23505' ? 'unique' : failure.code === '23503' ? 'reference' : 'other';
  return createImportRowError(kind, fault, failure.detail ?? failure.message);
}

async function importInto(
  client: Client,
  seals: Seals,
  account: number,
  batches: AsyncIterable<RowBatch>,
  look: () => Promise<void>,
): Promise<RowCounts> {
  const write = await createBatchWriter(client, seals, account);
  const counts: Partial<Record<RowKind, number>> = {};
  for await (const batch of batches) {
    await look();
    await write(batch).catch((failure) => {
      throw refusalOf(failure, batch.kind);
    });
    counts[batch.kind] = (counts[batch.kind] ?? 0) + batch.rows.length;
  }
  await look();
  await client.query(insertOffPeriodsSql(Date.now(), account));
  for (const kind of rowKinds) {
    if (isServiceTable(kind)) continue;
    await look();
    const { rows } = await client.query<{ records: number }>(recordCountQuery(kind, account));
    const { records } = rows[0]!;
    if (records !== (counts[kind] ?? 0)) {
      throw new StorageError(`${counts[kind] ?? 0} ${kind} came and ${records} are kept. Nothing was imported.`);
    }
  }
  await look();
  const { rows: lost } = await client.query<{ deliveries: number }>(COUNT_LOST_DELIVERIES_SQL, [account]);
  const { deliveries } = lost[0]!;
  if (deliveries > 0) {
    throw new StorageError(`${deliveries} waiting deliveries have lost what they are to tell. Nothing was imported.`);
  }
  return counts;
}

const COUNT_LOST_DELIVERIES_SQL = `SELECT count(*) AS deliveries FROM subscriptions AS s JOIN deliveries AS d ON d.subscription = s.key
  WHERE s.account = $1 AND d.state = 'waiting' AND d.sample IS NULL
    AND NOT EXISTS (SELECT FROM changes AS c WHERE c.seq = d.change_seq)`;
