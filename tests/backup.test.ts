// Backups of a service that is being written to, and what restoring one promises.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeNewFile } from '../src/cli/new-file.ts';
import { restoreDatabase } from '../src/storage/sqlite/restore.ts';
import { tryAcquireLock } from '../src/storage/sqlite/server-lock.ts';
import { client } from './support/app.ts';
import { childEnvironment } from './support/child-environment.ts';
import { createShell, readGuide } from './support/commands.ts';
import { testDatabase } from './support/postgres.ts';
import { runCommand, startService } from './support/service.ts';
import { StormMemory, startWriteStorm } from './support/write-storm.ts';

const longEnough = { timeout: 240_000 };

test(
  'a backup in a write storm is the database of one instant: all that was acknowledged before, nothing torn',
  longEnough,
  async (t) => {
    const { folder, run, environment } = await place(t);
    const { accountID } = await run('accounts', 'create', '--name', 'Storm', '--admin-email', 'admin@example.com');
    await run('seed', '--account', accountID, '--size', 'demo');
    const key = await run('keys', 'create', '--account', accountID, '--name', 'Key', '--preset', 'Full');
    const service = await startService(environment, folder);
    t.after(() => service.end('SIGKILL'));
    const memory = new StormMemory();
    const storm = startWriteStorm(service.url, client(service.url, key), 8, memory);
    while (storm.acknowledged() < 100) await sleep(10);

    const began = memory.tasks.map(({ id, acknowledged }) => ({ id, acknowledged, sent: 0 }));
    const done = await run('backup', '--to', 'backup.db');
    const copy = statSync(join(folder, 'backup.db'));
    assert.deepEqual([done.shardID, done.bytes, copy.mode & 0o777], ['s1', copy.size, 0o600]);
    for (const [n, task] of began.entries()) task.sent = memory.tasks[n]!.sent;
    assert.ok(
      began.every(({ acknowledged, sent }) => sent > acknowledged + 5),
      'the storm went on meanwhile',
    );

    const beside = { DATABASE_URL: `sqlite:${join(folder, 'restored.db')}` };
    const restored = await runCommand(['restore', '--from', 'backup.db'], beside, folder);
    assert.equal(restored.kept, null);
    const [health] = await runCommand(['doctor'], beside, folder);
    assert.deepEqual([health.findings, health.records], [[], restored.records]);
    assert.deepEqual(tornAgainstOutbox(join(folder, 'restored.db')), []);
    await assertWithin(began, beside, folder, key);
    await storm.stop();
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null });
    assert.deepEqual(
      readdirSync(folder).filter((file) => file.includes('unfinished') || file.includes('restoring')),
      [],
    );
  },
);

test('the guide to backups can be followed from its beginning to its end', longEnough, async (t) => {
  const guide = readGuide('docs/backup.md');
  assert.equal(guide.scripts.length, 3);
  const { folder, run, environment } = await place(t);
  await run('accounts', 'create', '--name', 'Kept', '--admin-email', 'admin@example.com');
  const shell = createShell(folder);
  const [backup, restore, trial] = guide.scripts as [string, string, string];
  await shell(backup, environment);
  await run('accounts', 'create', '--name', 'Lost', '--admin-email', 'admin@example.com');
  assert.match(
    await shell(restore, environment),
    /is restored to .*: 1 records, no findings\.\nThe database that was there is/,
  );
  assert.deepEqual(
    (await run('accounts', 'list')).map(({ name }: { name: string }) => name),
    ['Kept'],
  );
  const printed = await shell(trial, environment);
  assert.match(printed, /s1 \(sqlite\): 1 records, no findings/);
  assert.match(printed, /Kept/);
});

