/** How every documented status is brought about: one way for each, for all operations alike. */
import assert from 'node:assert/strict';
import type { RecordTypeName } from '../../src/catalogue/index.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Client } from './app.ts';
import { minimalBody } from './minimal-records.ts';
import type { Living } from './openapi-arbitraries.ts';
import type { OpenApi, Operation } from './openapi-document.ts';
import type { Exchange, Request } from './openapi-exchange.ts';
import { createForgotten, webhookPath } from './openapi-webhooks.ts';

export interface World {
  readonly openApi: OpenApi;
  readonly exchange: Exchange;
  /** Both may do everything. */
  readonly full: Client;
  readonly another: Client;
  /** Has no credentials. */
  readonly stranger: Client;
  /** Has good credentials and lacks what the operation needs. */
  lacking(operation: Operation): Client;
  /** A record of every type that stays alive, for references. */
  readonly living: Living;
  /** One that may be changed and deleted. */
  readonly disposable: Living;
  /** A subscription of the full key, and a delivery of it. */
  readonly webhook: { readonly id: number; readonly deliveryId: number };
  /** The log of changes begins anew. */
  forget(): Promise<void>;
  /** Every proposal is over. */
  expire(): Promise<void>;
}

/** Tries to reach the status; whether it was reached, the exchange remembers. */
export type Provocation = (world: World, operation: Operation) => Promise<void>;

/** One way for all operations that document a status. */
export const provocations: { readonly [status: string]: Provocation } = {
  200: succeed,
  201: succeed,
  202: succeed,
  204: succeed,
  async 304(world, operation) {
    const request = await valid(world, operation);
    const { headers } = await world.exchange.send(world.full, operation, request);
    await world.exchange.send(world.full, operation, {
      ...request,
      headers: { 'if-none-match': headers.get('etag')! },
    });
  },
  async 400(world, operation) {
    const broken = operation.body
      ? { body: operation.method === 'PATCH' ? [{ op: 'add', path: '/NoSuchField', value: 1 }] : { NoSuchField: 1 } }
      : hasQuery(operation)
        ? { query: 'NoSuchParameter=1' }
        : { headers: { 'if-match': '3', 'if-none-match': '3' } };
    await world.exchange.send(world.full, operation, { ...(await valid(world, operation)), ...broken });
  },
  async 401(world, operation) {
    // Passed on by a proxy, nobody is local.
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    await world.exchange.send(world.stranger, operation, { ...(await valid(world, operation)), headers });
  },
  async 403(world, operation) {
    // Of the feed everything that may not be read is left out, unless it is asked for.
    const query = operation.id === 'listChanges' ? { query: 'entityType=Tasks' } : {};
    await world.exchange.send(world.lacking(operation), operation, { ...(await valid(world, operation)), ...query });
  },
  async 404(world, operation) {
    const request = await valid(world, operation);
    if (operation.id === 'getReadyz') await world.exchange.send(world.full, operation, { query: 'shard=none' });
    if (operation.id === 'createProposal') {
      const body = { type: 'Tasks', id: 999_999, delete: true, reason: 'r' };
      await world.exchange.send(world.full, operation, { body });
    }
    for (const { name } of operation.parameters.filter((one) => one.in === 'path')) {
      for (const id of [Number.MAX_SAFE_INTEGER, 0, -1, 'x', '1.5', '9007199254740992', '%00', '%F0%9F%98%80']) {
        const asked = { ...request, path: { ...request.path, [name]: id } };
        const { status } = await world.exchange.send(world.full, operation, asked);
        assert.equal(status, 404, `${operation.id} with ${name} ${id}`);
      }
    }
  },
  async 409(world, operation) {
    if (operation.id === 'withdrawProposal') return withdrawDecided(world, operation);
    if (!operation.body) return;
    const body =
      operation.id === 'createProposal'
        ? {
            type: 'Tasks',
            id: world.disposable.Tasks!,
            patch: [{ op: 'test', path: '/Name', value: 'never' }],
            reason: 'r',
          }
        : operation.method === 'PATCH'
          ? [{ op: 'test', path: '/CreatedOn', value: 'never' }]
          : { ...newBody(world, operation, 'taken'), ExternalID: 'taken' };
    for (let time = 0; time < 2; time++) {
      await world.exchange.send(world.full, operation, { ...(await valid(world, operation)), body });
    }
  },
  async 410(world, operation) {
    const request = await valid(world, operation);
    if (operation.id === 'listChanges') {
      await world.exchange.send(world.full, operation, { ...request, query: 'after=another-00000000001' });
    } else if (operation.id === 'getWebhookDeliveryRequest') {
      const path = await createForgotten(world);
      await world.exchange.send(world.full, operation, { ...request, path });
    } else if (operation.parameters.some(({ name }) => name === 'version')) {
      const about = operation.path.split('/')[2]!;
      const change = [{ op: 'add', path: '/CustomFields/changed', value: true }];
      await world.full.patch(`/api/${about}/${world.disposable[about]}`, change);
      await world.forget();
      await world.exchange.send(world.full, operation, { ...request, query: 'version=1' });
    }
  },
  async 412(world, operation) {
    const headers = { 'if-match': '"999999"' };
    await world.exchange.send(world.full, operation, { ...(await valid(world, operation)), headers });
  },
  async 413(world, operation) {
    if (!operation.body) return;
    const body = JSON.stringify('x'.repeat(1024 * 1024));
    await world.exchange.send(world.full, operation, { ...(await valid(world, operation)), body });
  },
  async 415(world, operation) {
    const headers = { 'content-type': 'text/plain' };
    await world.exchange.send(world.full, operation, { ...(await valid(world, operation)), headers });
  },
  async 422(world, operation) {
    const headers = { 'idempotency-key': `of-${operation.id}` };
    for (const body of twoBodies(world, operation)) {
      await world.exchange.send(world.full, operation, { ...(await valid(world, operation)), headers, body });
    }
  },
};

