/** Kills the service, and the database under it, in the middle of a write storm, again and again. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, client, type Engine } from './support/app.ts';
import { createFirm } from './support/firm.ts';
import { type PostgresServer, startPostgres } from './support/postgres.ts';
import { runCommand, startService } from './support/service.ts';
import { StormMemory, startWriteStorm } from './support/write-storm.ts';

/** Runs `rounds` crashes on one database; gives how many changes were acknowledged and checked. */
export async function crashRounds(engine: Engine, rounds: number, random: () => number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mds-crash-'));
  // Durable settings: what PostgreSQL acknowledged must survive its own kill -9.
  const postgres = engine === 'postgres' ? await startPostgres({ settings: { max_connections: '50' } }) : undefined;
  const environment = {
    DATABASE_URL: postgres ? await postgres.createDatabase() : `sqlite:${join(folder, 'crash.db')}`,
    MDS_RATE_LIMIT: '0',
  };
  try {
    return await crashes(environment, folder, postgres, rounds, random);
  } finally {
    await postgres?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function crashes(
  environment: Record<string, string>,
  folder: string,
  postgres: PostgresServer | undefined,
  rounds: number,
  random: () => number,
): Promise<number> {
  const { credentials: key } = await createFirm(environment);
  const memory = new StormMemory();
  let checked = 0;
  for (let round = 1; round <= rounds; round++) {
    const service = await startService(environment, folder);
    const user = client(service.url, key);
    assert.deepEqual(await memory.verify(user), [], `before round ${round}`);
    const storm = startWriteStorm(service.url, user, 8, memory);
    const enough = 50 + random() * 150;
    while (storm.acknowledged() < enough) await sleep(5);
    await sleep(random() * 20);
    // On PostgreSQL every other round kills the database instead, and the service with it right after.
    if (postgres && round % 2 === 0) {
      await postgres.kill();
      await sleep(random() * 50);
    }
    await service.end('SIGKILL');
    await storm.stop();
    checked += storm.acknowledged();
    if (postgres && round % 2 === 0) await postgres.restart();
  }
  const service = await startService(environment, folder);
  assert.deepEqual(await memory.verify(client(service.url, key)), [], 'after the last round');
  await verifyLog(client(service.url, key));
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
  const health = await runCommand(['doctor'], environment, folder);
  assert.deepEqual(health[0].findings, []);
  return checked;
}

/** No change without its entry, and no entry without its change: the log of each record has all its versions, and no other. */
async function verifyLog(user: Client): Promise<void> {
  const { json: tasks } = await user.get('/api/Tasks?take=100&orderby=UpdatedOn Desc&Deleted=true&fields=ID');
  assert.ok(tasks.length > 0);
  for (const { ID } of tasks) {
    const { headers, text } = await user.get(`/api/Tasks/${ID}`);
    const version = Number(/\d+/.exec(headers.get('etag')!)![0]);
    const { json: entries } = await user.get(`/api/Tasks/${ID}/History?take=1000`);
    const versions = entries.map((entry: { version: number }) => entry.version);
    assert.deepEqual(
      versions,
      Array.from({ length: version }, (_, n) => version - n),
      `of task ${ID}`,
    );
    assert.equal((await user.get(`/api/Tasks/${ID}?version=${version}`)).text, text);
  }
}
