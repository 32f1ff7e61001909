// The log of changes over HTTP: the history of a record, the feed, the stream.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { recordTypeNames } from '../src/catalogue/index.ts';
import { writeCursor } from '../src/records/log/cursor.ts';
import { CHANGE_COLUMNS } from '../src/storage/records/log/change-rows.ts';
import { databaseUrl, onBothEngines, onEitherEngine, startApp, type TestApp } from './support/app.ts';
import { adminHeardOf, openStream } from './support/event-stream.ts';
import { runSql } from './support/run-sql.ts';
import { sharedApp } from './support/shared-app.ts';

const rename = (value: string) => [{ op: 'replace', path: '/Name', value }];
const repeated = (part: string, times: number) => Array.from({ length: times }, () => part).join('&');

/** An account, whose first change is that of its admin, and a key. */
async function firm(app: TestApp) {
  const account = await app.account();
  const client = await app.key(account);
  const [integration] = await app.shard.accounts.integrations(account);
  await adminHeardOf(client);
  return { account, client, integration: integration! };
}

onBothEngines('a record has a history: who changed what, from what to what, the newest first', async (engine) => {
  const { client, integration } = await firm(await sharedApp(engine));
  const { json: task } = await client.post('/api/Tasks', { Name: 'One', CustomFields: { a: [1] } });
  await client.patch(`/api/Tasks/${task.ID}`, rename('Two'));
  await client.patch(`/api/Tasks/${task.ID}`, [
    { op: 'replace', path: '/CustomFields', value: { a: [1, 2] } },
    { op: 'replace', path: '/Status', value: 'InProgress' },
  ]);
  await client.delete(`/api/Tasks/${task.ID}`);
  const { json: history, headers } = await client.get(`/api/Tasks/${task.ID}/History?count=true`);
  assert.deepEqual(
    history.map(({ version }: { version: number }) => version),
    [4, 3, 2, 1],
  );
  assert.equal(headers.get('x-total-count'), '4');
  const [removed, started, renamed, created] = history;
  assert.deepEqual(removed.changed, [{ field: 'Deleted', from: false, to: true }]);
  assert.deepEqual(started.changed[0], { field: 'Status', from: 'Open', to: 'InProgress' });
  assert.ok(started.changed.some((one: { field: string; to: unknown }) => one.field === 'CustomFields'));
  assert.deepEqual(renamed.changed, [{ field: 'Name', from: 'One', to: 'Two' }]);
  assert.deepEqual(renamed.by, {
    kind: 'integration',
    id: integration.id,
    name: integration.name,
    email: integration.submitter,
  });
  assert.deepEqual([created.type, created.id, created.events], ['Tasks', task.ID, ['Created']]);
  assert.deepEqual(created.changed[0], { field: 'Name', to: 'One' });
  assert.ok(created.change < renamed.change && renamed.change < started.change);

  const only = async (query: string) =>
    (await client.get(`/api/Tasks/${task.ID}/History?${query}`)).json.map((one: { version: number }) => one.version);
  assert.deepEqual(await only('field=name'), [2, 1]);
  assert.deepEqual(await only('field=Status&field=Deleted'), [4, 3, 1]);
  assert.deepEqual(await only(`${repeated('field=Name', 100)}&skip=0`), [2, 1]);
  assert.deepEqual(await only('skip=1&take=2'), [3, 2]);
  assert.deepEqual(await only('orderby=version&take=2'), [1, 2]);
  assert.deepEqual(await only(`by=${integration.submitter.toUpperCase()}&fuzzy=true`), [4, 3, 2, 1]);
  assert.deepEqual(await only('by=nobody@example.com'), []);
  assert.deepEqual(await only(`on=${encodeURIComponent(renamed.on)} le&extFilter=true&version=2`), [2]);
  const cut = await client.get(`/api/Tasks/${task.ID}/History?fields=changed,Events&version=2`);
  assert.deepEqual(cut.json, [{ version: 2, events: ['Updated'], changed: renamed.changed }]);
  const whole = await client.get(`/api/Tasks/${task.ID}/History?fields=change,type,id,on,by,events,changed`);
  assert.deepEqual(whole.json, history);
  for (const [query, says] of [
    ['fields=version,chnged', /Did you mean "changed"/],
    ['changed=Name', /changed/],
    ['field=Nmae', /Did you mean "Name"/],
    ['colour=red', /no property or parameter/],
    ['field=%FF', /not valid UTF-8/],
    [repeated('field=Name', 101), /has 101 parameters; at most 100 are read/],
    [repeated('field=ID', 1_200), /has 1200 parameters/],
  ] as const) {
    const refused = await client.get(`/api/Tasks/${task.ID}/History?${query}`);
    assert.equal(refused.status, 400);
    assert.match(refused.json.detail, says);
  }
  assert.equal((await client.get('/api/Tasks/999/History')).status, 404);
  const past = async (version: string) => (await client.get(`/api/Tasks/${task.ID}?version=${version}`)).status;
  assert.equal(await past(`${Number.MAX_SAFE_INTEGER}`), 404, 'as every version that is not there yet');
  assert.equal(await past(`${Number.MAX_SAFE_INTEGER}0`), 400);
});

