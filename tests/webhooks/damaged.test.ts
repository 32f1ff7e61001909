// Whatever a row holds that no request could have put there, its delivery fails with a sentence and all others go on.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../src/lib/json.ts';
import { databaseUrl, onBothEngines, onEitherEngine } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, type Shown, startWebhookApp } from '../support/webhooks.ts';

/** What is written over a subscription, and what the log then says. */
const damages: readonly {
  readonly table: 'subscriptions';
  readonly set: string;
  readonly says: RegExp;
}[] = [
  { table: 'subscriptions', set: `target_url = 'ftp://hooks.example/in'`, says: /address/ },
  { table: 'subscriptions', set: `target_url = 'certainly not'`, says: /address/ },
  { table: 'subscriptions', set: `sealed_headers = '{"X-Key": '`, says: /headers/ },
  { table: 'subscriptions', set: `sealed_headers = 'null'`, says: /headers/ },
  { table: 'subscriptions', set: `sealed_headers = '{"X-Key": {"a": 1}}'`, says: /headers/ },
  { table: 'subscriptions', set: `sealed_headers = '{"X Key": "a"}'`, says: /put together/ },
];

onEitherEngine('a delivery that cannot be put together fails with its reason, and others arrive', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, {
    DATABASE_URL: url,
    MDS_WEBHOOK_TIMEOUT_MS: '3000',
  });
  const first = await task();
  const subscriptions: number[] = [];
  for (const _ of [...damages, 'none']) subscriptions.push((await subscribe()).id);
  for (let n = 0; n < subscriptions.length; n++) await rename(first, `Change ${n}`);
  await receiver.waitFor(subscriptions.length ** 2);
  for (const id of subscriptions) await settled(id, allSettled);

  // Of each subscription another change is sent again, after both have been damaged.
  for (const [n, { table, set }] of damages.entries()) {
    await runSql(url, `UPDATE ${table} SET ${set} WHERE key = ${n + 1}`);
  }
  await runSql(
    url,
    `INSERT INTO deliveries
      (subscription, record_id, change_seq, webhook_id, cause, state, due_on, created_on, processed_on)
    SELECT subscription, record_id, change_seq, 'again_' || subscription, 'resend', 'waiting', created_on, created_on, processed_on
    FROM deliveries AS d WHERE change_seq = (SELECT min(change_seq) FROM deliveries) + d.subscription - 1`,
  );
  const [healthy] = (await receiver.waitFor(subscriptions.length ** 2 + 1)).slice(-1);
  assert.equal(healthy!.headers['webhook-id'], `again_${subscriptions.length}`);
  for (const [n, { says }] of damages.entries()) {
    const log = await settled(subscriptions[n]!, allSettled);
    const failed = log.find(({ webhookId }: Shown) => webhookId === `again_${n + 1}`);
    assert.equal(failed.state, 'failed', damages[n]!.set);
    assert.equal(failed.error, 'damaged');
    assert.match(failed.attempts[0].message, says);
  }
  await rename(first, 'Still at work');
  await receiver.waitFor((all) => all.some(({ body }) => String(body).includes('Still at work')));
});

onBothEngines(
  'why a secret that cannot be read was not sent with says what to do, and that mends it',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, {
      DATABASE_URL: url,
    });
    const { id } = await subscribe();
    const kept = `SELECT signing_secrets FROM subscriptions WHERE id = ${id}`;
    const [{ signing_secrets: sealed }] = (await runSql(url, kept)) as [{ signing_secrets: string }];
    await runSql(url, `UPDATE subscriptions SET signing_secrets = '${sealed.slice(0, -4)}AAAA' WHERE id = ${id}`);
    const first = await task();
    await rename(first, 'Cannot be signed');
    const [failed] = await settled(id, allSettled);
    assert.deepEqual([failed.state, failed.error], ['failed', 'damaged']);
    const told = (await client.post(`/api/Webhooks/${id}/Why`, { recordID: first })).json;
    const step = told.flatMap(({ steps }: Shown) => steps).find(({ step }: Shown) => step === 'sent');
    assert.match(step.evidence, /The signing secret of the subscription cannot be read/);
    assert.match(step.fix, /exchange the signing secret \(RotateSecret\)/);
    assert.doesNotMatch(step.fix, /public address/);

    assert.equal((await client.send('POST', `/api/Webhooks/${id}/RotateSecret`)).status, 200);
    const again = await client.send('POST', `/api/Webhooks/${id}/Deliveries/${failed.id}/Resend`);
    assert.equal(again.status, 201);
    await receiver.waitFor(1);
  },
);

