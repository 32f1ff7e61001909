import { LONG_TEXT } from '../field.ts';
import type { RecordType } from '../record-type.ts';

/** A board that work orders are gathered on. */
export const Boards = {
  name: 'Boards',
  singular: 'board',
  area: 'WorkOrders',
  fields: {
    Name: { kind: 'text', max: 120 },
    Description: { kind: 'text', max: LONG_TEXT, nullable: true },
    Position: { kind: 'int', default: 0 },
    Archived: { kind: 'boolean', default: false },
    Columns: {
      kind: 'list',
      items: { Name: { kind: 'text', max: 120 }, Status: { kind: 'text', max: 40 } },
    },
  },
  search: ['Name', 'ExternalID'],
  events: [],
} as const satisfies RecordType;
