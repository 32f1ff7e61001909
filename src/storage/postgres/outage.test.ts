// A database that goes away: clear refusals, nothing acknowledged is lost, and recovery without a restart of the service.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pageOf, plan, recordsOf } from '../../../tests/conformance/listing.ts';
import { create, creation, fieldsAt, made, patching } from '../../../tests/conformance/samples.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { startPostgres, testDatabase } from '../../../tests/support/postgres.ts';
import type { AccountScope } from '../../accounts/account.ts';
import { Problem, Unanswerable } from '../../problems.ts';
import type { Shard } from '../shard.ts';
import { openPostgresShard } from './shard.ts';

for (const how of ['restarted', 'killed'] as const) {
  test(`${how} under load, the database refuses for a while, loses nothing acknowledged and is used again`, async (t) => {
    const server = await startPostgres();
    t.after(() => server.stop());
    const shard = await openPostgresShard({
      keys: testKeys,
      shardID: 's1',
      url: await server.createDatabase(),
      role: 'server',
      poolSize: 4,
    });
    t.after(() => shard.close());
    const account = await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
    await made(shard.records(account), creation('Tasks'));

    const load = startLoad(shard, account);
    await pause(300);
    if (how === 'killed') await server.kill();
    await server.restart();
    const back = performance.now();
    const before = load.acknowledged.length;
    while (load.acknowledged.length < before + 20 && performance.now() < back + 10_000) await pause(20);
    await load.stop();

    assert.ok(load.acknowledged.length >= before + 20, 'changes go through again');
    assert.ok(load.refused.length > 0, 'the outage was noticed');
    for (const { code, status, headers } of load.refused) {
      assert.equal(status, 503, code);
      assert.match(headers['Retry-After']!, /^\d+$/);
    }
    const records = await recordsOf(await pageOf(shard.records(account), plan('Tasks', { take: 1000 })));
    const names = new Set(records.map((record) => record.Name));
    for (const name of load.acknowledged.slice(0, 900)) assert.ok(names.has(name), `${name} was acknowledged`);
    assert.deepEqual(await shard.examine(), []);
  });
}

test('an answer to COMMIT that is lost is reported as unavailable; the retry under the same key finds what was made', async (t) => {
  const url = await testDatabase(t);
  const cut = await cuttingProxy(t, url);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url: cut.url, role: 'tool' });
  t.after(() => shard.close());
  const store = shard.records(await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 }));
  const idempotency = { integrationID: 'i', key: 'once', fingerprint: 'f' };
  const request = creation('Tasks', { Name: 'Once' }, { idempotency });

  cut.next = 'after COMMIT';
  const answer = await store.change(request);
  assert.ok(answer instanceof Problem && answer.code === 'unavailable');
  const retried = await made(store, request);
  assert.equal(retried.outcome, 'replayed');
  assert.equal(retried.record.id, 1);

  cut.next = 'before COMMIT';
  const refused = await store.change(creation('Tasks', { Name: 'Lost' }));
  assert.ok(refused instanceof Problem && refused.code === 'unavailable');
  assert.equal((await made(store, creation('Tasks'))).record.id, 2, 'what was not committed left no gap');

  cut.next = 'after COMMIT';
  const unknown = await store.change(patching('Tasks', 2, { Name: 'Changed' }));
  assert.ok(unknown instanceof Problem && unknown.code === 'unavailable');
  assert.equal((await store.read('Tasks', 2))!.version, 2, 'If-Match with the version before would not hold');
});

test('a COMMIT that is never answered is no success, and the refusal says that its outcome is not known', async (t) => {
  const cut = await cuttingProxy(t, await testDatabase(t));
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url: cut.url, role: 'tool' });
  t.after(() => shard.close());
  const store = shard.records(await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 }));
  const idempotency = { integrationID: 'i', key: 'once', fingerprint: 'f' };
  const request = creation('Tasks', { Name: 'Once' }, { idempotency });

  cut.next = 'silent after COMMIT';
  const began = performance.now();
  const answer = await store.change(request);
  assert.ok(performance.now() < began + 5_000);
  assert.ok(answer instanceof Problem && answer.code === 'unavailable');
  assert.match(answer.detail, /whether it was made is not known/);
  assert.ok('Retry-After' in answer.headers);
  assert.equal((await made(store, request)).outcome, 'replayed', 'it was made');
});

