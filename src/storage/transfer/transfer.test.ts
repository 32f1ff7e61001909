// An account given away by one shard and taken in by another, in every pair of engines.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  busyAccount,
  comparable,
  idempotencyKey,
  rowsOf,
  settle,
  TRACE,
  waitingOf,
  wishes,
} from '../../../tests/conformance/busy-account.ts';
import { create, creation, made, patching, sample } from '../../../tests/conformance/samples.ts';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import type { AccountScope } from '../../accounts/account.ts';
import { listAccounts } from '../../accounts/accounts.ts';
import { sha256 } from '../../lib/ids.ts';
import { systemClock } from '../../lib/time.ts';
import { type AuditWhat, listableAudit, system } from '../../people/audit.ts';
import { Problem } from '../../problems.ts';
import type { Listing } from '../../records/lists/plan.ts';
import { planList } from '../../records/lists/planning.ts';
import { pruneOnce } from '../../webhooks/delivery/settle/retention.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import type { Shard } from '../shard.ts';
import { openConnection, type SqliteConnection } from '../sqlite/connection.ts';
import { openSqliteShard } from '../sqlite/shard.ts';
import { StorageError } from '../storage-error.ts';
import { type AccountRow, columnIndexOf, isWaitingDelivery, type RowValue, rowColumnsOf } from './account-rows.ts';
import { isInvalidatedByMove } from './moved-recoveries.ts';
import { removeAccount } from './remove-account.sqlite.ts';

const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

const ID = 'acc_moving';

for (const [from, to] of [engines, engines.toReversed()] as [Engine, Engine][]) {
  test(`an endpoint that is down is as much down after a move from ${from} to ${to}`, async (t) => {
    const [old, young] = [await open(t, from, 's1'), await open(t, to, 's2')];
    const account = await busyAccount(old, ID);
    const subscriptions = old.subscriptions(account, `int_1_${ID}`);
    await subscriptions.change(2, () => ({ ...wishes, action: 'Created', patience: '7d' }));
    await settle(old, account, 503, 2);
    const { waiting, patience } = (await subscriptions.find(2))!;
    assert.deepEqual([patience, waiting?.count], ['7d', 3]);
    const before = await rowsOf(old, account);
    await young.importAccount(moving, each(before));
    const arrived = (await young.accounts.find(ID))!;
    assert.deepEqual(comparable(await rowsOf(young, arrived)), comparable(before));
    assert.deepEqual((await young.subscriptions(arrived, `int_1_${ID}`).find(2))!.waiting, waiting);
    assert.deepEqual(await young.examine(), []);
    await young.accounts.setFrozen(arrived, false);
    const heads = (await waitingOf(young, arrived)).find(({ heads }) => heads.target.subscriptionID === 2)!.heads;
    assert.deepEqual([heads.due.length, heads.due[0]!.probe, heads.down?.record], [1, true, 1], 'one other is tried');
  });
}

