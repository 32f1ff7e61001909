import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { texts } from '../clients/typescript/src/api.ts';
import {
  type Collections,
  type Connection,
  connect,
  Refusal,
  verifyDelivery,
} from '../clients/typescript/src/index.ts';
import { fieldsOf, recordTypes } from '../src/catalogue/index.ts';
import { onBothEngines, onEitherEngine, startApp, type TestApp } from './support/app.ts';
import { startRedirecting } from './support/redirecting.ts';
import { sharedApp } from './support/shared-app.ts';

/** The TypeScript client against the running service. */

const root = join(import.meta.dirname, '..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
type TaskQuery = Collections['Tasks']['query'];

onBothEngines('a filter without a value is refused, and finds not everything', async (engine) => {
  const mds = connect((await connected(await sharedApp(engine))).connection);
  const { data: task } = await mds.Tasks.create({ Name: 'Check the valve' });
  for (const query of [
    { ID: [] },
    { ID: [], extFilter: true },
    { ID: [], orderby: 'Name' },
    { Name: [], fuzzy: true },
  ]) {
    const empty = /(ID|Name) is an empty list/;
    await assert.rejects(mds.Tasks.list(query as TaskQuery), empty);
    await assert.rejects(Array.fromAsync(mds.Tasks.all(query as TaskQuery)), empty);
  }
  await assert.rejects(mds.call('listTasks', { query: { ID: [] } }), /ID is an empty list/);
  await assert.rejects(mds.changes({ entityType: [] } as never).next(), /entityType is an empty list/);
  const unsaid = { ID: undefined, Name: undefined } as unknown as TaskQuery;
  assert.deepEqual(await Array.fromAsync(mds.Tasks.all(unsaid)), [task], 'what is undefined is left out');
  assert.deepEqual((await mds.Tasks.list(unsaid)).data, [task]);
});

onBothEngines('the client creates, reads, changes and deletes a record, with types', async (engine) => {
  const mds = connect((await connected(await sharedApp(engine))).connection);
  const { data: task, headers } = await mds.Tasks.create({ Name: 'Check the valve', Priority: 'High' });
  assert.equal(headers.get('location'), `/api/Tasks/${task.ID}`);
  const priority: 'None' | 'Low' | 'Medium' | 'High' | 'Urgent' = task.Priority;
  assert.equal(priority, 'High');

  const read = await mds.Tasks.get(task.ID);
  assert.deepEqual(read.data, task);
  const unchanged = await mds.Tasks.get(task.ID, { ifNoneMatch: read.etag! });
  assert.deepEqual([unchanged.status, unchanged.data], [304, undefined]);

  const patch = [{ op: 'replace', path: '/Description', value: 'Twice' }] as const;
  const changed = await mds.Tasks.patch(task.ID, patch, { ifMatch: read.etag! });
  assert.equal(changed.data.Description, 'Twice');
  await assert.rejects(mds.Tasks.patch(task.ID, patch, { ifMatch: read.etag! }), isRefusal('precondition_failed', 412));

  assert.deepEqual((await mds.Tasks.delete(task.ID)).data, undefined);
  assert.equal((await mds.Tasks.list()).data.length, 0);
  assert.equal((await mds.Tasks.list({ Deleted: true })).data.length, 1);
});

onBothEngines('paging through all finds every record once, whatever the page size', async (engine) => {
  const mds = connect((await connected(await sharedApp(engine))).connection);
  const names = Array.from({ length: 23 }, (_, index) => `Task ${String(index).padStart(2, '0')}`);
  for (const Name of names) await mds.Tasks.create({ Name, Status: Name.endsWith('7') ? 'Completed' : 'Open' });
  for (const take of [1, 7, 23, 100, undefined]) {
    const found: string[] = [];
    const query = { Status: ['Open', 'Completed'], orderby: 'Name Desc', ...(take === undefined ? {} : { take }) };
    for await (const task of mds.Tasks.all(query)) found.push(task.Name);
    assert.deepEqual(found, names.toReversed());
  }
  const completed: string[] = [];
  for await (const { Name } of mds.Tasks.all({ CompletedOn: 'null ne', extFilter: true, take: 1 }))
    completed.push(Name);
  assert.deepEqual(completed, ['Task 07', 'Task 17']);
  const open = await mds.Tasks.list({ CompletedOn: null, count: true, take: 0 });
  assert.equal(open.headers.get('x-total-count'), '21');
});

test('the client knows which filters are texts: of those null is a word', () => {
  const known = recordTypes.map((type) => {
    const fields = Object.entries(fieldsOf(type)).filter(([, { kind }]) => kind === 'text');
    return [`list${type.name}`, fields.map(([name]) => name)];
  });
  assert.deepEqual(texts, Object.fromEntries(known));
});

onEitherEngine('reading all leaves no record out, though those read stop matching meanwhile', async (engine) => {
  const mds = connect((await connected(await sharedApp(engine))).connection);
  const made: number[] = [];
  for (let n = 0; n < 30; n++)
    made.push((await mds.Tasks.create({ Name: n % 3 === 0 ? 'null' : `Task ${n} gt` })).data.ID);
  const drained = async (query: TaskQuery, path: `/${string}`, value: string) => {
    const found: number[] = [];
    for await (const { ID } of mds.Tasks.all({ take: 4, ...query })) {
      found.push(ID);
      await mds.Tasks.patch(ID, [{ op: 'replace', path, value }]);
    }
    return found;
  };
  const named = (name: string) => made.filter((_, n) => (n % 3 === 0 ? 'null' : 'task') === name);
  assert.deepEqual(await drained({ Status: 'Open', fields: 'Name' }, '/Status', 'Completed'), made);
  assert.deepEqual(await drained({ Name: 'TASK', Priority: 'None', fuzzy: true }, '/Priority', 'High'), named('task'));
  assert.deepEqual(await drained({ Name: 'null', Priority: 'None', take: 1 }, '/Priority', 'Low'), named('null'));
  const unset = { Priority: undefined } as unknown as TaskQuery;
  assert.deepEqual(await drained({ ID: made, Result: null, ...unset }, '/Result', 'seen'), made);
  const behind = { Result: 'seen', ID: `${made[2]} ne`, extFilter: true, skip: 3 };
  assert.deepEqual(await drained(behind, '/Result', 'again'), made.slice(4));
  const idsOf = async (query: TaskQuery) => {
    const ids: number[] = [];
    for await (const { ID } of mds.Tasks.all({ ...query, take: 4 })) ids.push(ID);
    return ids;
  };
  assert.deepEqual(await idsOf({ Name: 'Task 4 gt' }), [made[4]], 'a text that ends in an operator is a text');
  assert.equal((await idsOf({ Name: 'null' })).length, 10, 'and so is the word null');
  assert.equal((await idsOf({ DueOn: null })).length, 30);
  await mds.Tasks.patch(made[4]!, [{ op: 'replace', path: '/Notes', value: 'Called' }]);
  const unnoted = made.filter((id) => id !== made[4]);
  assert.deepEqual(await idsOf({ Notes: null }), unnoted, 'null is no word, whichever way it is asked for');
  assert.deepEqual(await idsOf({ Notes: null, orderby: 'ID' }), unnoted);
  assert.deepEqual(
    await idsOf({ Notes: null, contains: 'Name:TASK', DueOn: 'null' }),
    named('task').filter((id) => id !== made[4]),
  );
  for (const beside of [{ Name: 'task', fuzzy: true }, { Name: 'null' }]) {
    const unsaid = { Notes: null, ...beside };
    const told = { name: 'TypeError', message: /^Notes: null cannot stand beside .* contains/ };
    await assert.rejects(mds.Tasks.list(unsaid), told, 'it would be the word');
    await assert.rejects(idsOf(unsaid), told);
    const dated = await mds.Tasks.list({ dueon: null, ...beside, count: true, take: 0 } as object);
    assert.equal(dated.headers.get('x-total-count'), beside.fuzzy ? '20' : '10', 'of what is no text it is no word');
    assert.equal((await idsOf({ DueOn: null, ...beside })).length, beside.fuzzy ? 20 : 10);
  }
  const page = (await mds.Tasks.list({ Notes: null, take: 50 })).data;
  assert.deepEqual(
    page.map(({ ID }) => ID),
    unnoted,
  );
  const many = [...made, ...Array.from({ length: 100 - made.length }, (_, n) => made.at(-1)! + 1 + n)];
  assert.deepEqual(await idsOf({ ID: many }), made, 'as many values as a page can be asked for');
  assert.deepEqual(await idsOf({ ID: `${made[9]} ge`, extFilter: true }), made.slice(9));
  assert.deepEqual(await idsOf({ ID: [made[3]!, made[20]!] }), [made[3], made[20]]);
  assert.equal((await idsOf({ Name: 'task', fuzzy: true })).length, 20);
  assert.equal((await idsOf({ search: 'task', contains: 'Name:1' })).length, 8);
});

onBothEngines('what matches all the while is read once, while others write at the same time', async (engine) => {
  const { connection } = await connected(await sharedApp(engine));
  const [mds, other] = [connect(connection), connect(connection)];
  const made: number[] = [];
  for (let n = 0; n < 20; n++) made.push((await mds.Tasks.create({ Name: 'Round' })).data.ID);
  const staying = made.filter((_, n) => n % 4 === 3);
  const going = made.filter((_, n) => n % 4 !== 3);
  const reading = new AbortController();
  const writing = (async () => {
    for (let n = 0; !reading.signal.aborted; n++) {
      const value = Math.floor(n / going.length) % 2 === 0 ? 'Completed' : 'Open';
      await other.Tasks.patch(going[n % going.length]!, [{ op: 'replace', path: '/Status', value }]);
    }
  })();
  for (const how of [{ Status: 'Open' }, { Status: 'open', fuzzy: true }, { ID: made, Status: 'Open' }] as const) {
    const found: number[] = [];
    for await (const { ID } of mds.Tasks.all({ ...how, take: 3 })) found.push(ID);
    assert.deepEqual(
      found.filter((id) => staying.includes(id)),
      staying,
    );
    assert.equal(new Set(found).size, found.length);
  }
  reading.abort();
  await writing;
});

onBothEngines(
  'a feed from now on goes on from that now, though the first request that waits breaks',
  async (engine) => {
    const { connection } = await connected(await sharedApp(engine));
    const mds = connect(connection);
    let broken = false;
    const breaking: typeof fetch = async (url, init) => {
      if (broken || !/[?&]wait=[1-9]/.test(String(url))) return fetch(url, init);
      broken = true;
      await mds.Tasks.create({ Name: 'While it was broken' });
      throw new TypeError('fetch failed');
    };
    const retry = { attempts: 1, sleep: async () => {} };
    const feed = connect({ ...connection, fetch: breaking, retry }).changes({ after: 'now' });
    const { value } = await feed.next();
    assert.equal(value?.data?.Name, 'While it was broken');
  },
);

onBothEngines('the feed gives each change once, in order, though it is cut off again and again', async (engine) => {
  const app = await sharedApp(engine);
  const { connection } = await connected(app);
  const mds = connect(connection);
  const { data: first } = await mds.Tasks.create({ Name: 'change 0' });
  let asked = 0;
  const breaking: typeof fetch = async (...args) => {
    asked++;
    if (asked % 3 === 1) throw new TypeError('fetch failed');
    if (asked % 3 === 2) return new Response('<html>busy</html>', { status: 502 });
    return fetch(...args);
  };
  const sleep = async () => {};
  const cut = connect({ ...connection, fetch: breaking, retry: { sleep } });
  const names: unknown[] = [];
  const ended = new AbortController();
  for await (const { id, data } of cut.changes({ entityType: 'Tasks', take: 2 }, { signal: ended.signal })) {
    names.push((data as { Name: string }).Name);
    if (names.length < 6) await mds.Tasks.create({ Name: `change ${names.length}` });
    else break;
    assert.ok(id >= first.ID);
  }
  assert.deepEqual(
    names,
    Array.from({ length: 6 }, (_, n) => `change ${n}`),
  );
  await assert.rejects(cut.changes({ after: 'nowhere' }).next(), isRefusal('invalid_query', 400));
  setTimeout(() => ended.abort(), 50);
  await assert.rejects(cut.changes({ after: 'now' }, { signal: ended.signal }).next(), { name: 'AbortError' });

  const { data: history } = await mds.Tasks.history(first.ID, { field: 'Name' });
  assert.deepEqual(
    history.map(({ version, by }) => [version, by.kind]),
    [[1, 'integration']],
  );
});

test('an address that leads elsewhere is not followed: what is made is not asked for, and no credentials go there', async (t) => {
  const { connection } = await connected(await sharedApp('sqlite'));
  const { url, followed } = await startRedirecting(t);
  const mds = connect({ ...connection, baseUrl: url });
  const isTold = (refusal: Refusal) =>
    refusal.status === 301 && /leads to http.*\/api\/Tasks, and nothing was sent there/.test(refusal.problem.detail);
  await assert.rejects(mds.Tasks.create({ Name: 'Check the valve' }), isTold);
  await assert.rejects(mds.Tasks.list(), isTold);
  assert.deepEqual(followed, []);
});

test('what is wrong with a connection itself is said when it is made, not asked again for ever', () => {
  const right = { baseUrl: 'https://mds.example.com/path', apiKey: 'a', vaultSecret: 'b', shardID: 's1' };
  connect(right);
  for (const baseUrl of ['127.0.0.1:8080', 'localhost:8080', 'mds.example.com', ''])
    assert.throws(
      () => connect({ ...right, baseUrl }),
      { name: 'TypeError', message: /^baseUrl .*https:\/\// },
      baseUrl,
    );
  for (const vaultSecret of ['“b”', 'b\r\nc'])
    assert.throws(() => connect({ ...right, vaultSecret }), { name: 'TypeError', message: /^vaultSecret [^“]*$/ });
});

test('a page of a proxy is an error with a problem, and what never answers ends in time', async (t) => {
  const { connection } = await connected(await sharedApp('sqlite'));
  const proxied = connect({ ...connection, fetch: async () => new Response('<html>Sign in</html>') });
  await assert.rejects(proxied.call('getMe'), (refusal: Refusal) => /Sign in/.test(refusal.problem.detail));
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const mds = connect({ ...connection, baseUrl, timeoutMs: 100, retry: { attempts: 2, sleep: async () => {} } });
  await assert.rejects(mds.call('getMe'), { name: 'TimeoutError' });
});

test('a delivery is verified by its signature and its age, whichever of two secrets it was signed with', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  const headers = {
    'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1a,xx v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const now = 1_614_265_330_000;
  assert.deepEqual(await verifyDelivery(body, headers, secret, { now }), { test: 2432232314 });
  const bytes = new TextEncoder().encode(body);
  assert.deepEqual(await verifyDelivery(bytes, new Headers(headers), ['whsec_AAAA', secret], { now }), {
    test: 2432232314,
  });
  const refused = { name: 'UnverifiedDelivery' };
  await assert.rejects(verifyDelivery(`${body} `, headers, secret, { now }), refused);
  await assert.rejects(verifyDelivery(body, headers, 'whsec_AAAA', { now }), refused);
  await assert.rejects(verifyDelivery(body, headers, secret, { now: now + 301_000 }), refused);
  await assert.rejects(verifyDelivery(body, headers, secret, { now: now - 301_000 }), refused);
  await assert.rejects(verifyDelivery(body, { ...headers, 'webhook-signature': undefined }, secret, { now }), refused);
});

onBothEngines('every operation can be called by its name', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const mds = connect((await connected(app)).connection);
  assert.equal((await mds.call('getMe')).data.webhooks, true);
  const body = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://127.0.0.1:9/' } as const;
  const { data: hook } = await mds.call('createWebhook', { body });
  await mds.call('testWebhook', { path: { id: hook.id } });
  const causes: string[] = [];
  // @ts-expect-error: it has no end.
  await assert.rejects(mds.items('listChanges').next(), /has no end.*changes/);
  // @ts-expect-error: it has no pages.
  await assert.rejects(mds.items('listTaskMoves', { path: { id: 1 } }).next(), /take/);
  // @ts-expect-error: it needs the type and the action.
  await assert.rejects(mds.call('listWebhookSamples'), /entityType/);
  assert.equal((await mds.call('rotateWebhookSecret', { path: { id: hook.id } })).status, 200);
  for await (const { cause } of mds.items('listWebhookDeliveries', { path: { id: hook.id } })) causes.push(cause);
  assert.deepEqual(causes, ['test']);
  assert.equal((await mds.call('deleteWebhook', { path: { id: hook.id } })).status, 204);
});

onBothEngines('the client tries writes, asks for moves and names, and knows the record types', async (engine) => {
  const mds = connect((await connected(await sharedApp(engine))).connection);
  const { data: task } = await mds.Tasks.create({ Name: 'Check the valve' });
  const patch = [{ op: 'replace', path: '/Status', value: 'Completed' }] as const;
  const { data: tried } = await mds.Tasks.dryRun({ id: task.ID, patch });
  assert.deepEqual(tried.events, ['Updated', 'Completed']);
  const status: 'Open' | 'InProgress' | 'Completed' | 'Cancelled' = tried.record.Status;
  assert.equal(status, 'Completed');
  assert.deepEqual((await mds.Tasks.get(task.ID)).data, task);
  // @ts-expect-error a task needs a Name
  await assert.rejects(mds.Tasks.dryRun({ create: {} }), isRefusal('invalid_record', 400));

  const { data: moves } = await mds.Tasks.moves(task.ID);
  assert.deepEqual(moves.find(({ to }) => to === 'Completed')?.asks, ['Result', 'SpentMinutes']);
  // @ts-expect-error boards have no states
  assert.equal(mds.Boards.moves, undefined);

  const { data: names } = await mds.call('findNames', { body: { Tasks: [task.ID] } });
  assert.equal(names.Tasks?.[task.ID]?.title, 'Check the valve');
  const { data: types, etag } = await mds.call('getCatalogue');
  assert.ok(types!.some(({ name, states }) => name === 'Tasks' && states?.initial === 'Open'));
  assert.equal((await mds.call('getCatalogue', { headers: { 'If-None-Match': etag! } })).status, 304);
});

onBothEngines('a refusal is an error that carries the problem', async (engine) => {
  const { connection } = await connected(await sharedApp(engine));
  const mds = connect(connection);
  // @ts-expect-error a filter that the document does not know
  await assert.rejects(mds.Tasks.list({ Staus: 'Open' }), (error: Refusal) => {
    assert.deepEqual(error.problem.errors?.[0]?.parameter, 'Staus');
    return isRefusal('invalid_query', 400)(error);
  });
  // @ts-expect-error a task needs a Name
  await assert.rejects(mds.Tasks.create({ Priority: 'High' }), isRefusal('invalid_record', 400));
  await assert.rejects(mds.Tasks.get(4711), isRefusal('not_found', 404));
  await assert.rejects(connect({ ...connection, vaultSecret: 'wrong' }).call('getMe'), isRefusal('unauthorized', 401));
  const nowhere = connect({ ...connection, baseUrl: 'http://127.0.0.1:9', retry: { attempts: 1 } });
  await assert.rejects(nowhere.call('getMe'), TypeError);
});

onBothEngines(
  'over the rate limit the client waits as long as it is told, and gives up in the end',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_RATE_LIMIT: '2' });
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const { connection } = await connected(app);
    const mds = connect({ ...connection, retry: { sleep, attempts: 3 } });
    await mds.call('getMe');
    const { data: task } = await mds.Tasks.create({ Name: 'x' });
    await assert.rejects(mds.Tasks.patch(task.ID, []), isRefusal('rate_limited', 429));
    assert.equal(waits.length, 2);
    for (const ms of waits) assert.ok(ms >= 50_000 && ms <= 60_250, `waited ${ms}`);
    const impatient = connect({ ...connection, retry: { sleep, longestWaitMs: 1000 } });
    await assert.rejects(impatient.call('getMe'), isRefusal('rate_limited', 429));
    assert.equal(waits.length, 2, 'a wait that is too long is not begun');
  },
);

