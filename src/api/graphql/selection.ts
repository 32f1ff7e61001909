/**
 * Collects the selected fields of one object: expands fragments, drops skipped fields and merges fields with the same
 * name. The schema has no abstract types, so every validated fragment applies. Two fields can be merged if name and
 * arguments are equal.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  type getVariableValues,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { Problem } from '../../problems.ts';
import { invalidDocument } from './errors.ts';
import { queryLimits, queryTooLarge } from './query-limits.ts';

export type Variables = Extract<ReturnType<typeof getVariableValues>, { variableValues: unknown }>['variableValues'];

export interface SelectionContext {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  /** Number of fields processed so far: a few fragments that use each other twice expand to millions. */
  looked: number;
}

export interface SelectedField {
  /** Name in the response. */
  readonly key: string;
  readonly name: string;
  /** Nodes of the field; several if fields were merged. */
  readonly nodes: FieldNode[];
}

/** Thrown to refuse a query from deep inside the call stack, where no caller could continue. */
export class GraphqlRefusal {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}

export function collectFields(sets: readonly SelectionSetNode[], selecting: SelectionContext): SelectedField[] {
  const fields = new Map<string, SelectedField>();
  const visited = new Set<string>();
  for (const set of sets) for (const selection of set.selections) add(selection);
  refuseAliases(fields.values());
  return [...fields.values()];

  function add(selection: SelectionNode): void {
    if (++selecting.looked > queryLimits.fields) throw new GraphqlRefusal(tooManyFields());
    if (!isIncluded(selection, selecting.variables)) return;
    if (selection.kind === 'Field') addField(selection);
    else if (selection.kind === 'InlineFragment') selection.selectionSet.selections.forEach(add);
    else addFragment(selection.name.value);
  }

  function addFragment(name: string): void {
    if (visited.has(name)) return;
    visited.add(name);
    selecting.fragments.get(name)!.selectionSet.selections.forEach(add);
  }

  function addField(node: FieldNode): void {
    const name = node.name.value;
    const key = node.alias?.value ?? name;
    const same = fields.get(key);
    if (same === undefined) fields.set(key, { key, name, nodes: [node] });
    else if (same.name === name && sameArguments(same.nodes[0]!, node)) same.nodes.push(node);
    else throw new GraphqlRefusal(conflict(key, same.nodes[0]!, node));
  }
}

/** Returns the selection sets of all merged fields. */
export function selectionSetsOf({ nodes }: SelectedField): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

function isIncluded(selection: SelectionNode, variables: Variables): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}

function sameArguments({ arguments: one = [] }: FieldNode, { arguments: other = [] }: FieldNode): boolean {
  if (one.length === 0 && other.length === 0) return true;
  return written(one) === written(other);
}

function written(given: NonNullable<FieldNode['arguments']>): string {
  return given
    .map(({ name, value }) => `${name.value}:${print(inOrder(value))}`)
    .sort()
    .join();
}

/** Sorts the members of an object, because their order has no meaning. */
function inOrder(value: ValueNode): ValueNode {
  if (value.kind === Kind.LIST) return { ...value, values: value.values.map(inOrder) };
  if (value.kind !== Kind.OBJECT) return value;
  const fields = value.fields.map((field) => ({ ...field, value: inOrder(field.value) }));
  return { ...value, fields: fields.sort((a, b) => (a.name.value < b.name.value ? -1 : 1)) };
}

function conflict(key: string, one: FieldNode, other: FieldNode): Problem {
  const message = `Fields "${key}" conflict: they have another name or other arguments. Give one of them an alias.`;
  return invalidDocument([new GraphQLError(message, { nodes: [one, other] })]);
}

function tooManyFields(): Problem {
  const how = 'Leave fields out, or use fewer fragments within fragments.';
  return queryTooLarge('The fields that the query comes to are more than', queryLimits.fields, queryLimits.fields, how);
}

function refuseAliases(fields: Iterable<SelectedField>): void {
  const names = new Map<string, number>();
  for (const { name } of fields) names.set(name, (names.get(name) ?? 0) + 1);
  for (const [name, times] of names) {
    if (times <= queryLimits.aliases) continue;
    const how =
      name === '__typename' ? 'Ask for it once.' : 'Ask for several at once with a filter such as {ID: {in: [1, 2]}}.';
    throw new GraphqlRefusal(queryTooLarge(`The aliases of ${name} are`, times, queryLimits.aliases, how));
  }
}
