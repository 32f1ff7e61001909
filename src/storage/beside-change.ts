/** What is written beside a change of a record, in its transaction: the same statements on both engines. */
import type { Change, Decision, StoredRecord } from '../records/store.ts';
import { acceptance } from './acceptance.ts';
import { telling } from './audit-entry.ts';
import { fulfilment } from './fulfilment.ts';
import { END_SESSIONS, WITHDRAW_LINKS } from './people-statements.ts';
import type { Asked } from './portable-sql.ts';

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
    ...(type === 'Users' && written !== undefined ? ending(account, record.id, written) : []),
    ...telling(account, written && remembers?.(`${type}/${record.id}`, written.before, written.fields)),
  ];
}

/** What lets a user in that no longer shall, by whatever door that was changed. */
function ending(account: number, userID: number, { before, fields }: Written): readonly Asked[] {
  const sessions: Asked = [END_SESSIONS, [account, userID]];
  const links: Asked = [WITHDRAW_LINKS, [account, userID]];
  // Whoever may not come in any more is out at once, and does not come back by what let him in before.
  if (fields.Status === 'Disabled' || fields.Deleted === true) return [sessions, links];
  // Who has them may be somebody else, as after a mistyped invitation.
  return before !== undefined && before.Email !== fields.Email ? [links] : [];
}
