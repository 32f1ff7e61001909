/**
 * Gives every object with members a name: it becomes a component, called by where it stands (`PurchaseOrder`, `Lines`: `PurchaseOrderLine`).
 * Generators number those without a name (`InlineObject12`), and Go gets a struct without a type.
 */
import type { JsonSchema } from '../../../records/schema.ts';
import type { OpenApiObject } from './operation.ts';
import { componentReference } from './operation.ts';

type Schemas = { readonly [name: string]: JsonSchema };

/** Returns the schemas with all that stand in them. What an operation takes or answers must have a name already. */
export function nameObjects(document: OpenApiObject): OpenApiObject {
  const { components, paths } = document as unknown as { components: { schemas: Schemas }; paths: OpenApiObject };
  refuseNameless(paths, '');
  const named: { [name: string]: JsonSchema } = {};
  // One and the same object in two schemas is one component, called by where it stands first.
  const known = new Map<JsonSchema, string>();

  const within = (schema: JsonSchema, name: string): JsonSchema => {
    const parts = Object.entries(schema).map(([keyword, value]) => [
      keyword,
      inside[keyword]?.(value as never, name) ?? value,
    ]);
    return Object.fromEntries(parts);
  };
  const inside: { readonly [keyword: string]: (value: never, name: string) => unknown } = {
    properties: (properties: Schemas, name) =>
      Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, place(one, name + capital(key))])),
    items: (one: JsonSchema, name) => place(one, singular(name)),
    oneOf: (members: readonly JsonSchema[], name) => members.map((one) => place(one, name)),
    additionalProperties: (one: JsonSchema | boolean, name) =>
      typeof one === 'boolean' ? one : place(one, `${name}Value`),
  };
  const place = (schema: JsonSchema, name: string): JsonSchema => {
    if (!hasMembers(schema)) return within(schema, name);
    const taken = known.get(schema) ?? name;
    if (!known.has(schema)) {
      if (taken in components.schemas || taken in named) throw new Error(`Two schemas would be called ${taken}`);
      known.set(schema, taken);
      const { type: _, ...members } = schema;
      named[taken] = within({ type: 'object', ...members }, taken);
    }
    const ref = componentReference('schemas', taken);
    if (schema.type === 'object') return ref;
    const { description } = schema;
    return { ...(description !== undefined && { description }), oneOf: [ref, { type: 'null' }] };
  };

  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => {
    const before = new Set(Object.keys(named));
    const own = within(schema, name);
    return [[name, own], ...Object.entries(named).filter(([one]) => !before.has(one))];
  });
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

/** An object, or what is an object or null. */
function hasMembers({ type, properties }: JsonSchema): boolean {
  return properties !== undefined && [type].flat().includes('object');
}

function refuseNameless(node: unknown, at: string): void {
  if (typeof node !== 'object' || node === null || at.endsWith('/examples')) return;
  if (hasMembers(node as JsonSchema) || 'oneOf' in node || 'anyOf' in node)
    throw new Error(`The schema at ${at} needs a name`);
  for (const [key, part] of Object.entries(node)) refuseNameless(part, `${at}/${key}`);
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function singular(name: string): string {
  return name.replace(/(?<=sh)es$|s$/, '');
}
