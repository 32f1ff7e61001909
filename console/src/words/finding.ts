/** Texts of the palette, which is loaded when somebody looks for something. */
export const find = {
  title: 'Find or do anything',
  placeholder: 'Number, name, page or action; > for actions alone',
  nothing: 'Nothing found',
  searching: 'Searching…',
  opensFirst: 'Searching… The first result opens.',
  recent: 'Recently opened',
  actions: 'On this page',
  pages: 'Pages',
  views: 'Views',
  view: (list: string, name: string) => `${list}: ${name}`,
  console: 'Console',
  account: (name: string) => `Account: ${name}`,
  fromThree: 'Names are searched from three letters on.',
  light: 'Light theme',
  dark: 'Dark theme',
  system: 'Theme of the system',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
} as const;

/** What a record of a type is called, where it stands beside others. */
export const kinds = {
  WorkOrders: 'Work order',
  Assets: 'Asset',
  Tasks: 'Task',
  PurchaseOrders: 'Purchase order',
  Products: 'Product',
  Locations: 'Location',
  Vendors: 'Vendor',
  Employees: 'Employee',
  Jobs: 'Job',
  Forms: 'Form',
} as const;
