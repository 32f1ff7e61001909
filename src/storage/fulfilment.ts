/** The proposal that a change makes come true, within the transaction of the change: the same statements on both engines. */
import type { ProposalState } from '../approvals/proposal.ts';
import { alreadyDecided, noSuchProposal } from '../approvals/refusals.ts';
import type { Problem } from '../problems.ts';
import type { Fulfilment, StoredRecord } from '../records/store.ts';

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

export const APPROVE_PROPOSAL = `UPDATE proposals SET state = 'approved', record_id = $3, made_version = $4, decided_on = $5, decided_by = $6,
  comment = $7, outcome = $8 WHERE account = $1 AND id = $2`;

export function approvalValues(
  account: number,
  { proposal, on, by, comment, outcome }: Fulfilment,
  { id, version }: StoredRecord,
): (string | number | null)[] {
  return [account, proposal, id, version, on, by, comment, outcome];
}
