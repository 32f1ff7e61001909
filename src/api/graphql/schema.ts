/**
 * Builds the schema of a key from the catalogue: the record types it can read, with every reference in both directions.
 * Types that it cannot read are missing, and so are all references to them. The extensions of each field contain its
 * meaning, which is all that reading needs.
 */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import {
  type Field,
  fieldsOf,
  isScalar,
  pluralOf,
  type RecordType,
  type RecordTypeName,
  scalarFieldsOf,
} from '../../catalogue/index.ts';
import { createFilterTypes } from './filter-types.ts';
import { ChangeType, MeType } from './plain-types.ts';
import { IntegerScalar, JsonScalar } from './scalars.ts';
import {
  backReferenceFieldName,
  listFieldName,
  referenceFieldName,
  singleFieldName,
  typeName,
} from './schema-names.ts';

/** Meaning of a field. */
export type FieldMeaning =
  /** Fields of a record: a value, the record it references, or the records that reference it. */
  | { readonly is: 'value'; readonly field: string }
  | { readonly is: 'reference'; readonly field: string; readonly to: RecordTypeName }
  | { readonly is: 'way back'; readonly type: RecordTypeName; readonly field: string }
  /** Fields of the query. */
  | { readonly is: 'list'; readonly type: RecordTypeName }
  | { readonly is: 'record'; readonly type: RecordTypeName }
  | { readonly is: 'history' }
  | { readonly is: 'me' }
  /** Fields of a page. */
  | { readonly is: 'nodes' }
  | { readonly is: 'more' }
  | { readonly is: 'total' }
  /** Field of an object that is returned as it is: the member of that name. */
  | { readonly is: 'member' };

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

export function createSchema(readable: readonly RecordType[]): GraphQLSchema {
  const { leafOf, filterOf } = createFilterTypes();
  const objects = new Map(readable.map((type) => [type.name, recordObject(type)]));
  const pages = new Map(readable.map((type) => [type.name, page(type)]));
  const listArguments = new Map(readable.map((type) => [type.name, argumentsOf(type)]));
  const query = new GraphQLObjectType({
    name: 'Query',
    fields: { ...Object.assign({}, ...readable.map(entries)), ...history(), me: means({ is: 'me' }, must(MeType)) },
  });
  // A test validates the schema of every set of areas; validating again at the first query would take as long as
  // building it.
  return new GraphQLSchema({ query, assumeValid: true });

  function entries(type: RecordType): Fields {
    return {
      [listFieldName(type)]: {
        ...means({ is: 'list', type: type.name }, must(pages.get(type.name)!), listArguments.get(type.name)),
        description: `The ${pluralOf(type)} of the account.`,
      },
      [singleFieldName(type)]: {
        ...means({ is: 'record', type: type.name }, objects.get(type.name)!, { id: { type: must(IntegerScalar) } }),
        description: `One ${type.singular}, also a deleted one; null where there is none of this ID.`,
      },
    };
  }

  function recordObject(type: RecordType): GraphQLObjectType {
    return new GraphQLObjectType({
      name: typeName(type),
      fields: () => ({ ...values(type), ...references(type), ...waysBack(type) }),
    });
  }

  function values(type: RecordType): Fields {
    return Object.fromEntries(
      Object.entries(fieldsOf(type)).map(([field, declaration]) => {
        const leaf = valueType(type, field, declaration);
        return [field, means({ is: 'value', field }, declaration.nullable ? leaf : must(leaf))];
      }),
    );
  }

  function valueType(type: RecordType, field: string, declaration: Field) {
    return isScalar(declaration) ? leafOf(type, field, declaration) : JsonScalar;
  }

  function references(type: RecordType): Fields {
    return Object.fromEntries(
      [...scalarFieldsOf(type)].flatMap(([field, declaration]) => {
        if (declaration.kind !== 'reference' || !objects.has(declaration.to)) return [];
        const meaning = { is: 'reference', field, to: declaration.to } as const;
        return [[referenceFieldName(field), means(meaning, objects.get(declaration.to)!)]];
      }),
    );
  }

  function waysBack(type: RecordType): Fields {
    return Object.fromEntries(
      readable.flatMap((from) =>
        [...scalarFieldsOf(from)].flatMap(([field, declaration]) => {
          if (declaration.kind !== 'reference' || declaration.to !== type.name) return [];
          const meaning = { is: 'way back', type: from.name, field } as const;
          const back = means(meaning, must(pages.get(from.name)!), listArguments.get(from.name));
          const description = `The ${pluralOf(from)} whose ${field} leads here.`;
          return [[backReferenceFieldName(from, field, type.name), { ...back, description }]];
        }),
      ),
    );
  }

  function page(type: RecordType): GraphQLObjectType {
    return pageOf(typeName(type), objects.get(type.name)!);
  }

  function argumentsOf(type: RecordType): GraphQLFieldConfigArgumentMap {
    return {
      filter: { type: filterOf(type) },
      search: { type: GraphQLString, description: `A text in any of ${type.search.join(', ')}.` },
      orderby: { type: GraphQLString, description: 'As in REST: "DueOn Desc, Name". By ID where it is not given.' },
      take: { type: GraphQLInt, description: 'How many: 0 to 1000, 25 where it is not given.' },
      skip: { type: IntegerScalar, description: 'How many are passed over.' },
      deleted: { type: GraphQLBoolean, description: 'Whether deleted ones are shown with the others.' },
    };
  }

  function history(): Fields {
    if (readable.length === 0) return {};
    const kinds = new GraphQLEnumType({
      name: 'RecordType',
      values: Object.fromEntries(readable.map(({ name }) => [name, {}])),
    });
    const of = {
      type: { type: must(kinds) },
      id: { type: must(IntegerScalar) },
      field: { type: new GraphQLList(must(GraphQLString)), description: 'Only changes of one of these fields.' },
      take: { type: GraphQLInt },
      skip: { type: IntegerScalar },
    };
    const description = 'What happened to a record, the newest first; null where there is none of this ID.';
    return { history: { ...means({ is: 'history' }, pageOf('Change', ChangeType), of), description } };
  }
}

function pageOf(name: string, of: GraphQLObjectType): GraphQLObjectType {
  return new GraphQLObjectType({
    name: `${name}Page`,
    fields: {
      nodes: means({ is: 'nodes' }, must(new GraphQLList(must(of)))),
      more: { ...means({ is: 'more' }, must(GraphQLBoolean)), description: 'Whether some follow behind the page.' },
      total: {
        ...means({ is: 'total' }, must(IntegerScalar)),
        description: 'How many there are in all, counted when asked for.',
      },
    },
  });
}

function means(
  meaning: FieldMeaning,
  type: GraphQLOutputType,
  args: GraphQLFieldConfigArgumentMap = {},
): GraphQLFieldConfig<unknown, unknown> {
  return { type, args, extensions: { means: meaning } };
}

function must<Type extends ConstructorParameters<typeof GraphQLNonNull>[0]>(type: Type): GraphQLNonNull<Type> {
  return new GraphQLNonNull(type);
}
