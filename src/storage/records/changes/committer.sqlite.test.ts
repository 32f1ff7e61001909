// What only SQLite does: changes that share a commit, a database that is full, another program that writes.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { creation, dana, patching, sample, writing } from '../../../../tests/conformance/samples.ts';
import { temporaryFolder } from '../../../../tests/conformance/temporary-folder.ts';
import { recordType } from '../../../catalogue/index.ts';
import { type Clock, systemClock } from '../../../lib/time.ts';
import { Problem } from '../../../problems.ts';
import type { Change, ChangeResult } from '../../../records/store.ts';
import { createRecord } from '../../../records/writes/create.ts';
import { createOutageLog } from '../../outage-log.ts';
import { openConnection, type SqliteConnection } from '../../sqlite/connection.ts';
import { applyMigrations, pendingMigrations } from '../../sqlite/migrate.ts';
import { createCommitter } from './committer.sqlite.ts';

test('changes that wait share one commit; one alone does not wait', async (t) => {
  const { committer, commits, account } = setUp(t);
  await committer.change(account, creation('Tasks'));
  assert.equal(commits(), 1);
  await Promise.all(Array.from({ length: 600 }, () => committer.change(account, creation('Tasks'))));
  assert.ok(commits() >= 4, 'a batch is not endless');
  assert.ok(commits() < 100, `${commits()} commits for 600 changes`);
});

test('what goes first is in the next commit, however many wait', async (t) => {
  const { committer, commits, account } = setUp(t);
  const many = Promise.all(Array.from({ length: 1_000 }, () => committer.change(account, creation('Tasks'))));
  await new Promise(setImmediate);
  const before = commits();
  await committer.writeFirst(() => {});
  assert.ok(commits() <= before + 2, `${commits() - before} commits`);
  assert.ok(committer.tally().waiting > 300, 'the others still wait');
  await many;
});

test('whoever is answered finds the change in the file', async (t) => {
  const { committer, account, file } = setUp(t);
  const other = new DatabaseSync(file, { readOnly: true });
  t.after(() => other.close());
  const look = other.prepare('SELECT 1 FROM tasks WHERE account = ? AND id = ?');
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const changed = (await committer.change(account, creation('Tasks'))) as ChangeResult;
      assert.ok(look.get(account, changed.record.id) !== undefined);
    }),
  );
});

test('of a batch, what is refused, taken or broken takes nothing of the others with it', async (t) => {
  const { committer, connection, account } = setUp(t);
  const broken: Change = { ...creation('Products'), decide: () => assert.fail('broken') };
  const outcomes = await Promise.allSettled([
    committer.change(account, creation('Products', { SKU: 'A' })),
    committer.change(account, creation('Products', { SKU: 'A' })),
    committer.change(account, broken),
    committer.change(account, creation('Products', { SKU: 'B', PreferredVendorID: 9 })),
    committer.change(account, creation('Products', { SKU: 'C' })),
  ]);
  const told = outcomes.map((one) => {
    if (one.status === 'rejected') return 'fault';
    return one.value instanceof Problem ? one.value.code : one.value.record.id;
  });
  assert.deepEqual(told, [1, 'value_taken', 'fault', 'fault', 2]);
  assert.deepEqual(idsIn(connection, 'products'), [1, 2]);
});

test('a full database refuses what does not fit, keeps what was acknowledged, and goes on when there is room', async (t) => {
  const { committer, connection, account } = setUp(t);
  const pages = connection.db.prepare('PRAGMA page_count').get()!.page_count as number;
  connection.db.exec(`PRAGMA max_page_count = ${pages + 60}`);
  const filling = 'x'.repeat(6_000);
  const fill = async (count: number) => {
    const outcomes = await Promise.all(
      Array.from({ length: count }, () => committer.change(account, creation('Tasks', { Description: filling }))),
    );
    const acknowledged = outcomes.flatMap((one) => ('outcome' in one ? [one.record.id] : []));
    const refused = outcomes.filter((one) => one instanceof Problem);
    return { acknowledged, refused };
  };
  const first = await fill(100);
  assert.ok(first.acknowledged.length > 0, 'some fit');
  assert.ok(first.refused.length > 0, 'some do not');
  for (const problem of first.refused) {
    assert.deepEqual([problem.code, problem.status], ['unavailable', 503]);
    assert.match(problem.detail, /full/);
    assert.ok(problem.headers['Retry-After']);
  }
  assert.deepEqual(
    idsIn(connection, 'tasks'),
    first.acknowledged.toSorted((a, b) => a - b),
  );
  assert.deepEqual(idsIn(connection, 'tasks_documents AS d JOIN tasks AS t USING (key)'), idsIn(connection, 'tasks'));

  const second = await fill(5);
  assert.equal(second.refused.length, 5, 'it stays full');
  assert.equal(connection.db.isTransaction, false);

  connection.db.exec('PRAGMA max_page_count = 1000000');
  const third = await fill(20);
  assert.equal(third.refused.length, 0);
  const all = [...first.acknowledged, ...third.acknowledged].sort((a, b) => a - b);
  assert.deepEqual(idsIn(connection, 'tasks'), all);
  assert.deepEqual(
    all,
    all.map((_, n) => n + 1),
    'no id was lost on the way',
  );
  assert.deepEqual(
    connection.db
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row.integrity_check),
    ['ok'],
  );
});

