// A real PostgreSQL 18 for tests: its own port, password and data folder, gone when the test stops it or dies.

import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPool } from '../../src/storage/postgres/connection.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { type Lifetime, lastFirst } from './lifetime.ts';
import { type Ended, type Keeper, killAll, type Run, startKeeper, within } from './postgres-process.ts';
import { type PostgresProgram, preparePostgres } from './postgres-program.ts';

export interface PostgresOptions {
  /** Server settings. Without any, writes are as durable as PostgreSQL makes them. */
  settings?: Record<string, string>;
  port?: number;
  /** Kept at stop, and used again if it holds a database already. The server's user must be able to reach it. */
  dataFolder?: string;
}

export interface PostgresServer {
  readonly port: number;
  readonly dataFolder: string;
  url(database?: string): string;
  /** The URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends the server and removes everything of it but a data folder that was given. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again as a replica that follows nobody: read-only, or `starting up` for as long as it is one. Or as a primary again. */
  become(role: 'replica' | 'starting up' | 'primary'): Promise<void>;
  /** SIGKILL to every process of the server, as a crash of the machine would. restart() brings it back. */
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** For tests that are not about durability: a crash of the machine may lose data that nobody will miss. */
export const quickSettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
};

const PATIENCE_MS = 60_000;
/** The database of a test server that others are copied from. */
const MIGRATED = 'migrated';

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const program = await preparePostgres();
  const folder = await mkdtemp(join(program.temporary, 'mds-postgres-run-'));
  const keeper = startKeeper(folder);
  const dataFolder = options.dataFolder ?? join(folder, 'data');
  let port = options.port ?? (await freePort());
  let running: Run | null = null;
  let started = false;

  async function launch(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const log = newLog(folder);
      // No Unix socket: its path may not be longer than 107 bytes, which a temporary folder can be.
      const settings = { ...options.settings, listen_addresses: '127.0.0.1', port, unix_socket_directories: '' };
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const order = { program: program.postgres, args: ['-D', dataFolder, ...args], runAs: program.runAs, log };
      const run = await keeper.run(order);
      const how = await readyOrEnded(dataFolder, run, deadline);
      if (how === 'ready') {
        running = run;
        // Also when it ends unasked: its process id may soon be somebody else's.
        void run.ended.then(() => {
          if (running === run) running = null;
        });
        return;
      }
      const output = readFileSync(log, 'utf8');
      const mayRetry = options.port === undefined && output.includes('could not bind') && Date.now() < deadline;
      if (!mayRetry) throw new Error(`PostgreSQL did not start: ${how}\n${output}`);
      await sleep(100);
      // Before anyone was told the port another will do; after that this one is waited for.
      if (!started) port = await freePort();
    }
  }

  async function end(mode: 'fast' | 'immediate'): Promise<void> {
    if (running === null) return;
    process.kill(running.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await within(PATIENCE_MS, 'the end of PostgreSQL', running.ended);
  }

  let password: string;
  try {
    password = await prepareData(keeper, program, folder, dataFolder);
    await launch();
    started = true;
  } catch (error) {
    await keeper.release();
    throw error;
  }

  const url = (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    dataFolder,
    url,
    createDatabase: () => createDatabase(url()),
    async stop(mode = 'fast') {
      try {
        await end(mode);
      } finally {
        await keeper.release();
      }
    },
    async become(role) {
      await end('fast');
      const signal = join(dataFolder, 'standby.signal');
      await rm(signal, { force: true });
      if (role !== 'primary') await writeFile(signal, '');
      if (role !== 'primary' && program.runAs) await chown(signal, program.runAs.uid, program.runAs.gid);
      await appendFile(
        join(dataFolder, 'postgresql.auto.conf'),
        `hot_standby = ${role === 'replica' ? 'on' : 'off'}\n`,
      );
      await launch();
    },
    async kill() {
      if (running !== null) await killAll(running);
    },
    async restart() {
      await end('fast');
      await launch();
    },
  };
}

let serverOfThisProcess: Promise<string> | undefined;

