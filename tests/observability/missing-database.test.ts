// A command typed in the wrong folder, or with the wrong DATABASE_URL, says where it looked. It does not make a database there:
// the account somebody has just created in it would be one the service never hears of.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import type { Given } from '../../src/cli/command.ts';
import { allCommands } from '../../src/cli/index.ts';
import { readSettings } from '../../src/settings.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { runCommand } from '../support/service.ts';

/** These make databases, or need none. */
const others = ['serve', 'migrate', 'restore', 'explain', 'generate', 'completion', 'listen', 'mcp'];
const refusing = (await allCommands()).filter(({ words }) => !others.includes(words.split(' ')[0]!));

const values: Record<string, string> = {
  size: 'tiny',
  preset: 'Full',
  'admin-email': 'admin@example.com',
  to: 'never.db',
  key: '0123abcd',
};

test('without a database no command makes one, and each says in full where it looked and how one is made', async (t) => {
  const folder = emptyFolder(t);
  const settings = readSettings({ DATABASE_URL: `sqlite:${folder}/data/mds.db` });
  const given: Given = { required: (name) => values[name] ?? 'x', value: (name) => values[name], flag: () => false };
  const message = new RegExp(
    `^There is no database at ${folder}/data/mds\\.db\\. .*DATABASE_URL.* made by: \\S+ migrate$`,
  );
  assert.ok(refusing.length >= 13);
  for (const command of refusing) {
    await assert.rejects(
      command.run(given, { settings, talkative: false, json: true, rest: [] }),
      { message },
      command.words,
    );
    assert.deepEqual(readdirSync(folder), [], command.words);
  }
});

test('a database is named by its whole path, from the folder the command was typed in', async (t) => {
  const folder = emptyFolder(t);
  await assert.rejects(runCommand(['accounts', 'list'], {}, folder), (failure: { stderr: string }) => {
    assert.match(failure.stderr, new RegExp(`^There is no database at ${folder}/data/mds\\.db\\. [^\n]*\n$`));
    return true;
  });
  assert.deepEqual(readdirSync(folder), []);
});

test('an empty file is no database either', async (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'empty.db'), '');
  const DATABASE_URL = 'sqlite:empty.db';
  await assert.rejects(runCommand(['accounts', 'list'], { DATABASE_URL }, folder), /no database at .*\/empty\.db\. /);
  assert.deepEqual(readdirSync(folder), ['empty.db']);
});

test('a database of PostgreSQL without our tables stays as it is, and the password is not told', async (t) => {
  const folder = emptyFolder(t);
  const url = new URL(await emptyDatabase(t));
  const create = ['accounts', 'create', '--name', 'Nobody', '--admin-email', 'admin@example.com'];
  for (const words of [create, ['doctor']]) {
    await assert.rejects(runCommand(words, { DATABASE_URL: url.href }, folder), (failure: { stderr: string }) => {
      assert.match(
        failure.stderr,
        new RegExp(`no tables of this service at postgres\\S+${url.pathname}\\S*\\. .*migrate\\n$`),
      );
      assert.ok(url.password === '' || !failure.stderr.includes(url.password));
      return true;
    });
  }
  const client = new pg.Client(url.href);
  await client.connect();
  t.after(() => client.end());
  const { rows } = await client.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
  assert.deepEqual(rows, []);
});

test('one shard of several that is not there is named', async (t) => {
  const folder = emptyFolder(t);
  const MDS_SHARDS = 's1=sqlite:s1.db,s2=sqlite:s2.db';
  await runCommand(['migrate'], { DATABASE_URL: 'sqlite:s1.db' }, folder);
  await assert.rejects(runCommand(['accounts', 'list'], { MDS_SHARDS }, folder), /no database at .*\/s2\.db\. /);
  await runCommand(['migrate'], { MDS_SHARDS }, folder);
  assert.deepEqual(await runCommand(['accounts', 'list'], { MDS_SHARDS }, folder), []);
});

test('one shard of several that cannot be opened is named, and keeps nobody from the others', async (t) => {
  const folder = emptyFolder(t);
  await runCommand(['migrate'], { MDS_SHARDS: 's2=sqlite:s2.db' }, folder);
  writeFileSync(join(folder, 's1.db'), 'This was a database once.');
  const away = 's3=postgres://nobody:secret@127.0.0.1:1/none';
  const shards = { MDS_SHARDS: `s1=sqlite:s1.db,s2=sqlite:s2.db,${away}` };
  const account = ['--name', 'Harbour', '--admin-email', 'admin@example.com'];
  const made = await runCommand(['accounts', 'create', ...account, '--shard', 's2'], shards, folder);
  const words = ['accounts', 'freeze', '--account', made.accountID];
  assert.deepEqual(await runCommand([...words, '--shard', 's2'], shards, folder), {
    accountID: made.accountID,
    frozen: true,
  });
  const mistyped = runCommand([...words, '--shard', 's4'], shards, folder);
  await assert.rejects(mistyped, saying(/^There is no shard s4; there are s1, s2, s3\.$/m));
  await assert.rejects(runCommand(words, shards, folder), saying(/^Shard s1: \S+s1\.db is not an SQLite database/));
  await assert.rejects(
    runCommand(['doctor'], shards, folder),
    saying(
      /^s1 \(sqlite\): .* 1 finding\n.*not an SQLite database.*\ns2 \(sqlite\): 1 records?, no findings\ns3 \(postgres\): .* 1 finding\n {2}PostgreSQL cannot be reached/,
    ),
  );
  // A program that looks after it gets to know as much as a person.
  const told = await runCommand(['doctor'], shards, folder).catch(({ stdout }) => JSON.parse(stdout));
  assert.deepEqual(
    told.map(({ shardID, findings }: { shardID: string; findings: object[] }) => [shardID, findings.length]),
    [
      ['s1', 1],
      ['s2', 0],
      ['s3', 1],
    ],
  );
});

function saying(message: RegExp) {
  return (failure: { stderr: string }) => {
    assert.match(failure.stderr, message);
    return true;
  };
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'mds-nowhere-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
