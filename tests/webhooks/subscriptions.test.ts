// Subscriptions over the API: what is shown, what is refused, who sees what.

import assert from 'node:assert/strict';
import { onBothEngines, onEitherEngine } from '../support/app.ts';
import { startReceiver } from '../support/receiver.ts';
import { allSettled, bodyOf, type Shown, startWebhookApp } from '../support/webhooks.ts';

const wishes = { entityType: 'Tasks', action: 'Updated', targetUrl: 'https://hooks.example.com/in' };

onBothEngines('a new subscription is active and shows all its fields in their order', async (engine, t) => {
  const { client } = await startWebhookApp(t, engine);
  const full = {
    entityType: 'workorders',
    action: 'completed',
    targetUrl: 'https://hooks.example.com/in?x=1',
    name: 'Billing',
    headers: { 'X-Secret': 'open sesame', 'x-other': '2' },
    filterEntityType: 'form  templateS',
    filterConditionEntityID: '12',
  };
  assert.equal((await client.post('/api/Webhooks', full)).status, 400, 'a filter this type does not offer');
  const reply = await client.post('/api/Webhooks', { ...full, filterEntityType: 'bOARD ' });
  assert.equal(reply.status, 201);
  assert.equal(reply.headers.get('location'), '/api/Webhooks/1');
  const { createdOn, signingSecret, ...shown } = reply.json;
  assert.match(signingSecret, /^whsec_/);
  assert.equal(
    JSON.stringify(shown),
    JSON.stringify({
      id: 1,
      entityType: 'WorkOrders',
      action: 'Completed',
      targetUrl: full.targetUrl,
      name: 'Billing',
      headers: full.headers,
      filterEntityType: 'bOARD ',
      filterConditionEntityID: '12',
      includeOwn: true,
      patience: null,
      active: true,
      deactivateReason: null,
      warning: null,
      waiting: null,
    }),
  );
  assert.ok(Math.abs(Date.parse(createdOn) - Date.now()) < 10_000);
  assert.deepEqual((await client.get('/api/Webhooks/1')).json, { ...shown, createdOn });
  const plain = await client.post('/api/Webhooks', wishes);
  assert.deepEqual(
    [plain.json.id, plain.json.name, plain.json.headers, plain.json.filterEntityType],
    [2, null, {}, null],
  );
});

onBothEngines('what is not a valid subscription is refused, naming each fault', async (engine, t) => {
  const { client } = await startWebhookApp(t, engine);
  const faulty: [object, string][] = [
    [{ entityType: 'Boards' }, '/entityType'],
    [{ entityType: 'Nothing' }, '/entityType'],
    [{ action: 'Sent' }, '/action'],
    [{ targetUrl: 'http://hooks.example.com' }, '/targetUrl'],
    [{ targetUrl: 'https://' }, '/targetUrl'],
    [{ targetUrl: 'https://10.0.0.1/' }, '/targetUrl'],
    [{ targetUrl: 'https://[::ffff:169.254.169.254]/' }, '/targetUrl'],
    [{ filterEntityType: 'Boards' }, '/filterConditionEntityID'],
    [{ filterConditionEntityID: 5 }, '/filterEntityType'],
    [{ filterEntityType: 'Boards', filterConditionEntityID: 5 }, '/filterEntityType'],
    [{ headers: { 'webhook-id': 'mine' } }, '/headers/webhook-id'],
    [{ headers: { Host: 'elsewhere' } }, '/headers/Host'],
    [{ headers: { 'a b': 'c' } }, '/headers/a b'],
    [{ active: false }, '/active'],
    [{ deactivateReason: null }, '/deactivateReason'],
    [{ waiting: null }, '/waiting'],
    [{ patience: '5m' }, '/patience'],
    [{ colour: 'red' }, '/colour'],
  ];
  for (const [fields, pointer] of faulty) {
    const reply = await client.post('/api/Webhooks', { ...wishes, ...fields } as never);
    assert.equal(reply.status, 400, JSON.stringify(fields));
    assert.equal(reply.json.code, 'invalid_subscription');
    assert.deepEqual(
      reply.json.errors.map((error: Shown) => error.pointer),
      [pointer],
      JSON.stringify(fields),
    );
  }
  assert.deepEqual((await client.get('/api/Webhooks')).json, []);
});

