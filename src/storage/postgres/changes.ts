/**
 * A change of one record on PostgreSQL: lock, look up, decide, write, commit. Statements that do not need each other's
 * answers are sent together, so a change without needs takes two round trips.
 *
 * A connection that breaks or stays silent while COMMIT is under way leaves it unknown whether the change was made; the
 * answer is `unavailable` and says so. An Idempotency-Key or If-Match makes the client's retry safe.
 */
import type { AccountScope } from '../../accounts/account.ts';
import { Problem } from '../../problems.ts';
import type { Change, Changed, Decision, Moment, StoredRecord } from '../../records/store.ts';
import type { Budget } from '../../shares/budget.ts';
import { OPEN_LINK, openLinkValues, refusalOfLink } from '../acceptance.ts';
import { besideChange } from '../beside-change.ts';
import { changeValues } from '../change-rows.ts';
import { tableOf } from '../columns.ts';
import { FoundRows } from '../found.ts';
import { type ProposalNow, refusalOf, STATE_OF_PROPOSAL, stateValues } from '../fulfilment.ts';
import { inTurn } from '../in-turn.ts';
import type { Asked } from '../portable-sql.ts';
import { project } from '../projection.ts';
import { accountFrozen, tooManyChanges } from '../refusals.ts';
import { type Client, type Pool, rollBack, rows, type Statement, together, withClient } from './connection.ts';
import { isConflict, problemOf, TakenMeanwhile, takenIndex, takenValue } from './failures.ts';
import { findAnswer, keepAnswer } from './idempotency.ts';
import { accountLock, SCHEMA_LOCK } from './locks.ts';
import { logStatement } from './log-statements.ts';
import { inDoubt } from './lost-connection.ts';
import { type Asker, lookUp } from './needs.ts';
import { statementOf } from './portable-sql.ts';
import type { SchemaGuard, SchemaState } from './schema-guard.ts';
import { CLOCK, statementsOf } from './statements.ts';
import type { Turns } from './turns.ts';
import type { Made, WebhookHooks } from './webhook-hooks.ts';

/** What the changes of one account are made with. */
export interface ChangeContext {
  readonly pool: Pool;
  readonly account: AccountScope;
  readonly turns: Turns;
  /** Connections that changes may have, by account: those of one do not keep all of them busy. */
  readonly changing: Budget;
  readonly schema: SchemaGuard;
  readonly hooks: WebhookHooks | undefined;
}

/** A change whose record is locked and whose clock is read. */
interface Opened {
  readonly current: StoredRecord | undefined;
  readonly moment: Moment;
  readonly seq: number;
}

interface Clock extends SchemaState {
  readonly now: number;
  readonly frozen: boolean;
  readonly seq: number;
}

type Write = Extract<Decision, { decision: 'write' }>;

const ATTEMPTS = 5;
/** Each try asks anew which number is free, and loses it only to somebody who writes that very number just then. */
const NUMBERS_TRIED = 30;

export function commitChange(context: ChangeContext, change: Change): Promise<Changed | Problem> {
  const { account, turns, changing, hooks } = context;
  const inItsTurn = () =>
    turns.take(`${account.key} ${change.type} ${change.id}`, () =>
      inTurn(changing, account.key, () => tryOften(context, change), undefined, tooManyChanges),
    );
  return hooks === undefined ? inItsTurn() : hooks.paced(account.key, inItsTurn);
}

async function tryOften(context: ChangeContext, change: Change): Promise<Changed | Problem> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withClient(context.pool, (client) => tryChange(client, context, change));
    } catch (failure) {
      if (attempt < attemptsAfter(failure)) continue;
      const problem = takenValue(failure, change.type) ?? problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    }
  }
}

function attemptsAfter(failure: unknown): number {
  if (failure instanceof TakenMeanwhile) return NUMBERS_TRIED;
  return isConflict(failure) ? ATTEMPTS : 0;
}

async function tryChange(client: Client, context: ChangeContext, change: Change): Promise<Changed | Problem> {
  let committed = false;
  try {
    const opened = await open(client, context, change);
    if (!('moment' in opened)) return opened;
    const asker = { client, account: context.account.key, type: change.type, id: change.id, keepsOthersWaiting: true };
    const found = await lookUpNeeds(change, opened, asker);
    const decision = change.decide(opened.current, found, opened.moment);
    if (decision.decision === 'refused') return decision.problem;
    if (decision.decision === 'unchanged') {
      const left = await leave(client, context, change, opened);
      committed = true;
      return left;
    }
    const changed = await write(client, context, change, opened, decision).catch((failure) => {
      const field = takenIndex(failure, change.type)?.field;
      throw field !== undefined && found.sawFree(change.type, field) ? new TakenMeanwhile(field) : failure;
    });
    committed = true;
    return changed;
  } finally {
    if (!committed) await rollBack(client);
  }
}

