import assert from 'node:assert/strict';
import type { Json } from '../../src/lib/json.ts';
import type { Log } from '../../src/lib/log.ts';
import { type AuditPage, listableAudit } from '../../src/people/audit.ts';
import { cleanUpOnce } from '../../src/people/forgetting.ts';
import type { Listing } from '../../src/records/lists/plan.ts';
import { planList } from '../../src/records/lists/planning.ts';
import { databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { inDatabase } from '../support/in-database.ts';
import { ADMIN, browser, firm, linkFor, PASSWORD, person, signedIn, tokenOf } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';

const ALL = planList(listableAudit, 'orderby=id&count=true&take=1000') as Listing;

onEitherEngine(
  'sign-ins, failures, keys, rights and exports are remembered: who, when, from where, what',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_TRUSTED_PROXIES: '127.0.0.1' });
    const { account, admin, home } = await firm(app);
    const id = await person(app, account, 'tech@example.com');
    await browser(app.url, { address: '192.0.2.7' }).post('/Session', {
      email: 'tech@example.com',
      password: 'not the password at all',
    });
    const made = (await admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' })).json;
    await admin.patch(`${home}/Users/${id}`, [{ op: 'replace', path: '/Role', value: 'Manager' }]);
    const key = await app.key(account);
    await key.patch(`/api/Users/${id}`, [{ op: 'replace', path: '/Role', value: 'ReadOnly' }]);
    const csv = await admin.send('GET', `${home}/Tasks`, undefined, { accept: 'text/csv' });
    assert.equal(csv.status, 200);
    assert.equal((await admin.get(`${home}/Vendors/Export`)).status, 200);
    const all = (await admin.get(`${home}/Audit?take=100`)).json;
    const find = (what: string) => all.filter((entry: { what: string }) => entry.what === what);
    const [failed] = find('session.failed');
    assert.deepEqual([failed.by.kind, failed.address, failed.about], ['nobody', '192.0.2.7', 'tech@example.com']);
    const [keyMade] = find('key.made');
    assert.deepEqual([keyMade.by.email, keyMade.about, keyMade.detail.name], [ADMIN, made.integrationID, 'ERP']);
    assert.deepEqual(
      find('person.changed').map(({ by, about, detail }: never) => [(by as { kind: string }).kind, about, detail]),
      [
        ['integration', `Users/${id}`, { Role: 'ReadOnly' }],
        ['person', `Users/${id}`, { Role: 'Manager' }],
      ],
    );
    assert.deepEqual(
      find('records.exported').map(({ about }: { about: string }) => about),
      ['Vendors', 'Tasks'],
    );
    const ways = find('session.begun').map(({ detail }: { detail: { how: string } }) => detail.how);
    assert.deepEqual(ways, ['reset', 'password', 'reset']);
    assert.ok(!JSON.stringify(all).includes(made.vaultSecret) && !JSON.stringify(all).includes(PASSWORD));
    // The rules of lists hold.
    const page = await admin.get(`${home}/Audit?what=session.begun&take=1&count=true&orderby=on`);
    assert.deepEqual([page.json.length, Number(page.headers.get('x-total-count'))], [1, find('session.begun').length]);
    assert.match(page.headers.get('link')!, /rel="next"/);
    // However its name is written.
    assert.deepEqual((await admin.get(`${home}/Audit?order%62y=id&take=1`)).json, [all.at(-1)]);
    assert.equal((await admin.get(`${home}/Audit?by=ADMIN&fuzzy=true`)).json.length > 0, true);
    assert.equal((await admin.get(`${home}/Audit?whta=x`)).status, 400);
    for (const member of Object.keys(keyMade)) {
      const [alone] = (await admin.get(`${home}/Audit?what=key.made&id=${keyMade.id}&fields=${member}`)).json;
      assert.deepEqual(alone, { id: keyMade.id, [member]: keyMade[member] });
    }
    for (const method of ['POST', 'PATCH', 'DELETE'])
      assert.equal((await admin.send(method, `${home}/Audit`, [])).status, 405);
  },
);

