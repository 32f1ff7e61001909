// Opening a PostgreSQL shard: whoever comes first makes the tables, and what does not fit is refused in clear words.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { create, patching, sample } from '../../../tests/conformance/samples.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { emptyDatabase, testDatabase } from '../../../tests/support/postgres.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { Problem } from '../../problems.ts';
import { writeCursor } from '../../records/log/cursor.ts';
import { placeOf } from '../../records/log/feed.ts';
import { StorageError } from '../storage-error.ts';
import { findMissingRequirement, type ServerFacts } from './server-check.ts';
import { openPostgresShard } from './shard.ts';

const shardModule = new URL('./shard.ts', import.meta.url).href;

test('four processes that start at once on an empty database all come up, on one schema', async (t) => {
  const url = await emptyDatabase(t);
  const script = `import { openPostgresShard } from ${JSON.stringify(shardModule)};
    const keys = [Buffer.alloc(32, 7)];
    const shard = await openPostgresShard({ keys, shardID: 's1', url: ${JSON.stringify(url)}, role: 'server' });
    await shard.ping();
    await shard.close();`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  await Promise.all([start(), start(), start(), start()]);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  t.after(() => shard.close());
  assert.deepEqual(await shard.examine(), []);
});

test('a database that a newer program has written is refused', async (t) => {
  const url = await migrated(t);
  await runSql(url, `UPDATE meta SET value = '99' WHERE name = 'schema_version'`);
  await refused(url, /written by a newer version of this program \(schema 99; this one knows \d+\)/);
});

test('a database is refused under the name of another shard', async (t) => {
  const url = await migrated(t);
  await assert.rejects(openPostgresShard({ keys: testKeys, shardID: 's2', url, role: 'tool' }), (error: Error) => {
    assert.ok(error instanceof StorageError);
    assert.match(error.message, /holds shard s1, not s2/);
    return true;
  });
});

test('a server that does not listen is named as such', async () => {
  await refused('postgres://nobody@127.0.0.1:1/none', /PostgreSQL cannot be reached: .*ECONNREFUSED/);
});

