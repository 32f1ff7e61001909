// On PostgreSQL an account is removed in one transaction, which may take minutes. Whoever is in it and in others comes and goes there as ever.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { AuditEntry } from '../../src/people/audit.ts';
import { accountLock } from '../../src/storage/postgres/locks.ts';
import { startApp } from '../support/app.ts';
import { browser, PASSWORD, person } from '../support/people.ts';
import { testDatabase } from '../support/postgres.ts';

test('while an account is being removed, its people sign in to their others, work there and sign out', async (t) => {
  const url = await testDatabase(t);
  const app = await startApp(t, 'postgres', { DATABASE_URL: url });
  const [gone, other] = [await app.account('Gone'), await app.account('Other')];
  const email = 'pat@example.com';
  for (const account of [gone, other]) await person(app, account, email);
  const signIn = async (password = PASSWORD) => {
    const one = browser(app.url);
    const { status } = await one.post('/Session', { email, password });
    return { one, status };
  };
  const { one: before } = await signIn();
  const removing = new pg.Client(url);
  await removing.connect();
  t.after(() => removing.end());
  // As long ago as is written down when somebody is seen again.
  await removing.query('UPDATE sessions SET seen_on = seen_on - 120000, asked_on = seen_on - 120000');
  await removing.query('BEGIN');
  await removing.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [accountLock(gone.key)]);
  for (const table of ['sessions', 'links', 'person_secrets', 'passkeys', 'audit']) {
    await removing.query(`DELETE FROM ${table} WHERE account = $1`, [gone.key]);
  }

  const reads = async (one: typeof before, account = other) => (await one.get(`/${account.id}/Me`)).status;
  assert.equal(await reads(before), 200);
  const isSeen = 'SELECT id FROM sessions WHERE account = $1 AND seen_on > $2';
  while ((await removing.query(isSeen, [other.key, Date.now() - 60_000])).rows.length === 0) await sleep(10);
  assert.equal((await signIn('not the password at all')).status, 401);
  const { one, status } = await signIn();
  assert.deepEqual([status, await reads(one), await reads(one, gone)], [200, 200, 401]);
  assert.equal((await before.delete('/Session')).status, 503, 'that it has ended everywhere is not known');
  assert.equal(await reads(before), 401);
  assert.equal((await one.delete('/Session')).status, 204);

  // Nobody holds a connection for as long as the removal takes: there are fewer of them than of these.
  const many = Array.from({ length: 20 }, () => app.shard.people.audit(gone, entry).catch(() => 'not told'));
  const began = performance.now();
  await app.shard.people.withEmail(email);
  const tookMs = performance.now() - began;
  assert.deepEqual(new Set(await Promise.all(many)), new Set(['not told']));
  assert.ok(tookMs < 2_000, `${tookMs} ms`);

  await removing.query('ROLLBACK');
  assert.equal(await reads(before, gone), 200);
  assert.equal((await before.delete('/Session')).status, 204);
  assert.equal(await reads(before, gone), 401);
});

const entry: AuditEntry = {
  ...{ on: 1, what: 'session.failed' as const, address: null, about: null },
  by: { kind: 'nobody', id: null, name: null, email: null },
};
