// The Zapier app: its definition judged by Zapier's own schema, its functions run against the real service.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { onEitherEngine } from '../support/app.ts';
import { startRedirecting } from '../support/redirecting.ts';
import { startWebhookApp } from '../support/webhooks.ts';
import { tryCases } from '../verify-samples.ts';

const require = createRequire(import.meta.url);
// biome-ignore lint/suspicious/noExplicitAny: the definition is plain data of Zapier's shape, which its schema judges.
type Loaded = any;
const folder = join(import.meta.dirname, '../../connectors/zapier');
const { definition } = require(join(folder, 'definition.js'));
const app: Loaded = definition({ version: '0.1.0', platformVersion: '19.1.0' });

test('the definition is one by the schema of Zapier, and what is missing in one is found', () => {
  const { validateAppDefinition } = require('zapier-platform-schema');
  const wordsOf = (given: object) => validateAppDefinition(serialised(given)).errors.map(({ stack }: Loaded) => stack);
  assert.deepEqual(wordsOf(app), []);
  const { key: _, ...nameless } = app.triggers.event;
  assert.notDeepEqual(wordsOf({ ...app, triggers: { event: nameless } }), []);
});

/** As Zapier's own core hands a definition to the schema: functions by their number of parameters. */
function serialised(given: object): object {
  const text = JSON.stringify(given, (_, value) => (typeof value === 'function' ? `$func$${value.length}$f$` : value));
  return JSON.parse(text);
}

