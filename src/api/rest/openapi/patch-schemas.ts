/** JSON Patch for programs that write clients: each operation has a name, and `op` says which of them it is. */
import { type JsonSchema, patchSchema } from '../../../records/schema.ts';
import { componentReference } from './operation.ts';

interface Operation extends JsonSchema {
  readonly title: string;
  readonly properties: { readonly [name: string]: JsonSchema };
}

export function patchSchemas(limits: { readonly operations: number }): { readonly [name: string]: JsonSchema } {
  const patch = patchSchema(limits) as JsonSchema & { readonly items: { readonly oneOf: readonly Operation[] } };
  const operations = patch.items.oneOf.map(({ title, properties, ...rest }) => ({
    op: title,
    name: `Patch${title[0]!.toUpperCase()}${title.slice(1)}`,
    // Some name what they write after the title, and there is a schema `Move`.
    schema: { title: `Patch ${title}`, ...rest, properties: { ...properties, op: { type: 'string', enum: [title] } } },
  }));
  const mapping = Object.fromEntries(operations.map(({ op, name }) => [op, `#/components/schemas/${name}`]));
  return {
    ...Object.fromEntries(operations.map(({ name, schema }) => [name, schema])),
    PatchOperation: {
      title: 'Operation of a patch',
      oneOf: operations.map(({ name }) => componentReference('schemas', name)),
      discriminator: { propertyName: 'op', mapping },
    },
    JsonPatch: { ...patch, items: componentReference('schemas', 'PatchOperation') },
  };
}
