// How lists are found: through which index, and on which thread.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { plan, textOf } from '../../../../tests/conformance/listing.ts';
import { insertManyRows } from '../../../../tests/conformance/many-rows.ts';
import { temporaryFolder } from '../../../../tests/conformance/temporary-folder.ts';
import { createFairSemaphore } from '../../../fairness/budget.ts';
import type { Condition, ListPlan, Test } from '../../../records/lists/plan.ts';
import { readerDialect, sqliteDialect } from '../../sql/dialect.sqlite.ts';
import { openConnection, type SqliteConnection } from '../../sqlite/connection.ts';
import { applyMigrations, pendingMigrations } from '../../sqlite/migrate.ts';
import { addReaderFunctions } from '../../sqlite/reader-functions.ts';
import { createReaderPool, type ReaderPool } from '../../sqlite/reader-pool.ts';
import { createListReader } from './list.sqlite.ts';
import { type AccessPath, DATABASE_CHOICE, planAccess } from './list-planner.ts';
import { listQuery } from './list-query.ts';
import { isQuickList } from './quick-list.ts';

const kept: Condition = { field: 'Deleted', anyOf: [{ op: 'eq', value: false }] };
const up = (field: string) => ({ field, descending: false });
const down = (field: string) => ({ field, descending: true });
const when = (field: string, ...anyOf: Test[]): Partial<ListPlan> => ({ where: [kept, { field, anyOf }] });
const eq = (value: string | number): Test => ({ op: 'eq', value });
const has = (text: string): Test => ({ op: 'contains', text });

const searches: [what: string, asked: Partial<ListPlan>, search: string][] = [
  ['the default order', {}, 'COVERING INDEX tasks_by_id (account=?)'],
  ['a deep skip', { skip: 900_000 }, 'COVERING INDEX tasks_by_id (account=?)'],
  ['an order by an indexed field', { order: [up('Name'), up('ID')] }, 'COVERING INDEX tasks_by_name (account=?)'],
  ['the same downwards', { order: [down('DueOn'), down('ID')] }, 'COVERING INDEX tasks_by_due_on (account=?)'],
  ['an indexed value', when('Status', eq('Open')), 'COVERING INDEX tasks_by_status (account=? AND status=?)'],
  ['a reference', when('AssetID', eq(5)), 'COVERING INDEX tasks_by_asset_id (account=? AND asset_id=?)'],
  [
    'no reference',
    when('AssetID', { op: 'eq', value: null }),
    'COVERING INDEX tasks_by_asset_id (account=? AND asset_id=?)',
  ],
  ['several values', when('AssetID', eq(5), eq(7)), 'COVERING INDEX tasks_by_asset_id (account=? AND asset_id=?)'],
  ['several texts', when('Name', eq('a'), eq('b')), 'COVERING INDEX tasks_by_name (account=? AND name=?)'],
  ['an exact text', when('Name', eq('a')), 'COVERING INDEX tasks_by_name (account=? AND name=?)'],
  ['a unique text', when('ExternalID', eq('a')), 'INDEX tasks_unique_external_id (account=? AND external_id_exact=?)'],
  ['a searched text', when('Name', has('a')), 'COVERING INDEX tasks_by_name (account=?)'],
  [
    'changes since',
    { ...when('UpdatedOn', { op: 'ge', value: 5 }), order: [up('UpdatedOn'), up('ID')] },
    'COVERING INDEX tasks_by_updated_on (account=? AND updated_on>?)',
  ],
];

for (const [what, asked, search] of searches) {
  test(`${what} is found by ${search}`, (t) => {
    const { connection } = setUp(t);
    // Watching a statement on a thread must not lead it to another index.
    addReaderFunctions(connection.db, () => true);
    for (const dialect of [sqliteDialect, readerDialect]) {
      const list = plan('Tasks', { where: [kept], ...asked });
      const query = listQuery(list, 1, dialect, 'even', isQuickList(list) ? DATABASE_CHOICE : wayOf(list));
      const steps = connection.db.prepare(`EXPLAIN QUERY PLAN ${query.text}`).all(...query.values);
      const found = steps.map((step) => step.detail as string).find((detail) => detail.startsWith('SEARCH t '));
      assert.equal(found, `SEARCH t USING ${search}`);
    }
  });
}

/** As where every filter has few rows. */
function wayOf(asked: ListPlan): AccessPath {
  const choosing = planAccess(asked, sqliteDialect);
  let step = choosing.next();
  while (!step.done) step = choosing.next(step.value.filters.map(() => 1));
  return step.value.last;
}

