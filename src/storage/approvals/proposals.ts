/**
 * Stores proposals, in SQL that both engines understand. An overdue proposal is shown as expired, even before that is
 * written.
 */
import type { AccountScope } from '../../accounts/account.ts';
import type { IdempotencyKey } from '../../accounts/idempotency.ts';
import type {
  Decider,
  PlanStep,
  Proposal,
  ProposalBase,
  ProposalOutcome,
  ProposalState,
  ProposedWrite,
  WriteOperation,
} from '../../approvals/proposal.ts';
import { tooManyPending } from '../../approvals/refusals.ts';
import type { SerializedProposal } from '../../approvals/serialize-proposal.ts';
import {
  MAX_PENDING_PROPOSALS,
  type ProposalArchive,
  type ProposalPage,
  type ProposalStore,
} from '../../approvals/store.ts';
import type { RecordTypeName } from '../../catalogue/index.ts';
import { createYield } from '../../lib/turns.ts';
import { Problem, Unanswerable } from '../../problems.ts';
import type { Listing } from '../../records/lists/plan.ts';
import type { AuthorKind } from '../../records/store.ts';
import { auditEntryValues, INSERT_AUDIT_ENTRY_SQL } from '../people/audit-entry.ts';
import { checkAccountWritable } from '../records/changes/conditional-write.ts';
import { findAnswer, saveAnswer } from '../records/changes/idempotency.ts';
import { type PortableSql, type SqlValue, yieldRows } from '../sql/portable-sql.ts';

export interface ProposalDatabase extends PortableSql {
  /** Deletes a few stored answers whose Idempotency-Key expired at $1. */
  readonly forgetAnswers: string;
  /** Returns the ids of the page, and one more if more follow. */
  list(
    account: AccountScope,
    asked: { readonly listing: Listing; readonly by: string | undefined; readonly now: number },
    gone?: AbortSignal,
  ): Promise<{ readonly ids: readonly number[]; readonly total: number | undefined } | Problem>;
}

export function createProposalStore(database: ProposalDatabase, account: AccountScope): ProposalStore {
  const { ask, transact, list, forgetAnswers } = database;
  const { key } = account;
  const read = async (statement: string, values: readonly SqlValue[]) =>
    (await ask<ProposalRow>(statement, values)).map(proposalOf);
  return {
    answered: (once, now) =>
      transact(function* () {
        return (yield* checkAccountWritable(database, key)) ?? (yield* firstAnswer(once, now));
      }),
    add: (proposals, { now, once, answer }) =>
      transact(function* () {
        const refusal = yield* checkAccountWritable(database, key);
        if (refusal !== undefined) return refusal;
        // Locks the counter, so that concurrent proposals wait. If a request is sent twice, the second one finds the
        // answer to the first.
        const [counter] = yield* yieldRows<{ last_id: number }>(LOCK_COUNTER_SQL, [key]);
        const first = once && (yield* firstAnswer(once, now));
        if (first !== undefined) return first;
        const [held] = yield* yieldRows<{ waiting: number }>(COUNT_PENDING_SQL, [
          key,
          proposals[0]!.proposal.by.id,
          now,
        ]);
        if (held!.waiting + proposals.length > MAX_PENDING_PROPOSALS) return tooManyPending();
        const id = counter!.last_id + 1;
        for (const one of proposals) yield [INSERT_PROPOSAL_SQL, addedValues(key, id, one)];
        yield [SET_COUNTER_SQL, [key, counter!.last_id + proposals.length]];
        const text = answer(id);
        if (once !== undefined) yield* saveAnswer(key, once, { type: 'Proposals', id, text, now }, forgetAnswers);
        return { id, text, replayed: false };
      }),
    async find(id, now) {
      return (await read(`${selectProposalsSql('$3')} WHERE account = $1 AND id = $2`, [key, id, now]))[0];
    },
    async these(ids, now) {
      const found: Proposal[] = [];
      const turn = createYield();
      for (const id of ids) {
        await turn();
        found.push(...(await read(`${selectProposalsSql('$3')} WHERE account = $1 AND id = $2`, [key, id, now])));
      }
      return found;
    },
    async ofPlan(plan, now) {
      return (await ask<StepRow>(SELECT_PLAN_STEPS_SQL, [key, plan, now])).map(stepOf);
    },
    async list(listing, by, now, gone): Promise<ProposalPage | Problem> {
      const found = await list(account, { listing, by, now }, gone);
      if (found instanceof Problem) return found;
      const { ids, total } = found;
      return { ids: ids.slice(0, listing.take), more: ids.length > listing.take, total };
    },
    async settle(id, { state, by, comment, outcome, audit }, now) {
      const said = outcome === undefined ? null : JSON.stringify(outcome);
      const settled = await transact(function* () {
        const refusal = yield* checkAccountWritable(database, key);
        if (refusal !== undefined) return refusal;
        const changed = yield* yieldRows(SETTLE_PROPOSAL_SQL, [key, id, state, now, JSON.stringify(by), comment, said]);
        if (changed.length > 0 && audit !== undefined) yield [INSERT_AUDIT_ENTRY_SQL, auditEntryValues(key, audit)];
        return changed.length > 0;
      });
      if (settled instanceof Problem) throw new Unanswerable(settled);
      return settled;
    },
  };

  function* firstAnswer(once: IdempotencyKey, now: number) {
    const first = yield* findAnswer(key, once, now);
    return first === undefined || first instanceof Problem ? first : { ...first, replayed: true };
  }
}

