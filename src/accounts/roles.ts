/** Grant of an integration: role and areas, and the resulting permissions per record type. */
import { type Area, areas, type RecordTypeName, recordType, recordTypeNames } from '../catalogue/index.ts';

export const roles = ['Admin', 'Manager', 'Technician', 'ReadOnly'] as const;
export type Role = (typeof roles)[number];

export interface Grant {
  readonly role: Role;
  readonly areas: readonly Area[];
}

export const presets = {
  Maintenance: { role: 'Manager', areas: ['WorkOrders', 'Assets', 'Forms', 'Inventory', 'Webhooks'] },
  Operations: {
    role: 'Manager',
    areas: ['WorkOrders', 'Forms', 'Purchasing', 'Inventory', 'Jobs', 'People', 'Webhooks'],
  },
  Reporting: { role: 'ReadOnly', areas: areas.filter((area) => area !== 'Webhooks' && area !== 'Assistant') },
  Full: { role: 'Admin', areas },
} as const satisfies Record<string, Grant>;
export type Preset = keyof typeof presets;

export interface Permission {
  readonly read: boolean;
  readonly write: boolean;
}
export type Permissions = Readonly<Record<RecordTypeName, Permission>>;

const writtenByTechnicians: ReadonlySet<RecordTypeName> = new Set(['WorkOrders', 'Tasks', 'Assets', 'Forms', 'Routes']);

export function permissionsOf(grant: Grant): Permissions {
  const entries = recordTypeNames.map((type) => {
    const read = grant.areas.includes(recordType(type).area);
    return [type, { read, write: read && mayWrite(grant.role, type) }];
  });
  return Object.fromEntries(entries) as Permissions;
}

/** Returns the permissions of an integration that only proposes: reads as granted, no writes. */
export function readingOnly(grant: Grant): Permissions {
  const entries = Object.entries(permissionsOf(grant)).map(([type, { read }]) => [type, { read, write: false }]);
  return Object.fromEntries(entries) as Permissions;
}

export function mayUseWebhooks(grant: Grant): boolean {
  return grant.areas.includes('Webhooks');
}

function mayWrite(role: Role, type: RecordTypeName): boolean {
  switch (role) {
    case 'Admin':
      return true;
    case 'Manager':
      return type !== 'Users';
    case 'Technician':
      return writtenByTechnicians.has(type);
    case 'ReadOnly':
      return false;
  }
}
