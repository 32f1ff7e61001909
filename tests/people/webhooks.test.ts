import assert from 'node:assert/strict';
import { onEitherEngine, startApp } from '../support/app.ts';
import { startNameServer } from '../support/name-server.ts';
import { type Browser, firm, person, signedIn } from '../support/people.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { sharedApp } from '../support/shared-app.ts';
import { type Shown, trusting } from '../support/webhooks.ts';

const wishes = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://hooks.example.com/a' };

onEitherEngine('health and notices that people see cover every webhook of the account', async (engine, t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const app = await startApp(t, engine, trusting(receiver));
  const { account, admin, home } = await firm(app);
  const [erp, crm] = [await app.key(account, { name: 'ERP' }), await app.key(account, { name: 'CRM' })];
  const other = await app.key(await app.account('Neighbour'));
  const target = { ...wishes, targetUrl: receiver.url };
  for (const key of [erp, crm, other]) assert.equal((await key.post('/api/Webhooks', target)).status, 201);
  assert.equal((await admin.post(`${home}/Webhooks`, target)).status, 201);
  receiver.answer(410);
  assert.equal((await erp.post('/api/Tasks', { Name: 'Check pump' })).status, 201);
  const health = () => admin.get(`${home}/Webhooks/Health?hours=1`);
  const failed = (all: Shown[]) => all.map(({ hours }) => hours[0].failed).join();
  let found = await health();
  while (found.status === 200 && failed(found.json) !== '1,1,1') found = await health();
  assert.deepEqual(
    found.json.map(({ id }: Shown) => id),
    [1, 2, 3],
  );
  const notices = (await admin.get(`${home}/Webhooks/Notices`)).json;
  assert.deepEqual(notices.map(({ webhook }: Shown) => webhook).sort(), [1, 2, 3]);
  const own = (await erp.get('/api/Webhooks/Health?hours=1')).json;
  assert.deepEqual(
    own.map(({ id }: Shown) => id),
    [1],
    'a key sees its own alone, as ever',
  );
});

onEitherEngine('a value that nobody may read does not go to another host than it was given for', async (engine) => {
  const app = await sharedApp(engine);
  const { account, home } = await firm(app);
  const key = await app.key(account);
  const headers = { Authorization: 'Bearer of the ERP', 'X-Plain': 'x' };
  const { id } = (await key.post('/api/Webhooks', { ...wishes, headers })).json;
  await person(app, account, 'reader@example.com', { Role: 'ReadOnly', CompanySettings: true });
  const reader = await signedIn(app, 'reader@example.com');
  const at = `${home}/Webhooks/${id}`;
  const moved = (value: string) => ({ op: 'replace', path: '/targetUrl', value });
  const refused = await reader.patch(at, [moved('https://evil.example.com/a')]);
  assert.deepEqual([refused.status, refused.json.errors[0].pointer], [400, '/headers/Authorization']);
  assert.match(refused.json.detail, /kept from the new address: give it its own, or leave the header out/);
  assert.deepEqual((await key.get(`/api/Webhooks/${id}`)).json.headers, headers);
  const port = await reader.patch(at, [moved('https://hooks.example.com:8443/a')]);
  assert.equal(port.status, 400, 'another port is another server');
  assert.equal((await reader.patch(at, [moved('https://hooks.example.com/b')])).status, 200, 'the same server');
  assert.deepEqual((await key.get(`/api/Webhooks/${id}`)).json.headers, headers);
  const own = [
    moved('https://new.example.com/'),
    { op: 'replace', path: '/headers', value: { Authorization: 'mine' } },
  ];
  assert.equal((await reader.patch(at, own)).status, 200);
  assert.deepEqual((await key.get(`/api/Webhooks/${id}`)).json.headers, { Authorization: 'mine' });
});