/** Returns the column values of a new proposal. `first`: number of the first proposal, and so of the plan. */
function addedValues(
  account: number,
  first: number,
  { proposal, write, base, outcome }: SerializedProposal,
): SqlValue[] {
  const { plan, order, type, recordID, operation, reason, by } = proposal;
  return [
    ...[account, first + order - 1, plan && first, plan?.title ?? null, plan?.size ?? 1, order],
    ...[type, recordID, operation, write, proposal.base?.version ?? null, base],
    ...[reason, by.kind, by.id, by.name, by.email, proposal.createdOn, proposal.expiresOn, outcome],
  ];
}

export function createProposalArchive({ ask, write }: PortableSql): ProposalArchive {
  return {
    async expire(now, before) {
      // A read is enough in nearly all cases, because nothing has expired.
      if ((await ask(FIND_EXPIRED_SQL, [now, before])).length === 0) return 0;
      const gone = await write([
        [EXPIRE_PENDING_SQL, [now]],
        [DELETE_OLD_SQL, [before]],
      ]);
      return gone.reduce((sum, rows) => sum + rows.length, 0);
    },
  };
}

/**
 * Upper bound for the steps of a plan. They are numbered together; the number of the plan is that of its first step.
 */
const MAX_PLAN_STEPS = 1_000;
/** Rows per cleanup transaction: each may contain hundreds of kilobytes, and other changes wait for them. */
const CLEANUP_BATCH_ROWS = 16;

/** Locks the counter of proposals until the transaction ends. */
const LOCK_COUNTER_SQL = `INSERT INTO record_counters AS c (account, type, last_id) VALUES ($1, 'Proposals', 0)
  ON CONFLICT (account, type) DO UPDATE SET last_id = c.last_id RETURNING last_id`;
const SET_COUNTER_SQL = `UPDATE record_counters SET last_id = $2 WHERE account = $1 AND type = 'Proposals'`;

const COUNT_PENDING_SQL = `SELECT CAST(count(*) AS integer) AS waiting FROM proposals
  WHERE account = $1 AND by_id = $2 AND state = 'pending' AND expires_on > $3`;

const INSERT_PROPOSAL_SQL = `INSERT INTO proposals (account, id, plan, plan_title, plan_size, place, type, record_id, operation, write, base_version, base,
    reason, by_kind, by_id, by_name, works_for, created_on, expires_on, outcome, state)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, 'pending')`;

const SETTLE_PROPOSAL_SQL = `UPDATE proposals SET state = $3, decided_on = $4, decided_by = $5, comment = $6, outcome = coalesce($7, outcome)
  WHERE account = $1 AND id = $2 AND state = 'pending' AND expires_on > $4 RETURNING id`;

