// Lists on PostgreSQL: the plans that make them fast, large pages, and clients that leave.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { byID, pageOf, piecesOf, plan, recordsOf } from '../../../../tests/conformance/listing.ts';
import { creation, made, patching, sample } from '../../../../tests/conformance/samples.ts';
import { opened } from '../../../../tests/support/opened-postgres.ts';
import type { Permit } from '../../../fairness/budget.ts';
import { Problem } from '../../../problems.ts';
import type { ListPlan } from '../../../records/lists/plan.ts';
import type { RecordStore } from '../../../records/store.ts';
import type { PostgresShardOptions } from '../../postgres/shard.ts';
import { WatchedClient } from '../../postgres/watched-client.ts';
import { postgresDialect } from '../../sql/dialect.postgres.ts';
import { listQuery } from './list-query.ts';

const alive = { field: 'Deleted', anyOf: [{ op: 'eq', value: false }] } as const;
const backwards = [{ field: 'ID', descending: true }];
const byChange = [{ field: 'UpdatedOn', descending: false }, ...byID];
const byNotes = [{ field: 'Notes', descending: false }, ...byID];
const byName = [{ field: 'Name', descending: false }, ...byID];

const walks: [name: string, plan: ListPlan, index: RegExp][] = [
  ['the first page', plan('Tasks', { where: [alive], take: 25 }), /Index Only Scan using tasks_pkey/],
  [
    'the last page',
    plan('Tasks', { where: [alive], order: backwards, take: 25 }),
    /Only Scan Backward using tasks_pkey/,
  ],
  [
    'a deep page',
    plan('Tasks', { where: [alive], order: byName, skip: 3000, take: 25 }),
    /Only Scan using tasks_by_name/,
  ],
  [
    'newest first',
    plan('Tasks', { order: [{ field: 'DueOn', descending: true }, ...backwards], take: 25 }),
    /Only Scan Backward using tasks_by_due_on/,
  ],
  [
    'last changed first',
    plan('Tasks', { where: [alive], order: [{ field: 'UpdatedOn', descending: true }, ...backwards], take: 25 }),
    /Only Scan Backward using tasks_documents_by_updated_on/,
  ],
  [
    'a later page of what has changed since',
    plan('Tasks', {
      where: [alive, { field: 'UpdatedOn', anyOf: [{ op: 'ge', value: 0 }] }],
      order: byChange,
      skip: 300,
      take: 25,
    }),
    /Only Scan using tasks_documents_by_updated_on/,
  ],
  [
    'a part of a name',
    plan('Tasks', { where: [{ field: 'Name', anyOf: [{ op: 'contains', text: 'task 4999' }] }], take: 25 }),
    /Bitmap Index Scan on tasks_trigrams_/,
  ],
];

test('pages are walked in an index, without a sort', async (t) => {
  const { shard, account, client } = await opened(t);
  await shard.bulk(account).load('Tasks', fiveThousand());
  await client.query('VACUUM ANALYZE tasks, tasks_documents');
  for (const [name, asked, index] of walks) {
    const lines = await planned(client, asked, account.key);
    assert.match(lines, index, name);
    if (!index.source.includes('trigrams')) assert.doesNotMatch(lines, /Sort/, name);
  }
});

test('what was just loaded is listed in an index, before PostgreSQL has looked at it by itself', async (t) => {
  const { shard, account, client } = await opened(t);
  const loader = shard.bulk(account);
  for (const records = fiveThousand(); records.length > 0; ) await loader.load('Tasks', records.splice(0, 500));
  const newest = plan('Tasks', {
    where: [alive],
    order: [{ field: 'DueOn', descending: true }, ...backwards],
    take: 25,
  });
  const lines = await planned(client, newest, account.key);
  assert.match(lines, /Scan Backward using tasks_by_due_on/);
  assert.doesNotMatch(lines, /Sort/);
});

