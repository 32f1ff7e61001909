/**
 * Compiles a query before anything is read: the values to read from which records, level by level, with its depth and
 * estimated cost. A record costs 1, and ten of its values 1 more; a list costs as much as its maximum number of
 * records; a count costs 1.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type RecordTypeName, recordType } from '../../catalogue/index.ts';
import { createYield } from '../../lib/turns.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { fault } from '../../records/lists/faults.ts';
import type { Listing } from '../../records/lists/plan.ts';
import { maxParameters } from '../../records/lists/query.ts';
import { maxTake } from '../../records/lists/request.ts';
import { planHistory } from '../../records/log/history.ts';
import type {
  CompiledQuery,
  HistorySelection,
  PageFields,
  PlainField,
  QueryKind,
  RecordField,
  RootField,
  SelectedFields,
} from './compiled-query.ts';
import { invalidArguments, invalidDocument } from './errors.ts';
import type { GraphqlRequest } from './graphql-request.ts';
import { compileIntrospection } from './introspection.ts';
import { readListing, readWholeNumber, tooManyValues } from './list-arguments.ts';
import { INTROSPECTION_COST, queryLimits, queryTooLarge, VALUES_PER_COST_UNIT } from './query-limits.ts';
import type { FieldMeaning } from './schema.ts';
import {
  collectFields,
  GraphqlRefusal,
  type SelectedField,
  type SelectionContext,
  selectionSetsOf,
} from './selection.ts';
import { mergeSpans, type UnindexedValue } from './spans.ts';
import { readVariables } from './variables.ts';

export async function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  asked: GraphqlRequest,
): Promise<CompiledQuery | Problem> {
  try {
    return await new Compilation(schema, document, asked).query();
  } catch (refused) {
    if (refused instanceof GraphqlRefusal) return refused.problem;
    if (refused instanceof GraphQLError) return invalidDocument([refused]);
    throw refused;
  }
}

interface LookedUp {
  readonly definition: GraphQLField;
  readonly meaning: FieldMeaning;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Compiler state that all methods update: cost, depth and kinds. */
class Compilation {
  readonly #schema: GraphQLSchema;
  readonly #operation: OperationDefinitionNode;
  readonly #selecting: SelectionContext;
  readonly #kinds = new Set<QueryKind>();
  /** Cache by field node. Fragments repeat a node in many places, and its arguments are the same in all of them. */
  readonly #lookedUp = new Map<FieldNode, LookedUp>();
  readonly #listings = new Map<LookedUp['given'], Listing>();
  readonly #turn = createYield();
  /** Cost in units of one value, so that it stays an integer. */
  #values = 0;
  #depth = 0;

  constructor(schema: GraphQLSchema, document: DocumentNode, { operationName, variables }: GraphqlRequest) {
    this.#schema = schema;
    this.#operation = chooseOperation(document, operationName);
    const fragments = document.definitions.filter(
      (one) => one.kind === 'FragmentDefinition',
    ) as FragmentDefinitionNode[];
    this.#selecting = {
      fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
      variables: readVariables(schema, document, this.#operation, variables),
      looked: 0,
    };
  }

