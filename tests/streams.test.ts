// Lists as CSV and NDJSON: all that matches as one stream, of one moment, in constant memory, and never a short file.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sample } from './conformance/samples.ts';
import { type Client, type Engine, onBothEngines, onEitherEngine, startApp, type TestApp } from './support/app.ts';
import { metricsOf } from './support/metrics.ts';
import { type RawConnection, rawConnection, requestHead } from './support/raw-connection.ts';
import { sharedApp } from './support/shared-app.ts';

const CSV = { accept: 'text/csv' };
const NDJSON = { accept: 'application/x-ndjson' };

type Given = Parameters<typeof sample>[2];

async function tenant(app: TestApp, tasks: readonly NonNullable<Given>[]): Promise<Client> {
  const account = await app.account();
  const records = tasks.map((given, n) => sample('Tasks', n + 1, given));
  for (let from = 0; from < records.length; from += 500) {
    await app.shard.bulk(account).load('Tasks', records.slice(from, from + 500));
  }
  return app.key(account);
}

onBothEngines('a stream has all that matches, as the list shows it, in its order', async (engine) => {
  const app = await sharedApp(engine);
  const names = ['Boiler', '=1+1', 'say "hi", twice', 'two\nlines', ''];
  const key = await tenant(
    app,
    Array.from({ length: 1_300 }, (_, n) => ({
      Name: names[n % names.length]!,
      Priority: ['None', 'High'][n % 2]!,
      Position: -n,
      CustomFields: n % 3 === 0 ? { n } : {},
      // Some are long, so that they do not come with the others.
      Notes: n % 100 === 0 ? '修'.repeat(5_000) : null,
    })),
  );
  const page = (await key.get('/api/Tasks?take=1000&orderby=Priority+Desc,Position')).json;
  const rest = (await key.get('/api/Tasks?take=1000&skip=1000&orderby=Priority+Desc,Position')).json;
  const ndjson = await key.get('/api/Tasks?orderby=Priority+Desc,Position&count=true', NDJSON);
  assert.equal(ndjson.status, 200, ndjson.text.slice(0, 500));
  assert.equal(ndjson.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  assert.match(ndjson.headers.get('vary') ?? '', /apikey, shardid, accept/);
  assert.equal(ndjson.headers.get('x-total-count'), '1300');
  assert.equal(ndjson.headers.get('link'), null);
  assert.ok(ndjson.text.endsWith('}\n'));
  const lines = ndjson.text.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [...page, ...rest],
  );

  const csv = await key.get('/api/Tasks?fields=Name,Position,CustomFields&take=5&skip=2', CSV);
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  assert.equal(
    csv.text,
    'ID,Name,Position,CustomFields\r\n3,"say ""hi"", twice",-2,{}\r\n4,"two\nlines",-3,"{""n"":3}"\r\n5,"",-4,{}\r\n6,Boiler,-5,{}\r\n7,\'=1+1,-6,"{""n"":6}"\r\n',
  );
  const all = await key.get('/api/Tasks?take=5000', CSV);
  assert.equal(all.text.match(/\r\n/g)!.length, 1_301);
  assert.equal(all.text.split('\r\n')[0], Object.keys(page[0]).join(','));

  assert.equal((await key.get('/api/Tasks?search=nothing', CSV)).text, all.text.slice(0, all.text.indexOf('\n') + 1));
  assert.equal((await key.get('/api/Tasks?search=nothing', NDJSON)).text, '');
  assert.equal((await key.get('/api/Tasks?take=0', NDJSON)).text, '');
  const filtered = await key.get('/api/Tasks?extFilter=true&Priority=High+ge&search=boiler&fields=ID', NDJSON);
  assert.equal(filtered.text.trimEnd().split('\n').length, 130);

  const head = await key.send('HEAD', '/api/Tasks?count=true', { headers: CSV });
  assert.deepEqual([head.status, head.text, head.headers.get('x-total-count')], [200, '', '1300']);
  assert.equal(head.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  const wrong = await key.get('/api/Tasks?fields=Nmae', CSV);
  assert.deepEqual([wrong.status, wrong.json.code], [400, 'invalid_query']);
  assert.equal((await key.get('/api/Tasks?take=1', { accept: 'text/html, */*' })).json.length, 1);
  await until(async () => (await shares(app))('held', 'streams') === 0);
  assert.deepEqual([(await shares(app))('held', 'key_streams'), (await shares(app))('held', pagesOf(engine))], [0, 0]);
});

onBothEngines(
  'CSV by columns has them in their order, and the name of what each reference leads to',
  async (engine) => {
    const app = await sharedApp(engine);
    const account = await app.account();
    const bulk = app.shard.bulk(account);
    const assets = ['=cmd', 'Lift, "north"', 'Gone'].map((Name, n) =>
      sample('Assets', n + 1, { Name, AssetNumber: n === 1 ? 'L-7' : null, Deleted: n === 2 }),
    );
    await bulk.load('Assets', assets);
    const number = (n: number) => `WO-${n + 1}`;
    const orders = Array.from({ length: 700 }, (_, n) =>
      sample('WorkOrders', n + 1, {
        Number: number(n),
        Name: `-${n}`,
        AssetID: [1, 2, 3, null][n % 4]!,
        // Each refers to one that was not named before.
        ParentWorkOrderID: n === 0 ? null : n,
        Description: n % 100 === 0 ? '修'.repeat(5_000) : null,
      }),
    );
    await bulk.load('WorkOrders', orders);
    const key = await app.key(account);
    const csv = await key.get(
      '/api/WorkOrders?columns=Name,AssetID,LabourMinutes,parentworkorderid,ID&orderby=ID',
      CSV,
    );
    assert.equal(csv.status, 200, csv.text.slice(0, 500));
    const [head, ...lines] = csv.text.trimEnd().split('\r\n');
    assert.equal(head, 'Name,AssetID,Asset,LabourMinutes,ParentWorkOrderID,ParentWorkOrder,ID');
    const titles = ["1,'=cmd", '2,"L-7 · Lift, ""north"""', '3,Gone', ','];
    const parent = (n: number) => (n === 0 ? ',' : `${n},${number(n - 1)} · -${n - 1}`);
    assert.deepEqual(
      lines,
      orders.map((_, n) => `'-${n},${titles[n % 4]},0,${parent(n)},${n + 1}`),
    );

    const narrow = await app.key(account, { preset: undefined, role: 'Manager', areas: ['WorkOrders'] } as never);
    const unnamed = await narrow.get('/api/WorkOrders?columns=AssetID,ParentWorkOrderID&take=2', CSV);
    assert.equal(unnamed.text, `AssetID,ParentWorkOrderID,ParentWorkOrder\r\n1,,\r\n2,1,${number(0)} · -0\r\n`);

    const wrong = [
      ['columns=Nmae', 'Did you mean'],
      ['columns=Name,', 'A name is missing'],
      ['columns=Name,name', 'named more than once'],
      ['columns=Name&Columns=ID', 'Given 2 times'],
      ['columns=Name&fields=ID', 'together with fields'],
      ['columns=%zz', 'hexadecimal'],
    ] as const;
    for (const [query, said] of wrong) {
      const refused = await key.get(`/api/WorkOrders?${query}`, CSV);
      assert.equal(refused.status, 400, query);
      assert.ok(refused.text.includes(said), refused.text);
    }
    for (const headers of [NDJSON, {}]) {
      assert.equal((await key.get('/api/WorkOrders?columns=Name', headers)).status, 400, 'only CSV has columns');
    }
  },
);

onBothEngines('a stream shows one moment, whatever is changed while it is taken', async (engine) => {
  const app = await sharedApp(engine);
  const key = await tenant(app, largeTasks(300));
  const reader = await begin(app, key, 'application/x-ndjson');
  await reader.until((received) => received.includes('HTTP/1.1 200'));
  reader.socket.pause();
  const patch = [{ op: 'replace', path: '/Name', value: 'changed' }];
  for (const id of [1, 150, 300]) assert.equal((await key.patch(`/api/Tasks/${id}`, patch)).status, 200);
  assert.equal((await key.delete('/api/Tasks/299')).status, 204);
  assert.equal((await key.post('/api/Tasks', { Name: 'new' })).status, 201);
  reader.socket.resume();
  const body = await reader.ended(20_000);
  assert.ok(body.endsWith('0\r\n\r\n'), 'it is whole');
  assert.equal(body.match(/\{"ID":/g)!.length, 300);
  assert.ok(!body.includes('"changed"') && !body.includes('"Name":"new"') && !body.includes('"Deleted":true'));
});

onEitherEngine('a key reads two streams at once, a third is told to wait, and other keys are not', async (engine) => {
  const app = await sharedApp(engine);
  const key = await tenant(app, largeTasks(300));
  const deaf = [await begin(app, key, 'text/csv'), await begin(app, key, 'text/csv')];
  for (const one of deaf) one.socket.pause();
  await until(async () => (await shares(app))('held', 'key_streams') === 2);
  const third = await key.get('/api/Tasks', CSV);
  assert.deepEqual([third.status, third.json.code], [429, 'too_many_streams']);
  assert.ok(Number(third.headers.get('retry-after')) > 0);
  assert.equal((await key.get('/api/Tasks?take=1')).status, 200, 'its pages are not streams');
  assert.equal((await key.send('HEAD', '/api/Tasks', { headers: CSV })).status, 200);
  const other = await app.key(await app.account('Other'));
  assert.equal((await other.get('/api/Tasks', NDJSON)).status, 200);
  deaf[0]!.socket.destroy();
  await until(async () => (await shares(app))('held', 'key_streams') === 1);
  await until(async () => (await key.get('/api/Tasks?take=3', CSV)).status === 200);
  deaf[1]!.socket.destroy();
  await until(async () => (await shares(app))('held', 'streams') === 0);
  assert.equal((await shares(app))('held', pagesOf(engine)), 0);
});

onEitherEngine('streams of many keys of one account leave some to another account', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_LIST_TIMEOUT_MS: '2000', MDS_RATE_LIMIT: '300' });
  const account = await app.account('Greedy');
  await app.shard.bulk(account).load(
    'Tasks',
    largeTasks(300).map((given, n) => sample('Tasks', n + 1, given)),
  );
  const keys = [await app.key(account), await app.key(account)];
  const deaf = await Promise.all([...keys, ...keys].map((key) => begin(app, key, 'text/csv')));
  for (const one of deaf) one.socket.pause();
  if (engine === 'postgres') await until(async () => (await shares(app))('held', 'streams') === 2);
  else await until(async () => (await shares(app))('taken_total', 'streams') >= 2);
  await until(async () => (await shares(app))('held', 'key_streams') === 4);
  assert.equal((await keys[0]!.get('/api/Tasks', CSV)).json.code, 'too_many_streams');
  const { headers } = await keys[0]!.get('/api/Me');
  assert.match(headers.get('ratelimit')!, /r=297;/, 'which does not count against the rate limit');
  const other = await tenant(app, [{ Name: 'Other' }]);
  assert.equal((await other.get('/api/Tasks', CSV)).status, 200);
  // On SQLite a thread is free again as soon as it has read everything, whoever takes it when.
  if (engine === 'postgres') {
    const refused = 'mds_share_refused_total{budget="streams",shard="s1",reason="deadline"}';
    await until(async () => (await metricsOf(app.url)).value(refused) === 2);
    for (const one of deaf) one.socket.resume();
    await until(
      async () => deaf.filter((one) => one.received.includes('Too many streams are being read')).length === 2,
    );
  }
  for (const one of deaf) one.socket.destroy();
  await until(async () => (await shares(app))('held', 'streams') === 0);
});