onBothEngines(
  'what waits because it could not be signed leaves as soon as there is another secret',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { client, receiver, subscribe, task, rename } = await startWebhookApp(t, engine, { DATABASE_URL: url });
    const { id } = await subscribe({ patience: '1d' });
    await runSql(url, `UPDATE subscriptions SET signing_secrets = 'damaged' WHERE id = ${id}`);
    for (const Name of ['One', 'Two']) await rename(await task(), Name);
    const waiting = async () => (await client.get(`/api/Webhooks/${id}`)).json.waiting;
    while ((await waiting()) === null) await sleep(20);
    // As it is after an hour of tries.
    await runSql(url, `UPDATE subscriptions SET next_try_on = next_try_on + 3600000 WHERE id = ${id}`);
    assert.equal((await client.send('POST', `/api/Webhooks/${id}/RotateSecret`)).status, 200);
    await receiver.waitFor(2);
  },
);

onBothEngines(
  'headers that cannot be read are shown as none with a warning, stay what they are while something else is changed, and can be set anew',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, {
      DATABASE_URL: url,
    });
    const { id } = await subscribe({ headers: { 'X-Key': 'ours' } });
    const { id: other } = await subscribe({ headers: { 'X-Key': 'theirs' } });
    const patched = async (path: string, value: Json) => {
      const answer = await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path, value }]);
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    for (const kept of ['damaged', '[]', '{"X-Key": 1}']) {
      await runSql(url, `UPDATE subscriptions SET sealed_headers = '${kept}' WHERE id = ${id}`);
      const list = (await client.get('/api/Webhooks')).json;
      assert.deepEqual(
        list.map(({ headers }: Shown) => headers),
        [{}, { 'X-Key': 'theirs' }],
        kept,
      );
      assert.match(list[0].warning, /headers is damaged.*Set them \(PATCH\)/);
      assert.deepEqual((await client.get(`/api/Webhooks/${id}`)).json, list[0]);
      assert.match((await patched('/name', kept)).warning, /damaged/, 'nobody said that there are to be none');
    }
    const first = await task();
    await rename(first, 'Without its headers');
    const [failed] = await settled(id, allSettled);
    assert.equal(failed.error, 'damaged');
    assert.equal((await client.post(`/api/Webhooks/${id}/Why`, { recordID: first })).status, 200);

    const { headers, warning } = await patched('/headers', { 'X-Key': 'set anew' });
    assert.deepEqual([headers, warning], [{ 'X-Key': 'set anew' }, null]);
    await client.send('POST', `/api/Webhooks/${id}/Deliveries/${failed.id}/Resend`);
    await receiver.waitFor((all) => all.some((one) => one.headers['x-key'] === 'set anew'));
    await settled(other, allSettled);
  },
);

onBothEngines('of a log that is damaged nothing is told as if it were good', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine, {
    DATABASE_URL: url,
  });
  const { id } = await subscribe();
  // Longer than what is remembered of what was sent.
  const one = await task({ Description: 'x'.repeat(9_000) });
  for (const name of ['A', 'B', 'C']) await rename(one, name);
  const [, second] = await settled(id, (all) => all.length === 3 && allSettled(all));
  const sent = receiver.requests.length;
  for (const before of ['{"Name":olx}', '{"Name":"old" "Notes":5}']) {
    await runSql(url, `UPDATE changes SET before = '${before}' WHERE version = 4`);
    const version = await client.get(`/api/Tasks/${one}?version=3`);
    assert.deepEqual([version.status, version.json.code], [410, 'version_gone'], before);
    for (const path of ['/api/Changes', `/api/Tasks/${one}/History`]) {
      const reply = await client.get(path).catch(() => ({ status: 500 }));
      assert.equal(reply.status, 500, `${path} ${before}`);
    }
    await client.send('POST', `/api/Webhooks/${id}/Deliveries/${second.id}/Resend`);
    const log = await settled(id, allSettled);
    assert.deepEqual([log.at(-1).state, log.at(-1).error], ['failed', 'damaged'], before);
  }
  assert.equal(receiver.requests.length, sent, 'nothing was sent');
});
