/**
 * Checks and coerces the variables of a request. Clients send empty form inputs as null or ""; such a variable counts
 * as not given.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { Json, JsonObject } from '../../lib/json.ts';
import { invalidDocument } from './errors.ts';
import type { GraphqlRequest } from './graphql-request.ts';
import { GraphqlRefusal, type Variables } from './selection.ts';

export function readVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: GraphqlRequest['variables'],
): Variables {
  refuseStray(document, variables);
  const given: Record<string, Json> = Object.create(null);
  for (const { variable, type } of variableDefinitions) {
    const { value: name } = variable.name;
    if (!Object.hasOwn(variables, name)) continue;
    const value = withoutEmpty(variables[name]!);
    // Null rather than omitted, because the default value applies only to omitted variables.
    given[name] = value === '' && type.kind !== 'NonNullType' ? null : value;
  }
  const read = getVariableValues(schema, variableDefinitions, given, { maxErrors: 10 });
  if (read.variableValues === undefined) throw new GraphqlRefusal(invalidDocument(read.errors));
  const { sources, coerced } = read.variableValues;
  return { sources, coerced: Object.fromEntries(Object.entries(coerced).filter(([, value]) => !isEmpty(value))) };
}

/** Leaves out the empty members of objects: the fields of a filter and their tests. Items of lists stay. */
function withoutEmpty(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member))) as JsonObject;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

/**
 * Refuses undeclared variables: with a misspelt optional one, its filter would be dropped and all records listed.
 * Variables of other operations in the document are accepted, because explorers keep one set of variables for all.
 */
function refuseStray({ definitions }: DocumentNode, variables: GraphqlRequest['variables']): void {
  const declared = definitions.flatMap((one) =>
    one.kind === 'OperationDefinition'
      ? (one.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  const stray = Object.keys(variables).find((name) => !declared.includes(name));
  if (stray === undefined) return;
  const there = declared.length === 0 ? 'none' : declared.map((name) => `$${name}`).join(', ');
  throw new GraphQLError(`There is no variable $${stray.slice(0, 80)} in the query; it declares ${there}.`);
}
