import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Connection, connect, Refusal } from '../clients/typescript/src/index.ts';
import { onBothEngines, startApp, type TestApp } from './support/app.ts';

/** The TypeScript client against the running service. */

const root = join(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

onBothEngines('the client creates, reads, changes and deletes a record, with types', async (t, engine) => {
  const mds = connect((await connected(await startApp(t, engine))).connection);
  const { data: task, headers } = await mds.Tasks.create({ Name: 'Check the valve', Priority: 'High' });
  assert.equal(headers.get('location'), `/api/Tasks/${task.ID}`);
  const priority: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent' = task.Priority;
  assert.equal(priority, 'High');

  const read = await mds.Tasks.get(task.ID);
  assert.deepEqual(read.data, task);
  const unchanged = await mds.Tasks.get(task.ID, { ifNoneMatch: read.etag! });
  assert.deepEqual([unchanged.status, unchanged.data], [304, undefined]);

  const patch = [{ op: 'replace', path: '/Description', value: 'Twice' }] as const;
  const changed = await mds.Tasks.patch(task.ID, patch, { ifMatch: read.etag! });
  assert.equal(changed.data.Description, 'Twice');
  await assert.rejects(mds.Tasks.patch(task.ID, patch, { ifMatch: read.etag! }), isRefusal('precondition_failed', 412));

  assert.deepEqual((await mds.Tasks.delete(task.ID)).data, undefined);
  assert.equal((await mds.Tasks.list()).data.length, 0);
  assert.equal((await mds.Tasks.list({ Deleted: true })).data.length, 1);
});

onBothEngines('paging through all finds every record once, whatever the page size', async (t, engine) => {
  const mds = connect((await connected(await startApp(t, engine))).connection);
  const names = Array.from({ length: 23 }, (_, index) => `Task ${String(index).padStart(2, '0')}`);
  for (const Name of names) await mds.Tasks.create({ Name, Status: Name.endsWith('7') ? 'Completed' : 'Open' });
  for (const take of [1, 7, 23, 100, undefined]) {
    const found: string[] = [];
    const query = { Status: ['Open', 'Completed'], orderby: 'Name Desc', ...(take === undefined ? {} : { take }) };
    for await (const task of mds.Tasks.all(query)) found.push(task.Name);
    assert.deepEqual(found, names.toReversed());
  }
  const completed: string[] = [];
  for await (const { Name } of mds.Tasks.all({ CompletedOn: 'null ne', extFilter: true, take: 1 }))
    completed.push(Name);
  assert.deepEqual(completed, ['Task 07', 'Task 17']);
  const open = await mds.Tasks.list({ CompletedOn: null, count: true, take: 0 });
  assert.equal(open.headers.get('x-total-count'), '21');
});

onBothEngines('every operation can be called by its name', async (t, engine) => {
  const app = await startApp(t, engine, { MDS_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const mds = connect((await connected(app)).connection);
  assert.equal((await mds.call('getMe')).data.webhooks, true);
  const body = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://127.0.0.1:9/' } as const;
  const { data: hook } = await mds.call('createWebhook', { body });
  await mds.call('testWebhook', { path: { id: hook.id } });
  const causes: string[] = [];
  for await (const { cause } of mds.items('listWebhookDeliveries', { path: { id: hook.id } })) causes.push(cause);
  assert.deepEqual(causes, ['test']);
  assert.equal((await mds.call('deleteWebhook', { path: { id: hook.id } })).status, 204);
});

onBothEngines('the client tries writes, asks for moves and names, and knows the record types', async (t, engine) => {
  const mds = connect((await connected(await startApp(t, engine))).connection);
  const { data: task } = await mds.Tasks.create({ Name: 'Check the valve' });
  const patch = [{ op: 'replace', path: '/Status', value: 'Completed' }] as const;
  const { data: tried } = await mds.Tasks.dryRun({ id: task.ID, patch });
  assert.deepEqual(tried.events, ['Updated', 'Completed']);
  const status: 'Open' | 'InProgress' | 'Completed' | 'Cancelled' = tried.record.Status;
  assert.equal(status, 'Completed');
  assert.deepEqual((await mds.Tasks.get(task.ID)).data, task);
  // @ts-expect-error a task needs a Name
  await assert.rejects(mds.Tasks.dryRun({ create: {} }), isRefusal('invalid_record', 400));

  const { data: moves } = await mds.Tasks.moves(task.ID);
  assert.deepEqual(moves.find(({ to }) => to === 'Completed')?.asks, ['Result', 'SpentMinutes']);
  // @ts-expect-error boards have no states
  assert.equal(mds.Boards.moves, undefined);

  const { data: names } = await mds.call('findNames', { body: { Tasks: [task.ID] } });
  assert.equal(names.Tasks?.[task.ID]?.title, 'Check the valve');
  const { data: types, etag } = await mds.call('getCatalogue');
  assert.ok(types!.some(({ name, states }) => name === 'Tasks' && states?.initial === 'Open'));
  assert.equal((await mds.call('getCatalogue', { headers: { 'If-None-Match': etag! } })).status, 304);
});

onBothEngines('a refusal is an error that carries the problem', async (t, engine) => {
  const { connection } = await connected(await startApp(t, engine));
  const mds = connect(connection);
  // @ts-expect-error a filter that the document does not know
  await assert.rejects(mds.Tasks.list({ Staus: 'Open' }), (error: Refusal) => {
    assert.deepEqual(error.problem.errors?.[0]?.parameter, 'Staus');
    return isRefusal('invalid_query', 400)(error);
  });
  // @ts-expect-error a task needs a Name
  await assert.rejects(mds.Tasks.create({ Priority: 'High' }), isRefusal('invalid_record', 400));
  await assert.rejects(mds.Tasks.get(4711), isRefusal('not_found', 404));
  await assert.rejects(connect({ ...connection, vaultSecret: 'wrong' }).call('getMe'), isRefusal('unauthorized', 401));
  const nowhere = connect({ ...connection, baseUrl: 'http://127.0.0.1:9', retry: { attempts: 1 } });
  await assert.rejects(nowhere.call('getMe'), TypeError);
});

onBothEngines(
  'over the rate limit the client waits as long as it is told, and gives up in the end',
  async (t, engine) => {
    const app = await startApp(t, engine, { MDS_RATE_LIMIT: '2' });
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const { connection } = await connected(app);
    const mds = connect({ ...connection, retry: { sleep, attempts: 3 } });
    await mds.call('getMe');
    const { data: task } = await mds.Tasks.create({ Name: 'x' });
    await assert.rejects(mds.Tasks.patch(task.ID, []), isRefusal('rate_limited', 429));
    assert.equal(waits.length, 2);
    for (const ms of waits) assert.ok(ms >= 50_000 && ms <= 60_000 && ms % 1000 === 0, `waited ${ms}`);
    const impatient = connect({ ...connection, retry: { sleep, longestWaitMs: 1000 } });
    await assert.rejects(impatient.call('getMe'), isRefusal('rate_limited', 429));
    assert.equal(waits.length, 2, 'a wait that is too long is not begun');
  },
);

onBothEngines('what the service cannot do now is repeated only where that is safe', async (t, engine) => {
  const app = await startApp(t, engine);
  const { connection, account } = await connected(app);
  const setFrozen = (frozen: boolean) => app.shard.accounts.setFrozen(account, frozen);
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    await setFrozen(false);
  };
  const mds = connect({ ...connection, retry: { sleep } });

  await setFrozen(true);
  await assert.rejects(mds.Tasks.create({ Name: 'without a key' }), isRefusal('account_frozen', 503));
  assert.deepEqual(waits, []);
  const { data } = await mds.Tasks.create({ Name: 'with a key' }, { idempotencyKey: randomUUID() });
  assert.deepEqual(waits, [30_000]);
  assert.equal(data.Name, 'with a key');

  await setFrozen(true);
  await assert.rejects(
    mds.Tasks.patch(data.ID, [{ op: 'replace', path: '/Name', value: 'y' }]),
    isRefusal('account_frozen', 503),
  );
  await mds.Tasks.delete(data.ID);
  assert.equal(waits.length, 2);
  assert.equal((await mds.Tasks.list({ Deleted: true })).data.length, 1);
});

test('waiting ends when the caller no longer wants to wait', async (t) => {
  const app = await startApp(t, 'sqlite', { MDS_RATE_LIMIT: '1' });
  const mds = connect((await connected(app)).connection);
  await mds.call('getMe');
  const started = Date.now();
  await assert.rejects(mds.Tasks.list({}, { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' });
  assert.ok(Date.now() - started < 10_000);
});

test('the package builds, and what it builds runs without TypeScript', async (t) => {
  const app = await startApp(t, 'sqlite');
  const { connection } = await connected(app);
  const folder = mkdtempSync(join(tmpdir(), 'mds-client-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'clients/typescript/package.json'), join(folder, 'package.json'));
  const project = join(root, 'clients/typescript');
  await run([tsc, '-p', project, '--outDir', join(folder, 'dist')]);
  const built = await import(pathToFileURL(join(folder, 'dist/index.js')).href);
  const { data } = await built.connect(connection).call('getMe');
  assert.equal(data.shardID, connection.shardID);
});

test('the example of its guide compiles, runs, and does what it says', async (t) => {
  const app = await startApp(t, 'sqlite');
  const { connection } = await connected(app);
  const guide = readFileSync(join(root, 'clients/typescript/README.md'), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(guide)![1]!;
  const folder = mkdtempSync(join(tmpdir(), 'mds-client-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const file = join(folder, 'example.ts');
  writeFileSync(
    file,
    example
      .replace("'maintenance-data-service-client'", `'${join(root, 'clients/typescript/src/index.ts')}'`)
      .replace('http://127.0.0.1:8080', connection.baseUrl),
  );
  const settings = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext'];
  await run([tsc, ...settings, '--types', 'node', '--allowImportingTsExtensions', file]);
  const { apiKey: API_KEY, vaultSecret: VAULT_SECRET, shardID: SHARD_ID } = connection;
  const { stdout } = await run([file], { API_KEY, VAULT_SECRET, SHARD_ID });
  assert.match(
    stdout,
    /^0 minutes\n[0-9TZ:.-]+\n\[ 'Updated' \] \[ 'Open' \]\n412 precondition_failed If-Match does not hold.*\nTest firm\n$/,
  );
});

function run(args: string[], env: Record<string, string> = {}) {
  return promisify(execFile)(process.execPath, args, { env });
}

function isRefusal(code: string, status: number) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual([error.problem.code, error.status], [code, status]);
    return true;
  };
}

async function connected(app: TestApp) {
  const account = await app.account();
  const { credentials } = await app.key(account);
  const connection: Connection = { baseUrl: app.url, ...credentials };
  return { connection, account };
}
