import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A purchase from a vendor, with ordered and received quantities. */
export const PurchaseOrders = {
  name: 'PurchaseOrders',
  singular: 'purchase order',
  area: 'Purchasing',
  title: ['Number', 'VendorID'],
  search: ['Number', 'Name', 'VendorReference', 'ExternalID'],
  fields: {
    // Unlike other numbers it may be given, because firms carry on the numbering of their books.
    Number: { kind: 'text', max: 40, unique: 'exact' },
    Name: { kind: 'text', max: 200, nullable: true },
    Status: {
      kind: 'enum',
      values: ['Draft', 'PendingApproval', 'Approved', 'Sent', 'PartiallyFulfilled', 'Completed', 'Cancelled'],
      default: 'Draft',
    },
    VendorID: { kind: 'reference', to: 'Vendors', nullable: true },
    WorkOrderID: { kind: 'reference', to: 'WorkOrders', nullable: true },
    JobID: { kind: 'reference', to: 'Jobs', nullable: true },
    ShipToLocationID: { kind: 'reference', to: 'Locations', nullable: true },
    Currency: { kind: 'text', max: 3, default: 'USD', defaultFrom: { account: 'currency' } },
    OrderedOn: { kind: 'date', nullable: true },
    ExpectedOn: { kind: 'date', nullable: true },
    ApprovedOn: { kind: 'timestamp', nullable: true },
    SentOn: { kind: 'timestamp', nullable: true },
    CompletedOn: { kind: 'timestamp', nullable: true },
    CancelledOn: { kind: 'timestamp', nullable: true },
    CancelReason: { kind: 'text', max: 500, nullable: true },
    Lines: {
      kind: 'list',
      key: 'Line',
      items: {
        // Its position in the list, counted from 1, unless given.
        Line: { kind: 'int' },
        ProductID: { kind: 'reference', to: 'Products', nullable: true },
        Description: {
          kind: 'text',
          max: 500,
          default: '',
          defaultFrom: { reference: 'ProductID', field: 'Name' },
        },
        Quantity: { kind: 'decimal', places: 4, above: 0 },
        Unit: { kind: 'text', max: 16, default: 'ea', defaultFrom: { reference: 'ProductID', field: 'Unit' } },
        UnitCost: {
          kind: 'decimal',
          places: 4,
          default: 0,
          defaultFrom: { reference: 'ProductID', field: 'UnitCost' },
        },
        QuantityReceived: { kind: 'decimal', places: 4, atLeast: 0, default: 0 },
        ShortClosed: { kind: 'boolean', default: false },
      },
    },
    Subtotal: { kind: 'decimal', places: 4, readOnly: true },
    TaxAmount: { kind: 'decimal', places: 4, default: 0 },
    ShippingAmount: { kind: 'decimal', places: 4, default: 0 },
    Total: { kind: 'decimal', places: 4, readOnly: true },
    ReceivedPercent: { kind: 'decimal', places: 4, readOnly: true },
    VendorReference: { kind: 'text', max: 120, nullable: true },
    NotesToVendor: { kind: 'text', max: LONG_TEXT, nullable: true },
    InternalNotes: { kind: 'text', max: LONG_TEXT, nullable: true },
  },
  numbered: 'PO',
  states: {
    moves: {
      Draft: ['PendingApproval', 'Sent', 'Cancelled'],
      PendingApproval: ['Approved', 'Draft', 'Cancelled'],
      Approved: ['Sent', 'Cancelled'],
      // Receipts move these too (records/rules): PartiallyFulfilled is only ever reached by them.
      Sent: ['Completed', 'Cancelled'],
      PartiallyFulfilled: ['Completed'],
      Completed: [],
      Cancelled: ['Draft'],
    },
    stamps: {
      Approved: {
        field: 'ApprovedOn',
        lostOnLeaving: true,
        keptIn: ['Sent', 'PartiallyFulfilled', 'Completed', 'Cancelled'],
      },
      // The moves allow no way back from Sent or Completed, so clearing their stamps alone is refused like any such move.
      Sent: {
        field: 'SentOn',
        moves: true,
        clearsTo: 'Draft',
        lostOnLeaving: true,
        keptIn: ['PartiallyFulfilled', 'Completed', 'Cancelled'],
      },
      Completed: { field: 'CompletedOn', moves: true, clearsTo: 'PartiallyFulfilled', lostOnLeaving: true },
      Cancelled: { field: 'CancelledOn', moves: true, clearsTo: 'Draft', lostOnLeaving: true },
    },
    asks: { Sent: ['VendorID', 'Lines'], Completed: ['Lines'], Cancelled: ['CancelReason'] },
  },
  events: ['Created', 'Updated', 'Sent', 'Completed', 'PartiallyFulfilled'],
} as const satisfies RecordType;