/** A server for tests, with a database that has all tables and nothing in them: copying it is quicker than migrating. */
export async function startTestServer(options: Pick<PostgresOptions, 'dataFolder'> = {}): Promise<PostgresServer> {
  const server = await startPostgres({ ...options, settings: quickSettings });
  await query(server.url(), `CREATE DATABASE ${MIGRATED}`);
  const url = server.url(MIGRATED);
  const pool = openPool({ url, applicationName: 'mds test', poolSize: 1 });
  await migrate(pool, { url, mayCreate: true });
  await pool.end();
  return server;
}

/**
 * The URL of a database for this test, as the program makes it, dropped after it: on the server the runner started
 * (MDS_TEST_POSTGRES), else on one that lives as long as this process.
 */
export function testDatabase(t: Lifetime): Promise<string> {
  return databaseFor(t, MIGRATED);
}

/** The same without any table. */
export function emptyDatabase(t: Lifetime): Promise<string> {
  return databaseFor(t, 'template1');
}

async function databaseFor(t: Lifetime, template: string): Promise<string> {
  serverOfThisProcess ??= Promise.resolve(
    process.env.MDS_TEST_POSTGRES ?? startTestServer().then((server) => server.url()),
  );
  const server = await serverOfThisProcess;
  const url = await createDatabase(server, template);
  lastFirst(t).after(() => dropDatabase(server, new URL(url).pathname.slice(1)));
  return url;
}

async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Its files as they are: a third of what it takes to write each of their pages to the log.
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const users = await query(server, `SELECT 1 FROM pg_stat_activity WHERE datname = '${name}'`);
  if (users.length === 0) return void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`));
  // A test that closes its pool in a hook of its own does so only when this one has returned, and a
  // connection cut off under an open pool would fail the test. So the drop, which waits 5 s for users, is not awaited.
  void query(server, `DROP DATABASE ${name}`).catch(async (error) => {
    if (error.code !== '55006') throw error;
    await query(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
}

async function query(server: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Makes the data folder if it holds no database yet, and gives the password of its superuser. */
async function prepareData(keeper: Keeper, { initdb, runAs }: PostgresProgram, folder: string, dataFolder: string) {
  const passwordFile = join(dataFolder, 'test-password');
  if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8');
  const password = randomBytes(24).toString('hex');
  const given = join(folder, 'password');
  await writeFile(given, password, { mode: 0o600 });
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  if (runAs) for (const path of [folder, given, dataFolder]) await chown(path, runAs.uid, runAs.gid);
  const log = newLog(folder);
  const args = ['-D', dataFolder, '-U', 'postgres', '--no-sync', '--no-instructions', '--encoding=UTF8'];
  args.push('--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  // Another user of the machine can reach the port, so there is a password; it is random, so one round of hashing does.
  args.push('-A', 'scram-sha-256', '--pwfile', given, '-c', 'scram_iterations=1');
  const run = await keeper.run({ program: initdb, args, runAs, log });
  const { clean, how } = await within(PATIENCE_MS, 'initdb', run.ended);
  if (!clean) throw new Error(`PostgreSQL could not make its data folder: ${how}\n${readFileSync(log, 'utf8')}`);
  await copyFile(given, passwordFile);
  if (runAs) await chown(passwordFile, runAs.uid, runAs.gid);
  return password;
}

function newLog(folder: string): string {
  return join(folder, `${randomBytes(6).toString('hex')}.log`);
}

/** The server writes its state into the eighth line of this file: `standby` while it lets nobody in yet. */
async function readyOrEnded(dataFolder: string, run: Run, deadline: number): Promise<string> {
  let ended: Ended | null = null;
  void run.ended.then((how) => {
    ended = how;
  });
  while (Date.now() < deadline) {
    if (ended !== null) return (ended as Ended).how;
    try {
      const lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
      if (Number(lines[0]) === run.pid && /^(ready|standby)$/.test(lines[7]?.trim() ?? '')) return 'ready';
    } catch {
      // Not written yet.
    }
    await sleep(10);
  }
  return `not ready after ${PATIENCE_MS} ms`;
}

/**
 * Below the range from which the system takes ports for outgoing connections: a client that keeps asking for a server
 * that is down must not be given the server's own port.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    // Rejects when the probe reports an error instead.
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    await once(probe.close(), 'close');
    return port;
  }
}
