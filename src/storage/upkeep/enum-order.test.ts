// Enums are kept by their declared order: what older versions kept as text is converted, and an order that has moved is made anew.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { pageOf, plan, recordsOf } from '../../../tests/conformance/listing.ts';
import { sample } from '../../../tests/conformance/samples.ts';
import { type Engine, emptyDatabaseUrl, onBothEngines } from '../../../tests/support/app.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { type OlderType, olderTypes } from '../../../tests/support/older-schema.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { type RecordType, recordType } from '../../catalogue/index.ts';
import { FOLD_VERSION, fold } from '../../lib/fold.ts';
import type { RecordFields } from '../../records/store.ts';
import { readSettings, shardsOf } from '../../settings.ts';
import { PROJECTION_VERSION, projectionVersion } from '../schema/projection-version.ts';
import type { Shard } from '../shard.ts';
import { openShards } from '../shards.ts';
import { projectField } from '../sql/projection.ts';

/** The last migrations of the version that kept enums as folded text. */
const BEFORE = { sqlite: 7, postgres: 8 };

onBothEngines(
  'records of a version that kept enums as text are found and ordered by the declared order',
  async (engine, t) => {
    const url = await emptyDatabaseUrl(t, engine);
    for (const sql of migrationsBefore(engine)) await runScript(url, sql);
    await runScript(url, olderRows(engine, await olderTypes(url)).join(';\n'));
    const shard = await open(url);
    t.after(() => shard.close());
    assert.deepEqual(await shard.examine(), [], 'the schema, and every column against its document');
    const store = shard.records((await shard.accounts.find('acc_older'))!);
    const order = [
      { field: 'Priority', descending: true },
      { field: 'ID', descending: true },
    ];
    const tasks = await recordsOf(await pageOf(store, plan('Tasks', { order })));
    assert.deepEqual(
      tasks.map(({ Priority }) => Priority),
      ['Urgent', 'High', 'Medium', 'Low', 'None'],
    );
    const where = [{ field: 'Priority', anyOf: [{ op: 'ge', value: 'High' } as const] }];
    assert.deepEqual(
      (await recordsOf(await pageOf(store, plan('Tasks', { where })))).map(({ Priority }) => Priority),
      ['High', 'Urgent'],
    );
  },
);

onBothEngines(
  'where the declared order has moved since, every record is put in its place when the database is opened',
  async (engine, t) => {
    const url = await emptyDatabaseUrl(t, engine);
    const shard = await open(url);
    const account = await shard.accounts.create({ id: 'acc_1', name: 'A', createdOn: 0 });
    await shard.bulk(account).load('Tasks', tasksOfEveryPriority());
    await shard.close();
    // As a version would have kept them that knew no priority before Medium.
    await runSql(url, `UPDATE tasks SET priority = priority - 1 WHERE priority > 1`);
    await runSql(url, `UPDATE meta SET value = '${FOLD_VERSION} 000000000000' WHERE name = 'fold_version'`);
    const opened = await open(url);
    t.after(() => opened.close());
    assert.deepEqual(await opened.examine(), []);
  },
);

test('a value in the middle of an enum, or at its end, is another version of what is kept', () => {
  const types = (values: string[]): RecordType[] => [
    { ...recordType('Tasks'), fields: { Priority: { kind: 'enum', values } } },
  ];
  const versions = [
    ['Low', 'High'],
    ['Low', 'Medium', 'High'],
    ['Low', 'High', 'Medium'],
  ].map((values) => projectionVersion(1, types(values)));
  assert.equal(new Set(versions).size, 3);
  assert.match(PROJECTION_VERSION, /^\d+ [0-9a-f]{12}$/);
});

function migrationsBefore(engine: Engine): string[] {
  const folder = join(import.meta.dirname, '..', engine, 'migrations');
  const files = readdirSync(folder).filter((file) => Number.parseInt(file, 10) <= BEFORE[engine]);
  const trigrams = engine === 'postgres' ? ['CREATE EXTENSION IF NOT EXISTS pg_trgm'] : [];
  return [...trigrams, ...files.sort().map((file) => readFileSync(join(folder, file), 'utf8'))];
}

/** One record of every type, and a task of every priority, with the columns as they used to be. */
function olderRows(engine: Engine, types: readonly OlderType[]): string[] {
  const identity = engine === 'postgres' ? ' OVERRIDING SYSTEM VALUE' : '';
  const falsehood = engine === 'postgres' ? 'false' : '0';
  return [
    `INSERT INTO meta (name, value) VALUES ('schema_version', '${BEFORE[engine]}'), ('fold_version', '${FOLD_VERSION}')`,
    `INSERT INTO accounts (key, id, name, created_on, frozen)${identity} VALUES (1, 'acc_older', 'Older', 1, ${falsehood})`,
    ...types.flatMap((one) => {
      const records = one.type === 'Tasks' ? tasksOfEveryPriority() : [sample(one.type, 1)];
      return records.flatMap((fields) => olderRecord(engine, one, one.older(fields)));
    }),
  ];
}

function tasksOfEveryPriority(): RecordFields[] {
  return ['None', 'Low', 'Medium', 'High', 'Urgent'].map((Priority, n) => ({ ...sample('Tasks', n + 1), Priority }));
}

function olderRecord(engine: Engine, { type, table }: OlderType, fields: RecordFields): string[] {
  const { name, documents, columns } = table;
  const values = columns.map((column) => {
    const { declaration, field } = column;
    const held = fields[field] ?? null;
    if (held === null) return 'NULL';
    if (declaration.kind === 'boolean' && engine === 'postgres') return String(held);
    return literal(declaration.kind === 'enum' ? fold(held as string) : projectField(column, fields));
  });
  const text = literal(JSON.stringify(fields));
  const key = engine === 'postgres' ? ['account, id', `1, ${fields.ID}`] : ['key', `${fields.ID}`];
  return [
    `INSERT INTO ${name} (account, ${columns.map((column) => column.name).join(', ')}) VALUES (1, ${values.join(', ')})`,
    `INSERT INTO ${documents} (${key[0]}, version, text) VALUES (${key[1]}, 1, ${text})`,
    `INSERT INTO record_counters (account, type, last_id) VALUES (1, '${type}', ${fields.ID})
      ON CONFLICT (account, type) DO UPDATE SET last_id = excluded.last_id`,
  ];
}

async function runScript(url: string, sql: string): Promise<void> {
  if (!url.startsWith('sqlite:')) return void (await runSql(url, sql));
  const db = new DatabaseSync(url.slice('sqlite:'.length), { defensive: false });
  db.exec(sql);
  db.close();
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

async function open(url: string): Promise<Shard> {
  const shards = await openShards(shardsOf(readSettings({ DATABASE_URL: url })), {
    role: 'tool',
    readerThreads: 1,
    readerQueue: 10,
    keys: testKeys,
    poolSize: 2,
    mayCreate: true,
  });
  return shards.get('s1')!;
}
