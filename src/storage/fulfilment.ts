/** The proposal that a change makes come true, within the transaction of the change: the same statements on both engines. */
import type { ProposalState } from '../approvals/proposal.ts';
import { alreadyDecided, noSuchProposal } from '../approvals/refusals.ts';
import type { Problem } from '../problems.ts';
import type { Fulfilment, StoredRecord } from '../records/store.ts';
import { ADD_AUDIT, auditValues } from './audit-entry.ts';
import type { Asked } from './portable-sql.ts';

/** $1 account, $2 proposal, $3 when it is decided. */
export const STATE_OF_PROPOSAL = `SELECT CASE WHEN state = 'pending' AND expires_on <= $3 THEN 'expired' ELSE state END AS state
  FROM proposals WHERE account = $1 AND id = $2`;

export function stateValues(account: number, { proposal, on }: Fulfilment): number[] {
  return [account, proposal, on];
}

/** Why the change may not be made; undefined where the proposal waits. */
export function refusalOf(row: { readonly state: ProposalState } | undefined): Problem | undefined {
  if (row === undefined) return noSuchProposal();
  return row.state === 'pending' ? undefined : alreadyDecided(row.state);
}

/** What is written beside the change: that the proposal is approved, and what the audit log says of that. */
export function fulfilment(
  account: number,
  { proposal, on, by, comment, outcome, audit }: Fulfilment,
  { id, version }: StoredRecord,
): readonly Asked[] {
  const detail = { ...audit.detail, recordID: id, version };
  return [
    [APPROVE, [account, proposal, id, version, on, by, comment, outcome]],
    [ADD_AUDIT, auditValues(account, { ...audit, detail })],
  ];
}

const APPROVE = `UPDATE proposals SET state = 'approved', record_id = $3, made_version = $4, decided_on = $5, decided_by = $6,
  comment = $7, outcome = $8 WHERE account = $1 AND id = $2`;
