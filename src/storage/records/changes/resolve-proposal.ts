/** Approves a proposal within the transaction of the change that it proposed. Both engines share these statements. */
import type { ProposalState } from '../../../approvals/proposal.ts';
import { alreadyDecided, noSuchProposal, proposerRevoked } from '../../../approvals/refusals.ts';
import type { Problem } from '../../../problems.ts';
import type { Fulfilment, StoredRecord } from '../../../records/store.ts';
import { auditEntryValues, INSERT_AUDIT_ENTRY_SQL } from '../../people/audit-entry.ts';
import type { SqlStatement } from '../../sql/portable-sql.ts';

/** Selects the state of proposal `p` and of the key `k` that proposed it. $1 account, $2 proposal, $3 decision time. */
export const SELECT_PROPOSAL_STATE_SQL = `SELECT CASE WHEN p.state = 'pending' AND p.expires_on <= $3 THEN 'expired' ELSE p.state END AS state,
    p.by_name, k.revoked_on
  FROM proposals AS p JOIN integrations AS k ON k.account = p.account AND k.id = p.by_id WHERE p.account = $1 AND p.id = $2`;

export interface ProposalStateRow {
  readonly state: ProposalState;
  readonly by_name: string;
  readonly revoked_on: number | null;
}

export function proposalStateValues(account: number, { proposal, on }: Fulfilment): number[] {
  return [account, proposal, on];
}

/**
 * Returns why the change must not be made, or undefined if the proposal is pending and its proposer's key is not
 * revoked.
 */
export function checkProposalOpen(row: ProposalStateRow | undefined): Problem | undefined {
  if (row === undefined) return noSuchProposal();
  if (row.state !== 'pending') return alreadyDecided(row.state);
  return row.revoked_on === null ? undefined : proposerRevoked(row.by_name);
}

/**
 * Returns the statements for the change's transaction: they mark the proposal as approved and write the audit entry.
 */
export function resolveProposalStatements(
  account: number,
  { proposal, on, by, comment, outcome, audit }: Fulfilment,
  { id, version }: StoredRecord,
): readonly SqlStatement[] {
  const detail = { ...audit.detail, recordID: id, version };
  return [
    [APPROVE_PROPOSAL_SQL, [account, proposal, id, version, on, by, comment, outcome]],
    [INSERT_AUDIT_ENTRY_SQL, auditEntryValues(account, { ...audit, detail })],
  ];
}

const APPROVE_PROPOSAL_SQL = `UPDATE proposals SET state = 'approved', record_id = $3, made_version = $4, decided_on = $5, decided_by = $6,
  comment = $7, outcome = $8 WHERE account = $1 AND id = $2`;
