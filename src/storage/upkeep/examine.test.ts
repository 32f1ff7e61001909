// The examination of a database names every index that is lost or not as it was made, and documents that lack a field.

import assert from 'node:assert/strict';
import { databaseUrl, type Engine, onBothEngines, startApp } from '../../../tests/support/app.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { migratedIndexes as postgresIndexes } from '../postgres/migrate.ts';
import { migratedIndexes as sqliteIndexes } from '../sqlite/migrate.ts';

onBothEngines('a document without one of its fields is found', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  const key = await app.key(await app.account());
  await key.post('/api/Tasks', { Name: 'Whole' });
  assert.deepEqual(await app.shard.examine(), []);
  // One that has a column, which is null in both, and a list, which has none.
  for (const [type, path, field] of [
    ['tasks', '/api/Tasks', 'DueOn'],
    ['boards', '/api/Boards', 'Columns'],
  ] as const) {
    await key.post(path, { Name: 'Lacking' });
    const [row] = (await runSql(url, `SELECT text FROM ${type}_documents ORDER BY text LIMIT 1`)) as { text: string }[];
    const { [field]: lost, ...rest } = JSON.parse(row!.text);
    assert.notEqual(lost, undefined, `${type} has ${field}`);
    await runSql(url, `UPDATE ${type}_documents SET text = '${JSON.stringify(rest)}' WHERE text = '${row!.text}'`);
    const messages = (await app.shard.examine()).map(({ message }) => message);
    assert.ok(
      messages.some((message) => message.endsWith(`has a document without ${field}`)),
      messages.join('\n'),
    );
  }
});

onBothEngines('a proposal that nobody can have approved, or beyond the counter, is found', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  const key = await app.key(await app.account());
  await key.post('/api/Proposals', { type: 'Tasks', create: { Name: 'x' }, reason: 'r' });
  assert.deepEqual(await app.shard.examine(), []);
  await runSql(url, `UPDATE proposals SET state = 'approved', id = 7`);
  const messages = (await app.shard.examine()).map(({ message }) => message);
  assert.equal(messages.length, 2, messages.join('\n'));
  assert.match(messages[0]!, /proposal 7 of account \d+ is numbered beyond the counter/);
  assert.match(messages[1]!, /proposal 7 of account \d+ is approved, but not by anybody/);
});

onBothEngines(
  'a log that does not end with the record is found, unless it is from before all changes were kept',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const key = await app.key(await app.account());
    const { ID } = (await key.post('/api/Jobs', { Name: 'Made' })).json;
    assert.equal((await key.patch(`/api/Jobs/${ID}`, [{ op: 'replace', path: '/Name', value: 'B' }])).status, 200);
    assert.deepEqual(await app.shard.examine(), []);
    const messages = async () => (await app.shard.examine()).map(({ message }) => message);
    await runSql(url, `DELETE FROM changes WHERE type = 'Jobs' AND version = 2`);
    assert.match((await messages()).join(), /Jobs \d+ of account \d+ has version 2, but the log ends with 1/);
    // As the first version left it: that a job was made it told subscribers, that its name was changed it did not.
    await runSql(url, `UPDATE changes SET by_id = NULL, by_name = NULL WHERE type = 'Jobs'`);
    assert.deepEqual(await messages(), []);
    await runSql(url, `UPDATE changes SET version = 3 WHERE type = 'Jobs'`);
    assert.match((await messages()).join(), /but the log ends with 3/);
  },
);

onBothEngines('every index that is lost is found by its name', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  assert.deepEqual(await app.shard.examine(), []);
  const indexes = [...(engine === 'sqlite' ? sqliteIndexes() : postgresIndexes()).values()];
  const names = indexes.map(({ name }) => name);
  for (const known of ['deliveries_waiting', 'deliveries_sent', 'users_unique_email', 'tasks_by_name']) {
    assert.ok(names.includes(known), known);
  }
  if (engine === 'postgres') {
    for (const known of ['tasks_trigrams_search', 'tasks_documents_by_updated_on'])
      assert.ok(names.includes(known), known);
  }
  for (const name of names) await runSql(url, `DROP INDEX ${name}`);
  const messages = (await app.shard.examine()).map(({ message }) => message);
  const wanted = indexes.map(
    ({ name, table, unique }) => `${table}: ${unique ? 'unique ' : ''}index ${name} is missing`,
  );
  assert.deepEqual(messages.toSorted(), wanted.toSorted());
});

onBothEngines(
  'an index that somebody made is named, however it was written, and records are examined',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const key = await app.key(await app.account());
    await key.post('/api/Tasks', { Name: 'Whole' });
    await runSql(url, 'create index "My own" on tasks(name)');
    // As it was made, but for case.
    await runSql(url, 'DROP INDEX users_unique_email');
    const alive = engine === 'sqlite' ? 'deleted = false' : 'not deleted';
    await runSql(url, `create unique index users_unique_email on users(account, Email) where ${alive}`);
    let records = 0;
    const findings = await app.shard.examine((count) => {
      records = count;
    });
    assert.equal(records, 2, 'the task, and the user who is the admin');
    assert.equal(findings.length, 1, JSON.stringify(findings));
    assert.match(findings[0]!.message, /^tasks: index "?My own"? is not known to this program$/);
  },
);

onBothEngines('a table or a column that is gone is named, and what does not need it is examined', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  const key = await app.key(await app.account());
  await key.post('/api/Tasks', { Name: 'Whole' });
  await runSql(url, 'DROP TABLE deliveries');
  await runSql(url, 'ALTER TABLE accounts DROP COLUMN log_begins');
  await runSql(url, 'UPDATE tasks SET position = 7');
  const messages = (await app.shard.examine()).map(({ message }) => message);
  assert.deepEqual(messages.slice(0, 2).sort(), [
    'accounts: column log_begins is missing',
    'table deliveries is missing',
  ]);
  assert.match(messages[2]!, /^deliveries: could not be examined: .*deliveries/);
  assert.match(messages[3]!, /^tasks: record 1 of account \d+ has a column position that differs from the document$/);
  assert.equal(messages.length, 4, messages.join('\n'));
});

onBothEngines('an index that is not as it was made is found', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  for (const [name, statement] of changed(engine)) {
    await runSql(url, `DROP INDEX ${name}`);
    await runSql(url, statement);
  }
  const messages = (await app.shard.examine()).map(({ message }) => message);
  for (const [name] of changed(engine)) {
    assert.ok(
      messages.some((message) => message.includes(`index ${name} is "`)),
      `${name} in\n${messages.join('\n')}`,
    );
  }
});

function changed(engine: Engine): [name: string, statement: string][] {
  const both: [string, string][] = [
    // Deleted records would count, and a null be taken.
    ['users_unique_email', 'CREATE UNIQUE INDEX users_unique_email ON users (account, email)'],
    ['tasks_unique_external_id', 'CREATE INDEX tasks_unique_external_id ON tasks (account, external_id_exact)'],
    ['deliveries_waiting', 'CREATE INDEX deliveries_waiting ON deliveries (subscription, record_id, id)'],
    ['deliveries_sent', `CREATE INDEX deliveries_sent ON deliveries (subscription, id) WHERE state = 'failed'`],
  ];
  const trigrams: [string, string] = ['tasks_trigrams_search', 'CREATE INDEX tasks_trigrams_search ON tasks (name)'];
  return engine === 'sqlite' ? both : [...both, trigrams];
}
