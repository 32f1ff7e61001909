/**
 * Executes introspection queries. The library resolves the fields; the response is built here, so that its size is
 * limited and the event loop is not blocked.
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
import { queryLimits, queryTooLarge } from './query-limits.ts';
import type { ResponseBudget } from './response-budget.ts';
import {
  collectFields,
  GraphqlRefusal,
  type SelectedField,
  type SelectionContext,
  selectionSetsOf,
} from './selection.ts';

export interface IntrospectionField {
  /** `"name":`. */
  readonly key: string;
  readonly definition: GraphQLField | undefined;
  readonly given: Readonly<Record<string, unknown>>;
  readonly typename?: string;
  readonly fields: readonly IntrospectionField[];
}

const rootFields: Readonly<Record<string, GraphQLField>> = {
  __schema: SchemaMetaFieldDef as GraphQLField,
  __type: TypeMetaFieldDef as GraphQLField,
};

export function compileIntrospection(
  schema: GraphQLSchema,
  parent: GraphQLObjectType,
  field: SelectedField,
  selecting: SelectionContext,
): IntrospectionField {
  const key = `"${field.key}":`;
  if (field.name === '__typename') return { key, definition: undefined, given: {}, typename: parent.name, fields: [] };
  const definition = rootFields[field.name] ?? parent.getFields()[field.name]!;
  const given = getArgumentValues(definition, field.nodes[0]!, selecting.variables);
  const object = getNamedType(definition.type);
  const below = isObjectType(object) ? collectFields(selectionSetsOf(field), selecting) : [];
  const fields = below.map((one) => compileIntrospection(schema, object as GraphQLObjectType, one, selecting));
  return { key, definition, given, fields };
}

/** Yields a promise to await whenever the time slice is used up; returns the JSON text. */
export function* executeIntrospection(
  schema: GraphQLSchema,
  field: IntrospectionField,
  room: ResponseBudget,
): Generator<Promise<void>, string> {
  let objects = 0;
  return yield* shownField(field, undefined);

  function* shownField(
    { definition, given, fields, typename }: IntrospectionField,
    source: unknown,
  ): Generator<Promise<void>, string> {
    if (definition === undefined) return room.write(`"${typename}"`);
    const value = definition.resolve?.(source, given, undefined, { schema } as never);
    return yield* shown(definition.type, value, fields);
  }

  function* shown(
    type: GraphQLOutputType,
    value: unknown,
    fields: readonly IntrospectionField[],
  ): Generator<Promise<void>, string> {
    if (value === null || value === undefined) return room.write('null');
    const own = getNullableType(type);
    if (isListType(own)) {
      const items: string[] = [];
      for (const item of value as Iterable<unknown>) items.push(yield* shown(own.ofType, item, fields));
      return `[${items.join()}]`;
    }
    if (!isObjectType(own)) return room.write(JSON.stringify(value));
    if (++objects > queryLimits.introspected) {
      const how = 'Ask for the types one by one with __type.';
      throw new GraphqlRefusal(
        queryTooLarge(
          'The objects of the answer are more than',
          queryLimits.introspected,
          queryLimits.introspected,
          how,
        ),
      );
    }
    let text = '';
    for (const field of fields) {
      text += room.write(text === '' ? field.key : `,${field.key}`);
      text += yield* shownField(field, value);
    }
    const pause = room.pause('{}'.length);
    if (pause !== undefined) yield pause;
    return `{${text}}`;
  }
}
