import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noLog } from '../../src/lib/log.ts';
import { client, databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { firm, person, signedIn } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';
import { sharedApp } from '../support/shared-app.ts';

onEitherEngine('an admin makes, rotates and revokes keys; each works, and ends, at once', async (engine) => {
  const app = await sharedApp(engine);
  const { admin, home } = await firm(app);
  const made = await admin.post(`${home}/Integrations`, {
    name: 'ERP',
    preset: 'Maintenance',
    submitter: 'erp@example.com',
  });
  assert.equal(made.status, 201, made.text);
  const { integrationID: id, apiKey, vaultSecret, shardID } = made.json;
  const old = client(app.url, { apiKey, vaultSecret, shardID });
  assert.equal((await old.get('/api/Me')).json.integration.createdBy, 'admin@example.com');
  assert.equal((await admin.post(`${home}/Integrations`, { name: 'x', preset: 'Nonsense' })).status, 400);
  const rotated = (await admin.post(`${home}/Integrations/${id}/Rotate`, { graceSeconds: 3600 })).json;
  const renewed = client(app.url, { apiKey, vaultSecret: rotated.vaultSecret, shardID });
  assert.deepEqual([(await old.get('/api/Me')).status, (await renewed.get('/api/Me')).status], [200, 200]);
  // As if that answer had been lost: what runs goes on with the secret it has.
  const again = (await admin.post(`${home}/Integrations/${id}/Rotate`, { graceSeconds: 7200 })).json;
  assert.equal(again.previousValidUntil, rotated.previousValidUntil, 'as long as was promised');
  const newest = client(app.url, { apiKey, vaultSecret: again.vaultSecret, shardID });
  const statuses = async () =>
    (await Promise.all([old, renewed, newest].map((one) => one.get('/api/Me')))).map(({ status }) => status);
  assert.deepEqual(await statuses(), [200, 200, 200]);
  const [known] = (await admin.get(`${home}/Integrations`)).json;
  assert.equal(known.previousSecret.validUntil, rotated.previousValidUntil, 'the first that ends');
  assert.equal((await admin.post(`${home}/Integrations/${id}/EndGrace`)).status, 200);
  assert.deepEqual(await statuses(), [401, 401, 200]);
  await newest.post('/api/Webhooks', {
    entityType: 'Tasks',
    action: 'Created',
    targetUrl: 'https://hooks.example.com/a',
  });
  const preview = (await admin.get(`${home}/Integrations/${id}/RevokePreview`)).json;
  assert.deepEqual([preview.name, preview.webhooks, preview.waitingDeliveries], ['ERP', 1, 0]);
  assert.equal((await admin.post(`${home}/Integrations/${id}/Revoke`)).status, 200);
  assert.equal((await newest.get('/api/Me')).status, 401);
  const [listed] = (await admin.get(`${home}/Integrations`)).json;
  assert.ok(listed.revokedOn !== null && listed.webhooks.off === 1);
  assert.ok(!JSON.stringify(listed).includes(again.vaultSecret), 'no secret is ever listed');
  assert.equal((await admin.post(`${home}/Integrations/int_nobody/Revoke`)).status, 404);

  // As if the answers had been lost, and several times at once.
  const wishes = { name: 'CRM', preset: 'Reporting' };
  const once = { 'Idempotency-Key': 'form-1' };
  const answers = await Promise.all([1, 2, 3].map(() => admin.send('POST', `${home}/Integrations`, wishes, once)));
  const crm = (await admin.get(`${home}/Integrations`)).json.filter(({ name }: { name: string }) => name === 'CRM');
  assert.deepEqual([answers.map(({ status }) => status), crm.length], [[201, 201, 201], 1], answers[0]!.text);
  const told = answers.filter(({ json }) => json.vaultSecret !== null);
  assert.equal(told.length, 1, 'the secret is shown once');
  for (const { json, headers } of answers) {
    assert.deepEqual([json.integrationID, json.apiKey], [crm[0].id, crm[0].apiKey]);
    assert.equal(headers.get('idempotency-replayed'), json.vaultSecret === null ? 'true' : null);
  }
  const another = (await admin.send('POST', `${home}/Integrations`, { ...wishes, name: 'BI' }, once)).json;
  assert.ok(another.vaultSecret !== null && another.integrationID !== crm[0].id, 'another request makes another one');
  assert.equal((await admin.post(`${home}/Integrations/${crm[0].id}/Revoke`)).status, 200);
  const revoked = await admin.send('POST', `${home}/Integrations`, wishes, once);
  assert.deepEqual([revoked.status, revoked.json.code, revoked.json.revoked], [409, 'conflict', crm[0].id]);
  assert.match(revoked.json.detail, /is revoked/);
});

onEitherEngine(
  'people see all webhooks of the account, never the value of a header, and make their own',
  async (engine) => {
    const app = await sharedApp(engine);
    const { account, home } = await firm(app);
    await person(app, account, 'manager@example.com', { Role: 'Manager', CompanySettings: true });
    const manager = await signedIn(app, 'manager@example.com');
    const [erp, crm] = [await app.key(account, { name: 'ERP' }), await app.key(account, { name: 'CRM' })];
    const wishes = {
      entityType: 'Tasks',
      action: 'Created',
      targetUrl: 'https://hooks.example.com/a',
      headers: { 'X-Secret': 's3cr3t-value' },
    };
    await erp.post('/api/Webhooks', wishes);
    await crm.post('/api/Webhooks', { ...wishes, name: 'other' });
    const made = await manager.post(`${home}/Webhooks`, { ...wishes, name: 'own' });
    assert.deepEqual([made.status, made.headers.get('location')], [201, `/console/api${home}/Webhooks/3`], made.text);
    const listed = await manager.get(`${home}/Webhooks`);
    assert.deepEqual(
      listed.json.map(({ id }: { id: number }) => id),
      [1, 2, 3],
    );
    assert.ok(!listed.text.includes('s3cr3t') && !(await manager.get(`${home}/Webhooks/1`)).text.includes('s3cr3t'));
    assert.deepEqual(Object.keys(listed.json[0].headers), ['X-Secret']);
    // A value can neither be copied to where it is seen, nor found out by testing, nor lost by changing something else.
    const copied = await manager.patch(`${home}/Webhooks/1`, [
      { op: 'copy', from: '/headers/X-Secret', path: '/name' },
    ]);
    assert.ok(!copied.text.includes('s3cr3t'), copied.text);
    const tested = await manager.patch(`${home}/Webhooks/1`, [
      { op: 'test', path: '/headers/X-Secret', value: 's3cr3t-value' },
    ]);
    assert.equal(tested.status, 409);
    const renamed = await manager.patch(`${home}/Webhooks/1`, [
      { op: 'add', path: '/name', value: 'renamed' },
      { op: 'add', path: '/headers/X-More', value: 'more' },
    ]);
    assert.equal(renamed.status, 200, renamed.text);
    const own = (await erp.get('/api/Webhooks/1')).json;
    assert.deepEqual([own.name, own.headers], ['renamed', { 'X-Secret': 's3cr3t-value', 'X-More': 'more' }]);
    assert.equal((await erp.get('/api/Webhooks/3')).status, 404, 'no key sees what people made');
    assert.equal((await manager.post(`${home}/Webhooks/2/Test`)).status, 201);
    assert.equal((await manager.get(`${home}/Webhooks/2/Deliveries`)).json.length, 1);
    assert.equal((await manager.delete(`${home}/Webhooks/2`)).status, 204);
    assert.equal((await crm.get('/api/Webhooks/2')).status, 404);
    assert.equal((await manager.get(`${home}/Webhooks/99`)).status, 404);
    const builtIn = (await manager.get(`${home}/Integrations`)).json.find((one: { builtIn: boolean }) => one.builtIn);
    assert.deepEqual([builtIn.name, builtIn.apiKey, builtIn.webhooks.on], ['Web console', null, 1]);
    const forged = client(app.url, { apiKey: builtIn.id, vaultSecret: 'x', shardID: 's1' });
    assert.equal((await forged.get('/api/Me')).status, 401);
  },
);

onEitherEngine('how a key is used is told: last, how often, in vain, and by the old secret', async (engine, t) => {
  const DATABASE_URL = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL }, { useMs: 20 });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const path = `${home}/Integrations/${key.integrationID}`;
  const use = async () =>
    (await admin.get(`${home}/Integrations`)).json.find(({ id }: { id: string }) => id === key.integrationID);
  assert.deepEqual([(await use()).lastUsedOn, (await use()).calls24h], [null, 0]);
  for (let n = 0; n < 3; n++) await key.get('/api/Tasks');
  await key.get('/api/Tasks/77');
  await admin.post(`${path}/Rotate`, { graceSeconds: 60 });
  await key.get('/api/Tasks');
  let known = await use();
  while (known.calls24h < 5 || known.previousSecret.usedSince < 1) known = await use();
  assert.deepEqual([known.calls24h, known.refused24h, known.lastAddress], [5, 1, '127.0.0.1']);
  assert.ok(known.peakMinute >= 3 && known.peakMinute <= 5);
  assert.equal(known.previousSecret.usedSince, 1);
  const hours: { calls: number; limited: number }[] = (await admin.get(`${path}/Usage?hours=2`)).json;
  assert.equal(
    hours.reduce((sum, { calls }) => sum + calls, 0),
    5,
  );
  assert.equal((await admin.get(`${path}/Usage?hours=x`)).status, 400);
  const preview = async () => (await admin.get(`${path}/RevokePreview`)).json;
  assert.equal((await preview()).calls24h, 5);

  for (const name of ['a', 'b']) {
    await key.post('/api/Webhooks', {
      ...{ entityType: 'Tasks', action: 'Created', name, targetUrl: 'https://hooks.example.com/a' },
    });
  }
  await wait(DATABASE_URL, 4_000);
  assert.equal((await preview()).waitingDeliveries, 8_000);
  await wait(DATABASE_URL, 2_000);
  assert.equal((await preview()).waitingDeliveries, 10_000, 'counted no further, over all of its webhooks');

  const before = (await use()).previousSecret.validUntil;
  await runSql(DATABASE_URL, 'ALTER TABLE key_use RENAME TO key_use_away');
  const failed = await admin.post(`${path}/Rotate`, { graceSeconds: 3600 });
  await runSql(DATABASE_URL, 'ALTER TABLE key_use_away RENAME TO key_use');
  assert.equal(failed.status, 500, failed.text);
  assert.equal((await use()).previousSecret.validUntil, before, 'a secret that nobody is told is not made');
});