onBothEngines('what the service cannot do now is repeated only where that is safe', async (engine) => {
  const app = await sharedApp(engine);
  const { connection, account } = await connected(app);
  const setFrozen = (frozen: boolean) => app.shard.accounts.setFrozen(account, frozen);
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    await setFrozen(false);
  };
  const mds = connect({ ...connection, retry: { sleep } });

  await setFrozen(true);
  await assert.rejects(mds.Tasks.create({ Name: 'without a key' }), isRefusal('account_frozen', 503));
  assert.deepEqual(waits, []);
  const { data } = await mds.Tasks.create({ Name: 'with a key' }, { idempotencyKey: randomUUID() });
  assert.deepEqual(
    waits.map((ms) => Math.floor(ms / 1_000)),
    [30],
    'as long as it was asked to, and a moment that differs',
  );
  assert.equal(data.Name, 'with a key');

  await setFrozen(true);
  await assert.rejects(
    mds.Tasks.patch(data.ID, [{ op: 'replace', path: '/Name', value: 'y' }]),
    isRefusal('account_frozen', 503),
  );
  await mds.Tasks.delete(data.ID);
  assert.equal(waits.length, 2);
  assert.equal((await mds.Tasks.list({ Deleted: true })).data.length, 1);
});

onBothEngines(
  'a delete whose answer was lost is sent again and is done; not one of a version, which would meet another',
  async (engine) => {
    const { connection } = await connected(await sharedApp(engine));
    let sent = 0;
    const losing: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (init?.method !== 'DELETE' || ++sent > 1) return answer;
      throw new TypeError('the answer was lost');
    };
    const mds = connect({ ...connection, fetch: losing, retry: { sleep: async () => {} } });
    const made = await mds.Tasks.create({ Name: 'Deleted once' });
    await assert.rejects(mds.Tasks.delete(made.data.ID, { ifMatch: made.etag! }), /the answer was lost/);
    assert.equal(sent, 1);
    assert.equal((await mds.Tasks.get(made.data.ID)).data.Deleted, true);

    sent = 0;
    const { data: other } = await mds.Tasks.create({ Name: 'Deleted twice' });
    assert.equal((await mds.Tasks.delete(other.ID)).status, 204);
    assert.equal(sent, 2);

    // Of which nothing is left for the second to find.
    sent = 0;
    const body = { entityType: 'Tasks', action: 'Updated', targetUrl: 'https://hooks.example.com/' } as const;
    const { data: hook } = await mds.call('createWebhook', { body });
    const { status, data } = await mds.call('deleteWebhook', { path: { id: hook.id } });
    assert.deepEqual([sent, status, data], [2, 204, undefined]);
    await assert.rejects(mds.call('deleteWebhook', { path: { id: hook.id } }), isRefusal('not_found', 404));
    let refused = 0;
    const limited = connect({
      ...connection,
      retry: { sleep: async () => {} },
      fetch: async (url, init) => (refused++ === 0 ? new Response('', { status: 429 }) : fetch(url, init)),
    });
    await assert.rejects(limited.call('deleteWebhook', { path: { id: hook.id } }), isRefusal('not_found', 404));
    assert.equal(refused, 2);
  },
);

