import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A larger undertaking for a customer that work orders, tasks and purchases belong to. */
export const Jobs = {
  name: 'Jobs',
  singular: 'job',
  area: 'Jobs',
  title: ['Number', 'Name'],
  search: ['Number', 'Name', 'CustomerName', 'CustomerReference', 'ExternalID'],
  fields: {
    Number: { kind: 'text', max: 40, readOnly: true },
    Name: { kind: 'text', max: 200 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    Status: {
      kind: 'enum',
      values: ['Scheduled', 'InProgress', 'OnHold', 'Completed', 'Cancelled'],
      default: 'Scheduled',
    },
    Type: { kind: 'text', max: 80, nullable: true },
    Priority: { kind: 'enum', values: ['None', 'Low', 'Medium', 'High', 'Urgent'], default: 'None', indexed: true },
    CustomerName: { kind: 'text', max: 200, nullable: true },
    ContactName: { kind: 'text', max: 120, nullable: true },
    ContactPhone: { kind: 'text', max: 40, nullable: true },
    ContactEmail: { kind: 'text', max: 254, nullable: true },
    CustomerReference: { kind: 'text', max: 120, nullable: true },
    LocationID: { kind: 'reference', to: 'Locations', nullable: true },
    ManagerEmployeeID: { kind: 'reference', to: 'Employees', nullable: true },
    ScheduledStartOn: { kind: 'timestamp', nullable: true },
    ScheduledEndOn: { kind: 'timestamp', nullable: true },
    StartedOn: { kind: 'timestamp', nullable: true },
    CompletedOn: { kind: 'timestamp', nullable: true },
    CancelledOn: { kind: 'timestamp', nullable: true },
    CancelReason: { kind: 'text', max: 500, nullable: true },
    BudgetAmount: { kind: 'decimal', places: 4, nullable: true },
    Notes: { kind: 'text', max: LONG_TEXT, nullable: true },
  },
  numbered: 'J',
  states: {
    moves: {
      Scheduled: ['InProgress', 'Completed', 'Cancelled'],
      InProgress: ['OnHold', 'Completed', 'Cancelled'],
      OnHold: ['InProgress', 'Completed', 'Cancelled'],
      Completed: ['InProgress'],
      Cancelled: ['Scheduled'],
    },
    stamps: {
      InProgress: { field: 'StartedOn' },
      Completed: { field: 'CompletedOn', moves: true, clearsTo: 'InProgress', lostOnLeaving: true },
      Cancelled: { field: 'CancelledOn', moves: true, clearsTo: 'Scheduled', lostOnLeaving: true },
    },
    asks: { Cancelled: ['CancelReason'] },
  },
  events: ['Created', 'Completed'],
} as const satisfies RecordType;
