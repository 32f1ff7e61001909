/** Common parts of all transactions with one or several changes: their start, the writes of a change, and their end. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { FairSemaphore } from '../../../fairness/budget.ts';
import type { Change, ChangeResult, Decision, Moment, StoredRecord } from '../../../records/store.ts';
import { type Client, type Pool, queryRows } from '../../postgres/connection.ts';
import type { LockQueue } from '../../postgres/lock-queue.ts';
import { accountLock, SCHEMA_LOCK } from '../../postgres/locks.ts';
import type { SchemaGuard, SchemaState } from '../../schema/schema-guard.postgres.ts';
import { tableOf } from '../../sql/columns.ts';
import { preparedStatementOf } from '../../sql/portable-sql.postgres.ts';
import type { SqlStatement } from '../../sql/portable-sql.ts';
import { projectRecord } from '../../sql/projection.ts';
import type { CreatedDelivery, PostgresWebhookHooks } from '../../webhooks/transaction-hooks.postgres.ts';
import { changeValues } from '../log/change-rows.ts';
import { insertChangeStatement } from '../log/log-statements.postgres.ts';
import { statementsOf } from '../statements.postgres.ts';
import type { ChangeBatcher } from './change-batcher.postgres.ts';
import { saveAnswer } from './idempotency.postgres.ts';
import { sideEffects } from './side-effects.ts';

/** Context for the changes of one account. */
export interface PostgresChangeContext {
  readonly pool: Pool;
  readonly account: AccountScope;
  readonly turns: LockQueue;
  /** Batches changes that arrive faster than they are committed into shared transactions. */
  readonly batches: ChangeBatcher;
  /** Connections that changes may have, by account: those of one do not keep all of them busy. */
  readonly changing: FairSemaphore;
  readonly schema: SchemaGuard;
  readonly hooks: PostgresWebhookHooks | undefined;
}

/** A change whose record is locked and whose clock is read. */
export interface OpenedChange {
  readonly current: StoredRecord | undefined;
  readonly moment: Moment;
  readonly seq: number;
}

export interface TransactionState extends SchemaState {
  readonly now: number;
  readonly frozen: boolean;
  readonly seq: number;
}

export type WriteDecision = Extract<Decision, { decision: 'write' }>;

/**
 * Begins a transaction with the shared locks of a change, before any table is touched. A migration holds the schema's
 * lock while it waits for tables. The account's lock prevents that the account is frozen or removed before the commit;
 * a removal has this lock before it reaches the counter. Statements after the locks see what earlier holders of these
 * locks committed.
 */
export function beginChangeSql(account: number): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${[SCHEMA_LOCK, accountLock(account)].map(shared).join(', ')}`;
}

function shared(lock: string): string {
  return `pg_advisory_xact_lock_shared(hashtextextended('${lock}', 0))`;
}

export interface SentWrite {
  readonly statements: readonly (Promise<unknown> | undefined)[];
  /** The deliveries among them. */
  readonly made: Promise<readonly CreatedDelivery[]>;
  /** The result of the change once it is committed. */
  readonly changed: ChangeResult;
}

/** Sends all writes of a change; when it returns, all of them are in progress. */
export function sendChange(
  client: Client,
  context: PostgresChangeContext,
  change: Change,
  { current, moment, seq }: OpenedChange,
  decision: WriteDecision,
): SentWrite {
  const account = context.account.key;
  const { type, idempotency } = change;
  const isNew = change.id === 'new';
  if (!isNew && current === undefined) throw new Error(`A change of ${type} ${moment.id}, which does not exist`);
  const record: StoredRecord = { id: moment.id, version: (current?.version ?? 0) + 1, text: decision.text };
  const { insert, update } = statementsOf(type);
  const columns = projectRecord(tableOf(type), decision.fields);
  const written = queryRows(client, isNew ? insert : update, [account, record.version, record.text, ...columns]);
  const made = logChange(client, context, change, record, decision, moment.now, seq);
  const statements = [
    written,
    made,
    idempotency && saveAnswer(client, account, idempotency, { type, record, now: moment.now }),
    ...sendSideEffects(client, sideEffects(account, change, record, decision)),
  ];
  return { statements, made, changed: { outcome: isNew ? 'created' : 'updated', record } };
}

/** The change for the log, and the deliveries of its events. */
async function logChange(
  client: Client,
  { account: { key: account }, hooks }: PostgresChangeContext,
  change: Change,
  record: StoredRecord,
  decision: WriteDecision,
  now: number,
  seq: number,
): Promise<readonly CreatedDelivery[]> {
  const { events } = decision;
  const values = [seq, account, ...changeValues(change, record, decision, now)];
  if (hooks !== undefined && events.length > 0)
    return queryRows<CreatedDelivery>(client, hooks.logAndFanOut, [...values, events]);
  await queryRows(client, insertChangeStatement, values);
  return [];
}

export function sendSideEffects(client: Client, statements: readonly SqlStatement[]): readonly Promise<unknown>[] {
  return statements.map(([text, values]) => queryRows(client, preparedStatementOf(text), values));
}

/**
 * SQL that commits, but fails if the clock was read over 5 s ago. `UpdatedOn` is therefore never older than that at the
 * commit.
 */
export function commitUnlessStaleSql(now: number): string {
  return `SELECT refuse_stale_change(${now}); COMMIT`;
}
