/**
 * A change of one record on PostgreSQL: lock, look up, decide, write, commit. Statements that do not need each other's
 * answers are sent together, so a change without needs takes two round trips.
 *
 * A connection that breaks or stays silent while COMMIT is under way leaves it unknown whether the change was made; the
 * answer is `unavailable` and says so. An Idempotency-Key or If-Match makes the client's retry safe.
 */
import { Problem } from '../../../problems.ts';
import type { Change, ChangeResult, StoredRecord } from '../../../records/store.ts';
import {
  awaitPipelined,
  type Client,
  type PreparedStatement,
  queryRows,
  rollBack,
  withClient,
} from '../../postgres/connection.ts';
import { commitFailureOf } from '../../postgres/connection-errors.ts';
import {
  isRetryableConflict,
  problemOf,
  uniqueViolationProblem,
  ValueTakenError,
  violatedUniqueIndex,
} from '../../postgres/failures.ts';
import { withPermit } from '../../slow-work-queue.ts';
import { accountFrozen, tooManyChanges } from '../../sql/database-problems.ts';
import { statementsOf, TRANSACTION_STATE_SQL } from '../statements.postgres.ts';
import { checkOpenLink, openLinkValues, SELECT_OPEN_LINK_SQL } from './accept-invitation.ts';
import type { BatchMember, BatchOutcomes } from './change-batcher.postgres.ts';
import { FoundRows } from './found-rows.ts';
import { commitGroup, type GroupCommitResult, sameResultForAll } from './group-commit.postgres.ts';
import { findAnswer, saveAnswer } from './idempotency.postgres.ts';
import { lookUpRound, type NeedsContext } from './needs.postgres.ts';
import {
  checkProposalOpen,
  type ProposalStateRow,
  proposalStateValues,
  SELECT_PROPOSAL_STATE_SQL,
} from './resolve-proposal.ts';
import { sideEffects } from './side-effects.ts';
import {
  beginChangeSql,
  commitUnlessStaleSql,
  type OpenedChange,
  type PostgresChangeContext,
  sendChange,
  sendSideEffects,
  type TransactionState,
  type WriteDecision,
} from './write-change.postgres.ts';

const MAX_ATTEMPTS = 5;
/**
 * Maximum number of attempts to get a number. Each attempt reads the next free number again, and loses it only to a
 * transaction that writes this number at that moment.
 */
const MAX_NUMBER_ATTEMPTS = 30;

export function commitChange(context: PostgresChangeContext, change: Change): Promise<ChangeResult | Problem> {
  const { account, batches, hooks } = context;
  const member: BatchMember = {
    change,
    alone: (until) => waitForLocks(() => waitForConnection(() => tryOften(context, change), until)),
    // New records wait for their counter, and those of a batch for nobody else's locks.
    inTurn: (begin, until) =>
      change.id === 'new' ? waitForLocks(() => waitForConnection(begin, until)) : waitForConnection(begin, until),
    together: (changes) => tryTogether(context, changes),
  };
  const join = () => batches.join(account.key, member);
  return hooks === undefined ? join() : hooks.paced(account.key, join);

  function waitForLocks<Result>(work: () => Promise<Result>): Promise<Result> {
    return context.turns.take(`${account.key} ${change.type} ${change.id}`, work);
  }

  function waitForConnection<Result>(work: () => Promise<Result>, until: number): Promise<Result | Problem> {
    const patience = Math.max(0, until - performance.now());
    return withPermit(context.changing, account.key, work, undefined, tooManyChanges, patience);
  }
}

/** Makes several changes together. If this throws, they may have been made, so nothing is retried. */
async function tryTogether(context: PostgresChangeContext, changes: readonly Change[]): Promise<BatchOutcomes> {
  const { outcomes, made } = await withClient(context.pool, (client) => commitGroup(client, context, changes)).catch(
    (failure): GroupCommitResult => {
      const problem = problemOf(failure);
      if (problem === undefined) throw failure;
      return sameResultForAll(changes, problem);
    },
  );
  for (const deliveries of made) context.hooks?.committed(context.account.key, deliveries);
  return outcomes;
}

async function tryOften(context: PostgresChangeContext, change: Change): Promise<ChangeResult | Problem> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withClient(context.pool, (client) => tryChange(client, context, change));
    } catch (failure) {
      if (attempt < attemptsAfter(failure)) continue;
      const problem = uniqueViolationProblem(failure, change.type) ?? problemOf(failure);
      if (problem === undefined) throw failure;
      return problem;
    }
  }
}

function attemptsAfter(failure: unknown): number {
  if (failure instanceof ValueTakenError) return MAX_NUMBER_ATTEMPTS;
  return isRetryableConflict(failure) ? MAX_ATTEMPTS : 0;
}

