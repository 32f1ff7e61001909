/** What is written beside a change of a record, in its transaction: the same statements on both engines. */
import type { Change, Decision, RecordFields, StoredRecord } from '../records/store.ts';
import { acceptance } from './acceptance.ts';
import { telling } from './audit-entry.ts';
import { fulfilment } from './fulfilment.ts';
import { END_SESSIONS, WITHDRAW_LINKS } from './people-statements.ts';
import type { Asked } from './portable-sql.ts';

/** `written`: undefined where nothing has changed. */
export function besideChange(
  account: number,
  { type, fulfils, accepts, remembers }: Pick<Change, 'type' | 'fulfils' | 'accepts' | 'remembers'>,
  record: StoredRecord,
  written: Pick<Extract<Decision, { decision: 'write' }>, 'before' | 'fields'> | undefined,
): readonly Asked[] {
  return [
    ...(fulfils === undefined ? [] : fulfilment(account, fulfils, record)),
    ...(accepts === undefined ? [] : acceptance(account, accepts, record)),
    ...(type === 'Users' && written !== undefined && isOut(written.fields) ? leaving(account, record.id) : []),
    ...telling(account, written && remembers?.(`${type}/${record.id}`, written.before, written.fields)),
  ];
}

function isOut({ Status, Deleted }: RecordFields): boolean {
  return Status === 'Disabled' || Deleted === true;
}

/** Whoever may not come in any more is out at once, by whatever door that was changed, and does not come back by what let him in before. */
function leaving(account: number, userID: number): readonly Asked[] {
  return [
    [END_SESSIONS, [account, userID]],
    [WITHDRAW_LINKS, [account, userID]],
  ];
}
