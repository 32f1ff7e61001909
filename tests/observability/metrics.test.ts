import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { consoleOperationName } from '../../src/api/console/mounted-api-routes.ts';
import { client, databaseUrl, onBothEngines, onEitherEngine, startApp } from '../support/app.ts';
import { metricsOf } from '../support/metrics.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8');
const alerts = readFileSync(join(root, 'deploy/prometheus-alerts.yml'), 'utf8');

test('every metric is documented, and every documented metric is there', async (t) => {
  const app = await startApp(t, 'sqlite');
  const { names } = await metricsOf(app.url);
  const documented = [...guide.matchAll(/^\| `((?:mds|process|nodejs)_\w+)` \|/gm)].map(([, name]) => name!);
  assert.deepEqual(documented.toSorted(), names.toSorted());
});

onBothEngines('counters end in _total, and nothing else does', async (engine, t) => {
  const app = await startApp(t, engine);
  const { text } = await metricsOf(app.url);
  const wrong = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
    .map(([, name, type]) => `${name} ${type}`)
    .filter((line) => /_total /.test(line) !== / counter$/.test(line));
  assert.deepEqual(wrong, []);
});

test('the labels in the guide are those of the metrics', async (t) => {
  const { app, client: key, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, 'sqlite');
  receiver.answer(410);
  const { id } = await subscribe();
  await rename(await task(), 'B');
  await settled(id, allSettled);
  await key.get('/api/Nothing');
  const { series } = await metricsOf(app.url);
  for (const [, name, labels] of guide.matchAll(/^\| `((?:mds|process|nodejs)_\w+)` \| ([^|]*)\|/gm)) {
    const shown = [...series.keys()].filter((one) => new RegExp(`^${name}(_sum)?(\\{|$)`).test(one));
    // PostgreSQL alone has a pool of connections.
    if (name === 'mds_database_connections') continue;
    assert.ok(shown.length > 0, `${name} shows no value`);
    const found = [...(/\{(.*)\}/.exec(shown[0]!)?.[1] ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label!);
    const documented = labels!.match(/\w+/g) ?? [];
    assert.deepEqual(found.toSorted(), documented.toSorted(), `the labels of ${name}`);
  }
});

test('alerts ask for metrics that exist, and each of them is explained', async (t) => {
  const app = await startApp(t, 'sqlite');
  const { names } = await metricsOf(app.url);
  const asked = [...alerts.matchAll(/\b((?:mds|process|nodejs)_[a-z_]+)/g)].map(([, name]) =>
    name!.replace(/_bucket$/, ''),
  );
  assert.ok(asked.length > 10);
  for (const name of asked) assert.ok(names.includes(name), `${name} is not exposed`);
  const named = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  const explained = [...guide.matchAll(/^\| `(Mds\w+)` \|/gm)].map(([, name]) => name!);
  assert.deepEqual(explained.toSorted(), named.toSorted());
});

test('what waits for changes is no slow request to the alerts', async (t) => {
  const app = await startApp(t, 'sqlite');
  const key = await app.key(await app.account());
  await key.get('/api/Changes?after=now&wait=1');
  const { series } = await metricsOf(app.url);
  const slow = [...series].filter(
    ([name, seconds]) => name.startsWith('mds_http_request_duration_seconds_sum') && seconds >= 1,
  );
  const operations = slow.map(([name]) => /operation="(\w+)"/.exec(name)![1]!);
  assert.deepEqual(operations, ['listChanges']);
  const [, leftOut] = /alert: MdsSlow\n.*\{operation!~"([^"]*)"\}/.exec(alerts) ?? [];
  for (const operation of [...operations, ...operations.map(consoleOperationName)])
    assert.match(operation, new RegExp(`^(?:${leftOut})$`));
});