test('a disk that stays full is told once, and once that there is room again', async (t) => {
  const { connection, account } = setUp(t);
  const lines: string[] = [];
  const write = (_: object, message: string) => lines.push(message);
  const log = { info: write, warn: write, error: write };
  const words = { away: 'is full', back: 'has room' };
  const outage = createOutageLog({ shardID: 's1', log, words, calmMs: 20 });
  const committer = createCommitter(connection, systemClock, undefined, outage);
  const pages = connection.db.prepare('PRAGMA page_count').get()!.page_count as number;
  connection.db.exec(`PRAGMA max_page_count = ${pages + 1}`);
  const large = () => committer.change(account, creation('Tasks', { Description: 'x'.repeat(60_000) }));
  for (let n = 0; n < 5; n++) assert.ok((await large()) instanceof Problem);
  assert.deepEqual(lines, ['the database of shard s1 is full']);
  connection.db.exec('PRAGMA max_page_count = 1000000');
  for (let n = 0; n < 5; n++) assert.ok('outcome' in (await large()));
  await pause(100);
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /^the database of shard s1 has room after /);
});

test('when the whole transaction is gone in mid-batch, every change of it is made again by itself', async (t) => {
  const { committer, connection, account } = setUp(t);
  // Does what SQLite does on some errors: ends the transaction under the change that runs.
  let ended = 0;
  const ending: Change = {
    ...creation('Tasks'),
    decide(_current, _found, { id }) {
      if (ended++ === 0) {
        connection.db.exec('ROLLBACK');
        throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      }
      return writing(undefined, sample('Tasks', id, { Name: 'second try' }));
    },
  };
  const changes = [creation('Tasks', { Name: 'before' }), ending, creation('Tasks', { Name: 'after' })];
  const outcomes = await Promise.all(changes.map((change) => committer.change(account, change)));
  assert.deepEqual(
    outcomes.map((one) => 'outcome' in one && JSON.parse(one.record.text).Name),
    ['before', 'second try', 'after'],
  );
  assert.deepEqual(idsIn(connection, 'tasks'), [1, 2, 3]);
});

test('a change waits for another program that writes, and the event loop does not', async (t) => {
  const { committer, account, file } = setUp(t);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  t.after(() => clearInterval(timer));
  setTimeout(() => other.exec('COMMIT'), 400);
  const changed = await committer.change(account, creation('Tasks'));
  assert.ok('outcome' in changed);
  assert.ok(turns >= 3, `the loop turned ${turns} times`);
});

test('a program that does not let go for seconds makes the change unavailable; afterwards it works again', async (t) => {
  const { committer, account, file } = setUp(t);
  const other = new DatabaseSync(file);
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const problem = await committer.change(account, creation('Tasks'));
  assert.ok(
    problem instanceof Problem && problem.code === 'unavailable' && problem.headers['Retry-After'] !== undefined,
  );
  other.exec('ROLLBACK');
  assert.ok('outcome' in (await committer.change(account, creation('Tasks'))));
});