for (const [from, to] of engines.flatMap((from) => engines.map((to): [Engine, Engine] => [from, to]))) {
  test(`an account is the same after it has moved from ${from} to ${to}`, async (t) => {
    const { old, young, account, arrived, before } = await moved(t, from, to);
    assert.deepEqual(comparable(await rowsOf(young, arrived)), comparable(before));
    assert.deepEqual(await young.examine(), []);
    assert.deepEqual(await old.examine(), []);
    assert.deepEqual(
      comparable(await rowsOf(old, account)),
      comparable(before),
      'it is still there until it is removed',
    );
  });

  test(`that an account has come from ${from} to ${to} is the last entry of its audit log`, async (t) => {
    const [old, young] = [await open(t, from, 's1'), await open(t, to, 's2')];
    const account = await busyAccount(old, ID);
    const told = (on: number, what: AuditWhat) => ({ on, what, by: system, address: null, about: null });
    await old.people.audit(account, told(1, 'account.exported'));
    await young.importAccount(moving, each(await rowsOf(old, account)), told(2, 'account.imported'));
    const arrived = (await young.accounts.find(ID))!;
    const log = await young.people.auditLog(arrived, planList(listableAudit, 'orderby=id') as Listing);
    assert.ok(!(log instanceof Problem));
    const whats = (JSON.parse(log.body) as { what: string }[]).map(({ what }) => what);
    assert.deepEqual(whats.slice(-2), ['account.exported', 'account.imported']);
  });

  test(`keys, counters and waiting deliveries work on after a move from ${from} to ${to}`, async (t) => {
    const { young, arrived } = await moved(t, from, to);
    const credential = (await young.accounts.credential(`key_1_${ID}`))!;
    assert.deepEqual(credential.secretHash, sha256('third'));
    const previous = ['second', 'first'].map((text) => ({ hash: sha256(text), validUntil: 4_000_000_000_000 }));
    assert.deepEqual(credential.previousSecrets, previous);
    assert.equal(credential.account.shardID, 's2');
    assert.equal((await young.accounts.credential(`key_2_${ID}`))!.revoked, true);
    const used = (await young.people.useOfKeys(arrived, 0)).get(`int_1_${ID}`)!;
    assert.deepEqual([used.lastUsedOn, used.lastAddress], [1_755_000_000_000, '192.0.2.1']);
    assert.equal(used.previous!.calls, 2, 'whether the secret of before is still used is known');

    const refused = await young.records(arrived).change(creation('Tasks'));
    assert.ok('code' in refused && refused.code === 'account_frozen');
    assert.deepEqual(await waitingOf(young, arrived), [], 'nothing is sent before it is thawed');
    await young.accounts.setFrozen(arrived, false);

    const store = young.records(arrived);
    assert.equal(await create(store, 'Tasks'), 4);
    assert.equal((await made(store, patching('Tasks', 1, { Name: 'Further' }, { events: [] }))).record.version, 5);
    const idempotency = idempotencyKey(`int_1_${ID}`);
    const replayed = await made(store, creation('Boards', { Name: 'Never' }, { idempotency }));
    assert.equal(replayed.outcome, 'replayed');
    assert.equal(JSON.parse(replayed.record.text).Name, 'Once');
    const subscription = await young.subscriptions(arrived, `int_1_${ID}`).create({ ...wishes, action: 'Updated' }, 10);
    assert.ok('id' in subscription! && subscription.id === 4, 'ids of subscriptions are counted on');

    const waiting = await waitingOf(young, arrived);
    assert.deepEqual(
      waiting.map(({ heads }) => [heads.target.subscriptionID, heads.due.map(({ record }) => record)]),
      [
        [1, [2, 1, 4]],
        [2, [1, 2, 3]],
      ],
    );
    const [tried, next] = waiting[0]!.heads.due;
    assert.equal(JSON.parse(next!.text!).Name, 'Waits');
    assert.equal(next!.before[0]!.state, 'succeeded', 'what was sent before it is known');
    assert.equal(tried!.attempt, 4, 'attempts that were made stay counted');
    assert.deepEqual([next!.traceparent, tried!.traceparent], [TRACE, undefined]);
  });
}

