import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** The questions a form asks. */
export const FormTemplates = {
  name: 'FormTemplates',
  singular: 'form template',
  area: 'Forms',
  fields: {
    Name: { kind: 'text', max: 200 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    Category: { kind: 'text', max: 80, nullable: true },
    Status: { kind: 'enum', values: ['Draft', 'Published', 'Archived'], default: 'Draft' },
    Fields: {
      kind: 'list',
      key: 'FieldID',
      items: {
        FieldID: { kind: 'text', max: 60 },
        Label: { kind: 'text', max: 200 },
        Type: { kind: 'text', max: 40 },
        Required: { kind: 'boolean', nullable: true },
        Choices: { kind: 'texts', max: 200, nullable: true },
      },
    },
  },
  states: {
    moves: { Draft: ['Published'], Published: ['Archived'], Archived: ['Published'] },
    stamps: {},
  },
  search: ['Name', 'Category', 'ExternalID'],
  events: [],
} as const satisfies RecordType;