onEitherEngine('people see whose each webhook is, and make one for an integration that may have it', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  await person(app, account, 'tech@example.com', { Role: 'Technician' });
  const erp = await app.key(account, { name: 'ERP', preset: 'Maintenance' });
  const bare = await app.key(account, { name: 'Reports', preset: 'Reporting' });
  const path = (id: string) => `${home}/Integrations/${id}/Webhooks`;
  const made = await admin.post(path(erp.integrationID), { ...wishes, headers: { 'X-Key': 'v' } });
  assert.deepEqual([made.status, made.headers.get('location')], [201, `/console/api${home}/Webhooks/1`], made.text);
  assert.match(made.json.signingSecret, /^whsec_/);
  assert.deepEqual((await erp.get('/api/Webhooks/1')).json.headers, { 'X-Key': 'v' }, 'its key manages it');
  await admin.post(`${home}/Webhooks`, wishes);
  const owners = (await admin.get(`${home}/Webhooks`)).json.map(({ owner }: Shown) => owner.name);
  assert.deepEqual(owners, ['ERP', 'Web console']);
  assert.deepEqual((await admin.get(`${home}/Webhooks/1`)).json.owner, { id: erp.integrationID, name: 'ERP' });
  assert.equal((await erp.get('/api/Webhooks/1')).json.owner, undefined, 'keys know whose they are');
  const renamed = await admin.patch(`${home}/Webhooks/1`, [{ op: 'add', path: '/name', value: 'Named' }]);
  assert.deepEqual([renamed.json.name, renamed.json.owner.name], ['Named', 'ERP']);

  const rehearsed = await admin.post(`${path(erp.integrationID)}/Rehearse`, { ...wishes, includeOwn: false });
  assert.equal(rehearsed.status, 200, rehearsed.text);
  await app.shard.accounts.setFrozen(account, true);
  assert.equal((await admin.post(`${home}/Webhooks/Rehearse`, wishes)).status, 200, 'it only reads');
  assert.equal((await admin.post(`${home}/Webhooks`, wishes)).status, 503);
  await app.shard.accounts.setFrozen(account, false);
  const refusals: [string, Browser, string, object, number, RegExp][] = [
    [
      'the type is none of its',
      admin,
      erp.integrationID,
      { entityType: 'Users' },
      403,
      /integration needs the area People/,
    ],
    ['it may have none', admin, bare.integrationID, {}, 403, /integration needs the webhook permission/],
    ['there is none', admin, 'int_nobody', {}, 404, /no such integration/i],
    ['no permission', await signedIn(app, 'tech@example.com'), erp.integrationID, {}, 403, /Company Settings/],
  ];
  for (const [name, who, id, fields, status, detail] of refusals) {
    const reply = await who.post(path(id), { ...wishes, ...fields });
    assert.equal(reply.status, status, `${name}: ${reply.text}`);
    assert.match(reply.json.detail, detail, name);
  }
  await admin.post(`${home}/Integrations/${erp.integrationID}/Revoke`);
  assert.equal((await admin.post(path(erp.integrationID), wishes)).status, 409, 'a revoked key sends nothing');
  const again = await admin.post(`${home}/Webhooks/1/Reactivate`);
  assert.deepEqual([again.status, again.json.code], [409, 'conflict'], 'and is not switched on again');
  assert.match(again.json.detail, /revoked/);
  assert.equal((await admin.get(`${home}/Webhooks/1`)).json.active, false);
  assert.equal((await admin.get(`${home}/Webhooks`)).json.length, 2);
  const [entry] = (await admin.get(`${home}/Audit?what=webhook.made&orderby=id`)).json;
  assert.deepEqual([entry.by.email, entry.about], ['admin@example.com', 'Webhooks/1'], 'the person did it');
});

onEitherEngine('a webhook for another integration is no repeat, whatever its Idempotency-Key', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const [erp, crm] = [await app.key(account, { name: 'ERP' }), await app.key(account, { name: 'CRM' })];
  const make = (below: string) => admin.send('POST', `${home}${below}/Webhooks`, wishes, { 'idempotency-key': 'once' });
  const first = await make(`/Integrations/${erp.integrationID}`);
  assert.equal(first.status, 201, first.text);
  const same = await make(`/Integrations/${erp.integrationID}`);
  assert.deepEqual([same.json.id, same.headers.get('idempotency-replayed')], [first.json.id, 'true']);
  for (const other of [`/Integrations/${crm.integrationID}`, '']) {
    const refused = await make(other);
    assert.deepEqual([refused.status, refused.json.code], [422, 'idempotency_key_reused'], refused.text);
  }
  const owners = (await admin.get(`${home}/Webhooks`)).json.map(({ owner }: Shown) => owner.name);
  assert.deepEqual(owners, ['ERP']);
});