test('a restore replaces no database that somebody has made while it was under way', longEnough, async (t) => {
  const { folder, run } = await place(t);
  await run('accounts', 'create', '--name', 'First', '--admin-email', 'admin@example.com');
  await run('backup', '--to', 'backup.db');
  const from = join(folder, 'backup.db');
  const file = join(folder, 'elsewhere.db');
  let other: DatabaseSync | undefined;
  const examined = () => {
    if (other !== undefined) return;
    other = new DatabaseSync(file);
    other.exec(`PRAGMA journal_mode = WAL; CREATE TABLE taken AS SELECT 'a change' AS what`);
  };
  const freezing = { accountIDs: [], audit: undefined };
  const restoring = { from, file, shardID: 's1', keys: [], suffix: '1', copied: () => {}, examined, freezing };
  await assert.rejects(restoreDatabase(restoring), /elsewhere\.db was made by another program meanwhile/);
  other!.exec(`INSERT INTO taken VALUES ('another')`);
  other!.close();
  const db = new DatabaseSync(file);
  t.after(() => db.close());
  assert.equal(db.prepare('SELECT count(*) AS changes FROM taken').get()!.changes, 2);
  assert.deepEqual(
    readdirSync(folder).filter((name) => /restoring|replaced/.test(name)),
    [],
  );
});

test('a restore replaces nothing that is in use, and loses nothing that was there', longEnough, async (t) => {
  const { folder, run, environment } = await place(t);
  await run('accounts', 'create', '--name', 'First', '--admin-email', 'admin@example.com');
  await run('backup', '--to', 'backup.db');
  const before = readFileSync(join(folder, 'backup.db'));
  await assert.rejects(run('backup', '--to', 'backup.db'), /exists already/);
  await assert.rejects(run('restore', '--from', 'backup.db'), /Say --yes/);

  const service = await startService(environment, folder);
  t.after(() => service.end('SIGKILL'));
  await assert.rejects(run('restore', '--from', 'backup.db', '--yes'), /Another server is running/);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  await service.end('SIGTERM');

  const file = join(folder, 'mds.db');
  const other = new DatabaseSync(file);
  other.prepare('SELECT count(*) FROM accounts').get();
  await assert.rejects(run('restore', '--from', 'backup.db', '--yes'), /Another program has .* open/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => /restoring|replaced/.test(name)),
    [],
    'a refusal leaves nothing over',
  );
  other.close();

  await run('accounts', 'create', '--name', 'Second', '--admin-email', 'admin@example.com');
  const { kept } = await run('restore', '--from', 'backup.db', '--yes');
  assert.deepEqual(await namesIn(run), ['First']);
  assert.deepEqual(await namesIn((...argv) => runCommand(argv, { DATABASE_URL: `sqlite:${kept}` }, folder)), [
    'First',
    'Second',
  ]);
  assert.deepEqual(readFileSync(join(folder, 'backup.db')), before, 'the backup stays as it is');

  // A database damaged beyond reading is what a restore is for.
  writeFileSync(file, 'no database any more');
  writeFileSync(`${file}-wal`, 'nor a log');
  const again = await run('restore', '--from', 'backup.db', '--yes');
  assert.deepEqual(await namesIn(run), ['First']);
  assert.equal(readFileSync(again.kept, 'utf8'), 'no database any more');
  assert.equal(readFileSync(`${again.kept}-wal`, 'utf8'), 'nor a log');

  // So is one that is gone. The log it left behind does not get into the copy, which nobody else may read.
  rmSync(file);
  writeFileSync(`${file}-wal`, 'left behind');
  await run('restore', '--from', 'backup.db');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(await namesIn(run), ['First']);
  const logs = readdirSync(folder).filter((name) => name.endsWith('-wal') && name.includes('replaced'));
  assert.ok(logs.some((name) => readFileSync(join(folder, name), 'utf8') === 'left behind'));
});

