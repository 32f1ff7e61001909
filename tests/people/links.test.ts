import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createPasswords } from '../../src/people/passwords.ts';
import { onEitherEngine, startApp } from '../support/app.ts';
import { ADMIN, browser, firm, linkFor, PASSWORD, person, setPassword, signedIn, tokenOf } from '../support/people.ts';

const NEXT = 'a wholly new lantern 12';

onEitherEngine('an invitation is accepted once: names, a password, and the person is in', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  const invited = await admin.post(`${home}/Invitations`, {
    Email: 'New@example.com',
    Role: 'Manager',
    CompanySettings: true,
  });
  assert.equal(invited.status, 201, invited.text);
  const { user, link, expiresOn } = invited.json;
  assert.deepEqual([user.Status, user.Role, user.CompanySettings, user.UpdatedBy], ['Invited', 'Manager', true, ADMIN]);
  assert.ok(Date.parse(expiresOn) - Date.now() > 6.9 * 24 * 3_600_000);
  assert.match(link, /^http:\/\/localhost:\d+\/console\/link#[\w-]{43}$/, 'the token is in the fragment');
  const token = tokenOf(link);
  const newcomer = browser(app.url);
  const look = await newcomer.post('/Links/Look', { token });
  assert.deepEqual(
    [look.json.kind, look.json.email, look.json.account.name],
    ['invitation', 'New@example.com', 'Test firm'],
  );
  const weak = await newcomer.post('/Links/Use', { token, password: 'password1234' });
  assert.deepEqual([weak.status, weak.json.errors[0].pointer], [400, '/password']);
  const long = await newcomer.post('/Links/Use', { token, password: PASSWORD, firstName: 'N'.repeat(81) });
  assert.deepEqual([long.status, long.json.errors[0].pointer], [400, '/firstName'], 'as the body calls it');
  const names = { firstName: 'Nora', lastName: 'Wood', timeZone: 'Europe/London' };
  assert.equal((await newcomer.post('/Links/Use', { token, password: PASSWORD, ...names })).status, 200);
  const me = (await newcomer.get(`${home}/Me`)).json;
  assert.deepEqual([me.person.name, me.role, me.may.webhooks, me.may.people], ['Nora Wood', 'Manager', true, false]);
  assert.equal((await newcomer.get(`${home}/Users/${user.ID}`)).json.Status, 'Active');
  for (const path of ['/Links/Look', '/Links/Use']) {
    const again = await browser(app.url).post(path, { token, ...(path === '/Links/Use' && { password: NEXT }) });
    assert.deepEqual([again.status, again.json.code], [410, 'link_dead'], path);
  }
  await signedIn(app, 'new@EXAMPLE.com');
});

onEitherEngine('of several uses of one link at once, one is the one', async (engine, t) => {
  const app = await startApp(t, engine);
  const account = await app.account();
  const token = await linkFor(app.shard, account, ADMIN, 'reset');
  const passwords = Array.from({ length: 6 }, (_, n) => `${NEXT} ${n}`);
  const replies = await Promise.all(
    passwords.map((password) => browser(app.url).post('/Links/Use', { token, password })),
  );
  const won = replies.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  assert.equal(won.length, 1, replies.map(({ status }) => status).join());
  assert.ok(replies.every(({ status }, n) => n === won[0] || status === 410));
  await signedIn(app, ADMIN, passwords[won[0]!]);
});

onEitherEngine('of several who accept one invitation at once, one gives the names', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  for (let round = 0; round < 3; round++) {
    const invited = await admin.post(`${home}/Invitations`, { Email: `n${round}@example.com`, Role: 'Manager' });
    const token = tokenOf(invited.json.link);
    const names = ['Ann', 'Ben', 'Cas', 'Dee'];
    const replies = await Promise.all(
      names.map((firstName) => browser(app.url).post('/Links/Use', { token, password: PASSWORD, firstName })),
    );
    const won = replies.flatMap(({ status }, n) => (status === 200 ? [names[n]] : []));
    assert.equal(won.length, 1, replies.map(({ status }) => status).join());
    const { user } = (await app.shard.people.person(account, invited.json.user.ID))!;
    assert.equal(user.FirstName, won[0]);
    const history = (await admin.get(`${home}/Users/${user.ID}/History?field=FirstName`)).json;
    assert.equal(history.filter(({ version }: { version: number }) => version > 1).length, 1);
  }
});

