/** MCP resources: the catalogue, and a page for each record type that the assistant can read. */
import type { Caller } from '../../accounts/caller.ts';
import { type RecordType, recordTypes } from '../../catalogue/index.ts';
import { describeType } from '../../records/type-description.ts';

const CATALOGUE_URI = 'mds://catalogue';
const pageUri = ({ name }: RecordType) => `${CATALOGUE_URI}/${name}`;

export function listResources({ permissions }: Caller) {
  const readable = recordTypes.filter(({ name }) => permissions[name].read);
  return [
    {
      uri: CATALOGUE_URI,
      name: 'catalogue',
      title: 'The record types',
      description: 'Every record type that this key may read, with fields, states and events.',
      mimeType: 'application/json',
    },
    ...readable.map((type) => ({
      uri: pageUri(type),
      name: type.name,
      title: `Record type ${type.name}`,
      description: `Fields, states and events of a ${type.singular}.`,
      mimeType: 'text/markdown',
    })),
  ];
}

/** Returns a resource; undefined if it does not exist or the caller cannot read it. */
export function readResource({ permissions }: Caller, uri: string) {
  const readable = recordTypes.filter(({ name }) => permissions[name].read);
  if (uri === CATALOGUE_URI) {
    return { uri, mimeType: 'application/json', text: JSON.stringify(readable.map(describeType)) };
  }
  const type = readable.find((one) => pageUri(one) === uri);
  return type && { uri, mimeType: 'text/markdown', text: pageOf(type) };
}

function pageOf(type: RecordType): string {
  const { fields, states, events } = describeType(type);
  const rows = fields.map(({ name, kind, description, required, readOnly, to, values }) => {
    const marks = [required && 'needed', readOnly && 'read-only', to && `-> ${to}`, values?.join(', ')];
    return `- **${name}** (${kind}${marks
      .filter(Boolean)
      .map((mark) => `; ${mark}`)
      .join('')}): ${description}`;
  });
  const moves = states === null ? [] : ['', '## States', '', '```json', JSON.stringify(states, null, 1), '```'];
  return [`# ${type.name}`, '', ...rows, ...moves, '', `Events: ${events.join(', ') || 'none'}`].join('\n');
}
