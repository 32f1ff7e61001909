import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A part, consumable, tool or service that is stocked, used or bought. */
export const Products = {
  name: 'Products',
  singular: 'product',
  area: 'Inventory',
  fields: {
    SKU: { kind: 'text', max: 60, unique: 'exact' },
    Name: { kind: 'text', max: 200 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    Category: { kind: 'text', max: 80, nullable: true },
    Type: { kind: 'enum', values: ['Part', 'Consumable', 'Tool', 'Service'], default: 'Part' },
    Unit: { kind: 'text', max: 16, default: 'ea' },
    UnitCost: { kind: 'decimal', places: 4, nullable: true },
    UnitPrice: { kind: 'decimal', places: 4, nullable: true },
    Barcode: { kind: 'text', max: 120, nullable: true },
    Manufacturer: { kind: 'text', max: 120, nullable: true },
    ManufacturerPartNumber: { kind: 'text', max: 120, nullable: true },
    PreferredVendorID: { kind: 'reference', to: 'Vendors', nullable: true },
    VendorPartNumber: { kind: 'text', max: 120, nullable: true },
    Stocked: { kind: 'boolean', default: true },
    Active: { kind: 'boolean', default: true },
    QuantityOnHand: { kind: 'decimal', places: 4, default: 0 },
    MinimumQuantity: { kind: 'decimal', places: 4, nullable: true },
    MaximumQuantity: { kind: 'decimal', places: 4, nullable: true },
    LocationID: { kind: 'reference', to: 'Locations', nullable: true },
    Bin: { kind: 'text', max: 40, nullable: true },
  },
  search: ['SKU', 'Name', 'Barcode', 'ManufacturerPartNumber', 'ExternalID'],
  events: ['Created', 'Updated'],
} as const satisfies RecordType;