onEitherEngine('the app as it is pushed loads, is valid and runs in the core of Zapier', async (engine, t) => {
  const { app: service, client } = await startWebhookApp(t, engine);
  const authData = { baseUrl: service.url, ...client.credentials };
  const program = join(import.meta.dirname, 'in-zapier-core.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(authData)]);
  const { version, platformVersion, errors, me, record, refused } = JSON.parse(stdout.trim().split('\n').at(-1)!);
  assert.deepEqual([version, platformVersion, errors], ['0.1.0', '19.1.0', []]);
  assert.equal(me.shardID, client.credentials.shardID);
  assert.deepEqual((await client.get(`/api/Tasks/${record.ID}`)).json.Name, 'In the core of Zapier');
  assert.match(refused, /\/Status/);
});

test('a base URL that leads elsewhere is told, and not followed', async (t) => {
  const { url: baseUrl, followed } = await startRedirecting(t);
  const authData = { baseUrl, apiKey: 'k', vaultSecret: 's', shardID: 'main' };
  const asked = app.triggers.record_types.operation.perform(zapier(authData), { authData });
  await assert.rejects(asked, /leads to http.*nothing was sent there/);
  assert.deepEqual(followed, []);
});

test('a refusal says what it is about, be it a header', () => {
  const data = { detail: 'Refused.', code: 'invalid_header', errors: [{ header: 'If-Match', message: 'No ETag.' }] };
  const refuse = () => app.afterResponse[0]({ status: 400, request: {}, data }, zapier({}));
  assert.throws(refuse, { message: 'Refused. If-Match: No ETag.' });
});

test('what is not signed is refused, and everything where there is no secret', () =>
  tryCases(require(join(folder, 'signature.js')).isGenuine));

onEitherEngine('a Zap subscribes, takes what is signed, writes back and unsubscribes', async (engine, t) => {
  const { app: service, account, client, receiver } = await startWebhookApp(t, engine);
  const authData = { baseUrl: `${service.url}/`, ...client.credentials };
  const z = zapier(authData);
  const { event, event_types, actions, record_types } = app.triggers;

  const me = await z.request({
    url: app.authentication.test.url.replace('{{bundle.authData.baseUrl}}', authData.baseUrl),
  });
  assert.equal(me.data.shardID, client.credentials.shardID);
  assert.equal((await record_types.operation.perform(z, { authData })).length, 15);
  assert.ok((await event_types.operation.perform(z, { authData })).some(({ id }: Loaded) => id === 'Forms'));
  const offered = await actions.operation.perform(z, { authData, inputData: { entityType: 'Assets' } });
  assert.ok(offered.some(({ id }: Loaded) => id === 'Updated'));

  const inputData = { entityType: 'Tasks', action: 'Completed' };
  const samples = await event.operation.performList(z, { authData, inputData });
  assert.deepEqual(Object.keys(samples[0]), ['id', 'data', 'submitter', 'processedDate']);
  const targetUrl = `${receiver.url}/hooks/1`;
  const half = { authData, targetUrl, inputData: { ...inputData, filterEntityType: 'Boards' } };
  await assert.rejects(event.operation.performSubscribe(z, half), /filterConditionEntityID/);
  const subscribeData = await event.operation.performSubscribe(z, { authData, inputData, targetUrl });
  assert.equal((await client.get(`/api/Webhooks/${subscribeData.id}`)).json.patience, '1d');
  const { json: task } = await (await service.key(account)).post('/api/Tasks', { Name: 'Heard', Status: 'Completed' });
  const [delivery] = await receiver.waitFor(1);
  const rawRequest = {
    content: String(delivery!.body),
    headers: Object.fromEntries(Object.entries(delivery!.headers).map(([name, value]) => [`Http-${name}`, value])),
  };
  const bundle = { subscribeData, rawRequest, cleanedRequest: JSON.parse(rawRequest.content) };
  assert.deepEqual(event.operation.perform(z, bundle)[0].data, task);
  assert.equal(event.operation.perform(z, bundle)[0].id, delivery!.headers['webhook-id']);
  const forged = { ...bundle, rawRequest: { ...rawRequest, content: `${rawRequest.content} ` } };
  assert.throws(() => event.operation.perform(z, forged), /signature/);
  for (const nobody of [undefined, {}])
    assert.throws(() => event.operation.perform(z, { ...bundle, subscribeData: nobody }), /signature/);

  const fields = await app.creates.create_record.operation.inputFields[1](z, {
    authData,
    inputData: { recordType: 'Tasks' },
  });
  assert.deepEqual(fields.find(({ key }: Loaded) => key === 'Name')?.required, true);
  const created = await app.creates.create_record.operation.perform(z, {
    authData,
    inputData: { recordType: 'Tasks', Name: 'By a Zap', CustomFields: '{"zap": 1}', Notes: '' },
  });
  assert.deepEqual([created.Name, created.CustomFields], ['By a Zap', { zap: 1 }]);
  for (const { operation } of [app.creates.create_record, app.creates.update_record]) {
    const wrong = { recordType: 'Tasks', recordID: created.ID, Name: 'By a Zap', CustomFields: 'zap: 1' };
    await assert.rejects(operation.perform(z, { authData, inputData: wrong }), /^Error: CustomFields is no JSON\.$/);
  }
  const once = {
    authData,
    inputData: { recordType: 'Tasks', Name: 'Once', idempotencyKey: delivery!.headers['webhook-id'] },
  };
  const { create_record } = app.creates;
  const first = await create_record.operation.perform(z, once);
  assert.deepEqual(await create_record.operation.perform(z, once), first, 'a step that is repeated makes no second');
  assert.ok(create_record.operation.inputFields.some(({ key }: Loaded) => key === 'idempotencyKey'));
  const updated = await app.creates.update_record.operation.perform(z, {
    authData,
    inputData: { recordType: 'Tasks', recordID: created.ID, Status: 'Completed' },
  });
  assert.equal(updated.Status, 'Completed');
  const found = await app.searches.find_record.operation.perform(z, {
    authData,
    inputData: { recordType: 'Tasks', search: 'a zap' },
  });
  assert.deepEqual(
    found.map(({ id }: Loaded) => id),
    [created.ID],
  );
  await assert.rejects(
    app.creates.update_record.operation.perform(z, {
      authData,
      inputData: { recordType: 'Tasks', recordID: created.ID, Status: 'Gone' },
    }),
    /\/Status/,
  );

  await service.shard.accounts.setFrozen(account, true);
  const again = { authData, inputData: { recordType: 'Tasks', recordID: created.ID, Name: 'x' } };
  await assert.rejects(app.creates.update_record.operation.perform(z, again), Throttled, 'it may come again');
  await assert.rejects(app.creates.create_record.operation.perform(z, again), (error) => !(error instanceof Throttled));
  const another = { authData, inputData: { recordType: 'Tasks', Name: 'x', idempotencyKey: 'another' } };
  await assert.rejects(create_record.operation.perform(z, another), Throttled, 'what is done once may come again');
  await service.shard.accounts.setFrozen(account, false);
  const stranger = zapier({ ...authData, vaultSecret: 'wrong' });
  await assert.rejects(event.operation.performUnsubscribe(stranger, { authData, subscribeData }), 'it is still there');
  await event.operation.performUnsubscribe(z, { authData, subscribeData });
  assert.deepEqual((await client.get('/api/Webhooks')).json, []);
  await event.operation.performUnsubscribe(z, { authData, subscribeData });
});

/** Zapier comes again with the same step. */
class Throttled extends Error {}

/** What Zapier hands to the functions of an app: requests that go through its middlewares, and its errors. */
function zapier(authData: object): Loaded {
  const z = {
    errors: { Error, HaltedError: Error, ThrottledError: Throttled },
    async request(given: Loaded) {
      let request = { method: 'GET', headers: {}, ...given };
      for (const before of app.beforeRequest) request = before(request, z, { authData });
      const { url, method, headers, redirect, params = {}, body, skipThrowForStatus } = request;
      const isText = typeof body === 'string';
      const answer = await fetch(`${url}?${new URLSearchParams(params)}`, {
        method,
        redirect,
        headers: isText || body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const data = text === '' ? undefined : JSON.parse(text);
      const response = {
        status: answer.status,
        request,
        data,
        skipThrowForStatus,
        getHeader: (name: string) => answer.headers.get(name),
      };
      return app.afterResponse.reduce((so: Loaded, after: Loaded) => after(so, z, { authData }), response);
    },
  };
  return z;
}
