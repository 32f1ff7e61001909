import type { RecordType } from '../record-type.ts';

/** A firm that sells parts or does work. */
export const Vendors = {
  name: 'Vendors',
  singular: 'vendor',
  area: 'Purchasing',
  fields: {
    Name: { kind: 'text', max: 200 },
    VendorNumber: { kind: 'text', max: 40, nullable: true },
    Type: { kind: 'enum', values: ['Supplier', 'Contractor', 'Both'], default: 'Supplier' },
    ContactName: { kind: 'text', max: 120, nullable: true },
    Email: { kind: 'text', max: 254, nullable: true },
    Phone: { kind: 'text', max: 40, nullable: true },
    Website: { kind: 'text', max: 200, nullable: true },
    PaymentTerms: { kind: 'text', max: 80, nullable: true },
    TaxNumber: { kind: 'text', max: 40, nullable: true },
    HourlyRate: { kind: 'decimal', places: 4, nullable: true },
    Active: { kind: 'boolean', default: true },
  },
  search: ['Name', 'VendorNumber', 'Email', 'ExternalID'],
  events: [],
} as const satisfies RecordType;