onEitherEngine('a link that went to one address lets nobody in as the person of another', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const { link, user } = (await admin.post(`${home}/Invitations`, { Email: 'ben@exmaple.com', Role: 'Manager' })).json;
  const id = await person(app, account, 'ann@example.com');
  const reset = await linkFor(app.shard, account, 'ann@example.com', 'reset');
  const one = await signedIn(app, 'ann@example.com');
  const replace = (userID: number, path: string, value: string) =>
    admin.patch(`${home}/Users/${userID}`, [{ op: 'replace', path, value }]);
  assert.equal((await replace(user.ID, '/FirstName', 'Ben')).status, 200);
  assert.equal((await browser(app.url).post('/Links/Look', { token: tokenOf(link) })).status, 200, 'still the same');
  assert.equal((await replace(user.ID, '/Email', 'ben@example.com')).status, 200);
  assert.equal((await replace(id, '/Email', 'ann.b@example.com')).status, 200);
  for (const token of [tokenOf(link), reset]) {
    const used = await browser(app.url).post('/Links/Use', { token, password: PASSWORD });
    assert.deepEqual([used.status, used.json.code], [410, 'link_dead']);
  }
  assert.equal((await one.get(`${home}/Me`)).json.person.email, 'ann.b@example.com', 'whoever is in stays in');
  const again = (await admin.post(`${home}/Users/${user.ID}/ResetLink`)).json;
  const accepted = await browser(app.url).post('/Links/Use', { token: tokenOf(again.link), password: PASSWORD });
  assert.equal(accepted.status, 200, accepted.text);
});

onEitherEngine('whoever is disabled while accepting an invitation is not active afterwards', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  const statuses = async (id: number) => {
    const entries = (await admin.get(`${home}/Users/${id}/History?field=Status&take=10`)).json;
    return entries.flatMap(({ changed }: { changed: { field: string; to: string }[] }) =>
      changed.filter(({ field }) => field === 'Status').map(({ to }) => to),
    );
  };
  let took = 0;
  for (let round = 0; round < 12; round++) {
    const invited = (await admin.post(`${home}/Invitations`, { Email: `n${round}@example.com`, Role: 'Manager' })).json;
    const began = performance.now();
    const accepting = browser(app.url)
      .post('/Links/Use', { token: tokenOf(invited.link), password: PASSWORD })
      .finally(() => {
        if (round === 0) took = performance.now() - began;
      });
    if (round === 0) await accepting;
    else await pause((took * round) / 11);
    const disabling = admin.patch(`${home}/Users/${invited.user.ID}`, [
      { op: 'replace', path: '/Status', value: 'Disabled' },
    ]);
    const [, disabled] = await Promise.all([accepting, disabling]);
    assert.equal(disabled.status, 200, disabled.text);
    assert.equal((await statuses(invited.user.ID))[0], 'Disabled', 'the newest first');
  }
});

onEitherEngine(
  'what would stay behind when a frozen account moves is not made: passwords, links, keys',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, admin, home } = await firm(app);
    const id = await person(app, account, 'ann@example.com');
    const token = await linkFor(app.shard, account, 'ann@example.com', 'reset');
    const key = await app.key(account);
    await app.shard.accounts.setFrozen(account, true);
    for (const asked of [
      () => admin.post(`${home}/Me/Password`, { current: PASSWORD, password: NEXT }),
      () => admin.post(`${home}/Users/${id}/ResetLink`),
      () => admin.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' }),
      () => admin.post(`${home}/Integrations/${key.integrationID}/Rotate`),
      () => browser(app.url).post('/Links/Use', { token, password: NEXT }),
    ]) {
      const reply = await asked();
      assert.deepEqual([reply.status, reply.json.code], [503, 'account_frozen'], `${asked}: ${reply.text}`);
    }
    await signedIn(app, 'ann@example.com');
    await app.shard.accounts.setFrozen(account, false);
    assert.equal((await browser(app.url).post('/Links/Use', { token, password: NEXT })).status, 200);
    await signedIn(app, 'ann@example.com', NEXT);
  },
);