for (const engine of engines) {
  test(`an import that fails in the middle leaves nothing behind on ${engine}`, async (t) => {
    const [old, young] = [await open(t, 'sqlite', 's1'), await open(t, engine, 's2')];
    const rows = await rowsOf(old, await busyAccount(old, ID));
    for (const end of [1, rows.length >> 1, rows.length - 1, rows.length]) {
      async function* broken() {
        yield* rows.slice(0, end);
        throw new Error('cut off');
      }
      await assert.rejects(young.importAccount(moving, broken()), /cut off/);
      assert.deepEqual(await young.accounts.list(), []);
      assert.equal(await young.accounts.credential(`key_1_${ID}`), undefined);
    }
    await young.importAccount(moving, each(rows));
    assert.deepEqual(await young.examine(), []);
  });

  test(`an account that is there already is not imported on ${engine}`, async (t) => {
    const shard = await open(t, engine, 's1');
    const account = await busyAccount(shard, ID);
    const rows = await rowsOf(shard, account);
    await assert.rejects(shard.importAccount(moving, each(rows)), StorageError);
    assert.deepEqual(await rowsOf(shard, account), rows);
    assert.equal((await shard.accounts.list()).length, 1);
  });

  test(`rows that refer to nothing are refused on ${engine}`, async (t) => {
    const [old, young] = [await open(t, 'sqlite', 's1'), await open(t, engine, 's2')];
    const rows = await rowsOf(old, await busyAccount(old, ID));
    for (const missing of ['Assets', 'subscriptions', 'changes'] as const) {
      const some = rows.filter(({ kind }) => kind !== missing);
      await assert.rejects(young.importAccount(moving, each(some)), missing);
      assert.deepEqual(await young.accounts.list(), [], missing);
    }
  });

  test(`a run that goes by numbers of deliveries ends when they become others on ${engine}`, async (t) => {
    const [old, young] = [await open(t, 'sqlite', 's1'), await open(t, engine, 's2')];
    const account = await busyAccount(old, ID);
    const wish = { kind: 'resend', filter: 'id=1+gt&extFilter=true' } as const;
    await old.recoveries(account, undefined, 0).begin(2, wish, 7);
    await young.importAccount(moving, each(await rowsOf(old, account)));
    const recoveries = young.recoveries((await young.accounts.find(ID))!, undefined, 0);
    const [byNumber] = (await recoveries.list(2))!;
    assert.deepEqual([byNumber!.state, byNumber!.wish, byNumber!.endedOn !== null], ['failed', wish, true]);
    assert.match(byNumber!.reason!, /^It goes by numbers of deliveries, which are others since the account was moved/);
    assert.deepEqual(
      (await recoveries.list(1))!.map(({ state }) => state),
      ['paused'],
    );
    assert.deepEqual(await young.examine(), []);
  });

  test(`a delivery whose event was forgotten is not taken for another account's after it moved to ${engine}`, async (t) => {
    const [old, young] = [await open(t, 'sqlite', 's1'), await open(t, engine, 's2')];
    const account = await busyAccount(old, ID);
    await busyAccount(young, 'acc_other');
    const rows = await rowsOf(old, account);
    const change = columnIndexOf('deliveries', 'change_seq');
    const waiting = new Set(rows.filter(isWaitingDelivery).map(({ values }) => values[change]!));
    const left = rows.filter(({ kind, values }) => kind !== 'changes' || waiting.has(values[0]!));
    assert.ok(left.length < rows.length);
    await young.importAccount(moving, each(left));
    const arrived = (await young.accounts.find(ID))!;
    await young.accounts.setFrozen(arrived, false);
    const failed = (await rowsOf(young, arrived)).find(
      ({ values }) => values[columnIndexOf('deliveries', 'state')] === 'suppressed',
    );
    const delivery = failed!.values[columnIndexOf('deliveries', 'id')] as number;
    const refused = await young.subscriptions(arrived, `int_1_${ID}`).resend(1, delivery);
    assert.ok(refused !== undefined && 'code' in refused, 'there is nothing left to send');
  });

  test(`what is old of an account that has moved to ${engine} is forgotten, also behind what is younger of others`, async (t) => {
    const [old, young] = [await open(t, 'sqlite', 's1'), await open(t, engine, 's2')];
    const account = await busyAccount(old, ID);
    for (let n = 0; n < 20; n++) await create(old.records(account), 'Boards');
    const other = await busyAccount(young, 'acc_other');
    // More than are looked at in a step.
    for (let n = 0; n < 100; n++) await create(young.records(other), 'Boards');
    const others = comparable(await rowsOf(young, other));
    await young.importAccount(moving, each((await rowsOf(old, account)).map(agedBy(100 * DAY_MS))));
    const arrived = (await young.accounts.find(ID))!;
    const changed = async () => {
      const rows = (await rowsOf(young, arrived)).filter(({ kind }) => kind === 'changes');
      return new Set(rows.map(({ values }) => values[columnIndexOf('changes', 'type')]));
    };
    assert.deepEqual(await changed(), new Set(['Boards', 'Tasks']));
    const kept = { deliveryDays: 30, eventDays: 7, historyDays: 90, everyMs: 0, pauseMs: 0 };
    const onFailure = (failure: unknown) => assert.fail(failure as Error);
    await pruneOnce({ archive: young.archive, clock: systemClock, ...kept, onFailure }, new AbortController().signal);
    assert.deepEqual(await changed(), new Set(['Tasks']), 'of tasks there is still something to tell');
    const deliveries = (await rowsOf(young, arrived)).filter(({ kind }) => kind === 'deliveries');
    assert.ok(deliveries.length > 0 && deliveries.every(isWaitingDelivery));
    assert.deepEqual(comparable(await rowsOf(young, other)), others);
    const { begins, newest } = await young.log(arrived).bounds();
    assert.equal(begins, newest, 'the newest was forgotten');
    // What is kept of before, for a delivery that waits, says nothing of how assets stood since.
    assert.equal(await young.figures(arrived).statusHistory(undefined, Date.now(), 10), 'not covered');
    assert.deepEqual(await young.examine(), []);
  });

  test(`what is written while an account is exported from ${engine} is not in it`, async (t) => {
    const shard = await open(t, engine, 's1');
    const account = await busyAccount(shard, ID);
    const before = await rowsOf(shard, account);
    const seen = await shard.exportAccount(account, async ({ frozen, rows }) => {
      assert.equal(frozen, false);
      const seen: AccountRow[] = [];
      for await (const row of rows) {
        if (seen.push(row) === 1) await made(shard.records(account), patching('Tasks', 1, { Name: 'Too late' }));
      }
      return seen;
    });
    assert.deepEqual(seen, before);
    assert.notDeepEqual(await rowsOf(shard, account), before);
  });
}

