// The guide "from one file to PostgreSQL to many shards", walked through with the commands it tells to type, under load.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { importCommand } from '../src/cli/import.ts';
import { type Client, client } from './support/app.ts';
import { createShell, readGuide } from './support/commands.ts';
import { browser, PASSWORD, tokenOf } from './support/people.ts';
import { testDatabase } from './support/postgres.ts';
import { type Received, type Receiver, startReceiver } from './support/receiver.ts';
import { runSql } from './support/run-sql.ts';
import { runCommand, type Service, shown, startService } from './support/service.ts';
import { trusting } from './support/webhooks.ts';
import { StormMemory, startWriteStorm } from './support/write-storm.ts';

test('the guide leads an account under load from a file to PostgreSQL to another shard', {
  timeout: 300_000,
}, async (t) => {
  const guide = readGuide('docs/moving-accounts.md');
  assert.deepEqual([guide.settings.length, guide.scripts.length], [4, 4]);
  const [alone, two, three, without] = guide.settings as [string, string, string, string];
  const walk = await startWalk(t, alone);
  const admin = 'admin@example.com';
  const { accountID: ACCOUNT, adminLink } = await walk.command(
    ...['accounts', 'create', '--name', 'Moving', '--admin-email', admin],
  );
  const invited = await browser(walk.service.url).post('/Links/Use', { token: tokenOf(adminLink), password: PASSWORD });
  assert.equal(invited.status, 200, invited.text);
  const made = await walk.command('keys', 'create', '--account', ACCOUNT, '--name', 'Key', '--preset', 'Full');
  const on = (shardID: string): Client => client(walk.service.url, { ...made, shardID });
  const steps = (from: string, to: string) =>
    guide.scripts.map((script) => script.replaceAll('s1', '\0').replaceAll('s2', to).replaceAll('\0', from));
  await walk.restart(two);

  const before = on('s1');
  const subscribed = await before.post('/api/Webhooks', {
    entityType: 'Tasks',
    action: 'Updated',
    targetUrl: `${walk.receiver.url}/hook`,
    headers: { 'X-Secret': 'shared' },
  });
  assert.equal(subscribed.status, 201, subscribed.text);
  const once = { 'Idempotency-Key': 'once' };
  const first = await before.post('/api/Tasks', { Name: 'Once' }, once);
  walk.receiver.answer(async ({ response }) => {
    await sleep(300);
    response.end();
  });
  const memory = new StormMemory();
  const storm = startWriteStorm(walk.service.url, before, 8, memory);
  while (storm.acknowledged() < 300) await sleep(20);

  const resend = 'Deliveries/Resend?id=1+ge&extFilter=true&perSecond=1';
  const byNumber = await before.send('POST', `/api/Webhooks/${subscribed.json.id}/${resend}`);
  assert.equal(byNumber.status, 202, byNumber.text);

  const [freeze, carry, thaw, leave] = steps('s1', 's2') as [string, string, string, string];
  await walk.shell(freeze, { ACCOUNT });
  await storm.stop();
  const refused = await before.post('/api/Tasks', { Name: 'Too late' });
  assert.equal(refused.json.code, 'account_frozen');
  const shown = await everything(before);
  const printed = await walk.shell(carry, { ACCOUNT });
  assert.match(printed, /The account is frozen, so nothing is missing/);
  assert.match(printed, /1 key, 1 subscription, [\d,]+ deliveries \([\d,]+ waiting\)/);
  assert.doesNotMatch(printed, /\(0 waiting\)/);
  assert.match(printed, /their shardID is now s2 \(it was s1\)/);
  assert.match(
    printed,
    /^Recoveries that have ended, .*: 1 of subscription 1\. Begin them again with the new ones\.$/m,
  );

  await within(5_000, async () => (await on('s2').get('/api/Me')).status === 200);
  const after = on('s2');
  assert.deepEqual(await everything(after), shown, 'to the byte');
  assert.equal((await after.post('/api/Tasks', { Name: 'Too early' })).json.code, 'account_frozen');
  walk.receiver.answer(200);
  await walk.shell(thaw, { ACCOUNT });
  assert.deepEqual(await memory.verify(after), [], 'every acknowledged change is there');
  const again = await after.post('/api/Tasks', { Name: 'Once' }, once);
  assert.deepEqual([again.status, again.text], [201, first.text]);
  assert.equal(
    (await after.post('/api/Tasks', { Name: 'New' })).json.ID,
    memory.tasks.length + 2,
    'IDs are counted on',
  );
  await walk.receiver.waitFor((requests) => lacking(memory, requests).length === 0, 60_000);
  assert.deepEqual(outOfOrder(walk.receiver.requests), []);

  assert.equal(
    (await before.get('/api/Tasks')).status,
    200,
    'the old shard answers reads until the account is removed',
  );
  await walk.shell(leave, { ACCOUNT });
  await within(5_000, async () => (await before.get('/api/Tasks')).status === 401);
  assert.equal((await after.get('/api/Tasks')).status, 200);

  await walk.restart(three);
  const settled = await everything(on('s2'));
  for (const script of steps('s2', 's3')) await walk.shell(script, { ACCOUNT });
  await walk.restart(without);
  assert.deepEqual(await everything(on('s3')), settled);
  assert.equal((await on('s3').post('/api/Tasks', { Name: 'Arrived' })).status, 201);
  assert.equal((await on('s2').get('/api/Tasks')).status, 401);
  const signedIn = await browser(walk.service.url).post('/Session', { email: admin, password: PASSWORD });
  assert.equal(signedIn.status, 200, 'people need no new password');
  const health = await walk.command('doctor');
  assert.deepEqual(
    health.map(({ shardID, findings }: { shardID: string; findings: unknown[] }) => [shardID, findings]),
    [
      ['s2', []],
      ['s3', []],
    ],
  );
});

