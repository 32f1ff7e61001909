// Changes that come faster than they are committed share transactions, and none of them can tell.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { create, creation, fieldsAt, patching, sample } from '../../../../tests/conformance/samples.ts';
import { testKeys } from '../../../../tests/support/keys.ts';
import { opened } from '../../../../tests/support/opened-postgres.ts';
import { Problem } from '../../../problems.ts';
import type { Change, ChangeResult } from '../../../records/store.ts';
import { accountLock } from '../../postgres/locks.ts';
import { openPostgresShard } from '../../postgres/shard.ts';

const refused = new Problem('invalid_record', 'It is refused.');
const refusing = (change: Change): Change => ({ ...change, decide: () => ({ decision: 'refused', problem: refused }) });
const failing = (change: Change, step: 'needs' | 'decide' = 'decide'): Change => ({
  ...change,
  [step]() {
    throw new Error('a fault of ours');
  },
});
/** The thread is given up after it. */
const slow = (change: Change): Change => ({
  ...change,
  needs() {
    for (const until = performance.now() + 6; performance.now() < until; );
    return [];
  },
});
const idsOf = (answers: readonly (ChangeResult | Problem)[]) =>
  answers.flatMap((answer) => ('outcome' in answer ? answer.record.id : []));

test('changes of many records share transactions, and each gets its own answer', async (t) => {
  const { store, client, shard } = await opened(t);
  const ids = await Promise.all(Array.from({ length: 40 }, () => create(store, 'Tasks')));
  const before = (await shard.vitals()).commits!;
  const answers = await Promise.all(
    ids.map((id, n) => {
      const change = patching('Tasks', id, { Name: `Task ${id}` }, { needs: () => needs(n, ids) });
      if (n % 10 === 3) return store.change(refusing(change));
      if (n % 10 === 7) return store.change({ ...change, decide: () => ({ decision: 'unchanged' }) });
      return store.change(change);
    }),
  );
  for (const [n, answer] of answers.entries()) {
    const { Name } = await fieldsAt(store, 'Tasks', ids[n]!);
    if (n % 10 === 3) assert.deepEqual([answer, Name], [refused, '']);
    else if (n % 10 === 7) assert.deepEqual([(answer as ChangeResult).outcome, Name], ['unchanged', '']);
    else assert.deepEqual([(answer as ChangeResult).record.version, Name], [2, `Task ${ids[n]}`]);
  }
  assert.equal(await transactions(client, 2).then(({ changes }) => changes), 32, 'each is logged once');
  assert.ok((await transactions(client, 2)).transactions < 16, 'several in one transaction');
  const after = (await shard.vitals()).commits!;
  assert.ok(after.changes - before.changes > 2 * (after.made - before.made));
  assert.equal(after.waiting, 0);
});

test('new records share transactions on the connection by which records were loaded, too', async (t) => {
  const { store, shard, account } = await opened(t);
  await shard.bulk(account).load('Tasks', [sample('Tasks', 1)]);
  const answers = await Promise.all(Array.from({ length: 40 }, () => store.change(creation('Tasks'))));
  assert.deepEqual(
    idsOf(answers).sort((a, b) => a - b),
    answers.map((_, n) => n + 2),
  );
});

test('new records share transactions, and what is refused among them leaves no number out', async (t) => {
  const { store, client } = await opened(t);
  const asked = Array.from({ length: 40 }, (_, n) => {
    // Under another number some have to see something else.
    const needs = (id: number) => [{ need: 'alive', type: 'Tasks', id: n % 20 === 10 ? id : 1 } as const];
    const change = creation('Tasks', { Name: `New ${n}` }, { needs });
    return store.change(n % 4 === 1 ? refusing(change) : change);
  });
  const ids = idsOf(await Promise.all(asked));
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, n) => n + 1),
  );
  for (const [n, id] of ids.entries()) {
    const asked = Math.floor(n / 3) * 4 + [0, 2, 3][n % 3]!;
    assert.equal((await fieldsAt(store, 'Tasks', id)).Name, `New ${asked}`, 'each under the number it was told');
  }
  assert.ok((await transactions(client, 1)).transactions < 20);
  assert.equal(await create(store, 'Tasks'), 31);
});

