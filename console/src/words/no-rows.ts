/** Texts of lists without rows: loaded where there are none. */
export const words = {
  noneYet: (plural: string) => `No ${plural} yet`,
  noneYetHint: 'People make them here; programs send them over the API.',
  connect: 'Connect an integration',
  noneMatch: (plural: string) => `No ${plural} match`,
  without: (chip: string, count: string) => `Without ${chip} ${count} match`,
  theSearch: (text: string) => `the search for “${text}”`,
  noneAlone: 'Leaving out any one of the conditions finds nothing either.',
  pastTheEnd: 'There is no such page',
  firstPage: 'To the first page',
  allDeleted: (plural: string, count: number) =>
    count === 1 ? `No ${plural}, but 1 deleted` : `No ${plural}, but ${count} deleted`,
  allDeletedHint: 'What was deleted can be restored at any time.',
  showDeleted: 'Show them',
  /** What records of a type are for, where there are none. */
  purpose: {
    WorkOrders: 'A work order is something to be repaired, maintained or looked at, with who does it and by when.',
    Tasks: 'Tasks are the single steps of a work order or a job.',
    Assets: 'Assets are what is maintained: machines, vehicles, installations, and their parts.',
    Forms: 'Forms are filled-in check lists: inspections and reports, made from a form template.',
    PurchaseOrders: 'Purchase orders say what was ordered from a vendor, and what has come.',
    Jobs: 'Jobs are work for a customer, often of several work orders.',
    Routes: 'A route is a round with stops: what somebody visits, in which order.',
    Products: 'Products are parts, consumables and tools, with how many there are and where.',
    Employees: 'Employees are who work is assigned to.',
    Users: 'Users are people who may sign in.',
    Boards: 'Boards keep work orders of one kind apart, each with columns of its own.',
    FormTemplates: 'A form template says what a form asks.',
    AssetStatuses: 'Asset statuses are the ways in which an asset stands, in your own words.',
    Locations: 'Locations are sites, buildings, floors and rooms, one within another.',
    Vendors: 'Vendors are who parts are bought from and work is given to.',
  } as Readonly<Record<string, string>>,
} as const;