test('tables of another program are left alone', async (t) => {
  const url = await emptyDatabase(t);
  await runSql(url, 'CREATE TABLE users (email text)');
  await refused(url, /tables of another program: relation "users" already exists/);
  assert.deepEqual(await runSql(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`), [
    { tablename: 'users' },
  ]);
});

test('a user who may not create the extension is told what to run', async (t) => {
  const url = await emptyDatabase(t);
  await refused(await asPlainUser(url), /Run CREATE EXTENSION pg_trgm in this database as a superuser/);
});

test('a user who may not create tables is told so; with that right and the extension in another schema it opens', async (t) => {
  const url = await emptyDatabase(t);
  await runSql(url, 'CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions');
  const plain = await asPlainUser(url);
  await refused(plain, /Give the user CREATE on the schema/);
  await runSql(url, `GRANT ALL ON SCHEMA public TO PUBLIC; GRANT USAGE ON SCHEMA extensions TO PUBLIC`);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url: plain, role: 'tool' });
  t.after(() => shard.close());
  assert.deepEqual(await shard.examine(), []);
});

test('a database that does not keep its texts in UTF-8 is refused', async (t) => {
  const url = await testDatabase(t);
  const latin = new URL(url);
  latin.pathname = `${latin.pathname}_latin`;
  const name = latin.pathname.slice(1);
  await runSql(url, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`);
  try {
    await refused(latin.href, /keeps its texts in LATIN1/);
  } finally {
    await runSql(url, `DROP DATABASE ${name} WITH (FORCE)`);
  }
});

test('what a server lacks is said with what to do about it', () => {
  const whole: ServerFacts = {
    version: 150_000,
    version_name: '15.0',
    encoding: 'UTF8',
    trigrams: null,
    trigrams_available: true,
    replica: false,
  };
  assert.equal(findMissingRequirement(whole), undefined);
  assert.match(
    findMissingRequirement({ ...whole, version: 149_999, version_name: '14.9' })!,
    /14\.9 is too old.*15 or newer/,
  );
  assert.match(
    findMissingRequirement({ ...whole, trigrams_available: false })!,
    /lacks the extension pg_trgm\. Install/,
  );
  assert.equal(findMissingRequirement({ ...whole, trigrams: 'public', trigrams_available: false }), undefined);
});

test('a database that is put back from a dump begins its logs anew: a place in one from before has expired', async (t) => {
  const url = await testDatabase(t);
  const name = new URL(url).pathname.slice(1);
  const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  const dump = `${name}_dump`;
  t.after(() => runSql(server, `DROP DATABASE IF EXISTS ${dump}`));
  const opened = async (made: number) => {
    const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
    const account =
      (await shard.accounts.find('acc_1')) ??
      (await shard.accounts.create({ id: 'acc_1', name: 'Firm', createdOn: 1 }));
    for (let n = 0; n < made; n++) await create(shard.records(account), 'Boards');
    const bounds = await shard.log(account).bounds();
    await shard.close();
    return bounds;
  };
  const { log } = await opened(1);
  await runSql(server, `CREATE DATABASE ${dump} TEMPLATE ${name}`);
  const before = await opened(5);
  assert.equal(before.log, log, 'a start leaves it as it is');
  await runSql(server, `DROP DATABASE ${name}`);
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${dump}`);
  const after = await opened(7);
  assert.ok(after.newest > before.newest);
  const place = await placeOf(writeCursor({ log: before.log, seq: before.newest }), {
    ...after,
    ends: async () => after.newest,
  });
  assert.ok(place instanceof Problem && place.code === 'cursor_expired');
  assert.equal((await opened(0)).log, after.log);
  // As `pg_restore --clean` does.
  await runSql(url, 'ALTER TABLE accounts RENAME TO dropped; CREATE TABLE accounts (LIKE dropped INCLUDING ALL)');
  await runSql(url, 'INSERT INTO accounts OVERRIDING SYSTEM VALUE SELECT * FROM dropped');
  assert.notEqual((await opened(0)).log, after.log);
});

test('texts folded by another version are folded anew, without a new version of their record', async (t) => {
  const url = await testDatabase(t);
  const first = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  const account = await first.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const records = Array.from({ length: 1200 }, (_, n) => sample('Tasks', n + 1, { Name: `Straße ${n}` }));
  await first.bulk(account).load('Tasks', records);
  await first.close();
  await runSql(url, `UPDATE meta SET value = '1' WHERE name = 'fold_version'; UPDATE tasks SET name = 'straße' || id`);

  const again = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  t.after(() => again.close());
  assert.deepEqual(await again.examine(), []);
  assert.deepEqual(await runSql(url, 'SELECT DISTINCT version FROM tasks_documents'), [{ version: 1 }]);
});

test('damage is found: projections, documents, counters, references, indexes', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' });
  t.after(() => shard.close());
  const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const store = shard.records(account);
  for (let n = 1; n <= 4; n++) await create(store, 'Tasks', { Name: `Task ${n}` });
  await store.change(patching('Tasks', 1, { EstimatedMinutes: 5, Required: true }));
  assert.deepEqual(await shard.examine(), []);

  await runSql(
    url,
    `SET session_replication_role = replica; -- as a restore without triggers does
    UPDATE tasks SET name = 'another' WHERE id = 1;
    UPDATE tasks SET asset_id = 77 WHERE id = 2;
    UPDATE tasks_documents SET updated_on = updated_on + 1, deleted = true WHERE id = 2;
    DELETE FROM tasks_documents WHERE id = 3;
    UPDATE tasks_documents SET text = '{' WHERE id = 4;
    UPDATE record_counters SET last_id = 3`,
  );
  const found = (await shard.examine()).map(({ message }) => message);
  assert.deepEqual(found, [
    `tasks: record 2 of account ${account.key} asset_id refers to 77, which does not exist`,
    `account ${account.key}: the newest Tasks has id 4, the counter stands at 3`,
    `tasks: record 1 of account ${account.key} has a column name that differs from the document`,
    `tasks: record 2 of account ${account.key} has a column asset_id that differs from the document`,
    `tasks: record 2 of account ${account.key} has beside its document a updated_on that differs from it`,
    `tasks: record 2 of account ${account.key} has beside its document a deleted that differs from it`,
    `tasks: record 3 of account ${account.key} has no document`,
    `tasks: record 4 of account ${account.key} has a document that is not JSON`,
  ]);

  await runSql(url, `DROP INDEX tasks_by_name; UPDATE meta SET value = '1' WHERE name = 'fold_version'`);
  const more = (await shard.examine()).map(({ message }) => message);
  assert.equal(more[0], 'tasks: index tasks_by_name is missing');
  assert.match(more[1]!, /^texts and enums are kept by version 1, this program keeps them by \d+ \w+: run migrate$/);
});

async function migrated(t: TestContext): Promise<string> {
  const url = await testDatabase(t);
  await (await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' })).close();
  return url;
}

async function refused(url: string, message: RegExp): Promise<void> {
  await assert.rejects(openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' }), (error: Error) => {
    assert.ok(error instanceof StorageError, `${error}`);
    assert.match(error.message, message);
    return true;
  });
}

/** The same database for a user with no rights but to connect, who stays behind: the server lives for the tests alone. */
async function asPlainUser(url: string): Promise<string> {
  const name = `plain_${process.pid}_${Date.now()}`;
  await runSql(url, `CREATE ROLE ${name} LOGIN PASSWORD 'plain'`);
  const plain = new URL(url);
  plain.username = name;
  plain.password = 'plain';
  return plain.href;
}
