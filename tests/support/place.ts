/** A database and a folder for a service of its own, and a key to speak to it with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Engine } from './app.ts';
import { createFirm, type Firm } from './firm.ts';
import { testDatabase } from './postgres.ts';

export interface Place extends Firm {
  readonly folder: string;
  readonly environment: Record<string, string>;
}

export async function createPlace(
  t: TestContext,
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-operate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const url = engine === 'postgres' ? await testDatabase(t) : `sqlite:${join(folder, 'mds.db')}`;
  // Other tests share the machine: nobody is refused because of them.
  const environment = { DATABASE_URL: url, MDS_RATE_LIMIT: '0', MDS_MAX_DELAY_MS: '60000', ...settings };
  return { folder, environment, ...(await createFirm(environment)) };
}
