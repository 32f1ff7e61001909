import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { StorageError } from '../storage-error.ts';
import { readDatabaseIdentity } from './backup.ts';
import { requireSqliteVersion } from './connection.ts';
import { openSqliteShard } from './shard.ts';

// Whatever is wrong with the path of a database is told in one sentence with the whole path, and is not a fault of the program.

const open = (file: string) => openSqliteShard({ shardID: 's1', file, role: 'tool' });

function refusing(path: string, words: RegExp) {
  return (failure: unknown) => {
    assert.ok(failure instanceof StorageError, String((failure as Error).stack));
    assert.ok(failure.message.startsWith(path) || failure.message.includes(` ${path} `), failure.message);
    assert.match(failure.message, words);
    return true;
  };
}

test('a path on which no database can be kept is refused in a sentence', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), 'a file, no folder');
  mkdirSync(join(folder, 'folder.db'));
  await assert.rejects(open('/proc/x.db'), refusing('/proc/x.db', /cannot be used: ENOENT/));
  await assert.rejects(open('/proc/self/x.db'), refusing('/proc/self', /./));
  await assert.rejects(open('/dev/null'), refusing('/dev/null', /cannot be read or written|WAL mode/));
  await assert.rejects(open(join(folder, 'file/x.db')), refusing(join(folder, 'file/x.db'), /ENOTDIR/));
  await assert.rejects(open(join(folder, 'folder.db')), refusing(join(folder, 'folder.db'), /is a folder/));
  await assert.rejects(open(join(folder, 'no/such/x.db')), refusing(join(folder, 'no/such'), /does not exist/));
  await assert.rejects(open(join(folder, 'file')), refusing(join(folder, 'file'), /is not an SQLite database/));
});

test('an SQLite that could damage the database is refused, and told how to get another', () => {
  for (const version of ['3.51.3', '3.53.4', '3.100.0', '4.0.0']) requireSqliteVersion(version);
  for (const version of ['3.51.2', '3.40.1', '3.7.0'])
    assert.throws(() => requireSqliteVersion(version), new RegExp(`SQLite ${version}, .*MDS_RUNTIME=pinned`));
});

test('files beside the database that cannot be used are refused in a sentence, too', async (t) => {
  for (const side of ['-wal', '-server']) {
    const file = join(temporaryFolder(t), 'mds.db');
    await (await open(file)).close();
    rmSync(file + side, { force: true });
    mkdirSync(file + side);
    const opening = openSqliteShard({ shardID: 's1', file, role: 'server' });
    await assert.rejects(opening, refusing(file, /cannot be|is read-only/), side);
  }
});

test('a column that is gone without which nothing can be opened or copied is named', async (t) => {
  const file = join(temporaryFolder(t), 'mds.db');
  await (await open(file)).close();
  const secrets = [
    'idempotency_keys.text',
    'subscriptions.sealed_headers',
    'subscriptions.signing_secrets',
    'mail.sealed',
  ];
  for (const gone of ['meta.name', 'meta.value', ...secrets]) {
    const [table, column] = gone.split('.');
    await runSql(`sqlite:${file}`, `ALTER TABLE ${table} RENAME COLUMN ${column} TO gone`);
    const words = new RegExp(`is damaged\\. Restore the last backup\\.\\n {2}${table}: column ${column} is missing$`);
    await assert.rejects(open(file), refusing(file, words), gone);
    assert.throws(() => readDatabaseIdentity(file), refusing(file, words), gone);
    await runSql(`sqlite:${file}`, `ALTER TABLE ${table} RENAME COLUMN gone TO ${column}`);
  }
  // Of one that cannot say its version it is not known what else it should have.
  await runSql(`sqlite:${file}`, 'ALTER TABLE accounts DROP COLUMN log_begins');
  await runSql(`sqlite:${file}`, 'ALTER TABLE meta DROP COLUMN value');
  await assert.rejects(open(file), refusing(file, /backup\.\n {2}meta: column value is missing$/));
});
