/** The last records and lists somebody opened in an account, kept by this browser: what the palette shows before anything is typed. */
import type { Me } from '../api/people.ts';

export interface RecentItem {
  /** Below /console. */
  readonly to: string;
  readonly title: string;
  /** Kind of the item: "Work order". */
  readonly kind: string;
}

type Who = Pick<Me, 'account' | 'person'>;

const MAX_RECENT_ITEMS = 8;
const keyOf = ({ account, person }: Who) => `mds.recent.${account.id}.${person.id}`;

export function loadRecentItems(who: Who): readonly RecentItem[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(who)) ?? '[]');
  } catch {
    return [];
  }
}

export function addRecentItem(who: Who, recent: RecentItem): void {
  const others = loadRecentItems(who).filter(({ to }) => to !== recent.to);
  localStorage.setItem(keyOf(who), JSON.stringify([recent, ...others].slice(0, MAX_RECENT_ITEMS)));
}
