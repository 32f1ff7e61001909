/**
 * What the schema says of itself. The library knows the answers; they are put together here, so that a long one is bounded and lets
 * others in between.
 */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { limits, tooLarge } from './limits.ts';
import { fieldsIn, Refused, type SelectedField, type Selecting, setsOf } from './selection.ts';

export interface Introspected {
  /** `"name":`. */
  readonly key: string;
  readonly definition: GraphQLField | undefined;
  readonly given: Readonly<Record<string, unknown>>;
  readonly typename?: string;
  readonly fields: readonly Introspected[];
}

const rootFields: Readonly<Record<string, GraphQLField>> = {
  __schema: SchemaMetaFieldDef as GraphQLField,
  __type: TypeMetaFieldDef as GraphQLField,
};

export function compileIntrospection(
  schema: GraphQLSchema,
  parent: GraphQLObjectType,
  field: SelectedField,
  selecting: Selecting,
): Introspected {
  const key = `"${field.key}":`;
  if (field.name === '__typename') return { key, definition: undefined, given: {}, typename: parent.name, fields: [] };
  const definition = rootFields[field.name] ?? parent.getFields()[field.name]!;
  const given = getArgumentValues(definition, field.nodes[0]!, selecting.variables);
  const object = getNamedType(definition.type);
  const below = isObjectType(object) ? fieldsIn(setsOf(field), selecting) : [];
  const fields = below.map((one) => compileIntrospection(schema, object as GraphQLObjectType, one, selecting));
  return { key, definition, given, fields };
}

/** Gives way at every object of a list; returns the JSON text. */
export function* introspect(schema: GraphQLSchema, field: Introspected): Generator<void, string> {
  let objects = 0;
  return yield* shownField(field, undefined);

  function* shownField(
    { definition, given, fields, typename }: Introspected,
    source: unknown,
  ): Generator<void, string> {
    if (definition === undefined) return `"${typename}"`;
    const value = definition.resolve?.(source, given, undefined, { schema } as never);
    return yield* shown(definition.type, value, fields);
  }

  function* shown(type: GraphQLOutputType, value: unknown, fields: readonly Introspected[]): Generator<void, string> {
    if (value === null || value === undefined) return 'null';
    const own = getNullableType(type);
    if (isListType(own)) {
      const items: string[] = [];
      for (const item of value as Iterable<unknown>) {
        items.push(yield* shown(own.ofType, item, fields));
        yield;
      }
      return `[${items.join()}]`;
    }
    if (!isObjectType(own)) return JSON.stringify(value);
    if (++objects > limits.introspected) {
      const how = 'Ask for the types one by one with __type.';
      throw new Refused(
        tooLarge('The objects of the answer are more than', limits.introspected, limits.introspected, how),
      );
    }
    let text = '';
    for (const field of fields) text += `${text === '' ? '' : ','}${field.key}${yield* shownField(field, value)}`;
    return `{${text}}`;
  }
}
