// Whoever follows the log goes no further than what can no longer change, whatever is committed in whatever order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { testKeys } from '../../../../tests/support/keys.ts';
import { testDatabase } from '../../../../tests/support/postgres.ts';
import { openPool } from '../../postgres/connection.ts';
import { openPostgresShard } from '../../postgres/shard.ts';
import { createHorizon } from './horizon.postgres.ts';

test('a number that somebody has drawn is not settled before his transaction has ended', async (t) => {
  const url = await testDatabase(t);
  await (await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'tool' })).close();
  const pool = openPool({ url, applicationName: 'horizon', poolSize: 1 });
  t.after(() => pool.end());
  const horizon = createHorizon(pool);
  const clients = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      t.after(() => client.end());
      return client;
    }),
  );
  const drawing = async (client: pg.Client) => {
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    const { rows } = await client.query("SELECT nextval('changes_seq_seq')::integer AS seq");
    return { seq: rows[0].seq as number, client };
  };

  // The only one open: no transaction that is over is younger than it.
  const alone = await drawing(clients[0]!);
  assert.ok((await horizon.look()).settled < alone.seq);
  await alone.client.query('COMMIT');
  assert.equal((await horizon.look()).settled, alone.seq);

  for (let round = 0; round < 30; round++) {
    const open: Awaited<ReturnType<typeof drawing>>[] = [];
    for (const client of clients) open.push(await drawing(client));
    while (open.length > 0) {
      const [ended] = open.splice((round * 7 + open.length) % open.length, 1);
      await ended!.client.query(round % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
      const { settled } = await horizon.look();
      for (const { seq } of open) assert.ok(settled < seq, `${seq} is open, and ${settled} is called settled`);
    }
    const { settled, drawn } = await horizon.look();
    assert.equal(settled, drawn, 'nothing is open');
  }

  // In a process that has just begun: who has drawn nothing is not waited for, and who has is for a while.
  const begun = (patienceMs: number) => createHorizon(pool, patienceMs).known();
  await clients[0]!.query('BEGIN; SELECT pg_current_xact_id()');
  const { settled, drawn } = (await begun(0))!;
  assert.deepEqual([settled > 0, settled], [true, drawn]);
  const late = await drawing(clients[1]!);
  assert.equal(await begun(0), undefined);
  const waiting = begun(60_000);
  // So does whoever wants all that is drawn by now: what is drawn later is not waited for.
  assert.deepEqual(await createHorizon(pool, 0).reached(), { settled: 0, drawn: late.seq });
  assert.ok((await horizon.look()).settled < late.seq);
  const reaching = horizon.reached();
  await horizon.look();
  const later = await drawing(clients[2]!);
  await late.client.query('COMMIT');
  assert.deepEqual(await reaching, { settled: late.seq, drawn: late.seq });
  await later.client.query('COMMIT');
  assert.ok((await waiting)!.settled >= late.seq);
  await clients[0]!.query('COMMIT');
});
