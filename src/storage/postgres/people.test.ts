// What is special about sessions on PostgreSQL: other connections are at work at the same time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import { create, made, patching } from '../conformance/samples.ts';
import { openPostgres } from './shard.ts';

test('a session that is begun before its person has been disabled whole waits for that, and is none', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgres({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  const account = await shard.accounts.create({ id: 'acc_1', name: 'Harbour', createdOn: 1 });
  const userID = await create(shard.records(account), 'Users', { Email: 'ann@example.com', Status: 'Active' });
  const begin = (n: number) =>
    shard.people.begin({
      account,
      userID,
      id: `ses_${n}`,
      tokenHash: Buffer.alloc(32, n),
      createdOn: 1,
      confirmedOn: null,
      address: '192.0.2.1',
      device: 'x',
    });
  const becomes = (Status: string) => made(shard.records(account), patching('Users', userID, { Status }));
  const waits = `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  // By a connection of its own: within a transaction it would always be told the same.
  const waiting = async () => Number(((await runSql(url, waits)) as [{ n: string }])[0].n);
  assert.equal(await begin(1), true);
  await client.query('BEGIN');
  await client.query('SELECT FROM sessions FOR UPDATE');
  const disabling = becomes('Disabled');
  // It is where it ends the sessions that it knows of.
  while ((await waiting()) < 1) await sleep(10);
  let isBegun: boolean | undefined;
  const beginning = begin(2).then((begun) => {
    isBegun = begun;
  });
  while (isBegun === undefined && (await waiting()) < 2) await sleep(10);
  await client.query('COMMIT');
  await Promise.all([disabling, beginning]);
  assert.equal(isBegun, false);
  await becomes('Active');
  assert.deepEqual(await shard.people.sessionsOfPerson(account, userID), []);
});
