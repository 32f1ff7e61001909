/** What is public stays as it is, byte for byte: help texts, metrics, schemas, tools. (openapi.json, schema.graphql and docs/reference are compared by `npm run check`.) */
import { test } from 'node:test';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { allCommands } from '../../src/cli/index.ts';
import { databaseUrl, startApp } from '../support/app.ts';
import { message } from '../support/assistant.ts';
import { metricsOf } from '../support/metrics.ts';
import { runSql } from '../support/run-sql.ts';
import { sharedApp } from '../support/shared-app.ts';
import { assertGolden } from './golden.ts';

test('the help of every command is the golden one', async () => {
  const commands = await allCommands();
  const texts = [[], ...commands.map(({ words }) => words.split(' '))].map((words) => {
    const read = readCommandLine([...words, '--help'], commands);
    return `$ mds ${[...words, '--help'].join(' ')}\n${'text' in read ? read.text : ''}`;
  });
  assertGolden('help.txt', `${texts.join('\n')}\n`);
});

test('the metrics are the golden ones', async (t) => {
  const { text } = await metricsOf((await startApp(t, 'sqlite')).url);
  const declared = text.split('\n').filter((line) => /^# (HELP|TYPE) mds_/.test(line));
  assertGolden('metrics.txt', `${declared.sort().join('\n')}\n`);
});

test('the tools of the assistant are the golden ones', async () => {
  const app = await sharedApp('sqlite');
  const key = await app.key(await app.account());
  const reply = await message(key, 'tools/list', {});
  const text = /^data: (.*)$/m.exec(reply.text)?.[1] ?? reply.text;
  assertGolden('mcp-tools.txt', `${JSON.stringify(JSON.parse(text).result, null, 1)}\n`);
});

test('the tables that the migrations make are the golden ones (sqlite)', async (t) => {
  const rows = await runSql(
    await databaseUrl(t, 'sqlite'),
    `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`,
  );
  // By what it says, not by how it is laid out: columns that were added stand in one line.
  const statements = rows.map((row) => ({ ...row, sql: normalizeSql((row as { sql: string }).sql) }));
  assertGolden('schema.sqlite.txt', tableText(statements));
});

test('the tables that the migrations make are the golden ones (postgres)', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const parts = [
    `SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, collation_name, is_generated, generation_expression
       FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    `SELECT conrelid::regclass::text AS on, conname, pg_get_constraintdef(oid) AS def FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
    `SELECT proname, pg_get_functiondef(oid) AS def FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND proname NOT LIKE '%trgm%' AND probin IS NULL ORDER BY 1`,
    `SELECT tgrelid::regclass::text AS on, tgname, pg_get_triggerdef(oid) AS def FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
    `SELECT c.relname, c.relpersistence, c.reloptions::text, c.relkind FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S', 'v') ORDER BY 1`,
  ];
  const texts = [];
  for (const sql of parts) texts.push(tableText(await runSql(url, sql)));
  assertGolden('schema.postgres.txt', texts.join('\n'));
});

function tableText(rows: readonly object[]): string {
  return rows.map((row) => `${Object.values(row).map(String).join(' | ')}\n`).join('');
}

function normalizeSql(sql: string): string {
  const plain = sql.replace(/--.*$/gm, ' ').replace(/\s+/g, ' ');
  return plain.replace(/ ?([(),]) ?/g, '$1');
}
