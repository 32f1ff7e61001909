// The n8n nodes, compiled and loaded as n8n loads them, run by n8n's own workflow code against the real service.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandsOfGuide } from '../n8n/installed.ts';
import type { Client } from '../support/app.ts';
import { onEitherEngine } from '../support/app.ts';
import { type Hosted, host, type Loaded, loadPackage, testOf } from '../support/n8n-host.ts';
import { startRedirecting } from '../support/redirecting.ts';
import { startWebhookApp } from '../support/webhooks.ts';
import { tryCases } from '../verify-samples.ts';

const folder = join(import.meta.dirname, '../../connectors/n8n');
const {
  MaintenanceDataServiceApi: api,
  MaintenanceDataService: node,
  MaintenanceDataServiceTrigger: trigger,
} = loadPackage();

// They take minutes: npm run test:n8n runs them.
test('the commands of the guide are those that are tried in a real n8n, and run no install scripts', async () => {
  assert.deepEqual(commandsOfGuide(), [
    'npm ci && npm run build && npm pack',
    'mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes\nnpm install --ignore-scripts /path/to/n8n-nodes-maintenance-data-service-0.1.0.tgz',
  ]);
  const env = { ...process.env, npm_config_ignore_scripts: '' };
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'ignore-scripts'], { cwd: folder, env });
  assert.equal(stdout.trim(), 'true');
});

test('a base URL that leads elsewhere is told, and not followed', async (t) => {
  const { url: baseUrl, followed } = await startRedirecting(t);
  const credentials = { baseUrl, apiKey: 'k', vaultSecret: 's', shardID: 'main' };
  const parameters = { recordType: 'Tasks', operation: 'getAll', returnAll: false, limit: 5 };
  const on = host({ nodeType: node, credentialType: api, credentials, parameters });
  await assert.rejects(node.execute.call(on), /leads to http.*nothing was sent there/);
  assert.deepEqual(followed, []);
});

test('a list of more records than a call takes arguments is whole', async (t) => {
  const all = 150_000;
  const service = createServer(({ url }, response) => {
    const query = new URL(url!, 'http://service').searchParams;
    const after = Number.parseInt(query.getAll('ID').at(-1)!, 10);
    const page = Array.from({ length: Number(query.get('take')) }, (_, n) => ({ ID: after + n + 1 }));
    const next = after + page.length < all ? { link: '</api/Tasks?skip=1000>; rel="next"' } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...next }).end(JSON.stringify(page));
  });
  t.after(() => service.close());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const credentials = { baseUrl, apiKey: 'k', vaultSecret: 's', shardID: 'main' };
  const parameters = { recordType: 'Tasks', operation: 'getAll', returnAll: true };
  const [items] = await node.execute.call(host({ nodeType: node, credentialType: api, credentials, parameters }));
  assert.deepEqual([items.length, items.at(-1)], [all, { json: { ID: all }, pairedItem: { item: 0 } }]);
});

test('what is not signed is refused, and everything where there is no secret', () => {
  const compiled = join(folder, 'dist/nodes/MaintenanceDataServiceTrigger/signature.js');
  tryCases(createRequire(import.meta.url)(compiled).isGenuine);
});