test('an Idempotency-Key is forgotten after 24 hours, and what is forgotten is removed', async (t) => {
  const clock = { time: Date.parse('2026-01-01T00:00:00Z'), now: () => clock.time };
  const { committer, connection, account } = setUp(t, clock);
  const change = (key: string, fingerprint: string) =>
    creation('Tasks', {}, { idempotency: { integrationID: 'int_1', key, fingerprint } });
  for (let n = 0; n < 10; n++) await committer.change(account, change(`k${n}`, 'one'));
  clock.time += 24 * 3_600_000 - 1;
  assert.ok((await committer.change(account, change('k0', 'other'))) instanceof Problem);
  clock.time += 1;
  const again = await committer.change(account, change('k0', 'other'));
  assert.ok('outcome' in again && again.outcome === 'created');
  await committer.change(account, change('k99', 'one'));
  const kept = connection.db.prepare('SELECT key FROM idempotency_keys').all();
  assert.deepEqual(kept.map((row) => row.key).sort(), ['k0', 'k99']);
});

test('every change is logged and handed on in its transaction, with or without events', async (t) => {
  const { connection, account } = setUp(t);
  const handedOn: number[] = [];
  const committer = createCommitter(connection, systemClock, {
    paced: (_account, change) => change(),
    changed: (_connection, _account, seq, events) => {
      if (seq === 2 && events.length > 0) throw new Error('the hand-over fails');
      handedOn.push(seq);
    },
    keyRevoked: () => {},
    accountRemoved: () => 'done',
  });
  await committer.change(account, creation('Tasks', { Name: 'One' }, { events: ['Created', 'Completed'] }));
  await assert.rejects(committer.change(account, patching('Tasks', 1, { Name: 'Two' })));
  await committer.change(account, creation('Boards', {}, { events: [] }));
  const rows = connection.db
    .prepare('SELECT type, record_id, version, events, before, text, by_kind, submitter FROM changes ORDER BY seq')
    .all();
  const common = {
    record_id: 1,
    version: 1,
    before: null,
    text: null,
    by_kind: 'person',
    submitter: 'dana@example.com',
  };
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { ...common, type: 'Tasks', events: 'Created Completed' },
      { ...common, type: 'Boards', events: '' },
    ],
  );
  assert.deepEqual(handedOn, [1, 2], 'the number of what was undone is free');
  assert.equal(connection.db.prepare('SELECT version FROM tasks_documents').get()!.version, 1, 'no change without it');
});

test('all that wait are answered before the committer is finished', async (t) => {
  const { committer, account } = setUp(t);
  let answered = 0;
  for (let n = 0; n < 300; n++) void committer.change(account, creation('Tasks')).then(() => answered++);
  await committer.finish();
  await pause(0);
  assert.equal(answered, 300);
});

function setUp(t: TestContext, clock: Clock = systemClock) {
  const file = join(temporaryFolder(t), 'shard.db');
  const inner = openConnection({ file, access: 'write', busyTimeoutMs: 100, cacheMiB: 8 });
  t.after(() => inner.close());
  applyMigrations(inner, pendingMigrations(inner, file));
  const { lastInsertRowid } = inner.db
    .prepare(`INSERT INTO accounts (id, name, created_on) VALUES ('a', 'A', 1)`)
    .run();
  let commits = 0;
  const connection: SqliteConnection = {
    ...inner,
    prepare(sql) {
      if (sql === 'COMMIT') commits++;
      return inner.prepare(sql);
    },
  };
  const committer = createCommitter(connection, clock, undefined);
  return { committer, connection, file, account: Number(lastInsertRowid), commits: () => commits };
}

function idsIn({ db }: SqliteConnection, table: string): number[] {
  return db
    .prepare(`SELECT id FROM ${table} ORDER BY id`)
    .all()
    .map((row) => row.id as number);
}

test('a value that is taken is refused without writing the others of its batch again', async (t) => {
  const { committer, account } = setUp(t);
  const author = dana;
  const products = recordType('Products');
  const product = (SKU: string) => createRecord(products, { SKU, Name: SKU }, author) as Change;
  await committer.change(account, product('A'));
  let decided = 0;
  const other = creation('Tasks');
  const counted: Change = {
    ...other,
    decide(...seen) {
      decided++;
      return other.decide(...seen);
    },
  };
  const outcomes = await Promise.all([
    ...Array.from({ length: 5 }, () => committer.change(account, counted)),
    ...Array.from({ length: 5 }, () => committer.change(account, product('A'))),
  ]);
  assert.equal(outcomes.filter((one) => one instanceof Problem && one.code === 'value_taken').length, 5);
  assert.equal(decided, 5);
});