const FIND_EXPIRED_SQL = `SELECT id FROM (SELECT id FROM proposals WHERE state = 'pending' AND expires_on <= $1 LIMIT 1) AS waits
  UNION ALL SELECT id FROM (SELECT id FROM proposals WHERE expires_on <= $2 LIMIT 1) AS kept`;
/** Checks for pending twice: PostgreSQL may have waited for a decision on the row. */
const EXPIRE_PENDING_SQL = `UPDATE proposals SET state = 'expired' WHERE (account, id) IN (
    SELECT account, id FROM proposals WHERE state = 'pending' AND expires_on <= $1 LIMIT ${CLEANUP_BATCH_ROWS})
  AND state = 'pending' RETURNING id`;
const DELETE_OLD_SQL = `DELETE FROM proposals WHERE (account, id) IN (
    SELECT account, id FROM proposals WHERE expires_on <= $1 LIMIT ${CLEANUP_BATCH_ROWS}) RETURNING id`;

/** Columns of a proposal except `state`, which depends on the current time. */
const PROPOSAL_COLUMNS = [
  'id',
  'plan',
  'plan_title',
  'plan_size',
  'place',
  'type',
  'record_id',
  'operation',
  'write',
  'base_version',
  'base',
  'reason',
  'by_kind',
  'by_id',
  'by_name',
  'works_for',
  'created_on',
  'expires_on',
  'decided_on',
  'decided_by',
  'comment',
  'made_version',
  'outcome',
] as const;

export const proposalStateSql = (now: string) =>
  `CASE WHEN state = 'pending' AND expires_on <= ${now} THEN 'expired' ELSE state END`;

const selectProposalsSql = (now: string) =>
  `SELECT ${PROPOSAL_COLUMNS.join(', ')}, ${proposalStateSql(now)} AS state FROM proposals`;

const SELECT_PLAN_STEPS_SQL = `SELECT id, place, type, record_id, operation, write, made_version, ${proposalStateSql('$3')} AS state FROM proposals
  WHERE account = $1 AND plan = $2 AND id >= $2 AND id < $2 + ${MAX_PLAN_STEPS} ORDER BY id`;

type StepRow = Pick<
  ProposalRow,
  'id' | 'place' | 'type' | 'record_id' | 'operation' | 'write' | 'made_version' | 'state'
>;

function stepOf(row: StepRow): PlanStep {
  return {
    id: row.id,
    order: row.place,
    state: row.state,
    type: row.type,
    recordID: row.record_id,
    operation: row.operation,
    write: JSON.parse(row.write) as ProposedWrite,
    madeVersion: row.made_version,
  };
}

interface ProposalRow {
  readonly id: number;
  readonly plan: number | null;
  readonly plan_title: string | null;
  readonly plan_size: number;
  readonly place: number;
  readonly type: RecordTypeName;
  readonly record_id: number | null;
  readonly operation: WriteOperation;
  readonly write: string;
  readonly base_version: number | null;
  readonly base: string | null;
  readonly reason: string;
  readonly by_kind: AuthorKind;
  readonly by_id: string;
  readonly by_name: string;
  readonly works_for: string;
  readonly created_on: number;
  readonly expires_on: number;
  readonly decided_on: number | null;
  readonly decided_by: string | null;
  readonly comment: string | null;
  readonly made_version: number | null;
  readonly outcome: string | null;
  readonly state: ProposalState;
}

function proposalOf(row: ProposalRow): Proposal {
  const { plan, plan_title: title, plan_size: size, base_version: version } = row;
  return {
    ...stepOf(row),
    plan: plan === null ? null : { id: plan, title: title!, size },
    base: version === null ? null : ({ version, values: JSON.parse(row.base!) } as ProposalBase),
    reason: row.reason,
    by: { kind: row.by_kind, id: row.by_id, name: row.by_name, email: row.works_for },
    createdOn: row.created_on,
    expiresOn: row.expires_on,
    decidedOn: row.decided_on,
    decidedBy: row.decided_by === null ? null : (JSON.parse(row.decided_by) as Decider),
    comment: row.comment,
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as ProposalOutcome),
  };
}