onBothEngines('the permission, the area and the number of subscriptions are limited', async (engine, t) => {
  const { app, account } = await startWebhookApp(t, engine, { MDS_WEBHOOK_SUBSCRIPTIONS: '3' });
  const reporting = await app.key(account, { preset: 'Reporting' });
  for (const [method, path] of [
    ['GET', '/api/Webhooks'],
    ['GET', '/api/Webhooks/Events'],
    ['GET', '/api/Webhooks/1'],
    ['POST', '/api/Webhooks/1/Test'],
  ] as const) {
    assert.equal((await reporting.send(method, path)).status, 403, `${method} ${path}`);
  }
  const maintenance = await app.key(account, { preset: 'Maintenance' });
  assert.equal((await maintenance.post('/api/Webhooks', { ...wishes, entityType: 'Users' })).status, 403);
  for (let n = 1; n <= 3; n++) assert.equal((await maintenance.post('/api/Webhooks', wishes)).status, 201);
  const refused = await maintenance.post('/api/Webhooks', wishes);
  assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
  await maintenance.delete('/api/Webhooks/2');
  const next = await maintenance.post('/api/Webhooks', wishes);
  assert.deepEqual([next.status, next.json.id], [201, 4]);

  for (let keys = 2; keys <= 10; keys++) {
    const key = await app.key(account);
    for (let n = 1; n <= 3; n++) assert.equal((await key.post('/api/Webhooks', wishes)).status, 201);
  }
  const beyond = await (await app.key(account)).post('/api/Webhooks', wishes);
  assert.equal(beyond.status, 409);
  assert.match(beyond.json.detail, /^An account may have at most 30 subscriptions\./);
  const elsewhere = await (await app.key(await app.account())).post('/api/Webhooks', wishes);
  assert.equal(elsewhere.status, 201, 'of another account');
});

onBothEngines('a key sees and manages only what it created', async (engine, t) => {
  const { app, account, client, subscribe, task, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  await task();
  const [delivery] = await settled(id, allSettled);
  const other = await app.key(account);
  assert.deepEqual((await other.get('/api/Webhooks')).json, []);
  const rename = [{ op: 'replace', path: '/name', value: 'Mine' }];
  const replies = [
    await other.get(`/api/Webhooks/${id}`),
    await other.patch(`/api/Webhooks/${id}`, rename),
    await other.delete(`/api/Webhooks/${id}`),
    await other.send('POST', `/api/Webhooks/${id}/Reactivate`),
    await other.send('POST', `/api/Webhooks/${id}/Test`),
    await other.get(`/api/Webhooks/${id}/Deliveries`),
    await other.get(`/api/Webhooks/${id}/Deliveries/${delivery.id}`),
    await other.send('POST', `/api/Webhooks/${id}/Deliveries/${delivery.id}/Resend`),
  ];
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array(8).fill(404),
  );
  const own = await subscribe({}, other);
  assert.equal((await other.get(`/api/Webhooks/${own.id}/Deliveries/${delivery.id}`)).status, 404);
  assert.equal((await client.get(`/api/Webhooks/${id}`)).json.name, null);
  for (const path of ['0', '-1', 'x', '1.5', '99999999999999999999']) {
    assert.equal((await client.get(`/api/Webhooks/${path}`)).status, 404, path);
    assert.equal((await client.get(`/api/Webhooks/${id}/Deliveries/${path}`)).status, 404, path);
  }
});

onBothEngines('Events lists what the key may read, and is no id', async (engine, t) => {
  const { app, account, client } = await startWebhookApp(t, engine);
  const all = (await client.get('/api/Webhooks/Events')).json;
  assert.equal(all.length, 9);
  assert.deepEqual(all[0], {
    entityType: 'WorkOrders',
    actions: ['Created', 'Completed', 'Cancelled', 'Updated'],
    filterEntityType: 'Boards',
  });
  const one = await app.key(account, { preset: undefined, role: 'Manager', areas: ['Jobs', 'Webhooks'] });
  assert.deepEqual((await one.get('/api/webhooks/events')).json, [
    { entityType: 'Jobs', actions: ['Created', 'Completed'], filterEntityType: null },
  ]);
});

