/** The two demo firms. */
import type { FirmKey } from './vocabulary.ts';

export interface DemoFirm {
  readonly key: FirmKey;
  /** Name of the account. */
  readonly name: string;
  readonly adminEmail: string;
  readonly adminName: string;
  /** Currency of the account, used by nearly all its orders. */
  readonly currency: string;
}

export const demoFirms = {
  harbour: {
    key: 'harbour',
    name: 'Harbour & Pine Property Services',
    adminEmail: 'maren.holt@harbour-pine.example.com',
    adminName: 'Maren Holt',
    currency: 'GBP',
  },
  ridgeway: {
    key: 'ridgeway',
    name: 'Ridgeway Fleet Workshop',
    adminEmail: 'idris.bevan@ridgeway-fleet.example.net',
    adminName: 'Idris Bevan',
    currency: 'GBP',
  },
} as const satisfies Record<FirmKey, DemoFirm>;