onEitherEngine(
  'a client that takes too long is cut off, and what it has does not pass for a whole file',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_STREAM_MS: '700' });
    const key = await tenant(app, largeTasks(400));
    const slow = await begin(app, key, 'text/csv');
    slow.socket.pause();
    await until(async () => (await shares(app))('held', 'key_streams') === 1);
    await until(async () => (await shares(app))('held', 'key_streams') === 0, 5_000);
    slow.socket.resume();
    const received = await slow.ended(5_000);
    assert.match(received, /^HTTP\/1\.1 200 OK/);
    assert.ok(!received.endsWith('0\r\n\r\n'), 'it broke off');
    await until(async () => (await shares(app))('held', 'streams') === 0);
    assert.equal((await shares(app))('held', pagesOf(engine)), 0);
  },
);

onEitherEngine(
  'a stream breaks off when its key is revoked or its account removed, and others of the account go on',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const account = await app.account();
    const tasks = largeTasks(400).map((given, n) => sample('Tasks', n + 1, given));
    await app.shard.bulk(account).load('Tasks', tasks);
    const [key, other] = [await app.key(account), await app.key(account)];
    const [revoked, stays] = [await begin(app, key, 'text/csv'), await begin(app, other, 'application/x-ndjson')];
    for (const one of [revoked, stays]) {
      await one.until((received) => received.includes('HTTP/1.1 200'));
      one.socket.pause();
    }
    await app.shard.accounts.revoke(account, key.integrationID, Date.now(), 'The API key was revoked.');
    await until(async () => (await shares(app))('held', 'key_streams') === 1, 5_000);
    revoked.socket.resume();
    assert.ok(!(await revoked.ended(5_000)).endsWith('0\r\n\r\n'), 'it does not pass for a whole file');
    stays.socket.resume();
    assert.ok((await stays.ended(20_000)).endsWith('0\r\n\r\n'));

    const removed = await begin(app, other, 'text/csv');
    await removed.until((received) => received.includes('HTTP/1.1 200'));
    removed.socket.pause();
    await app.shard.accounts.setFrozen(account, true);
    await app.shard.accounts.remove(account);
    await until(async () => (await shares(app))('held', 'key_streams') === 0, 5_000);
    removed.socket.resume();
    assert.ok(!(await removed.ended(5_000)).endsWith('0\r\n\r\n'), 'nor does this');
  },
);