test('whoever is at fault takes nothing of the others with it, and nothing is made twice', async (t) => {
  const { store, shard } = await opened(t);
  const ids = await Promise.all(Array.from({ length: 20 }, () => create(store, 'Tasks')));
  const answers = await Promise.allSettled(
    ids.map((id, n) => {
      // Whoever comes second finds the value taken only when it is written.
      const change = patching('Tasks', id, ({ Position }) => ({
        Position: (Position as number) + 1,
        ...(n % 7 === 2 && { ExternalID: 'the same' }),
      }));
      return store.change(n === 11 ? failing(change) : change);
    }),
  );
  const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : (answer.reason as Error)));
  const taken = [2, 9, 16].map((n) => outcomes[n]!);
  assert.equal(taken.filter((one) => 'outcome' in one).length, 1);
  for (const one of taken) if (one instanceof Problem) assert.equal(one.code, 'value_taken');
  assert.equal((outcomes[11] as Error).message, 'a fault of ours');
  for (const [n, id] of ids.entries()) {
    const isMade = 'outcome' in outcomes[n]!;
    assert.equal((await fieldsAt(store, 'Tasks', id)).Position, isMade ? 1 : 0, `change ${n}`);
    assert.equal(isMade, n !== 11 && (n % 7 !== 2 || 'outcome' in outcomes[n]!), `change ${n}`);
  }
  assert.deepEqual(await shard.examine(), []);
});

test('what fails while others are still begun is told like the rest', async (t) => {
  const { store } = await opened(t);
  const ids = await Promise.all(Array.from({ length: 18 }, () => create(store, 'Tasks')));
  const answers = await Promise.allSettled(
    ids.map((id, n) => {
      const change = patching('Tasks', id, { Name: 'changed' });
      return store.change(n === 3 ? failing(change, 'needs') : slow(change));
    }),
  );
  for (const [n, { status }] of answers.entries()) assert.equal(status, n === 3 ? 'rejected' : 'fulfilled');
});

test('a record that somebody else holds keeps nobody waiting who does not want it', async (t) => {
  const { store, client } = await opened(t);
  const ids = await Promise.all(Array.from({ length: 30 }, () => create(store, 'Tasks')));
  await client.query('BEGIN');
  await client.query('SELECT FROM tasks_documents WHERE id = ANY ($1) FOR UPDATE', [[ids[0], ids[9], ids[20]]]);
  const began = performance.now();
  const held: Promise<ChangeResult | Problem>[] = [];
  const others: Promise<ChangeResult | Problem>[] = [];
  for (const [n, id] of ids.entries())
    ([0, 9, 20].includes(n) ? held : others).push(store.change(patching('Tasks', id, { Name: 'changed' })));
  assert.equal(idsOf(await Promise.all(others)).length, 27);
  assert.ok(performance.now() - began < 1_000, 'long before the lock is given up');
  assert.equal(await Promise.race([Promise.all(held), pause(50, 'waiting')]), 'waiting');
  await client.query('COMMIT');
  assert.equal(idsOf(await Promise.all(held)).length, 3);
});

test('new records behind a counter that somebody holds take no connections from others', async (t) => {
  const { store, another, account, client } = await opened(t);
  const [task, others] = [await create(store, 'Tasks'), await another()];
  const theirs = await create(others, 'Tasks');
  await client.query('BEGIN');
  await client.query('SELECT FROM record_counters WHERE account = $1 FOR UPDATE', [account.key]);
  const waiting = Array.from({ length: 100 }, () => store.change(creation('Tasks')));
  await pause(200);
  const began = performance.now();
  assert.ok('outcome' in (await store.change(patching('Tasks', task, { Name: 'x' }))));
  assert.ok('outcome' in (await others.change(patching('Tasks', theirs, { Name: 'x' }))));
  assert.ok(performance.now() - began < 1_000);
  await client.query('COMMIT');
  assert.equal(idsOf(await Promise.all(waiting)).length, 100);
});

