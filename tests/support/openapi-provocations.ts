/** How every documented status is brought about: one way for each, for all operations alike. */
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from './app.ts';
import { minimalBody } from './minimal-records.ts';
import type { Living } from './openapi-arbitraries.ts';
import type { OpenApi, Operation } from './openapi-document.ts';
import type { Exchange, Request } from './openapi-exchange.ts';

export interface World {
  readonly openApi: OpenApi;
  readonly exchange: Exchange;
  /** May do everything. */
  readonly full: Client;
  /** Has no credentials. */
  readonly stranger: Client;
  /** Has good credentials and lacks what the operation needs. */
  lacking(operation: Operation): Client;
  /** A record of every type that stays alive, for references. */
  readonly living: Living;
  /** One that may be changed and deleted. */
  readonly disposable: Living;
}

/** Tries to reach the status; whether it was reached, the exchange remembers. */
export type Provocation = (world: World, operation: Operation) => Promise<void>;

export const provocations: { readonly [status: string]: Provocation } = {
  200: succeed,
  201: succeed,
  204: succeed,
  async 304(world, operation) {
    const { headers } = await world.exchange.send(world.full, operation, valid(world, operation));
    const again = { ...valid(world, operation), headers: { 'if-none-match': headers.get('etag')! } };
    await world.exchange.send(world.full, operation, again);
  },
  async 400(world, operation) {
    const request = valid(world, operation);
    const broken = operation.body
      ? { body: operation.method === 'PATCH' ? [{ op: 'add', path: '/NoSuchField', value: 1 }] : { NoSuchField: 1 } }
      : hasQuery(operation)
        ? { query: 'NoSuchParameter=1' }
        : { headers: { 'if-match': '3', 'if-none-match': '3' } };
    await world.exchange.send(world.full, operation, { ...request, ...broken });
  },
  async 401(world, operation) {
    await world.exchange.send(world.stranger, operation, valid(world, operation));
  },
  async 403(world, operation) {
    await world.exchange.send(world.lacking(operation), operation, valid(world, operation));
  },
  async 404(world, operation) {
    for (const id of [Number.MAX_SAFE_INTEGER, 0, -1, 'x', '1.5', '9007199254740992', '%00', '%F0%9F%98%80']) {
      await world.exchange.send(world.full, operation, { ...valid(world, operation), path: { id } });
    }
  },
  async 409(world, operation) {
    const body =
      operation.method === 'PATCH'
        ? [{ op: 'test', path: '/CreatedOn', value: 'never' }]
        : { ...smallBody(world, operation, 'taken'), ExternalID: 'taken' };
    await world.exchange.send(world.full, operation, { ...valid(world, operation), body });
    await world.exchange.send(world.full, operation, { ...valid(world, operation), body });
  },
  async 412(world, operation) {
    const headers = { 'if-match': '"999999"' };
    await world.exchange.send(world.full, operation, { ...valid(world, operation), headers });
  },
  async 413(world, operation) {
    const body = JSON.stringify('x'.repeat(1024 * 1024));
    await world.exchange.send(world.full, operation, { ...valid(world, operation), body });
  },
  async 415(world, operation) {
    const headers = { 'content-type': 'text/plain' };
    await world.exchange.send(world.full, operation, { ...valid(world, operation), headers });
  },
  async 422(world, operation) {
    const headers = { 'idempotency-key': `of-${operation.id}` };
    for (const mark of ['idempotent1', 'idempotent2']) {
      await world.exchange.send(world.full, operation, { headers, body: smallBody(world, operation, mark) });
    }
  },
};

/** Every example of the document is accepted as it stands. */
async function succeed(world: World, operation: Operation): Promise<void> {
  const examples = operation.body?.examples ?? [undefined];
  for (const body of examples) {
    await world.exchange.send(world.full, operation, { ...valid(world, operation), ...(body ? { body } : {}) });
  }
}

/** A request that is good, but for what the caller breaks of it. */
function valid({ disposable }: World, operation: Operation): Request {
  return {
    path: { id: disposable[typeOf(operation)] ?? 1 },
    ...(operation.body ? { body: operation.body.examples[0] } : {}),
  };
}

function smallBody({ living }: World, operation: Operation, mark: string): JsonObject {
  return minimalBody(typeOf(operation), mark, living);
}

/** `/api/Tasks/{id}` is about Tasks. */
function typeOf(operation: Operation): RecordTypeName {
  return operation.path.split('/')[2] as RecordTypeName;
}

function hasQuery(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.in === 'query');
}