  async query(): Promise<CompiledQuery> {
    const query = this.#schema.getQueryType()!;
    const selected = this.#fieldsIn(query, [this.#operation.selectionSet], 1);
    const fields = await this.#each(selected, (field) => this.#root(query, field));
    const cost = Math.max(1, Math.ceil(this.#values / VALUES_PER_COST_UNIT));
    if (cost > queryLimits.cost) {
      const how = 'Take fewer records of each list, ask for fewer fields, or follow fewer references in one query.';
      throw new GraphqlRefusal(queryTooLarge('The estimated cost of the query is', cost, queryLimits.cost, how));
    }
    return { fields, cost, depth: this.#depth, kinds: this.#kinds };
  }

  async #root(query: GraphQLObjectType, field: SelectedField): Promise<RootField> {
    const key = keyOf(field);
    const path = [field.key];
    const { name } = field;
    if (name === '__typename') return { key, is: 'typename', name: query.name };
    if (name === '__schema' || name === '__type') {
      this.#kinds.add('introspection');
      this.#values += INTROSPECTION_COST * VALUES_PER_COST_UNIT;
      return { key, is: 'schema', field: compileIntrospection(this.#schema, query, field, this.#selecting) };
    }
    const { definition, meaning, given } = this.#lookUp(query, field);
    const sets = selectionSetsOf(field);
    switch (meaning.is) {
      case 'list': {
        this.#kinds.add('records');
        const listing = this.#listing(meaning.type, given, path);
        return {
          key,
          is: 'list',
          type: meaning.type,
          listing,
          page: await this.#page(definition, meaning.type, listing, sets, 1, 2, path),
        };
      }
      case 'record': {
        this.#kinds.add('records');
        const fields = await this.#record(meaning.type, objectOf(definition), sets, 1, 2, path);
        return { key, is: 'record', type: meaning.type, id: given.id as number, fields };
      }
      case 'history':
        this.#kinds.add('history');
        return { key, is: 'history', ...this.#history(definition, given, sets, path) };
      case 'me':
        this.#kinds.add('me');
        this.#values += VALUES_PER_COST_UNIT;
        return { key, is: 'me', fields: this.#plain(objectOf(definition), sets, 2) };
      default:
        throw new Error(`${name} is no field of the query`);
    }
  }

  /** Compiles a page that each of `parents` objects has. */
  async #page(
    definition: GraphQLField,
    type: RecordTypeName,
    { take }: Listing,
    sets: readonly SelectionSetNode[],
    parents: number,
    depth: number,
    path: readonly string[],
  ): Promise<PageFields> {
    const page = objectOf(definition);
    this.#values += parents * VALUES_PER_COST_UNIT;
    return this.#each(this.#fieldsIn(page, sets, depth), async (field): Promise<PageFields[number]> => {
      const key = keyOf(field);
      if (field.name === '__typename') return { key, is: 'typename', name: page.name };
      const { definition, meaning } = this.#lookUp(page, field);
      if (meaning.is === 'total') this.#values += parents * VALUES_PER_COST_UNIT;
      if (meaning.is !== 'nodes') return { key, is: meaning.is as 'more' | 'total' };
      const below = [...path, field.key];
      const fields = await this.#record(
        type,
        objectOf(definition),
        selectionSetsOf(field),
        parents * take,
        depth + 1,
        below,
      );
      return { key, is: 'nodes', fields };
    });
  }

  /** Compiles the selected fields of a record type; `records` is the estimated number of records. */
  async #record(
    type: RecordTypeName,
    object: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    records: number,
    depth: number,
    path: readonly string[],
  ): Promise<SelectedFields> {
    const places = new Map([['ID', 0]]);
    const placeOf = (field: string) => {
      const place = places.get(field) ?? places.size;
      places.set(field, place);
      return place;
    };
    let values = 0;
    const selected = this.#fieldsIn(object, sets, depth);
    const fields = await this.#each(selected, async (field): Promise<RecordField | UnindexedValue> => {
      const key = keyOf(field);
      if (field.name === '__typename') return { key, is: 'typename', name: object.name };
      const { definition, meaning, given } = this.#lookUp(object, field);
      const below = [...path, field.key];
      switch (meaning.is) {
        case 'value':
          values++;
          return { key, is: 'value', field: meaning.field };
        case 'reference': {
          const fields = await this.#record(
            meaning.to,
            objectOf(definition),
            selectionSetsOf(field),
            records,
            depth + 1,
            below,
          );
          return { key, is: 'reference', place: placeOf(meaning.field), to: meaning.to, fields };
        }
        case 'way back': {
          const listing = this.#listing(meaning.type, given, below);
          const page = await this.#page(
            definition,
            meaning.type,
            listing,
            selectionSetsOf(field),
            records,
            depth + 1,
            below,
          );
          return { key, is: 'way back', type: meaning.type, field: meaning.field, listing, page };
        }
        default:
          throw new Error(`${field.name} is no field of ${type}`);
      }
    });
    this.#values += records * (VALUES_PER_COST_UNIT + values);
    return { places, fields: mergeSpans(type, fields, placeOf) };
  }

  #history(
    definition: GraphQLField,
    given: LookedUp['given'],
    sets: readonly SelectionSetNode[],
    path: readonly string[],
  ): { of: HistorySelection; page: PageFields<PlainField[]> } {
    const faults: InputFault[] = [];
    const take = readWholeNumber('take', (given.take as number | null) ?? 25, maxTake, faults);
    const skip = readWholeNumber('skip', (given.skip as number | null) ?? 0, Number.MAX_SAFE_INTEGER, faults);
    const page = objectOf(definition);
    const selected = this.#fieldsIn(page, sets, 2);
    const names = (given.field as string[] | null) ?? [];
    if (names.length > maxParameters) faults.push(tooManyValues('field', names.length));
    // Removes duplicates, so that the maximum number of names fits into a query string with the other parameters.
    const once = new Map(names.slice(0, maxParameters).map((name) => [name.toLowerCase(), name]));
    const named = [...once.values()].map((name) => `field=${encodeURIComponent(name.toWellFormed())}`);
    const count = selected.some(({ name }) => name === 'total') ? ['count=true'] : [];
    const query = [`take=${take}`, `skip=${skip}`, ...count, ...named].join('&');
    const type = given.type as RecordTypeName;
    const listing = planHistory(recordType(type), query);
    if (listing instanceof Problem) faults.push(...(listing.errors ?? [fault('field', listing.detail)]));
    if (faults.length > 0 || listing instanceof Problem) throw new GraphqlRefusal(invalidArguments(path, faults));
    const fields = selected.map((field): PageFields<PlainField[]>[number] => {
      const key = keyOf(field);
      if (field.name === '__typename') return { key, is: 'typename', name: page.name };
      if (field.name === 'total') this.#values += VALUES_PER_COST_UNIT;
      if (field.name !== 'nodes') return { key, is: field.name as 'more' | 'total' };
      this.#values += take * VALUES_PER_COST_UNIT;
      const { definition } = this.#lookUp(page, field);
      return { key, is: 'nodes', fields: this.#plain(objectOf(definition), selectionSetsOf(field), 3) };
    });
    this.#values += VALUES_PER_COST_UNIT;
    return { of: { type, id: given.id as number, listing }, page: fields };
  }

  #plain(object: GraphQLObjectType, sets: readonly SelectionSetNode[], depth: number): PlainField[] {
    return this.#fieldsIn(object, sets, depth).map((field): PlainField => {
      const key = keyOf(field);
      if (field.name === '__typename') return { key, name: field.name, typename: object.name };
      const below = selectionSetsOf(field);
      if (below.length === 0) return { key, name: field.name };
      const { definition } = this.#lookUp(object, field);
      return { key, name: field.name, fields: this.#plain(objectOf(definition), below, depth + 1) };
    });
  }

  #fieldsIn(_object: GraphQLObjectType, sets: readonly SelectionSetNode[], depth: number): SelectedField[] {
    const fields = collectFields(sets, this.#selecting);
    if (depth > queryLimits.depth) {
      const how = 'Ask for what lies deeper in a query of its own, beginning with its ID.';
      throw new GraphqlRefusal(queryTooLarge('The depth of the query is', depth, queryLimits.depth, how));
    }
    this.#depth = Math.max(this.#depth, depth);
    return fields;
  }

  /** Processes the fields one by one and yields to the event loop in between. */
  async #each<Made>(fields: readonly SelectedField[], make: (field: SelectedField) => Promise<Made>): Promise<Made[]> {
    const made: Made[] = [];
    for (const field of fields) {
      made.push(await make(field));
      await this.#turn();
    }
    return made;
  }

  #lookUp(object: GraphQLObjectType, { name, nodes: [node] }: SelectedField): LookedUp {
    const known = this.#lookedUp.get(node!);
    if (known !== undefined) return known;
    const definition = object.getFields()[name]!;
    const given = getArgumentValues(definition, node!, this.#selecting.variables);
    const found = { definition, meaning: definition.extensions.means as FieldMeaning, given };
    this.#lookedUp.set(node!, found);
    return found;
  }

  #listing(type: RecordTypeName, given: LookedUp['given'], path: readonly string[]): Listing {
    const known = this.#listings.get(given);
    if (known !== undefined) return known;
    const faults: InputFault[] = [];
    const listing = readListing(type, given, faults);
    if (faults.length > 0) throw new GraphqlRefusal(invalidArguments(path, faults));
    this.#listings.set(given, listing);
    return listing;
  }
}

function chooseOperation({ definitions }: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = definitions.filter((one) => one.kind === 'OperationDefinition') as OperationDefinitionNode[];
  const chosen = name === undefined ? operations[0] : operations.find((one) => one.name?.value === name);
  if (name === undefined && operations.length > 1)
    throw new GraphQLError('There are several operations. Say which by operationName.');
  if (chosen === undefined)
    throw new GraphQLError(
      name === undefined ? 'There is no operation.' : `There is no operation "${name.slice(0, 80)}".`,
    );
  if (chosen.operation !== 'query')
    throw new GraphQLError(`There is no ${chosen.operation} here: records are changed over REST.`);
  return chosen;
}

function keyOf({ key }: SelectedField): string {
  return `"${key}":`;
}

function objectOf({ type }: GraphQLField): GraphQLObjectType {
  return getNamedType(type) as GraphQLObjectType;
}
