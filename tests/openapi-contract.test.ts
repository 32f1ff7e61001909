import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../src/lib/json.ts';
import { RETENTION_START, type RetentionCursor } from '../src/webhooks/delivery/settle/retention.ts';
import { type Client, client, type Engine, onEitherEngine, startApp, type TestApp } from './support/app.ts';
import { createOneOfEach } from './support/minimal-records.ts';
import { randomBody, randomPatch, randomSubscription } from './support/openapi-arbitraries.ts';
import { type OpenApi, type Operation, type Parameter, readOpenApi } from './support/openapi-document.ts';
import { dryRunProvocations } from './support/openapi-dry-runs.ts';
import { createExchange, type Request, send } from './support/openapi-exchange.ts';
import { brokenBodies, brokenHeaders, brokenPatches, brokenQueries, type Fault } from './support/openapi-faults.ts';
import { provocations, refusals, valid, type World } from './support/openapi-provocations.ts';
import { randomQuery } from './support/openapi-queries.ts';
import { createWebhook, NOBODY, webhookConflicts, webhookEnvironment } from './support/openapi-webhooks.ts';
import { sharedApp } from './support/shared-app.ts';

/** The running service against its own OpenAPI document, read as any client would read it. */

const RANDOM_REQUESTS = 12;

onEitherEngine('every documented answer is given, and no other', async (engine, t) => {
  const world = await createWorld(t, engine);
  const limited = await createLimited(t, engine);
  for (const operation of world.openApi.operations) {
    const documented = Object.keys(operation.responses).filter((status) => status !== '500' && status !== '503');
    // What others refuse is tried on every operation: a refusal that is given and not documented shows here.
    const tried = operation.secured ? new Set([...documented, ...refusals]) : documented;
    for (const status of tried) {
      if (status === '429') await world.exchange.send(limited, operation);
      else await provoke(world, operation, status);
    }
  }
  assert.deepEqual(world.exchange.unreached(), []);
});

onEitherEngine('random input that the document allows is accepted', async (engine, t) => {
  const world = await createWorld(t, engine);
  const { openApi, living, disposable, full, exchange } = world;
  const accept = async (operation: Operation, request: Request, status: number) => {
    const reply = await exchange.send(full, operation, request);
    assert.equal(reply.status, status, `${operation.id} ${JSON.stringify(request)}: ${reply.text}`);
    return reply;
  };
  for (const create of openApi.operations.filter(isCreate)) {
    const [, , type = ''] = create.path.split('/');
    for (const body of fc.sample(randomBody(openApi, create, living), RANDOM_REQUESTS)) {
      await accept(create, { body }, 201);
    }
    // One in its first state: a form that is submitted, or an order that is sent, no longer takes every change.
    const id = disposable[type]!;
    for (const body of fc.sample(randomPatch(openApi, create, living), RANDOM_REQUESTS)) {
      await accept(openApi.operation(create.id.replace('create', 'update')), { path: { id }, body }, 200);
    }
  }
  for (const list of openApi.operations.filter(isList)) {
    const { path = {} } = await valid(world, list);
    for (const query of fc.sample(randomQuery(openApi, list), RANDOM_REQUESTS))
      await accept(list, { path, query }, 200);
  }
  const events = (await accept(openApi.operation('listWebhookEvents'), {}, 200)).json;
  for (const body of fc.sample(randomSubscription(events, NOBODY), RANDOM_REQUESTS)) {
    const { json } = await accept(openApi.operation('createWebhook'), { body }, 201);
    for (const [field, value] of Object.entries(body)) assert.deepEqual(json[field], value);
  }
});

onEitherEngine('every example of a parameter is one that the service understands', async (engine, t) => {
  const world = await createWorld(t, engine);
  const refused: string[] = [];
  for (const operation of world.openApi.operations) {
    for (const parameter of operation.parameters) {
      for (const example of parameter.examples) {
        const { status, text } = await sendExample(world, operation, parameter, example);
        // What it names may be missing here, or have another version.
        if (status === 400) refused.push(`${operation.id} with ${parameter.name}=${example}: ${text}`);
      }
    }
  }
  assert.deepEqual(refused, []);
});

onEitherEngine('input made invalid in a known way is refused by a problem that names the place', async (engine, t) => {
  const world = await createWorld(t, engine);
  const { openApi, living } = world;
  for (const operation of openApi.operations.filter(({ secured }) => secured)) {
    const { path } = await valid(world, operation);
    const faults = brokenHeaders(operation);
    if (isCreate(operation)) {
      const [valid] = fc.sample(randomBody(openApi, operation, living), 1);
      faults.push(...brokenBodies(openApi, operation, valid!));
    }
    if (operation.id === 'createWebhook') {
      faults.push(...brokenBodies(openApi, operation, operation.body!.examples.at(-1) as JsonObject));
    }
    if (operation.method === 'PATCH') faults.push(...brokenPatches(operation));
    if (isList(operation)) faults.push(...brokenQueries(openApi, operation));
    for (const fault of faults) await expectRefusal(world, operation, path, fault);
  }
});

