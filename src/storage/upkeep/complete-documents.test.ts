// Records that were written by a version which did not know a field yet, on both databases.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { made, patching, sample } from '../../../tests/conformance/samples.ts';
import { createTestAccount, databaseUrl, type Engine, onBothEngines } from '../../../tests/support/app.ts';
import { TEST_KEY, testKeys } from '../../../tests/support/keys.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { migrate } from '../../cli/migrate.ts';
import type { StoredRecord } from '../../records/store.ts';
import { readSettings, shardsOf } from '../../settings.ts';
import type { Shard } from '../shard.ts';
import { closeShards, openShards } from '../shards.ts';

/** More than two batches. */
const TASKS = 450;

const stripTasks = `UPDATE tasks_documents SET text = replace(replace(text, '"Required":false,', ''), '"Notes":null,', '')`;
const stripAnswers = `UPDATE forms_documents SET text = replace(text, ',"Flagged":null', '')`;
const forgetMarks = `DELETE FROM meta WHERE name = 'document_fields'`;

onBothEngines(
  'records of an older version get the fields they lack, in their places and with their defaults',
  async (engine, t) => {
    const { sql, opened, documents } = await olderDatabase(t, engine);
    const tally = () => sql('SELECT count(*) AS changes FROM changes');
    const [before, heard] = [await documents(), await tally()];
    await sql(stripTasks);
    await sql(stripAnswers);
    // What a migration has put into the column before; the document decides.
    await sql('UPDATE tasks SET required = (1 = 1)');
    await sql(forgetMarks);
    assert.notDeepEqual(await documents(), before);

    await opened(async (shard) => {
      assert.deepEqual(await documents(), before, 'byte for byte, and of the same version');
      assert.deepEqual(await shard.examine(), []);
    });
    assert.deepEqual(await tally(), heard, 'nobody hears of it');
  },
);

onBothEngines('what the log says of a record from before stays what everybody was told then', async (engine, t) => {
  const { sql, opened } = await olderDatabase(t, engine);
  const lacks = (text: string) => text.replace('"Required":false,', '').replace('"Notes":null,', '');
  let told: string[] = [];
  await opened(async (shard) => {
    const store = shard.records((await shard.accounts.find((await shard.accounts.list())[0]!.accountID))!);
    const before = (await store.read('Tasks', 7))!.text;
    const changed = await made(store, patching('Tasks', 7, { Name: 'Then' }));
    told = [lacks(before), lacks(changed.record.text)];
  });
  await sql(stripTasks);
  await sql(forgetMarks);
  await opened(async (shard) => {
    const account = (await shard.accounts.find((await shard.accounts.list())[0]!.accountID))!;
    const [store, log] = [shard.records(account), shard.log(account)];
    await made(store, patching('Tasks', 7, { Name: 'Now' }));
    const texts = await Promise.all(
      [1, 2, 3].map(async (version) => (await log.version('Tasks', 7, version)) as StoredRecord),
    );
    assert.deepEqual(
      texts.slice(0, 2).map(({ text }) => text),
      told,
    );
    assert.equal(texts[2]!.text, (await store.read('Tasks', 7))!.text);
    assert.match(texts[2]!.text, /"Required":false,/);
  });
});

onBothEngines('a run that was interrupted is taken up where records still lack something', async (engine, t) => {
  const { sql, opened, documents } = await olderDatabase(t, engine);
  const before = await documents();
  await sql(`${stripTasks} WHERE ${engine === 'sqlite' ? 'key' : 'id'} > 230`);
  await sql(forgetMarks);
  await opened(async () => assert.deepEqual(await documents(), before));
});

onBothEngines('several processes that start at once complete every record once', async (engine, t) => {
  const { sql, opened, documents } = await olderDatabase(t, engine);
  const before = await documents();
  await sql(stripTasks);
  await sql(forgetMarks);
  await Promise.all([opened(async () => {}), opened(async () => {}), opened(async () => {})]);
  assert.deepEqual(await documents(), before);
});

