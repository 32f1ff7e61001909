// Deliveries are signed as Standard Webhooks has it, judged by its own library.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { onBothEngines } from '../support/app.ts';
import type { Received } from '../support/receiver.ts';
import { allSettled, startWebhookApp } from '../support/webhooks.ts';

function isGood(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(String(body), headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

const signaturesOf = ({ headers }: Received) => String(headers['webhook-signature']).split(' ').length;

onBothEngines('every delivery is signed: events, retries, tests and those sent again', async (engine, t) => {
  const { client, receiver, subscribe, task, rename, settled } = await startWebhookApp(t, engine);
  const { id, signingSecret } = await subscribe({ headers: { 'X-Key': 'open sesame' } });
  assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const record = await task();
  receiver.answer([500, 200]);
  await rename(record, 'Größer');
  const [first] = await settled(id, allSettled);
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  await client.send('POST', `/api/Webhooks/${id}/Deliveries/${first.id}/Resend`);
  const all = await receiver.waitFor(4);
  assert.deepEqual(
    all.map((request) => [isGood(signingSecret, request), signaturesOf(request), request.headers['x-key']]),
    all.map(() => [true, 1, 'open sesame']),
  );
  assert.ok(!all.some((request) => isGood(`whsec_${Buffer.alloc(32).toString('base64')}`, request)));
});

onBothEngines('the secret is shown once, and to a repeat under the same Idempotency-Key', async (engine, t) => {
  const { client, receiver, subscribe } = await startWebhookApp(t, engine);
  const body = { entityType: 'Tasks', action: 'Updated', targetUrl: receiver.url };
  const made = await client.post('/api/Webhooks', body, { 'Idempotency-Key': 'once' });
  const again = await client.post('/api/Webhooks', body, { 'Idempotency-Key': 'once' });
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(again.text, made.text);
  const { id, signingSecret } = made.json;
  assert.notEqual((await subscribe()).signingSecret, signingSecret);
  for (const path of ['/api/Webhooks', `/api/Webhooks/${id}`, `/api/Webhooks/${id}/Deliveries`])
    assert.doesNotMatch((await client.get(path)).text, /whsec_|signingSecret/);
  const renamed = await client.patch(`/api/Webhooks/${id}`, [{ op: 'replace', path: '/name', value: 'Other' }]);
  assert.doesNotMatch(renamed.text, /whsec_|signingSecret/);
  const given = await client.post('/api/Webhooks', { ...body, signingSecret: 'whsec_mine' });
  assert.equal(given.status, 400);
});

onBothEngines('after an exchange both secrets sign, and after the grace the new one alone', async (engine, t) => {
  const { client, receiver, subscribe } = await startWebhookApp(t, engine);
  const { id, signingSecret: old } = await subscribe();
  const rotated = await client.post(`/api/Webhooks/${id}/RotateSecret`, { graceSeconds: 1 });
  assert.equal(rotated.status, 200, rotated.text);
  const { signingSecret: young, previousUntil } = rotated.json;
  assert.ok(Math.abs(Date.parse(previousUntil) - Date.now()) < 5_000);
  const sent = async () => {
    const before = receiver.requests.length;
    await client.send('POST', `/api/Webhooks/${id}/Test`);
    return (await receiver.waitFor(before + 1)).at(-1)!;
  };
  const during = await sent();
  assert.deepEqual([signaturesOf(during), isGood(old, during), isGood(young, during)], [2, true, true]);
  while (Date.now() <= Date.parse(previousUntil)) await sleep(50);
  const after = await sent();
  assert.deepEqual([signaturesOf(after), isGood(old, after), isGood(young, after)], [1, false, true]);

  const third = (await client.post(`/api/Webhooks/${id}/RotateSecret`, { graceSeconds: 0 })).json;
  assert.equal(third.previousUntil, null);
  const last = await sent();
  assert.deepEqual([signaturesOf(last), isGood(young, last), isGood(third.signingSecret, last)], [1, false, true]);
  const usual = (await client.send('POST', `/api/Webhooks/${id}/RotateSecret`)).json;
  assert.ok(
    Math.abs(Date.parse(usual.previousUntil) - Date.now() - 86_400_000) < 60_000,
    'a day where nothing is said',
  );
});

onBothEngines('whoever asks again is told when the first of the secrets before ends', async (engine, t) => {
  const { client, subscribe } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  const rotated = async (body: { graceSeconds?: number } = {}) =>
    (await client.post(`/api/Webhooks/${id}/RotateSecret`, body)).json;
  const first = await rotated({ graceSeconds: 600 });
  assert.equal((await rotated()).previousUntil, first.previousUntil, 'the receiver may know the very first');
  const sooner = await rotated({ graceSeconds: 60 });
  assert.ok(Math.abs(Date.parse(sooner.previousUntil) - Date.now() - 60_000) < 30_000);
});

onBothEngines('an exchange that cannot be is refused, and changes nothing', async (engine, t) => {
  const { app, account, client, receiver, subscribe } = await startWebhookApp(t, engine);
  const { id, signingSecret } = await subscribe();
  for (const body of [{ graceSeconds: 604_801 }, { graceSeconds: 'long' }, { other: 1 }, []]) {
    const refused = await client.post(`/api/Webhooks/${id}/RotateSecret`, body as never);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_body'], JSON.stringify(body));
  }
  assert.equal((await client.post('/api/Webhooks/999/RotateSecret', {})).status, 404);
  const stranger = await app.key(account);
  assert.equal((await stranger.post(`/api/Webhooks/${id}/RotateSecret`, {})).status, 404);
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  assert.ok(isGood(signingSecret, (await receiver.waitFor(1))[0]!));
});

onBothEngines('a header of its own by the name of the signature cannot be had', async (engine, t) => {
  const { client, receiver } = await startWebhookApp(t, engine);
  const body = { entityType: 'Tasks', action: 'Updated', targetUrl: receiver.url };
  const refused = await client.post('/api/Webhooks', { ...body, headers: { 'Webhook-Signature': 'mine' } });
  assert.equal(refused.status, 400);
  assert.match(refused.json.detail, /reserved/);
});