onBothEngines('everything scarce is named in the guide', async (engine, t) => {
  const app = await startApp(t, engine);
  const { series } = await metricsOf(app.url);
  const budgets = [...series.keys()].flatMap((name) => /^mds_share_capacity\{budget="(\w+)"/.exec(name)?.[1] ?? []);
  assert.ok(budgets.length > 10);
  for (const name of budgets)
    assert.ok(
      [name, name.replace(/_[a-z]+$/, '_...')].some((one) => guide.includes(`\`${one}\``)),
      name,
    );
});

test('metrics are for this machine; whatever a proxy passed on needs the token', async (t) => {
  const token = 'a-token-of-some-length';
  const app = await startApp(t, 'sqlite', { MDS_METRICS_TOKEN: token, MDS_TRUSTED_PROXIES: '127.0.0.0/8' });
  const ask = async (headers: Record<string, string>) => (await fetch(`${app.url}/metrics`, { headers })).status;
  assert.equal(await ask({}), 200);
  const forwarded = { 'x-forwarded-for': '127.0.0.1' };
  assert.equal(await ask(forwarded), 401, 'anybody can write that header');
  assert.equal(await ask({ forwarded: 'for=192.0.2.1' }), 401);
  assert.equal(await ask({ ...forwarded, authorization: `Bearer ${token}` }), 200);
  for (const wrong of [token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, 'Bearer ', 'Bearer']) {
    assert.equal(await ask({ ...forwarded, authorization: wrong }), 401, wrong);
  }
  const none = await startApp(t, 'sqlite');
  const empty = await fetch(`${none.url}/metrics`, { headers: { ...forwarded, authorization: 'Bearer ' } });
  assert.equal(empty.status, 401, 'without a token nobody has it');
  assert.match(empty.headers.get('www-authenticate') ?? '', /^Bearer/);
});

onBothEngines('requests are counted by operation, method and status, refusals by their code', async (engine, t) => {
  const app = await startApp(t, engine, { MDS_RATE_LIMIT: '12' });
  const account = await app.account();
  const key = await app.key(account);
  assert.equal((await key.post('/api/Tasks', { Name: 'One' })).status, 201);
  assert.equal((await key.get('/api/tasks/1')).status, 200);
  assert.equal((await key.send('HEAD', '/api/Tasks/1')).status, 200);
  assert.equal((await key.get('/api/Tasks/77')).status, 404);
  assert.equal((await key.get('/api/Tasks?Nme=x')).status, 400);
  assert.equal((await client(app.url, { ...key.credentials, vaultSecret: 'wrong' }).get('/api/Tasks')).status, 401);
  // What clients invent makes no new series.
  for (let n = 0; n < 5; n++) assert.equal((await key.get(`/api/Invented${n}/7`)).status, 404);
  assert.equal((await fetch(`${app.url}/elsewhere`, { method: 'PROPFIND' })).status, 404);
  while ((await key.get('/api/Me')).status !== 429);

  const metrics = await metricsOf(app.url);
  const requests = (operation: string, method: string, status: number, shard = 's1') =>
    metrics.value(
      `mds_http_requests_total{operation="${operation}",method="${method}",status="${status}",shard="${shard}"}`,
    );
  assert.equal(requests('createTask', 'POST', 201), 1);
  assert.equal(requests('getTask', 'GET', 200), 1);
  assert.equal(requests('getTask', 'HEAD', 200), 1);
  assert.equal(requests('getTask', 'GET', 404), 1);
  assert.equal(requests('listTasks', 'GET', 400), 1);
  assert.equal(requests('listTasks', 'GET', 401), 1);
  assert.equal(requests('none', 'GET', 404), 5);
  assert.equal(requests('none', 'other', 404, ''), 1);
  assert.equal(requests('getMe', 'GET', 429), 1);
  assert.equal(
    metrics.value('mds_http_request_duration_seconds_count{operation="getTask",method="GET",shard="s1"}'),
    2,
  );
  assert.equal(metrics.value('mds_http_refusals_total{code="not_found",shard="s1"}'), 6);
  assert.equal(metrics.value('mds_http_refusals_total{code="not_found",shard=""}'), 1);
  assert.equal(metrics.value('mds_http_refusals_total{code="invalid_query",shard="s1"}'), 1);
  assert.equal(metrics.value('mds_rate_limit_refusals_total{limit="key",shard="s1"}'), 1);
  assert.equal(metrics.value('mds_rate_limit_refusals_total{limit="address",shard=""}'), 0);
  assert.equal(metrics.value('mds_failed_credentials_total'), 1);
  assert.equal(metrics.value('mds_http_requests_in_flight'), 1);
  assert.ok(metrics.value('mds_http_connections') >= 1);
  assert.doesNotMatch(metrics.text, /Invented|PROPFIND|elsewhere/);
});

onBothEngines('what the database has in hand is shown for each shard', async (engine, t) => {
  const app = await startApp(t, engine);
  const key = await app.key(await app.account());
  const before = await metricsOf(app.url);
  for (let n = 0; n < 20; n++) assert.equal((await key.post('/api/Tasks', { Name: `Task ${n}` })).status, 201);
  const after = await metricsOf(app.url);
  const made = (name: string) => after.value(`${name}{shard="s1"}`) - before.value(`${name}{shard="s1"}`);
  // On SQLite others write too: old deliveries are looked for.
  assert.ok(made('mds_commits_total') >= 20);
  assert.ok(made('mds_committed_changes_total') >= made('mds_commits_total'));
  assert.equal(after.value('mds_database_waiting{shard="s1",kind="commit"}'), 0);
  if (engine === 'sqlite') {
    assert.ok(after.value('mds_write_ahead_log_bytes{shard="s1",kind="file"}') > 0);
    assert.equal(after.value('mds_database_waiting{shard="s1",kind="reader"}'), 0);
  } else {
    const [busy, idle] = ['busy', 'idle'].map((kind) =>
      after.value(`mds_database_connections{shard="s1",kind="${kind}"}`),
    );
    assert.ok(busy! + idle! > 0);
    assert.equal(after.value('mds_database_waiting{shard="s1",kind="connection"}'), 0);
  }
  assert.ok(after.value('process_resident_memory_bytes') > 10_000_000);
  await sleep(250);
  assert.ok((await metricsOf(app.url)).value('mds_event_loop_delay_seconds_count') >= 1);
});

onBothEngines('deliveries are counted by what came of them', async (engine, t) => {
  const webhooks = await startWebhookApp(t, engine, { MDS_WEBHOOK_RETRY_MS: '30000' });
  const { app, receiver, subscribe, task, rename, settled, deliveries } = webhooks;
  const { id } = await subscribe();
  const record = await task();
  await rename(record, 'B');
  await settled(id, (log) => log.length === 1 && allSettled(log));
  // The same content again, then an endpoint that fails: the next attempt is due in half a minute.
  const dead = await subscribe({ targetUrl: `https://127.0.0.1:9/`, action: 'Created' });
  await task();
  await settled(dead.id, allSettled);
  // With nothing to do for long a lane is closed.
  let lanesAtWork = 0;
  receiver.answer(async ({ response }) => {
    lanesAtWork = (await metricsOf(app.url)).value('mds_webhook_lanes{shard="s1"}');
    response.writeHead(500).end();
  });
  await rename(record, 'C');
  await settled(id, (log) =>
    log.some(({ attempts }) => attempts.some(({ status }: { status: number }) => status === 500)),
  );

  const metrics = await metricsOf(app.url);
  const attempts = (made: string) => metrics.value(`mds_webhook_attempts_total{class="${made}",shard="s1"}`);
  assert.equal(attempts('success'), 1);
  assert.equal(attempts('status'), 1);
  assert.equal(attempts('connect'), 1);
  assert.equal(metrics.value('mds_webhook_attempt_duration_seconds_count{shard="s1"}'), 3);
  assert.equal(metrics.value('mds_webhook_attempts_in_flight{shard="s1"}'), 0);
  assert.ok(lanesAtWork >= 1);
  assert.equal(metrics.value('mds_webhook_outbox_depth{shard="s1"}'), 1);
  const oldest = metrics.value('mds_webhook_oldest_waiting_seconds{shard="s1"}');
  assert.ok(oldest > 0 && oldest < 60, String(oldest));
  assert.equal((await deliveries(id)).length, 2);
});

onEitherEngine('repeats and deactivations are counted, each once', async (engine, t) => {
  const own = { DATABASE_URL: await databaseUrl(t, engine) };
  const { app, receiver, subscribe, task, settled, client: key } = await startWebhookApp(t, engine, own);
  const [up, down] = await Promise.all(
    ['Operational', 'Down'].map(
      async (BaseStatus) => (await key.post('/api/AssetStatuses', { Name: BaseStatus, BaseStatus })).json.ID,
    ),
  );
  const filter = { filterEntityType: 'Asset Status', filterConditionEntityID: down };
  const flapping = await subscribe({ entityType: 'Assets', ...filter });
  const asset = (await key.post('/api/Assets', { Name: 'Boiler', AssetStatusID: up })).json.ID;
  for (const value of [down, up, down, up, down]) {
    await key.patch(`/api/Assets/${asset}`, [{ op: 'replace', path: '/AssetStatusID', value }]);
  }
  await settled(flapping.id, (log) => log.length === 3 && allSettled(log));

  receiver.answer(410);
  const gone = await subscribe({ action: 'Created' });
  await Promise.all([task(), task(), task()]);
  await settled(gone.id, allSettled);
  receiver.answer(200);
  const dead = await subscribe({ action: 'Created', targetUrl: 'https://127.0.0.1:9/' });
  for (let n = 0; n < 32; n++) await task();
  await settled(dead.id, allSettled);

  const metrics = await metricsOf(app.url);
  assert.equal(metrics.value('mds_webhook_suppressed_total{shard="s1"}'), 2);
  assert.equal(metrics.value('mds_webhook_deactivations_total{by="gone",shard="s1"}'), 1);
  assert.equal(metrics.value('mds_webhook_deactivations_total{by="failures",shard="s1"}'), 1);
});
