// An account may take minutes to remove on PostgreSQL, in one transaction: nobody else waits for it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from './support/postgres.ts';
import { runSql } from './support/run-sql.ts';
import { startWebhookApp } from './support/webhooks.ts';

/** Longer than anybody waits for a lock. */
const REMOVAL_S = 4;

test('while an account is removed, deliveries of others leave, their feeds and keys go on, and it is read to the end (postgres)', async (t) => {
  const url = await testDatabase(t);
  const { app, account, client, receiver, subscribe, task, rename } = await startWebhookApp(t, 'postgres', {
    DATABASE_URL: url,
    MDS_RATE_LIMIT: '100000',
  });
  const leaving = await app.account('Leaving');
  const theirKey = await app.key(leaving);
  await subscribe({ targetUrl: `${receiver.url}/ours`, includeOwn: true });
  await subscribe({ targetUrl: `${receiver.url}/theirs`, includeOwn: true }, theirKey);
  receiver.answer(async ({ received, response }) => {
    if (received.path === '/theirs') await sleep(500);
    response.end();
  });
  const ours = await task();
  const { ID } = (await theirKey.post('/api/Tasks', { Name: 'Before' })).json;
  await theirKey.patch(`/api/Tasks/${ID}`, [{ op: 'replace', path: '/Name', value: 'After' }]);
  await receiver.waitFor((requests) => requests.some(({ path }) => path === '/theirs'));

  await (await app.key(leaving)).get('/api/Tasks');
  await runSql(url, `INSERT INTO rate_limits VALUES ('person ${leaving.id} 1', 1, 0, 0, 0)`);

  // It stands for a large account: half of the time for its rows, the other half for what is looked at when all are gone.
  await runSql(
    url,
    `CREATE FUNCTION large() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${REMOVAL_S / 2}); RETURN NULL; END $$`,
  );
  await runSql(url, 'CREATE TRIGGER large BEFORE DELETE ON audit FOR EACH STATEMENT EXECUTE FUNCTION large()');
  await runSql(
    url,
    `CREATE CONSTRAINT TRIGGER looked_at AFTER DELETE ON accounts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION large()`,
  );
  let removed = false;
  const removal = app.shard.accounts.remove(leaving).then(() => {
    removed = true;
  });
  const longest = { delivery: 0, feed: 0, key: 0, read: 0 };
  const timed = async (what: keyof typeof longest, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    longest[what] = Math.max(longest[what], performance.now() - began);
  };
  let cursor = nextOf(await client.get('/api/Changes?after=now'));
  for (let n = 0; !removed; n++) {
    await rename(ours, `Change ${n}`);
    await timed('delivery', () =>
      receiver.waitFor((requests) => requests.some(({ body }) => body.includes(`Change ${n}"`))),
    );
    await timed('feed', async () => {
      const page = await client.get(`${cursor}&wait=30`);
      assert.ok(page.json.length > 0);
      cursor = nextOf(page).replace(/&wait=\d+/, '');
    });
    await timed('key', () => app.key(account));
    // Whoever waits meanwhile holds a connection that the others lack.
    await timed('read', async () => assert.ok([200, 401].includes((await theirKey.get('/api/Tasks')).status)));
  }
  await removal;
  for (const [what, ms] of Object.entries(longest)) assert.ok(ms < 1_500, `${what}: ${ms} ms`);
  assert.equal((await theirKey.get('/api/Tasks')).status, 401);
  const left = await runSql(
    url,
    'SELECT api_key FROM rate_limits WHERE api_key NOT IN (SELECT api_key FROM integrations)',
  );
  // A request of the last moment may have begun one anew.
  assert.ok(left.length <= 1, JSON.stringify(left));
  assert.equal((await runSql(url, 'SELECT FROM rate_limits')).length, left.length + 1, 'those of others stay');
});

function nextOf(page: { readonly headers: Headers }): string {
  const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')![1]!;
  return link.replace(/^https?:\/\/[^/]+/, '');
}
