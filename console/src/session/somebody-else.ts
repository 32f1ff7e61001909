/** Switches the page to another user who has signed in in this browser. No data of the previous user stays in it. */
import type { RouterHistory } from '@tanstack/react-router';
import type { Session } from '../api/people.ts';
import { toastAfterReload } from '../parts/Toast.tsx';
import { words } from '../words/somebody-else.ts';

export interface PreviousPerson {
  readonly name: string;
  readonly draftKept: boolean;
}

/** Reloads the same address if the new user belongs to the account; otherwise goes to their start page. */
export function switchPerson({ person, accounts }: Session, before: PreviousPerson, history: RouterHistory): void {
  const kept = before.draftKept ? ` ${words.draftKept(before.name)}` : '';
  toastAfterReload(words.signedIn(person.name) + kept);
  // Whoever would be asked before leaving is not who would lose something.
  history.destroy();
  const account = location.pathname.split('/')[2];
  if (accounts.some(({ id }) => id === account)) location.reload();
  else location.replace('/console/');
}
