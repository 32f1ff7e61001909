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
  stillIn: 'You are still signed in.',
  signOut: 'Sign out',
  live: 'live',
  connecting: 'connecting',
  polling: 'every 15 s',
  liveHint: {
    live: 'Changes by others show by themselves',
    connecting: 'Waiting for the service to tell of changes',
    polling: 'The service cannot be listened to; it is asked every 15 seconds',
  },
  late: (days: number, hours: number) => (days > 0 ? `${days} d late` : `${Math.max(1, hours)} h late`),
  apiDocs: 'The API, for programs',
  offline:
    'No connection. What is shown is from before; nothing can be saved until the service answers again. What you have typed stays here.',
  pageFailed: 'This page could not be shown',
  partUnreachable: {
    title: 'No connection',
    detail: 'This part of the page could not be loaded. It comes as soon as the service answers again.',
  },
  partOutdated: {
    title: 'The service was renewed',
    detail: 'This page is of the version before. Loaded anew it goes on; what you have typed on records is kept.',
  },
  nothingDone: 'A part of this page could not be loaded, so nothing was done.',
  frozen: 'This account is read-only while it is being moved.',
  demo: 'Demo firm. Everything here is made up.',
  demoLabel: 'Demo',
  startOwn: 'Start my own firm',
  forbiddenTitle: 'You may not open this page',
  needs: (what: string) => `Needs ${what}.`,
  mayNotRead: (plural: string) => `You may not see ${plural}`,
  ask: (admins: readonly string[]) => `Ask ${listed(admins)}.`,
  notFoundTitle: 'There is no such page',
  notFound: 'The address may be mistyped, or what it led to is gone.',
  home: 'Home',
  toHome: 'Go to Home',
} as const;

/** "a, b or c" */
function listed(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? 'whoever runs the service';
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