onEitherEngine('nor does it over HTTP/1.0, where an answer ends with its connection', async (engine, t) => {
  const app = await startApp(t, engine);
  const account = await app.account();
  const tasks = largeTasks(400).map((given, n) => sample('Tasks', n + 1, given));
  await app.shard.bulk(account).load('Tasks', tasks);
  const [key, other] = [await app.key(account), await app.key(account)];
  const old = async (one: Client, accept: string) => {
    const connection = await rawConnection(app.url);
    const head = requestHead('GET /api/Tasks', one.credentials, { accept });
    connection.write(head.replace('HTTP/1.1', 'HTTP/1.0'));
    await connection.until((received) => received.includes('200 OK'));
    connection.socket.pause();
    return connection;
  };
  const [revoked, stays] = [await old(key, 'text/csv'), await old(other, 'text/csv')];
  await app.shard.accounts.revoke(account, key.integrationID, Date.now(), 'The API key was revoked.');
  await until(async () => (await shares(app))('held', 'key_streams') === 1, 5_000);
  for (const one of [revoked, stays]) one.socket.resume();
  const [short, whole] = [await revoked.ended(5_000), await stays.ended(20_000)];
  assert.ok(short.length < whole.length);
  assert.deepEqual([revoked.failure, stays.failure], ['ECONNRESET', undefined]);
});

