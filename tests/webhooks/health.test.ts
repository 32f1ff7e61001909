import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { databaseUrl, onBothEngines } from '../support/app.ts';
import { runSql } from '../support/run-sql.ts';
import { allSettled, bodyOf, type Shown, startWebhookApp } from '../support/webhooks.ts';

onBothEngines('health counts each delivery once, in its hour and by what became of it', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ name: 'Counted' });
  const quiet = await subscribe({ action: 'Cancelled' });
  const fresh = await client.get(`/api/Webhooks/${id}/Health`);
  assert.equal(fresh.status, 200, fresh.text);
  assert.deepEqual([fresh.json.p95Ms, fresh.json.lastSuccessOn, fresh.json.hours.length], [null, null, 24]);

  const record = await task();
  receiver.answer([500, 200]);
  await rename(record, 'Retried');
  await settled(id, (found) => found.length === 1 && allSettled(found));
  await rename(record, 'Twice');
  await settled(id, (found) => found.length === 2 && allSettled(found));
  // A test is nobody's health.
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  await settled(id, (found) => found.length === 3 && allSettled(found));
  const answers = new Map<string, ServerResponse>();
  receiver.answer(({ received, response }) => void answers.set(bodyOf(received).data.Name, response));
  await rename(record, 'Refused');
  await rename(record, 'Waits');
  const others = [await task(), await task()];
  for (const [n, other] of others.entries()) await rename(other, `Out ${n}`);
  await receiver.waitFor((all) => all.length === 7);
  const busy = (await client.get(`/api/Webhooks/${id}/Health?hours=1`)).json;
  const [oldest] = (await settled(id, (found) => found.length === 7)).filter(({ state }: Shown) => state === 'waiting');
  assert.deepEqual([busy.waiting, busy.oldestWaitingOn], [4, oldest.createdOn]);
  answers.get('Refused')!.writeHead(410).end();
  await settled(id, allSettled);
  // What was dropped while its attempt was out counts by what comes of it.
  answers.get('Out 0')!.end();
  answers.get('Out 1')!.writeHead(410).end();
  const log = await settled(id, (found) => found.filter(({ state }) => state === 'dropped').length === 1);

  const one = (await client.get(`/api/Webhooks/${id}/Health?hours=2`)).json;
  const sum = (name: string) => one.hours.reduce((all: number, hour: Shown) => all + hour[name], 0);
  assert.deepEqual([sum('ok'), sum('failed'), sum('suppressed'), sum('dropped')], [3, 2, 0, 1]);
  assert.deepEqual([one.failuresInARow, one.waiting, one.oldestWaitingOn], [1, 0, null]);
  const apart = Date.parse(log[5].settledOn) - Date.parse(one.lastSuccessOn);
  assert.ok(apart >= 0 && apart < 1_000, `${log[5].settledOn} ${one.lastSuccessOn}`);
  assert.ok(one.p95Ms >= 0 && one.p95Ms < 5_000, String(one.p95Ms));

  const all = await client.get('/api/Webhooks/Health?hours=2');
  assert.deepEqual(
    all.json.map((health: Shown) => health.id),
    [id, quiet.id],
  );
  assert.deepEqual(all.json[0], { id, ...one });
  for (const query of ['hours=0', 'hours=721', 'hours=x', 'hour=2', 'hours=1&hours=2']) {
    assert.equal((await client.get(`/api/Webhooks/${id}/Health?${query}`)).status, 400, query);
  }
  assert.equal((await client.get('/api/Webhooks/Health?hours=169')).status, 400);
});

onBothEngines(
  'an hour that came round is counted anew, and a long one shows its newest attempts',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const { client, subscribe, task, rename, settled } = await startWebhookApp(t, engine, { DATABASE_URL: url });
    const { id } = await subscribe();
    const hour = Math.floor(Date.now() / 3_600_000);
    // The same place 32 days ago, and the hour before this one.
    const rows = [hour - 768, hour - 1].map(
      (one) =>
        `((SELECT key FROM subscriptions WHERE id = ${id}), ${one % 768}, ${one}, 1000, 7, 5, 3, 1, '900,800,70')`,
    );
    await runSql(url, `INSERT INTO delivery_hours VALUES ${rows.join(', ')}`);
    await rename(await task(), 'Now');
    await settled(id, allSettled);
    const { hours, p95Ms } = (await client.get(`/api/Webhooks/${id}/Health?hours=2`)).json;
    const counts = hours.map(({ ok, failed, suppressed, dropped }: Shown) => [ok, failed, suppressed, dropped]);
    assert.deepEqual(counts.at(-1).slice(1), [0, 0, 0]);
    assert.ok(counts.at(-1)[0] === 1, 'what was 32 days ago is gone');
    assert.equal(p95Ms, 900, 'a busy hour weighs more; the time that was cut off does not count');
  },
);
