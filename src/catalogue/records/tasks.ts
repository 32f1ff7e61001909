import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A single step of work, in a work order, in a job or standalone. */
export const Tasks = {
  name: 'Tasks',
  singular: 'task',
  area: 'WorkOrders',
  title: ['Name'],
  search: ['Name', 'Description', 'TaskExternalMessagingID', 'ExternalID'],
  fields: {
    Name: { kind: 'text', max: 200 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    Status: { kind: 'enum', values: ['Open', 'InProgress', 'Completed', 'Cancelled'], default: 'Open' },
    WorkOrderID: { kind: 'reference', to: 'WorkOrders', nullable: true },
    JobID: { kind: 'reference', to: 'Jobs', nullable: true },
    AssetID: { kind: 'reference', to: 'Assets', nullable: true },
    AssignedEmployeeID: { kind: 'reference', to: 'Employees', nullable: true },
    Position: { kind: 'int', default: 0 },
    Required: { kind: 'boolean', default: false },
    Priority: { kind: 'enum', values: ['None', 'Low', 'Medium', 'High', 'Urgent'], default: 'None', indexed: true },
    Type: { kind: 'enum', values: ['Checkbox', 'Text', 'Number', 'PassFail', 'Meter'], default: 'Checkbox' },
    Result: { kind: 'text', max: LONG_TEXT, nullable: true },
    Notes: { kind: 'text', max: LONG_TEXT, nullable: true },
    DueOn: { kind: 'timestamp', nullable: true },
    StartedOn: { kind: 'timestamp', nullable: true },
    CompletedOn: { kind: 'timestamp', nullable: true },
    CancelledOn: { kind: 'timestamp', nullable: true },
    CancelReason: { kind: 'text', max: 500, nullable: true },
    EstimatedMinutes: { kind: 'int', nullable: true },
    SpentMinutes: { kind: 'int', nullable: true },
    TaskExternalMessagingID: { kind: 'int', nullable: true, indexed: true },
  },
  states: {
    moves: {
      Open: ['InProgress', 'Completed', 'Cancelled'],
      InProgress: ['Open', 'Completed', 'Cancelled'],
      Completed: ['Open'],
      Cancelled: ['Open'],
    },
    stamps: {
      InProgress: { field: 'StartedOn' },
      Completed: { field: 'CompletedOn', moves: true, clearsTo: 'Open', lostOnLeaving: true },
      Cancelled: { field: 'CancelledOn', moves: true, clearsTo: 'Open', lostOnLeaving: true },
    },
    asks: { Completed: ['Result', 'SpentMinutes'], Cancelled: ['CancelReason'] },
  },
  events: ['Created', 'Completed', 'Updated', 'Cancelled'],
} as const satisfies RecordType;
