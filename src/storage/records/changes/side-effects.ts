/** Statements that are written in the same transaction as a change of a record. Both engines share them. */
import type { Change, Decision, StoredRecord } from '../../../records/store.ts';
import { auditEntryStatements } from '../../people/audit-entry.ts';
import { DELETE_OPEN_LINKS_SQL, DELETE_SESSIONS_SQL, TOUCH_PASSWORD_SQL } from '../../people/people-statements.ts';
import type { SqlStatement } from '../../sql/portable-sql.ts';
import { acceptInvitationStatements } from './accept-invitation.ts';
import { resolveProposalStatements } from './resolve-proposal.ts';

type Written = Pick<Extract<Decision, { decision: 'write' }>, 'before' | 'fields'>;

/** `written`: undefined if nothing has changed. */
export function sideEffects(
  account: number,
  { type, fulfils, accepts, remembers }: Pick<Change, 'type' | 'fulfils' | 'accepts' | 'remembers'>,
  record: StoredRecord,
  written: Written | undefined,
): readonly SqlStatement[] {
  return [
    ...(fulfils === undefined ? [] : resolveProposalStatements(account, fulfils, record)),
    ...(accepts === undefined ? [] : acceptInvitationStatements(account, accepts, record)),
    ...(type === 'Users' && written !== undefined ? besideUser(account, record.id, written) : []),
    ...auditEntryStatements(account, written && remembers?.(`${type}/${record.id}`, written.before, written.fields)),
  ];
}

/** Revokes sessions and open links of a user whose change requires it, wherever the change came from. */
function besideUser(account: number, userID: number, { before, fields }: Written): readonly SqlStatement[] {
  const sessions: SqlStatement = [DELETE_SESSIONS_SQL, [account, userID]];
  const links: SqlStatement = [DELETE_OPEN_LINKS_SQL, [account, userID]];
  // Whoever may not come in any more is out at once, and does not come back by what let him in before.
  if (fields.Status === 'Disabled' || fields.Deleted === true) return [sessions, links];
  if (before === undefined || (before.Email === fields.Email && !before.Deleted)) return [];
  // Who has the links may be somebody else, as after a mistyped invitation. Nor is a password old that was kept ready under another address.
  return [links, [TOUCH_PASSWORD_SQL, [account, userID, Date.parse(fields.UpdatedOn as string)]]];
}