async function tryChange(
  client: Client,
  context: PostgresChangeContext,
  change: Change,
): Promise<ChangeResult | Problem> {
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
      const field = violatedUniqueIndex(failure, change.type)?.field;
      throw field !== undefined && found.sawFree(change.type, field) ? new ValueTakenError(field) : failure;
    });
    committed = true;
    return changed;
  } finally {
    if (!committed) await rollBack(client);
  }
}

/** Locks the record, or takes the next id; or finds out that there is nothing to decide. */
async function open(
  client: Client,
  context: PostgresChangeContext,
  change: Change,
): Promise<OpenedChange | ChangeResult | Problem> {
  const account = context.account.key;
  const { type, id, idempotency, fulfils, accepts } = change;
  const [, [opened], answer, proposals, links] = await awaitPipelined([
    client.query(beginChangeSql(account)),
    id === 'new'
      ? queryRows<TransactionState & { id: number }>(client, takeNextID, [account, type])
      : queryRows<TransactionState & Partial<StoredRecord>>(client, statementsOf(type).open, [account, id]),
    // After the id was taken, which waits for the other new records of this type: a repeat among them is found.
    idempotency && findAnswer(client, account, idempotency),
    fulfils && queryRows<ProposalStateRow>(client, lockProposal, proposalStateValues(account, fulfils)),
    accepts && queryRows(client, lockLink, openLinkValues(account, id as number, accepts)),
  ]);
  const outdated = opened && context.schema.judge(opened);
  if (outdated !== undefined) return outdated;
  // An account that was removed meanwhile takes no changes either.
  if (opened === undefined || opened.frozen) return accountFrozen();
  if (answer !== undefined) return answer instanceof Problem ? answer : { outcome: 'replayed', record: answer };
  const decided = (proposals && checkProposalOpen(proposals[0])) ?? (links && checkOpenLink(links[0]));
  if (decided !== undefined) return decided;
  const { now, seq } = opened;
  return { current: storedRecord(opened), moment: { now, id: id === 'new' ? opened.id! : id }, seq };
}

/** Calls `needs` until it names nothing new, and looks up what it names. */
export async function lookUpNeeds(
  change: Change,
  { current, moment }: Pick<OpenedChange, 'current' | 'moment'>,
  asker: NeedsContext,
): Promise<FoundRows> {
  const found = new FoundRows();
  for (;;) {
    const open = found.unanswered(change.needs(current, found, moment.id));
    if (open.length === 0) return found;
    await lookUpRound(open, found, asker);
  }
}

/** A change that changes nothing has an answer, too, which its repeats are given. */
async function leave(
  client: Client,
  { account: { key: account } }: PostgresChangeContext,
  change: Change,
  { current, moment: { now } }: OpenedChange,
): Promise<ChangeResult> {
  const { type, idempotency, fulfils, accepts } = change;
  const record = current!;
  await awaitPipelined([
    idempotency && saveAnswer(client, account, idempotency, { type, record, now }),
    ...sendSideEffects(client, sideEffects(account, change, record, undefined)),
    client.query(idempotency || fulfils || accepts ? 'COMMIT' : 'ROLLBACK'),
  ]);
  return { outcome: 'unchanged', record };
}

/**
 * Sends all writes and the COMMIT in one round trip. After a failed statement, PostgreSQL rejects the others and does
 * not execute the COMMIT; this function then throws the failure.
 */
async function write(
  client: Client,
  context: PostgresChangeContext,
  change: Change,
  opened: OpenedChange,
  decision: WriteDecision,
): Promise<ChangeResult> {
  const { statements, made, changed } = sendChange(client, context, change, opened, decision);
  await awaitPipelined([...statements, client.query(commitUnlessStaleSql(opened.moment.now))]).catch((failure) => {
    throw commitFailureOf(failure);
  });
  context.hooks?.committed(context.account.key, await made);
  return changed;
}

function storedRecord({ id, version, text }: Partial<StoredRecord>): StoredRecord | undefined {
  return text == null ? undefined : { id: id!, version: version!, text };
}

/** $1 account, $2 type. The counter stays locked until COMMIT or ROLLBACK, so no id is left out. */
const takeNextID: PreparedStatement = {
  name: 'take_next_id',
  text: `WITH taken AS (
      INSERT INTO record_counters AS counter (account, type, last_id) VALUES ($1, $2, 1)
      ON CONFLICT (account, type) DO UPDATE SET last_id = counter.last_id + 1
      RETURNING last_id AS id
    )
    SELECT ${TRANSACTION_STATE_SQL}, taken.id FROM accounts CROSS JOIN taken WHERE accounts.key = $1`,
};

/**
 * Locks the proposal, so that other decisions about it wait and then find it decided. Revoking its key waits until the
 * change is made.
 */
const lockProposal: PreparedStatement = {
  name: 'lock_proposal',
  text: `${SELECT_PROPOSAL_STATE_SQL} FOR UPDATE OF p FOR SHARE OF k`,
};
const lockLink: PreparedStatement = { name: 'lock_link', text: `${SELECT_OPEN_LINK_SQL} FOR UPDATE` };
