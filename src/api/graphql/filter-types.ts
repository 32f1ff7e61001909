/** Input types of list filters: one per kind of value, and one per record type composed of them. */
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  type GraphQLLeafType,
  GraphQLList,
  GraphQLString,
} from 'graphql';
import { type RecordType, type ScalarField, type ScalarKind, scalarFieldsOf } from '../../catalogue/index.ts';
import { DateScalar, DecimalScalar, IntegerScalar, TimestampScalar } from './scalars.ts';
import { typeName } from './schema-names.ts';

/** Scalar type of each kind; only enums have a type each. */
export const scalarTypes = {
  text: GraphQLString,
  int: IntegerScalar,
  reference: IntegerScalar,
  decimal: DecimalScalar,
  boolean: GraphQLBoolean,
  timestamp: TimestampScalar,
  date: DateScalar,
} as const satisfies Record<Exclude<ScalarKind, 'enum'>, GraphQLLeafType>;

export interface FilterTypes {
  leafOf(type: RecordType, field: string, declaration: ScalarField): GraphQLLeafType;
  filterOf(type: RecordType): GraphQLInputObjectType;
}

/** Creates the filter types of one schema. Each schema has its own enum types. */
export function createFilterTypes(): FilterTypes {
  const enums = new Map<string, GraphQLEnumType>();
  const ofLeaf = new Map<string, GraphQLInputObjectType>();
  return { leafOf, filterOf };

  function leafOf(type: RecordType, field: string, declaration: ScalarField): GraphQLLeafType {
    if (declaration.kind !== 'enum') return scalarTypes[declaration.kind];
    const name = `${typeName(type)}${field}`;
    const known = enums.get(name);
    if (known !== undefined) return known;
    const description = 'In their order, by which they are compared and sorted.';
    const made = new GraphQLEnumType({ name, description, values: named(declaration.values, () => ({})) });
    enums.set(name, made);
    return made;
  }

  function filterOf(type: RecordType): GraphQLInputObjectType {
    const fields = [...scalarFieldsOf(type)];
    return new GraphQLInputObjectType({
      name: `${typeName(type)}Filter`,
      description: 'All that is given must hold.',
      fields: Object.fromEntries(
        fields.map(([field, declaration]) => [field, { type: testsOf(leafOf(type, field, declaration)) }]),
      ),
    });
  }

  function testsOf(leaf: GraphQLLeafType): GraphQLInputObjectType {
    const known = ofLeaf.get(leaf.name);
    if (known !== undefined) return known;
    const isBoolean = leaf === GraphQLBoolean;
    const made = new GraphQLInputObjectType({
      name: `${leaf.name}Filter`,
      description: 'All that is given must hold.',
      fields: {
        eq: {
          type: leaf,
          description: 'Is this, or has no value where it is null. Texts are compared with regard to case.',
        },
        ne: { type: leaf, description: 'Is not this; what has no value is not this either.' },
        in: { type: new GraphQLList(leaf), description: 'Is one of these; null stands for no value.' },
        isNull: {
          type: GraphQLBoolean,
          description:
            'Has no value, or has one where it is false. By a variable, too: null in a variable counts as not given.',
        },
        ...(!isBoolean && {
          gt: { type: leaf },
          ge: { type: leaf },
          lt: { type: leaf },
          le: { type: leaf },
          contains: {
            type: GraphQLString,
            description: 'The value as it is shown contains this text, without regard to case.',
          },
        }),
      },
    });
    ofLeaf.set(leaf.name, made);
    return made;
  }
}

function named<Value>(names: readonly string[], value: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}
