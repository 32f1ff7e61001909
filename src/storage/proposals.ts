/** Proposals, in SQL that both engines read alike. One that is over is shown as expired, whether or not that is written yet. */
import type { AccountScope } from '../accounts/account.ts';
import type { Base, Decider, Operation, Outcome, Proposal, ProposalState, Write } from '../approvals/proposal.ts';
import { LASTS_MS } from '../approvals/proposal.ts';
import { tooManyWaiting } from '../approvals/refusals.ts';
import { MOST_WAITING, type ProposalArchive, type ProposalPage, type ProposalStore } from '../approvals/store.ts';
import type { RecordTypeName } from '../catalogue/index.ts';
import { Problem } from '../problems.ts';
import type { Listing } from '../records/list/plan.ts';
import type { AuthorKind } from '../records/store.ts';
import type { PortableSql, Value } from './portable-sql.ts';
import { accountFrozen } from './refusals.ts';

export interface ProposalDatabase extends PortableSql {
  /** Before the account is written to: keeps it from being frozen or removed meanwhile. */
  hold(account: AccountScope): readonly (readonly [string, readonly Value[]])[];
  /** The ids of the page, and of one more where there is more. */
  list(
    account: AccountScope,
    asked: { readonly listing: Listing; readonly by: string | undefined; readonly now: number },
    gone?: AbortSignal,
  ): Promise<{ readonly ids: readonly number[]; readonly total: number | undefined } | Problem>;
}

export function makeProposalStore({ ask, write, hold, list }: ProposalDatabase, account: AccountScope): ProposalStore {
  const { key } = account;
  const read = async (statement: string, values: readonly Value[]) =>
    (await ask<ProposalRow>(statement, values)).map(proposalOf);
  return {
    async add(proposals, title, now) {
      const size = proposals.length;
      const steps = proposals.flatMap(({ type, recordID, operation, write, base, reason, by, outcome }, n) => {
        const [version, values] = base === null ? [null, null] : [base.version, JSON.stringify(base.values)];
        const about = [type, recordID, operation, JSON.stringify(write), version, values, reason];
        const who = [by.kind, by.id, by.name, by.email];
        const place = [title, size, n + 1, n];
        const said = outcome === null ? null : JSON.stringify(outcome);
        return [
          [COUNT, [key]],
          [ADD, [key, ...place, ...about, ...who, now, now + LASTS_MS, said, MOST_WAITING - size]],
        ] as const;
      });
      const written = await write([...hold(account), [TAKES_CHANGES, [key]], ...steps]);
      const added = written.slice(-2 * size).filter((_, n) => n % 2 === 1);
      if (added.every((rows) => rows.length === 1)) return added.map(([row]) => (row as { id: number }).id);
      // None was added: what keeps one from it keeps all.
      return written.at(-2 * size - 1)!.length === 0 ? accountFrozen() : tooManyWaiting();
    },
    async find(id, now) {
      return (await read(`${SELECT('$3')} WHERE account = $1 AND id = $2`, [key, id, now]))[0];
    },
    async these(ids, now) {
      const found: Proposal[] = [];
      for (const id of ids)
        found.push(...(await read(`${SELECT('$3')} WHERE account = $1 AND id = $2`, [key, id, now])));
      return found;
    },
    ofPlan: (plan, now) =>
      read(`${SELECT('$3')} WHERE account = $1 AND plan = $2 AND id >= $2 ORDER BY id LIMIT ${MOST_STEPS}`, [
        key,
        plan,
        now,
      ]),
    async list(listing, by, now, gone): Promise<ProposalPage | Problem> {
      const found = await list(account, { listing, by, now }, gone);
      if (found instanceof Problem) return found;
      const { ids, total } = found;
      return { ids: ids.slice(0, listing.take), more: ids.length > listing.take, total };
    },
    async settle(id, { state, by, comment, outcome }, now) {
      const said = outcome === undefined ? null : JSON.stringify(outcome);
      const [settled = []] = await write([[SETTLE, [key, id, state, now, JSON.stringify(by), comment, said]]]);
      return settled.length > 0;
    },
  };
}