test('records are loaded while somebody else looks at their table or loads into it', async (t) => {
  const { shard, account, client } = await opened(t);
  await client.query('BEGIN; LOCK TABLE tasks, tasks_documents IN SHARE UPDATE EXCLUSIVE MODE');
  await shard.bulk(account).load('Tasks', fiveThousand().slice(0, 200));
  await client.query('COMMIT');
  assert.deepEqual((await client.query('SELECT count(*)::integer AS loaded FROM tasks')).rows, [{ loaded: 200 }]);
});

function fiveThousand() {
  return Array.from({ length: 5000 }, (_, n) =>
    sample('Tasks', n + 1, { Name: `task ${n}`, Notes: 'x'.repeat(400), DueOn: new Date(n * 1000).toISOString() }),
  );
}

async function planned(client: pg.Client, asked: ListPlan, account: number): Promise<string> {
  const { text, values } = listQuery(asked, account, postgresDialect);
  const { rows } = await client.query(`EXPLAIN ${text}`, values as unknown[]);
  return rows.map((row) => row['QUERY PLAN'] as string).join('\n');
}

test('a large page shows one moment, however its records change while it is read', async (t) => {
  const { store } = await withLargePage(t);
  const page = await pageOf(store, plan('Tasks'));
  const pieces = piecesOf(page)[Symbol.asyncIterator]();
  let text = (await pieces.next()).value as string;
  for (let id = 1; id <= 40; id++) await made(store, patching('Tasks', id, { Name: 'changed', Deleted: true }));
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) text += piece.value;
  const names = (JSON.parse(text) as { Name: string }[]).map((record) => record.Name);
  assert.deepEqual(names, Array(40).fill(''));
});

test('a large page gives its connection back: at its end, when its client leaves, and when it stops reading', async (t) => {
  const { shard, store } = await withLargePage(t, { poolSize: 2 });
  for (let n = 0; n < 3; n++) {
    assert.equal((await recordsOf(await pageOf(store, plan('Tasks')))).length, 40);

    const stopped = await pageOf(store, plan('Tasks'));
    for await (const _piece of piecesOf(stopped)) break;

    const leaving = new AbortController();
    const left = await store.list(plan('Tasks'), () => leaving.signal);
    assert.ok('body' in left);
    const pieces = piecesOf(left)[Symbol.asyncIterator]();
    await pieces.next();
    leaving.abort();
    await assert.rejects(Promise.resolve(pieces.next()), /given up/);

    const never = new AbortController();
    assert.ok('body' in (await store.list(plan('Tasks'), () => never.signal)));
    never.abort();
  }
  // With every connection back, both of the pool are there for others.
  await Promise.all([shard.ping(), shard.ping()]);
});

test('less than half of the connections are given to large pages, to one account half of those; further ones wait for their turn', async (t) => {
  const { shard, store, another } = await withLargePage(t, { poolSize: 6 });
  const unread = await pageOf(store, plan('Tasks'));
  let answered = false;
  const waiting = pageOf(store, plan('Tasks')).finally(() => {
    answered = true;
  });
  const other = await another();
  await fill(other);
  assert.equal((await recordsOf(await pageOf(other, plan('Tasks')))).length, 40, 'of another account');
  await shard.ping();
  assert.equal(answered, false);
  assert.equal((await recordsOf(unread)).length, 40);
  assert.equal((await recordsOf(await waiting)).length, 40);
});

test('a large page is refused when its turn does not come in time, and ends when its client takes too long for all of it', async (t) => {
  const { shard, store } = await withLargePage(t, { poolSize: 4, listMs: 500, pageMs: 2_500 });
  const page = await pageOf(store, plan('Tasks'));
  const refused = await store.list(plan('Tasks'));
  assert.ok(refused instanceof Problem && refused.code === 'overloaded');
  assert.match(refused.detail, /large pages/);
  // A piece now and then, never long after the one before.
  const pieces = piecesOf(page)[Symbol.asyncIterator]();
  const began = performance.now();
  await assert.rejects(async () => {
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) await pause(200);
  }, /given up/);
  assert.ok(performance.now() - began < 20_000);
  for (const budget of shard.budgets) assert.equal(budget.tally().held, 0);
});