onBothEngines('subscriptions are listed by the rules of every list', async (engine, t) => {
  const { client, subscribe } = await startWebhookApp(t, engine);
  for (const name of ['beta', 'Alpha', 'gamma', null]) await subscribe({ name });
  await subscribe({ action: 'Created', name: 'Alpha' });
  const names = async (query: string) => (await client.get(`/api/Webhooks?${query}`)).json.map((one: Shown) => one.id);
  assert.deepEqual(await names(''), [1, 2, 3, 4, 5]);
  assert.deepEqual(await names('orderby=name Desc,id'), [3, 1, 2, 5, 4]);
  assert.deepEqual(await names('Name=Alpha'), [2, 5]);
  assert.deepEqual(await names('name=ALPH&fuzzy=true&action=Created'), [5]);
  assert.deepEqual(await names('name=null ne&extFilter=true&active=true&take=2&skip=1'), [2, 3]);
  const counted = await client.get('/api/Webhooks?take=2&count=true');
  assert.equal(counted.headers.get('x-total-count'), '5');
  assert.match(counted.headers.get('link')!, /<\/api\/Webhooks\?take=2&count=true&skip=2>; rel="next"/);
  assert.equal((await client.get('/api/Webhooks?headers=x')).status, 400);
  assert.equal((await client.get('/api/Webhooks?take=5000')).status, 400);
});

