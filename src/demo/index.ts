/**
 * Generates the two demo firms that `seed` loads. The same options give the same records, byte for byte. In each batch,
 * references point only to records already generated. Memory does not grow with the number of records.
 */
import type { RecordTypeName } from '../catalogue/index.ts';
import type { RecordFields } from '../records/store.ts';
import { withEdgeCase } from './edge-cases.ts';
import { type DemoFirm, demoFirms } from './firms.ts';
import { assetRecord } from './records/assets.ts';
import { assetStatus, board, formTemplate } from './records/configuration.ts';
import { employeeRecord } from './records/employees.ts';
import { formRecord } from './records/forms.ts';
import { job } from './records/jobs.ts';
import { location } from './records/locations.ts';
import { product } from './records/products.ts';
import { purchaseOrder } from './records/purchase-orders.ts';
import { route } from './records/routes.ts';
import { taskRecord } from './records/tasks.ts';
import { user } from './records/users.ts';
import { vendor } from './records/vendors.ts';
import { workOrderRecord } from './records/work-orders.ts';
import { type DemoSize, type DemoSizeName, sizes } from './sizes.ts';
import type { FirmKey } from './vocabulary.ts';
import { type World, worldOf } from './world.ts';

export { type DemoFirm, demoFirms };

export interface DemoOptions {
  readonly firm: FirmKey;
  readonly size: DemoSizeName;
  /** Number of records per type, which overrides the number of the size. */
  readonly counts?: Partial<DemoSize> | undefined;
  /** Epoch milliseconds; the history is the year before. */
  readonly now: number;
  readonly seed?: number | undefined;
  /** E-mail address of user 1, if the account has its own admin. */
  readonly adminEmail?: string | undefined;
}

export interface DemoBatch {
  readonly type: RecordTypeName;
  readonly records: RecordFields[];
}

const BATCH = 500;
const DEFAULT_SEED = 1_871;

/** Record generators, ordered so that every reference points to a record generated earlier. */
const makers: readonly (readonly [RecordTypeName, (world: World, id: number) => RecordFields])[] = [
  ['Locations', location],
  ['Vendors', vendor],
  ['Products', product],
  ['Users', user],
  ['Employees', employeeRecord],
  ['AssetStatuses', assetStatus],
  ['Boards', board],
  ['FormTemplates', formTemplate],
  ['Assets', assetRecord],
  ['Jobs', job],
  ['WorkOrders', workOrderRecord],
  ['Tasks', taskRecord],
  ['Forms', formRecord],
  ['PurchaseOrders', purchaseOrder],
  ['Routes', route],
];

export function* demoRecords(options: DemoOptions): Generator<DemoBatch, void, undefined> {
  const { firm, size, now, seed = DEFAULT_SEED } = options;
  const [first = '', last = ''] = demoFirms[firm].adminName.split(' ');
  const admin = { email: options.adminEmail ?? demoFirms[firm].adminEmail, name: { first, last } };
  const world = worldOf({ firm, counts: { ...sizes[size], ...options.counts }, now, seed, admin });
  for (const [type, make] of makers) {
    const count = world.counts[type];
    for (let next = 1; next <= count; next += BATCH) {
      const records: RecordFields[] = [];
      for (let id = next; id <= count && id < next + BATCH; id++) {
        const record = make(world, id);
        records.push(size === 'tiny' ? withEdgeCase(type, record) : record);
      }
      yield { type, records };
    }
  }
}

export { countRecords, type DemoSize, type DemoSizeName, scaledSize, sizes } from './sizes.ts';
export type { FirmKey } from './vocabulary.ts';