onEitherEngine('a right that was changed is told, in whatever words that was asked for', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const proposer = await app.key(account, { proposesOnly: true });
  const told = async (about: string) => (await admin.get(`${home}/Audit?about=${about}`)).json[0];
  const changed = async (change: (id: number) => Promise<{ status: number; text: string }>) => {
    const id = await person(app, account, `p${performance.now()}@example.com`, {
      Role: 'Technician',
      FirstName: 'Admin',
      LastName: 'Manager',
    });
    const reply = await change(id);
    assert.ok(reply.status < 300, reply.text);
    return (await told(`Users/${id}`)).detail;
  };
  const whole = async (id: number) => (await key.get(`/api/Users/${id}`)).json;
  for (const by of [key, admin]) {
    // No key makes an admin.
    const Role = by === key ? 'Manager' : 'Admin';
    const given = by === key ? { Role } : { Role, CompanySettings: true };
    const patch = (id: number, operations: Json) =>
      by === key ? key.patch(`/api/Users/${id}`, operations) : admin.patch(`${home}/Users/${id}`, operations);
    assert.deepEqual(
      await changed(async (id) => patch(id, [{ op: 'replace', path: '', value: { ...(await whole(id)), ...given } }])),
      given,
    );
    assert.deepEqual(
      await changed((id) =>
        patch(id, [{ op: 'copy', from: `/${Role === 'Admin' ? 'FirstName' : 'LastName'}`, path: '/Role' }]),
      ),
      given,
    );
    const CustomFields = { filling: 'x'.repeat(11_000) };
    assert.deepEqual(
      await changed((id) =>
        patch(id, [
          { op: 'replace', path: '/CustomFields', value: CustomFields },
          { op: 'replace', path: '/Role', value: Role },
        ]),
      ),
      given,
    );
    assert.equal(await changed((id) => patch(id, [{ op: 'replace', path: '/FirstName', value: 'Ann' }])), null);
  }
  assert.deepEqual(await changed((id) => key.delete(`/api/Users/${id}`)), { Deleted: true });
  const id = await person(app, account, 'proposed@example.com', { Role: 'Technician' });
  const patch = [{ op: 'replace', path: '/Role', value: 'Admin' }];
  const made = (await proposer.post('/api/Proposals', { type: 'Users', id, patch, reason: 'r' })).json;
  const { effect } = (await admin.get(`${home}/Proposals/${made.id}`)).json;
  assert.equal((await admin.post(`${home}/Proposals/${made.id}/Approve`, { effect })).status, 200);
  assert.equal((await told(`Proposals/${made.id}`)).detail.Role, 'Admin');
});

