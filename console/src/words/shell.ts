/** Texts of the frame around every page. */
export const words = {
  product: 'Maintenance Data Service',
  skip: 'Skip to the page',
  navigation: 'Pages',
  search: 'Search or jump to…',
  menu: 'Menu',
  help: 'Help and keys',
  me: 'Me',
  account: 'Account',
  signOut: 'Sign out',
  live: 'live',
  polling: 'every 15 s',
  offline:
    'No connection. What is shown is from before; nothing can be saved until the service answers again. What you have typed stays here.',
  frozen: 'This account is read-only while it is being moved.',
  demo: 'Demo firm. Everything here is made up.',
  startOwn: 'Start my own firm',
  forbiddenTitle: 'You may not open this page',
  needs: (what: string) => `Needs ${what}.`,
  ask: (admins: readonly string[]) => `Ask ${listed(admins)}.`,
  notFoundTitle: 'There is no such page',
  notFound: 'The address may be mistyped, or what it led to is gone.',
  noAccountTitle: 'No such account for you',
  noAccount: 'You are signed in, but not as somebody of this account.',
  home: 'Home',
  toHome: 'Go to Home',
} as const;

/** "a, b or c" */
function listed(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? 'whoever runs the service';
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