test('numbers of deliveries are found in a filter however they are asked for', () => {
  const row = (filter: string, ended: number | null): AccountRow => {
    const given: Record<string, RowValue> = { wish: JSON.stringify({ kind: 'resend', filter }), ended_on: ended };
    return { kind: 'recoveries', values: Object.keys(rowColumnsOf('recoveries')).map((name) => given[name] ?? null) };
  };
  for (const filter of ['ID=7', '%69d=7', 'id=7+gt&extFilter=true', 'resendOf=7&resendOf=null', 'contains=repeats:7']) {
    assert.deepEqual(
      [isInvalidatedByMove(row(filter, null)), isInvalidatedByMove(row(filter, 1))],
      [true, false],
      filter,
    );
  }
  for (const filter of ['', 'recordID=7', 'repeats=null&state=failed', 'resendOf=null+ne&extFilter=true']) {
    assert.equal(isInvalidatedByMove(row(filter, null)), false, filter);
  }
});

test('while an import into SQLite is under way, nothing of it can be reached and no other can begin', async (t) => {
  const [old, young] = [await open(t, 'sqlite', 's1'), await open(t, 'sqlite', 's2')];
  const rows = await rowsOf(old, await busyAccount(old, ID));
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  async function* stuck() {
    yield* rows.slice(0, -1);
    reached.resolve();
    await goOn.promise;
    yield* rows.slice(-1);
  }
  const first = young.importAccount(moving, stuck());
  await reached.promise;
  await assert.rejects(young.importAccount(moving, each(rows)), /under way/);
  assert.equal(await young.accounts.find(ID), undefined);
  const [part, ...others] = await young.accounts.parts();
  assert.deepEqual([part?.accountID, part?.partly, others], [ID, 'imported', []]);
  await assert.rejects(young.accounts.removePart(part!), /under way/);
  assert.equal(await young.accounts.credential(`key_1_${ID}`), undefined);
  assert.deepEqual(await young.deliveries.subscriptionsWaiting(0, 10), []);
  assert.deepEqual(await young.examine(), []);
  goOn.resolve();
  await first;
  assert.equal(await young.accounts.removePart(part!), false, 'by now it is whole');
  assert.ok(await young.accounts.credential(`key_1_${ID}`));
});

test('an account that is half imported into SQLite is no damage', async (t) => {
  const shard = await open(t, 'sqlite', 's1');
  const [versions, half] = [300, 150];
  const text = JSON.stringify(sample('Locations', 1, { Name: 'Hall', CreatedBy: 'a@b.c', UpdatedBy: 'a@b.c' }));
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  async function* stuck(): AsyncGenerator<AccountRow> {
    yield { kind: 'record_counters', values: ['Locations', 1] };
    yield { kind: 'Locations', values: [versions, text] };
    for (let version = 2; version <= versions; version++) {
      if (version === half) reached.resolve();
      if (version === half) await goOn.promise;
      const by = ['integration', 'int_1', 'ERP', 'a@b.c', null];
      yield {
        kind: 'changes',
        values: [version, 'Locations', 1, version, 5, ...by, '', null, null, null, '{}', null],
      };
    }
  }
  const importing = shard.importAccount(moving, stuck());
  await reached.promise;
  assert.deepEqual(await shard.examine(), [], 'a backup of this moment can be restored');
  goOn.resolve();
  await importing;
  assert.deepEqual(await shard.examine(), []);
});