onBothEngines(
  'a request of the feed may take as long as it asks to be held back, and its timeout',
  async (engine, t) => {
    const { connection } = await connected(await sharedApp(engine));
    await connect(connection).Tasks.create({ Name: 'Something to read' });
    const timeout = t.mock.method(AbortSignal, 'timeout');
    const patience = async (query: object) => {
      await connect({ ...connection, timeoutMs: 10_000 })
        .changes(query)
        .next();
      return timeout.mock.calls.at(-1)!.arguments[0];
    };
    assert.equal(await patience({ wait: 60 }), 70_000);
    assert.equal(await patience({}), 35_000);
    // Without it, it would be asked again and again.
    assert.equal(await patience({ wait: undefined }), 35_000);
    assert.equal(await patience({ wait: 0 }), 10_000);
    await assert.rejects(patience({ wait: Number.POSITIVE_INFINITY }), isRefusal('invalid_query', 400));
  },
);

test('waiting ends when the caller no longer wants to wait', async (t) => {
  const app = await startApp(t, 'sqlite', { MDS_RATE_LIMIT: '1' });
  const mds = connect((await connected(app)).connection);
  await mds.call('getMe');
  const started = Date.now();
  await assert.rejects(mds.Tasks.list({}, { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' });
  assert.ok(Date.now() - started < 10_000);
});

test('the package is made as its guide says, is installed from its file, and runs without TypeScript', async (t) => {
  const app = await sharedApp('sqlite');
  const { connection } = await connected(app);
  const folder = mkdtempSync(join(tmpdir(), 'mds-client-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await run([tsc, '-p', join(root, 'clients/typescript'), '--outDir', join(folder, 'dist')]);
  for (const file of ['package.json', 'LICENSE', 'README.md'])
    copyFileSync(join(root, 'clients/typescript', file), join(folder, file));
  const inFolder = (program: string, args: string[], cwd: string) => promisify(execFile)(program, args, { cwd });
  const { stdout: packed } = await inFolder('npm', ['pack', '--silent'], folder);
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  await inFolder('npm', ['install', '--offline', '--no-audit', join(folder, packed.trim())], project);
  const program = `import { connect } from 'maintenance-data-service-client';
    const { data } = await connect(${JSON.stringify(connection)}).call('getMe'); console.log(data.shardID);`;
  writeFileSync(join(project, 'program.js'), program);
  const { stdout } = await run([join(project, 'program.js')]);
  assert.equal(stdout.trim(), connection.shardID);
});

test('the example of its guide compiles, runs, and does what it says', async (t) => {
  const app = await sharedApp('sqlite');
  const { connection } = await connected(app);
  const guide = readFileSync(join(root, 'clients/typescript/README.md'), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(guide)![1]!;
  const folder = mkdtempSync(join(tmpdir(), 'mds-client-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const file = join(folder, 'example.ts');
  writeFileSync(
    file,
    example
      .replace("'maintenance-data-service-client'", `'${join(root, 'clients/typescript/src/index.ts')}'`)
      .replace('http://127.0.0.1:8080', connection.baseUrl),
  );
  const settings = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext'];
  await run([tsc, ...settings, '--types', 'node', '--allowImportingTsExtensions', file]);
  const { apiKey: API_KEY, vaultSecret: VAULT_SECRET, shardID: SHARD_ID } = connection;
  const { stdout } = await run([file], { API_KEY, VAULT_SECRET, SHARD_ID });
  assert.match(
    stdout,
    /^0 minutes\n[0-9TZ:.-]+\n\[ 'Updated' \] \[ 'Open' \]\ntrue 2 \[ 'Updated', 'Completed' \] \[ 'Status', 'CompletedOn' \]\n412 precondition_failed If-Match does not hold.*\nTest firm\n$/,
  );
});

function run(args: string[], env: Record<string, string> = {}) {
  return promisify(execFile)(process.execPath, args, { env });
}

function isRefusal(code: string, status: number) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual([error.problem.code, error.status], [code, status]);
    return true;
  };
}

async function connected(app: TestApp) {
  const account = await app.account();
  const { credentials } = await app.key(account);
  const connection: Connection = { baseUrl: app.url, ...credentials };
  return { connection, account };
}
