/** Looks up the rows that a change needs, all rows of one round in one round trip. */
import type { AccountSettings } from '../../../accounts/store.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { fold } from '../../../lib/fold.ts';
import { MAX_ANCESTORS, type Need, type StoredRecord } from '../../../records/store.ts';
import { accountSettings } from '../../accounts/accounts.postgres.ts';
import { awaitPipelined, type Client, type PreparedStatement, queryRows } from '../../postgres/connection.ts';
import { lockUntilCommit, treeLock } from '../../postgres/locks.ts';
import { uniqueIndexesOf } from '../../schema/indexes.ts';
import { tableOf } from '../../sql/columns.ts';
import { projectField } from '../../sql/projection.ts';
import { statementsOf } from '../statements.postgres.ts';
import type { FoundRows } from './found-rows.ts';

type NeedOf<Kind extends Need['need']> = Need & { need: Kind };

export interface NeedsContext {
  readonly client: Client;
  readonly account: number;
  /** The record being changed, which does not stand in its own way. */
  readonly type: RecordTypeName;
  readonly id: number | 'new';
  /** True if the rows it sees must not change until it ends; a dry run only reads. */
  readonly keepsOthersWaiting: boolean;
}

export async function lookUpRound(needs: readonly Need[], found: FoundRows, asker: NeedsContext): Promise<void> {
  const lookups: Promise<void>[] = [];
  for (const [type, alive] of byType(needs, 'alive')) lookups.push(lookUpAlive(type, alive, found, asker));
  for (const [type, records] of byType(needs, 'record')) lookups.push(lookUpRecords(type, records, found, asker));
  for (const need of needs) {
    if (need.need === 'taken') lookups.push(lookUpTaken(need, found, asker));
    if (need.need === 'ancestors') lookups.push(lookUpAncestors(need, found, asker));
    if (need.need === 'another') lookups.push(lookUpAnother(need, found, asker));
    if (need.need === 'account') lookups.push(lookUpAccount(need, found, asker));
  }
  await awaitPipelined(lookups);
}

function byType(needs: readonly Need[], kind: 'alive' | 'record'): Map<RecordTypeName, NeedOf<'alive' | 'record'>[]> {
  const ofKind = needs.filter((need): need is NeedOf<'alive' | 'record'> => need.need === kind);
  return Map.groupBy(ofKind, (need) => need.type);
}

async function lookUpAlive(
  type: RecordTypeName,
  needs: NeedOf<'alive' | 'record'>[],
  found: FoundRows,
  asker: NeedsContext,
) {
  const ids = needs.map((need) => need.id);
  const living = await queryRows<{ id: number }>(asker.client, statementsOf(type).alive, [asker.account, ids]);
  const alive = new Set(living.map((row) => row.id));
  for (const need of needs) found.answer(need, alive.has(need.id));
}

async function lookUpRecords(
  type: RecordTypeName,
  needs: NeedOf<'alive' | 'record'>[],
  found: FoundRows,
  asker: NeedsContext,
) {
  const ids = needs.map((need) => need.id);
  const stored = await queryRows<StoredRecord>(asker.client, statementsOf(type).records, [asker.account, ids]);
  const byID = new Map(stored.map((record) => [record.id, record]));
  for (const need of needs) found.answer(need, byID.get(need.id) ?? 'missing');
}

async function lookUpTaken(need: NeedOf<'taken'>, found: FoundRows, asker: NeedsContext) {
  const { column } = uniqueIndexesOf(need.type).find(({ field }) => field === need.field)!;
  const value = isComparedFolded(need) ? fold(need.value) : need.value;
  const statement = taken(tableOf(need.type).name, column);
  const others = await queryRows(asker.client, statement, [asker.account, value, leftOut(need, asker)]);
  found.answer(need, others.length > 0);
}

function isComparedFolded({ type, field }: NeedOf<'taken'>): boolean {
  const declaration = tableOf(type).columnOf.get(field)!.declaration;
  return declaration.kind === 'text' && declaration.unique === 'folded';
}

/**
 * Looks up a chain of ancestors under the lock of account and type, which is kept until the commit. Without the lock,
 * two changes that put A under B and B under A would both find no cycle and both commit. A separate statement reads the
 * chain after the lock: in READ COMMITTED it sees everything committed while waiting for the lock.
 */
async function lookUpAncestors(need: NeedOf<'ancestors'>, found: FoundRows, asker: NeedsContext) {
  const { client, account, keepsOthersWaiting } = asker;
  const { name, columnOf } = tableOf(need.type);
  const parent = columnOf.get(need.field)!.name;
  const [, chain] = await awaitPipelined([
    keepsOthersWaiting && lockUntilCommit(client, treeLock(account, need.type)),
    queryRows<{ id: number }>(client, ancestors(name, parent), [account, need.id]),
  ]);
  found.answer(
    need,
    chain.map((row) => row.id),
  );
}

/**
 * Looks for another record under a lock that is kept until the commit. Without it, two changes that each rely on the
 * other's record would both find it.
 */
async function lookUpAnother(need: NeedOf<'another'>, found: FoundRows, asker: NeedsContext) {
  const { client, account, keepsOthersWaiting } = asker;
  const { name, columnOf } = tableOf(need.type);
  const columns = Object.keys(need.having).map((field) => columnOf.get(field)!);
  const values = columns.map((column) => projectField(column, need.having));
  const [, others] = await awaitPipelined([
    keepsOthersWaiting && lockUntilCommit(client, treeLock(account, need.type)),
    queryRows(
      client,
      another(
        name,
        columns.map((column) => column.name),
      ),
      [account, leftOut(need, asker), ...values],
    ),
  ]);
  found.answer(need, others.length > 0);
}

async function lookUpAccount(need: NeedOf<'account'>, found: FoundRows, { client, account }: NeedsContext) {
  const [settings] = await queryRows<AccountSettings>(client, accountSettings, [account]);
  found.answer(need, settings!);
}

/** The record being changed, which does not stand in its own way, and those besides. */
function leftOut({ type, besides = [] }: NeedOf<'taken' | 'another'>, asker: NeedsContext): number[] {
  const own = asker.type === type && asker.id !== 'new' ? [asker.id] : [];
  return [...own, ...besides];
}

/** $1 account, $2 ids, then the values. */
function another(table: string, columns: readonly string[]): PreparedStatement {
  const conditions = columns.map((column, n) => `${column} = $${n + 3}`).join(' AND ');
  return {
    name: `${table}_another_${columns.join('_')}`,
    text: `SELECT 1 FROM ${table} WHERE account = $1 AND id <> ALL($2) AND NOT deleted AND ${conditions} LIMIT 1`,
  };
}

/** $1 account, $2 value, $3 ids. */
function taken(table: string, column: string): PreparedStatement {
  return {
    name: `${table}_taken_${column}`,
    text: `SELECT 1 FROM ${table} WHERE account = $1 AND ${column} = $2 AND NOT deleted AND id <> ALL($3) LIMIT 1`,
  };
}

/** $1 account, $2 id. As many are found as are asked for. */
function ancestors(table: string, parent: string): PreparedStatement {
  return {
    name: `${table}_ancestors_${parent}`,
    text: `WITH RECURSIVE chain AS (
        SELECT id, ${parent} AS parent FROM ${table} WHERE account = $1 AND id = $2
        UNION ALL
        SELECT t.id, t.${parent} FROM chain JOIN ${table} AS t ON t.account = $1 AND t.id = chain.parent
      )
      SELECT id FROM chain LIMIT ${MAX_ANCESTORS + 1}`,
  };
}