onBothEngines('whoever made a change is found in its history by the address as it is written', async (engine) => {
  const app = await sharedApp(engine);
  const submitter = 'JÖRG.Strauß@Example.com';
  const client = await app.key(await app.account(), { submitter });
  const { json: task } = await client.post('/api/Tasks', { Name: 'One' });
  const only = async (query: string) =>
    (await client.get(`/api/Tasks/${task.ID}/History?${query}`)).json.map((one: { version: number }) => one.version);
  assert.deepEqual(await only(`by=${encodeURIComponent(submitter)}`), [1]);
  assert.deepEqual(await only(`by=${encodeURIComponent(submitter)} ne&extFilter=true`), []);
  assert.deepEqual(await only(`by=${encodeURIComponent('jÖrg.STRAUß')}&fuzzy=true`), [1]);
  assert.deepEqual(await only(`by=${encodeURIComponent('jörg.strASSE')}&fuzzy=true`), []);
  for (const needle of ['jörg', 'STRAUSS@', 'ｓｔｒａｕ']) {
    assert.deepEqual(await only(`by=${encodeURIComponent(needle)}&fuzzy=true`), [1], needle);
  }
  assert.deepEqual(await only(`by=${encodeURIComponent('jö')} ge&extFilter=true&count=true`), [1]);
  assert.deepEqual(await only(`by=${encodeURIComponent('jöz')} ge&extFilter=true`), []);
  for (const order of ['by', 'version,by', 'on']) assert.deepEqual(await only(`orderby=${order}`), [1], order);
});

onBothEngines('the feed gives every change once, each with the record as it was then', async (engine) => {
  const { client } = await firm(await sharedApp(engine));
  const served: string[] = [];
  const { text, json: task } = await client.post('/api/Tasks', { Name: 'v1' });
  served.push(text);
  for (let n = 2; n <= 70; n++) served.push((await client.patch(`/api/Tasks/${task.ID}`, rename(`v${n}`))).text);
  await client.post('/api/Boards', { Name: 'Board' });
  const seen: { text: string; type: string }[] = [];
  for (let path = '/api/Changes?take=20&entityType=Tasks&entityType=Boards', pages = 0; pages < 10; pages++) {
    const page = await client.get(path);
    assert.equal(page.status, 200, page.text);
    for (const { type, data } of page.json) seen.push({ type, text: JSON.stringify(data) });
    path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link')!)![1]!;
    if (page.json.length === 0) break;
  }
  const tasks = seen.filter(({ type }) => type === 'Tasks');
  assert.deepEqual(
    tasks.map((one) => one.text),
    served,
  );
  assert.equal(seen.length, served.length + 1);
  const boards = await client.get('/api/Changes?entityType=boards');
  assert.deepEqual(
    boards.json.map(({ type }: { type: string }) => type),
    ['Boards'],
  );
  const created = await client.get('/api/Changes?action=Created&entityType=Tasks');
  assert.equal(created.json.length, 1);
});

