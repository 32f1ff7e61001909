import type { RecordType } from '../record-type.ts';

/** A login of the account. Password hashes live elsewhere and never appear. */
export const Users = {
  name: 'Users',
  singular: 'user',
  area: 'People',
  fields: {
    Email: { kind: 'text', max: 254, unique: 'folded', format: 'email' },
    FirstName: { kind: 'text', max: 80, nullable: true },
    LastName: { kind: 'text', max: 80, nullable: true },
    Phone: { kind: 'text', max: 40, nullable: true },
    Role: { kind: 'enum', values: ['Admin', 'Manager', 'Technician', 'ReadOnly'], default: 'Technician' },
    CompanySettings: { kind: 'boolean', default: false },
    Status: { kind: 'enum', values: ['Invited', 'Active', 'Disabled'], default: 'Invited' },
    TimeZone: { kind: 'text', max: 60, default: 'UTC' },
    Locale: { kind: 'text', max: 20, default: 'en' },
    LastLoginOn: { kind: 'timestamp', nullable: true, readOnly: true },
  },
  states: {
    moves: { Invited: ['Active', 'Disabled'], Active: ['Disabled'], Disabled: ['Active'] },
    stamps: {},
  },
  search: ['Email', 'FirstName', 'LastName', 'ExternalID'],
  events: ['Created', 'Updated'],
} as const satisfies RecordType;