test('a large page that is given up while a piece of it is read says so, and not what became of its connection', async (t) => {
  const { store } = await withLargePage(t);
  for (let n = 0; n < 20; n++) {
    const leaving = new AbortController();
    const page = await store.list(plan('Tasks'), () => leaving.signal);
    assert.ok('body' in page);
    const pieces = piecesOf(page)[Symbol.asyncIterator]();
    await pieces.next();
    const asked = Promise.resolve(pieces.next());
    // Somewhere between the question and its answer.
    for (let turn = 0; turn < n; turn++) await new Promise(setImmediate);
    leaving.abort();
    await Promise.allSettled([asked]);
    await assert.rejects(
      asked.then(() => pieces.next()),
      /given up/,
    );
  }
});

test('a page or a stream that is left as it begins lends nobody the connection on which it is under way', async (t) => {
  const { store, another } = await withLargePage(t, { poolSize: 1 });
  const other = await another();
  await made(other, creation('Tasks', { Name: 'first' }));
  const ways: Record<string, (gone: AbortSignal) => Promise<unknown>> = {
    page: (gone) => store.list(plan('Tasks'), () => gone),
    stream: (gone) => store.stream(plan('Tasks'), lines, { gone }),
  };
  for (const [name, open] of Object.entries(ways)) {
    const leaving = new AbortController();
    const next = new Promise<unknown>((resolve, reject) => {
      atBegin(t, () => {
        leaving.abort();
        made(other, patching('Tasks', 1, { Name: name }))
          .then(() => linesOfAll(other))
          .then(resolve, reject);
      });
    });
    await Promise.allSettled([open(leaving.signal)]);
    assert.match(String(await next), new RegExp(name), name);
  }
});

const lines = { format: 'ndjson', fields: [], whole: true } as const;

async function linesOfAll(store: RecordStore, asked = plan('Tasks')): Promise<string> {
  const stream = await store.stream(asked, lines);
  assert.ok('pieces' in stream);
  // The buffers are used again.
  return (await Array.fromAsync(stream.pieces, String)).join('');
}

/** Once, as soon as the transaction of a page or a stream was sent. */
function atBegin(t: TestContext, then: () => void): void {
  const { query } = WatchedClient.prototype;
  const watch = t.mock.method(WatchedClient.prototype, 'query', function (this: WatchedClient, ...asked: unknown[]) {
    if (asked[0] === 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY') {
      watch.mock.restore();
      queueMicrotask(then);
    }
    return Reflect.apply(query, this, asked);
  });
}

test('what a stream is doing ends when its client leaves, and its place is free only then', async (t) => {
  const { shard, store, client } = await opened(t);
  await client.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const leaving = new AbortController();
  const streaming = store.stream(plan('Tasks'), lines, { gone: leaving.signal });
  await pause(200);
  leaving.abort();
  const left = performance.now();
  await Promise.allSettled([streaming]);
  const streams = shard.budgets.find(({ name }) => name === 'streams')!;
  while (streams.tally().held > 0) await pause(10);
  const { rows } = await client.query(waitingForLocks);
  assert.deepEqual(rows, []);
  assert.ok(performance.now() - left < 2_000, 'long before the limit for locks');
});

test('an export that has to be looked for is opened in the turn of a slow list, and the slow lists of its account wait for each part of it', async (t) => {
  const { shard, account, store } = await opened(t);
  await shard.bulk(account).load('Tasks', fiveThousand());
  const slow = shard.budgets.find(({ name }) => name === 'slow_lists')!;
  const turnsOf = async (asked: ListPlan) => {
    const before = slow.tally().taken;
    assert.equal((await linesOfAll(store, { ...asked, take: 9_000 })).split('\n').length, 5_001);
    return slow.tally().taken - before;
  };
  assert.equal(await turnsOf(plan('Tasks', { where: [alive], order: byName })), 0, 'in the order of an index');
  assert.equal(await turnsOf(plan('Tasks', { order: backwards, count: true })), 1, 'counted when it is opened');
  assert.ok((await turnsOf(plan('Tasks', { order: byNotes }))) > 10);
  assert.equal(slow.tally().held, 0);

  const share = Array.from({ length: 2 }, () => slow.take(String(account.key)) as Permit);
  assert.equal(await opening(store, plan('Tasks', { order: byNotes })), 'waits');
  assert.equal(await opening(store, plan('Tasks')), 'opens');
  for (const held of share) held.give();
});

