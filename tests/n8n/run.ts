/**
 * npm run test:n8n [-- --pictures]: the nodes, made and installed by the commands of their guide, in a real n8n, which is installed from npm the
 * first time. It is a process of its own, and the two speak to each other as they would anywhere. Where n8n cannot be installed this says so in a
 * line and ends with 2. With --pictures those of the guide are taken anew.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, startApp } from '../support/app.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { installN8n, installNodes, packNodes } from './installed.ts';
import { takePictures } from './pictures.ts';
import { createN8n, type N8n } from './running.ts';
import { ACTION, credentialsFile, nodeType, TRIGGER, usingCredential, WORKFLOW, workflowFile } from './workflow.ts';

const folder = mkdtempSync(join(tmpdir(), 'mds-n8n-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let isInstalled = false;
await test('the package is made and installed by the commands of its guide', async () => {
  await installNodes(folder, await packNodes());
  const nodes = join(folder, '.n8n/nodes/node_modules/n8n-nodes-maintenance-data-service/dist/nodes');
  assert.deepEqual(readdirSync(nodes).sort(), ['MaintenanceDataService', 'MaintenanceDataServiceTrigger']);
  isInstalled = true;
});

const program = isInstalled ? await installN8n().catch((error: Error) => error) : '';
if (program instanceof Error) {
  console.error(`Not tested: n8n cannot be installed here. ${program.message.replace(/\s+/g, ' ').slice(0, 300)}`);
  process.exit(2);
}

test('the nodes in a real n8n', { skip: !isInstalled }, async (t) => {
  const n8n = await createN8n(program, folder, new URL(await emptyDatabase(t)));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, n8n.ca);
  const app = await startApp(t, 'sqlite', { MDS_WEBHOOK_ALLOW: '127.0.0.0/8', MDS_WEBHOOK_CA_FILE: authority });
  t.after(() => n8n.stop());
  const account = await app.account();
  const own = await app.key(account, { name: 'n8n' });
  // What the credentials of n8n themselves change does not start the workflow.
  const other = await app.key(account, { name: 'Somebody else' });
  const subscriptions = async (): Promise<{ id: number; targetUrl: string }[]> => (await own.get('/api/Webhooks')).json;
  const publish = async () => {
    const { versionId } = await n8n.ask('GET', `/workflows/${WORKFLOW}`);
    await n8n.ask('POST', `/workflows/${WORKFLOW}/activate`, { versionId });
  };

  await t.test('credentials and a workflow are imported', async () => {
    const imported = { credentials: credentialsFile(app.url, own.credentials), workflow: workflowFile() };
    for (const [what, content] of Object.entries(imported)) {
      writeFileSync(join(folder, `${what}.json`), JSON.stringify(content));
      await n8n.command(`import:${what}`, `--input=${what}.json`);
    }
    await n8n.start();
    await n8n.signUp();
  });

  await t.test('the credentials are tested, and the form is filled from the service', async () => {
    const tested = (more: object = {}) => {
      const [credential] = credentialsFile(app.url, { ...own.credentials, ...more });
      return n8n.ask('POST', '/credentials/test', { credentials: credential! });
    };
    assert.equal((await tested()).status, 'OK');
    assert.equal((await tested({ vaultSecret: 'wrong' })).status, 'Error');
    const form = {
      nodeTypeAndVersion: { name: nodeType('maintenanceDataService'), version: 1 },
      currentNodeParameters: { recordType: 'Tasks' },
      credentials: usingCredential,
    };
    const types = { ...form, path: 'parameters.recordType', methodName: 'getRecordTypes' };
    assert.equal((await n8n.ask('POST', '/dynamic-node-parameters/options', types)).length, 15);
    const mapper = { ...form, path: 'parameters.changes', methodName: 'getFieldsToUpdate' };
    const { fields } = await n8n.ask('POST', '/dynamic-node-parameters/resource-mapper-fields', mapper);
    assert.ok(fields.some(({ id, type }: { id: string; type: string }) => id === 'DueOn' && type === 'dateTime'));
    // As the editor saves it: beside the values stand all fields, and n8n converts values by their types.
    const { nodes, connections, versionId } = await n8n.ask('GET', `/workflows/${WORKFLOW}`);
    const { changes } = nodes.find(({ name }: { name: string }) => name === ACTION).parameters;
    changes.schema = fields.map((field: { id: string }) => ({ ...field, removed: !(field.id in changes.value) }));
    await n8n.ask('PATCH', `/workflows/${WORKFLOW}`, { nodes, connections, versionId });
  });

  await t.test('activated it subscribes, and a change starts the workflow, which writes back', async () => {
    assert.deepEqual(await subscriptions(), []);
    await publish();
    const [subscription, ...more] = await until(subscriptions, ({ length }) => length > 0);
    assert.deepEqual(more, []);
    assert.ok(subscription!.targetUrl.startsWith(`${n8n.url}/webhook/`));
    const task = await completed(other);
    const written = await until(task, ({ Result }) => Result !== null);
    assert.match(written.Result, /^msg_\w+ of admin@example.com$/);
    assert.deepEqual(
      [written.SpentMinutes, Date.parse(written.DueOn), written.CustomFields],
      [25, Date.parse('2026-12-24T09:00:00Z'), { seen: true }],
    );
    assert.deepEqual(await until(() => executions(n8n), ended), ['webhook success']);
    const { json: deliveries } = await own.get(`/api/Webhooks/${subscription!.id}/Deliveries`);
    assert.deepEqual([deliveries.length, deliveries[0].state], [1, 'succeeded']);
  });

  await t.test(
    'what is not signed is refused and starts nothing, and neither does what the workflow itself writes',
    async () => {
      const [subscription] = await subscriptions();
      const now = String(Math.floor(Date.now() / 1000));
      const signed = { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
      for (const headers of [{}, signed]) {
        const json = { 'content-type': 'application/json', ...headers };
        const { status } = await n8n.send('POST', subscription!.targetUrl, '{"data": {"ID": 1}}', json);
        assert.equal(status, 401);
      }
      await completed(own);
      const last = await completed(other);
      await until(last, ({ Result }) => Result !== null);
      assert.equal((await until(() => executions(n8n), ended)).length, 2);
    },
  );

  await t.test('listening in the editor has a subscription of its own, which is gone after one event', async () => {
    const [active] = await subscriptions();
    const workflowData = await n8n.ask('GET', `/workflows/${WORKFLOW}`);
    const trying = {
      workflowData,
      triggerToStartFrom: { name: TRIGGER },
      destinationNode: { nodeName: ACTION, mode: 'inclusive' },
    };
    await n8n.ask('POST', `/workflows/${WORKFLOW}/run`, trying);
    assert.equal((await subscriptions()).length, 2);
    await completed(other);
    assert.deepEqual(
      (await until(subscriptions, ({ length }) => length === 1)).map(({ id }) => id),
      [active!.id],
    );
    assert.ok((await until(() => executions(n8n), ended)).includes('manual success'));
  });

  await t.test(
    'an event that happens while n8n is down is delivered when it is back, to the same subscription',
    async () => {
      const before = await subscriptions();
      await n8n.stop();
      const task = await completed(other);
      await n8n.start();
      // While it starts n8n answers with 404. What was tried in that moment is tried again five minutes later.
      const written = await until(task, ({ Result }) => Result !== null, 400_000);
      assert.match(written.Result, /^msg_/);
      assert.deepEqual(
        (await subscriptions()).map(({ id }) => id),
        before.map(({ id }) => id),
      );
    },
  );

  if (process.argv.includes('--pictures')) await t.test('pictures', () => takePictures(n8n));

  await t.test('deactivated it unsubscribes', async () => {
    await n8n.ask('POST', `/workflows/${WORKFLOW}/deactivate`, {});
    await until(subscriptions, ({ length }) => length === 0);
  });
});

/** A task that is completed; gives what reads it. */
// biome-ignore lint/suspicious/noExplicitAny: the test looks into the record.
async function completed(client: Client): Promise<() => Promise<any>> {
  const { json } = await client.post('/api/Tasks', { Name: 'Check the valve', Status: 'Completed' });
  return async () => (await client.get(`/api/Tasks/${json.ID}`)).json;
}

/** How each run was started and how it ended, the newest first. */
async function executions(n8n: N8n): Promise<string[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: WORKFLOW }));
  const { results } = await n8n.ask('GET', `/executions?filter=${filter}`);
  return results.map(({ mode, status }: { mode: string; status: string }) => `${mode} ${status}`);
}

const ended = (all: string[]): boolean => all.length > 0 && all.every((one) => !/running|new|waiting/.test(one));

async function until<T>(read: () => Promise<T>, enough: (value: T) => boolean, patienceMs = 30_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (enough(value)) return value;
    if (Date.now() > deadline) throw new Error(`It has come to ${JSON.stringify(value)}`);
    await sleep(100);
  }
}
