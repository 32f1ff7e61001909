import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleRoutes } from '../../src/api/console/routes.ts';
import { apiRoutes } from '../../src/api/rest/routes.ts';
import { changeUser } from '../../src/people/user-records.ts';
import { Problem } from '../../src/problems.ts';
import { onEitherEngine, startApp } from '../support/app.ts';
import { ADMIN, firm, PASSWORD, person, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';

// Written from the contract, not from the code it checks. What is not written down here is refused.
const roles = ['Admin', 'Manager', 'Technician', 'ReadOnly'] as const;
type Role = (typeof roles)[number];
// Who may decide a proposal is asked when it is known what it writes.
const everybody = ['Me', 'Sessions', 'Session', 'Catalogue', 'Names', 'Changes', 'Proposals', 'About', 'Search'];
const companySettings = ['Webhooks', 'Audit'];
const types = [
  ...['WorkOrders', 'Tasks', 'Boards', 'Assets', 'AssetStatuses', 'Locations', 'Forms', 'FormTemplates'],
  ...['PurchaseOrders', 'Vendors', 'Products', 'Jobs', 'Routes', 'Employees', 'Users'],
];
const technicians = ['WorkOrders', 'Tasks', 'Assets', 'Forms', 'Routes'];

function allowed(role: Role, cs: boolean, method: string, path: string): boolean {
  const [collection, , sub] = path.split('/').slice(4) as [string, string?, string?];
  if (everybody.includes(collection)) return true;
  if (companySettings.includes(collection)) return cs;
  if (collection === 'Integrations' && sub === 'Webhooks') return cs;
  if (collection === 'Stats') return path.endsWith('/Maintenance') || cs;
  if (collection === 'Integrations') return method === 'GET' ? cs : role === 'Admin';
  if (collection === 'Company') return role === 'Admin';
  if (collection === 'Invitations') return method === 'GET' ? cs : role === 'Admin';
  if (sub === 'Sent') return cs;
  if (collection === 'Users' && (sub === 'ResetLink' || sub === 'SignOut')) return role === 'Admin';
  if (!types.includes(collection)) return false;
  if (method === 'GET') return true;
  if (role === 'Technician') return technicians.includes(collection);
  return role === 'Admin' || (role === 'Manager' && collection !== 'Users');
}

// Rights are judged before any database is asked: on one of them.
test('every role, with and without Company Settings, may use exactly the routes it should', async () => {
  const app = await sharedApp('sqlite');
  const { account, home } = await firm(app);
  const routes = consoleRoutes(apiRoutes({ policy: { limit: 300, windowMs: 60_000 } } as never), {} as never);
  assert.ok(routes.length > 90);
  for (const role of roles) {
    for (const cs of role === 'Admin' ? [true] : [false, true]) {
      const email = `${role}.${cs}@example.com`;
      await person(app, account, email, { Role: role, CompanySettings: cs });
      const one = await signedIn(app, email);
      for (const { method, path } of routes) {
        // Ends the session that walks, and is what everybody may do.
        if (path.endsWith('/Sessions') && method === 'DELETE') continue;
        const place = path.replace('/console/api/:account', home).replaceAll(/:\w+/g, '999');
        // A body that is refused after the permission was looked at, so that nothing is written.
        const reply = await one.send(method, place, method === 'GET' || method === 'DELETE' ? undefined : 'nonsense');
        const case_ = `${email}: ${method} ${path} -> ${reply.status} ${reply.text.slice(0, 200)}`;
        assert.notEqual(reply.status, 401, case_);
        if (allowed(role, cs, method, path)) assert.notEqual(reply.status, 403, case_);
        else {
          assert.equal(reply.status, 403, case_);
          assert.match(reply.json.detail, /role|permission/i, case_);
        }
      }
    }
  }
});

onEitherEngine('a body that nobody reads is refused in the console, too', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const id = await person(app, account, 'tech@example.com');
  const key = await admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' });
  const integration = `${home}/Integrations/${key.json.integrationID}`;
  for (const path of [
    `${integration}/EndGrace`,
    `${integration}/Revoke`,
    `${home}/Me/Passkeys/Options`,
    `${home}/Session/Passkey/Options`,
    `${home}/Users/${id}/ResetLink`,
    `${home}/Users/${id}/SignOut`,
  ]) {
    const reply = await admin.post(path, { keep: true });
    assert.deepEqual([reply.status, reply.json.code], [400, 'invalid_body'], path);
  }
  const [listed] = (await admin.get(`${home}/Integrations`)).json.filter((one: { name: string }) => one.name === 'ERP');
  assert.equal(listed.revokedOn, null);
  for (const nothing of [{}, [], null]) {
    assert.equal((await admin.post(`${home}/Users/${id}/SignOut`, nothing)).status, 200, JSON.stringify(nothing));
  }
});