test('of changes that wait for a lock of all each is told in the time that one waits for it', async (t) => {
  const { store, account, client } = await opened(t);
  const ids = await Promise.all(Array.from({ length: 12 }, () => create(store, 'Tasks')));
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [accountLock(account.key)]);
  const began = performance.now();
  const answers = await Promise.all(ids.map((id) => store.change(patching('Tasks', id, { Name: 'x' }))));
  for (const answer of answers) assert.equal(answer instanceof Problem && answer.code, 'unavailable');
  assert.ok(performance.now() - began < 4_500, 'not first together and then alone');
  await client.query('COMMIT');
});

test('two processes that give many records the same new values wait for no cycle of each other', async (t) => {
  const { store, account, client, url } = await opened(t);
  const other = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => other.close());
  const ids = await Promise.all(Array.from({ length: 60 }, () => create(store, 'Tasks')));
  for (let round = 0; round < 5; round++) {
    const values = Array.from({ length: 30 }, (_, n) => `round ${round}, value ${n}`);
    const forwards = values.map((value, n) => store.change(claiming(ids[n]!, value)));
    const backwards = values
      .toReversed()
      .map((value, n) => other.records(account).change(claiming(ids[30 + n]!, value)));
    assert.equal(idsOf(await Promise.all([...forwards, ...backwards])).length, 30, 'each value is given once');
  }
  assert.equal(await deadlocks(client), 0);
});

test('a chain of records above one another stays one, however many are hung up at once', async (t) => {
  const { store } = await opened(t);
  const ids = await Promise.all(Array.from({ length: 12 }, () => create(store, 'WorkOrders')));
  await Promise.all(
    ids.map((id, n) => {
      const parent = ids[(n + 1) % ids.length]!;
      const change = patching('WorkOrders', id, { ParentWorkOrderID: parent });
      const need = { need: 'ancestors', type: 'WorkOrders', field: 'ParentWorkOrderID', id: parent } as const;
      return store.change({
        ...change,
        needs: () => [need],
        decide: (current, found, moment) =>
          found.ancestors('WorkOrders', 'ParentWorkOrderID', parent)!.includes(id)
            ? { decision: 'refused', problem: refused }
            : change.decide(current, found, moment),
      });
    }),
  );
  const parents = await Promise.all(ids.map((id) => fieldsAt(store, 'WorkOrders', id)));
  assert.equal(parents.filter(({ ParentWorkOrderID }) => ParentWorkOrderID === null).length, 1, 'one was refused');
});

/** Of some a need, so that lists of what is looked up differ within a batch. */
function needs(n: number, ids: readonly number[]) {
  return n % 3 === 0 ? [{ need: 'record', type: 'Tasks', id: ids[(n + 1) % ids.length]! } as const] : [];
}

async function transactions(client: pg.Client, version: number) {
  const { rows } = await client.query(
    'SELECT count(*)::int AS changes, count(DISTINCT xmin::text)::int AS transactions FROM changes WHERE version = $1',
    [version],
  );
  return rows[0] as { changes: number; transactions: number };
}

/** Where somebody else has the value it is refused. */
function claiming(id: number, value: string): Change {
  const change = patching('Tasks', id, { ExternalID: value });
  return {
    ...change,
    needs: () => [{ need: 'taken', type: 'Tasks', field: 'ExternalID', value }],
    decide: (current, found, moment) =>
      found.taken('Tasks', 'ExternalID', value)
        ? { decision: 'refused', problem: refused }
        : change.decide(current, found, moment),
  };
}

async function deadlocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT pg_stat_force_next_flush(), deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].deadlocks;
}