/** Locks the record, or takes the next id; or finds out that there is nothing to decide. */
async function open(client: Client, context: ChangeContext, change: Change): Promise<Opened | Changed | Problem> {
  const account = context.account.key;
  const { type, id, idempotency, fulfils, accepts } = change;
  const [, [opened], answer, proposals, links] = await together([
    client.query(beginChange(account)),
    id === 'new'
      ? rows<Clock & { id: number }>(client, takeNextID, [account, type])
      : rows<Clock & Partial<StoredRecord>>(client, statementsOf(type).open, [account, id]),
    // After the id was taken, which waits for the other new records of this type: a repeat among them is found.
    idempotency && findAnswer(client, account, idempotency),
    fulfils && rows<ProposalNow>(client, lockProposal, stateValues(account, fulfils)),
    accepts && rows(client, lockLink, openLinkValues(account, id as number, accepts)),
  ]);
  const outdated = opened && context.schema.judge(opened);
  if (outdated !== undefined) return outdated;
  // An account that was removed meanwhile takes no changes either.
  if (opened === undefined || opened.frozen) return accountFrozen();
  if (answer !== undefined) return answer instanceof Problem ? answer : { outcome: 'replayed', record: answer };
  const decided = (proposals && refusalOf(proposals[0])) ?? (links && refusalOfLink(links[0]));
  if (decided !== undefined) return decided;
  const { now, seq } = opened;
  return { current: storedRecord(opened), moment: { now, id: id === 'new' ? opened.id! : id }, seq };
}

/** Asks `needs` until it names nothing new, and looks up what it names. */
export async function lookUpNeeds(
  change: Change,
  { current, moment }: Pick<Opened, 'current' | 'moment'>,
  asker: Asker,
): Promise<FoundRows> {
  const found = new FoundRows();
  for (;;) {
    const open = found.unanswered(change.needs(current, found, moment.id));
    if (open.length === 0) return found;
    await lookUp(open, found, asker);
  }
}

/** A change that changes nothing has an answer, too, which its repeats are given. */
async function leave(
  client: Client,
  { account: { key: account } }: ChangeContext,
  change: Change,
  { current, moment: { now } }: Opened,
): Promise<Changed> {
  const { type, idempotency, fulfils, accepts } = change;
  const record = current!;
  await together([
    idempotency && keepAnswer(client, account, idempotency, { type, record, now }),
    ...writeBeside(client, besideChange(account, change, record, undefined)),
    client.query(idempotency || fulfils || accepts ? 'COMMIT' : 'ROLLBACK'),
  ]);
  return { outcome: 'unchanged', record };
}

/**
 * All in one round trip, COMMIT included: after a statement that failed, PostgreSQL refuses the others and does not come to it, and the
 * failure is what is thrown here.
 */
async function write(
  client: Client,
  context: ChangeContext,
  change: Change,
  { current, moment, seq }: Opened,
  decision: Write,
): Promise<Changed> {
  const account = context.account.key;
  const { type, idempotency } = change;
  const isNew = change.id === 'new';
  if (!isNew && current === undefined) throw new Error(`A change of ${type} ${moment.id}, which does not exist`);
  const record: StoredRecord = { id: moment.id, version: (current?.version ?? 0) + 1, text: decision.text };
  const { insert, update } = statementsOf(type);
  const columns = project(tableOf(type), decision.fields);
  const [, made] = await together([
    rows(client, isNew ? insert : update, [account, record.version, record.text, ...columns]),
    logChange(client, context, change, record, decision, moment.now, seq),
    idempotency && keepAnswer(client, account, idempotency, { type, record, now: moment.now }),
    ...writeBeside(client, besideChange(account, change, record, decision)),
    client.query(commitUnlessStale(moment.now)),
  ]).catch((failure) => {
    throw inDoubt(failure);
  });
  context.hooks?.committed(account, made);
  return { outcome: isNew ? 'created' : 'updated', record };
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

function storedRecord({ id, version, text }: Partial<StoredRecord>): StoredRecord | undefined {
  return text == null ? undefined : { id: id!, version: version!, text };
}

/**
 * With the locks that the change shares, before any table is touched. A migration holds that of the schema and waits for tables. That of the
 * account keeps it from being frozen or removed before this change is committed; whoever removes it holds the lock when he comes to the
 * counter. What is read after them is read as it was left by those who held them.
 */
function beginChange(account: number): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${[SCHEMA_LOCK, accountLock(account)].map(shared).join(', ')}`;
}

function shared(lock: string): string {
  return `pg_advisory_xact_lock_shared(hashtextextended('${lock}', 0))`;
}

/** $1 account, $2 type. The counter stays locked until COMMIT or ROLLBACK, so no id is left out. */
const takeNextID: Statement = {
  name: 'take_next_id',
  text: `WITH taken AS (
      INSERT INTO record_counters AS counter (account, type, last_id) VALUES ($1, $2, 1)
      ON CONFLICT (account, type) DO UPDATE SET last_id = counter.last_id + 1
      RETURNING last_id AS id
    )
    SELECT ${CLOCK}, taken.id FROM accounts CROSS JOIN taken WHERE accounts.key = $1`,
};

/** Whoever else decides about it waits, and then finds it decided; whoever revokes its key waits until the change is made. */
const lockProposal: Statement = { name: 'lock_proposal', text: `${STATE_OF_PROPOSAL} FOR UPDATE OF p FOR SHARE OF k` };
const lockLink: Statement = { name: 'lock_link', text: `${OPEN_LINK} FOR UPDATE` };

function writeBeside(client: Client, statements: readonly Asked[]): readonly Promise<unknown>[] {
  return statements.map(([text, values]) => rows(client, statementOf(text), values));
}

/** Where the clock was read over 5 s ago, it fails and nothing is committed: `UpdatedOn` is never older than that at its commit. */
function commitUnlessStale(now: number): string {
  return `SELECT refuse_stale_change(${now}); COMMIT`;
}
