/**
 * Makes several changes of one type in one transaction, either each of another record or all new, so that its start and
 * end are sent only once. A change is made alone if another transaction is changing its record, or if it needs a lock
 * to be sure of what it sees. No change therefore delays an unrelated one.
 */
import type { RecordTypeName } from '../../../catalogue/index.ts';
import { createYield } from '../../../lib/turns.ts';
import { Problem } from '../../../problems.ts';
import type { Change, Need, StoredRecord } from '../../../records/store.ts';
import { awaitPipelined, type Client, type PreparedStatement, queryRows, rollBack } from '../../postgres/connection.ts';
import { commitFailureOf, isConnectionLoss, UnknownOutcomeError } from '../../postgres/connection-errors.ts';
import { isRetryableConflict, problemOf } from '../../postgres/failures.ts';
import { accountFrozen } from '../../sql/database-problems.ts';
import type { CreatedDelivery } from '../../webhooks/transaction-hooks.postgres.ts';
import { statementsOf, TRANSACTION_STATE_SQL } from '../statements.postgres.ts';
import type { BatchOutcomes } from './change-batcher.postgres.ts';
import { FoundRows } from './found-rows.ts';
import { lookUpRound } from './needs.postgres.ts';
import {
  beginChangeSql,
  commitUnlessStaleSql,
  type OpenedChange,
  type PostgresChangeContext,
  type SentWrite,
  sendChange,
  type TransactionState,
  type WriteDecision,
} from './write-change.postgres.ts';

export interface GroupCommitResult {
  readonly outcomes: BatchOutcomes;
  /** The deliveries of each change that was written. */
  readonly made: readonly (readonly CreatedDelivery[])[];
}

/** A change whose record is locked, or a Problem for all changes; undefined for a change that cannot be made here. */
type Place = OpenedChange | Problem | undefined;

/** A write to be made, or the outcome of a change that writes nothing. */
type Decided =
  | { readonly opened: OpenedChange; readonly decision: WriteDecision }
  | { readonly outcome: BatchOutcomes[number] };

/** Large records take the thread for milliseconds each: others come in between sooner than elsewhere. */
const MAX_SLICE_MS = 5;

/**
 * Commits changes together. If one of them fails, each must be made alone: the faulty one then fails again without
 * affecting the others. If this throws, the changes may have been made.
 */
export async function commitGroup(
  client: Client,
  context: PostgresChangeContext,
  changes: readonly Change[],
): Promise<GroupCommitResult> {
  let isCommitted = false;
  try {
    const places = await open(client, context, changes);
    if (places instanceof Problem) return sameResultForAll(changes, places);
    const turn = createYield(MAX_SLICE_MS);
    const found = await lookUpEach(client, context, changes, places, turn);
    const decided = await decideEach(changes, places, found, turn);
    const sent = await sendEach(client, context, changes, decided, turn);
    const writes = sent.filter((one) => one !== undefined);
    if (writes.length > 0) {
      await commit(client, context, changes[0]!, decided, writes);
      isCommitted = true;
    }
    const outcomes = decided.map((one, n) => ('outcome' in one ? one.outcome : sent[n]!.changed));
    return { outcomes, made: await Promise.all(writes.map(({ made }) => made)) };
  } catch (failure) {
    if (isCommitted || failure instanceof UnknownOutcomeError) throw failure;
    return sameResultForAll(changes, isConnectionLoss(failure) ? problemOf(failure) : undefined);
  } finally {
    if (!isCommitted) await rollBack(client);
  }
}

/** Returns the same outcome for all changes; nothing was written. */
export function sameResultForAll(changes: readonly Change[], outcome: Problem | undefined): GroupCommitResult {
  return { outcomes: changes.map(() => outcome), made: [] };
}

/** Opens all changes. Returns a Problem for all of them if a shared part fails. */
async function open(
  client: Client,
  context: PostgresChangeContext,
  changes: readonly Change[],
): Promise<readonly Place[] | Problem> {
  const account = context.account.key;
  const opened = awaitPipelined([
    client.query(beginChangeSql(account)),
    changes[0]!.id === 'new'
      ? placesOfNew(client, context, changes[0]!.type, changes.length)
      : placesOf(client, context, changes),
  ]);
  return opened.then(
    ([, places]) => places,
    (failure) => {
      const problem = isRetryableConflict(failure) ? undefined : problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    },
  );
}

/** Opens the records that exist and that no other transaction is changing. */
async function placesOf(client: Client, context: PostgresChangeContext, changes: readonly Change[]): Promise<Place[]> {
  const ids = changes.map(({ id }) => id as number);
  const { openFree } = statementsOf(changes[0]!.type);
  const free = await queryRows<TransactionState & StoredRecord>(client, openFree, [context.account.key, ids]);
  const places = new Map(
    free.map((row) => {
      const { id, version, text, now, seq } = row;
      const current = { id, version, text };
      return [id, refusalOf(context, row) ?? { current, moment: { now, id }, seq }];
    }),
  );
  return ids.map((id) => places.get(id));
}

/** The next free numbers, as if all of them were used. */
async function placesOfNew(
  client: Client,
  context: PostgresChangeContext,
  type: RecordTypeName,
  count: number,
): Promise<Place[]> {
  const opened = await queryRows<TransactionState & { last: number }>(client, openCounter, [
    context.account.key,
    type,
    count,
  ]);
  return opened.map((row, n) => {
    const { now, seq, last } = row;
    return refusalOf(context, row) ?? { current: undefined, moment: { now, id: last + 1 + n }, seq };
  });
}

