import type { RecordType } from '../record-type.ts';

/** A state an asset can be in, in the firm's own words over four base states. */
export const AssetStatuses = {
  name: 'AssetStatuses',
  singular: 'asset status',
  area: 'Assets',
  fields: {
    Name: { kind: 'text', max: 80 },
    BaseStatus: { kind: 'enum', values: ['Operational', 'Degraded', 'Down', 'Retired'] },
    Position: { kind: 'int', default: 0 },
    Colour: { kind: 'text', max: 9, nullable: true },
  },
  search: ['Name', 'ExternalID'],
  events: [],
} as const satisfies RecordType;
