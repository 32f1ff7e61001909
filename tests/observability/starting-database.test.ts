// A service that meets its database while that starts, or is a replica: it waits for it, and says in a line what it waits for.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openServing } from '../../src/storage/opening.ts';
import { closeShards } from '../../src/storage/shards.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { createFirm } from '../support/firm.ts';
import { testKeys } from '../support/keys.ts';
import { type PostgresServer, quickSettings, startPostgres } from '../support/postgres.ts';
import { runCommand, startService } from '../support/service.ts';

const options = {
  role: 'server',
  readerThreads: 1,
  readerQueue: 10,
  poolSize: 2,
  mayCreate: true,
  keys: testKeys,
} as const;

test('serve and migrate wait for a database that is starting up; other commands say so at once', async (t) => {
  const { postgres, url, folder } = await place(t);
  await postgres.become('starting up');
  const output = join(folder, 'output');
  const starting = startService({ DATABASE_URL: url }, folder, output);
  const migrating = runCommand(['migrate'], { DATABASE_URL: url }, folder);
  await assert.rejects(
    runCommand(['accounts', 'list'], { DATABASE_URL: url }, folder),
    saying(/^PostgreSQL cannot be reached: the database system [^\n]*\n$/),
  );
  const said = () => (existsSync(output) ? readFileSync(output, 'utf8') : '');
  await until(() => said().includes('the database of shard s1 is away'));
  assert.match(
    said(),
    /"reason":"PostgreSQL cannot be reached: the database system is (starting up|not (yet )?accepting connections)"/,
  );
  await postgres.become('primary');
  const service = await starting;
  assert.match(said(), /the database of shard s1 is back after \d+\.\d s/);
  assert.equal((await migrating)[0].shardID, 's1');
  assert.deepEqual(await service.end(), { code: 0, signal: null });
});

test('a replica is said to be one, with what to do, by a command and by a start; as a primary it is opened', async (t) => {
  const { postgres, url, folder } = await place(t);
  await createFirm({ DATABASE_URL: url });
  await postgres.become('replica');
  const line =
    'The PostgreSQL server is a replica \\(standby\\), which takes no changes\\. Name the primary [^\n]*promote this server\\.';
  await assert.rejects(
    runCommand(['accounts', 'list'], { DATABASE_URL: url }, folder),
    saying(new RegExp(`^${line}\n$`)),
  );
  const databases = new Map([['s1', { engine: 'postgres', url }]] as const);
  await assert.rejects(openServing(databases, { ...options, waitMs: 300 }), new RegExp(line));
  const opening = openServing(databases, options);
  await postgres.become('primary');
  await closeShards(await opening);
});

test('a start that waits in vain ends in a line; one that is told to stop ends at once', async () => {
  const databases = new Map([['s1', { engine: 'postgres', url: 'postgres://nobody@127.0.0.1:1/none' }]] as const);
  const began = performance.now();
  await assert.rejects(openServing(databases, { ...options, waitMs: 1_500 }), (failure: Error) => {
    assert.ok(failure instanceof StorageError);
    assert.match(
      failure.message,
      /^PostgreSQL cannot be reached: [^\n]*ECONNREFUSED[^\n]*\nThe start has waited 1\.5 s/,
    );
    return true;
  });
  assert.ok(performance.now() - began >= 1_500);
  const stopped = AbortSignal.timeout(200);
  const asked = performance.now();
  await assert.rejects(openServing(databases, { ...options, stopped }), (failure) => failure === stopped.reason);
  assert.ok(performance.now() - asked < 5_000);
});

async function place(t: TestContext): Promise<{ postgres: PostgresServer; url: string; folder: string }> {
  const postgres = await startPostgres({ settings: quickSettings });
  t.after(() => postgres.stop('immediate'));
  const folder = mkdtempSync(join(tmpdir(), 'mds-starting-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { postgres, url: await postgres.createDatabase(), folder };
}

function saying(message: RegExp) {
  return (failure: { stderr: string }) => {
    assert.match(failure.stderr, message);
    return true;
  };
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!holds()) {
    assert.ok(performance.now() < end, `${holds} did not come true in time`);
    await sleep(50);
  }
}