test('quick lists run here, slow ones on a thread', async (t) => {
  const { lists, threaded } = setUp(t);
  await lists.list(1, plan('Tasks', { where: [kept], take: 25 }));
  assert.equal(threaded(), 0);
  await lists.list(1, plan('Tasks', { where: [kept], take: 25, count: true }));
  assert.equal(threaded(), 1);
});

test('a list that few rows or the first in its order answer runs here too, and what they do not is found on a thread', async (t) => {
  const { connection, lists, threaded } = setUp(t);
  connection.db.exec(`INSERT INTO accounts (id, name, created_on) VALUES ('a', 'A', 1); PRAGMA foreign_keys = OFF;
    ${insertManyRows('Tasks', 1, 5_000)};
    INSERT INTO tasks_documents (key, version, text) SELECT key, 1, '{"ID":' || id || '}' FROM tasks`);
  const newest = [down('CreatedOn'), down('ID')];
  const idsOf = async (asked: Partial<ListPlan>) => {
    const page = await lists.list(1, plan('Tasks', { take: 3, order: newest, ...asked }));
    assert.ok('body' in page);
    return JSON.parse(textOf(page)).map(({ ID }: { ID: number }) => ID);
  };
  assert.deepEqual(await idsOf(when('WorkOrderID', eq(5))), [119, 118, 117]);
  assert.deepEqual(await idsOf({ ...when('WorkOrderID', eq(5)), count: true }), [119, 118, 117]);
  assert.deepEqual(await idsOf({ where: [kept, ...both] }), [119, 117, 115], 'of two the rarer');
  assert.deepEqual(await idsOf(when('Status', eq('Open'))), [5000, 4998, 4996]);
  assert.deepEqual(await idsOf({ ...when('Status', eq('Open')), order: [up('DueOn'), up('ID')] }), [10, 12, 14]);
  assert.deepEqual(await idsOf(when('UpdatedOn', { op: 'lt', value: 9 })), [8, 7, 6]);
  assert.deepEqual(await idsOf(when('Name', has('text 2'))), [5000, 4999, 4998], 'a search that finds much');
  assert.equal(threaded(), 0);
  assert.deepEqual(await idsOf(when('Name', has('text 59'))), [1199, 1198, 1197], 'one that finds little');
  assert.deepEqual(await idsOf(when('UpdatedOn', { op: 'lt', value: 1_500 })), [1499, 1498, 1497]);
  assert.deepEqual(await idsOf(when('Notes', has('zz'))), [], 'one through long texts');
  assert.equal(threaded(), 3);
});

const both: Condition[] = [
  { field: 'Status', anyOf: [{ op: 'eq', value: 'InProgress' }] },
  { field: 'WorkOrderID', anyOf: [{ op: 'eq', value: 5 }] },
];

test('a quick list that turns out slow three times, as among many deleted records, goes to a thread from then on', async (t) => {
  const { connection, lists, threaded } = setUp(t);
  connection.db.exec(`INSERT INTO accounts (id, name, created_on) VALUES ('a', 'A', 1);
    INSERT INTO boards (account, id, name, position, archived, created_on, updated_on, created_by, updated_by, deleted)
    WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 300000)
    SELECT 1, id, '', 0, FALSE, 0, 0, '', '', TRUE FROM n`);
  const asked = plan('Boards', { where: [kept], take: 25 });
  for (const _ of [1, 2, 3]) await lists.list(1, asked);
  assert.equal(threaded(), 0);
  await lists.list(1, asked);
  assert.equal(threaded(), 1);
  await lists.list(1, plan('Boards', { where: [kept], take: 25, order: [up('Name'), up('ID')] }));
  assert.equal(threaded(), 1, 'another list is another matter');
});

function setUp(t: TestContext) {
  const file = join(temporaryFolder(t), 'shard.db');
  const connection: SqliteConnection = openConnection({ file, access: 'write', busyTimeoutMs: 100, cacheMiB: 64 });
  applyMigrations(connection, pendingMigrations(connection, file));
  const readers = createReaderPool({ file, threads: 1, queue: 10, limitMs: 10_000 });
  t.after(async () => {
    await readers.close();
    connection.close();
  });
  const budget = createFairSemaphore({ name: 'large_page_mib', total: 512, share: 256 });
  const largePages = { budget, share: 256, pieceMs: 1_000, wholeMs: 1_000 };
  let threaded = 0;
  const counted: ReaderPool = {
    ...readers,
    read(...asked) {
      threaded++;
      return readers.read(...asked);
    },
  };
  return { connection, lists: createListReader(connection, counted, largePages), threaded: () => threaded };
}