test('the committed document is the one that is served', async () => {
  const app = await sharedApp('sqlite');
  const served = await (await fetch(`${app.url}/openapi.json`)).json();
  const committed = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8'));
  assert.deepEqual(served, committed);
});

async function provoke(world: World, operation: Operation, status: string): Promise<void> {
  const special = status === '409' ? webhookConflicts[operation.id] : undefined;
  const ofDryRuns = operation.path.endsWith('/DryRun') ? dryRunProvocations[status] : undefined;
  const provocation = special ?? ofDryRuns ?? provocations[status];
  assert.ok(provocation !== undefined, `Nothing is known that brings about ${status}, as ${operation.id} documents`);
  await provocation(world, operation);
}

async function sendExample(world: World, operation: Operation, { name, in: place }: Parameter, example: unknown) {
  const { path, query = '', ...request } = await valid(world, operation);
  const values = [example].flat().map(String);
  const others = query.split('&').filter((one) => one !== '' && !one.startsWith(`${name}=`));
  const own = place === 'query' ? values.map((value) => `${name}=${encodeURIComponent(value)}`) : [];
  // With `fields` an answer has not all that the schema demands.
  return send(world.full, operation, {
    ...request,
    path: { ...path, ...(place === 'path' && { [name]: values[0]! }) },
    query: [...others, ...own].join('&'),
    headers: {
      ...(name === 'columns' && { accept: 'text/csv' }),
      ...(place === 'header' && { [name]: values[0]! }),
    },
  });
}

async function expectRefusal(world: World, operation: Operation, path: Request['path'], fault: Fault): Promise<void> {
  const body = operation.body?.examples[0];
  const request = { ...(path && { path }), ...(body === undefined ? {} : { body }), ...fault.request };
  const reply = await world.exchange.send(world.full, operation, request);
  const what = `${operation.id} with ${fault.made}: ${reply.status} ${reply.text.slice(0, 400)}`;
  assert.ok(reply.status >= 400, what);
  const places = (reply.json.errors ?? []).map(({ message: _, ...place }: { message: string }) => place);
  assert.ok(
    places.some((place: object) => JSON.stringify(place) === JSON.stringify(fault.place)),
    what,
  );
}

/** Creates a record. */
function isCreate({ id }: Operation): boolean {
  return /^create(?!Webhook|Proposal)/.test(id);
}

/** Of things that are filtered by what they show. */
function isList({ id, parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'take') && !/^listChanges$|History$/.test(id);
}

async function createWorld(t: Parameters<typeof startApp>[0], engine: Engine): Promise<World> {
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '1000000', ...webhookEnvironment });
  const openApi = await documentOf(app);
  const account = await app.account();
  const full = await app.key(account);
  const onlyWebhooks = await app.key(account, { preset: undefined, role: 'Admin', areas: ['Webhooks'] });
  const noWebhooks = await app.key(account, { preset: 'Reporting' });
  return {
    openApi,
    exchange: createExchange(openApi),
    full,
    another: await app.key(account),
    stranger: client(app.url, { apiKey: 'mds_nobody', vaultSecret: 'none', shardID: 's1' }),
    lacking: ({ path }) => (path.startsWith('/api/Webhooks') ? noWebhooks : onlyWebhooks),
    living: await createOneOfEach(full, 'living'),
    disposable: await createOneOfEach(full, 'disposable'),
    webhook: await createWebhook(full),
    async expire() {
      // A few at a time.
      while ((await app.shard.proposalArchive.expire(Date.now() + 30 * 24 * 3_600_000, 0)) > 0);
    },
    async forget() {
      const inAnHour = Date.now() + 3_600_000;
      for (let after: RetentionCursor | undefined = RETENTION_START; after !== undefined; ) {
        ({ after } = await app.shard.archive.pruneChanges(inAnHour, after, 500));
      }
    },
  };
}

/** A key that has made the one request it may make in a minute. */
async function createLimited(t: Parameters<typeof startApp>[0], engine: Engine): Promise<Client> {
  // However long the walk takes, the window is not over before its end.
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '1' }, { rateWindowMs: 3_600_000 });
  const key = await app.key(await app.account());
  assert.equal((await key.get('/api/Me')).status, 200);
  return key;
}

async function documentOf(app: TestApp): Promise<OpenApi> {
  return readOpenApi(await (await fetch(`${app.url}/openapi.json`)).text());
}
