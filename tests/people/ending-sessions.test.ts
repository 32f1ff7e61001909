// Whoever ends the session of another browser, which may be lost, is told so only when it opens nothing any more, and can ask again until then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { formatTimestamp } from '../../src/lib/time.ts';
import { accountLock } from '../../src/storage/postgres/locks.ts';
import { createTestAccount, databaseUrl, startApp } from '../support/app.ts';
import { ADMIN, type Browser, browser, firm, linkFor, PASSWORD, person, signedIn } from '../support/people.ts';
import { testDatabase } from '../support/postgres.ts';
import { startSilencingProxy } from '../support/silencing-proxy.ts';

const HOUR = 3_600_000;

test('on another shard they end after a long day in one account, too; one that is away is not passed over', async (t) => {
  let now = Date.now();
  const proxy = await startSilencingProxy(t, await databaseUrl(t, 'postgres'));
  const MDS_SHARDS = `here=${await databaseUrl(t, 'sqlite')},away=${proxy.url}`;
  const app = await startApp(t, 'sqlite', { MDS_SHARDS }, { clock: { now: () => now } });
  const { home } = await firm(app);
  const shard = app.shards.get('away')!;
  const other = await createTestAccount(shard, 'Elsewhere');
  const token = await linkFor(shard, other, ADMIN, 'reset');
  assert.ok((await browser(app.url).post('/Links/Use', { token, password: PASSWORD })).status < 300);
  const [laptop, phone] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
  const opens = () =>
    Promise.all([home, `/${other.id}`].map(async (there) => (await laptop.get(`${there}/Me`)).status));
  const signedInOn = formatTimestamp(now);
  now += 11 * HOUR;
  assert.deepEqual(await opens(), [200, 200]);
  assert.equal((await phone.get(`${home}/Me`)).status, 200);
  now += 2 * HOUR;
  // Written behind the requests. The phone is in there still, and nobody there is told when it was used here, though both accounts have one number.
  await t.waitFor(async () => {
    const sessions = (await laptop.get(`/${other.id}/Sessions`)).json as { current: boolean; seenOn: string }[];
    assert.deepEqual(
      sessions.filter(({ current }) => !current).map(({ seenOn }) => seenOn),
      [signedInOn],
    );
  });
  assert.deepEqual(await opens(), [200, 200]);
  proxy.silence('hang');
  assert.equal((await phone.delete(`${home}/Sessions`)).status, 503);
  proxy.reach();
  await t.waitFor(async () => assert.equal((await phone.delete(`${home}/Sessions`)).status, 204), {
    interval: 500,
    timeout: 30_000,
  });
  assert.deepEqual(await opens(), [401, 401]);
});

test('while another account is held it is told, and ends when it is asked again; the own one ends by its name, too', async (t) => {
  const url = await testDatabase(t);
  const app = await startApp(t, 'postgres', { DATABASE_URL: url });
  const [held, other] = [await app.account('Held'), await app.account('Other')];
  const email = 'pat@example.com';
  for (const account of [held, other]) await person(app, account, email);
  const [laptop, phone] = [await signedIn(app, email), await signedIn(app, email)];
  const sessions = (await laptop.get(`/${other.id}/Sessions`)).json as { current: boolean; id: string }[];
  const { id } = sessions.find(({ current }) => current)!;
  const holding = new pg.Client(url);
  await holding.connect();
  await holding.query('BEGIN');
  await holding.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [accountLock(held.key)]);
  assert.equal((await phone.delete(`/${other.id}/Sessions/${id}`)).status, 503);
  await holding.query('ROLLBACK');
  await holding.end();
  assert.equal((await phone.delete(`/${other.id}/Sessions/${id}`)).status, 204);
  const opens = (one: Browser) =>
    Promise.all([held, other].map(async (account) => (await one.get(`/${account.id}/Me`)).status));
  assert.deepEqual(await opens(laptop), [401, 401]);
  const [own] = (await phone.get(`/${other.id}/Sessions`)).json as { id: string }[];
  const { cookie } = phone;
  const asked = t.mock.method(app.shard.people, 'sessionsOf');
  assert.equal((await phone.delete(`/${other.id}/Sessions/${own!.id}`)).status, 204);
  assert.equal(asked.mock.callCount(), 1, 'what it opens is asked once');
  assert.deepEqual(await opens(browser(app.url, { cookie })), [401, 401]);
});