test(
  'a file that is no sound backup of this shard is refused by name, and the database stays',
  longEnough,
  async (t) => {
    const { folder, run } = await place(t);
    const { accountID } = await run('accounts', 'create', '--name', 'Stays', '--admin-email', 'admin@example.com');
    await run('seed', '--account', accountID, '--size', 'tiny');
    await run('backup', '--to', 'backup.db');
    const altered = (name: string, sql: string) => {
      copyFileSync(join(folder, 'backup.db'), join(folder, name));
      const db = new DatabaseSync(join(folder, name));
      db.exec(sql);
      db.close();
      return name;
    };
    writeFileSync(join(folder, 'text.db'), 'hello '.repeat(1000));
    new DatabaseSync(join(folder, 'foreign.db')).exec('CREATE TABLE things (id INTEGER)');
    const cut = readFileSync(join(folder, 'backup.db'));
    writeFileSync(join(folder, 'cut.db'), cut.subarray(0, cut.length >> 1));
    const cases: [string, RegExp][] = [
      ['gone.db', /no database at .*gone\.db/],
      ['text.db', /text\.db is not an SQLite database/],
      ['foreign.db', /foreign\.db is not a database of this service/],
      ['cut.db', /cut\.db is damaged/],
      [overwritten(folder, 'backup.db', 'overwritten.db'), /overwritten\.db is damaged\.[^\n]*\n$/],
      [altered('other.db', `UPDATE meta SET value = 's9' WHERE name = 'shard_id'`), /holds shard s9, not s1/],
      [
        altered('newer.db', `UPDATE meta SET value = '999' WHERE name = 'schema_version'`),
        /newer version of this program/,
      ],
      [
        altered('lacking.db', 'ALTER TABLE accounts DROP COLUMN log_begins'),
        /is damaged[\s\S]*accounts: column log_begins is missing/,
      ],
      [altered('torn.db', `UPDATE tasks SET name = 'else' WHERE id = 3`), /is damaged[\s\S]*record 3 .* column name/],
    ];
    for (const [name, message] of cases) {
      await assert.rejects(run('restore', '--from', name, '--yes'), message);
    }
    assert.deepEqual(await namesIn(run), ['Stays']);
    const left = readdirSync(folder).filter((file) => /restoring|replaced/.test(file));
    assert.deepEqual(left, [], 'nothing is left over');
  },
);

test(
  'what a killed restore has left is removed by the next one, and what another works on is not',
  longEnough,
  async (t) => {
    const { folder, run } = await place(t);
    await run('backup', '--to', 'backup.db');
    const copyOf = (time: string) => join(folder, `mds.db.restoring-${time}`);
    const [abandoned, worked] = [copyOf('20260101000000000'), copyOf('20260102000000000')];
    for (const copy of [abandoned, worked]) copyFileSync(join(folder, 'backup.db'), copy);
    const sides = ['-wal', '-shm', '-server', '-server-journal', '-restore', '-restore-journal'];
    for (const side of sides) writeFileSync(abandoned + side, '');
    const other = tryAcquireLock(worked, 'restore', 0);
    const left = () => readdirSync(folder).filter((name) => name.includes('restoring'));
    await run('restore', '--from', 'backup.db', '--yes');
    assert.deepEqual(
      left().sort(),
      [worked, `${worked}-restore`, `${worked}-restore-journal`].map((path) => basename(path)),
    );
    other?.release();
    await run('restore', '--from', 'backup.db', '--yes');
    assert.deepEqual(left(), []);
  },
);

