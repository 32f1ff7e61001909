/** Looks up what a change must see, inside its transaction. */
import type { AccountSettings } from '../../../accounts/store.ts';
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { fold } from '../../../lib/fold.ts';
import { type Besides, type Change, MAX_ANCESTORS, type Need, type StoredRecord } from '../../../records/store.ts';
import { uniqueIndexesOf } from '../../schema/indexes.ts';
import { tableOf } from '../../sql/columns.ts';
import { projectField } from '../../sql/projection.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import { readRecord } from '../records.sqlite.ts';
import { statementsOf } from '../statements.sqlite.ts';
import { FoundRows } from './found-rows.ts';

/** Calls `needs` until it names nothing new, and looks up what it names. */
export function lookUpNeeds(
  connection: SqliteConnection,
  account: number,
  change: Change,
  current: StoredRecord | undefined,
  id: number,
): FoundRows {
  const found = new FoundRows();
  for (;;) {
    const needs = found.unanswered(change.needs(current, found, id));
    if (needs.length === 0) return found;
    for (const need of needs) found.answer(need, lookUp(connection, account, change, need));
  }
}

function lookUp(connection: SqliteConnection, account: number, change: Change, need: Need) {
  switch (need.need) {
    case 'alive':
      return connection.prepare(statementsOf(need.type).alive).get(account, need.id) !== undefined;
    case 'record':
      return readRecord(connection, account, need.type, need.id) ?? ('missing' as const);
    case 'ancestors':
      return ancestors(connection, account, need);
    case 'taken':
      return isTaken(connection, account, change, need);
    case 'another':
      return isThereAnother(connection, account, change, need);
    case 'account':
      return connection
        .prepare('SELECT currency FROM accounts WHERE key = ?')
        .get(account) as unknown as AccountSettings;
  }
}

/** Needs no lock of its own: there is one writer, and this is inside its transaction. */
function ancestors(
  connection: SqliteConnection,
  account: number,
  { type, field, id }: Extract<Need, { need: 'ancestors' }>,
): number[] {
  const { name, columnOf } = tableOf(type);
  const statement = connection.prepare(
    `SELECT ${columnOf.get(field)!.name} AS parent FROM ${name} WHERE account = ? AND id = ?`,
  );
  const chain: number[] = [];
  for (let at: number | null = id; at !== null && chain.length <= MAX_ANCESTORS; ) {
    const row = statement.get(account, at) as { parent: number | null } | undefined;
    if (row === undefined) break;
    chain.push(at);
    at = row.parent;
  }
  return chain;
}

function isTaken(
  connection: SqliteConnection,
  account: number,
  change: Change,
  { type, field, value, besides }: Extract<Need, { need: 'taken' }>,
): boolean {
  const { name, columnOf } = tableOf(type);
  const { column } = uniqueIndexesOf(type).find((index) => index.field === field)!;
  const compared = column === columnOf.get(field)!.name ? fold(value) : value;
  const statement = `SELECT 1 FROM ${name} WHERE account = ? AND ${column} = ? AND deleted = FALSE AND ${NOT_THESE}`;
  return connection.prepare(statement).get(account, compared, leftOut(change, type, besides)) !== undefined;
}

/** Needs no lock of its own either. */
function isThereAnother(
  connection: SqliteConnection,
  account: number,
  change: Change,
  { type, having, besides }: Extract<Need, { need: 'another' }>,
): boolean {
  const { name, columnOf } = tableOf(type);
  const columns = Object.keys(having).map((field) => columnOf.get(field)!);
  const conditions = columns.map((column) => `${column.name} = ?`).join(' AND ');
  const statement = `SELECT 1 FROM ${name} WHERE account = ? AND ${NOT_THESE} AND deleted = FALSE AND ${conditions} LIMIT 1`;
  const values = columns.map((column) => projectField(column, having));
  return connection.prepare(statement).get(account, leftOut(change, type, besides), ...values) !== undefined;
}

const NOT_THESE = 'id NOT IN (SELECT value FROM json_each(?))';

/**
 * Returns as JSON the ids to exclude: the record being changed, which never conflicts with itself, and those in
 * `besides`.
 */
function leftOut(change: Change, type: RecordTypeName, besides: Besides = []): string {
  const own = change.type === type && change.id !== 'new' ? [change.id] : [];
  return JSON.stringify([...own, ...besides]);
}
