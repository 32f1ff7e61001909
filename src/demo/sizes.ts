/** Number of records of each type per account, for each size. */
import { type RecordTypeName, recordTypeNames } from '../catalogue/index.ts';

export type DemoSize = Readonly<Record<RecordTypeName, number>>;
export type DemoSizeName = keyof typeof sizes;

/** Numbers of records that are the same in every size. */
const fixed = { Boards: 5, AssetStatuses: 7, FormTemplates: 12 } as const;

export const sizes = {
  tiny: {
    ...fixed,
    Locations: 6,
    Vendors: 3,
    Products: 10,
    Employees: 5,
    Users: 6,
    Assets: 8,
    Jobs: 2,
    Routes: 1,
    WorkOrders: 12,
    Tasks: 30,
    Forms: 4,
    PurchaseOrders: 4,
  },
  demo: {
    ...fixed,
    Locations: 460,
    Vendors: 28,
    Products: 240,
    Employees: 34,
    Users: 41,
    Assets: 650,
    Jobs: 90,
    Routes: 52,
    WorkOrders: 3_600,
    Tasks: 14_000,
    Forms: 1_900,
    PurchaseOrders: 310,
  },
  load: {
    ...fixed,
    Locations: 20_000,
    Vendors: 500,
    Products: 20_000,
    Employees: 2_000,
    Users: 2_500,
    Assets: 100_000,
    Jobs: 20_000,
    Routes: 5_000,
    WorkOrders: 250_000,
    Tasks: 1_000_000,
    Forms: 100_000,
    PurchaseOrders: 50_000,
  },
} as const satisfies Record<string, DemoSize>;

/**
 * Returns the numbers of a size, scaled to another number of tasks: all other types in proportion, but never fewer than
 * `tiny` has.
 */
export function scaledSize(size: DemoSizeName, tasks: number): DemoSize {
  const factor = tasks / sizes[size].Tasks;
  const scaled = recordTypeNames.map((type) => {
    const count =
      type in fixed ? sizes[size][type] : Math.max(Math.round(sizes[size][type] * factor), sizes.tiny[type]);
    return [type, count];
  });
  return { ...(Object.fromEntries(scaled) as DemoSize), Tasks: tasks };
}

/** Returns the total number of records of all types. */
export function countRecords(counts: DemoSize): number {
  return recordTypeNames.reduce((sum, type) => sum + counts[type], 0);
}