test('what a killed backup has left is removed by one that comes a day later, and neither what another works on nor a stranger', async (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  const module = join(import.meta.dirname, '../src/cli/new-file.ts');
  const killed = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { writeNewFile } = await import(${JSON.stringify(module)});
      await writeNewFile(${JSON.stringify(file('monday.db'))}, (unfinished) => {
        console.log(unfinished);
        return new Promise((resolve) => setTimeout(resolve, 60_000));
      });`,
  ]);
  t.after(() => killed.kill('SIGKILL'));
  const [told] = await once(killed.stdout, 'data');
  const unfinished = String(told).trim();
  writeFileSync(`${unfinished}-journal`, '');
  writeFileSync(file('notes.0123abcd.unfinished'), 'of somebody else');
  const write = (name: string) => writeNewFile(file(name), async (path) => writeFileSync(path, name));
  const DAY_S = 24 * 3_600;
  const writtenTo = (secondsAgo: number) =>
    utimesSync(unfinished, Date.now() / 1_000 - secondsAgo, Date.now() / 1_000 - secondsAgo);
  writtenTo(DAY_S + 1);
  await write('tuesday.db');
  assert.ok(existsSync(unfinished), 'it is being written');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  writtenTo(DAY_S - 100);
  await write('wednesday.db');
  assert.ok(existsSync(unfinished), 'on a shared disk its lock may hold on one machine alone');
  writtenTo(DAY_S + 1);
  await write('thursday.db');
  assert.deepEqual(readdirSync(folder).sort(), [
    'notes.0123abcd.unfinished',
    'thursday.db',
    'tuesday.db',
    'wednesday.db',
  ]);
  assert.equal(statSync(file('thursday.db')).mode & 0o777, 0o600);
});

test(
  'a restore makes the folder of the database, as a start does, and says which one is missing above it',
  longEnough,
  async (t) => {
    const { folder, run } = await place(t);
    await run('accounts', 'create', '--name', 'Moved', '--admin-email', 'admin@example.com');
    await run('backup', '--to', 'backup.db');
    const to = (path: string) => ({ DATABASE_URL: `sqlite:${path}` });
    await runCommand(['restore', '--from', 'backup.db'], to('data/mds.db'), folder);
    assert.deepEqual(await namesIn((...argv) => runCommand(argv, to('data/mds.db'), folder)), ['Moved']);
    const deeper = runCommand(['restore', '--from', 'backup.db'], to('no/such/mds.db'), folder);
    await assert.rejects(deeper, ({ code, stderr }: Failed) => {
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^The folder \S+no\/such does not exist\. Make it \(mkdir -p\), or name another database file\.\n$/,
      );
      return true;
    });
  },
);

test('a restore to where nothing may be written says so in one line', longEnough, async (t) => {
  const { folder, run } = await place(t);
  await run('backup', '--to', 'backup.db');
  chmodSync(join(folder, 'backup.db'), 0o644);
  const target = join(folder, 'target');
  mkdirSync(target, { mode: 0o555 });
  chmodSync(folder, 0o755);
  // Root may write anywhere.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const mds = join(import.meta.dirname, '../bin/mds.js');
  const { status, stderr } = spawnSync(process.execPath, [mds, 'restore', '--from', 'backup.db'], {
    cwd: folder,
    env: { ...childEnvironment(), DATABASE_URL: `sqlite:${join(target, 'mds.db')}` },
    encoding: 'utf8',
    ...user,
  });
  assert.equal(status, 1);
  assert.match(stderr, /^\S+mds\.db\.restoring-\S+: This user may not write or read there\. .*\n$/);
});

test(
  'of a damaged database doctor tells the damage and what can still be read, and backup does not call its copy good',
  longEnough,
  async (t) => {
    const { folder, run, environment } = await place(t);
    const { accountID } = await run('accounts', 'create', '--name', 'Worn', '--admin-email', 'admin@example.com');
    await run('seed', '--account', accountID, '--size', 'demo');
    await run('backup', '--to', 'good.db');
    const worn = { ...environment, DATABASE_URL: `sqlite:${join(folder, overwritten(folder, 'good.db', 'worn.db'))}` };
    await assert.rejects(runCommand(['doctor'], worn, folder), ({ code, stderr }: Failed) => {
      assert.equal(code, 1);
      const [state, ...lines] = stderr.trim().split('\n');
      assert.match(state!, /^s1 \(sqlite\): [1-9][\d,]* records could be examined, \d+ findings$/);
      assert.match(lines[0]!, /^ {2}the file is damaged: Tree \d+ page \d+/);
      assert.ok(lines.includes('  tasks: could not be examined: database disk image is malformed'), stderr);
      assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
      return true;
    });
    await assert.rejects(runCommand(['backup', '--to', 'copy.db'], worn, folder), ({ code, stderr }: Failed) => {
      assert.equal(code, 1);
      assert.match(stderr, /worn\.db is damaged, and so is the copy copy\.db\. Keep older backups/);
      return true;
    });
    assert.ok(existsSync(join(folder, 'copy.db')), 'it is all there is');
  },
);

interface Failed extends Error {
  readonly code: number;
  readonly stderr: string;
}

/** A copy in whose middle 40 pages are not what they were. */
function overwritten(folder: string, from: string, to: string): string {
  const bytes = readFileSync(join(folder, from));
  bytes.fill(0xa5, (bytes.length >> 13) * 4096, ((bytes.length >> 13) + 40) * 4096);
  writeFileSync(join(folder, to), bytes);
  return to;
}

test('on PostgreSQL, backup and restore name the tools to use, without the password', longEnough, async (t) => {
  const folder = temporaryFolder(t);
  const url = new URL(await testDatabase(t));
  url.searchParams.set('sslpassword', 'hidden');
  const environment = { DATABASE_URL: url.href };
  const shown = `postgres://postgres@${url.host}${url.pathname}`;
  for (const [argv, tool] of [
    [
      ['backup', '--to', "it's.dump"],
      `pg_dump --format=custom --no-unlogged-table-data --file='it'\\''s.dump' '${shown}'`,
    ],
    [['restore', '--from', 'x.dump'], `--dbname='${shown}' 'x.dump'`],
  ] as const) {
    await assert.rejects(runCommand(argv, environment, folder), (error: Error) => {
      assert.ok(error.message.includes(tool), error.message);
      assert.ok(!error.message.includes(url.password) && !error.message.includes('hidden'), error.message);
      return true;
    });
  }
  assert.equal(existsSync(join(folder, "it's.dump")), false);
});

