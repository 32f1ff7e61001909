import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A thing that is maintained: a boiler, a lift, a truck. */
export const Assets = {
  name: 'Assets',
  singular: 'asset',
  area: 'Assets',
  fields: {
    Name: { kind: 'text', max: 200 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    AssetNumber: { kind: 'text', max: 60, nullable: true, unique: 'exact' },
    SerialNumber: { kind: 'text', max: 120, nullable: true },
    Barcode: { kind: 'text', max: 120, nullable: true },
    Manufacturer: { kind: 'text', max: 120, nullable: true },
    Model: { kind: 'text', max: 120, nullable: true },
    ModelYear: { kind: 'int', nullable: true },
    Category: { kind: 'text', max: 80, nullable: true },
    ParentAssetID: { kind: 'reference', to: 'Assets', nullable: true },
    LocationID: { kind: 'reference', to: 'Locations', nullable: true },
    AssetStatusID: { kind: 'reference', to: 'AssetStatuses', nullable: true },
    Criticality: { kind: 'enum', values: ['Low', 'Medium', 'High', 'Critical'], nullable: true },
    VendorID: { kind: 'reference', to: 'Vendors', nullable: true },
    AssignedEmployeeID: { kind: 'reference', to: 'Employees', nullable: true },
    PurchasedOn: { kind: 'date', nullable: true },
    InServiceOn: { kind: 'date', nullable: true },
    WarrantyExpiresOn: { kind: 'date', nullable: true },
    RetiredOn: { kind: 'date', nullable: true },
    PurchaseCost: { kind: 'decimal', places: 4, nullable: true },
    MeterUnit: { kind: 'text', max: 16, nullable: true },
    MeterValue: { kind: 'decimal', places: 4, nullable: true },
    MeterReadOn: { kind: 'timestamp', nullable: true },
  },
  search: ['Name', 'AssetNumber', 'SerialNumber', 'Barcode', 'Model', 'ExternalID'],
  events: ['Updated'],
  webhookFilter: { entityType: 'AssetStatuses', field: 'AssetStatusID' },
} as const satisfies RecordType;
