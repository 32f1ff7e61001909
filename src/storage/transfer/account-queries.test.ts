import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { openSqliteShard } from '../sqlite/shard.ts';
import { accountRowsQuery } from './account-queries.ts';
import { rowKinds } from './account-rows.ts';

test('the rows of an account are found by its key, whatever other accounts there are, and those below another by that one', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  await (await openSqliteShard({ shardID: 's1', file, role: 'server', readerThreads: 1 })).close();
  const database = new DatabaseSync(file, { readOnly: true });
  t.after(() => database.close());
  for (const kind of rowKinds) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${accountRowsQuery(kind, 1, ['key'])}`).all() as {
      detail: string;
    }[];
    for (const { detail } of plan) {
      assert.doesNotMatch(detail, /^SCAN (?!t$)|AUTOMATIC/, `${kind}: ${detail}`);
      if (detail.includes('_parent_')) assert.match(detail, /\(account=\? AND parent_\w+=\?\)/, `${kind}: ${detail}`);
    }
  }
});
