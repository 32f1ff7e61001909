// Pages of the delivery log: what endpoints answered makes them long, and nobody but their reader may feel it.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../src/problems.ts';
import { planList } from '../../src/records/lists/planning.ts';
import { listableDeliveries } from '../../src/webhooks/delivery/settle/delivery-json.ts';
import { type Client, databaseUrl, type Engine, onBothEngines, onEitherEngine } from '../support/app.ts';
import { metricsOf } from '../support/metrics.ts';
import { type RawConnection, rawConnection, requestHead } from '../support/raw-connection.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, startWebhookApp, type WebhookApp } from '../support/webhooks.ts';

const MIB = 1024 * 1024;

onEitherEngine('a page of the log is its deliveries, byte for byte, in one piece or in many', async (engine, t) => {
  const { app, client, path, lengthen } = await startWithDeliveries(t, engine, 12);
  const check = async (query: string, ids: readonly number[]) => {
    const reply = await client.get(`${path}?${query}`);
    assert.equal(reply.status, 200, reply.text);
    const one = await Promise.all(ids.map(async (id) => (await client.get(`${path}/${id}`)).text));
    assert.equal(reply.text, `[${one.join(',\n')}]`, query);
    return reply;
  };
  const ids = (await client.get(`${path}?orderby=id`)).json.map(({ id }: { id: number }) => id);
  assert.equal(ids.length, 12);
  const whole = await check('orderby=id', ids);
  assert.equal(Number(whole.headers.get('content-length')), Buffer.byteLength(whole.text));
  await lengthen(ids.slice(3, 5), 20_000);
  await check('orderby=id', ids);
  await lengthen(ids, 300_000);
  await check('orderby=id', ids);
  const page = await check('orderby=id desc&skip=2&take=6&count=true', ids.toReversed().slice(2, 8));
  assert.match(page.headers.get('link') ?? '', /rel="next"/);
  assert.equal(page.headers.get('x-total-count'), '12');
  await check('state=failed', []);
  const gzip = await fetch(`${app.url}${path}?orderby=id`, {
    headers: { ...client.credentials, 'accept-encoding': 'gzip' },
  });
  assert.equal(gzip.headers.get('content-encoding'), 'gzip');
  assert.equal(await gzip.text(), (await client.get(`${path}?orderby=id`)).text);
});

onBothEngines('HEAD of a page has the headers of the page, and reads nothing of it', async (engine, t) => {
  const { app, account, client, path, lengthen } = await startWithDeliveries(t, engine, 5);
  await lengthen([], 900_000);
  const query = 'orderby=id&take=3&count=true';
  const [page, head] = [await client.get(`${path}?${query}`), await client.send('HEAD', `${path}?${query}`)];
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  for (const name of ['link', 'x-total-count', 'content-type', 'cache-control']) {
    assert.equal(head.headers.get(name), page.headers.get(name), name);
  }
  const listing = planList(listableDeliveries, query);
  assert.ok(!(listing instanceof Problem));
  const log = app.shard.deliveryLog(account, client.integrationID);
  const [read, unread] = [await log.list(1, listing), await log.list(1, listing, { body: false })];
  assert.ok(read !== undefined && !(read instanceof Problem));
  assert.deepEqual(unread, { ...read, body: undefined });
});

onEitherEngine('pages that nobody reads hold little, and others are answered', async (engine, t) => {
  const { app, client, path, lengthen } = await startWithDeliveries(t, engine, 30, { MDS_MAX_REQUEST_MIB: '64' });
  const other = await app.key(await app.account('Other firm'));
  await lengthen([], 900_000);
  const before = process.memoryUsage().rss;
  const deaf: RawConnection[] = [];
  for (let n = 0; n < 40; n++) {
    const one = await rawConnection(app.url);
    deaf.push(one);
    one.socket.pause();
    one.write(requestHead(`GET ${path}?take=30`, client.credentials));
  }
  let longest = 0;
  for (let n = 0; n < 20; n++) {
    const began = performance.now();
    assert.equal((await other.post('/api/Tasks', { Name: 'Answered' })).status, 201);
    longest = Math.max(longest, performance.now() - began);
    assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
    assert.ok((await metricsOf(app.url)).value('mds_http_request_memory_bytes') <= 48 * MIB);
    await sleep(50);
  }
  assert.ok((await metricsOf(app.url)).value('mds_http_requests_in_flight') > 10, 'the pages are being given');
  assert.ok(longest < 3_000, `somebody else waited for ${longest} ms`);
  const grown = (process.memoryUsage().rss - before) / MIB;
  assert.ok(grown < 400, `40 unread pages of 27 MB took ${grown} MB`);
  for (const { socket } of deaf) socket.destroy();
});

interface WithDeliveries extends Pick<WebhookApp, 'app' | 'account'> {
  readonly client: Client;
  /** Of the log. */
  readonly path: string;
  /** Gives the deliveries with these ids, all where none is named, an answer that long. */
  lengthen(ids: readonly number[], length: number): Promise<void>;
}

async function startWithDeliveries(
  t: Parameters<typeof startWebhookApp>[0],
  engine: Engine,
  count: number,
  environment: Record<string, string> = {},
): Promise<WithDeliveries> {
  const url = await databaseUrl(t, engine);
  const { app, account, client, subscribe, settled } = await startWebhookApp(t, engine, {
    DATABASE_URL: url,
    ...environment,
  });
  const { id } = await subscribe();
  const path = `/api/Webhooks/${id}/Deliveries`;
  for (let n = 0; n < count; n++) assert.equal((await client.send('POST', `/api/Webhooks/${id}/Test`)).status, 201);
  await settled(id, (log) => log.length === count && allSettled(log));
  return {
    app,
    account,
    client,
    path,
    async lengthen(ids, length) {
      const entry = JSON.stringify({ attempt: 1, answer: '\u00e9'.repeat(length / 2) });
      const some = ids.length === 0 ? '' : ` WHERE id IN (${ids.join(', ')})`;
      await runSql(url, `UPDATE deliveries SET log = '${entry}'${some}`);
    },
  };
}
