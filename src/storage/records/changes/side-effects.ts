/** What is written beside a change of a record, in its transaction: the same statements on both engines. */
import type { Change, Decision, StoredRecord } from '../../../records/store.ts';
import { auditEntryStatements } from '../../people/audit-entry.ts';
import { DELETE_OPEN_LINKS_SQL, DELETE_SESSIONS_SQL, TOUCH_PASSWORD_SQL } from '../../people/people-statements.ts';
import type { SqlStatement } from '../../sql/portable-sql.ts';
import { acceptInvitationStatements } from './accept-invitation.ts';
import { resolveProposalStatements } from './resolve-proposal.ts';

type Written = Pick<Extract<Decision, { decision: 'write' }>, 'before' | 'fields'>;

/** `written`: undefined where nothing has changed. */
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

/** What becomes of that which lets a user in, by whatever door the user was changed. */
function besideUser(account: number, userID: number, { before, fields }: Written): readonly SqlStatement[] {
  const sessions: SqlStatement = [DELETE_SESSIONS_SQL, [account, userID]];
  const links: SqlStatement = [DELETE_OPEN_LINKS_SQL, [account, userID]];
  // Whoever may not come in any more is out at once, and does not come back by what let him in before.
  if (fields.Status === 'Disabled' || fields.Deleted === true) return [sessions, links];
  if (before === undefined || (before.Email === fields.Email && !before.Deleted)) return [];
  // Who has the links may be somebody else, as after a mistyped invitation. Nor is a password old that was kept ready under another address.
  return [links, [TOUCH_PASSWORD_SQL, [account, userID, Date.parse(fields.UpdatedOn as string)]]];
}
