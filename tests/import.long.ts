// What import and export promise about files that are large, broken, or of which only a part arrives.

import assert from 'node:assert/strict';
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { writeFileWithTasks } from './support/account-file.ts';
import { databaseUrl, type Engine, engines } from './support/app.ts';
import { peakMemory, startCommand } from './support/commands.ts';
import { runCommand } from './support/service.ts';

const longEnough = { timeout: 400_000 };
const ID = 'acc_many';

for (const engine of engines) {
  test(`100,000 records pass through a file in constant memory, to the byte (${engine})`, longEnough, async (t) => {
    const folder = temporaryFolder(t);
    const peaks: Record<string, number[]> = { import: [], export: [] };
    for (const tasks of [100, 100_000]) {
      const environment = { DATABASE_URL: await databaseUrl(t, engine) };
      const [given, taken] = [`given-${tasks}.jsonl`, `taken-${tasks}.jsonl`];
      await writeFileWithTasks(join(folder, given), ID, tasks);
      await runCommand(['migrate'], environment, folder);
      peaks.import!.push(await peakMemory(['import', '--from', given], environment, folder));
      peaks.export!.push(await peakMemory(['export', '--account', ID, '--to', taken], environment, folder));
      await assertSameRows(join(folder, given), join(folder, taken));
    }
    for (const [command, [small, large]] of Object.entries(peaks) as [string, [number, number]][]) {
      t.diagnostic(`${command}: ${Math.round(small)} MB with 100 records, ${Math.round(large)} MB with 100,000`);
      assert.ok(small > 50 && large - small < 100, `${command}: ${small} MB, then ${large} MB`);
    }
  });

  test(
    `an import killed in the middle leaves nothing to be seen, and the next one succeeds (${engine})`,
    longEnough,
    async (t) => {
      const folder = temporaryFolder(t);
      const DATABASE_URL = await databaseUrl(t, engine);
      const run = (...argv: string[]) => runCommand(argv, { DATABASE_URL }, folder);
      await writeFileWithTasks(join(folder, 'account.jsonl.gz'), ID, 20_000);
      await run('migrate');
      const isWriting = await watcher(t, engine, DATABASE_URL);
      for (let round = 0; round < 2; round++) {
        const importing = startCommand(['import', '--from', 'account.jsonl.gz'], { DATABASE_URL }, folder);
        const state = { ended: false };
        void importing.ended
          .catch(() => {})
          .then(() => {
            state.ended = true;
          });
        while (!(await isWriting())) {
          assert.ok(!state.ended, 'it ended before it could be killed');
          await sleep(5);
        }
        await sleep(100);
        await importing.kill();
        await assert.rejects(run('export', '--account', ID, '--to', 'never.jsonl'), /There is no account acc_many/);
        assert.deepEqual((await run('doctor'))[0].findings, []);
      }
      assert.equal((await run('import', '--from', 'account.jsonl.gz')).records, 20_002);
      const listed = await run('accounts', 'list');
      assert.deepEqual(
        listed.map(({ accountID }: { accountID: string }) => accountID),
        [ID],
        'nothing is left over',
      );
      const [health] = await run('doctor');
      assert.deepEqual([health.records, health.findings], [20_002, []]);
    },
  );
}

test(
  'a file that is cut off, altered, or of another format is refused, and nothing is imported',
  longEnough,
  async (t) => {
    const folder = temporaryFolder(t);
    const environment = { DATABASE_URL: await databaseUrl(t, 'sqlite') };
    await writeFileWithTasks(join(folder, 'whole.jsonl'), ID, 50);
    await runCommand(['migrate'], environment, folder);
    const whole = readFileSync(join(folder, 'whole.jsonl'), 'utf8');
    const broken: Record<string, [string, RegExp]> = {
      'in the middle': [whole.slice(0, whole.length >> 1), /is cut off after line \d+/],
      'without its last line': [
        whole.slice(0, whole.lastIndexOf('\n', whole.length - 2) + 1),
        /is cut off after line 55/,
      ],
      'by a byte': [whole.replace('Task 7 é', 'Task 8 é'), /was altered or damaged: its checksum/],
      'in format': [whole.replace('"version":2', '"version":7'), /has format 7; this program reads format 2/],
      'in kind': ['hello\n', /is not an exported account/],
    };
    for (const [name, [text, message]] of Object.entries(broken)) {
      writeFileSync(join(folder, 'broken.jsonl'), text);
      await assert.rejects(runCommand(['import', '--from', 'broken.jsonl'], environment, folder), message, name);
    }
    assert.deepEqual(await runCommand(['accounts', 'list'], environment, folder), []);
  },
);

/** Tells whether an import has begun to write tasks. */
async function watcher(t: TestContext, engine: Engine, url: string): Promise<() => Promise<boolean>> {
  if (engine === 'sqlite') {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
    t.after(() => db.close());
    let known = 0;
    return async () => {
      const { newest } = db.prepare('SELECT coalesce(max(key), 0) AS newest FROM tasks').get() as { newest: number };
      const grown = newest > known;
      known = newest;
      return grown;
    };
  }
  // What is not committed cannot be seen, but that something is being written.
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  return async () => {
    const { rows } = await client.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND state <> 'idle' AND query LIKE 'INSERT INTO tasks%'`);
    return rows.length > 0;
  };
}

/** All but the first line, which tells when and where it was written, and the last, whose checksum covers it. */
async function assertSameRows(given: string, taken: string): Promise<void> {
  const [ours, theirs] = [given, taken].map((file) => createInterface({ input: createReadStream(file) }));
  const [expected, found] = [ours![Symbol.asyncIterator](), theirs![Symbol.asyncIterator]()];
  for (let line = 1; ; line++) {
    const [one, other] = [await expected.next(), await found.next()];
    if (one.done || other.done) return assert.equal(one.done, other.done, 'one is longer');
    if (line === 1 || one.value.startsWith('{"kind":"end"')) continue;
    if (one.value !== other.value) assert.equal(other.value, one.value, `line ${line}`);
  }
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