onEitherEngine('keys and rights are changed only with the password just given', async (engine, t) => {
  let now = Date.now();
  const app = await startApp(t, engine, {}, { clock: { now: () => now } });
  const { account, admin, home } = await firm(app);
  const id = await person(app, account, 'tech@example.com');
  const rights = () => admin.patch(`${home}/Users/${id}`, [{ op: 'replace', path: '/Role', value: 'Manager' }]);
  now += 16 * 60_000;
  const attempts = [
    () => admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' }),
    () => admin.post(`${home}/Invitations`, { Email: 'new@example.com' }),
    rights,
    () => admin.post(`${home}/Users`, { Email: 'new@example.com', Role: 'Admin' }),
    () => admin.delete(`${home}/Users/${id}`),
    () => admin.post(`${home}/Users/${id}/ResetLink`),
  ];
  for (const attempt of attempts) {
    const reply = await attempt();
    assert.deepEqual([reply.status, reply.json.code], [403, 'confirmation_needed'], reply.text);
  }
  assert.equal(
    (await admin.post(`${home}/Session/Password`, { password: 'not the password' })).json.code,
    'wrong_password',
  );
  assert.equal((await rights()).status, 403);
  const confirmed = await admin.post(`${home}/Session/Password`, { password: PASSWORD });
  assert.equal(Date.parse(confirmed.json.passwordUntil), now + 15 * 60_000);
  assert.equal((await rights()).status, 200);
});

onEitherEngine('the last active admin cannot be disabled, demoted or deleted, by any door', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const patches = [
    [{ op: 'replace', path: '/Status', value: 'Disabled' }],
    [{ op: 'replace', path: '/Role', value: 'Manager' }],
    [{ op: 'replace', path: '/Deleted', value: true }],
  ];
  await admin.post(`${home}/Users`, { Email: 'invited@example.com', Role: 'Admin' });
  await admin.post(`${home}/Users`, { Email: 'manager@example.com', Role: 'Manager', Status: 'Active' });
  for (const patch of patches) {
    const reply = await admin.patch(`${home}/Users/1`, patch);
    assert.deepEqual([reply.status, reply.json.code], [409, 'conflict'], reply.text);
    assert.match(reply.json.detail, /last active admin/);
  }
  assert.equal((await admin.delete(`${home}/Users/1`)).status, 409);
  assert.equal((await admin.patch(`${home}/Users/1`, [{ op: 'replace', path: '/Phone', value: '1' }])).status, 200);
  const second = await person(app, account, 'second@example.com', { Role: 'Admin' });
  // Each relies on the other: one of them stays.
  const operator = { kind: 'system', id: null, name: null, email: ADMIN } as const;
  const disable = (id: number) => changeUser(app.shard.records(account), id, { Status: 'Disabled' }, operator);
  const both = await Promise.all([disable(1), disable(second)]);
  assert.deepEqual(both.map((one) => (one instanceof Problem ? one.status : 200)).sort(), [200, 409]);
  const left = (await app.shard.accounts.admins(account, 9)).map(({ email }) => email);
  assert.ok(left.includes(ADMIN) !== left.includes('second@example.com'), left.join());
});

onEitherEngine('a person makes 1,200 requests in a minute and no more', async (engine, t) => {
  const app = await startApp(t, engine, {}, { rateWindowMs: 60_000 });
  const { admin, home } = await firm(app);
  const reply = await admin.get(`${home}/Me`);
  assert.match(reply.headers.get('ratelimit-policy')!, /q=1200;w=60/);
  assert.equal(reply.headers.get('vary'), 'cookie');
});