onEitherEngine('of changes as large as they get no more is read than a page takes', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { client } = await firm(await startApp(t, engine, { DATABASE_URL: url }));
  const choices = Array.from({ length: 19 }, (_, n) => `${n} ${'x'.repeat(190)}`);
  const fields = Array.from({ length: 60 }, (_, n) => ({
    FieldID: `f${n}`,
    Label: 'Which',
    Type: 'Choice',
    Choices: choices,
  }));
  const nextOf = ({ headers }: { headers: Headers }) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link')!)![1]!;
  const { json: template } = await client.post('/api/FormTemplates', { Name: 'Large', Fields: fields.slice(0, 1) });
  const { status, text } = await client.patch(`/api/FormTemplates/${template.ID}`, [
    { op: 'replace', path: '/Fields', value: fields },
  ]);
  assert.equal(status, 200, text);
  const start = nextOf(await client.get('/api/Changes?after=now&take=1000'));
  const CHANGES = 40;
  for (let n = 0; n < CHANGES; n++) {
    const value = `v${n}`;
    const reply = await client.patch(`/api/FormTemplates/${template.ID}`, [
      { op: 'replace', path: '/Fields/0/Label', value },
    ]);
    assert.equal(reply.status, 200, reply.text);
  }
  // And many more behind them, of other records.
  const columns = CHANGE_COLUMNS.filter((name) => name !== 'record_id').join(', ');
  await runSql(
    url,
    `INSERT INTO changes (account, record_id, ${columns})
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20)
    SELECT account, record_id + n, ${columns} FROM n CROSS JOIN changes WHERE type = 'FormTemplates'`,
  );
  // In turns, each by its best: what else the machine does falls on both.
  const best = { 2: Infinity, 1000: Infinity };
  for (let round = 0; round < 6; round++) {
    for (const take of [2, 1000] as const) {
      const began = performance.now();
      const { json } = await client.get(start.replace('take=1000', `take=${take}`));
      best[take] = Math.min(best[take], performance.now() - began);
      assert.equal(json.length, 2, 'as many as fit into a page');
    }
  }
  assert.ok(best[1000] < 3 * best[2], `${Math.round(best[1000])} ms instead of ${Math.round(best[2])}`);
  const told: string[] = [];
  for (let path = start; told.length < CHANGES; ) {
    const page = await client.get(path);
    assert.notEqual(page.json.length, 0);
    told.push(...page.json.map(({ data }: { data: { Fields: { Label: string }[] } }) => data.Fields[0]!.Label));
    path = nextOf(page);
  }
  assert.deepEqual(
    told,
    Array.from({ length: CHANGES }, (_, n) => `v${n}`),
  );
  // They were small, and are found by what was large since.
  await runSql(url, `UPDATE changes SET events = 'Created' WHERE type = 'FormTemplates' AND version = 1`);
  const made = new Set<number>();
  for (let path = '/api/Changes?action=Created&entityType=FormTemplates&take=1000'; made.size < 21; ) {
    const page = await client.get(path);
    assert.ok(page.json.length > 0 && page.json.length < 5, `${page.json.length} in one page`);
    for (const { id, data } of page.json) {
      assert.deepEqual([made.has(id), data.Name, data.Fields.length], [false, 'Large', 1]);
      made.add(id);
    }
    path = nextOf(page);
  }
});

onBothEngines('a question is held until something happens, and answered empty when nothing does', async (engine) => {
  const { client } = await firm(await sharedApp(engine));
  const { headers } = await client.get('/api/Changes?after=now');
  const next = /^<([^>]+)>/.exec(headers.get('link')!)![1]!;
  const held = client.get(`${next}&wait=20`);
  await pause(100);
  const began = performance.now();
  await client.post('/api/Tasks', { Name: 'At last' });
  const { json } = await held;
  assert.equal(json[0].data.Name, 'At last');
  assert.ok(performance.now() - began < 3_000);
  const after = (await client.get(`/api/Changes?after=now`)).headers.get('link')!;
  const empty = await client.get(`${/^<([^>]+)>/.exec(after)![1]!}&wait=1`);
  assert.deepEqual([empty.status, empty.json], [200, []]);
});

onBothEngines('the next page can be asked for however the place of this one was written', async (engine) => {
  const { client } = await firm(await sharedApp(engine));
  const full = repeated('entityType=Tasks', 100);
  for (const query of ['after=now', 'AFTER=now', '%61fter=now', `take=5&aft%65r=now&${full}`]) {
    const { headers } = await client.get(`/api/Changes?${query}`);
    const next = /^<([^>]+)>/.exec(headers.get('link')!)![1]!;
    await client.post('/api/Tasks', { Name: query.slice(0, 20) });
    // On PostgreSQL the feed ends before whatever somebody else is about to commit.
    const followed = await client.get(`${next}&wait=20`);
    assert.equal(followed.status, 200, `${next}: ${followed.text}`);
    assert.deepEqual(
      followed.json.map(({ data }: { data: { Name: string } }) => data.Name),
      [query.slice(0, 20)],
    );
  }
});

onBothEngines('a key hears nothing of types it may not read, and is refused where it asks for them', async (engine) => {
  const app = await sharedApp(engine);
  const { account, client } = await firm(app);
  const limited = await app.key(account, { preset: undefined, role: 'Manager', areas: ['Purchasing'] } as never);
  await client.post('/api/Tasks', { Name: 'Secret' });
  await client.post('/api/Vendors', { Name: 'Known' });
  const { json } = await limited.get('/api/Changes?');
  assert.deepEqual(
    json.map(({ type }: { type: string }) => type),
    ['Vendors'],
  );
  assert.equal((await limited.get('/api/Changes?entityType=Tasks')).status, 403);
  assert.equal((await limited.get('/api/Tasks/1/History')).status, 403);
  // Named as often as there are types, it is still the one that is asked for.
  for (const times of [2, recordTypeNames.length, 100]) {
    const named = await limited.get(`/api/Changes?${repeated('entityType=Vendors', times)}`);
    assert.deepEqual([times, ...named.json.map(({ type }: { type: string }) => type)], [times, 'Vendors']);
  }
});