function refusalOf({ schema }: PostgresChangeContext, clock: TransactionState): Problem | undefined {
  return schema.judge(clock) ?? (clock.frozen ? accountFrozen() : undefined);
}

async function lookUpEach(
  client: Client,
  context: PostgresChangeContext,
  changes: readonly Change[],
  places: readonly Place[],
  turn: () => Promise<void>,
): Promise<readonly (FoundRows | undefined)[]> {
  const lookups: Promise<FoundRows | undefined>[] = [];
  for (const [n, change] of changes.entries()) {
    await turn();
    lookups.push(suppressUnhandled(lookUpFree(client, context, change, places[n])));
  }
  return awaitPipelined(lookups);
}

async function decideEach(
  changes: readonly Change[],
  places: readonly Place[],
  found: readonly (FoundRows | undefined)[],
  turn: () => Promise<void>,
): Promise<Decided[]> {
  const decided: Decided[] = [];
  let left = 0;
  for (const [n, change] of changes.entries()) {
    await turn();
    const place = change.id === 'new' ? movedUp(places[n], left) : places[n];
    const one = decide(change, place, found[n]);
    if ('outcome' in one) left++;
    decided.push(one);
  }
  return decided;
}

async function sendEach(
  client: Client,
  context: PostgresChangeContext,
  changes: readonly Change[],
  decided: readonly Decided[],
  turn: () => Promise<void>,
): Promise<readonly (SentWrite | undefined)[]> {
  const sent: (SentWrite | undefined)[] = [];
  for (const [n, one] of decided.entries()) {
    await turn();
    const written = 'decision' in one ? sendChange(client, context, changes[n]!, one.opened, one.decision) : undefined;
    for (const statement of written?.statements ?? []) if (statement !== undefined) suppressUnhandled(statement);
    sent.push(written);
  }
  return sent;
}

/**
 * Prevents an unhandled rejection: a statement may fail before all are sent, and is awaited later together with them.
 */
function suppressUnhandled<Result>(outcome: Promise<Result>): Promise<Result> {
  outcome.catch(() => {});
  return outcome;
}

/** Lowers the id of a new record by `left`, the number of unused ids before it. */
function movedUp(place: Place, left: number): Place {
  if (place === undefined || place instanceof Problem) return place;
  return { ...place, moment: { ...place.moment, id: place.moment.id - left } };
}

function decide(change: Change, place: Place, found: FoundRows | undefined): Decided {
  if (place instanceof Problem) return { outcome: place };
  if (place === undefined || found === undefined) return { outcome: undefined };
  const { current, moment } = place;
  // Under another number it may have to see something else.
  if (found.unanswered(change.needs(current, found, moment.id)).length > 0) return { outcome: undefined };
  const decision = change.decide(current, found, moment);
  switch (decision.decision) {
    case 'refused':
      return { outcome: decision.problem };
    case 'unchanged':
      return { outcome: { outcome: 'unchanged', record: current! } };
    case 'write':
      return { opened: place, decision };
  }
}

/** Looks up the needs of a change. Returns undefined if it would have to wait for others, or others for it. */
async function lookUpFree(
  client: Client,
  { account }: PostgresChangeContext,
  change: Change,
  place: Place,
): Promise<FoundRows | undefined> {
  if (place === undefined || place instanceof Problem) return undefined;
  const asker = { client, account: account.key, type: change.type, id: change.id, keepsOthersWaiting: true };
  const found = new FoundRows();
  for (;;) {
    const open = found.unanswered(change.needs(place.current, found, place.moment.id));
    if (open.length === 0) return found;
    if (open.some((need) => waits(need, change))) return undefined;
    await lookUpRound(open, found, asker);
  }
}

/**
 * True if a need takes a lock or waits for a transaction that writes the same value. Two batches, each with a value
 * that the other needs, would wait for each other. Batches of new records run one after the other, so they may wait.
 */
function waits({ need }: Need, { id }: Change): boolean {
  return need === 'ancestors' || need === 'another' || (need === 'taken' && id !== 'new');
}

async function commit(
  client: Client,
  { account }: PostgresChangeContext,
  { type, id }: Change,
  decided: readonly Decided[],
  writes: readonly SentWrite[],
): Promise<void> {
  const clocks = decided.flatMap((one) => ('decision' in one ? one.opened.moment.now : []));
  await awaitPipelined([
    ...writes.flatMap(({ statements }) => statements),
    id === 'new' && queryRows(client, moveCounter, [account.key, type, writes.length]),
    client.query(commitUnlessStaleSql(Math.min(...clocks))),
  ]).catch((failure) => {
    throw commitFailureOf(failure);
  });
}

/** $1 account, $2 type, $3 how many. The counter stays locked, and where it is: what is refused leaves no number out. */
const openCounter: PreparedStatement = {
  name: 'open_counter',
  text: `WITH opened AS (
      INSERT INTO record_counters AS counter (account, type, last_id) VALUES ($1, $2, 0)
      ON CONFLICT (account, type) DO UPDATE SET last_id = counter.last_id
      RETURNING last_id AS last
    )
    SELECT ${TRANSACTION_STATE_SQL}, opened.last FROM accounts CROSS JOIN opened CROSS JOIN generate_series(1, $3::int)
    WHERE accounts.key = $1`,
};

/** $1 account, $2 type, $3 by how many. */
const moveCounter: PreparedStatement = {
  name: 'move_counter',
  text: 'UPDATE record_counters SET last_id = last_id + $3 WHERE account = $1 AND type = $2',
};