/** For each webhook, and due tomorrow: nothing is sent. */
async function wait(url: string, deliveries: number): Promise<void> {
  const numbers = url.startsWith('sqlite:')
    ? `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${deliveries}) SELECT n FROM n`
    : `SELECT n FROM generate_series(1, ${deliveries}) AS n`;
  const now = Date.now();
  await runSql(
    url,
    `INSERT INTO deliveries (subscription, record_id, change_seq, webhook_id, cause, state, attempts, due_on, created_on, processed_on)
      SELECT s.key, n, n, 'msg_' || n, 'event', 'waiting', 0, ${now + 86_400_000}, ${now}, ${now}
      FROM subscriptions AS s CROSS JOIN (${numbers}) AS numbers`,
  );
}

test('where a database takes no changes keys and people read on, and its shard alone says so, not each who counts the use of keys', async (t) => {
  const warned: string[] = [];
  const log = { ...noLog, warn: (_fields: object, message: string) => void warned.push(message) };
  const DATABASE_URL = await databaseUrl(t, 'sqlite');
  const app = await startApp(t, 'sqlite', { DATABASE_URL }, { log, useMs: 50 });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const other = new DatabaseSync(DATABASE_URL.slice('sqlite:'.length));
  t.after(() => other.close());
  other.exec('UPDATE sessions SET asked_on = seen_on - 61000');
  other.exec('BEGIN IMMEDIATE');
  const { status } = await key.post('/api/Tasks', { Name: 'Task' });
  assert.equal(status, 503);
  const began = performance.now();
  const answers = [await key.get('/api/Tasks'), await admin.get(`${home}/Tasks`), await admin.get(`${home}/Me`)];
  const tookMs = performance.now() - began;
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200],
  );
  assert.ok(tookMs < 1_500, `nobody waits for what cannot be written: ${tookMs} ms`);
  await sleep(2_500);
  assert.deepEqual(warned, ['the database of shard s1 takes no changes']);
});
