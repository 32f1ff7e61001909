/**
 * Makes one change inside a transaction: looks up, decides, writes. It never waits, and the caller begins and ends the
 * transaction.
 */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { Problem } from '../../../problems.ts';
import type {
  Acceptance,
  Change,
  ChangeResult,
  Decision,
  Fulfilment,
  RecordFields,
  StoredRecord,
} from '../../../records/store.ts';
import { tableOf } from '../../sql/columns.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import { runStatements, toSqlitePlaceholders } from '../../sql/portable-sql.sqlite.ts';
import { projectField, projectRecord } from '../../sql/projection.ts';
import type { SqliteConnection } from '../../sqlite/connection.ts';
import type { SqliteWebhookHooks } from '../../webhooks/transaction-hooks.sqlite.ts';
import { CHANGE_COLUMNS, changeValues } from '../log/change-rows.ts';
import { type KeyedRecord, withoutKey } from '../records.sqlite.ts';
import { statementsOf } from '../statements.sqlite.ts';
import { checkOpenLink, openLinkValues, SELECT_OPEN_LINK_SQL } from './accept-invitation.ts';
import { findAnswer, saveAnswer } from './idempotency.sqlite.ts';
import { lookUpNeeds } from './needs.sqlite.ts';
import {
  checkProposalOpen,
  type ProposalStateRow,
  proposalStateValues,
  SELECT_PROPOSAL_STATE_SQL,
} from './resolve-proposal.ts';
import { sideEffects } from './side-effects.ts';

type Write = Extract<Decision, { decision: 'write' }>;

export interface SqliteChangeContext {
  readonly connection: SqliteConnection;
  readonly now: number;
  readonly hooks: SqliteWebhookHooks | undefined;
}

export function writeChange(context: SqliteChangeContext, account: number, change: Change): ChangeResult | Problem {
  const { connection, now } = context;
  const opened = open(connection, account, change);
  if (opened === undefined) return accountFrozen();
  if (change.idempotency !== undefined) {
    const answer = findAnswer(connection, account, change.idempotency, now);
    if (answer !== undefined) return answer instanceof Problem ? answer : { outcome: 'replayed', record: answer };
  }
  const refusal =
    (change.fulfils && checkProposalOpen(stateOfProposal(connection, account, change.fulfils))) ??
    (change.accepts && checkOpenLink(openLink(connection, account, change.id as number, change.accepts)));
  if (refusal !== undefined) return refusal;
  const { current } = opened;
  const id = change.id === 'new' ? nextID(connection, account, change) : change.id;
  const found = lookUpNeeds(connection, account, change, current, id);
  const decision = change.decide(current, found, { now, id });
  switch (decision.decision) {
    case 'refused':
      return decision.problem;
    case 'unchanged': {
      const record = withoutKey(current!);
      writeBeside(connection, account, change, record, undefined);
      if (change.idempotency !== undefined)
        saveAnswer(connection, account, change.idempotency, change.type, record, now);
      return { outcome: 'unchanged', record };
    }
    case 'write': {
      if (change.id !== 'new' && current === undefined) throw new Error(`There is no ${change.type} ${id} to change`);
      const record = { id, version: (current?.version ?? 0) + 1, text: decision.text };
      writeRecord(connection, account, change, current, record, decision);
      logChange(context, account, change, record, decision);
      writeBeside(connection, account, change, record, decision);
      if (change.idempotency !== undefined)
        saveAnswer(connection, account, change.idempotency, change.type, record, now);
      return { outcome: current === undefined ? 'created' : 'updated', record };
    }
  }
}

interface Opened {
  readonly current: KeyedRecord | undefined;
}

/** Returns the current record, or undefined if its account accepts no changes. */
function open(connection: SqliteConnection, account: number, { type, id }: Change): Opened | undefined {
  if (id === 'new') return isFrozen(connection, account) ? undefined : { current: undefined };
  const statement = connection.prepare(statementsOf(type).open);
  statement.setReturnArrays(true);
  const row = statement.get(id, account) as unknown as OpenedRow | undefined;
  if (row?.[0] !== 0) return undefined;
  const [, key, version, text] = row;
  return { current: key === null ? undefined : { id, key, version: version!, text: text! } };
}

