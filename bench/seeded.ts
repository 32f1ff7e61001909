/** A database with many tasks in one account, made once and kept between runs; each run works on a copy of it. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../tests/support/service.ts';

export interface Seeded {
  readonly file: string;
  readonly credentials: { readonly apiKey: string; readonly vaultSecret: string; readonly shardID: string };
}

// Moves when the schema or the demo data do, so that a stale copy is not measured.
const VERSION = 1;

export async function seededDatabase(folder: string, tasks: number, into: string): Promise<Seeded> {
  mkdirSync(folder, { recursive: true });
  const kept = join(folder, `tasks-${tasks}-v${VERSION}.db`);
  const keptKey = `${kept}.json`;
  if (!existsSync(keptKey)) await make(folder, kept, keptKey, tasks);
  const file = join(into, 'bench.db');
  copyFileSync(kept, file);
  const { apiKey, vaultSecret, shardID } = JSON.parse(readFileSync(keptKey, 'utf8'));
  return { file, credentials: { apiKey, vaultSecret, shardID } };
}

async function make(folder: string, kept: string, keptKey: string, tasks: number): Promise<void> {
  const file = `${kept}.new`;
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  const environment = { DATABASE_URL: `sqlite:${file}` };
  const run = (...words: string[]) => runCommand(words, environment, folder);
  const { accountID } = await run('accounts', 'create', '--name', 'Bench', '--admin-email', 'admin@example.com');
  const began = performance.now();
  console.error(`Seeding ${tasks.toLocaleString('en')} tasks once ...`);
  await run(
    'seed',
    '--account',
    accountID,
    '--size',
    'demo',
    '--tasks',
    String(tasks),
    '--now',
    '2026-11-01T00:00:00Z',
  );
  console.error(`... in ${Math.round((performance.now() - began) / 1000)} s`);
  const key = await run('keys', 'create', '--account', accountID, '--name', 'Bench', '--preset', 'Full');
  renameSync(file, kept);
  writeFileSync(keptKey, JSON.stringify(key));
}