onEitherEngine('the n8n nodes', async (engine, t) => {
  const { app, account, client, receiver } = await startWebhookApp(t, engine);
  const credentials = { baseUrl: `${app.url}/`, ...client.credentials };
  const on = (parameters: Hosted['parameters'], more: Partial<Hosted> = {}) =>
    host({ nodeType: node, credentialType: api, credentials, parameters, ...more });
  const run = async (parameters: Hosted['parameters'], more: Partial<Hosted> = {}): Promise<Loaded[]> => {
    const [items] = await node.execute.call(on(parameters, more));
    return items.map(({ json }: Loaded) => json);
  };
  const tasks = { recordType: 'Tasks' };
  const mapped = (value: object) => ({ mappingMode: 'defineBelow', value });

  await t.test('the test of the credentials asks who the key is, wherever the address ends', async () => {
    const { baseURL, url } = testOf(api, on(tasks), credentials);
    assert.equal((await client.get(url)).status, 200);
    assert.equal(`${baseURL}${url}`, `${app.url}/api/Me`);
  });

  await t.test('types, fields and their options come from the catalogue, as the key may read it', async () => {
    const names = async (key: Client) => {
      const asking = on(tasks, { credentials: { baseUrl: app.url, ...key.credentials } });
      return (await node.methods.loadOptions.getRecordTypes.call(asking)).map(({ value }: Loaded) => value);
    };
    assert.equal((await names(client)).length, 15);
    const narrow = await app.key(account, { preset: undefined, role: 'Manager', areas: ['Inventory'] } as never);
    assert.deepEqual(await names(narrow), ['Products']);

    const { fields } = await node.methods.resourceMapping.getFieldsToCreate.call(on(tasks));
    const field = (name: string) => fields.find(({ id }: Loaded) => id === name);
    assert.deepEqual(
      [field('Name').required, field('DueOn').type, field('CustomFields').type],
      [true, 'dateTime', 'object'],
    );
    assert.deepEqual(
      field('Status').options.map(({ value }: Loaded) => value),
      ['Open', 'InProgress', 'Completed', 'Cancelled'],
    );
    assert.equal(field('ID'), undefined);
    const vendor = await node.methods.resourceMapping.getFieldsToCreate.call(on({ recordType: 'Vendors' }));
    const active = vendor.fields.find(({ id }: Loaded) => id === 'Active');
    assert.equal(active.defaultValue, true, 'a switch that is added to the form stands as the service would set it');
    const filters = await node.methods.loadOptions.getFilterFields.call(on(tasks));
    assert.ok(filters.some(({ value }: Loaded) => value === 'CreatedOn'));
    for (const none of ['CustomFields', 'Deleted'])
      assert.ok(!filters.some(({ value }: Loaded) => value === none), none);
  });

  let id = 0;
  await t.test('it creates, once for each item however often it is tried, and reads, changes and deletes', async () => {
    const items = [{ title: 'Check the valve' }, { title: 'Grease the lift' }];
    const create = {
      ...tasks,
      operation: 'create',
      fields: mapped({ Name: '={{ $json.title }}', CustomFields: '{"floor": 3}', DueOn: '' }),
    };
    const made = await run(create, { items, executionId: '7' });
    assert.deepEqual(
      made.map(({ Name }) => Name),
      ['Check the valve', 'Grease the lift'],
    );
    assert.deepEqual([made[0].CustomFields, made[0].DueOn], [{ floor: 3 }, null]);
    assert.deepEqual(await run(create, { items, executionId: '7' }), made, 'a second try of the same execution');
    assert.notEqual((await run(create, { items }))[0].ID, made[0].ID);
    id = made[0].ID;

    const record = { recordId: { __rl: true, mode: 'id', value: String(id) } };
    const [changed] = await run({
      ...tasks,
      ...record,
      operation: 'update',
      changes: mapped({ Status: 'Completed' }),
    });
    assert.equal(changed.Status, 'Completed');
    assert.deepEqual(await run({ ...tasks, ...record, operation: 'get' }), [changed]);

    const list = await node.methods.listSearch.searchRecords.call(on(tasks), 'valve');
    assert.ok(
      list.results.some(({ name, value }: Loaded) => name === `Check the valve (${id})` && value === String(id)),
    );

    assert.deepEqual(await run({ ...tasks, ...record, operation: 'delete' }), [{ deleted: true }]);
    assert.equal((await client.get(`/api/Tasks/${id}`)).json.Deleted, true);
    // As a form has it in which fields were emptied or taken away again.
    const emptied = { Name: 'Plain', Status: null, Priority: '', DueOn: null, Required: true };
    const schema = [{ id: 'Required', removed: true }];
    const [plain] = await run({ ...tasks, operation: 'create', fields: { ...mapped(emptied), schema } });
    assert.deepEqual([plain.Status, plain.Priority, plain.Required], ['Open', 'None', false]);
    const [kept] = await run({
      ...tasks,
      recordId: { __rl: true, mode: 'id', value: String(plain.ID) },
      operation: 'update',
      changes: {
        ...mapped({ Notes: 'x', Name: 'Gone', DueOn: '={{ null }}' }),
        schema: [{ id: 'Name', removed: true }],
      },
    });
    assert.deepEqual([kept.Name, kept.Notes, kept.DueOn], ['Plain', 'x', null]);
    const auto = { ...tasks, operation: 'create', fields: { mappingMode: 'autoMapInputData', value: null } };
    const [copied] = await run(auto, { items: [{ Name: 'From the item', ID: 99, other: true }] });
    assert.equal(copied.Name, 'From the item');
    // As the editor leaves it behind that first had the fields chosen by hand: all but the required ones are out of the form.
    const left = ['Name', 'Notes'].map((id) => ({ id, removed: id !== 'Name' }));
    const [mappedAll] = await run(
      { ...auto, fields: { ...auto.fields, schema: left } },
      { items: [{ Name: 'A', Notes: 'B' }] },
    );
    assert.deepEqual([mappedAll.Name, mappedAll.Notes], ['A', 'B']);
  });

  await t.test('a dry run tells what would be, and writes nothing', async () => {
    const [tried] = await run({ ...tasks, operation: 'create', fields: mapped({ Name: 'Never' }), dryRun: true });
    assert.deepEqual([tried.record.Name, tried.events], ['Never', ['Created']]);
    const [deleted] = await run({
      ...tasks,
      operation: 'delete',
      dryRun: true,
      recordId: { __rl: true, mode: 'id', value: '2' },
    });
    assert.equal(deleted.record.Deleted, true);
    assert.deepEqual(
      await run({
        ...tasks,
        operation: 'getAll',
        filters: { filter: [{ field: 'Name', operator: 'eq', value: 'Never' }] },
      }),
      [],
    );
  });

  await t.test('lists are filtered, ordered, limited, and whole', async () => {
    for (let n = 0; n < 5; n++) await client.post('/api/Vendors', { Name: `Vendor ${n}` });
    const names = async (parameters: object) => {
      const found = await run({ recordType: 'Vendors', operation: 'getAll', ...parameters });
      return found.map(({ Name }) => Name.slice(-1)).join('');
    };
    assert.equal(await names({ returnAll: true }), '01234');
    assert.equal(await names({ limit: 2 }), '01');
    assert.equal(await names({ limit: 3, options: { orderby: 'Name Desc' } }), '432');
    const filter = [
      { field: 'ID', operator: 'gt', value: '1' },
      { field: 'Name', operator: 'ne', value: 'Vendor 2' },
    ];
    assert.equal(await names({ returnAll: true, filters: { filter } }), '134');
    assert.equal(await names({ options: { search: 'dor 4' } }), '4');

    const [{ ID: gone }] = await run({ recordType: 'Vendors', operation: 'getAll', options: { search: 'dor 2' } });
    assert.equal((await client.delete(`/api/Vendors/${gone}`)).status, 204);
    assert.equal(await names({ options: { deleted: 'only' } }), '2');
    assert.equal(await names({ options: { deleted: 'only' }, filters: { filter: [filter[1]] } }), '');
    // As workflows have it that were saved when this was a switch.
    assert.equal(await names({ options: { deleted: true } }), '01234');
    assert.equal(await names({ options: { deleted: false } }), '0134');
    await assert.rejects(names({ options: { deleted: 'all' } }), /Deleted Records is false \(left out\), true/);
    for (const field of ['Deleted', 'deleted']) {
      const old = { filter: [{ field, operator: 'eq', value: 'true' }] };
      await assert.rejects(names({ filters: old }), /Deleted is no filter.*Options.*Deleted Records/);
      await assert.rejects(names({ filters: old, options: { deleted: true } }), /Deleted is no filter/);
    }
  });

  await t.test(
    'a refusal says what is wrong with which field, or becomes an item where the workflow goes on',
    async () => {
      const wrong = { ...tasks, operation: 'create', fields: mapped({ Name: 'x', Status: 'Gone' }) };
      await assert.rejects(run(wrong), (error: Loaded) => {
        assert.equal(error.constructor.name, 'NodeApiError');
        assert.match(error.description, /^\/Status: /);
        assert.equal(error.httpCode, '400');
        return true;
      });
      const [item] = await run(wrong, { continueOnFail: true });
      assert.equal(typeof item.error, 'string');
    },
  );

  await t.test('the trigger subscribes, is checked, takes only what is signed, and unsubscribes', async () => {
    const parameters = { entityType: 'Tasks', action: 'Completed' };
    const listening = (given: object, webhookUrl = `${receiver.url}/webhook/w1`) =>
      host({ nodeType: trigger, credentialType: api, credentials, parameters: given as Loaded, webhookUrl });
    const life = trigger.webhookMethods.default;
    const hooked = listening(parameters);
    const types = await trigger.methods.loadOptions.getEntityTypes.call(hooked);
    assert.ok(types.some(({ value }: Loaded) => value === 'Forms'));
    const actions = await trigger.methods.loadOptions.getActions.call(hooked);
    assert.deepEqual(
      actions.map(({ value }: Loaded) => value),
      ['Created', 'Completed', 'Updated', 'Cancelled'],
    );

    assert.equal(await life.checkExists.call(hooked), false);
    assert.equal(await life.create.call(hooked), true);
    assert.equal(await life.checkExists.call(hooked), true);
    const [hook] = (await client.get('/api/Webhooks')).json;
    assert.deepEqual(
      [hook.name, hook.includeOwn, hook.action, hook.patience],
      ['n8n: Night shift', false, 'Completed', '1d'],
    );

    // Another key's change: those of the key itself would go round in circles.
    const other = await app.key(account);
    const { json: task } = await other.post('/api/Tasks', { Name: 'Heard', Status: 'Completed' });
    const [delivery] = await receiver.waitFor(1);
    const received = await deliver(hooked, delivery!.headers, delivery!.body);
    const [[{ json }]] = received.workflowData;
    assert.deepEqual([json.action, json.entityType, json.data], ['Completed', 'Tasks', task]);
    assert.equal(json.eventId, delivery!.headers['webhook-id']);
    const forged = await deliver(hooked, delivery!.headers, Buffer.from(`${delivery!.body} `));
    assert.deepEqual([forged.noWebhookResponse, forged.status], [true, 401]);
    const unsigned = await deliver(hooked, { ...delivery!.headers, 'webhook-signature': undefined }, delivery!.body);
    assert.equal(unsigned.status, 401);

    // What was changed in the form is another subscription.
    hooked.getNode().parameters.action = 'Created';
    const moved = listening({ ...parameters, action: 'Created' });
    Object.assign(moved.getWorkflowStaticData('node'), hooked.getWorkflowStaticData('node'));
    assert.equal(await life.checkExists.call(moved), false);
    await life.create.call(moved);
    assert.deepEqual(
      (await client.get('/api/Webhooks')).json.map(({ action }: Loaded) => action),
      ['Created'],
    );
    assert.equal(await life.delete.call(moved), true);
    assert.deepEqual((await client.get('/api/Webhooks')).json, []);
    assert.equal(await life.delete.call(moved), true, 'one that is gone is deleted');
    await assert.rejects(
      life.create.call(listening(parameters, 'http://localhost:5678/webhook/w1')),
      /begin with https/,
    );

    const boards = listening({
      entityType: 'WorkOrders',
      action: 'Created',
      options: { filterId: '4', patience: '120m' },
    });
    await life.create.call(boards);
    assert.equal(await life.checkExists.call(boards), true, 'however the service writes what was asked for');
    const [filtered] = (await client.get('/api/Webhooks')).json;
    assert.deepEqual(
      [filtered.filterEntityType, filtered.filterConditionEntityID, filtered.patience],
      ['Boards', '4', '2h'],
    );
    const all = listening({ entityType: 'WorkOrders', action: 'Created', options: { patience: '' } });
    Object.assign(all.getWorkflowStaticData('node'), boards.getWorkflowStaticData('node'));
    assert.equal(await life.checkExists.call(all), true, 'the filter was taken away');
    const [whole, ...more] = (await client.get('/api/Webhooks')).json;
    assert.deepEqual([whole.id, whole.filterEntityType, whole.patience, more], [filtered.id, null, null, []]);

    // Numbers come again, in another account and after a restore: what is another workflow's is left alone.
    const before = { ...all.getWorkflowStaticData('node') };
    const { createdOn, ...undated } = before;
    const elsewhere = JSON.stringify({ ...JSON.parse(before.askedFor), targetUrl: `${receiver.url}/webhook/w2` });
    for (const kept of [
      { ...before, createdOn: '2026-01-01T00:00:00.000Z' },
      { ...undated, askedFor: elsewhere },
    ]) {
      for (const action of ['Created', 'Completed']) {
        const stranger = listening({ entityType: 'WorkOrders', action }, `${receiver.url}/webhook/w2`);
        Object.assign(stranger.getWorkflowStaticData('node'), kept);
        assert.equal(await life.checkExists.call(stranger), false);
        Object.assign(stranger.getWorkflowStaticData('node'), kept);
        await life.delete.call(stranger);
      }
    }
    assert.deepEqual((await client.get('/api/Webhooks')).json, [whole]);
    // As workflows have it that were activated before this was kept; an admin may have given the subscription another name since.
    const renamed = [{ op: 'replace', path: '/name', value: 'Night shift, by Ann' }];
    assert.equal((await client.patch(`/api/Webhooks/${whole.id}`, renamed)).status, 200);
    const old = listening({ entityType: 'WorkOrders', action: 'Created', options: { patience: '' } });
    Object.assign(old.getWorkflowStaticData('node'), undated);
    assert.equal(await life.checkExists.call(old), true);
    assert.deepEqual({ ...old.getWorkflowStaticData('node') }, before);
    await life.delete.call(all);
    assert.deepEqual((await client.get('/api/Webhooks')).json, []);
  });

  await t.test('what waits for n8n arrives where it is by now, and one that is off is switched on', async () => {
    const listening = (webhookUrl: string) =>
      host({
        nodeType: trigger,
        credentialType: api,
        credentials,
        parameters: { entityType: 'Tasks', action: 'Created' } as Loaded,
        webhookUrl,
      });
    const life = trigger.webhookMethods.default;
    const before = listening(`${receiver.url}/before`);
    await life.create.call(before);
    const [{ id }] = (await client.get('/api/Webhooks')).json;
    receiver.answer(({ received, response }) => {
      response.statusCode = received.path === '/before' ? 503 : 200;
      response.end();
    });
    const other = await app.key(account);
    await other.post('/api/Tasks', { Name: 'While n8n was away' });
    await receiver.waitFor(() => receiver.requests.some(({ path }) => path === '/before'));

    const after = listening(`${receiver.url}/after`);
    Object.assign(after.getWorkflowStaticData('node'), before.getWorkflowStaticData('node'));
    assert.equal(await life.checkExists.call(after), true);
    await receiver.waitFor(() => receiver.requests.some(({ path }) => path === '/after'));
    const arrived = receiver.requests.find(({ path }) => path === '/after')!;
    const { workflowData } = await deliver(after, arrived.headers, arrived.body);
    assert.equal(workflowData[0][0].json.data.Name, 'While n8n was away');

    receiver.answer(410);
    await other.post('/api/Tasks', { Name: 'Gone' });
    const shown = async () => (await client.get(`/api/Webhooks/${id}`)).json;
    while ((await shown()).active) await sleep(20);
    assert.equal(await life.checkExists.call(after), true);
    assert.equal((await shown()).active, true);
    await assert.rejects(async () => {
      const plain = listening('http://localhost:5678/webhook/w1');
      Object.assign(plain.getWorkflowStaticData('node'), after.getWorkflowStaticData('node'));
      await life.checkExists.call(plain);
    }, /begin with https/);
    assert.equal(await life.delete.call(after), true);
  });
});

