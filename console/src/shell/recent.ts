/** The last records and lists somebody opened in an account, kept by this browser: what the palette shows before anything is typed. */
import type { Me } from '../api/people.ts';

export interface Recent {
  /** Below /console. */
  readonly to: string;
  readonly title: string;
  /** What it is: "Work order". */
  readonly kind: string;
}

type Who = Pick<Me, 'account' | 'person'>;

const MOST = 8;
const keyOf = ({ account, person }: Who) => `mds.recent.${account.id}.${person.id}`;

export function recentOf(who: Who): readonly Recent[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(who)) ?? '[]');
  } catch {
    return [];
  }
}

export function rememberRecent(who: Who, recent: Recent): void {
  const others = recentOf(who).filter(({ to }) => to !== recent.to);
  localStorage.setItem(keyOf(who), JSON.stringify([recent, ...others].slice(0, MOST)));
}
