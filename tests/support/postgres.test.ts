import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, quickSettings, startPostgres, testDatabase } from './postgres.ts';
import { preparePostgres } from './postgres-program.ts';

describe('a PostgreSQL of the test', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  test('is version 18 with UTF-8, code point order and pg_trgm', async () => {
    const url = await server.createDatabase();
    assert.match((await ask(url, 'SHOW server_version'))[0]!, /^18\./);
    assert.deepEqual(await ask(url, 'SHOW server_encoding'), ['UTF8']);
    assert.deepEqual(await ask(url, `SELECT x FROM (VALUES ('a'), ('B'), ('ä'), ('Z')) AS v (x) ORDER BY x`), [
      'B',
      'Z',
      'a',
      'ä',
    ]);
    await ask(url, 'CREATE EXTENSION pg_trgm');
    assert.deepEqual(await ask(url, `SELECT show_trgm('x')::text`), ['{"  x"," x "}']);
  });

  test('gives each caller an empty database of its own', async () => {
    const [first, second] = await Promise.all([server.createDatabase(), server.createDatabase()]);
    await ask(first!, 'CREATE TABLE mine (x int)');
    assert.deepEqual(await ask(second!, `SELECT count(*)::text FROM pg_tables WHERE tablename = 'mine'`), ['0']);
  });

  test('asks for its password', async () => {
    const wrong = new URL(server.url());
    wrong.password = 'guessed';
    await assert.rejects(ask(wrong.href, 'SELECT 1'), /password authentication failed/);
  });

  test('writes durably unless told otherwise', async () => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      assert.deepEqual(await ask(server.url(), `SHOW ${setting}`), ['on']);
    }
  });

  test('killed under a connection, leaves no process behind and comes back with what was committed', async () => {
    const url = await server.createDatabase();
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS x');
    const client = new pg.Client(url);
    const cut = once(client, 'error');
    await client.connect();
    const pids = await ask(server.url(), 'SELECT pid::text FROM pg_stat_activity');
    assert.ok(pids.length > 2);
    await server.kill();
    await cut;
    for (const pid of pids) assert.equal(isRunning(Number(pid)), false);
    await assert.rejects(ask(url, 'SELECT 1'), /ECONNREFUSED/);
    await server.restart();
    assert.deepEqual(await ask(url, 'SELECT x::text FROM kept'), ['42']);
  });

  test('restarts on the same port with its data', async () => {
    const url = await server.createDatabase();
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS x');
    await server.restart();
    assert.deepEqual(await ask(url, 'SELECT x::text FROM kept'), ['7']);
  });
});

test('a stopped server leaves nothing behind, and may be stopped again', async () => {
  const server = await startPostgres({ settings: quickSettings });
  assert.deepEqual(await ask(server.url(), 'SHOW fsync'), ['off']);
  const pid = postmaster(server.dataFolder);
  await server.stop('immediate');
  await server.stop();
  assert.equal(isRunning(pid), false);
  assert.equal(existsSync(dirname(server.dataFolder)), false);
});

test('a data folder that was given outlives its server and serves the next one', async () => {
  // Under the folder the server's user can reach, which is not always the temporary folder of this one.
  const { temporary } = await preparePostgres();
  const dataFolder = join(mkdtempForEveryone(temporary), 'data');
  const first = await startPostgres({ dataFolder, settings: quickSettings });
  await ask(first.url(), 'CREATE TABLE kept AS SELECT 1 AS x');
  await first.stop();
  const second = await startPostgres({ dataFolder, settings: quickSettings });
  assert.deepEqual(await ask(second.url(), 'SELECT x::text FROM kept'), ['1']);
  await second.stop();
  rmSync(dirname(dataFolder), { recursive: true });
});

test('a server that cannot start fails with the words of its own log', async () => {
  await assert.rejects(
    startPostgres({ settings: { shared_buffers: 'plenty' } }),
    /PostgreSQL did not start: exit code 1\n.*invalid value for parameter "shared_buffers": "plenty"/s,
  );
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  await assert.rejects(startPostgres({ port }), /could not bind IPv4 address/);
  other.close();
});

for (const end of ['SIGKILL', 'SIGTERM', 'exit'] as const) {
  test(`a server does not outlive a test process that ends by ${end} without stopping it`, async () => {
    const script = `
      import { startPostgres } from './postgres.ts';
      const server = await startPostgres();
      console.log(server.dataFolder);
      ${end === 'exit' ? '' : 'setInterval(() => {}, 1000);'}`;
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [dataFolder] = await once(createInterface({ input: child.stdout! }), 'line');
    const pid = end === 'exit' ? null : postmaster(dataFolder);
    if (end !== 'exit') child.kill(end);
    const deadline = Date.now() + 10_000;
    while (existsSync(dirname(dataFolder)) || (pid !== null && isRunning(pid))) {
      assert.ok(Date.now() < deadline, `${dataFolder} or process ${pid} is still there`);
      await sleep(20);
    }
  });
}

test('a test gets an empty database, dropped after it, also when the test closes its connections later', async (t) => {
  const urls: string[] = [];
  const pool: pg.Pool[] = [];
  await t.test('one that is done with it', async (t) => {
    urls.push(await testDatabase(t));
    await ask(urls[0]!, 'CREATE TABLE mine (x int)');
  });
  await t.test('one that closes its pool in a hook of its own', async (t) => {
    urls.push(await testDatabase(t));
    pool.push(new pg.Pool({ connectionString: urls[1]! }));
    t.after(() => pool[0]!.end());
    assert.equal((await pool[0]!.query(`SELECT FROM pg_tables WHERE tablename = 'mine'`)).rowCount, 0);
  });
  assert.notEqual(urls[0], urls[1]);
  await assert.rejects(ask(urls[0]!, 'SELECT 1'), { code: '3D000' });
  await assert.rejects(
    async () => {
      for (;;) await ask(urls[1]!, 'SELECT 1').then(() => sleep(20));
    },
    { code: '3D000' },
  );
});

test('a copy of the program that is broken or open to others is not used, and parallel runs share one', async (t) => {
  const before = process.env.TMPDIR;
  const folder = mkdtempForEveryone((await preparePostgres()).temporary);
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true });
  });
  process.env.TMPDIR = folder;
  const [first, ...others] = await Promise.all([preparePostgres(), preparePostgres(), preparePostgres()]);
  for (const other of others) assert.equal(other.initdb, first!.initdb);
  const home = dirname(dirname(first!.initdb));
  assert.deepEqual(
    readdirSync(folder).map((name) => join(folder, name)),
    [home],
  );
  rmSync(join(home, 'share', 'postgresql', 'postgres.bki'));
  const second = await preparePostgres();
  assert.equal(dirname(dirname(second.initdb)), `${home}-2`);
  chmodSync(`${home}-2`, 0o777);
  assert.equal(dirname(dirname((await preparePostgres()).initdb)), `${home}-3`);
});

async function ask(url: string, statement: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' });
    return rows.map((row) => row[0]!);
  } finally {
    await client.end();
  }
}

function mkdtempForEveryone(parent: string): string {
  const folder = mkdtempSync(join(parent, 'mds-postgres-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

function postmaster(dataFolder: string): number {
  return Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
