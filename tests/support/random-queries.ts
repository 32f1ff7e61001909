/** Random queries that the schema allows: lists and records, filters of every kind, references both ways, aliases, fragments, directives. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
} from 'graphql';
import type { FieldMeaning } from '../../src/api/graphql/schema.ts';
import { random } from './seed.ts';

/** Values that records of the tests hold, or nearly. */
const values: Readonly<Record<string, readonly string[]>> = {
  String: ['"Pump"', '"pump"', '"Straße"', '"100%"', '"a"', '"O\'Neil"', '""', '"ﬁlter"'],
  Integer: ['1', '2', '3', '7', '1000', '9007199254740991', '-3'],
  Decimal: ['0', '1', '12.5', '-2.25', '0.0001', '1e3'],
  Boolean: ['true', 'false'],
  Timestamp: ['"2026-01-01"', '"2026-01-01T00:00:00.001Z"', '"2026-01-01T02:00:00+02:00"', '"2025-06-15T12:30:00Z"'],
  Date: ['"2026-01-01"', '"2024-02-29"', '"9999-12-31"'],
};
const texts = ['pump', 'S', '1', '20', 'open', 'ß', '%', 'x'];

export function randomQuery(schema: GraphQLSchema): string {
  const query = schema.getQueryType()!;
  const fragments: string[] = [];
  const roots = Object.values(query.getFields()).filter((field) => /^(list|record)$/.test(meaningOf(field).is));
  const asked = times(1 + below(2), () => fieldText(pick(roots), 3));
  return `{ ${asked.map((text, n) => `r${n}: ${text}`).join(' ')} }\n${fragments.join('\n')}`;

  /** `deeper` says how many references may follow below it. */
  function fieldText(field: GraphQLField, deeper: number): string {
    const type = getNamedType(field.type);
    const below_ = isObjectType(type) ? ` ${selection(type, deeper)}` : '';
    return `${field.name}${argumentsText(field, deeper)}${directive()}${below_}`;
  }

  function selection(type: GraphQLObjectType, deeper: number): string {
    const fields = Object.values(type.getFields());
    const isPage = fields.some((field) => meaningOf(field).is === 'nodes');
    const wanted = isPage
      ? fields.filter((field) => field.name === 'nodes' || below(2) === 0)
      : ofRecord(fields, deeper);
    const written = wanted.map((field) => {
      const alias = below(4) === 0 ? `a${below(1e6)}: ` : '';
      return alias + fieldText(field, isPage ? deeper : deeper - 1);
    });
    if (below(5) === 0) written.push('__typename');
    // The same field twice is one.
    if (below(6) === 0)
      written.push(
        pick(
          written.filter((text) => !text.includes('{') && !text.includes('@')),
          written[0]!,
        ),
      );
    if (below(5) === 0) return `{ ... on ${type.name} { ${written.join(' ')} } __typename }`;
    if (below(6) !== 0) return `{ ${written.join(' ')} }`;
    const name = `F${fragments.length}`;
    fragments.push('');
    fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} { ${written.join(' ')} }`;
    return `{ ...${name} ...${name} }`;
  }

  function ofRecord(fields: readonly GraphQLField[], deeper: number): GraphQLField[] {
    const plain = fields.filter((field) => meaningOf(field).is === 'value');
    const related = fields.filter((field) => meaningOf(field).is !== 'value');
    const chosen = [
      ...times(1 + below(4), () => pick(plain)),
      ...(deeper > 0 ? times(below(3), () => pick(related)) : []),
    ];
    // Under one name a field is asked for once: with other arguments it would not be the same one.
    return [...new Set(chosen.filter((field) => field !== undefined))];
  }

  function argumentsText(field: GraphQLField, deeper: number): string {
    if (field.args.length === 0) return '';
    if (meaningOf(field).is === 'record') return `(id: ${1 + below(25)})`;
    const given = field.args.flatMap((argument) => (below(5) === 0 ? argumentText(argument) : []));
    const take = `take: ${deeper > 2 ? below(8) : below(5)}`;
    return `(${[take, ...given].join(', ')})`;
  }
}

function argumentText(argument: GraphQLArgument): string[] {
  switch (argument.name) {
    case 'filter':
      return [`filter: ${filterText(argument.type as GraphQLInputObjectType)}`];
    case 'search':
      return [`search: ${JSON.stringify(pick(texts))}`];
    case 'orderby':
      return [`orderby: "${pick(['CreatedOn Desc', 'UpdatedOn', 'ID Desc', 'CreatedBy desc, CreatedOn'])}"`];
    case 'skip':
      return [`skip: ${below(4)}`];
    case 'deleted':
      return [`deleted: ${below(2) === 0}`];
    default:
      return [];
  }
}

function filterText(filter: GraphQLInputObjectType): string {
  const fields = Object.values(filter.getFields()).filter(({ name }) => name !== 'Deleted');
  const chosen = new Set(times(1 + below(2), () => pick(fields)));
  const written = [...chosen].map(({ name, type }) => {
    const tests = Object.keys((type as GraphQLInputObjectType).getFields());
    const op = pick(tests);
    return `${name}: { ${op}: ${testText(op, type as GraphQLInputObjectType)} }`;
  });
  return `{ ${written.join(', ')} }`;
}

function testText(op: string, type: GraphQLInputObjectType): string {
  if (op === 'contains') return JSON.stringify(pick(texts));
  if (op === 'isNull') return String(below(2) === 0);
  const leaf = getNamedType(type.getFields().eq!.type);
  const value = () => (isEnumType(leaf) ? pick(leaf.getValues()).name : pick(values[leaf.name]!));
  if (op === 'in') return `[${times(1 + below(3), () => (below(4) === 0 ? 'null' : value())).join(', ')}]`;
  return below(4) === 0 && /^(eq|ne)$/.test(op) ? 'null' : value();
}

function directive(): string {
  return below(12) === 0 ? ` @${pick(['skip(if: false)', 'include(if: true)', 'include(if: false)'])}` : '';
}

function meaningOf(field: GraphQLField): FieldMeaning {
  return field.extensions.means as FieldMeaning;
}

function below(limit: number): number {
  return Math.floor(random() * limit);
}

function pick<Item>(items: readonly Item[], otherwise?: Item): Item {
  return items.length === 0 ? otherwise! : items[below(items.length)]!;
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
