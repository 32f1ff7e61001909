/** What is written beside a change of a record, in its transaction: the same statements on both engines. */
import type { Change, Decision, StoredRecord } from '../../../records/store.ts';
import { telling } from '../../people/audit-entry.ts';
import { END_SESSIONS, RENEW_PASSWORD, WITHDRAW_LINKS } from '../../people/people-statements.ts';
import type { Asked } from '../../sql/portable-sql.ts';
import { acceptance } from './accept-invitation.ts';
import { fulfilment } from './resolve-proposal.ts';

type Written = Pick<Extract<Decision, { decision: 'write' }>, 'before' | 'fields'>;

/** `written`: undefined where nothing has changed. */
export function besideChange(
  account: number,
  { type, fulfils, accepts, remembers }: Pick<Change, 'type' | 'fulfils' | 'accepts' | 'remembers'>,
  record: StoredRecord,
  written: Written | undefined,
): readonly Asked[] {
  return [
    ...(fulfils === undefined ? [] : fulfilment(account, fulfils, record)),
    ...(accepts === undefined ? [] : acceptance(account, accepts, record)),
    ...(type === 'Users' && written !== undefined ? besideUser(account, record.id, written) : []),
    ...telling(account, written && remembers?.(`${type}/${record.id}`, written.before, written.fields)),
  ];
}

/** What becomes of that which lets a user in, by whatever door the user was changed. */
function besideUser(account: number, userID: number, { before, fields }: Written): readonly Asked[] {
  const sessions: Asked = [END_SESSIONS, [account, userID]];
  const links: Asked = [WITHDRAW_LINKS, [account, userID]];
  // Whoever may not come in any more is out at once, and does not come back by what let him in before.
  if (fields.Status === 'Disabled' || fields.Deleted === true) return [sessions, links];
  if (before === undefined || (before.Email === fields.Email && !before.Deleted)) return [];
  // Who has the links may be somebody else, as after a mistyped invitation. Nor is a password old that was kept ready under another address.
  return [links, [RENEW_PASSWORD, [account, userID, Date.parse(fields.UpdatedOn as string)]]];
}
