// Whoever follows the feed sees every change once and in order, whatever is cut off and wherever it was written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { recordTypeNames } from '../src/catalogue/index.ts';
import { type Client, client, databaseUrl, type Engine, startApp, type TestApp } from './support/app.ts';
import { adminHeardOf, openStream } from './support/event-stream.ts';
import { testDatabase } from './support/postgres.ts';
import { random } from './support/seed.ts';

const WRITERS = 8;
const READERS = 4;
const RECORDS = 6;
const CHANGES = 25;

interface Seen {
  readonly change: string;
  readonly type: string;
  readonly id: number;
  readonly version: number;
  readonly data: { readonly Name: string };
}

const cases: readonly (readonly [Engine, number])[] = [
  ['sqlite', 1],
  ['postgres', 1],
  ['postgres', 2],
];

for (const [engine, processes] of cases) {
  const many = processes === 1 ? 'one instance' : 'two instances';
  test(`eight writers, four readers that are cut off: each change once and in order (${engine}, ${many})`, async (t) => {
    const environment = { DATABASE_URL: await databaseUrl(t, engine) };
    const apps: TestApp[] = [];
    for (let n = 0; n < processes; n++) apps.push(await startApp(t, engine, environment));
    const key = await apps[0]!.key(await apps[0]!.account());
    const at = (n: number) => client(apps[n % apps.length]!.url, key.credentials);
    const { json: records } = { json: [] as { ID: number }[] };
    for (let n = 0; n < RECORDS; n++) records.push((await key.post('/api/Tasks', { Name: 'v1' })).json);

    const done = new AbortController();
    const readers = Array.from({ length: READERS }, (_, n) =>
      follow(t, at(n), apps[n % apps.length]!.url, n, done.signal),
    );
    await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(at(n), records)));
    const versions = new Map<number, number>();
    for (const { ID } of records) {
      const etag = (await key.get(`/api/Tasks/${ID}`)).headers.get('etag')!;
      versions.set(ID, Number(etag.slice(1, -1)));
    }
    const expected = [...versions.values()].reduce((sum, version) => sum + version, 0);
    const { json: end } = await key.post('/api/Boards', { Name: 'The end' });
    done.abort(end.ID);

    for (const reader of readers) {
      const seen = (await reader).filter(({ type }) => type === 'Tasks');
      assert.equal(seen.length, expected, 'nothing is skipped, nothing comes twice');
      for (const { ID } of records) {
        const own = seen.filter(({ id }) => id === ID).map(({ version }) => version);
        assert.deepEqual(
          own,
          Array.from({ length: versions.get(ID)! }, (_, n) => n + 1),
        );
      }
      const cursors = seen.map(({ change }) => change);
      assert.deepEqual(cursors, cursors.toSorted(), 'in the order of their cursors');
    }
  });
}

async function write(key: Client, records: readonly { ID: number }[]): Promise<void> {
  for (let n = 0; n < CHANGES; n++) {
    const { ID } = records[Math.floor(random() * records.length)]!;
    const value = `${Math.floor(random() * 1e9)}`;
    const { status, text } = await key.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Name', value }]);
    assert.equal(status, 200, text);
  }
}

/** By pages or as a stream, in turns, and begun anew at the last change it has worked off; until the end has come by. */
async function follow(
  t: Parameters<typeof openStream>[0],
  key: Client,
  url: string,
  n: number,
  done: AbortSignal,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  const until = Date.now() + 60_000;
  while (!seen.some(({ type }) => type === 'Boards')) {
    assert.ok(Date.now() < until, `the end has not come; done: ${done.aborted}`);
    const last = seen.at(-1)?.change;
    if (n % 2 === 0) {
      const wait = Math.floor(random() * 2);
      const take = 1 + Math.floor(random() * 40);
      const { json, status, text } = await key.get(
        `/api/Changes?take=${take}&wait=${wait}${last ? `&after=${last}` : ''}`,
      );
      assert.equal(status, 200, text);
      // It dies after some of them.
      seen.push(...json.slice(0, Math.ceil(json.length * random())));
    } else {
      const stream = await openStream(t, url, key, '/api/Changes', last ? { 'last-event-id': last } : {});
      await pause(random() * 200);
      const events = await stream.events(0);
      seen.push(...events.slice(0, Math.ceil(events.length * random())).map(({ data }) => data));
      stream.close();
    }
  }
  return seen;
}

