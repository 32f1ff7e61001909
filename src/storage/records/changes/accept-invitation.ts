/** The invitation that a change of a user accepts, within the transaction of the change: the same statements on both engines. */
import { deadLink } from '../../../people/refusals.ts';
import type { Problem } from '../../../problems.ts';
import type { Acceptance, StoredRecord } from '../../../records/store.ts';
import { telling } from '../../people/audit-entry.ts';
import { END_SESSIONS, REMOVE_PASSKEYS, SET_PASSWORD, WITHDRAW_LINKS } from '../../people/people-statements.ts';
import type { Asked, Value } from '../../sql/portable-sql.ts';

/** $1 hash of the token, $2 account, $3 user, $4 when. A row where it can be used. */
export const OPEN_LINK = `SELECT kind FROM links
  WHERE token_hash = $1 AND account = $2 AND user_id = $3 AND used_on IS NULL AND expires_on > $4`;

export function openLinkValues(account: number, userID: number, { tokenHash, on }: Acceptance): Value[] {
  return [tokenHash, account, userID, on];
}

/** Why the change may not be made; undefined where the invitation can be used. */
export function refusalOfLink(row: unknown): Problem | undefined {
  return row === undefined ? deadLink : undefined;
}

/** What is written beside the change: that the invitation was used, and the password, which ends all that let the person in before. */
export function acceptance(
  account: number,
  { tokenHash, on, password, audit }: Acceptance,
  { id }: StoredRecord,
): readonly Asked[] {
  return [
    ['UPDATE links SET used_on = $2 WHERE token_hash = $1', [tokenHash, on]],
    [SET_PASSWORD, [account, id, password, on]],
    [END_SESSIONS, [account, id]],
    [WITHDRAW_LINKS, [account, id]],
    [REMOVE_PASSKEYS, [account, id]],
    ...telling(account, audit),
  ];
}
