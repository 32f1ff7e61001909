import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '../../settings.ts';
import { openConnection } from '../sqlite/connection.ts';

test('of a file so much is read in place as the connection is told, and nothing unless it is told', (t) => {
  const folder = mkdtempSync('/tmp/mds-mapping-');
  t.after(() => rmSync(folder, { recursive: true }));
  const mapped = (more: { mappedMiB?: number }) => {
    const options = { file: join(folder, 'a.db'), access: 'write', busyTimeoutMs: 0, cacheMiB: 1, ...more } as const;
    const connection = openConnection(options);
    connection.db.exec('CREATE TABLE IF NOT EXISTS meta (name TEXT); CREATE TABLE IF NOT EXISTS record_counters (n)');
    const size = connection.db.prepare('PRAGMA mmap_size').get()!.mmap_size;
    connection.close();
    return size;
  };
  assert.equal(mapped({}), 0);
  assert.equal(mapped({ mappedMiB: 7 }), 7 * 1024 * 1024);
  const most = readSettings({ MDS_SQLITE_MAP_MIB: '2047' }).MDS_SQLITE_MAP_MIB;
  assert.equal(mapped({ mappedMiB: most }), 2047 * 1024 * 1024, 'what the setting allows is what SQLite maps');
});

test('left to itself, the part that is read in place follows the memory there is', () => {
  const auto = readSettings({}).MDS_SQLITE_MAP_MIB;
  assert.ok(auto > 0 && auto <= Math.min(2047, totalmem() / 4 / 1024 / 1024), String(auto));
  assert.equal(readSettings({ MDS_SQLITE_MAP_MIB: '0' }).MDS_SQLITE_MAP_MIB, 0);
  for (const wrong of ['2048', '-1', 'all', '1.5']) {
    assert.throws(() => readSettings({ MDS_SQLITE_MAP_MIB: wrong }), /MDS_SQLITE_MAP_MIB/);
  }
});
