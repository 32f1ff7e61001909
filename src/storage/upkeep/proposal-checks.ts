/** Damage checks for proposals, as SQL that both engines understand. Each row found is damage. */
import { type DamageCheck, MAX_FINDINGS } from './webhook-checks.ts';

export const proposalChecks: readonly DamageCheck[] = [
  {
    table: 'proposals',
    sql: `SELECT p.account, p.id FROM proposals AS p WHERE NOT EXISTS (
      SELECT 1 FROM record_counters AS c WHERE c.account = p.account AND c.type = 'Proposals' AND c.last_id >= p.id) LIMIT ${MAX_FINDINGS}`,
    describe: ({ account, id }) => `proposal ${id} of account ${account} is numbered beyond the counter`,
  },
  {
    table: 'proposals',
    sql: `SELECT p.account, p.id FROM proposals AS p WHERE p.state = 'approved' AND (p.made_version IS NULL OR p.record_id IS NULL OR p.decided_by IS NULL)
      LIMIT ${MAX_FINDINGS}`,
    describe: ({ account, id }) =>
      `proposal ${id} of account ${account} is approved, but not by anybody or without a change`,
  },
];