onBothEngines(
  'a place that is no longer kept, or of another log, is refused and says how to start over',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const { client } = await firm(app);
    await client.post('/api/Tasks', { Name: 'One' });
    const { change } = (await client.get('/api/Changes')).json.at(-1);
    const [log, number] = change.split('-');
    const far = writeCursor({ log, seq: 1_000_000 });
    for (const after of [`other-${number}`, far]) {
      const refused = await client.get(`/api/Changes?after=${after}`);
      assert.deepEqual([refused.status, refused.json.code], [410, 'cursor_expired']);
      assert.equal((await client.get(`/api/Changes?after=${refused.json.startOver}`)).status, 200);
    }
    assert.equal((await client.get('/api/Changes?after=nonsense')).status, 400);
    await client.post('/api/Tasks', { Name: 'Next' });
    await runSql(url, 'UPDATE accounts SET log_begins = (SELECT max(seq) FROM changes)');
    assert.equal((await client.get(`/api/Changes?after=${change}`)).status, 410);
    assert.equal((await client.get('/api/Changes')).status, 200, 'the beginning is always there');
    // What is next to come leaves the log in front of who waits for it.
    const stream = await openStream(t, app.url, client, '/api/Changes?after=now');
    const held = client.get(
      `${/^<([^>]+)>/.exec((await client.get('/api/Changes?after=now')).headers.get('link')!)![1]!}&wait=20`,
    );
    await pause(300);
    await runSql(url, 'UPDATE accounts SET log_begins = (SELECT max(seq) FROM changes) + 1');
    await client.post('/api/Tasks', { Name: 'Forgotten' });
    await client.post('/api/Tasks', { Name: 'Two' });
    assert.deepEqual([(await held).status, (await held).json.code], [410, 'cursor_expired']);
    const told = await stream.ended;
    assert.match(told, /no longer kept; come again/);
    assert.doesNotMatch(told, /data:/);
    const { json: left } = await client.get('/api/Changes');
    assert.deepEqual(
      left.map(({ data }: { data: { Name: string } }) => data.Name),
      ['Two'],
    );
  },
);

onBothEngines('the feed is a stream where that is liked better, which has no pages', async (engine) => {
  const { client } = await firm(await sharedApp(engine));
  for (const query of ['take=5', 'after=now&wait=1']) {
    const refused = await client.get(`/api/Changes?${query}`, { accept: 'text/event-stream' });
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_query'], query);
  }
  const lost = await client.get('/api/Changes?after=now', { accept: 'text/event-stream', 'last-event-id': 'nowhere' });
  assert.deepEqual([lost.status, lost.json.code], [400, 'invalid_header']);
  assert.equal(lost.json.errors[0].header, 'Last-Event-ID', 'what is at fault is named');
  const page = await client.get('/api/Changes?take=1', { accept: 'application/json, text/event-stream;q=0.1' });
  assert.match(page.headers.get('content-type')!, /^application\/json/);
  assert.match(page.headers.get('vary')!, /\baccept\b(?!-)/);
  const head = await client.send('HEAD', '/api/Changes?take=1');
  assert.deepEqual(
    ['content-type', 'vary', 'content-length', 'link'].map((name) => head.headers.get(name)),
    [page.headers.get('content-type'), page.headers.get('vary'), null, null],
  );
});

onBothEngines('a stream tells what happens as it happens, and is taken up where it was cut off', async (engine, t) => {
  const app = await sharedApp(engine);
  const { client } = await firm(app);
  const stream = await openStream(t, app.url, client, '/api/Changes?after=now');
  await client.post('/api/Tasks', { Name: 'Live' });
  const [first] = await stream.events(1);
  assert.equal(first!.data.data.Name, 'Live');
  assert.equal(first!.id, first!.data.change);
  stream.close();
  await client.post('/api/Tasks', { Name: 'Meanwhile' });
  const again = await openStream(t, app.url, client, '/api/Changes', { 'last-event-id': first!.id });
  const [missed] = await again.events(1);
  assert.equal(missed!.data.data.Name, 'Meanwhile');
});