test('of changes that share a COMMIT that is never answered none is made once more, and each is told that its outcome is not known', async (t) => {
  const cut = await cuttingProxy(t, await testDatabase(t));
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url: cut.url, role: 'tool' });
  t.after(() => shard.close());
  const store = shard.records(await shard.accounts.create({ id: 'a', name: 'A', createdOn: 0 }));
  const ids = await Promise.all(Array.from({ length: 12 }, () => create(store, 'Tasks')));
  const moved = (id: number) => patching('Tasks', id, ({ Position }) => ({ Position: (Position as number) + 1 }));
  const positions = () => Promise.all(ids.map(async (id) => (await fieldsAt(store, 'Tasks', id)).Position as number));
  const severalCut = async (moment: NonNullable<typeof cut.next>, check: (isKnown: boolean, by: number) => void) => {
    // The first two go by themselves, and may be the ones that are cut.
    for (let round = 0; round < 20; round++) {
      const before = await positions();
      const [first, ...others] = ids.map((id) => store.change(moved(id)));
      await first;
      cut.next = moment;
      const answers = await Promise.all([first!, ...others]);
      cut.next = undefined;
      const after = await positions();
      for (const [n, answer] of answers.entries()) check('outcome' in answer, after[n]! - before[n]!);
      const refused = answers.filter((answer) => answer instanceof Problem);
      for (const { code } of refused) assert.equal(code, 'unavailable');
      if (refused.length > 2) return refused;
    }
    throw new Error('None of several were cut');
  };

  for (const moment of ['after COMMIT', 'garbled after COMMIT'] as const) {
    const unknown = await severalCut(moment, (_, by) => assert.equal(by, 1, 'made, and once'));
    for (const { detail } of unknown) assert.match(detail, /whether it was made is not known/);
  }
  await severalCut('before COMMIT', (isKnown, by) => assert.equal(by, isKnown ? 1 : 0, 'not silently made again'));
});

test('a server that has no connection left to give is a refusal, and so is a pool of which all are in use', async (t) => {
  const server = await startPostgres({ settings: { max_connections: '8', superuser_reserved_connections: '0' } });
  t.after(() => server.stop());
  const url = await server.createDatabase();
  const first = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool', poolSize: 20 });
  t.after(() => first.close());
  const account = await first.accounts.create({ id: 'a', name: 'A', createdOn: 0 });
  const store = first.records(account);
  const answers = await Promise.all(Array.from({ length: 60 }, () => store.change(creation('Tasks'))));
  const lists = await Promise.all(Array.from({ length: 60 }, () => store.list(plan('Tasks', { take: 1 }))));
  const refused = [...answers, ...lists].filter((answer) => answer instanceof Problem);
  for (const { code } of refused) assert.match(code, /^(unavailable|overloaded)$/);
  assert.ok(
    lists.some((list) => list instanceof Problem),
    'more lists at once than the server has connections',
  );
  assert.ok(
    lists.some((list) => 'body' in list),
    'some got through',
  );
  assert.ok('outcome' in (await store.change(creation('Tasks'))), 'and later all do');
});

/** Writers and readers that never rest; every answer is noted. */
function startLoad(shard: Shard, account: AccountScope) {
  const store = shard.records(account);
  const acknowledged: string[] = [];
  const refused: Problem[] = [];
  let stopped = false;
  let made = 0;

  async function write(): Promise<void> {
    while (!stopped) {
      const name = `task ${++made}`;
      const answer = await store.change(creation('Tasks', { Name: name }));
      if (answer instanceof Problem) {
        refused.push(answer);
        await pause(5);
      } else acknowledged.push(name);
    }
  }

  async function read(): Promise<void> {
    while (!stopped) {
      try {
        assert.equal((await store.read('Tasks', 1))!.id, 1);
      } catch (failure) {
        assert.ok(failure instanceof Unanswerable, `${failure}`);
        refused.push(failure.problem);
      }
      const page = await store.list(plan('Tasks', { take: 2 }));
      if (page instanceof Problem) refused.push(page);
      await pause(5);
    }
  }

  const workers = [write(), write(), write(), read(), read()];
  return {
    acknowledged,
    refused,
    async stop() {
      stopped = true;
      await Promise.all(workers);
    },
  };
}

/** Passes everything on, and cuts the connection where it is told to, once. */
type Moment = 'before COMMIT' | 'after COMMIT' | 'silent after COMMIT' | 'garbled after COMMIT';

async function cuttingProxy(t: TestContext, target: string) {
  const { hostname, port } = new URL(target);
  const proxy = { url: '', next: undefined as Moment | undefined };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let moment: Moment | undefined;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    upstream.on('data', (data) => {
      if (moment === undefined) client.write(data);
      // The server has answered: the change is made, and nobody hears of it.
      else if (data.includes('COMMIT\0') && moment === 'garbled after COMMIT')
        client.write(Buffer.from([42, 0, 0, 0, 4]));
      else if (data.includes('COMMIT\0') && moment === 'after COMMIT') end();
    });
    client.on('data', (data) => {
      if (data.includes('COMMIT\0') && proxy.next !== undefined) {
        moment = proxy.next;
        proxy.next = undefined;
        if (moment === 'before COMMIT') return end();
      }
      upstream.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  proxy.url = url.href;
  return proxy;
}