onEitherEngine(
  'nothing is changed that nobody could be told of: it is made and remembered, or neither',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const { account, admin, home } = await firm(app);
    const id = await person(app, account, 'ann@example.com');
    const invited = (await admin.post(`${home}/Invitations`, { Email: 'ben@example.com' })).json;
    const key = await app.key(account);
    const rotated = await app.key(account);
    await admin.post(`${home}/Integrations/${rotated.integrationID}/Rotate`, {});
    const webhook = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://x.example.com/' };
    const made = (await admin.post(`${home}/Webhooks`, webhook)).json;
    const one = await signedIn(app, 'ann@example.com');
    const token = await linkFor(app.shard, account, 'ann@example.com', 'reset');
    const replace = (path: string, value: Json) => [{ op: 'replace', path, value }];
    const NEXT = 'another lantern altogether 7';
    const asked: Record<string, () => Promise<{ status: number }>> = {
      createUser: () => key.post('/api/Users', { Email: 'cas@example.com' }),
      patchUser: () => key.patch(`/api/Users/${id}`, replace('/Role', 'Manager')),
      patchUserAsPerson: () => admin.patch(`${home}/Users/${id}`, replace('/Role', 'Admin')),
      deleteUser: () => key.delete(`/api/Users/${id}`),
      invite: () => admin.post(`${home}/Invitations`, { Email: 'dee@example.com' }),
      withdraw: () => admin.delete(`${home}/Invitations/${invited.user.ID}`),
      accept: () => browser(app.url).post('/Links/Use', { token: tokenOf(invited.link), password: NEXT }),
      resetLink: () => admin.post(`${home}/Users/${id}/ResetLink`),
      reset: () => browser(app.url).post('/Links/Use', { token, password: NEXT }),
      signIn: () => browser(app.url).post('/Session', { email: 'ann@example.com', password: PASSWORD }),
      signOut: () => browser(app.url, { cookie: one.cookie }).delete('/Session'),
      signOutPerson: () => admin.post(`${home}/Users/${id}/SignOut`),
      endOthers: () => one.delete(`${home}/Sessions`),
      password: () => one.post(`${home}/Me/Password`, { current: PASSWORD, password: NEXT }),
      createKey: () => admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' }),
      rotateKey: () => admin.post(`${home}/Integrations/${key.integrationID}/Rotate`, {}),
      endGrace: () => admin.post(`${home}/Integrations/${rotated.integrationID}/EndGrace`),
      revokeKey: () => admin.post(`${home}/Integrations/${key.integrationID}/Revoke`),
      createWebhook: () => admin.post(`${home}/Webhooks`, webhook),
      updateWebhook: () => admin.patch(`${home}/Webhooks/${made.id}`, replace('/name', 'Other')),
      reactivateWebhook: () => admin.post(`${home}/Webhooks/${made.id}/Reactivate`),
      rotateWebhook: () => admin.post(`${home}/Webhooks/${made.id}/RotateSecret`, {}),
      deleteWebhook: () => admin.delete(`${home}/Webhooks/${made.id}`),
    };
    const tables = ['users_documents', 'links', 'sessions', 'person_secrets', 'integrations', 'subscriptions'];
    const standing = async () => {
      const found: Record<string, string> = {};
      // When somebody was last seen may change.
      for (const table of tables)
        found[table] = (await runSql(url, `SELECT * FROM ${table}`))
          .map(({ seen_on: _, asked_on: __, ...row }: { seen_on?: number; asked_on?: number }) => JSON.stringify(row))
          .sort()
          .join('\n');
      return found;
    };
    const before = await standing();
    await inDatabase(url, 'ALTER TABLE audit RENAME TO audit_elsewhere');
    for (const [name, ask] of Object.entries(asked)) {
      const { status } = await ask();
      assert.ok(status >= 500, `${name}: ${status}`);
      assert.deepEqual(await standing(), before, name);
    }
    await inDatabase(url, 'ALTER TABLE audit_elsewhere RENAME TO audit');
    const { total: told } = (await app.shard.people.auditLog(account, ALL)) as AuditPage;
    const whats = {
      createUser: 'person.changed',
      patchUser: 'person.changed',
      invite: 'person.invited',
      signIn: 'session.begun',
      endOthers: 'session.ended',
      resetLink: 'link.made',
      withdraw: 'link.withdrawn',
      createKey: 'key.made',
      rotateKey: 'key.rotated',
      endGrace: 'key.grace_ended',
      createWebhook: 'webhook.made',
      updateWebhook: 'webhook.changed',
      reactivateWebhook: 'webhook.changed',
      rotateWebhook: 'webhook.changed',
      deleteWebhook: 'webhook.removed',
      revokeKey: 'key.revoked',
    };
    for (const name of Object.keys(whats)) assert.ok((await asked[name]!()).status < 300, name);
    const { body } = (await app.shard.people.auditLog(account, ALL)) as AuditPage;
    const entries: { what: string }[] = JSON.parse(body).slice(told!);
    // With an invitation its link.
    const expected = Object.values(whats).flatMap((what) => (what === 'person.invited' ? [what, 'link.made'] : [what]));
    assert.deepEqual(
      entries.map(({ what }) => what),
      expected,
    );
  },
);

