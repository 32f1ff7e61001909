// `seed --tasks N` makes an account of that size: every type in proportion to the tasks.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, onEitherEngine, startApp } from './support/app.ts';
import { runCommand } from './support/service.ts';

onEitherEngine('a number of tasks scales the records of every type', async (engine, t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-seed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const environment = { DATABASE_URL: await databaseUrl(t, engine) };
  const app = await startApp(t, engine, environment);
  const account = await app.account();
  await runCommand(['seed', '--account', account.id, '--size', 'demo', '--tasks', '700'], environment, folder);
  const key = await app.key(account);
  const counts: Record<string, number> = {};
  for (const type of ['Tasks', 'WorkOrders', 'Assets', 'Products', 'Boards']) {
    const { headers } = await key.get(`/api/${type}?count=true&take=1&Deleted=true`);
    counts[type] = Number(headers.get('x-total-count'));
  }
  assert.deepEqual(counts, { Tasks: 700, WorkOrders: 180, Assets: 33, Products: 12, Boards: 5 });
});