test('an account that is half removed from SQLite is no damage nor an account, and the rest of it goes when that is asked for again', async (t) => {
  const file = join(temporaryFolder(t), 'shard.db');
  const shard = await openSqliteShard({ shardID: 's1', file, role: 'server', readerThreads: 1 });
  t.after(() => shard.close());
  const account = await shard.accounts.create(moving);
  const store = shard.records(account);
  for (let id = 1; id <= 60; id++) {
    const ParentLocationID = id === 1 ? null : id - 1;
    await create(store, 'Locations', { Name: `Room ${id}`, ParentLocationID });
  }
  assert.deepEqual(await shard.examine(), []);
  const connection = openConnection({ file, access: 'write', busyTimeoutMs: 1_000, cacheMiB: 1 });
  t.after(() => connection.close());
  for (let steps = 1; (await listAccounts([shard.accounts])).length > 0; steps++) {
    let left = steps;
    const killed: SqliteConnection = {
      ...connection,
      transaction(work) {
        if (left-- === 0) throw new Error('killed');
        return connection.transaction(work);
      },
    };
    await removeAccount(killed, account.key, undefined).catch(({ message }) => assert.equal(message, 'killed'));
    assert.deepEqual(await shard.examine(), [], `after ${steps} steps`);
    if (steps > 1) continue;
    await shard.accounts.setFrozen(account, false);
    const [part] = await shard.accounts.parts();
    assert.deepEqual([part?.accountID, part?.partly, part?.frozen], [ID, 'removed', true]);
    assert.equal(await shard.accounts.find(ID), undefined);
    await assert.rejects(rowsOf(shard, account), /removed/);
    await assert.rejects(shard.importAccount(moving, each([])), /already/);
  }
});

const moving = { id: ID, name: 'Harbour & Pine "™"\n', createdOn: 1_750_000_000_123, currency: 'GBP' };

async function moved(t: TestContext, from: Engine, to: Engine) {
  const [old, young] = [await open(t, from, 's1'), await open(t, to, 's2')];
  const account = await busyAccount(old, ID);
  // Numbers of changes and deliveries are taken on the new shard already, by others.
  await busyAccount(young, 'acc_other');
  await old.accounts.setFrozen(account, true);
  const before = await rowsOf(old, account);
  await old.exportAccount(account, async (snapshot) => {
    assert.equal(snapshot.frozen, true);
    assert.deepEqual(snapshot.account, moving);
    await young.importAccount(snapshot.account, snapshot.rows);
  });
  const [, listed] = await young.accounts.list();
  assert.deepEqual(listed, {
    accountID: ID,
    shardID: 's2',
    name: moving.name,
    createdOn: moving.createdOn,
    frozen: true,
    currency: 'GBP',
  });
  return { old, young, account, before, arrived: (await young.accounts.find(ID)) as AccountScope };
}

async function open(t: TestContext, engine: Engine, shardID: string): Promise<Shard> {
  const shard =
    engine === 'sqlite'
      ? await openSqliteShard({ shardID, file: join(temporaryFolder(t), 'shard.db'), role: 'server', readerThreads: 1 })
      : await openPostgresShard({ keys: testKeys, shardID, url: await testDatabase(t), role: 'server', poolSize: 4 });
  t.after(() => shard.close());
  return shard;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** As if all that happened to it had been so much earlier. */
function agedBy(ms: number): (row: AccountRow) => AccountRow {
  const times = ['changes.committed_on', 'deliveries.created_on', 'deliveries.processed_on', 'deliveries.settled_on'];
  return ({ kind, values }) => {
    const columns = Object.keys(rowColumnsOf(kind));
    const isTime = (n: number) => times.includes(`${kind}.${columns[n]}`);
    return { kind, values: values.map((value, n) => (isTime(n) && value !== null ? (value as number) - ms : value)) };
  };
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}