test('an account in use is not doubled by an import, and one on two shards is not mixed up', {
  timeout: 120_000,
}, async (t) => {
  const folder = temporaryFolder(t);
  const MDS_SHARDS = ['s1', 's2'].map((shard) => `${shard}=sqlite:${join(folder, shard)}.db`).join(',');
  const run = (...argv: string[]) => runCommand(argv, { MDS_SHARDS }, folder);
  const made = ['--name', 'Moving', '--admin-email', 'admin@example.com', '--shard', 's1'];
  await run('migrate');
  const { accountID } = await run('accounts', 'create', ...made);
  const account = ['--account', accountID];

  await run('backup', '--shard', 's1', '--to', 'backup.db');
  const copy = await run('export', ...account, '--to', 'copy.jsonl');
  assert.equal(copy.of, 'copy');
  await assert.rejects(run('import', '--from', 'copy.jsonl', '--shard', 's2'), /is on shard s1 and in use there/);
  await assert.rejects(run('import', '--from', 'copy.jsonl', '--shard', 's1'), /has the account acc_\w+ already/);
  await assert.rejects(run('import', '--from', 'copy.jsonl'), /several shards \(s1, s2\): say --shard/);
  await assert.rejects(run('export', ...account, '--to', 'copy.jsonl'), /exists already/);
  await assert.rejects(run('export', ...account, '--to', 'no/such/copy.jsonl'), /cannot be written/);

  await run('accounts', 'freeze', ...account);
  await assert.rejects(run('import', '--from', 'copy.jsonl', '--shard', 's2'), /in use there/, 'a copy is no move');
  const { of } = await run('export', ...account, '--to', 'move.jsonl');
  assert.equal(of, 'move');
  const entries = readFileSync(join(folder, 'move.jsonl'), 'utf8').match(/"what":"account.exported"/g);
  assert.equal(entries?.length, 2, 'the audit log tells of the copy and of this one, and of none that was refused');
  await run('accounts', 'thaw', ...account);
  await assert.rejects(run('import', '--from', 'move.jsonl', '--shard', 's2'), /in use there/, 'it changed since');
  await run('accounts', 'freeze', ...account);
  await assert.rejects(run('import', '--from', 'move.jsonl', '--shard', 's2'), /thawed .*Export it again/s);
  rmSync(join(folder, 'move.jsonl'));
  await run('export', ...account, '--to', 'move.jsonl');
  await run('accounts', 'freeze', ...account);
  const moved = await run('import', '--from', 'move.jsonl', '--shard', 's2');
  assert.deepEqual([moved.shardID, moved.fromShardID, moved.frozen, moved.records], ['s2', 's1', true, 1]);
  const link = new RegExp(`people reset-link --account ${accountID} --email EMAIL --shard s2$`, 'm');
  assert.match(shown(importCommand, moved), link, 'no passwords are in the file');
  const [last] = await runSql(`sqlite:${join(folder, 's2.db')}`, 'SELECT what, detail FROM audit ORDER BY id DESC');
  assert.deepEqual({ ...last }, { what: 'account.imported', detail: '{"fromShardID":"s1"}' });

  await assert.rejects(run('accounts', 'thaw', ...account), /is on s1 and s2: say --shard/);
  await assert.rejects(run('accounts', 'remove', ...account, '--yes'), /is on s1 and s2: say --shard/);
  await run('accounts', 'remove', ...account, '--shard', 's1', '--yes');
  await run('accounts', 'thaw', ...account);
  const listed = await run('accounts', 'list');
  assert.deepEqual(
    listed.map(({ shardID, frozen }: { shardID: string; frozen: boolean }) => [shardID, frozen]),
    [['s2', false]],
  );

  // The other shard is asked, and not brought to this schema: instances may serve it by the older one.
  const schemaOf = async (change: string): Promise<number> => {
    const statement = `UPDATE meta SET value = value ${change} WHERE name = 'schema_version' RETURNING value`;
    const [row] = (await runSql(`sqlite:${join(folder, 's2.db')}`, statement)) as { value: string }[];
    return Number(row!.value);
  };
  const older = await schemaOf('- 1');
  const { frozen } = await run('restore', '--from', 'backup.db', '--shard', 's1', '--yes');
  assert.deepEqual(frozen, [{ accountID, inUseOn: 's2' }]);
  assert.equal(await schemaOf('+ 1'), older + 1);
  await run('accounts', 'thaw', ...account, '--shard', 's1');
  await assert.rejects(run('doctor'), new RegExp(`account ${accountID} is in use on s1 and s2`));
  const service = await startService({ MDS_SHARDS }, folder);
  t.after(() => service.end('SIGKILL'));
  await within(10_000, async () => service.output().includes('an account is in use on several shards'));
  assert.match(service.output(), new RegExp(`"accountID":"${accountID}","shardIDs":\\["s1","s2"\\]`));
  await service.end('SIGTERM');
  await run('accounts', 'remove', ...account, '--shard', 's1', '--yes');

  // As a removal and an import leave it that were killed.
  const rename = (word: string) =>
    runSql(`sqlite:${join(folder, 's2.db')}`, `UPDATE accounts SET id = '${word}' || id`);
  const again = new RegExp(`accounts remove --account ${accountID} --shard s2 --yes`);
  await rename('removing:');
  assert.equal((await run('accounts', 'list'))[0].partly, 'removed');
  await assert.rejects(run('accounts', 'thaw', ...account), again);
  await assert.rejects(run('export', ...account, '--to', 'part.jsonl'), again);
  await assert.rejects(run('import', '--from', 'move.jsonl', '--shard', 's2'), again);
  await assert.rejects(run('doctor'), again);
  await run('accounts', 'remove', ...account, '--yes');
  await run('import', '--from', 'move.jsonl', '--shard', 's2');
  await rename('importing:');
  assert.equal((await run('accounts', 'list'))[0].partly, 'imported');
  await assert.rejects(run('accounts', 'thaw', ...account), again);
  await run('accounts', 'remove', ...account, '--yes');
  assert.deepEqual(await run('accounts', 'list'), []);
});