async function opening(store: RecordStore, asked: ListPlan): Promise<string> {
  const leaving = new AbortController();
  const streaming = store.stream(asked, lines, { gone: leaving.signal });
  const which = await Promise.race([streaming.then(() => 'opens'), pause(200, 'waits')]);
  leaving.abort();
  await Promise.allSettled([streaming]);
  return which;
}

test('an export that is under way goes on, whatever else its account and others have to wait for', async (t) => {
  const { shard, account, store } = await opened(t);
  await shard.bulk(account).load('Tasks', fiveThousand());
  const slow = shard.budgets.find(({ name }) => name === 'slow_lists')!;
  const stream = await store.stream(plan('Tasks', { order: byNotes, take: 9_000 }), lines);
  assert.ok('pieces' in stream);
  for (const holder of [account.key, account.key, 'b', 'c', 'd']) slow.take(String(holder));
  assert.equal((await Array.fromAsync(stream.pieces, String)).join('').split('\n').length, 5_001);
});

test('reads of an account that asks for many at once keep nobody else waiting', async (t) => {
  const { store, another, client } = await opened(t);
  const other = await another();
  for (const one of [store, other]) await made(one, creation('Tasks'));
  await made(other, creation('Assets'));
  await client.query('BEGIN; LOCK TABLE tasks_documents IN ACCESS EXCLUSIVE MODE');
  // Alone an account may have all of them.
  await other.read('Assets', 1);
  const many = Array.from({ length: 60 }, (_, n) => (n % 2 ? store.read('Tasks', 1) : store.list(plan('Tasks'))));
  await pause(50);
  const began = performance.now();
  assert.ok(await other.read('Assets', 1));
  assert.ok(performance.now() - began < 1_000, 'before the limit for locks');
  await client.query('ROLLBACK');
  for (const { status } of await Promise.allSettled(many)) assert.equal(status, 'fulfilled');
});

