/**
 * What a query would answer if everything it asks for were asked over REST, one request at a time: the reference implementation of
 * GraphQL runs it, and every field of a record or a page is looked up by hand.
 */
import { type DocumentNode, execute, type GraphQLSchema, isObjectType } from 'graphql';
import type { FieldMeaning } from '../../src/api/graphql/schema.ts';
import type { Client } from './app.ts';

type Tests = Record<string, unknown>;

interface ListArguments {
  readonly filter?: Record<string, Tests>;
  readonly search?: string;
  readonly orderby?: string;
  readonly take?: number;
  readonly skip?: number;
  readonly deleted?: boolean;
}

export interface OverRest {
  answer(document: DocumentNode): Promise<unknown>;
  /** Requests that were made. */
  readonly requests: number;
}

export function overRest(schema: GraphQLSchema, key: Client): OverRest {
  const known = new Map<string, Promise<unknown>>();
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    async answer(document) {
      const result = await execute({
        schema,
        document,
        fieldResolver: (source, given, _context, { parentType, fieldName }) => {
          const field = isObjectType(parentType) ? parentType.getFields()[fieldName] : undefined;
          return resolve(source, given, field?.extensions.means as FieldMeaning);
        },
      });
      if ('errors' in result && result.errors) throw new Error(result.errors.map(String).join('\n'));
      return 'data' in result ? result.data : undefined;
    },
  };

  function resolve(
    source: Record<string, unknown>,
    given: ListArguments & { id: number },
    meaning: FieldMeaning,
  ): unknown {
    switch (meaning.is) {
      case 'list':
        return page(meaning.type, given);
      case 'record':
        return record(meaning.type, given.id);
      case 'value':
        return source[meaning.field];
      case 'reference':
        return source[meaning.field] === null ? null : record(meaning.to, source[meaning.field] as number);
      case 'way back':
        // Compared, so that it must hold beside what the filter says of the same field: two values would be alternatives.
        return page(meaning.type, given, [`${meaning.field}=${source.ID} ge`, `${meaning.field}=${source.ID} le`]);
      case 'nodes':
      case 'more':
      case 'total':
        return source[meaning.is];
      default:
        throw new Error(`${meaning.is} is not asked over REST here`);
    }
  }

  function record(type: string, id: number): Promise<unknown> {
    return once(`/api/${type}/${id}`, ({ status, json }) => (status === 404 ? null : json));
  }

  function page(type: string, { skip = 0, ...given }: ListArguments, more: readonly string[] = []): Promise<unknown> {
    const query = [...queryOf({ ...given, skip }), ...more];
    const written = ['extFilter=true', 'count=true', ...query].map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      return `${name}=${encodeURIComponent(value)}`;
    });
    return once(`/api/${type}?${written.join('&')}`, ({ json, headers }) => ({
      nodes: json,
      // A page that takes nothing has no next one there.
      more: Number(headers.get('x-total-count')) > skip + json.length,
      total: Number(headers.get('x-total-count')),
    }));
  }

  function once(path: string, read: (reply: Awaited<ReturnType<Client['get']>>) => unknown): Promise<unknown> {
    const asked =
      known.get(path) ??
      key.get(path).then((reply) => {
        requests++;
        if (reply.status !== 200 && reply.status !== 404) throw new Error(`${path}: ${reply.status} ${reply.text}`);
        return read(reply);
      });
    known.set(path, asked);
    return asked;
  }
}

function queryOf({ filter = {}, search, orderby, take, skip, deleted }: ListArguments): string[] {
  const filters = Object.entries(filter).flatMap(([field, tests]) =>
    Object.entries(tests).flatMap(([op, value]) => {
      if (op === 'contains') return [`contains=${field}:${value}`];
      if (op === 'in') return (value as unknown[]).map((one) => `${field}=${one} eq`);
      if (op === 'isNull') return [`${field}=null ${value ? 'eq' : 'ne'}`];
      return [`${field}=${value} ${op}`];
    }),
  );
  return [
    ...filters,
    ...(search === undefined ? [] : [`search=${search}`]),
    ...(orderby === undefined ? [] : [`orderby=${orderby}`]),
    ...(take === undefined ? [] : [`take=${take}`]),
    ...(skip === undefined ? [] : [`skip=${skip}`]),
    ...(deleted === true ? ['Deleted=true'] : []),
  ];
}
