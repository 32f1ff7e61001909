/** What every transaction of changes is made of, whether of one or of several that share it: how it begins, what a change writes, how it ends. */
import type { AccountScope } from '../../../accounts/account.ts';
import type { Budget } from '../../../fairness/budget.ts';
import type { Change, Changed, Decision, Moment, StoredRecord } from '../../../records/store.ts';
import { type Client, type Pool, rows } from '../../postgres/connection.ts';
import type { Turns } from '../../postgres/lock-queue.ts';
import { accountLock, SCHEMA_LOCK } from '../../postgres/locks.ts';
import type { SchemaGuard, SchemaState } from '../../schema/schema-guard.postgres.ts';
import { tableOf } from '../../sql/columns.ts';
import { statementOf } from '../../sql/portable-sql.postgres.ts';
import type { Asked } from '../../sql/portable-sql.ts';
import { project } from '../../sql/projection.ts';
import type { Made, WebhookHooks } from '../../webhooks/transaction-hooks.postgres.ts';
import { changeValues } from '../log/change-rows.ts';
import { logStatement } from '../log/log-statements.postgres.ts';
import { statementsOf } from '../statements.postgres.ts';
import type { Batches } from './batches.postgres.ts';
import { keepAnswer } from './idempotency.postgres.ts';
import { besideChange } from './side-effects.ts';

/** What the changes of one account are made with. */
export interface ChangeContext {
  readonly pool: Pool;
  readonly account: AccountScope;
  readonly turns: Turns;
  /** In which changes that come faster than they are committed share a transaction. */
  readonly batches: Batches;
  /** Connections that changes may have, by account: those of one do not keep all of them busy. */
  readonly changing: Budget;
  readonly schema: SchemaGuard;
  readonly hooks: WebhookHooks | undefined;
}

/** A change whose record is locked and whose clock is read. */
export interface Opened {
  readonly current: StoredRecord | undefined;
  readonly moment: Moment;
  readonly seq: number;
}

export interface Clock extends SchemaState {
  readonly now: number;
  readonly frozen: boolean;
  readonly seq: number;
}

export type Write = Extract<Decision, { decision: 'write' }>;

/**
 * With the locks that the change shares, before any table is touched. A migration holds that of the schema and waits for tables. That of the
 * account keeps it from being frozen or removed before this change is committed; whoever removes it holds the lock when he comes to the
 * counter. What is read after them is read as it was left by those who held them.
 */
export function beginChange(account: number): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${[SCHEMA_LOCK, accountLock(account)].map(shared).join(', ')}`;
}

function shared(lock: string): string {
  return `pg_advisory_xact_lock_shared(hashtextextended('${lock}', 0))`;
}

export interface Sent {
  readonly statements: readonly (Promise<unknown> | undefined)[];
  /** The deliveries among them. */
  readonly made: Promise<readonly Made[]>;
  /** What has come of the change as soon as it is committed. */
  readonly changed: Changed;
}

/** Everything that a change writes is under way when it returns. */
export function send(
  client: Client,
  context: ChangeContext,
  change: Change,
  { current, moment, seq }: Opened,
  decision: Write,
): Sent {
  const account = context.account.key;
  const { type, idempotency } = change;
  const isNew = change.id === 'new';
  if (!isNew && current === undefined) throw new Error(`A change of ${type} ${moment.id}, which does not exist`);
  const record: StoredRecord = { id: moment.id, version: (current?.version ?? 0) + 1, text: decision.text };
  const { insert, update } = statementsOf(type);
  const columns = project(tableOf(type), decision.fields);
  const written = rows(client, isNew ? insert : update, [account, record.version, record.text, ...columns]);
  const made = logChange(client, context, change, record, decision, moment.now, seq);
  const statements = [
    written,
    made,
    idempotency && keepAnswer(client, account, idempotency, { type, record, now: moment.now }),
    ...writeBeside(client, besideChange(account, change, record, decision)),
  ];
  return { statements, made, changed: { outcome: isNew ? 'created' : 'updated', record } };
}

/** The change for the log, and the deliveries of its events. */
async function logChange(
  client: Client,
  { account: { key: account }, hooks }: ChangeContext,
  change: Change,
  record: StoredRecord,
  decision: Write,
  now: number,
  seq: number,
): Promise<readonly Made[]> {
  const { events } = decision;
  const values = [seq, account, ...changeValues(change, record, decision, now)];
  if (hooks !== undefined && events.length > 0) return rows<Made>(client, hooks.logAndFanOut, [...values, events]);
  await rows(client, logStatement, values);
  return [];
}

export function writeBeside(client: Client, statements: readonly Asked[]): readonly Promise<unknown>[] {
  return statements.map(([text, values]) => rows(client, statementOf(text), values));
}

/** Where the clock was read over 5 s ago, it fails and nothing is committed: `UpdatedOn` is never older than that at its commit. */
export function commitUnlessStale(now: number): string {
  return `SELECT refuse_stale_change(${now}); COMMIT`;
}
