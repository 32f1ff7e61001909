/** The last records and lists somebody opened in an account, kept by this browser: what the palette shows before anything is typed. */
export interface Recent {
  /** Below /console. */
  readonly to: string;
  readonly title: string;
  /** What it is: "Work order". */
  readonly kind: string;
}

const MOST = 8;
const keyOf = (account: string) => `mds.recent.${account}`;

export function recentIn(account: string): readonly Recent[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]');
  } catch {
    return [];
  }
}

export function rememberRecent(account: string, recent: Recent): void {
  const others = recentIn(account).filter(({ to }) => to !== recent.to);
  localStorage.setItem(keyOf(account), JSON.stringify([recent, ...others].slice(0, MOST)));
}
