import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { diskTrouble } from './disk-trouble.ts';

test('a disk that is full is said in a line that tells what to do', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (x)');
  db.exec('PRAGMA max_page_count = 2');
  const told = /^The disk is full\. Make room on it, and run this again\. \(.*\)$/;
  assert.match(
    toldOf(() => db.exec('INSERT INTO t VALUES (zeroblob(100000))')),
    told,
  );
  assert.match(
    toldOf(() => writeFileSync('/dev/full', 'x')),
    told,
  );
});

test('a database that cannot be written to, or copied to its place, is said in a line', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.db');
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE t (x)');
  t.after(() => db.close());
  const reader = new DatabaseSync(file, { readOnly: true });
  t.after(() => reader.close());
  assert.match(
    toldOf(() => reader.exec('INSERT INTO t VALUES (1)')),
    /^The database cannot be written to\. .*\)$/,
  );
  const copying = await backup(db, join(folder, 'missing', 'b.db')).catch(diskTrouble);
  assert.match(String(copying), /^A file beside the database cannot be opened\. .*\)$/);
});

test('a file that this user may not write is said with its name', () => {
  const failure = Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS', path: '/data/x' });
  assert.equal(
    diskTrouble(failure),
    '/data/x: The disk is read-only. Nothing can be written there. (EROFS: read-only file system, open)',
  );
});

test('a fault of the program is none of the disk', () => {
  assert.equal(diskTrouble(new TypeError('x is not a function')), undefined);
  assert.equal(diskTrouble(Object.assign(new Error('connect EACCES'), { code: 'EACCES' })), undefined);
  assert.equal(diskTrouble('thrown'), undefined);
});

function toldOf(work: () => void): string {
  try {
    work();
  } catch (failure) {
    return diskTrouble(failure) ?? '';
  }
  return 'nothing failed';
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-disk-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
