/**
 * Databases with many tasks, made once and kept between runs. Each run works on a copy: of the SQLite file, or of the
 * PostgreSQL database as a template.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Credentials } from '../tests/support/app.ts';
import { seedManyTasks } from '../tests/support/many-tasks.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { preparePostgres } from '../tests/support/postgres-program.ts';
import { runCommand } from '../tests/support/service.ts';

export type BenchEngine = 'sqlite' | 'postgres';

export interface Size {
  readonly accounts: number;
  /** In each account. */
  readonly tasks: number;
}

export interface Seeded {
  readonly databaseUrl: string;
  /** The file that the database is a copy of, on SQLite. */
  readonly file?: string;
  /** One key of each account. */
  readonly keys: readonly Credentials[];
  /** In bytes. */
  size(): Promise<number>;
  close(): Promise<void>;
}

// Moves when the schema or the demo data do, so that a stale copy is not measured.
const VERSION = 4;
const CACHE = join(import.meta.dirname, '../.cache/bench');

export function openSeeded(engine: BenchEngine, size: Size, into: string): Promise<Seeded> {
  mkdirSync(CACHE, { recursive: true });
  return engine === 'sqlite' ? openSqlite(size, into) : openPostgres(size);
}

async function openSqlite(size: Size, into: string): Promise<Seeded> {
  const kept = join(CACHE, `${nameOf(size)}.db`);
  if (!existsSync(keysFile(kept))) {
    const making = `${kept}.new`;
    for (const end of ['', '-wal', '-shm']) rmSync(making + end, { force: true });
    const keys = await seed(`sqlite:${making}`, size);
    renameSync(making, kept);
    writeFileSync(keysFile(kept), JSON.stringify(keys));
  }
  const file = join(into, 'bench.db');
  copyFileSync(kept, file);
  return {
    databaseUrl: `sqlite:${file}`,
    file: kept,
    keys: JSON.parse(readFileSync(keysFile(kept), 'utf8')),
    size: async () => statSync(kept).size,
    close: async () => {},
  };
}

/** As durable as PostgreSQL is by default, with the memory an operator would give it. */
const SETTINGS = { shared_buffers: '1GB', max_connections: '100', max_wal_size: '4GB', checkpoint_timeout: '15min' };

async function openPostgres(size: Size): Promise<Seeded> {
  const { temporary } = await preparePostgres();
  const dataFolder = join(temporary, `mds-bench-postgres-v${VERSION}`);
  const server = await startPostgres({ dataFolder, settings: SETTINGS });
  const run = async (sql: string) => {
    const client = new pg.Client(server.url());
    await client.connect();
    return client.query(sql).finally(() => client.end());
  };
  const name = nameOf(size).replaceAll('-', '_');
  const keptKeys = keysFile(join(CACHE, `${name}_postgres`));
  try {
    if (!existsSync(keptKeys)) {
      await run(`DROP DATABASE IF EXISTS ${name}`);
      await run(`CREATE DATABASE ${name}`);
      const keys = await seed(server.url(name), size);
      writeFileSync(keptKeys, JSON.stringify(keys));
    }
    await run('DROP DATABASE IF EXISTS bench');
    await run(`CREATE DATABASE bench TEMPLATE ${name} STRATEGY FILE_COPY`);
    await run('CHECKPOINT');
  } catch (failure) {
    await server.stop();
    throw failure;
  }
  return {
    databaseUrl: server.url('bench'),
    keys: JSON.parse(readFileSync(keptKeys, 'utf8')),
    size: async () => Number((await run(`SELECT pg_database_size('${name}') AS bytes`)).rows[0].bytes),
    close: async () => {
      await run('DROP DATABASE IF EXISTS bench WITH (FORCE)').finally(() => server.stop());
    },
  };
}

async function seed(databaseUrl: string, { accounts, tasks }: Size): Promise<Credentials[]> {
  const run = (...words: string[]) => runCommand(words, { DATABASE_URL: databaseUrl }, CACHE);
  const began = performance.now();
  console.error(`Seeding ${accounts} x ${tasks.toLocaleString('en')} tasks once ...`);
  const keys: Credentials[] = [];
  await run('migrate');
  for (let n = 1; n <= accounts; n++) {
    const { accountID } = await run('accounts', 'create', '--name', `Bench ${n}`, '--admin-email', 'admin@example.com');
    await seedManyTasks(databaseUrl, accountID, tasks, Date.parse('2026-11-01T00:00:00Z'));
    keys.push(await run('keys', 'create', '--account', accountID, '--name', 'Bench', '--preset', 'Full'));
  }
  console.error(`... in ${Math.round((performance.now() - began) / 1000)} s`);
  return keys;
}

function nameOf({ accounts, tasks }: Size): string {
  return `bench-${accounts}x${tasks}-v${VERSION}`;
}

function keysFile(kept: string): string {
  return `${kept}.json`;
}
