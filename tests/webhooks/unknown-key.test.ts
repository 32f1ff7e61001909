// While keys are exchanged, an instance may meet a secret whose key it has not got yet: nothing fails by it, and nothing is lost.

import assert from 'node:assert/strict';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

onBothEngines(
  'what is under a key that an instance lacks waits for the key, and is answered with 503',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { client, receiver, subscribe, task, rename, deliveries, settled } = await startWebhookApp(t, engine, {
      DATABASE_URL: url,
    });
    const { id } = await subscribe({ headers: { 'X-Key': 'open sesame' } });
    const { id: other } = await subscribe();
    const [row] = (await runSql(url, `SELECT sealed_headers FROM subscriptions WHERE id = ${id}`)) as {
      sealed_headers: string;
    }[];
    const kept = row!.sealed_headers;
    const foreign = kept.replace(/^mds1\.[0-9a-f]{8}/, 'mds1.00000000');
    await runSql(url, `UPDATE subscriptions SET sealed_headers = '${foreign}' WHERE id = ${id}`);
    await rename(await task(), 'Waits');
    await settled(other, allSettled);
    const refused = await client.get(`/api/Webhooks/${id}`);
    assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable']);
    assert.match(refused.json.detail, /the key 00000000, which is not in MDS_SECRETS_KEY/);
    const [waiting] = await deliveries(id);
    assert.deepEqual([waiting.state, waiting.attempts], ['waiting', []]);

    await runSql(url, `UPDATE subscriptions SET sealed_headers = '${kept}' WHERE id = ${id}`);
    await settled(id, allSettled);
    assert.equal(receiver.requests.filter(({ headers }) => headers['x-key'] === 'open sesame').length, 1);
  },
);
