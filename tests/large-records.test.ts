// Records as large as they get: whoever asks for many of them, or for what they were, keeps nobody else waiting.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../src/lib/json.ts';
import { databaseUrl, onEitherEngine, startApp } from './support/app.ts';
import { firm } from './support/people.ts';
import { runSql } from './support/run-sql.ts';
import { sharedApp } from './support/shared-app.ts';
import { longestTurns } from './support/turns.ts';

/** How often the time for one change of such a record others may have to wait at a stretch; of a few at once it is a hundred times. */
const MAX_TIMES = 12;
const FORMS = 20;
const LISTS = 110;

onEitherEngine('what is about many large records is done in small steps', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account, { preset: 'Full' });
  const made = async (path: string, body: Json) => {
    const reply = await key.post(path, body as never);
    assert.equal(reply.status, 201, reply.text.slice(0, 500));
    return reply.json;
  };
  const asset = await made('/api/Assets', { Name: 'Boiler' });
  const question = { FieldID: 'a', Label: 'Readings', Type: 'Text' };
  const template = await made('/api/FormTemplates', { Name: 'Readings', Status: 'Published', Fields: [question] });
  // Of all that a value may be, nothing takes longer to parse.
  const answers = [{ FieldID: 'a', Value: Array(80_000).fill({}) }];
  const forms: number[] = [];
  for (let n = 0; n < FORMS; n++) {
    const form = { Name: 'Large', FormTemplateID: template.ID, AssetID: asset.ID, Answers: answers };
    forms.push((await made('/api/Forms', form)).ID);
  }
  const [first] = forms;
  const nested = Array.from({ length: LISTS }).reduce<Json>((within) => [within], Array(110_000).fill(7));
  const deep = await made('/api/Forms', {
    ...{ Name: 'Deep', FormTemplateID: template.ID },
    Answers: [{ FieldID: 'a', Value: nested }],
  });
  for (let n = 0; n < 31; n++) {
    const patch = [{ op: 'replace', path: '/Answers/0/Value/0', value: n }];
    assert.equal((await key.patch(`/api/Forms/${first}`, patch)).status, 200);
  }
  const renamed = (id: number, value = 'Other') => ({
    ...{ type: 'Forms', id, patch: [{ op: 'replace', path: '/Name', value }] },
  });
  // The last of them build on each other.
  const steps = [...forms.map((id) => renamed(id)), ...['A', 'B'].map((name) => renamed(first!, name))];
  const plan = { title: 'All', steps: steps.map((step) => ({ ...step, reason: 'Names' })) };
  await made('/api/Proposals', plan);
  const reading = (id: number) => ({
    type: 'Forms',
    id,
    patch: [{ op: 'replace', path: '/Answers/0/Value/0', value: 1 }],
  });
  const readings = (some: readonly number[]) => ({
    title: 'Readings',
    steps: some.map((id) => ({ ...reading(id), reason: 'Readings' })),
  });
  const refused = await key.post('/api/Proposals', readings(forms.slice(1, 7)) as never);
  assert.deepEqual([refused.status, refused.json.code, refused.json.step], [413, 'body_too_large', 6], refused.text);
  assert.match(refused.json.detail, /^Step 6: .* 4 MiB .* several plans/);
  const others = (await key.get('/api/Proposals?take=0&count=true')).headers.get('x-total-count');
  assert.equal(others, String(steps.length), 'nothing of it is kept');

  const one = () => ask('/api/Forms/DryRun', { id: first!, patch: renamed(first!).patch });
  let written = 0;
  const requests: Record<string, () => Promise<void>> = {
    'changes that come together': async () => {
      written++;
      const patch = [{ op: 'replace', path: '/Answers/0/Value/1', value: written }];
      const replies = await Promise.all(forms.map((id) => key.patch(`/api/Forms/${id}`, patch)));
      for (const { status } of replies) assert.equal(status, 200);
    },
    'an old version': () => ask(`/api/Forms/${first}?version=1`),
    'the feed': () => ask('/api/Changes?take=1000'),
    proposals: () => ask('/api/Proposals?take=1000&fields=id'),
    'a plan': () => ask('/api/Proposals', plan),
    'a plan of large values': () => ask('/api/Proposals', readings(forms.slice(1, 6))),
    'a plan of large values by an assistant': () => tool('propose_plan', readings(forms.slice(1, 6))),
    'a timeline': async () => {
      const reply = await admin.get(`${home}/Assets/${asset.ID}/Timeline?take=100`);
      assert.equal(reply.json.entries.filter(({ kind }: { kind: string }) => kind === 'Forms').length, FORMS);
    },
    'a list for an assistant': () => tool('list', { type: 'Forms', query: 'take=15' }),
    'a history for an assistant': () => tool('history', { type: 'Forms', id: first!, take: 7 }),
    'a value deep down for an assistant': () => {
      const at = `/Answers/0/Value${'/0'.repeat(LISTS)}`;
      return tool('get', { type: 'Forms', id: deep.ID, at }, /go on with skip=\d+/);
    },
  };
  const [single] = await longestTurns(one);
  for (const [name, request] of Object.entries(requests)) {
    const [longest] = await longestTurns(request);
    assert.ok(
      longest! < MAX_TIMES * single!,
      `${name}: ${longest!.toFixed(0)} ms, where one change takes ${single!.toFixed(0)}`,
    );
  }

  /** Without reading the answer, which would take its time here. */
  async function ask(path: string, body?: Json): Promise<void> {
    const headers = { ...key.credentials, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const method = body === undefined ? 'GET' : 'POST';
    const reply = await fetch(app.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const bytes = await reply.arrayBuffer();
    assert.ok(reply.ok, `${path}: ${reply.status} ${Buffer.from(bytes).toString().slice(0, 500)}`);
  }

  async function tool(name: string, given: Json, says = /left out: \d+ bytes/): Promise<void> {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const reply = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...key.credentials },
      body: JSON.stringify(call),
    });
    const text = await reply.text();
    assert.match(text, says, `${reply.status} ${text.slice(0, 500)}`);
  }
});

