/**
 * The JSON Schemas (draft 2020-12) of records, derived from the catalogue and ready for OpenAPI 3.1: what a POST takes, what every
 * answer holds, and what a PATCH takes. They say what validation does; a test holds the two against each other.
 */
import {
  type Field,
  fieldsOf,
  type ItemField,
  type ListField,
  type RecordType,
  type TextField,
} from '../catalogue/index.ts';
import type { Json } from '../lib/json.ts';
import { exampleOf } from './examples.ts';
import { describeField, describeItemField } from './schema-descriptions.ts';
import { defaultOf, isItemRequired, isRequired, minimumLength } from './writes/defaults.ts';
import { EMAIL } from './writes/field-values.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Direction of a schema: input may omit fields with defaults, output contains all fields. */
type Direction = 'in' | 'out';

/** The body of a POST. */
export function createSchema(type: RecordType): JsonSchema {
  const fields = Object.entries(fieldsOf(type)).filter(([, field]) => !field.readOnly);
  return {
    title: `New ${type.singular}`,
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(type, name, field, 'in')])),
    required: fields.filter(([name, field]) => isRequired(type, name, field)).map(([name]) => name),
    additionalProperties: false,
    examples: [exampleOf(type)],
  };
}

/** A record as every answer and every delivery shows it: all its fields, in this order. */
export function recordSchema(type: RecordType): JsonSchema {
  const fields = Object.entries(fieldsOf(type));
  return {
    title: type.singular[0]!.toUpperCase() + type.singular.slice(1),
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(type, name, field, 'out')])),
    required: fields.map(([name]) => name),
    additionalProperties: false,
  };
}

/** The body of a PATCH. Members that RFC 6902 does not define are ignored, as it demands. */
export function patchSchema(limits: { readonly operations: number }): JsonSchema {
  const pointer = '^(?:/(?:[^/~]|~[01])*)*$';
  const path = { type: 'string', pattern: pointer, description: 'A JSON pointer to a field, such as /Description.' };
  const operation = (op: string, members: JsonSchema) => ({
    title: op,
    type: 'object',
    properties: { op: { const: op }, ...members },
    required: ['op', ...Object.keys(members)],
    additionalProperties: true,
  });
  const value = { description: 'The value to write, or to compare with.' };
  return {
    title: 'JSON Patch',
    description: 'Operations of RFC 6902, done in their order, all or none of them.',
    type: 'array',
    maxItems: limits.operations,
    items: {
      oneOf: [
        operation('add', { path, value }),
        operation('replace', { path, value }),
        operation('remove', { path: { ...path, pattern: pointer.replace(/\*\$$/, '+$') } }),
        operation('move', { from: path, path }),
        operation('copy', { from: path, path }),
        operation('test', { path, value }),
      ],
    },
    examples: [[{ op: 'replace', path: '/Name', value: 'Check the pressure relief valve' }]],
  };
}

function fieldSchema(type: RecordType, name: string, field: Field, direction: Direction): JsonSchema {
  const description = describeField(type, name, field);
  const value = fixedDefaultOf(field);
  return {
    ...kindSchema(field, direction),
    ...(description === '' ? {} : { description }),
    ...(direction === 'in' && value !== undefined && value !== null ? { default: value } : {}),
    ...(direction === 'out' && field.readOnly ? { readOnly: true } : {}),
  };
}

/** A client that filled in another one would keep the service from taking the value from elsewhere. */
function fixedDefaultOf(field: Field | ItemField): Json | undefined {
  return field.defaultFrom === undefined ? defaultOf(field) : undefined;
}

function kindSchema(field: Field | ItemField, direction: Direction): JsonSchema {
  const schema = byKind[field.kind](field as never, direction);
  return field.nullable ? orNull(schema) : schema;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema;
  const values = schema.enum === undefined ? {} : { enum: [...(schema.enum as readonly string[]), null] };
  return { ...schema, type: [schema.type, 'null'], ...values };
}

const DAY = '(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const TIMESTAMP_IN = `^${DAY}[Tt]${TIME}(?::[0-5][0-9](?:\\.[0-9]+)?)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])$`;
const TIMESTAMP_OUT = `^${DAY}T${TIME}:[0-5][0-9]\\.[0-9]{3}Z$`;

const byKind: {
  [K in (Field | ItemField)['kind']]: (
    field: Extract<Field | ItemField, { kind: K }>,
    direction: Direction,
  ) => JsonSchema;
} = {
  text: textSchema,
  int: () => ({ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  // Only on the way in: many validators divide in binary and would find fault with 0.3 in an answer.
  decimal: ({ places, atLeast, above }, direction) => ({
    type: 'number',
    ...(atLeast === undefined ? { exclusiveMinimum: above ?? -1e11 } : { minimum: atLeast }),
    exclusiveMaximum: 1e11,
    ...(direction === 'in' ? { multipleOf: places === 4 ? 1e-4 : 1e-7 } : {}),
  }),
  boolean: () => ({ type: 'boolean' }),
  timestamp: (_field, direction) => ({
    type: 'string',
    format: 'date-time',
    pattern: direction === 'in' ? TIMESTAMP_IN : TIMESTAMP_OUT,
    examples: ['2026-01-31T09:30:00.000Z'],
  }),
  date: () => ({ type: 'string', format: 'date', pattern: `^${DAY}$`, examples: ['2026-01-31'] }),
  enum: ({ values }) => ({ type: 'string', enum: values }),
  reference: () => ({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  object: () => ({ type: 'object' }),
  value: () => ({}),
  texts: ({ max }) => ({ type: 'array', items: { type: 'string', maxLength: max } }),
  list: listSchema,
};

function textSchema(field: TextField): JsonSchema {
  const least = minimumLength(field);
  return {
    type: 'string',
    ...(least === 0 ? {} : { minLength: least }),
    maxLength: field.max,
    ...textPattern(field, least),
  };
}

function textPattern(field: TextField, least: number): JsonSchema {
  if (field.format === 'email') return { pattern: EMAIL.source };
  return least === 0 ? {} : { pattern: '\\S' };
}

function listSchema(field: ListField, direction: Direction): JsonSchema {
  const items = Object.entries(field.items);
  const needed = items.filter(([name, item]) => direction === 'out' || isItemRequired(field, name, item));
  return {
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(items.map(([name, item]) => [name, itemSchema(field, name, item, direction)])),
      required: needed.map(([name]) => name),
      additionalProperties: false,
    },
  };
}

function itemSchema(list: ListField, name: string, item: ItemField, direction: Direction): JsonSchema {
  const description = describeItemField(list, name, item);
  const value = fixedDefaultOf(item);
  return {
    ...kindSchema(item, direction),
    ...(description === '' ? {} : { description }),
    ...(direction === 'in' && value !== undefined && value !== null ? { default: value } : {}),
  };
}
