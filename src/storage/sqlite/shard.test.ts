// Opening a file: one server, tools beside it, and clear words for what cannot be opened.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { creation, made, sample } from '../../../tests/conformance/samples.ts';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import type { AccountScope } from '../../accounts/account.ts';
import { noLog } from '../../lib/log.ts';
import { PROJECTION_VERSION } from '../schema/projection-version.ts';
import type { Shard } from '../shard.ts';
import { StorageError } from '../storage-error.ts';
import { readDatabaseIdentity } from './backup.ts';
import { waitForServerLock } from './server-lock.ts';
import { openSqliteShard } from './shard.ts';

test('a second server on the same file waits for the first to end, and is refused where that does not; a tool is not', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const server = await startServerProcess(t, file);
  symlinkSync(file, `${file}.link`);
  const lines: string[] = [];
  const log = { ...noLog, warn: (_fields: object, message: string) => void lines.push(message) };
  for (const path of [file, `${file}.link`]) {
    const waiting = waitForServerLock(path, { log, waitMs: 300 });
    await assert.rejects(waiting, storageError(/Another server is running on .*shard\.db/));
    assert.match(lines.pop()!, /another server .*waits for it to end/);
  }
  const tool = await open(t, file, 'tool');
  await tool.accounts.create({ id: 'acc_1', name: 'Made beside the server', createdOn: 1 });
  const waiting = open(t, file, 'server');
  await pause(700);
  server.kill('SIGKILL');
  await once(server, 'exit');
  const next = await waiting;
  assert.equal((await next.accounts.find('acc_1'))?.name, 'Made beside the server');
  // A process would wait for itself.
  const began = performance.now();
  await assert.rejects(open(t, `${file}.link`, 'server'), storageError(/Another server is running/));
  assert.ok(performance.now() - began < 5_000);
});

test('a server that was closed lets the next one in', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  await (await openSqliteShard({ shardID: 's1', file, role: 'server' })).close();
  await open(t, file, 'server');
});

test('a new database and its log are for nobody else to read', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const before = process.umask(0o022);
  t.after(() => process.umask(before));
  const shard = await open(t, file, 'server');
  await shard.accounts.create({ id: 'acc_1', name: 'Private', createdOn: 1 });
  for (const end of ['', '-wal', '-shm']) assert.equal(statSync(file + end).mode & 0o777, 0o600, end);
});

test('a database remembers its shard and refuses another name', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  await (await openSqliteShard({ shardID: 's1', file, role: 'tool' })).close();
  await assert.rejects(openSqliteShard({ shardID: 's2', file, role: 'tool' }), storageError(/holds shard s1, not s2/));
});

test('a database newer than the program is refused and left as it is', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  await (await openSqliteShard({ shardID: 's1', file, role: 'tool' })).close();
  meta(file, `UPDATE meta SET value = '9000' WHERE name = 'schema_version'`);
  const before = readFileSync(file);
  await assert.rejects(open(t, file, 'server'), storageError(/newer version of this program \(schema 9000/));
  assert.ok(readFileSync(file).equals(before));
});

test('a file that is no database, or that of another program, is refused and left as it is', async (t) => {
  const folder = temporaryFolder(t);
  const text = join(folder, 'text.db');
  writeFileSync(text, 'This is a letter, not a database. '.repeat(100));
  await assert.rejects(open(t, text, 'server'), storageError(/is not an SQLite database/));
  assert.match(readFileSync(text, 'utf8'), /^This is a letter/);

  for (const tables of ['songs (title TEXT)', 'meta (version INTEGER); CREATE TABLE accounts (iban TEXT)']) {
    const other = join(folder, `${tables.slice(0, 4)}.db`);
    meta(other, `CREATE TABLE ${tables}`);
    const before = readFileSync(other);
    await assert.rejects(open(t, other, 'server'), storageError(/database of another program/));
    assert.throws(() => readDatabaseIdentity(other), storageError(/is not a database of this service/));
    assert.ok(readFileSync(other).equals(before));
  }
});

test('a missing folder, and a folder in place of the file, are named', async (t) => {
  const folder = temporaryFolder(t);
  await assert.rejects(
    open(t, join(folder, 'none', 'shard.db'), 'server'),
    storageError(/none does not exist. Make it/),
  );
  await assert.rejects(open(t, folder, 'server'), storageError(/is a folder/));
});

test('a folder that the user may not write to is named', async (t) => {
  const folder = join(temporaryFolder(t), 'locked');
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  chmodSync(join(folder, '..'), 0o755);
  assert.match(await openAsNobody(folder), /locked is read-only for this user/);
});