onEitherEngine('many addresses beyond ASCII are looked through in the time of other texts', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  const { account, admin, home } = await firm(app);
  await runSql(
    url,
    `INSERT INTO audit (account, happened_on, what, by_kind, by_email, about)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000)
    SELECT ${account.key}, 1, 'key.made', 'person', 'ÄNN' || n || '@example.com', 'Jürgen.' || n || '@example.com' FROM n`,
  );
  const found = async (query: string) => (await admin.get(`${home}/Audit?take=2&${query}`)).json;
  const plain = 'contains=what:zzz';
  const asked = ['contains=about:zzz', 'contains=by:zzz', 'by=Z gt&extFilter=true&orderby=about&what=key.made'];
  // In turns, each by its best: what else the machine does falls on all.
  const best = new Map<string, number>();
  for (let round = 0; round < 4; round++) {
    for (const query of [plain, ...asked]) {
      const began = performance.now();
      const entries = await found(query);
      best.set(query, Math.min(best.get(query) ?? Infinity, performance.now() - began));
      const about = query.includes('orderby') ? ['Jürgen.1000@example.com', 'Jürgen.1001@example.com'] : [];
      assert.deepEqual(
        entries.map((entry: { about: string }) => entry.about),
        about,
        query,
      );
    }
  }
  const times = asked.map((query) => best.get(query)! / best.get(plain)!);
  assert.ok(Math.max(...times) < 25, `${times.map(Math.round)} times as long as other texts`);
});

onEitherEngine(
  'what is over is forgotten: sessions, links, and entries older than they are kept',
  async (engine, t) => {
    let now = Date.now();
    const clock = { now: () => now };
    const app = await startApp(t, engine, {}, { clock });
    const { account, admin, home } = await firm(app);
    const DAY = 24 * 3_600_000;
    const options = {
      store: app.shard.people,
      clock,
      idleMs: DAY / 2,
      longestMs: 30 * DAY,
      auditMs: 365 * DAY,
      everyMs: 1,
      pauseMs: 0,
    };
    const forget = () => cleanUpOnce({ ...options, onFailure: () => {} });
    const entries = async () => (await (await signedIn(app, ADMIN)).get(`${home}/Audit?take=1000`)).json;
    const old = (await entries()).length;
    await forget();
    assert.equal((await admin.get(`${home}/Me`)).status, 200, 'what is not over stays');
    now += 364 * DAY;
    await forget();
    assert.deepEqual(await app.shard.people.sessionsOfPerson(account, 1), []);
    assert.ok((await entries()).length > old);
    now += 2 * DAY;
    await forget();
    assert.ok((await entries()).every(({ on }: { on: string }) => Date.parse(on) >= now - 365 * DAY));
  },
);

onEitherEngine(
  'no password, token, secret or link stands in any line of the log, nor in the database',
  async (engine, t) => {
    const lines: string[] = [];
    const keep = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
    const log: Log = {
      info: keep,
      warn: keep,
      error: keep,
      line: (_, message, fields) => void lines.push(`${fields()} ${message}`),
    };
    const app = await startApp(t, engine, {}, { log });
    const { admin, home } = await firm(app);
    const { link } = (await admin.post(`${home}/Invitations`, { Email: 'new@example.com' })).json;
    const made = (await admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' })).json;
    await browser(app.url).post('/Links/Use', { token: tokenOf(link), password: 'password1234' });
    await browser(app.url).post('/Session', { email: ADMIN, password: 'a mistyped quiet harbour' });
    await browser(app.url).post('/Links/Use', { token: tokenOf(link), password: 'a wholly new lantern 12' });
    await admin.get(`${home}/Me`);
    const written = lines.join('\n');
    assert.ok(written.includes('"operation":"postConsoleApiSession"'), 'requests of people are in the log');
    assert.ok(written.includes('"person":"1"'));
    const secrets = [
      PASSWORD,
      'password1234',
      'mistyped quiet',
      'a wholly new',
      tokenOf(link),
      made.vaultSecret,
      admin.cookie.split('=')[1]!,
    ];
    for (const secret of secrets) assert.ok(!written.includes(secret), secret);
  },
);