onEitherEngine(
  'a link is over after its time, when a newer one is made, when it is withdrawn and when the person is disabled',
  async (engine, t) => {
    let now = Date.now();
    const clock = { now: () => now };
    const app = await startApp(t, engine, {}, { clock });
    const { account, admin, home } = await firm(app);
    const id = await person(app, account, 'tech@example.com');
    const isDead = async (token: string) => (await browser(app.url).post('/Links/Look', { token })).status === 410;
    const reset = await linkFor(app.shard, account, 'tech@example.com', 'reset', clock);
    now += 59 * 60_000;
    assert.equal(await isDead(reset), false);
    now += 2 * 60_000;
    assert.equal(await isDead(reset), true);
    assert.equal((await admin.post(`${home}/Session/Password`, { password: PASSWORD })).status, 200);
    const first = tokenOf((await admin.post(`${home}/Users/${id}/ResetLink`)).json.link);
    const second = tokenOf((await admin.post(`${home}/Users/${id}/ResetLink`)).json.link);
    assert.deepEqual([await isDead(first), await isDead(second)], [true, false]);
    assert.equal((await admin.get(`${home}/Invitations`)).json.length, 1);
    assert.equal((await admin.delete(`${home}/Invitations/${id}`)).status, 204);
    assert.equal(await isDead(second), true);
    const third = tokenOf((await admin.post(`${home}/Users/${id}/ResetLink`)).json.link);
    const disabled = await admin.patch(`${home}/Users/${id}`, [{ op: 'replace', path: '/Status', value: 'Disabled' }]);
    assert.equal(disabled.status, 200, disabled.text);
    assert.equal(await isDead(third), true);
    assert.equal((await admin.post(`${home}/Users/${id}/ResetLink`)).status, 409);
  },
);

onEitherEngine('a reset ends every session of the person, and signing out by an admin does', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const id = await person(app, account, 'tech@example.com');
  const tech = await signedIn(app, 'tech@example.com');
  const token = tokenOf((await admin.post(`${home}/Users/${id}/ResetLink`)).json.link);
  assert.equal((await tech.get(`${home}/Me`)).status, 200);
  assert.equal((await browser(app.url).post('/Links/Use', { token, password: NEXT })).status, 200);
  assert.equal((await tech.get(`${home}/Me`)).status, 401);
  const again = await signedIn(app, 'tech@example.com', NEXT);
  assert.equal((await admin.post(`${home}/Users/${id}/SignOut`)).json.sessions, 2);
  assert.equal((await again.get(`${home}/Me`)).status, 401);
});

onEitherEngine(
  'a link for one click signs in without a password, and what needs one is asked for it',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, home } = await firm(app);
    const one = browser(app.url);
    const token = await linkFor(app.shard, account, ADMIN, 'signin');
    assert.equal((await one.post('/Links/Use', { token })).status, 200);
    const refused = await one.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' });
    assert.deepEqual([refused.status, refused.json.code], [403, 'confirmation_needed']);
  },
);

onEitherEngine('a hash made under other parameters is made anew when its password is next given', async (engine, t) => {
  const app = await startApp(t, engine);
  const account = await app.account();
  const old = await createPasswords({ cost: { memoryKiB: 32, passes: 1, lanes: 1 } }).hash(PASSWORD, 'test');
  await app.shard.people.setPassword(account, 1, old, Date.now());
  const hashOf = async () => (await app.shard.people.person(account, 1))!.password!;
  await signedIn(app, ADMIN);
  assert.match(await hashOf(), /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  await signedIn(app, ADMIN);
  await setPassword(app, account, ADMIN, NEXT);
  assert.equal((await browser(app.url).post('/Session', { email: ADMIN, password: PASSWORD })).status, 401);
});