onBothEngines(
  'where the fields are those of last time no record is read; migrate reads them all',
  async (engine, t) => {
    const { settings, sql, opened, documents } = await olderDatabase(t, engine);
    const before = await documents();
    await sql(`${stripTasks} WHERE text LIKE '%Task 7 %'`);
    await opened(async () => assert.notDeepEqual(await documents(), before));
    const result = (await migrate.run(
      { required: () => '', value: () => undefined, flag: () => false },
      {
        settings,
        talkative: false,
        json: true,
        rest: [],
      },
    )) as object[];
    const [{ from, to, seconds, ...migrated }] = result as [{ from: number; to: number; seconds: number }];
    assert.deepEqual(migrated, { shardID: 's1', engine, made: false, completed: 1 });
    assert.ok(from === to && seconds >= 0, 'the schema was the newest');
    assert.deepEqual(await documents(), before);
  },
);

onBothEngines('only types whose fields have changed are read', async (engine, t) => {
  const { sql, opened, documents } = await olderDatabase(t, engine);
  const before = await documents();
  await sql(stripTasks);
  await sql(stripAnswers);
  const [row] = (await sql(`SELECT value FROM meta WHERE name = 'document_fields'`)) as { value: string }[];
  const marks = { ...JSON.parse(row!.value), Tasks: 'older' };
  await sql(`UPDATE meta SET value = '${JSON.stringify(marks)}' WHERE name = 'document_fields'`);
  await opened(async () => {
    const after = await documents();
    assert.deepEqual(after.tasks, before.tasks);
    assert.notDeepEqual(after.forms, before.forms);
  });
});

onBothEngines('a document that is no JSON is left for doctor, and stops nobody', async (engine, t) => {
  const { sql, opened, documents } = await olderDatabase(t, engine);
  const before = await documents();
  await sql(stripTasks);
  await sql(`UPDATE tasks_documents SET text = 'damaged' WHERE text LIKE '%Task 9 %'`);
  await sql(forgetMarks);
  await opened(async (shard) => {
    const { tasks } = await documents();
    assert.equal(tasks.filter(({ text }, n) => text !== before.tasks[n]!.text).length, 1);
    assert.match((await shard.examine()).map(({ message }) => message).join(), /record 9 .* not JSON/);
  });
});

interface Document {
  readonly text: string;
  readonly version: number;
}

async function olderDatabase(t: TestContext, engine: Engine) {
  const url = await databaseUrl(t, engine);
  const settings = readSettings({ DATABASE_URL: url, MDS_SECRETS_KEY: TEST_KEY });
  const opened = async (work: (shard: Shard) => Promise<void>) => {
    const options = {
      role: 'tool',
      readerThreads: 1,
      readerQueue: 10,
      keys: testKeys,
      poolSize: 2,
      mayCreate: true,
    } as const;
    const shards = await openShards(shardsOf(settings), options);
    await work(shards.get('s1')!).finally(() => closeShards(shards));
  };
  await opened(async (shard) => {
    const loader = shard.bulk(await createTestAccount(shard, 'Older'));
    const numbers = Array.from({ length: TASKS }, (_, n) => n + 1);
    await loader.load(
      'Tasks',
      numbers.map((n) => sample('Tasks', n, { Name: `Task ${n} é`, CustomFields: { a: [1, null] } })),
    );
    await loader.load('FormTemplates', [sample('FormTemplates', 1, { Name: 'Check' })]);
    const answer = { FieldID: 'a', Label: '', Value: null, Note: null, Flagged: null };
    await loader.load('Forms', [sample('Forms', 1, { Name: 'Check', FormTemplateID: 1, Answers: [answer, answer] })]);
  });
  const sql = (statement: string) => runSql(url, statement);
  const order = engine === 'sqlite' ? 'key' : 'account, id';
  const read = async (table: string) =>
    (await sql(`SELECT text, version FROM ${table}_documents ORDER BY ${order}`)) as Document[];
  return { settings, sql, opened, documents: async () => ({ tasks: await read('tasks'), forms: await read('forms') }) };
}
