import type { RecordType } from '../record-type.ts';

/** A person who does or leads the work, with or without a login. */
export const Employees = {
  name: 'Employees',
  singular: 'employee',
  area: 'People',
  fields: {
    EmployeeNumber: { kind: 'text', max: 40, nullable: true, unique: 'exact' },
    FirstName: { kind: 'text', max: 80 },
    LastName: { kind: 'text', max: 80 },
    DisplayName: { kind: 'text', max: 161, readOnly: true },
    Email: { kind: 'text', max: 254, nullable: true },
    Phone: { kind: 'text', max: 40, nullable: true },
    JobTitle: { kind: 'text', max: 120, nullable: true },
    Department: { kind: 'text', max: 120, nullable: true },
    Status: { kind: 'enum', values: ['Active', 'OnLeave', 'Terminated'], default: 'Active' },
    HiredOn: { kind: 'date', nullable: true },
    TerminatedOn: { kind: 'date', nullable: true },
    ManagerEmployeeID: { kind: 'reference', to: 'Employees', nullable: true },
    HomeLocationID: { kind: 'reference', to: 'Locations', nullable: true },
    UserID: { kind: 'reference', to: 'Users', nullable: true },
    HourlyRate: { kind: 'decimal', places: 4, nullable: true },
    Certifications: {
      kind: 'list',
      items: {
        Name: { kind: 'text', max: 120 },
        Number: { kind: 'text', max: 120, nullable: true },
        ExpiresOn: { kind: 'date', nullable: true },
      },
    },
  },
  states: {
    moves: {
      Active: ['OnLeave', 'Terminated'],
      OnLeave: ['Active', 'Terminated'],
      Terminated: ['Active'],
    },
    stamps: { Terminated: { field: 'TerminatedOn', lostOnLeaving: true } },
  },
  search: ['DisplayName', 'Email', 'EmployeeNumber', 'ExternalID'],
  events: ['Created', 'Updated'],
} as const satisfies RecordType;
