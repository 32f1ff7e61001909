/** The client: every operation by its name, and the record collections with a method for each thing that is done to them. */
import {
  type ChangeWithData,
  type Collections,
  collections,
  type JsonPatch,
  type Move,
  type Operations,
  operations,
} from './api.ts';
import { changes } from './feed.ts';
import { items, meaningNull, records } from './pages.ts';
import {
  type Answer,
  type AnyRequest,
  type Connection,
  type OperationName,
  type RequestOf,
  refuseUnusable,
  send,
} from './request.ts';

/** The request may be left out where nothing in it is required. */
type Given<Name extends OperationName> =
  Record<never, never> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>];

/** Those that have pages, and an end. */
type ListName = {
  [Name in OperationName]: Operations[Name] extends { query?: infer Query; answer: readonly unknown[] }
    ? 'take' | 'skip' extends keyof NonNullable<Query>
      ? Name
      : never
    : never;
}[OperationName];
type ItemOf<Name extends ListName> = Operations[Name]['answer'] extends readonly (infer Item)[] ? Item : never;

interface Cancel {
  readonly signal?: AbortSignal;
}

export interface Collection<Type extends { record: unknown; create: unknown; query: unknown }> {
  /** One page: 25 records unless `take` says otherwise. */
  list(query?: Type['query'], options?: Cancel): Promise<Answer<readonly Type['record'][]>>;
  /** All records that match, fetched page by page as they are asked for; by ID unless you ask for an order, and then none is left out, whatever changes meanwhile. */
  all(query?: Type['query'], options?: Cancel): AsyncGenerator<Type['record'], void, undefined>;
  get(id: number, options?: Cancel): Promise<Answer<Type['record']>>;
  /** `data` is undefined, and the status 304, when the record still has the version you name. */
  get(id: number, options: Cancel & { ifNoneMatch: string }): Promise<Answer<Type['record'] | undefined>>;
  /** With an idempotency key it is repeated when no answer came, and still creates one record only. */
  create(record: Type['create'], options?: Cancel & { idempotencyKey?: string }): Promise<Answer<Type['record']>>;
  /** With `ifMatch`, an `etag` you have read, it is refused with 412 when the record has changed since. */
  patch(
    id: number,
    operations: JsonPatch,
    options?: Cancel & { ifMatch?: string; idempotencyKey?: string },
  ): Promise<Answer<Type['record']>>;
  delete(id: number, options?: Cancel & { ifMatch?: string }): Promise<Answer<undefined>>;
}

/** What one record is called in the names of operations. */
type One<Name extends keyof Collections> = (typeof collections)[Name];

/** What can be known of a record's past, and before a write. */
export type Rehearsals<Name extends keyof Collections> = {
  /** What happened to the record: one page, the newest change first. */
  history(
    id: number,
    query?: Operations[`list${One<Name>}History`]['query'],
    options?: Cancel,
  ): Promise<Answer<Operations[`list${One<Name>}History`]['answer']>>;
  /** What a write would come to; nothing is written. It is refused as the write would be. */
  dryRun(
    write: Operations[`dryRun${One<Name>}`]['body'],
    options?: Cancel,
  ): Promise<Answer<Operations[`dryRun${One<Name>}`]['answer']>>;
} & (`list${One<Name>}Moves` extends OperationName
  ? {
      /** For every state, whether the record can move there now, what stands against it and what it would change. */
      moves(id: number, options?: Cancel): Promise<Answer<readonly Move[]>>;
    }
  : unknown);

export type Client = {
  readonly [Name in keyof Collections]: Collection<Collections[Name]> & Rehearsals<Name>;
} & {
  /** Any operation of the API by its name in the OpenAPI document. Throws a Refusal when the service refuses. */
  call<Name extends OperationName>(name: Name, ...given: Given<Name>): Promise<Answer<Operations[Name]['answer']>>;
  /** Every change of the account's records, and then those to come, for as long as you read. Resumes by itself where the connection breaks. */
  changes(
    query?: Operations['listChanges']['query'],
    options?: Cancel,
  ): AsyncGenerator<ChangeWithData, void, undefined>;
  /** All items of any list that has pages, fetched one after the other as they are asked for. The feed of changes has no end: `changes`. */
  items<Name extends ListName>(name: Name, ...given: Given<Name>): AsyncGenerator<ItemOf<Name>, void, undefined>;
};

/** Throws a TypeError where the address or a credential cannot be used at all; nothing is sent yet. */
export function connect(connection: Connection): Client {
  refuseUnusable(connection);
  const client = {
    call: (name: OperationName, request: AnyRequest = {}) => send(connection, name, request),
    items: (name: OperationName, request: AnyRequest = {}) => items(connection, name, request),
    changes: (query: object = {}, options: Cancel = {}) => changes(connection, query, options),
    ...Object.fromEntries(Object.entries(collections).map(([name, one]) => [name, collection(connection, name, one)])),
  };
  // What each method takes and gives is said by the types above; at run time all of them are the same few functions.
  return client as unknown as Client;
}

function collection(connection: Connection, type: string, one: string) {
  const list = `list${type}` as OperationName;
  const moves = `list${one}Moves` as OperationName;
  const named = (kind: string) => `${kind}${one}` as OperationName;
  return {
    list: async (query: object = {}, options: Cancel = {}) =>
      send(connection, list, { query: meaningNull(list, query), ...options }),
    all: (query: object = {}, options: Cancel = {}) => records(connection, list, { query, ...options }),
    get: (id: number, { ifNoneMatch, ...options }: Cancel & { ifNoneMatch?: string } = {}) =>
      send(connection, named('get'), { path: { id }, headers: header('If-None-Match', ifNoneMatch), ...options }),
    create: (body: unknown, { idempotencyKey, ...options }: Cancel & { idempotencyKey?: string } = {}) =>
      send(connection, named('create'), { body, headers: header('Idempotency-Key', idempotencyKey), ...options }),
    patch: (
      id: number,
      body: unknown,
      { ifMatch, idempotencyKey, ...options }: Cancel & { ifMatch?: string; idempotencyKey?: string } = {},
    ) => {
      const headers = { ...header('If-Match', ifMatch), ...header('Idempotency-Key', idempotencyKey) };
      return send(connection, named('update'), { path: { id }, body, headers, ...options });
    },
    history: (id: number, query: object = {}, options: Cancel = {}) =>
      send(connection, `list${one}History` as OperationName, { path: { id }, query, ...options }),
    dryRun: (body: unknown, options: Cancel = {}) => send(connection, named('dryRun'), { body, ...options }),
    delete: (id: number, { ifMatch, ...options }: Cancel & { ifMatch?: string } = {}) =>
      send(connection, named('delete'), { path: { id }, headers: header('If-Match', ifMatch), ...options }),
    // Only types with states have moves.
    ...(moves in operations && {
      moves: (id: number, options: Cancel = {}) => send(connection, moves, { path: { id }, ...options }),
    }),
  };
}

function header(name: string, value: string | undefined): { [name: string]: string } {
  return value === undefined ? {} : { [name]: value };
}
