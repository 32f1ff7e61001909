/** Check whether the page's user is still the one who is signed in. */
import type { Me, Session } from '../api/people.ts';

/** True if both are the same person: by user record within an account, otherwise by e-mail address. */
export function isSamePerson(was: Me | Session, now: Session): boolean {
  const there = 'account' in was && now.accounts.find(({ id }) => id === was.account.id);
  if (there) return there.personID === was.person.id;
  return was.person.email.toLowerCase() === now.person.email.toLowerCase();
}
