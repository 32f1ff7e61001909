/** Whether whoever the page knows itself as is who is signed in now. */
import type { Me, Session } from '../api/people.ts';

/** In one account a person is known by the record; one who is not in it any more, and across accounts, by the address. */
export function isSamePerson(was: Me | Session, now: Session): boolean {
  const there = 'account' in was && now.accounts.find(({ id }) => id === was.account.id);
  if (there) return there.personID === was.person.id;
  return was.person.email.toLowerCase() === now.person.email.toLowerCase();
}