test('a change that is committed late is not skipped, and one in another database is not waited for', async (t) => {
  const url = await testDatabase(t);
  const app = await startApp(t, 'postgres', { DATABASE_URL: url });
  const key = await app.key(await app.account());
  const { json: task } = await key.post('/api/Tasks', { Name: 'First' });
  const connected = async (to: string) => {
    const other = new pg.Client(to);
    await other.connect();
    t.after(() => other.end());
    return other;
  };
  // Another shard of the same server is busy for long.
  const elsewhere = await connected(await testDatabase(t));
  await elsewhere.query('BEGIN; CREATE TABLE busy ()');
  // And somebody is in this one, who changes no record.
  await (await connected(url)).query('BEGIN; CREATE TABLE busy ()');
  const names = async () => (await key.get('/api/Changes?entityType=Tasks')).json.map(({ data }: Seen) => data.Name);
  assert.deepEqual(await names(), ['First']);

  // A change has drawn its number and is not committed yet; a later one is.
  const late = await connected(url);
  await late.query('BEGIN');
  await late.query(`SELECT FROM tasks_documents WHERE id = ${task.ID} FOR UPDATE`);
  await late.query(`INSERT INTO changes (seq, account, type, record_id, version, committed_on, by_kind, submitter, events, before)
    SELECT nextval('changes_seq_seq'), account, type, record_id, 2, committed_on, by_kind, submitter, events,
      '{"Name":"First"}' FROM changes WHERE type = 'Tasks'`);
  await late.query(
    `UPDATE tasks_documents SET version = 2, text = replace(text, 'First', 'Late') WHERE id = ${task.ID}`,
  );
  await key.post('/api/Tasks', { Name: 'Second' });
  assert.deepEqual(await names(), ['First'], 'nobody reads past what is still to come');
  // An instance that begins meanwhile cannot know how far that is.
  const begun = client((await startApp(t, 'postgres', { DATABASE_URL: url })).url, key.credentials);
  const hook = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://example.com/', name: 'Hook' };
  const { id } = (await key.post('/api/Webhooks', hook)).json;
  const missed = { since: '2020-01-01T00:00:00Z', what: ['missed'], dryRun: true };
  const known = /after=([^>&]+)/.exec((await key.get('/api/Changes?take=1')).headers.get('link')!)![1];
  const asked = performance.now();
  assert.deepEqual((await begun.get(`/api/Changes?after=${known}`)).status, 200);
  assert.ok(performance.now() - asked < 1_500, 'who needs no end does not wait for it');
  const [now, count, all] = await Promise.all([
    begun.get('/api/Changes?after=now'),
    begun.post(`/api/Webhooks/${id}/Recover`, missed),
    begun.get('/api/Changes'),
  ]);
  assert.deepEqual([now.status, now.json.code, count.status, all.json], [503, 'unavailable', 503, []], count.text);
  const { headers } = await key.get('/api/Changes');
  const next = /^<([^>]+)>/.exec(headers.get('link')!)![1]!;
  const held = key.get(`${next}&wait=20`);
  await pause(200);
  await late.query('COMMIT');
  assert.deepEqual(
    (await held).json.map(({ data }: Seen) => data.Name),
    ['Late', 'Second'],
  );
  assert.deepEqual((await begun.get('/api/Changes?after=now')).json, []);
  assert.equal((await begun.post(`/api/Webhooks/${id}/Recover`, missed)).json.missed, 3);
});

test('an instance that changes nothing itself tells its readers at once of what others change', async (t) => {
  const environment = { DATABASE_URL: await testDatabase(t) };
  const [writing, reading] = [await startApp(t, 'postgres', environment), await startApp(t, 'postgres', environment)];
  const account = await writing.account();
  const key = await writing.key(account);
  await adminHeardOf(key);
  // What was settled at the last look ends with somebody else's change; what came since is not passed over, though nobody was told of it.
  const log = reading.shard.log(account);
  const ends = (await (await log.bounds()).ends())!;
  await (await writing.key(await writing.account())).post('/api/Tasks', { Name: "Somebody else's" });
  await log.bounds();
  await key.post('/api/Tasks', { Name: 'Unheard' });
  const wish = { types: recordTypeNames, actions: [], most: 10 };
  const looked = await log.feed(ends, wish);
  assert.deepEqual([looked.entries.length, looked.more], [1, false]);
  // And where nothing came, there is nothing more to ask for, however much others change.
  await (await writing.key(await writing.account())).post('/api/Tasks', { Name: "Somebody else's again" });
  await log.bounds();
  const nothing = await log.feed(looked.through, wish);
  assert.deepEqual([nothing.entries, nothing.more], [[], false]);

  const stream = await openStream(t, reading.url, key, '/api/Changes?after=now');
  await pause(300);
  const began = performance.now();
  await key.post('/api/Tasks', { Name: 'Heard' });
  assert.equal((await stream.events(1, 5_000))[0]!.data.data.Name, 'Heard');
  assert.ok(performance.now() - began < 2_000);
});