/**
 * Each change is in the outbox, under numbers without gaps: a copy that has some change and not one before it, or a record
 * and not the change that made it so, is of no one instant.
 */
function tornAgainstOutbox(file: string): unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const gaps = db.prepare('SELECT count(*) AS changes, max(seq) AS newest FROM changes').all();
  const behind = db
    .prepare(`SELECT t.id, d.version, c.version AS told FROM tasks AS t JOIN tasks_documents AS d ON d.key = t.key
      JOIN (SELECT record_id, max(version) AS version FROM changes WHERE type = 'Tasks' GROUP BY record_id) AS c
        ON c.record_id = t.id
      WHERE c.version <> d.version`)
    .all();
  db.close();
  return [...gaps.filter(({ changes, newest }) => changes !== newest), ...behind];
}

/** What was acknowledged before the backup began is there; what was sent only after it ended is not. */
async function assertWithin(
  tasks: readonly { id: number | undefined; acknowledged: number; sent: number }[],
  environment: Record<string, string>,
  folder: string,
  key: Parameters<typeof client>[1],
): Promise<void> {
  const service = await startService({ ...environment, MDS_RATE_LIMIT: '0' }, folder);
  try {
    const memory = new StormMemory();
    memory.tasks.push(...tasks);
    assert.deepEqual(await memory.verify(client(service.url, key)), []);
  } finally {
    await service.end('SIGTERM');
  }
}

async function namesIn(run: Run): Promise<string[]> {
  return (await run('accounts', 'list')).map(({ name }: { name: string }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own, which the tests assert.
type Run = (...argv: string[]) => Promise<any>;

async function place(t: TestContext): Promise<{ folder: string; environment: Record<string, string>; run: Run }> {
  const folder = temporaryFolder(t);
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'mds.db')}`, MDS_RATE_LIMIT: '0' };
  const run: Run = (...argv) => runCommand(argv, environment, folder);
  await run('migrate');
  return { folder, environment, run };
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
