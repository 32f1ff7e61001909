/** A database and a folder for a service of its own, and a key to speak to it with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Credentials, Engine } from './app.ts';
import { testDatabase } from './postgres.ts';
import { runCommand } from './service.ts';

export interface Place {
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly accountID: string;
  readonly credentials: Credentials;
}

export async function makePlace(t: TestContext, engine: Engine, settings: Record<string, string> = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-operate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const url = engine === 'postgres' ? await testDatabase(t) : `sqlite:${join(folder, 'mds.db')}`;
  const environment = { DATABASE_URL: url, MDS_RATE_LIMIT: '0', ...settings };
  await runCommand(['migrate'], environment, folder);
  const account = ['accounts', 'create', '--name', 'Operated', '--admin-email', 'admin@example.com'];
  const { accountID } = await runCommand(account, environment, folder);
  const key = ['keys', 'create', '--account', accountID, '--name', 'Key', '--preset', 'Full'];
  const { apiKey, vaultSecret, shardID } = await runCommand(key, environment, folder);
  return { folder, environment, accountID, credentials: { apiKey, vaultSecret, shardID } };
}
