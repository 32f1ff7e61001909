import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, type Engine, engines } from './support/app.ts';
import { createFirm } from './support/firm.ts';
import { startPostgres, testDatabase } from './support/postgres.ts';
import { runCommand, startService } from './support/service.ts';

const longEnough = { timeout: 120_000 };

for (const engine of engines) {
  test(
    `a key made or revoked on the command line works beside a running service (${engine})`,
    longEnough,
    async (t) => {
      const { environment, folder } = await place(t, engine);
      const service = await startService(environment, folder);
      t.after(() => service.end('SIGKILL'));
      const account = await createTestAccount(environment, folder);
      const made = await createKey(environment, folder, account);
      const key = client(service.url, made);
      await within(5000, async () => (await key.get('/api/Me')).status === 200);
      assert.equal((await key.post('/api/Tasks', { Name: 'Beside' })).status, 201);

      const rotated = await runCommand(
        ['keys', 'rotate', '--account', account, '--integration', made.integrationID, '--grace', '0s'],
        environment,
        folder,
      );
      const renewed = client(service.url, rotated);
      await within(5000, async () => (await renewed.get('/api/Me')).status === 200);
      await within(5000, async () => (await key.get('/api/Me')).status === 401);

      await runCommand(['accounts', 'freeze', '--account', account], environment, folder);
      const frozen = await renewed.post('/api/Tasks', { Name: 'Frozen' });
      assert.equal(frozen.status, 503);
      assert.equal(frozen.json.code, 'account_frozen');
      assert.ok(Number(frozen.headers.get('retry-after')) > 0);
      assert.equal((await renewed.get('/api/Tasks')).status, 200);
      await runCommand(['accounts', 'thaw', '--account', account], environment, folder);
      assert.equal((await renewed.post('/api/Tasks', { Name: 'Thawed' })).status, 201);

      await runCommand(
        ['keys', 'revoke', '--account', account, '--integration', made.integrationID],
        environment,
        folder,
      );
      await within(5000, async () => (await renewed.get('/api/Me')).status === 401);

      await assert.rejects(runCommand(['accounts', 'remove', '--account', account], environment, folder), /--yes/);
      await runCommand(['accounts', 'remove', '--account', account, '--yes'], environment, folder);
      assert.deepEqual(await runCommand(['accounts', 'list'], environment, folder), []);
      const [health] = await runCommand(['doctor'], environment, folder);
      assert.deepEqual(health.findings, []);
      assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
    },
  );
}

test('a second service on the same SQLite file is refused with a clear message', longEnough, async (t) => {
  const { environment, folder } = await place(t, 'sqlite');
  const first = await startService(environment, folder);
  t.after(() => first.end('SIGKILL'));
  await assert.rejects(startService(environment, folder), /already|another/i);
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200, 'the first goes on');
  await first.end('SIGKILL');
  const next = await startService(environment, folder);
  assert.deepEqual(await next.end('SIGTERM'), { code: 0, signal: null }, 'kill -9 leaves no lock behind');
});

test(
  'PostgreSQL restarted under load: 503 with Retry-After meanwhile, then all is well again',
  longEnough,
  async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.stop('immediate'));
    const { folder } = await place(t, 'sqlite');
    const environment = { DATABASE_URL: await postgres.createDatabase(), MDS_RATE_LIMIT: '0' };
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    const key = client(service.url, (await createFirm(environment)).credentials);

    const seen = new Map<string, number>();
    const acknowledged: number[] = [];
    let stop = false;
    const load = Array.from({ length: 8 }, async (_, worker) => {
      for (let step = 0; !stop; step++) {
        const reply = await key.post('/api/Tasks', { Name: `Load ${worker} ${step}` });
        const kind = reply.status === 503 ? `503 ${reply.json.code}` : String(reply.status);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        if (reply.status === 201) acknowledged.push(reply.json.ID);
        if (reply.status === 503) {
          assert.ok(Number(reply.headers.get('retry-after')) > 0);
          await sleep(20);
        }
      }
    });
    await sleep(500);
    await postgres.kill();
    await within(5000, async () => (await fetch(`${service.url}/readyz`)).status === 503);
    await postgres.restart();
    await within(10_000, async () => (await fetch(`${service.url}/readyz`)).status === 200);
    await within(10_000, async () => (await key.post('/api/Tasks', { Name: 'Back' })).status === 201);
    stop = true;
    await Promise.all(load);
    assert.deepEqual([...seen.keys()].sort(), ['201', '503 unavailable'], JSON.stringify([...seen]));
    const total = Number((await key.get('/api/Tasks?take=0&count=true')).headers.get('x-total-count'));
    assert.ok(total >= acknowledged.length, `${total} tasks, ${acknowledged.length} acknowledged`);
  },
);

test('a data folder that cannot be written stops the start with a message that names it', longEnough, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-readonly-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o555);
  const file = join(folder, 'data.db');
  // Root may write anywhere: the child loads the code first, then becomes nobody.
  const script = `
    const { openSqliteShard } = await import(${JSON.stringify(join(import.meta.dirname, '../src/storage/sqlite/shard.ts'))});
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    await openSqliteShard({ shardID: 's1', file: ${JSON.stringify(file)}, role: 'server', readerThreads: 1, readerQueue: 10, poolSize: 1 });`;
  if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'pipe'] });
  let message = '';
  child.stderr.on('data', (data: Buffer) => {
    message += String(data);
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.equal(code, 1);
  assert.match(message, /StorageError/);
  assert.ok(message.includes(folder), message);
});

async function place(t: TestContext, engine: Engine): Promise<{ environment: Record<string, string>; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-operations-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const url = engine === 'postgres' ? await testDatabase(t) : `sqlite:${join(folder, 'mds.db')}`;
  return { environment: { DATABASE_URL: url, MDS_RATE_LIMIT: '0' }, folder };
}

async function createTestAccount(environment: Record<string, string>, folder: string): Promise<string> {
  const words = ['accounts', 'create', '--name', 'Operations', '--admin-email', 'admin@example.com'];
  return (await runCommand(words, environment, folder)).accountID;
}

function createKey(environment: Record<string, string>, folder: string, account: string) {
  return runCommand(['keys', 'create', '--account', account, '--name', 'Key', '--preset', 'Full'], environment, folder);
}

async function within(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds().catch(() => false))) {
    assert.ok(Date.now() < deadline, `not within ${ms} ms`);
    await sleep(50);
  }
}
