// A start that is told to stop ends as a service does: with 0, and with nothing half done.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MIGRATION_LOCK } from '../../src/storage/postgres/locks.ts';
import { databaseUrl, onEitherEngine } from '../support/app.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { runSql } from '../support/run-sql.ts';
import { runCommand } from '../support/service.ts';

const mds = join(import.meta.dirname, '../../bin/mds.js');

onEitherEngine(
  'told to stop while it makes the demo, it ends with 0 and leaves no half of it, nor of one that was killed',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const making = async () => {
      const start = serving(t, { DATABASE_URL: url, MDS_BOOTSTRAP: 'demo' });
      await start.until(async () => start.output().includes('Making 2 demo accounts') && (await tasksIn(url)) > 0);
      return start;
    };
    const killed = await making();
    killed.child.kill('SIGKILL');
    await killed.ended;
    const start = await making();
    start.child.kill(engine === 'sqlite' ? 'SIGTERM' : 'SIGINT');
    assert.deepEqual(await start.ended, [0, null], start.output());
    assert.match(start.output(), /told to stop before the start was over/);
    assert.doesNotMatch(start.output(), /Listening|http:/);
    const command = (...argv: string[]) => runCommand(argv, { DATABASE_URL: url }, start.folder);
    assert.deepEqual(await command('accounts', 'list'), []);
    const [health] = await command('doctor');
    assert.deepEqual(health.findings, []);
  },
);

test('told to stop while it waits for a migration, it ends with 0 when that is over', async (t) => {
  const url = await emptyDatabase(t);
  const other = new pg.Client(url);
  await other.connect();
  t.after(() => other.end());
  await other.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [MIGRATION_LOCK]);
  const start = serving(t, { DATABASE_URL: url });
  const waits = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await start.until(async () => (await other.query(waits)).rows.length > 0);
  start.child.kill('SIGTERM');
  await other.query('SELECT pg_advisory_unlock_all()');
  assert.deepEqual(await start.ended, [0, null], start.output());
  assert.match(start.output(), /told to stop before the start was over/);
});

function serving(t: TestContext, environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'mds-stopped-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...childEnvironment(), HOST: '127.0.0.1', PORT: '0', ...environment };
  const child = spawn(process.execPath, [mds, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => written.push(String(data)));
  const output = () => written.join('');
  return {
    child,
    folder,
    output,
    ended: once(child, 'close'),
    /** Looks again and again for as long as it runs. */
    async until(isSo: () => Promise<boolean>) {
      while (!(await isSo())) {
        assert.equal(child.exitCode, null, output());
        await sleep(5);
      }
    },
  };
}

async function tasksIn(url: string): Promise<number> {
  const [row] = (await runSql(url, 'SELECT count(*) AS n FROM tasks')) as [{ n: string | number }];
  return Number(row.n);
}