test('an existing database in a folder that the user may not write to is named too', async (t) => {
  const folder = join(temporaryFolder(t), 'locked');
  mkdirSync(folder);
  await (await openSqliteShard({ shardID: 's1', file: join(folder, 'shard.db'), role: 'tool' })).close();
  chmodSync(join(folder, '..'), 0o755);
  chmodSync(join(folder, 'shard.db'), 0o444);
  chmodSync(folder, 0o555);
  assert.match(await openAsNobody(folder), /read-only for this user/);
});

test('tools that start at once on an empty file all get it', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const processes = [1, 2, 3].map((n) =>
    runToEnd(
      `await (await openSqliteShard({ shardID: 's1', file: ${JSON.stringify(file)}, role: 'tool' })).close(); console.log('opened ${n}')`,
    ),
  );
  assert.deepEqual(await Promise.all(processes), ['opened 1', 'opened 2', 'opened 3']);
});

test('a server hears of what a tool wrote within two seconds, and not of what it wrote itself', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const server = await open(t, file, 'server');
  let told = 0;
  server.accounts.onChanged(() => told++);
  const account = await server.accounts.create({ id: 'acc_1', name: 'Own', createdOn: 1 });
  await made(server.records(account), creation('Tasks'));
  await pause(1_200);
  assert.equal(told, 0);
  const tool = await open(t, file, 'tool');
  await pause(1_100);
  const before = told;
  await tool.accounts.setFrozen((await tool.accounts.find('acc_1'))!, true);
  await pause(1_500);
  assert.equal(told, before + 1);
});

test('a tool that loads and removes thousands of records never holds the file for 50 ms', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const tool = await open(t, file, 'tool');
  const account = await tool.accounts.create({ id: 'acc_1', name: 'Loaded', createdOn: 1 });
  const records = Array.from({ length: 5_000 }, (_, n) =>
    sample('Tasks', n + 1, { Name: `Task ${n}`, Notes: 'x'.repeat(300) }),
  );
  const stops = await stopsDuring(async () => {
    await tool.bulk(account).load('Tasks', records);
    await tool.accounts.remove(account);
  });
  // A machine that is busy with something else stretches some of them, but not one in ten.
  const long = stops[Math.ceil(stops.length / 10)]!;
  assert.ok(long < 50, `${long.toFixed(1)} ms`);
});

test('the event loop goes on while another program writes, and what waited is then committed', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const server = await open(t, file, 'server');
  const account = await server.accounts.create({ id: 'acc_1', name: 'Own', createdOn: 1 });
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  const stoodStill = async (board: number) => {
    other.exec('BEGIN IMMEDIATE');
    const stops = await stopsDuring(async () => {
      const waiting = [
        made(server.records(account), creation('Tasks')),
        server.accounts.setFrozen(account, false),
        server.bulk(account).load('Boards', [sample('Boards', board)]),
      ];
      await pause(700);
      other.exec('COMMIT');
      await Promise.all(waiting);
    });
    return stops.filter((ms) => ms > 50).reduce((sum, ms) => sum + ms, 0);
  };
  // Standing still for the other would be nearly all of the time, each time; a machine that is busy with something else stretches some turns.
  let stood = Infinity;
  for (let round = 1; round <= 4 && stood >= 350; round++) stood = await stoodStill(round);
  assert.ok(stood < 350, `the loop stood still for ${stood} of 700 ms`);
  assert.equal((await server.records(account).read('Tasks', 1))?.version, 1);
});

test('texts are folded anew when the folding has moved, without a new version', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const { shard, account } = await filled(file);
  await shard.close();
  meta(file, `UPDATE meta SET value = '1' WHERE name = 'fold_version'; UPDATE tasks SET name = 'folded otherwise'`);
  const again = await open(t, file, 'server');
  assert.deepEqual(await again.examine(), []);
  assert.equal((await again.records(account).read('Tasks', 1))!.version, 1);
  const db = new DatabaseSync(file, { readOnly: true });
  t.after(() => db.close());
  assert.equal(db.prepare('SELECT name FROM tasks').get()!.name, 'strasse');
  assert.equal(db.prepare(`SELECT value FROM meta WHERE name = 'fold_version'`).get()!.value, PROJECTION_VERSION);
});

