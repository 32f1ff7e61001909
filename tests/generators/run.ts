/**
 * npm run test:generators [-- --only go,java]
 *
 * Writes clients from openapi.json with the generators people use, compiles them, and lists, creates, patches and subscribes with each
 * against a service with some of everything whose answers hold a field of the future. What a machine lacks is named, and fails the command.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordTypeNames } from '../../src/catalogue/index.ts';
import { runCommand, startService } from '../support/service.ts';
import { type GeneratedClient, generatedClients } from './clients.ts';
import { isInstalled } from './commands.ts';
import { startFuture } from './future.ts';

const root = dirname(dirname(import.meta.dirname));
const kept = join(root, 'node_modules/.cache/generators');
const { only = Object.keys(generatedClients).join(',') } = parseArgs({ options: { only: { type: 'string' } } }).values;

const folder = mkdtempSync(join(tmpdir(), 'mds-generators-'));
const service = await startService({ MDS_RATE_LIMIT: '0' }, folder);
const future = await startFuture(service.url);
try {
  const key = await createFirm();
  let failed = false;
  for (const name of only.split(',')) {
    const client = generatedClients[name];
    if (client === undefined) throw new Error(`There is no ${name}: ${Object.keys(generatedClients).join(', ')}`);
    const outcome = await tryOut(name, client, key).catch((error: Error) => error);
    failed ||= outcome instanceof Error;
    console.log(outcome instanceof Error ? `✖ ${name}: ${outcome.message}` : `✔ ${name} (${outcome})`);
  }
  process.exitCode = failed ? 1 : 0;
} finally {
  future.close();
  await service.end();
  rmSync(folder, { recursive: true, force: true });
}

interface Key {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

async function createFirm(): Promise<Key> {
  const made = ['accounts', 'create', '--name', 'Generators', '--admin-email', 'admin@example.com'];
  const { accountID } = await runCommand(made, {}, folder);
  await runCommand(['seed', '--account', accountID, '--size', 'tiny'], {}, folder);
  const named = ['--account', accountID, '--name', 'All', '--preset', 'Full'];
  const key: Key = await runCommand(['keys', 'create', ...named], {}, folder);
  // The ID of a filter is a number or a text, and comes back as it was sent.
  for (const filterConditionEntityID of [3, '3']) {
    const targetUrl = 'https://hooks.example.com/board';
    const filter = { filterEntityType: 'Boards', filterConditionEntityID };
    const made = await fetch(`${service.url}/api/Webhooks`, {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify({ entityType: 'WorkOrders', action: 'Created', targetUrl, ...filter }),
    });
    assert.equal(made.status, 201);
  }
  return key;
}

async function tryOut(name: string, client: GeneratedClient, key: Key): Promise<string> {
  const missing = client.needs.filter((program) => !isInstalled(program));
  if (missing.length > 0) throw new Error(`not tried, this machine has no ${missing.join(' and no ')}`);
  const started = performance.now();
  const into = join(kept, name);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const program = await client.make({ document: join(root, 'openapi.json'), into, kept });
  const made = performance.now();
  const taskName = `made-by-${name}`;
  const answer = await program({
    BASE_URL: future.url,
    API_KEY: key.apiKey,
    VAULT_SECRET: key.vaultSecret,
    SHARD_ID: key.shardID,
    TASK_NAME: taskName,
  });
  await judge(JSON.parse(answer), taskName, key);
  return `made in ${((made - started) / 1000).toFixed(0)} s, used in ${((performance.now() - made) / 1000).toFixed(1)} s`;
}

interface Answer {
  readonly listed: { readonly [type: string]: number };
  readonly webhook: number;
}

/** What the client says it did is what the service has. */
async function judge({ listed, webhook, ...rest }: Answer, taskName: string, key: Key) {
  const read = async (path: string) => (await fetch(service.url + path, { headers: { ...key } })).json();
  const tasks = (await read(`/api/Tasks?Name=${encodeURIComponent(taskName)}`)) as { ID: number; Status: string }[];
  assert.equal(tasks.length, 1);
  assert.equal(tasks[0]!.Status, 'Completed');
  const { ID } = tasks[0]!;
  assert.deepEqual(rest, {
    created: ID,
    dueSeconds: Date.parse('2026-03-01T08:00:00Z') / 1000,
    messagingID: 2 ** 40 + 1,
    status: 'Completed',
    found: [ID],
    secret: 'whsec_',
    // To the cent: read into 32 bits it is 1234567.9.
    cost: 1234567.89,
    refusal: 'not_found',
    webhooks: ((await read('/api/Webhooks?take=1000')) as unknown[]).length,
  });
  const [asset] = (await read(`/api/Assets?Name=${encodeURIComponent(taskName)}`)) as { PurchaseCost: number }[];
  assert.equal(asset!.PurchaseCost, 1234567.89);
  for (const type of recordTypeNames) assert.ok(listed[type]! > 0, `lists ${type}`);
  const hook = (await read(`/api/Webhooks/${webhook}`)) as { [name: string]: unknown };
  assert.deepEqual([hook.entityType, hook.action, hook.headers], ['Tasks', 'Completed', { 'X-Team': 'north' }]);
}