onBothEngines('a database that fails in the middle breaks the stream off', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_LIST_TIMEOUT_MS: '400' });
  const quick = Array<NonNullable<Given>>(1_200).fill({ Notes: '修', Description: 'x'.repeat(3_000) });
  const key = await tenant(app, [...quick, ...quick.slice(0, 700).map(() => ({ Notes: 'a'.repeat(10_000) }))]);
  // Quick at first, then far too slow: each of them almost matches at every place.
  const needles = Array.from({ length: 60 }, (_, n) => `Notes=${'a'.repeat(190 + n)}b`);
  const path = `/api/Tasks?fuzzy=true&Notes=${encodeURIComponent('修')}&${needles.join('&')}`;
  const reader = await rawConnection(app.url);
  reader.write(requestHead(`GET ${path}`, key.credentials, { accept: 'text/csv', connection: 'close' }));
  const received = await reader.ended(15_000);
  assert.match(received, /^HTTP\/1\.1 200 OK/);
  assert.ok(received.includes('\r\n500,'), 'it had begun');
  assert.ok(!received.endsWith('\r\n0\r\n\r\n'), 'it did not end as a whole file');
  await until(async () => (await shares(app))('held', 'streams') === 0);
});

/** 90 kB each, and some hundred of them fit into no buffer on their way. */
function largeTasks(count: number): NonNullable<Given>[] {
  const long = '修'.repeat(10_000);
  return Array.from({ length: count }, (_, n) => ({ Name: `Task ${n}`, Description: long, Result: long, Notes: long }));
}

async function begin(app: TestApp, key: Client, accept: string): Promise<RawConnection> {
  const connection = await rawConnection(app.url);
  connection.write(requestHead('GET /api/Tasks', key.credentials, { accept, connection: 'close' }));
  return connection;
}

function pagesOf(engine: Engine): string {
  return engine === 'sqlite' ? 'large_page_mib' : 'large_pages';
}

async function shares(app: TestApp): Promise<(name: string, budget: string) => number> {
  const metrics = await metricsOf(app.url);
  const shard = (budget: string) => (budget === 'key_streams' ? '' : 's1');
  return (name, budget) => metrics.value(`mds_share_${name}{budget="${budget}",shard="${shard(budget)}"}`);
}

async function until(holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  for (const end = performance.now() + withinMs; !(await holds()); await sleep(10)) {
    assert.ok(performance.now() < end, 'not in time');
  }
}
