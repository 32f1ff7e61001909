import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A round of stops that one person drives or walks. */
export const Routes = {
  name: 'Routes',
  singular: 'route',
  area: 'Jobs',
  fields: {
    Name: { kind: 'text', max: 200 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    Status: { kind: 'enum', values: ['Planned', 'InProgress', 'Completed', 'Cancelled'], default: 'Planned' },
    AssignedEmployeeID: { kind: 'reference', to: 'Employees', nullable: true },
    VehicleAssetID: { kind: 'reference', to: 'Assets', nullable: true },
    JobID: { kind: 'reference', to: 'Jobs', nullable: true },
    ScheduledStartOn: { kind: 'timestamp', nullable: true },
    ScheduledEndOn: { kind: 'timestamp', nullable: true },
    StartedOn: { kind: 'timestamp', nullable: true },
    CompletedOn: { kind: 'timestamp', nullable: true },
    CancelledOn: { kind: 'timestamp', nullable: true },
    Stops: {
      kind: 'list',
      key: 'Stop',
      items: {
        // Its position in the list, counted from 1, unless given.
        Stop: { kind: 'int' },
        LocationID: { kind: 'reference', to: 'Locations', nullable: true },
        AssetID: { kind: 'reference', to: 'Assets', nullable: true },
        WorkOrderID: { kind: 'reference', to: 'WorkOrders', nullable: true },
        Status: { kind: 'text', max: 40, default: 'Planned' },
        ArrivedOn: { kind: 'timestamp', nullable: true },
        DepartedOn: { kind: 'timestamp', nullable: true },
      },
    },
  },
  states: {
    moves: {
      Planned: ['InProgress', 'Cancelled'],
      InProgress: ['Completed', 'Cancelled'],
      Completed: ['InProgress'],
      Cancelled: ['Planned'],
    },
    stamps: {
      InProgress: { field: 'StartedOn' },
      Completed: { field: 'CompletedOn', moves: true, clearsTo: 'InProgress', lostOnLeaving: true },
      Cancelled: { field: 'CancelledOn', moves: true, clearsTo: 'Planned', lostOnLeaving: true },
    },
  },
  search: ['Name', 'Description', 'ExternalID'],
  events: [],
} as const satisfies RecordType;
