/** An entry of the audit log as it is added, by itself or in the transaction of what it is about: the same statement on both engines. */
import type { AuditEntryInput } from '../../accounts/remembered.ts';
import type { SqlStatement } from '../sql/portable-sql.ts';

/** Nothing where the account was removed meanwhile. */
export const INSERT_AUDIT_ENTRY_SQL = `INSERT INTO audit (account, happened_on, what, by_kind, by_id, by_name, by_email, address, about, detail)
  SELECT key, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM accounts WHERE key = $1 RETURNING id`;

export function auditEntryValues(
  account: number,
  { on, what, by, address, about, detail }: AuditEntryInput,
): (string | number | null)[] {
  const told = detail === undefined ? null : JSON.stringify(detail);
  return [account, on, what, by.kind, by.id, by.name, by.email, address, about, told];
}

/** Beside what it is about; nothing where nobody is to be told. */
export function auditEntryStatements(account: number, audit: AuditEntryInput | undefined): readonly SqlStatement[] {
  return audit === undefined ? [] : [[INSERT_AUDIT_ENTRY_SQL, auditEntryValues(account, audit)]];
}
