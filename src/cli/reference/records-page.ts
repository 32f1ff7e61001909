/** Generates docs/reference/records.md from the catalogue. */
import {
  type Field,
  fieldsOf,
  type ItemField,
  isIndexed,
  type RecordType,
  recordTypes,
} from '../../catalogue/index.ts';
import { article } from '../../records/writes/field-values.ts';
import { code, table } from './markdown.ts';

export function recordsPage(): string {
  const contents = recordTypes.map((type) => `[${type.name}](#${type.name.toLowerCase()})`).join(', ');
  return `# Record types

${contents}.

Every record shows every field of its type, \`null\` when unset, in the order given here. *Read-only* fields are derived or
stamped by the service. *Indexed* fields filter and order without a scan. Texts are limited in characters (code points).

${recordTypes.map(typeSection).join('\n\n')}
`;
}

function typeSection(type: RecordType): string {
  const rows = Object.entries(fieldsOf(type)).map(([name, field]) => [
    code(name),
    kindOf(field),
    notesOf(type, name, field),
  ]);
  return [
    `## ${type.name}`,
    `\`/api/${type.name}\`, in the area \`${type.area}\`. Events: ${type.events.map(code).join(', ') || 'none'}.${filterNote(type)} ${titleNote(type)} ${searchNote(type)}`,
    table(['Field', 'Kind', 'Notes'], rows),
    ...(type.states ? [statesTable(type.states)] : []),
  ].join('\n\n');
}

function filterNote({ webhookFilter }: RecordType): string {
  if (!webhookFilter) return '';
  return ` A subscription may be narrowed to one of \`${webhookFilter.entityType}\` (compared with \`${webhookFilter.field}\`).`;
}

function titleNote({ title, singular, fields }: RecordType): string {
  const parts = title.map((name) => {
    const field = fields[name];
    return field?.kind === 'reference' ? `the \`Name\` of its \`${name}\`` : code(name);
  });
  return `${article(singular)[0]!.toUpperCase()}${article(singular).slice(1)} is called by ${parts.join(' and ')}.`;
}

function searchNote({ search }: RecordType): string {
  return `\`search\` looks through ${search.map(code).join(', ')}.`;
}

export function kindOf(field: Field | ItemField): string {
  switch (field.kind) {
    case 'text':
      return `text(${field.max})`;
    case 'enum':
      return field.values.map(code).join(' ');
    case 'decimal':
      return `decimal, ${field.places} places`;
    case 'reference':
      return `-> ${field.to}`;
    case 'object':
      return `object, at most ${field.maxBytes / 1024} KiB`;
    case 'list':
      return `list of { ${Object.keys(field.items).join(', ')} }`;
    case 'texts':
      return `list of text(${field.max})`;
    case 'value':
      return 'any JSON value';
    default:
      return field.kind;
  }
}

function notesOf(type: RecordType, name: string, field: Field): string {
  const notes: string[] = [];
  if (field.readOnly) notes.push('read-only');
  if (field.nullable) notes.push('nullable');
  if (field.defaultFrom !== undefined && 'account' in field.defaultFrom)
    notes.push(`default: the account's ${field.defaultFrom.account}`);
  else if ('default' in field && field.default !== undefined)
    notes.push(`default ${code(JSON.stringify(field.default))}`);
  if (field.kind === 'text' && field.unique) notes.push(field.unique === 'folded' ? 'unique, case ignored' : 'unique');
  if (name === 'Number' && type.numbered)
    notes.push(`${code(`${type.numbered}-000123`)}${field.readOnly ? '' : ' unless given'}`);
  if (isIndexed(name, field)) notes.push('indexed');
  return notes.join(', ');
}

function statesTable(states: NonNullable<RecordType['states']>): string {
  const rows = Object.entries(states.moves).map(([from, to]) => [
    code(from),
    to.map(code).join(', ') || 'none',
    states.stamps[from] ? code(states.stamps[from].field) : '',
    (states.asks?.[from] ?? []).map(code).join(', '),
  ]);
  return table(['State', 'May move to', 'Stamp set on entering', 'Asked for on entering'], rows);
}
