/** An entry of the audit log as it is added, by itself or in the transaction of what it is about: the same statement on both engines. */
import type { Remembered } from '../../accounts/remembered.ts';
import type { Asked } from '../sql/portable-sql.ts';

/** Nothing where the account was removed meanwhile. */
export const ADD_AUDIT = `INSERT INTO audit (account, happened_on, what, by_kind, by_id, by_name, by_email, address, about, detail)
  SELECT key, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM accounts WHERE key = $1 RETURNING id`;

export function auditValues(
  account: number,
  { on, what, by, address, about, detail }: Remembered,
): (string | number | null)[] {
  const told = detail === undefined ? null : JSON.stringify(detail);
  return [account, on, what, by.kind, by.id, by.name, by.email, address, about, told];
}

/** Beside what it is about; nothing where nobody is to be told. */
export function telling(account: number, audit: Remembered | undefined): readonly Asked[] {
  return audit === undefined ? [] : [[ADD_AUDIT, auditValues(account, audit)]];
}