test('unique values that fold alike only now are named, and nothing is lost', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const { shard, account } = await filled(file);
  for (const Email of ['Straße@example.com', 'other@example.com']) {
    await made(shard.records(account), creation('Users', { Email }));
  }
  await shard.close();
  meta(
    file,
    `UPDATE meta SET value = '1' WHERE name = 'fold_version';
    UPDATE users SET email = 'straße@example.com' WHERE id = 1;
    UPDATE users SET email = 'strasse@example.com' WHERE id = 2`,
  );
  await assert.rejects(
    open(t, file, 'server'),
    storageError(/Users 1 .*Straße@example.com.* and 2 .* have the same Email/),
  );
  meta(file, `UPDATE users SET email = 'no longer in the way' WHERE id = 2`);
  assert.deepEqual(await (await open(t, file, 'server')).examine(), []);
});

const damages: Record<string, RegExp> = {
  "UPDATE tasks SET name = 'other'": /tasks: record 1 of account 1 has a column name that differs/,
  'UPDATE tasks SET position = 7': /tasks: record 1 of account 1 has a column position that differs/,
  'DELETE FROM tasks_documents': /tasks: record 1 of account 1 has no document/,
  "UPDATE tasks_documents SET text = '{'": /tasks: record 1 of account 1 has a document that is not JSON/,
  'UPDATE record_counters SET last_id = 0': /the newest Tasks has id 1, the counter stands at 0/,
  'PRAGMA foreign_keys = OFF; UPDATE tasks SET asset_id = 5': /tasks: the row with key 1 refers to a row of assets/,
  'DROP INDEX tasks_by_name': /tasks: index tasks_by_name is missing/,
};

for (const [damage, message] of Object.entries(damages)) {
  test(`the examination finds: ${damage}`, async (t) => {
    const file = join(temporaryFolder(t), 'shard.db');
    const { shard } = await filled(file);
    t.after(() => shard.close());
    assert.deepEqual(await shard.examine(), []);
    meta(file, damage);
    const findings = await shard.examine();
    assert.ok(
      findings.some((finding) => message.test(finding.message)),
      JSON.stringify(findings),
    );
  });
}

async function open(t: TestContext, file: string, role: 'server' | 'tool'): Promise<Shard> {
  const shard = await openSqliteShard({ shardID: 's1', file, role });
  t.after(() => shard.close());
  return shard;
}

async function filled(file: string): Promise<{ shard: Shard; account: AccountScope }> {
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'server' });
  const account = await shard.accounts.create({ id: 'acc_1', name: 'One', createdOn: 1 });
  await made(shard.records(account), creation('Tasks', { Name: 'Straße' }));
  return { shard, account };
}

function storageError(message: RegExp) {
  return (failure: unknown) => failure instanceof StorageError && message.test(failure.message);
}

function meta(file: string, sql: string): void {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  db.exec(sql);
  db.close();
}

/** The transactions of a tool are synchronous: none is longer than the stop of the event loop it causes. */
async function stopsDuring(work: () => Promise<void>): Promise<number[]> {
  const stops: number[] = [];
  let over = false;
  let last = performance.now();
  const watch = () => {
    stops.push(performance.now() - last);
    last = performance.now();
    if (!over) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  over = true;
  return stops.sort((a, b) => b - a);
}

const program = (body: string) => [
  '--input-type=module',
  '--eval',
  `import { openSqliteShard } from ${JSON.stringify(new URL('./shard.ts', import.meta.url).href)};\n${body}`,
];

async function startServerProcess(t: TestContext, file: string) {
  const body = `await openSqliteShard({ shardID: 's1', file: ${JSON.stringify(file)}, role: 'server' }); console.log('ready'); setInterval(() => {}, 1000)`;
  const server = spawn(process.execPath, program(body), { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  await once(server.stdout, 'data');
  return server;
}

async function runToEnd(body: string, user: { uid?: number; gid?: number } = {}): Promise<string> {
  const child = spawn(process.execPath, program(body), { stdio: ['ignore', 'pipe', 'inherit'], ...user });
  const output = (await Array.fromAsync(child.stdout)).join('');
  return output.trim();
}

/** Nobody is bound by a folder's rights as root is not. */
function openAsNobody(folder: string): Promise<string> {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if ('uid' in user) chownSync(folder, 65_534, 65_534);
  assert.equal(statSync(folder).mode & 0o777, 0o555);
  const file = JSON.stringify(join(folder, 'shard.db'));
  return runToEnd(
    `await openSqliteShard({ shardID: 's1', file: ${file}, role: 'server' }).catch((failure) => console.log(failure.name, failure.message))`,
    user,
  );
}