export function makeProposalArchive({ ask, write }: PortableSql): ProposalArchive {
  return {
    async expire(now, before) {
      // Nearly always nothing is over: that is found without writing.
      if ((await ask(IS_OVER, [now, before])).length === 0) return 0;
      const gone = await write([
        [EXPIRE, [now]],
        [FORGET, [before]],
      ]);
      return gone.reduce((sum, rows) => sum + rows.length, 0);
    },
  };
}

/** More than a plan may have. */
const MOST_STEPS = 1_000;
const SOME = 200;

const TAKES_CHANGES = 'SELECT key FROM accounts WHERE key = $1 AND frozen = FALSE';

const COUNT = `INSERT INTO record_counters AS c (account, type, last_id)
  SELECT a.key, 'Proposals', 1 FROM accounts AS a WHERE a.key = $1 AND a.frozen = FALSE
  ON CONFLICT (account, type) DO UPDATE SET last_id = c.last_id + 1 RETURNING last_id`;

/** $5 how many steps lie before it: the plan is named by the first of them. The last is how many may wait before the first; the others are added where that one was. */
const ADD = `INSERT INTO proposals (account, id, plan, plan_title, plan_size, place, state, type, record_id, operation, write, base_version, base,
    reason, by_kind, by_id, by_name, works_for, created_on, expires_on, outcome)
  SELECT $1, c.last_id, CASE WHEN CAST($2 AS text) IS NULL THEN NULL ELSE c.last_id - $5 END, $2, $3, $4, 'pending', $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17, $18, $19
  FROM record_counters AS c JOIN accounts AS a ON a.key = c.account AND a.frozen = FALSE
  WHERE c.account = $1 AND c.type = 'Proposals'
    AND CASE WHEN $5 = 0 THEN (SELECT count(*) FROM proposals AS p WHERE p.account = $1 AND p.by_id = $14 AND p.state = 'pending') <= $20
      ELSE EXISTS (SELECT 1 FROM proposals AS p WHERE p.account = $1 AND p.id = c.last_id - $5) END
  RETURNING id`;

const SETTLE = `UPDATE proposals SET state = $3, decided_on = $4, decided_by = $5, comment = $6, outcome = coalesce($7, outcome)
  WHERE account = $1 AND id = $2 AND state = 'pending' AND expires_on > $4 RETURNING id`;

const IS_OVER = `SELECT id FROM proposals WHERE (state = 'pending' AND expires_on <= $1) OR expires_on <= $2 LIMIT 1`;
const EXPIRE = `UPDATE proposals SET state = 'expired' WHERE (account, id) IN (
    SELECT account, id FROM proposals WHERE state = 'pending' AND expires_on <= $1 LIMIT ${SOME}) RETURNING id`;
const FORGET = `DELETE FROM proposals WHERE (account, id) IN (
    SELECT account, id FROM proposals WHERE expires_on <= $1 LIMIT ${SOME}) RETURNING id`;

/** `state` is named apart: it depends on the moment. */
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

export const stateAt = (now: string) =>
  `CASE WHEN state = 'pending' AND expires_on <= ${now} THEN 'expired' ELSE state END`;

const SELECT = (now: string) => `SELECT ${PROPOSAL_COLUMNS.join(', ')}, ${stateAt(now)} AS state FROM proposals`;

interface ProposalRow {
  readonly id: number;
  readonly plan: number | null;
  readonly plan_title: string | null;
  readonly plan_size: number;
  readonly place: number;
  readonly type: RecordTypeName;
  readonly record_id: number | null;
  readonly operation: Operation;
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
    id: row.id,
    plan: plan === null ? null : { id: plan, title: title!, size },
    order: row.place,
    state: row.state,
    type: row.type,
    recordID: row.record_id,
    operation: row.operation,
    write: JSON.parse(row.write) as Write,
    base: version === null ? null : ({ version, values: JSON.parse(row.base!) } as Base),
    reason: row.reason,
    by: { kind: row.by_kind, id: row.by_id, name: row.by_name, email: row.works_for },
    createdOn: row.created_on,
    expiresOn: row.expires_on,
    decidedOn: row.decided_on,
    decidedBy: row.decided_by === null ? null : (JSON.parse(row.decided_by) as Decider),
    comment: row.comment,
    madeVersion: row.made_version,
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as Outcome),
  };
}