onEitherEngine('an address is tried up to its certificate, and nothing is sent', async (engine, t) => {
  const good = await startReceiver();
  const wrong = await startReceiver({ certificate: 'wrong-name' });
  const silent = await startReceiver({ connection: () => 'taken' });
  t.after(() => Promise.all([good.stop(), wrong.stop(), silent.stop()]));
  // TCP has no multicast: `connect()` itself refuses, and no packet leaves.
  const addresses: Readonly<Record<string, readonly string[]>> = {
    'four.example': ['224.0.0.1'],
    'six.example': ['ff02::1'],
    'mixed.example': ['224.0.0.1', 'ff02::1'],
    'private.example': ['10.0.0.7'],
  };
  const names = await startNameServer(t, (name) => addresses[name] ?? 'unknown');
  const app = await startApp(t, engine, {
    ...trusting(good, wrong),
    MDS_WEBHOOK_ALLOW: '127.0.0.0/8,224.0.0.0/4,ff00::/8',
    MDS_WEBHOOK_DNS: names.place,
    MDS_WEBHOOK_TIMEOUT_MS: '300',
  });
  const { account, admin, home } = await firm(app);
  await person(app, account, 'tech@example.com', { Role: 'Technician' });
  const check = async (targetUrl: string) => admin.post(`${home}/Webhooks/CheckTarget`, { targetUrl });
  const steps = async (targetUrl: string) => {
    const reply = await check(targetUrl);
    assert.equal(reply.status, 200, reply.text);
    return reply.json as Shown[];
  };
  const stepsIn = (found: Shown[]) => found.map(({ step, ok }) => `${step} ${ok}`).join(', ');
  for (let twice = 0; twice < 2; twice++) {
    const well = await steps(good.url);
    assert.equal(stepsIn(well), 'name true, address true, connection true, certificate true');
    assert.match(well[3]!.message, /good until \d{4}-\d\d-\d\d/);
    assert.ok(well[2]!.ms >= 0 && well[3]!.ms > 0);
  }
  const url = (port: number, host = '127.0.0.1') => `https://${host}:${port}/`;
  const failing: [string, string, RegExp][] = [
    [url(wrong.port), 'name true, address true, connection true, certificate false', /ALTNAME/],
    [url(silent.port), 'name true, address true, connection true, certificate false', /300 ms/],
    [url(1), 'name true, address true, connection false', /ECONNREFUSED/],
    ['https://10.0.0.7/', 'name true, address false', /private address/],
    ['https://private.example/', 'name true, address false', /leads to a private address/],
    ['https://169.254.169.254/latest', 'name true, address false', /metadata/],
    ['https://[::ffff:10.0.0.7]/', 'name true, address false', /private/],
    [url(443, 'four.example'), 'name true, address true, connection false', /ENETUNREACH/],
    [url(443, 'six.example'), 'name true, address true, connection false', /ENETUNREACH/],
    [url(443, 'mixed.example'), 'name true, address true, connection false', /ENETUNREACH/],
    ['https://no.such.name.invalid/', 'name false', /could not be looked up/],
  ];
  for (const [target, expected, message] of failing) {
    const found = await steps(target);
    assert.equal(stepsIn(found), expected, target);
    assert.match(found.at(-1)!.message, message);
    assert.ok(found.at(-1)!.fix.length > 10, 'what helps is said');
  }
  const [named] = await steps('https://private.example/');
  assert.equal(named!.message, 'private.example was found.');
  assert.equal(typeof named!.ms, 'number');
  const [local] = await steps('https://10.0.0.7/');
  assert.equal(local!.message, 'It is an address: nothing to look up.');
  for (const refused of ['http://hooks.example.com', 'https://u:p@hooks.example.com/', 'nonsense']) {
    const reply = await check(refused);
    assert.deepEqual([reply.status, reply.json.errors?.[0]?.pointer], [400, '/targetUrl'], refused);
  }
  assert.equal(good.requests.length + wrong.requests.length, 0, 'nothing was sent');
  const tech = await signedIn(app, 'tech@example.com');
  assert.equal((await tech.post(`${home}/Webhooks/CheckTarget`, { targetUrl: good.url })).status, 403);
  await takenByNeighbours(app, admin, home, silent);
});

/** However many one account asks for, a few are under way at once, and the others are told to come again. */
async function takenByNeighbours(_app: unknown, admin: Browser, home: string, silent: Receiver): Promise<void> {
  const targetUrl = `https://127.0.0.1:${silent.port}/`;
  const many = await Promise.all(
    Array.from({ length: 30 }, () => admin.post(`${home}/Webhooks/CheckTarget`, { targetUrl })),
  );
  const refused = many.filter(({ status }) => status === 503);
  assert.ok(refused.length >= 10 && refused.length < 30, `${refused.length} of 30 refused`);
  assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
}