onBothEngines('a patch changes where waiting deliveries go', async (engine, t) => {
  const { client, receiver, subscribe, task, settled } = await startWebhookApp(t, engine, {
    MDS_WEBHOOK_RETRY_MS: '300',
  });
  const { id } = await subscribe({ action: 'Created', headers: { 'X-Secret': 'old' } });
  receiver.answer(500);
  await task();
  await receiver.waitFor(1);
  receiver.answer(200);
  const patched = await client.patch(`/api/Webhooks/${id}`, [
    { op: 'replace', path: '/targetUrl', value: `${receiver.url}/new` },
    { op: 'replace', path: '/headers/X-Secret', value: 'new' },
    { op: 'add', path: '/name', value: 'Moved' },
  ]);
  assert.equal(patched.status, 200);
  assert.equal(patched.json.name, 'Moved');
  await settled(id, allSettled);
  const [, retry] = receiver.requests;
  assert.deepEqual([retry!.path, retry!.headers['x-secret']], ['/new', 'new']);

  const refused: [Shown[], number][] = [
    [[{ op: 'replace', path: '/active', value: false }], 400],
    [[{ op: 'replace', path: '/entityType', value: 'Jobs' }], 400],
    [
      [
        { op: 'replace', path: '/targetUrl', value: 'https://127.0.0.1.nip' },
        { op: 'remove', path: '/id' },
      ],
      400,
    ],
    [[{ op: 'replace', path: '/targetUrl', value: 'ftp://x' }], 400],
    [[{ op: 'test', path: '/name', value: 'Other' }], 409],
    [[{ op: 'nonsense' }], 400],
  ];
  for (const [patch, status] of refused) {
    assert.equal((await client.patch(`/api/Webhooks/${id}`, patch)).status, status, JSON.stringify(patch));
  }
  const wrongType = await client.send('PATCH', `/api/Webhooks/${id}`, {
    body: '[]',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(wrongType.status, 415);
  assert.equal(wrongType.headers.get('accept-patch'), 'application/json-patch+json');
});

onBothEngines('a test is one delivery of a sample record, also while the subscription is off', async (engine, t) => {
  const { client, receiver, subscribe, subscription, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ entityType: 'WorkOrders', action: 'Completed' });
  const made = await client.send('POST', `/api/Webhooks/${id}/Test`);
  assert.equal(made.status, 201);
  assert.equal(made.json.cause, 'test');
  assert.equal(made.headers.get('location'), `/api/Webhooks/${id}/Deliveries/${made.json.id}`);
  const [request] = await receiver.waitFor(1);
  const { data, submitter } = bodyOf(request!);
  assert.equal(submitter, 'admin@example.com');
  const real = (await client.post('/api/WorkOrders', { Name: 'A real one' })).json;
  assert.deepEqual(Object.keys(data), Object.keys(real), 'it has the fields of a record, in their order');
  assert.equal(data.Status, 'Completed');
  assert.equal(data.ID, Number.MAX_SAFE_INTEGER);

  receiver.answer(410);
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  await settled(id, allSettled);
  assert.equal((await subscription(id)).active, false, '410 switches it off, whatever caused the delivery');
  receiver.answer([500, 200]);
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  const deliveries = await settled(id, (found) => found.length === 3 && allSettled(found));
  assert.equal(deliveries[2].state, 'succeeded');
  assert.equal(deliveries[2].attempts.length, 2);
  assert.equal((await subscription(id)).active, false, 'a test that succeeds does not switch it on');
});

onEitherEngine('tests are not counted, deliveries that are sent again are', async (engine, t) => {
  const { client, receiver, subscribe, subscription, task, settled } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  receiver.answer(({ reset }) => reset());
  for (let n = 0; n < 31; n++) await client.send('POST', `/api/Webhooks/${id}/Test`);
  await settled(id, allSettled);
  assert.equal((await subscription(id)).active, true);
  await task();
  const deliveries = await settled(id, (found) => found.length === 32 && allSettled(found));
  const resend = () => client.send('POST', `/api/Webhooks/${id}/Deliveries/${deliveries[31].id}/Resend`);
  for (let n = 0; n < 29; n++) assert.equal((await resend()).status, 201);
  await settled(id, (found) => found.length === 61 && allSettled(found));
  assert.equal((await subscription(id)).active, false);
  const refused = await resend();
  assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
});

onBothEngines('the log is listed by the rules of every list', async (engine, t) => {
  const { client, receiver, subscribe, task, settled, deliveries } = await startWebhookApp(t, engine);
  const { id } = await subscribe({ action: 'Created' });
  receiver.answer([200, 410]);
  const records = [await task(), await task()];
  await settled(id, allSettled);
  const ids = async (query: string) => (await deliveries(id, query)).map((one) => one.id);
  const [first, second] = await deliveries(id);
  assert.deepEqual(
    Object.keys(first),
    'id webhookId cause recordID state status error createdOn processedDate settledOn nextAttemptOn waitingSince repeats resendOf recovery attempts'.split(
      ' ',
    ),
  );
  assert.deepEqual([first.recordID, second.recordID], records);
  assert.deepEqual(await ids('orderby=id desc'), [second.id, first.id]);
  assert.deepEqual(await ids('state=failed'), [second.id]);
  assert.deepEqual(await ids('state=fail&fuzzy=true'), [second.id]);
  assert.deepEqual(await ids('status=200'), [first.id]);
  assert.deepEqual(await ids('error=status'), [second.id]);
  assert.deepEqual(await ids('error=null'), [first.id]);
  assert.deepEqual(await ids(`webhookId=${second.webhookId}`), [second.id]);
  assert.deepEqual(await ids(`webhookId=${second.webhookId} ne&extFilter=true`), [first.id]);
  assert.deepEqual(await ids(`webhookId=${second.webhookId.slice(4, 12).toUpperCase()}&fuzzy=true`), [second.id]);
  assert.deepEqual(await ids(`createdOn=${first.createdOn}&recordID=${records[0]}`), [first.id]);
  assert.deepEqual(await ids(`createdOn=${first.createdOn.slice(0, 10)}T&fuzzy=true`), [first.id, second.id]);
  assert.deepEqual(await ids('settledOn=null ne&extFilter=true&take=1&skip=1'), [second.id]);
  assert.deepEqual(await ids('nextAttemptOn=null&cause=event'), [first.id, second.id]);
  const counted = await client.get(`/api/Webhooks/${id}/Deliveries?count=true&take=0`);
  assert.deepEqual([counted.text, counted.headers.get('x-total-count')], ['[]', '2']);
  for (const query of ['attempts=1', 'take=1001', 'stat=failed', 'state=broken gt']) {
    assert.equal((await client.get(`/api/Webhooks/${id}/Deliveries?${query}`)).status, 400, query);
  }
  assert.equal((await client.get(`/api/Webhooks/${id}/Deliveries/${first.id}`)).json.webhookId, first.webhookId);
  assert.equal((await client.get(`/api/Webhooks/${id}/Deliveries/${first.id + 100}`)).status, 404);
});

onBothEngines('an account that is frozen takes no changes of its subscriptions', async (engine, t) => {
  const { app, account, client, subscribe } = await startWebhookApp(t, engine);
  const { id } = await subscribe();
  await app.shard.accounts.setFrozen(account, true);
  const replies = [
    await client.post('/api/Webhooks', wishes),
    await client.patch(`/api/Webhooks/${id}`, [{ op: 'add', path: '/name', value: 'x' }]),
    await client.delete(`/api/Webhooks/${id}`),
    await client.send('POST', `/api/Webhooks/${id}/Test`),
    await client.send('POST', `/api/Webhooks/${id}/Reactivate`),
  ];
  for (const reply of replies) assert.deepEqual([reply.status, reply.json.code], [503, 'account_frozen']);
  assert.equal((await client.get(`/api/Webhooks/${id}`)).status, 200);
});

onBothEngines('an account is removed with its subscriptions and their deliveries', async (engine, t) => {
  const { app, account, client, receiver, subscribe, task } = await startWebhookApp(t, engine);
  await subscribe({ action: 'Created' });
  await task();
  await receiver.waitFor(1);
  await app.shard.accounts.remove(account);
  assert.deepEqual(await app.shard.deliveries.subscriptionsWaiting(0, 10), []);
  assert.deepEqual(await app.shard.subscriptions(account, client.integrationID).list(), []);
  assert.deepEqual(await app.shard.examine(), []);
});

onBothEngines('a certificate that is not trusted is a failure, and the log says so', async (engine, t) => {
  const { subscribe, task, settled } = await startWebhookApp(t, engine);
  const stranger = await startReceiver({ certificate: 'self-signed' });
  t.after(() => stranger.stop());
  const { id } = await subscribe({ action: 'Created', targetUrl: stranger.url });
  await task();
  const [delivery] = await settled(id, allSettled);
  assert.deepEqual([delivery.state, delivery.error, delivery.attempts.length], ['failed', 'tls', 1]);
  assert.equal(stranger.requests.length, 0);
});

onBothEngines('a test sends a real event that is chosen among the newest, as it was', async (engine, t) => {
  const { client, receiver, subscribe, settled, deliveries } = await startWebhookApp(t, engine);
  const boards = [];
  for (const Name of ['One', 'Two']) boards.push((await client.post('/api/Boards', { Name })).json.ID as number);
  const order = (BoardID: number, Name: string) =>
    client.post('/api/WorkOrders', { Name, BoardID, Status: 'Completed' });
  const first = (await order(boards[0]!, 'First')).json;
  await client.patch(`/api/WorkOrders/${first.ID}`, [{ op: 'replace', path: '/Name', value: 'Renamed since' }]);
  await order(boards[1]!, 'Of another board');
  const filter = { filterEntityType: 'Boards', filterConditionEntityID: boards[0]! };
  const { id } = await subscribe({ entityType: 'WorkOrders', action: 'Completed', ...filter });
  const events = await client.get(`/api/Webhooks/${id}/Events`);
  assert.deepEqual(
    events.json.map((event: Shown) => [event.recordID, event.title, event.submitter]),
    [[first.ID, `${first.Number} · Renamed since`, 'admin@example.com']],
    'with its filter',
  );
  const [{ change, on }] = events.json;
  const made = await client.send('POST', `/api/Webhooks/${id}/Test?change=${encodeURIComponent(change)}`);
  assert.deepEqual([made.status, made.json.cause, made.json.recordID], [201, 'test', first.ID], made.text);
  const [request] = await receiver.waitFor(1);
  assert.deepEqual(bodyOf(request!), { data: first, submitter: 'admin@example.com', processedDate: on });
  assert.equal(request!.headers['x-change'], change);
  await settled(id, allSettled);
  const again = await client.post(`/api/Webhooks/${id}/Deliveries/${made.json.id}/Resend`, {});
  await settled(id, (all) => all.length === 2 && allSettled(all));
  // A made-up record is none of the account's.
  await client.send('POST', `/api/Webhooks/${id}/Test`);
  const logged = await deliveries(id, `recordID=${first.ID}`);
  assert.deepEqual(
    logged.map((one) => [one.id, one.cause, one.recordID]),
    [
      [made.json.id, 'test', first.ID],
      [again.json.id, 'resend', first.ID],
    ],
  );
  for (const wrong of ['change=nonsense', 'chnage=1', `change=${change}&change=${change}`]) {
    assert.equal((await client.send('POST', `/api/Webhooks/${id}/Test?${wrong}`)).status, 400, wrong);
  }
});
