/** Accepts an invitation within the transaction of a change of its user. Both engines share these statements. */
import { deadLink } from '../../../people/refusals.ts';
import type { Problem } from '../../../problems.ts';
import type { Acceptance, StoredRecord } from '../../../records/store.ts';
import { auditEntryStatements } from '../../people/audit-entry.ts';
import {
  DELETE_OPEN_LINKS_SQL,
  DELETE_PASSKEYS_SQL,
  DELETE_SESSIONS_SQL,
  SET_PASSWORD_SQL,
} from '../../people/people-statements.ts';
import type { SqlStatement, SqlValue } from '../../sql/portable-sql.ts';

/** $1 hash of the token, $2 account, $3 user, $4 time. Returns a row if the invitation can be used. */
export const SELECT_OPEN_LINK_SQL = `SELECT kind FROM links
  WHERE token_hash = $1 AND account = $2 AND user_id = $3 AND used_on IS NULL AND expires_on > $4`;

export function openLinkValues(account: number, userID: number, { tokenHash, on }: Acceptance): SqlValue[] {
  return [tokenHash, account, userID, on];
}

/** Returns why the change must not be made, or undefined if the invitation can be used. */
export function checkOpenLink(row: unknown): Problem | undefined {
  return row === undefined ? deadLink : undefined;
}

/**
 * Returns the statements for the change's transaction. They mark the invitation as used, set the password, and delete
 * all earlier sessions, links and passkeys.
 */
export function acceptInvitationStatements(
  account: number,
  { tokenHash, on, password, audit }: Acceptance,
  { id }: StoredRecord,
): readonly SqlStatement[] {
  return [
    ['UPDATE links SET used_on = $2 WHERE token_hash = $1', [tokenHash, on]],
    [SET_PASSWORD_SQL, [account, id, password, on]],
    [DELETE_SESSIONS_SQL, [account, id]],
    [DELETE_OPEN_LINKS_SQL, [account, id]],
    [DELETE_PASSKEYS_SQL, [account, id]],
    ...auditEntryStatements(account, audit),
  ];
}
