/** All names in the catalogue. They are separate from the record types so that the compiler checks references. */

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

/**
 * Areas that an integration can be granted. `Webhooks` and `Assistant` contain no record types: they grant access to
 * webhooks and to the assistant endpoint.
 */
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

/** Record events that a webhook can subscribe to. */
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
