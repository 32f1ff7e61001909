/** Every name the catalogue is made of. They stand apart from the types so that references are proved at compile time. */

export const recordTypeNames = [
  'WorkOrders',
  'Tasks',
  'Assets',
  'Forms',
  'PurchaseOrders',
  'Jobs',
  'Employees',
  'Users',
  'Products',
  'Routes',
  'Boards',
  'FormTemplates',
  'AssetStatuses',
  'Locations',
  'Vendors',
] as const;
export type RecordTypeName = (typeof recordTypeNames)[number];

/** What an integration can be given. `Webhooks` and `Assistant` hold no record type: they let in to webhooks, and to the assistant's door. */
export const areas = [
  'WorkOrders',
  'Assets',
  'Forms',
  'Purchasing',
  'Inventory',
  'Jobs',
  'People',
  'Webhooks',
  'Assistant',
] as const;
export type Area = (typeof areas)[number];

/** What can happen to a record that a subscriber may hear of. */
export const actions = [
  'Created',
  'Updated',
  'Completed',
  'Cancelled',
  'Submitted',
  'Sent',
  'PartiallyFulfilled',
] as const;
export type Action = (typeof actions)[number];