type OpenedRow = [frozen: number, key: number | null, version: number | null, text: string | null];

function stateOfProposal(connection: SqliteConnection, account: number, fulfils: Fulfilment) {
  const row = connection
    .prepare(toSqlitePlaceholders(SELECT_PROPOSAL_STATE_SQL))
    .get(...proposalStateValues(account, fulfils));
  return row as ProposalStateRow | undefined;
}

function openLink(connection: SqliteConnection, account: number, userID: number, accepts: Acceptance) {
  return connection
    .prepare(toSqlitePlaceholders(SELECT_OPEN_LINK_SQL))
    .get(...openLinkValues(account, userID, accepts));
}

function writeBeside(
  connection: SqliteConnection,
  account: number,
  change: Change,
  record: StoredRecord,
  written: Write | undefined,
): void {
  runStatements(connection, sideEffects(account, change, record, written));
}

/** True if the account accepts no changes: it is frozen, or was removed in the meantime. */
export function isFrozen(connection: SqliteConnection, account: number): boolean {
  const row = connection.prepare('SELECT frozen FROM accounts WHERE key = ?').get(account);
  return row?.frozen !== 0;
}

export function nextID(connection: SqliteConnection, account: number, { type }: Change): number {
  const row = connection
    .prepare('SELECT last_id FROM record_counters WHERE account = ? AND type = ?')
    .get(account, type);
  return ((row?.last_id as number | undefined) ?? 0) + 1;
}

function writeRecord(
  connection: SqliteConnection,
  account: number,
  { type }: Change,
  current: KeyedRecord | undefined,
  record: StoredRecord,
  { differing, fields }: Write,
): void {
  const statements = statementsOf(type);
  if (current !== undefined) {
    updateProjections(connection, type, current, differing, fields);
    connection.prepare(statements.updateDocument).run(record.version, record.text, current.key);
    return;
  }
  connection
    .prepare(`INSERT INTO record_counters (account, type, last_id) VALUES (?, ?, ?)
      ON CONFLICT (account, type) DO UPDATE SET last_id = excluded.last_id`)
    .run(account, type, record.id);
  const { lastInsertRowid: key } = connection
    .prepare(statements.insert)
    .run(account, ...projectRecord(tableOf(type), fields));
  connection.prepare(statements.insertDocument).run(key, record.version, record.text);
}

/**
 * Updates only the columns that differ: SQLite writes every index and checks every reference that a statement names,
 * changed or not.
 */
function updateProjections(
  connection: SqliteConnection,
  type: RecordTypeName,
  { key }: KeyedRecord,
  differing: readonly string[],
  fields: RecordFields,
): void {
  const { name, columns } = tableOf(type);
  const changed = columns.filter(({ field }) => differing.includes(field));
  if (changed.length === 0) return;
  const assignments = changed.map((column) => `${column.name} = ?`).join(', ');
  connection
    .prepareForNow(`UPDATE ${name} SET ${assignments} WHERE key = ?`)
    .run(...changed.map((column) => projectField(column, fields)), key);
}

/** The change for the log, and the deliveries of its events. */
function logChange(
  { connection, now, hooks }: SqliteChangeContext,
  account: number,
  change: Change,
  record: StoredRecord,
  decision: Write,
): void {
  const { lastInsertRowid: seq } = connection
    .prepare(INSERT_CHANGE_SQL)
    .run(account, ...changeValues(change, record, decision, now));
  hooks?.changed(connection, account, Number(seq), decision.events);
}

const INSERT_CHANGE_SQL = `INSERT INTO changes (account, ${CHANGE_COLUMNS.join(', ')})
  VALUES (?, ${CHANGE_COLUMNS.map(() => '?').join(', ')})`;