interface Walk {
  readonly service: Service;
  readonly receiver: Receiver;
  restart(settings: string): Promise<void>;
  shell(script: string, environment: Record<string, string>): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own, which the test asserts.
  command(...argv: string[]): Promise<any>;
}

/** A folder with the service in it, as the guide finds it, and an endpoint that it may send to. */
async function startWalk(t: TestContext, settings: string): Promise<Walk> {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'data'));
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const environment = { MDS_RATE_LIMIT: '0', ...trusting(receiver) };
  const databases = new Map<string, string>();
  for (const name of ['db2', 'db3'])
    databases.set(`postgres://mds:secret@${name}.example.com/mds`, await testDatabase(t));
  const start = (settings: string) => {
    let text = settings;
    for (const [shown, real] of databases) text = text.replaceAll(shown, real);
    writeFileSync(join(folder, '.env'), text);
    return startService(environment, folder);
  };
  let service = await start(settings);
  t.after(() => service.end('SIGKILL'));
  return {
    get service() {
      return service;
    },
    receiver,
    async restart(settings) {
      assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
      service = await start(settings);
    },
    shell: createShell(folder),
    command: (...argv) => runCommand(argv, {}, folder),
  };
}

/** Every task and the subscription as the API shows them, with an entity tag of each kind. */
async function everything(reader: Client): Promise<string[]> {
  const paths = ['/api/Tasks?take=1000&Deleted=true', '/api/Users', '/api/Webhooks', '/api/Tasks/1', '/api/Tasks/2'];
  const replies = await Promise.all(paths.map((path) => reader.get(path)));
  return replies.map(({ status, text, headers }) => `${status} ${headers.get('etag')} ${text}`);
}

/** Acknowledged changes of which no delivery has arrived. */
function lacking(memory: StormMemory, requests: readonly Received[]): string[] {
  const arrived = new Set(requests.map((request) => stepOf(request)).map(({ task, step }) => `${task} ${step}`));
  return memory.tasks
    .flatMap(({ id, acknowledged }) => Array.from({ length: acknowledged }, (_, n) => `${id} ${n + 1}`))
    .filter((step) => !arrived.has(step));
}

/** A delivery may arrive twice, but behind the first of a later change no earlier one comes for the first time. */
function outOfOrder(requests: readonly Received[]): string[] {
  const last = new Map<number, number>();
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const request of requests) {
    const { task, step } = stepOf(request);
    const id = String(request.headers['webhook-id']);
    if (seen.has(id)) continue;
    seen.add(id);
    if (step <= (last.get(task) ?? -1)) faults.push(`task ${task}: ${step} behind ${last.get(task)}`);
    last.set(task, step);
  }
  return faults;
}

function stepOf({ body }: Received): { task: number; step: number } {
  const { data } = JSON.parse(String(body));
  return { task: data.ID, step: data.Position };
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-moving-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function within(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds().catch(() => false))) {
    assert.ok(Date.now() < deadline, `not within ${ms} ms`);
    await sleep(50);
  }
}