test('the package names files that are there, with an icon and words for the search', () => {
  const { n8n, keywords, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.ok(keywords.includes('n8n-community-node-package'));
  assert.deepEqual(peerDependencies, { 'n8n-workflow': '*' });
  for (const file of [...n8n.nodes, ...n8n.credentials]) assert.ok(existsSync(join(folder, file)), file);
  for (const file of n8n.nodes) {
    const codex = join(folder, file.replace('dist/', '').replace('.js', '.json'));
    const name = JSON.parse(readFileSync(codex, 'utf8')).node.split('.')[1];
    assert.ok(
      [node, trigger].some(({ description }) => description.name === name),
      name,
    );
  }
  for (const { description } of [node, trigger]) {
    for (const icon of Object.values<string>(description.icon))
      assert.ok(existsSync(join(folder, 'nodes/MaintenanceDataService', icon.replace('file:', ''))), icon);
  }
});

/** A request as n8n's server hands it to the node, and what the node answered by itself. */
async function deliver(hooked: Loaded, headers: Loaded, body: Buffer): Promise<Loaded> {
  let status: number | undefined;
  const response = {
    status(code: number) {
      status = code;
      return response;
    },
    send: () => response,
    end: () => response,
  };
  const answer = await trigger.webhook.call({
    ...hooked,
    getRequestObject: () => ({ headers, rawBody: body }),
    getResponseObject: () => response,
    getBodyData: () => JSON.parse(String(body)),
  });
  return { ...answer, status };
}