export const refusals = Object.keys(provocations).filter((status) => Number(status) >= 300);

/** One that the service itself has found to be over. */
async function withdrawDecided(world: World, operation: Operation): Promise<void> {
  const made = await world.full.post('/api/Proposals', { type: 'Tasks', create: { Name: 'late' }, reason: 'r' });
  await world.expire();
  await world.exchange.send(world.full, operation, { path: { id: made.json.id } });
}

/** Every example of the document is accepted as it stands, but for the ID in it. */
async function succeed(world: World, operation: Operation): Promise<void> {
  const isTried = operation.parameters.some(({ name }) => name === 'dryRun');
  for (const body of operation.body?.examples ?? (isTried ? [undefined, 'dry run'] : [undefined])) {
    const request = await valid(world, operation);
    const given =
      body === 'dry run' ? { query: 'dryRun=true' } : body ? { body: aboutOurs(world, operation, body) } : {};
    const reply = await world.exchange.send(world.full, operation, { ...request, ...given });
    assert.ok(reply.status < 300, `${operation.id} with its example: ${reply.text}`);
  }
}

/** A request that is good, but for what the caller breaks of it. */
export async function valid(world: World, operation: Operation): Promise<Request> {
  const about = operation.path.split('/')[2]!;
  if (about === 'Proposals') return proposalRequest(world, operation);
  return {
    path: about === 'Webhooks' ? await webhookPath(world, operation) : { id: world.disposable[about] ?? 1 },
    ...(operation.id === 'listWebhookSamples' ? { query: 'entityType=Tasks&action=Created' } : {}),
    ...(operation.body ? { body: operation.body.examples[0] } : {}),
  };
}

async function proposalRequest({ full }: World, operation: Operation): Promise<Request> {
  if (operation.body) return { body: operation.body.examples[0] };
  const made = await full.post('/api/Proposals', { type: 'Tasks', create: { Name: 'x' }, reason: 'r' });
  return { path: { id: made.json.id } };
}

/** The record that the example of a dry run is about exists here under another ID, and what it would create was created. */
function aboutOurs(world: World, operation: Operation, body: unknown): unknown {
  if (operation.path.endsWith('/Why')) return { ...(body as JsonObject), recordID: world.disposable.Tasks! };
  if (!operation.path.endsWith('/DryRun')) return body;
  const given = body as JsonObject;
  if (Object.hasOwn(given, 'create')) return { create: newBody(world, operation, 'tried') };
  return { ...given, id: world.disposable[operation.path.split('/')[2]!]! };
}

function twoBodies(world: World, operation: Operation): unknown[] {
  const isNewRecord = operation.method === 'POST' && Object.hasOwn(world.living, operation.path.split('/')[2]!);
  if (!isNewRecord) return operation.body?.examples.slice(0, 2) ?? [];
  return ['idempotent1', 'idempotent2'].map((mark) => newBody(world, operation, mark));
}

/** A body that nothing else has been made of. */
function newBody({ living }: World, operation: Operation, mark: string): JsonObject {
  const about = operation.path.split('/')[2]!;
  if (!Object.hasOwn(living, about)) return operation.body!.examples[0] as JsonObject;
  return minimalBody(about as RecordTypeName, mark, living);
}

function hasQuery(operation: Operation): boolean {
  return operation.parameters.some((parameter) => parameter.in === 'query');
}
