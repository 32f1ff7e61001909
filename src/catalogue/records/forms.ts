import type { RecordType } from '../record-type.ts';

/** A form filled in from a template: an inspection, a checklist, a meter round. */
export const Forms = {
  name: 'Forms',
  singular: 'form',
  area: 'Forms',
  fields: {
    Number: { kind: 'text', max: 40, readOnly: true },
    Name: { kind: 'text', max: 200 },
    FormTemplateID: { kind: 'reference', to: 'FormTemplates' },
    Status: { kind: 'enum', values: ['Draft', 'Submitted', 'Dismissed'], default: 'Draft' },
    WorkOrderID: { kind: 'reference', to: 'WorkOrders', nullable: true },
    TaskID: { kind: 'reference', to: 'Tasks', nullable: true },
    AssetID: { kind: 'reference', to: 'Assets', nullable: true },
    LocationID: { kind: 'reference', to: 'Locations', nullable: true },
    JobID: { kind: 'reference', to: 'Jobs', nullable: true },
    AssignedEmployeeID: { kind: 'reference', to: 'Employees', nullable: true },
    DueOn: { kind: 'timestamp', nullable: true },
    SubmittedOn: { kind: 'timestamp', nullable: true },
    Answers: {
      kind: 'list',
      key: 'FieldID',
      items: {
        FieldID: { kind: 'text', max: 60 },
        Label: { kind: 'text', max: 200, default: '' },
        Value: { kind: 'value', nullable: true },
        Note: { kind: 'text', max: 2000, nullable: true },
        Flagged: { kind: 'boolean', nullable: true },
      },
    },
    Score: { kind: 'decimal', places: 4, nullable: true },
    Passed: { kind: 'boolean', nullable: true },
    FlaggedCount: { kind: 'int', readOnly: true },
    AmendsFormID: { kind: 'reference', to: 'Forms', nullable: true },
  },
  numbered: 'F',
  states: {
    moves: { Draft: ['Submitted', 'Dismissed'], Submitted: [], Dismissed: ['Draft'] },
    // Submitted is final: clearing its stamp alone would move back, which no move allows.
    stamps: { Submitted: { field: 'SubmittedOn', moves: true, clearsTo: 'Draft', lostOnLeaving: true } },
  },
  search: ['Number', 'Name', 'ExternalID'],
  events: ['Submitted'],
  webhookFilter: { entityType: 'FormTemplates', field: 'FormTemplateID' },
} as const satisfies RecordType;
