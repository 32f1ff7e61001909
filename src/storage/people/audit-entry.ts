/**
 * Statements that add an entry to the audit log, alone or in the transaction of the action it records. Both engines use
 * the same SQL.
 */
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import type { SqlStatement } from '../sql/portable-sql.ts';

/** Inserts an audit entry; inserts nothing if the account has been removed. */
export const INSERT_AUDIT_ENTRY_SQL = `INSERT INTO audit (account, happened_on, what, by_kind, by_id, by_name, by_email, address, about, detail)
  SELECT key, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM accounts WHERE key = $1 RETURNING id`;

export function auditEntryValues(
  account: number,
  { on, what, by, address, about, detail }: AuditEntryInput,
): (string | number | null)[] {
  const told = detail === undefined ? null : JSON.stringify(detail);
  return [account, on, what, by.kind, by.id, by.name, by.email, address, about, told];
}

/** Returns the statements that add the entry to the transaction of its action; empty if there is no entry. */
export function auditEntryStatements(account: number, audit: AuditEntryInput | undefined): readonly SqlStatement[] {
  return audit === undefined ? [] : [[INSERT_AUDIT_ENTRY_SQL, auditEntryValues(account, audit)]];
}
