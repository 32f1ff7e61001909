import type { RecordType } from '../record-type.ts';

/** A place: a site, a building, a floor, a bay, a vehicle. */
export const Locations = {
  name: 'Locations',
  singular: 'location',
  area: 'Assets',
  fields: {
    Name: { kind: 'text', max: 200 },
    Code: { kind: 'text', max: 40, nullable: true },
    ParentLocationID: { kind: 'reference', to: 'Locations', nullable: true },
    Type: {
      kind: 'enum',
      values: ['Site', 'Building', 'Floor', 'Unit', 'Yard', 'Bay', 'Vehicle'],
      default: 'Site',
    },
    Address1: { kind: 'text', max: 200, nullable: true },
    Address2: { kind: 'text', max: 200, nullable: true },
    City: { kind: 'text', max: 120, nullable: true },
    Region: { kind: 'text', max: 120, nullable: true },
    PostalCode: { kind: 'text', max: 20, nullable: true },
    Country: { kind: 'text', max: 2, nullable: true },
    Latitude: { kind: 'decimal', places: 7, nullable: true },
    Longitude: { kind: 'decimal', places: 7, nullable: true },
    TimeZone: { kind: 'text', max: 60, default: 'UTC' },
    Active: { kind: 'boolean', default: true },
  },
  search: ['Name', 'Code', 'City', 'ExternalID'],
  events: [],
} as const satisfies RecordType;