onEitherEngine('what a large record was, a hundred versions back, is found in small steps', async (engine) => {
  const app = await sharedApp(engine);
  const key = await app.key(await app.account(), { preset: 'Full' });
  const Lines = Array.from({ length: 390 }, (_, n) => ({ Line: n + 1, Description: 'é'.repeat(250), Quantity: 1 }));
  const { ID } = (await key.post('/api/PurchaseOrders', { Name: 'Large', Lines })).json;
  const patch = (value: number) => [{ op: 'replace', path: '/Lines/0/Quantity', value }];
  for (let n = 2; n < 102; n++) assert.equal((await key.patch(`/api/PurchaseOrders/${ID}`, patch(n))).status, 200);
  const [single] = await longestTurns(() => key.post('/api/PurchaseOrders/DryRun', { id: ID, patch: patch(1) }));
  const target = { entityType: 'PurchaseOrders', action: 'Updated', targetUrl: 'https://hooks.example.com/' };
  const { id } = (await key.post('/api/Webhooks', target)).json;
  const requests: Record<string, () => Promise<void>> = {
    'its history': async () => {
      const reply = await key.get(`/api/PurchaseOrders/${ID}/History?take=100&fields=version`);
      assert.equal(reply.json.length, 100);
    },
    'its newest events': async () => {
      const reply = await key.get(`/api/Webhooks/${id}/Events`);
      assert.deepEqual(
        reply.json.map(({ recordID }: { recordID: number }) => recordID),
        Array(20).fill(ID),
      );
    },
    'a test with an event that nobody knows': async () => {
      assert.equal((await key.send('POST', `/api/Webhooks/${id}/Test?change=nonsense`)).status, 400);
    },
  };
  for (const [name, request] of Object.entries(requests)) {
    const [longest] = await longestTurns(request);
    assert.ok(longest! < MAX_TIMES * single!, `${name}: ${longest} ms, where one change takes ${single}`);
  }
});

const MANY_CHANGES = 300_000;

test('on SQLite a log that holds little of what is waited for is looked through in small steps', async (t) => {
  const url = await databaseUrl(t, 'sqlite');
  const app = await startApp(t, 'sqlite', { DATABASE_URL: url });
  const key = await app.key(await app.account());
  await key.post('/api/Tasks', { Name: 'Of many' });
  const columns = 'account, type, version, committed_on, by_kind, submitter, events';
  await runSql(
    url,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY_CHANGES})
      INSERT INTO changes (record_id, ${columns}) SELECT 1000 + n.i, ${columns} FROM n CROSS JOIN (SELECT * FROM changes LIMIT 1)`,
  );
  const look = (query: string) => async () => {
    assert.deepEqual((await key.get(`/api/Changes?entityType=Boards${query}`)).json, []);
  };
  const [single] = await longestTurns(look(''));
  const [longest] = await longestTurns(look('&wait=1'));
  // Memory that was filled before is tidied up meanwhile, for 20 ms; to go through all of it at once takes far longer.
  assert.ok(longest! < MAX_TIMES * Math.max(single!, 4), `${longest} ms, where one look takes ${single}`);
});
