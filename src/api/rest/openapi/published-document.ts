/**
 * The document as it goes out into the world, where programs that write clients read it. What is right by the letter and makes them
 * write clients that fail is said in another way:
 *
 * - an answer's object may get members later: a client that refuses those it does not know breaks on the day of the upgrade. Only
 *   what we take is closed;
 * - a date has its `format`: a `pattern` beside it is held against the date that was read, not against the text;
 * - whole numbers go to 2^53 - 1: without `format: int64` they are read into 32 bits;
 * - an object of whatever members says so: else it is taken for one without any, which Java cannot even write down;
 * - decimals are `format: double`: without it they are read into 32 bits, where 1234567.89 becomes 1234567.9;
 * - a field that is always true is a boolean of one value: as a constant it becomes Python that cannot be read;
 * - the default of a field stands in words: many clients send it whether or not anybody gave a value, and a task that is made with
 *   `CompletedOn` alone is another than one that also says `Status: Open`; to others a field with a default is one that must be given.
 *
 * Objects have names (`named-objects`), also those that may be null: as one type that is both, its null is not read.
 */
import type { JsonSchema } from '../../../records/schema.ts';
import { nameObjects } from './named-objects.ts';
import type { OpenApiObject } from './operation.ts';

type Tree = { readonly [key: string]: unknown };

const HTTP_METHODS = ['get', 'post', 'patch', 'put', 'delete'];
/** Keywords that contain values, not schemas. */
const VALUE_KEYWORDS = new Set(['default', 'example', 'examples', 'enum', 'const', 'mapping', 'required']);
const MAX_INT32 = 2 ** 31 - 1;

export function toPublishedDocument(given: OpenApiObject): OpenApiObject {
  const document = nameObjects(given);
  const { paths, webhooks, components } = document as unknown as { paths: Tree; webhooks: Tree; components: Tree };
  const schemas = components.schemas as Tree;
  const taken = namesTaken(paths, schemas);
  const named = Object.entries(schemas).map(([name, schema]) => [name, reworded(schema, !taken.has(name))]);
  return {
    ...document,
    paths: mapped(paths, (item) => mapped(item as Tree, rewordedOperation)),
    webhooks: reworded(webhooks, true),
    components: { ...(reworded(components, true) as Tree), schemas: Object.fromEntries(named) },
  };
}

function rewordedOperation(operation: unknown, method: string): unknown {
  if (!HTTP_METHODS.includes(method)) return operation;
  return mapped(operation as Tree, (part, name) => reworded(part, name !== 'requestBody'));
}

/** Returns the names of schemas that requests can contain. */
function namesTaken(paths: Tree, schemas: Tree): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as { readonly $ref?: string };
    const name = typeof $ref === 'string' ? /^#\/components\/schemas\/(.+)$/.exec($ref)?.[1] : undefined;
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(schemas[name]);
    }
    Object.values(node).forEach(visit);
  };
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item as Tree)) visit((operation as Tree).requestBody);
  }
  return names;
}

function reworded(node: unknown, open: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => reworded(one, open));
  if (typeof node !== 'object' || node === null) return node;
  if (typeof (node as Tree).in === 'string' && 'schema' in node) return rewordedParameter(node as Tree, open);
  const given = typeof (node as Tree).const === 'boolean' ? onlyValue(node as Tree) : (node as Tree);
  const parts = mapped(given, (part, key) => (VALUE_KEYWORDS.has(key) ? part : reworded(part, open)));
  return typeof parts.type === 'string' || Array.isArray(parts.type) ? rewordedSchema(parts, open) : parts;
}

function onlyValue({ const: value, ...rest }: Tree): Tree {
  return { ...rest, type: 'boolean', enum: [value] };
}

/** Rewrites a parameter and keeps its default, because clients do not send it by themselves. */
function rewordedParameter(parameter: Tree, open: boolean): Tree {
  const { default: usual, ...schema } = parameter.schema as JsonSchema;
  return {
    ...parameter,
    schema: { ...(reworded(schema, open) as Tree), ...(usual !== undefined && { default: usual }) },
  };
}

function rewordedSchema(schema: JsonSchema, open: boolean): JsonSchema {
  const types = [schema.type].flat();
  const { additionalProperties = mapOf(schema), pattern, default: usual, description, ...rest } = schema;
  const words = [description, usual === undefined || usual === null ? '' : `Default: ${JSON.stringify(usual)}.`].filter(
    Boolean,
  );
  const isDate = schema.format === 'date' || schema.format === 'date-time';
  const isWide = types.includes('integer') && !(Math.abs(Number(schema.maximum)) <= MAX_INT32);
  return {
    ...rest,
    ...(words.length > 0 && { description: words.join(' ') }),
    ...(additionalProperties !== undefined && !(open && additionalProperties === false) && { additionalProperties }),
    ...(pattern !== undefined && !isDate && { pattern }),
    ...(isWide && schema.format === undefined && { format: 'int64' }),
    ...(types.includes('number') && { format: 'double' }),
  };
}

function mapOf({ type, properties }: JsonSchema): true | undefined {
  return [type].flat().includes('object') && properties === undefined ? true : undefined;
}

function mapped(tree: Tree, change: (part: unknown, key: string) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, part]) => [key, change(part, key)]));
}
