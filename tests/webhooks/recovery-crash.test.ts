// A recovery survives a kill -9, and is worked at by any number of processes without making anything twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { countsOf, EVERYTHING, followed, recover } from '../support/recoveries.ts';
import { startWebhookApp } from '../support/webhooks.ts';
import { recoveryCrash } from './recovery-crash.ts';

/** Thousands by `MDS_TEST_RECOVERED=5000`. */
const EVENTS = Number(process.env.MDS_TEST_RECOVERED ?? 300);

onBothEngines('a recovery that is killed in the middle sends each event once more, in order', async (engine, t) => {
  const { received, repeated, seconds } = await recoveryCrash(await databaseUrl(t, engine), EVENTS);
  t.diagnostic(`${EVENTS} events, ${received} received, ${repeated} of them twice, ${seconds.toFixed(1)} s`);
});

test('several processes work at a recovery, and nothing is sent twice', async (t) => {
  const url = await databaseUrl(t, 'postgres');
  const one = await startWebhookApp(t, 'postgres', { DATABASE_URL: url });
  // A second service on the same database, which trusts the same receiver.
  await startWebhookApp(t, 'postgres', { DATABASE_URL: url }, [one.receiver]);
  const { client, receiver, subscribe, task, rename } = one;
  const tasks = await Promise.all(Array.from({ length: 10 }, () => task()));
  for (let round = 0; round < 10; round++) await Promise.all(tasks.map((each) => rename(each, `Round ${round}`)));
  const { id } = await subscribe();
  const { id: run } = await recover(client, id, EVERYTHING);
  const ended = await followed(client, id, run);
  assert.deepEqual(countsOf(ended), {
    state: 'complete',
    total: 100,
    done: 100,
    delivered: 100,
    failed: 0,
    skipped: 0,
  });
  assert.equal(receiver.requests.length, 100);
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 100);
});