const waitingForLocks = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test('the statement of a client that has left is cancelled', async (t) => {
  const { store, client } = await opened(t);
  await client.query('BEGIN');
  await client.query('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const leaving = new AbortController();
  const begun = performance.now();
  const listing = store.list(plan('Tasks'), () => leaving.signal);
  await pause(200);
  leaving.abort();
  const answer = await listing;
  assert.ok(answer instanceof Problem && answer.status === 503);
  assert.ok(performance.now() - begun < 4000, 'long before the limit for locks');
  const { rows } = await client.query(waitingForLocks);
  assert.deepEqual(rows, []);
  await client.query('ROLLBACK');
  assert.ok('body' in (await store.list(plan('Tasks'))));
});

test('slow lists leave half of the connections to others, and one account leaves some of them to the next; a client that leaves takes its list along', async (t) => {
  const { store, client, another } = await opened(t, { poolSize: 4, readerQueue: 8 });
  await made(store, creation('Boards', { Name: 'Free' }));
  const other = await another();
  await client.query('BEGIN');
  await client.query('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const slow = plan('Tasks', { where: [{ field: 'Notes', anyOf: [{ op: 'contains', text: 'x' }] }] });
  const leaving = new AbortController();
  const lists = [slow, slow].map((one) => store.list(one));
  const left = store.list(slow, () => leaving.signal);
  const asked = performance.now();
  const refused = await store.list(slow);
  assert.ok(refused instanceof Problem && refused.code === 'overloaded', 'its own line is full');
  assert.ok(performance.now() - asked > 400, 'who asks again at once keeps nobody busy');
  leaving.abort();
  assert.ok((await left) instanceof Problem);
  const slowBoards = plan('Boards', { where: [{ field: 'Name', anyOf: [{ op: 'contains', text: 'x' }] }] });
  assert.ok('body' in (await other.list(slowBoards)), 'of another account');
  assert.equal((await recordsOf(await pageOf(store, plan('Boards', { take: 25 })))).length, 1);
  assert.equal((await store.read('Boards', 1))?.id, 1);
  await client.query('ROLLBACK');
  for (const list of lists) assert.ok('body' in (await list));
  assert.ok('body' in (await store.list(slow)), 'every place was given back');
});

test('a list that finds its page soon does not wait for slow ones, not even for those of its own account', async (t) => {
  const { store, client } = await opened(t, { poolSize: 4, readerQueue: 8 });
  for (const Name of ['B', 'A']) await made(store, creation('WorkOrders', { Name }));
  await client.query('BEGIN');
  await client.query('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const slow = store.list(plan('Tasks', { where: [{ field: 'Notes', anyOf: [{ op: 'contains', text: 'x' }] }] }));
  const isOpen = { field: 'Status', anyOf: [{ op: 'eq', value: 'Open' }] } as const;
  const open = plan('WorkOrders', { where: [isOpen], order: byName, take: 25 });
  const names = (await recordsOf(await pageOf(store, open))).map(({ Name }) => Name);
  assert.deepEqual(names, ['A', 'B']);
  await client.query('ROLLBACK');
  assert.ok('body' in (await slow));
});

test('a list that takes too long is ended in the database, and its connection is used again', async (t) => {
  const { store, client, url } = await opened(t, { poolSize: 2, listMs: 500 });
  const watcher = new pg.Client(url);
  await watcher.connect();
  t.after(() => watcher.end());
  await client.query('BEGIN');
  await client.query('LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE');
  const waiting = `SELECT pid FROM pg_stat_activity WHERE application_name = 'mds server s1' AND wait_event_type = 'Lock'
    AND datname = current_database()`;
  const used: number[] = [];
  for (const asked of slowPlans) {
    const began = performance.now();
    const listing = store.list(asked);
    for (let found = 0; found === 0 && performance.now() - began < 3_000; ) {
      const { rows } = await watcher.query<{ pid: number }>(waiting);
      used.push(...rows.map(({ pid }) => pid));
      found = rows.length;
    }
    const stopped = await listing;
    assert.ok(stopped instanceof Problem && stopped.status === 503);
    assert.match(stopped.detail, /took too long/);
    assert.ok(performance.now() - began < 20_000);
  }
  await client.query('ROLLBACK');
  for (const asked of slowPlans) assert.ok('body' in (await store.list(asked)));
  const still = 'SELECT count(*)::integer AS count FROM pg_stat_activity WHERE pid = ANY($1)';
  const { rows } = await watcher.query<{ count: number }>(still, [used]);
  assert.ok(used.length >= slowPlans.length);
  assert.equal(rows[0]!.count, new Set(used).size, 'none was given up');
});

/** One statement; and one whose filters are counted first. */
const slowPlans = [
  plan('Tasks', { where: [{ field: 'Notes', anyOf: [{ op: 'contains', text: 'x' }] }] }),
  plan('Tasks', { where: [{ field: 'Status', anyOf: [{ op: 'eq', value: 'Open' }] }], order: byName }),
];

/** 40 tasks of 120 KiB each. */
async function withLargePage(t: TestContext, options: Partial<PostgresShardOptions> = {}) {
  const fixture = await opened(t, options);
  await fill(fixture.store);
  return fixture;
}

async function fill(store: RecordStore): Promise<void> {
  const notes = 'x'.repeat(120 * 1024);
  for (let n = 0; n < 40; n++) await made(store, creation('Tasks', { CustomFields: { notes } }));
}
