import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { steadyClock, systemClock } from '../../src/lib/time.ts';
import { createAttempts } from '../../src/people/attempts.ts';
import { createPasswords } from '../../src/people/passwords.ts';
import { type SignInParts, signIn, wrongPassword } from '../../src/people/sign-in.ts';
import { changeUser } from '../../src/people/user-records.ts';
import { readSettings, shardsOf } from '../../src/settings.ts';
import type { Shard } from '../../src/storage/shard.ts';
import { accountLimitsOf, closeShards, openShards } from '../../src/storage/shards.ts';
import { createTestAccount, databaseUrl, onEitherEngine, startApp, type TestApp } from '../support/app.ts';
import { callTool } from '../support/assistant.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { inDatabase } from '../support/in-database.ts';
import { testKeys } from '../support/keys.ts';
import {
  ADMIN,
  type Browser,
  browser,
  firm,
  linkFor,
  PASSWORD,
  person,
  setPassword,
  signedIn,
} from '../support/people.ts';
import { rawConnection, requestHead } from '../support/raw-connection.ts';
import { startSilencingProxy } from '../support/silencing-proxy.ts';

const author = { kind: 'system', id: null, name: null, email: ADMIN } as const;
const PROXIED = { MDS_TRUSTED_PROXIES: '127.0.0.1' };

onEitherEngine(
  'a person signs in, works, and signs out; a stolen cookie is worth nothing after that',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, admin, home } = await firm(app);
    const session = await admin.get('/Session');
    assert.deepEqual(session.json.accounts, [
      { id: account.id, name: account.name, role: 'Admin', companySettings: true, personID: 1 },
    ]);
    assert.match(admin.cookie, /^mds=[\w-]{43}$/);
    const made = await admin.post(`${home}/Tasks`, { Name: 'Check the valve' });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.json.UpdatedBy, ADMIN);
    assert.equal(made.headers.get('location'), `/console/api${home}/Tasks/1`);
    const [entry] = (await admin.get(`${home}/Tasks/1/History`)).json;
    assert.deepEqual([entry.by.kind, entry.by.id, entry.by.email], ['person', '1', ADMIN]);
    const stolen = browser(app.url, { cookie: admin.cookie });
    assert.equal((await stolen.get(`${home}/Me`)).status, 200);
    assert.equal((await admin.delete('/Session')).status, 204);
    assert.equal(admin.cookie, '');
    for (const path of ['/Session', `${home}/Me`, `${home}/Tasks`]) {
      const refused = await stolen.get(path);
      assert.deepEqual([refused.status, refused.json.code], [401, 'signed_out'], path);
    }
  },
);

onEitherEngine(
  'a page that knows itself as somebody else than whose session it is reads and changes nothing',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, admin, home } = await firm(app);
    const other = await person(app, account, 'bo@example.com', { Role: 'Manager' });
    const stream = { accept: 'text/event-stream' };
    const bodyOf = (method: string) => (method === 'POST' ? { Name: 'Check the valve' } : undefined);
    for (const [method, path, headers] of [
      ['GET', '/Me', {}],
      ['GET', '/Tasks', {}],
      ['GET', '/Changes?after=now', stream],
      ['POST', '/Tasks', {}],
    ] as const) {
      for (const personID of [`${other}`, '', '1, 1']) {
        const refused = await admin.send(method, home + path, bodyOf(method), { ...headers, personID });
        assert.deepEqual([refused.status, refused.json.code], [401, 'somebody_else'], `${method} ${path} ${personID}`);
      }
    }
    const { id } = (await admin.get(`${home}/Me`)).json.person;
    assert.deepEqual((await admin.send('GET', `${home}/Tasks`, undefined, { personID: `${id}` })).json, []);
    // Whoever has signed in anew is the same person.
    const again = await signedIn(app, ADMIN);
    const made = await again.send('POST', `${home}/Tasks`, bodyOf('POST'), { personID: `${id}` });
    assert.equal(made.status, 201, made.text);
  },
);

onEitherEngine('the API never looks at cookies, and the console never at keys', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const byCookie = await fetch(`${app.url}/api/Tasks`, { headers: { cookie: admin.cookie } });
  assert.equal(byCookie.status, 401);
  assert.equal((await key.get(`/console/api${home}/Tasks`)).status, 401);
});

onEitherEngine(
  'where the console is off there is nothing at its addresses, and nobody is sent there',
  async (engine, t) => {
    const app = await startApp(t, engine, { MDS_CONSOLE: 'off' });
    const account = await app.account();
    for (const path of ['/Session', `/${account.id}/Me`]) assert.equal((await browser(app.url).get(path)).status, 404);
    const key = await app.key(account);
    const wish = { type: 'Tasks', fields: { Name: 'Look at the pump' }, reason: 'it drips' };
    const [proposal] = (await callTool(key, 'propose_create', wish)).structuredContent.proposals;
    const command = `on the command line: proposals show --account ${account.id} --id ${proposal.id} --as E-MAIL`;
    assert.equal(proposal.decidedAt, command);
    const [listed] = (await callTool(key, 'proposals', {})).structuredContent.proposals;
    assert.equal(listed.decidedAt, command);
  },
);

onEitherEngine('a session opens no account but those in which the password holds', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { ...PROXIED, DATABASE_URL: url });
  const { account, home } = await firm(app, 'One');
  const other = await app.account('Two');
  const guesses = Array.from({ length: 12 }, (_, n) => `another lantern altogether ${n}`);
  await setPassword(app, other, ADMIN, guesses[0]);
  const third = await app.account('Three');
  await setPassword(app, third, ADMIN);
  const one = await signedIn(app, ADMIN);
  const names = (await one.get('/Session')).json.accounts.map(({ name }: { name: string }) => name);
  assert.deepEqual(names.sort(), ['One', 'Three']);
  assert.equal((await one.get(`${home}/Me`)).json.account.id, account.id);
  assert.equal((await one.get(`/${other.id}/Me`)).status, 401);
  assert.equal((await one.get('/acc_nobody/Me')).status, 401);
  const tried = async (password: string, address: string) =>
    (await browser(app.url, { address }).post('/Session', { email: ADMIN, password })).status;
  const failures = async (account: string, by = one) =>
    (await by.get(`/${account}/Audit?what=session.failed`)).json.length;
  // Nobody else hears of it that somebody with two passwords signs in, once they are not new: a guesser needs a new one for each guess.
  await inDatabase(url, 'UPDATE person_secrets SET changed_on = changed_on - 86400001');
  const there = await signedIn(app, ADMIN, guesses[0], '192.0.2.3');
  assert.deepEqual([await failures(other.id, there), await failures(account.id)], [1, 0]);
  // Whoever makes each guess the own password is let in by it, and guesses no more often than others, nor unseen.
  const [before, guesser] = [await failures(account.id), await signedIn(app, ADMIN, guesses[0], '192.0.2.1')];
  let n = 0;
  const change = () => guesser.post(`/${other.id}/Me/Password`, { current: guesses[n]!, password: guesses[n + 1]! });
  while ((await change()).status === 204 && (await tried(guesses[n + 1]!, '192.0.2.1')) === 200) n++;
  assert.deepEqual([n + 1, (await failures(account.id)) - before], [10, 10], 'ten were enough');
  // Nor does it make anybody forget failures that were against the others.
  for (let n = 0; n < 9; n++) assert.equal(await tried('not the password at all', '192.0.2.2'), 401);
  assert.equal(await tried(guesses[n]!, '192.0.2.2'), 200);
  assert.equal(await tried('not the password at all', '192.0.2.2'), 429);
});

onEitherEngine('a token that somebody planted in the browser never opens anything', async (engine, t) => {
  const app = await startApp(t, engine);
  const { home } = await firm(app);
  const planted = `mds=${'A'.repeat(43)}`;
  const victim = browser(app.url, { cookie: planted });
  assert.equal((await victim.post('/Session', { email: ADMIN, password: PASSWORD })).status, 200);
  assert.notEqual(victim.cookie, planted);
  assert.equal((await browser(app.url, { cookie: planted }).get(`${home}/Me`)).status, 401);
  // Nor does the session that the attacker had, and left there for the victim to go on with.
  const attackers = await signedIn(app, ADMIN);
  const fixed = browser(app.url, { cookie: attackers.cookie });
  assert.equal((await fixed.post('/Session', { email: ADMIN, password: PASSWORD })).status, 200);
  assert.equal((await attackers.get(`${home}/Me`)).status, 401);
  assert.equal((await fixed.get(`${home}/Me`)).status, 200);
  // Of two cookies of the name, neither counts.
  const two = browser(app.url, { cookie: `${planted}; ${fixed.cookie}` });
  assert.equal((await two.get(`${home}/Me`)).status, 401);
});

onEitherEngine('every failure to sign in has the same answer', async (engine, t) => {
  const app = await startApp(t, engine, PROXIED);
  const { account } = await firm(app);
  await person(app, account, 'out@example.com', { Status: 'Invited' }).catch(() => {});
  await person(app, account, 'disabled@example.com');
  const [disabled] = await app.shard.people.withEmail('disabled@example.com');
  await changeUser(app.shard.records(account), disabled!.user.ID, { Status: 'Disabled' }, author);
  const answers = new Set<string>();
  for (const email of [ADMIN, 'nobody@example.com', 'disabled@example.com', 'out@example.com', 'x'.repeat(3_000)]) {
    const password = email === 'disabled@example.com' ? PASSWORD : 'not the password at all';
    const reply = await browser(app.url, { address: '192.0.2.9' }).post('/Session', { email, password });
    const { requestId, ...rest } = reply.json;
    assert.ok(requestId);
    assert.equal(reply.headers.get('set-cookie'), null);
    answers.add(JSON.stringify([reply.status, rest]));
  }
  assert.deepEqual(
    [...answers].map((one) => JSON.parse(one)[0]),
    [401],
    [...answers].join('\n'),
  );
});

onEitherEngine(
  'ten wrong passwords for one person from one address are enough, at once too; elsewhere the person gets in',
  async (engine, t) => {
    const app = await startApp(t, engine, PROXIED);
    const { account } = await firm(app);
    await person(app, account, 'other@example.com');
    const from = (address: string) => browser(app.url, { address });
    const wrong = { email: ADMIN, password: 'not the password at all' };
    const replies = await Promise.all(Array.from({ length: 16 }, () => from('192.0.2.1').post('/Session', wrong)));
    const looked = replies.filter(({ status }) => status === 401).length;
    assert.ok(looked <= 10, `${looked} were looked at`);
    while ((await from('192.0.2.1').post('/Session', wrong)).status !== 429);
    const refused = await from('192.0.2.1').post('/Session', { email: ADMIN.toUpperCase(), password: PASSWORD });
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
    assert.ok(Number(refused.headers.get('retry-after')) > 800, 'it says for how long');
    assert.equal((await from('192.0.2.2').post('/Session', { email: ADMIN, password: PASSWORD })).status, 200);
    const another = { email: 'other@example.com', password: PASSWORD };
    assert.equal(
      (await from('192.0.2.1').post('/Session', another)).status,
      200,
      'nobody else is locked out there yet',
    );
    for (let n = 0; n < 20; n++) await from('192.0.2.1').post('/Session', { ...wrong, email: `guess${n}@example.com` });
    assert.equal((await from('192.0.2.1').post('/Session', another)).status, 429, 'thirty from one address are enough');
    assert.equal((await from('192.0.2.2').post('/Session', another)).status, 200);
  },
);

onEitherEngine(
  'failures on any instance count on all of them, and whoever knows the password starts afresh',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const environment = { ...PROXIED, DATABASE_URL: url };
    const app = await startApp(t, engine, environment);
    await firm(app);
    const second = engine === 'postgres' ? await startApp(t, engine, environment) : app;
    const tried = async (where: TestApp, address: string, password = 'not the password at all') =>
      (await browser(where.url, { address }).post('/Session', { email: ADMIN, password })).status;
    for (const where of [app, app, app, app, app, second, second, second, second])
      assert.equal(await tried(where, '192.0.2.1'), 401);
    assert.equal(await tried(second, '192.0.2.1', PASSWORD), 200, 'nine are not enough');
    for (const where of [app, second, app, second, app, second, app, second, app, second])
      assert.equal(await tried(where, '192.0.2.1'), 401, 'and were forgotten');
    for (const where of [app, second]) assert.equal(await tried(where, '192.0.2.1', PASSWORD), 429);
    for (const where of [app, second]) assert.equal(await tried(where, '192.0.2.2', PASSWORD), 200);
  },
);

onEitherEngine('a sign-in is noted in the record and its history, and no subscriber hears of it', async (engine, t) => {
  let now = Date.now();
  const app = await startApp(t, engine, {}, { clock: { now: () => now } });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const hook = { entityType: 'Users', action: 'Updated', targetUrl: 'https://hooks.example.com/' };
  const { id } = (await key.post('/api/Webhooks', hook)).json;
  const user = async () => (await admin.get(`${home}/Users/1`)).json;
  assert.equal(Date.parse((await user()).LastLoginOn), now);
  const versions = async () => (await admin.get(`${home}/Users/1/History`)).json.length;
  const before = await versions();
  now += 60_000;
  await signedIn(app, ADMIN);
  assert.equal(Date.parse((await user()).LastLoginOn), now);
  for (let n = 0; n < 3; n++) await signedIn(app, ADMIN);
  assert.equal(await versions(), before + 1, 'who comes and goes is noted once a minute');
  assert.deepEqual((await key.get(`/api/Webhooks/${id}/Deliveries`)).json, []);
  await app.shard.accounts.setFrozen(account, true);
  now += 60_000;
  await signedIn(app, ADMIN);
});

onEitherEngine('a changed password ends all other sessions and open links, and keeps this one', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const [other, third] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
  const link = await linkFor(app.shard, account, ADMIN, 'reset');
  const next = 'a wholly new lantern 12';
  const wrong = await admin.post(`${home}/Me/Password`, { current: 'not the password', password: next });
  assert.deepEqual([wrong.status, wrong.json.code], [403, 'wrong_password']);
  assert.equal((await admin.post(`${home}/Me/Password`, { current: PASSWORD, password: 'short' })).status, 400);
  assert.equal((await admin.post(`${home}/Me/Password`, { current: PASSWORD, password: next })).status, 204);
  assert.equal((await admin.get(`${home}/Me`)).status, 200);
  for (const one of [other, third]) assert.equal((await one.get(`${home}/Me`)).status, 401);
  assert.equal((await browser(app.url).post('/Links/Use', { token: link, password: next })).status, 410);
  assert.equal((await browser(app.url).post('/Session', { email: ADMIN, password: PASSWORD })).status, 401);
  await signedIn(app, ADMIN, next);
});

onEitherEngine('a person sees the own sessions and ends one, or all others', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  const [second, third] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
  const listed = (await admin.get(`${home}/Sessions`)).json;
  assert.equal(listed.filter(({ current }: { current: boolean }) => current).length, 1);
  assert.ok(listed.every(({ device }: { device: string }) => device === 'Test browser'));
  const own = (await second.get(`${home}/Sessions`)).json.find(({ current }: { current: boolean }) => current);
  assert.equal((await admin.delete(`${home}/Sessions/${own.id}`)).status, 204);
  assert.equal((await admin.delete(`${home}/Sessions/${own.id}`)).status, 404);
  assert.equal((await second.get(`${home}/Me`)).status, 401);
  assert.equal((await admin.delete(`${home}/Sessions`)).status, 204);
  assert.deepEqual([(await third.get(`${home}/Me`)).status, (await admin.get(`${home}/Me`)).status], [401, 200]);
});

onEitherEngine('a session that its person ends is over in every account that both are in', async (engine, t) => {
  let late = 0;
  const app = await startApp(t, engine, {}, { clock: { now: () => Date.now() + late } });
  const { home } = await firm(app, 'One');
  const other = await app.account('Two');
  await setPassword(app, other, ADMIN);
  const [laptop, tablet, phone] = [await signedIn(app, ADMIN), await signedIn(app, ADMIN), await signedIn(app, ADMIN)];
  const states = async (one: Browser) =>
    Promise.all([home, `/${other.id}`].map(async (there) => (await one.get(`${there}/Me`)).status));
  assert.deepEqual(await states(laptop), [200, 200]);
  const own = (await laptop.get(`${home}/Sessions`)).json.find(({ current }: { current: boolean }) => current);
  assert.equal((await phone.delete(`${home}/Sessions/${own.id}`)).status, 204);
  assert.deepEqual(
    [await states(laptop), await states(tablet)],
    [
      [401, 401],
      [200, 200],
    ],
  );
  assert.equal((await phone.delete(`${home}/Sessions`)).status, 204);
  assert.deepEqual(
    [await states(tablet), await states(phone)],
    [
      [401, 401],
      [200, 200],
    ],
  );
  const ended = (await phone.get(`/${other.id}/Audit?what=session.ended`)).json;
  assert.deepEqual(
    ended.map(({ by, about }: { by: { email: string }; about: string }) => [by.email, about]),
    [1, 2].map(() => [ADMIN, ADMIN]),
  );

  // Whoever has got into one account by its admin's doing is there alone, whatever the address is in.
  const guest = browser(app.url);
  const token = await linkFor(app.shard, other, ADMIN, 'signin');
  assert.equal((await guest.post('/Links/Use', { token })).status, 200);
  late = 5 * 60_000;
  const newest = async (one: Browser, there: string) => {
    const sessions = (await one.get(`${there}/Sessions`)).json as { seenOn: string; current: boolean }[];
    return Math.max(
      ...sessions.filter(({ current }) => current === (one === phone)).map(({ seenOn }) => Date.parse(seenOn)),
    );
  };
  await phone.get(`${home}/Me`);
  while ((await newest(phone, home)) < Date.now() + late - 60_000) await sleep(10);
  assert.ok((await newest(guest, `/${other.id}`)) < Date.now() + late - 60_000, 'it was not here');
  assert.equal((await guest.delete(`/${other.id}/Sessions`)).status, 204);
  assert.deepEqual(await states(phone), [200, 401]);
  assert.equal((await phone.get(`${home}/Audit?what=session.ended`)).json.length, 2);
});

onEitherEngine(
  'who is disabled or loses a role elsewhere is treated so with the next request here',
  async (engine, t) => {
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const { account, home } = await firm(app);
    const id = await person(app, account, 'tech@example.com', { Role: 'Manager', CompanySettings: true });
    const tech = await signedIn(app, 'tech@example.com');
    // Another process, as the command line is beside a server; on PostgreSQL another instance does the same.
    const settings = readSettings({ DATABASE_URL: url });
    const beside = await openShards(shardsOf(settings), {
      role: 'tool',
      keys: testKeys,
      readerThreads: 1,
      ...accountLimitsOf(settings),
      poolSize: 2,
      mayCreate: false,
    });
    t.after(() => closeShards(beside));
    const shard = [...beside.values()][0]!;
    const there = (await shard.accounts.find(account.id))!;
    assert.equal((await tech.post(`${home}/Vendors`, { Name: 'Filters Ltd' })).status, 201);
    await changeUser(shard.records(there), id, { Role: 'ReadOnly', CompanySettings: false }, author);
    assert.equal((await tech.post(`${home}/Vendors`, { Name: 'Filters Ltd' })).status, 403);
    assert.equal((await tech.get(`${home}/Webhooks`)).status, 403);
    await changeUser(shard.records(there), id, { Status: 'Disabled' }, author);
    assert.equal((await tech.get(`${home}/Vendors`)).status, 401);
    if (engine === 'postgres') {
      const second = await startApp(t, engine, { DATABASE_URL: url });
      await changeUser(shard.records(there), id, { Status: 'Active' }, author);
      const { cookie } = await signedIn(app, 'tech@example.com');
      const elsewhere = browser(second.url, { cookie });
      assert.equal((await elsewhere.get(`${home}/Vendors`)).status, 200, 'a session holds on every instance');
      await shard.people.endOf(there, id);
      assert.equal((await elsewhere.get(`${home}/Vendors`)).status, 401);
    }
  },
);

onEitherEngine('a stream that a person follows ends soon after the session does', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const response = await fetch(`${app.url}/console/api${home}/Changes`, {
    headers: { cookie: admin.cookie, accept: 'text/event-stream' },
  });
  assert.equal(response.status, 200);
  const text = response.text();
  await app.shard.people.endOf(account, 1);
  const ended = await Promise.race([text, sleep(5_000, 'still open', { ref: false })]);
  assert.match(ended, /no longer valid/);
});

onEitherEngine('who waits for changes is told when he may no longer see them, or not these', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, home } = await firm(app);
  const key = await app.key(account);
  for (const [change, told] of [
    [{ path: '/Status', value: 'Disabled' }, [401, 'signed_out']],
    [{ path: '/Role', value: 'Technician' }, [403, 'forbidden']],
  ] as const) {
    const email = `${told[1]}@example.com`;
    const id = await person(app, account, email, { Role: 'Manager' });
    const one = await signedIn(app, email);
    const held = one.get(`${home}/Changes?after=now&wait=30&entityType=Vendors`);
    await sleep(200);
    await key.patch(`/api/Users/${id}`, [{ op: 'replace', ...change }]);
    const until = await Promise.race([held, sleep(5_000)]);
    await key.post('/api/Vendors', { Name: 'Not to be seen' });
    const reply = until ?? (await held);
    assert.deepEqual([reply.status, reply.json.code], told);
  }
});

onEitherEngine(
  'whoever was disabled or deleted is out for good: by no old session, by no old link',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, home } = await firm(app);
    const key = await app.key(account);
    for (const [out, back] of [
      [
        (id: number) => key.patch(`/api/Users/${id}`, [{ op: 'replace', path: '/Status', value: 'Disabled' }]),
        { path: '/Status', value: 'Active' },
      ],
      [(id: number) => key.delete(`/api/Users/${id}`), { path: '/Deleted', value: false }],
    ] as const) {
      const email = `${back.path.slice(1)}@example.com`;
      const id = await person(app, account, email);
      const one = await signedIn(app, email);
      const token = await linkFor(app.shard, account, email, 'reset');
      assert.equal((await one.get(`${home}/Me`)).status, 200);
      assert.ok((await out(id)).status < 300);
      assert.equal((await one.get(`${home}/Me`)).status, 401);
      assert.equal((await key.patch(`/api/Users/${id}`, [{ op: 'replace', ...back }])).status, 200);
      assert.equal((await one.get(`${home}/Me`)).status, 401, 'it was ended, not hidden');
      const used = await browser(app.url).post('/Links/Use', { token, password: 'a wholly new lantern 12' });
      assert.equal(used.status, 410);
      await signedIn(app, email);
    }
  },
);

onEitherEngine(
  'whoever is disabled or gets another password while signing in is not in, nor later',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account } = await firm(app);
    const id = await person(app, account, 'ann@example.com');
    const store = app.shard.people;
    const becomes = (Status: string) => changeUser(app.shard.records(account), id, { Status }, author);
    let meanwhile: () => Promise<unknown> = async () => {};
    const passwords = createPasswords({ cost: { memoryKiB: 64, passes: 1, lanes: 1 } });
    const parts: SignInParts = {
      stores: new Map([[account.shardID, store]]),
      records: (scope) => app.shard.records(scope),
      passwords: {
        ...passwords,
        // The password is found right, and then the admin is quicker.
        async turn(...holder) {
          const turn = await passwords.turn(...holder);
          if (turn === 'busy') return turn;
          const verify = async (kept: string | undefined, password: string) => {
            const outcome = await turn.verify(kept, password);
            await meanwhile();
            return outcome;
          };
          return { ...turn, verify };
        },
      },
      attempts: createAttempts({ clock: steadyClock }),
      clock: systemClock,
      random: randomBytes,
      failureStepMs: 0,
    };
    const origin = { address: '192.0.2.1', device: 'x' };
    const signInMeanwhile = (happens: () => Promise<unknown>) => {
      meanwhile = happens;
      return signIn(parts, { email: 'ann@example.com', password: PASSWORD }, origin);
    };
    assert.equal(typeof (await signInMeanwhile(async () => {})), 'string');
    assert.equal(await signInMeanwhile(() => becomes('Disabled')), wrongPassword);
    await becomes('Active');
    assert.deepEqual(await store.sessionsOfPerson(account, id), []);
    const another = () => store.setPassword(account, id, 'the hash of another', Date.now());
    assert.equal(await signInMeanwhile(another), wrongPassword);
    assert.deepEqual(await store.sessionsOfPerson(account, id), []);
  },
);

onEitherEngine('passwords that nobody could look at count as no attempts, right or wrong', async (engine, t) => {
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  const { admin, home } = await firm(app);
  const confirm = () => admin.post(`${home}/Session/Password`, { password: PASSWORD });
  await inDatabase(url, 'ALTER TABLE person_secrets RENAME TO secrets_elsewhere');
  for (let n = 0; n < 12; n++) {
    const reply = await confirm();
    assert.equal(reply.status, 500, reply.text);
  }
  await inDatabase(url, 'ALTER TABLE secrets_elsewhere RENAME TO person_secrets');
  const reply = await confirm();
  assert.equal(reply.status, 200, reply.text);
});

onEitherEngine('a change that no page of our own made is refused, whatever cookie it carries', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  const send = (headers: Record<string, string>, path = `${home}/Tasks`) =>
    fetch(`${app.url}/console/api${path}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(path.endsWith('Session') ? { email: ADMIN, password: PASSWORD } : { Name: 'x' }),
    });
  for (const path of [`${home}/Tasks`, '/Session']) {
    for (const headers of [
      {},
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: app.url },
    ]) {
      const reply = await send(headers as Record<string, string>, path);
      assert.deepEqual(
        [reply.status, ((await reply.json()) as { code: string }).code],
        [403, 'cross_site'],
        JSON.stringify(headers),
      );
    }
  }
  assert.equal((await send({ 'sec-fetch-site': 'same-origin' })).status, 201);
  assert.equal((await send({ origin: app.url })).status, 201);
});

onEitherEngine(
  'without TLS nobody signs in over the network; with it the cookie is sent over TLS alone',
  async (engine, t) => {
    const app = await startApp(t, engine);
    await firm(app);
    const body = { email: ADMIN, password: PASSWORD };
    const far = await fromAfar(app.url, JSON.stringify(body));
    assert.deepEqual([far.status, far.code], [403, 'insecure_connection']);
    const behind = await startApp(t, engine, { MDS_PUBLIC_URL: 'https://mds.example.com' });
    await firm(behind);
    const reply = await browser(behind.url).send('POST', '/Session', body, { origin: 'https://mds.example.com' });
    assert.match(
      reply.headers.get('set-cookie')!,
      /^__Host-mds=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  },
);

onEitherEngine(
  'a session ends after twelve hours without a request, and after thirty days in any case',
  async (engine, t) => {
    let now = Date.now();
    const app = await startApp(t, engine, {}, { clock: { now: () => now } });
    const { admin, home } = await firm(app);
    const HOUR = 3_600_000;
    const patient = await startApp(t, engine, { MDS_SESSION_HOURS: '720' }, { clock: { now: () => now } });
    const { admin: busy, home: there } = await firm(patient);
    now += 11.9 * HOUR;
    assert.equal((await admin.get(`${home}/Me`)).status, 200);
    now += 12.1 * HOUR;
    assert.equal((await admin.get(`${home}/Me`)).status, 401);
    for (let days = 0; days < 27; days += 9) {
      now += 9 * 24 * HOUR;
      assert.equal((await busy.get(`${there}/Me`)).status, 200);
    }
    now += 3 * 24 * HOUR;
    assert.equal((await busy.get(`${there}/Me`)).status, 401);
  },
);

/** As dear as in earnest. */
const DEAR = { memoryKiB: 19 * 1024, passes: 2, lanes: 1 };

// At 1,000 a second from 100 addresses: guessing.long.ts.
onEitherEngine('many wrong passwords keep neither other requests nor people elsewhere waiting', async (engine, t) => {
  const app = await startApp(t, engine, PROXIED, { passwordCost: DEAR });
  const { account } = await firm(app);
  const key = await app.key(account);
  await key.get('/api/Tasks');
  const wrong = Array.from({ length: 14 }, (_, n) =>
    browser(app.url, { address: `192.0.2.${10 + (n % 7)}` }).post('/Session', {
      email: `guess${n}@example.com`,
      password: 'not the password at all',
    }),
  );
  const began = performance.now();
  const entering = signedIn(app, ADMIN, PASSWORD, '192.0.2.2').then(() => performance.now() - began);
  const times: number[] = [];
  for (let n = 0; n < 20; n++) {
    const from = performance.now();
    assert.equal((await key.get('/api/Tasks')).status, 200);
    times.push(performance.now() - from);
  }
  const median = times.sort((a, b) => a - b)[10]!;
  assert.ok(median < 250, `a list took ${Math.round(median)} ms`);
  const all = Promise.all(wrong).then((replies) => ({
    statuses: replies.map(({ status }) => status),
    ms: performance.now() - began,
  }));
  const entered = await entering;
  const { statuses, ms } = await all;
  assert.ok(
    entered < Math.max(ms, 1_000),
    `it took ${Math.round(entered)} ms to sign in beside them, who took ${Math.round(ms)}`,
  );
  assert.ok(
    statuses.every((status) => status === 401 || status === 503),
    String(statuses),
  );
});

onEitherEngine('wrong passwords from all networks of one site keep nobody elsewhere waiting', async (engine, t) => {
  const app = await startApp(t, engine, PROXIED, { passwordCost: DEAR });
  await firm(app);
  let looked = 0;
  let turnedAway = () => {};
  const isFull = new Promise<void>((resolve) => {
    turnedAway = resolve;
  });
  const wrong = Array.from({ length: 520 }, async (_, n) => {
    const guesser = browser(app.url, { address: `2001:db8:1:${n.toString(16)}::1` });
    const { status } = await guesser.post('/Session', { email: `guess${n}@example.com`, password: 'not the password' });
    if (status === 401) looked++;
    if (status === 503) turnedAway();
  });
  await isFull;
  const entered = await browser(app.url, { address: '192.0.2.2' }).post('/Session', {
    email: ADMIN,
    password: PASSWORD,
  });
  assert.equal(entered.status, 200, entered.text);
  assert.ok(looked < 50, `${looked} guesses came before`);
  await Promise.all(wrong);
});

/** By the name of the machine, as others would: fetch does not let one say so. */
function fromAfar(url: string, body: string): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'mds.example.com', origin: 'http://mds.example.com', 'content-type': 'application/json' };
    const sent = request(`${url}/console/api/Session`, { method: 'POST', headers }, async (answer) =>
      resolve({ status: answer.statusCode!, code: ((await json(answer)) as { code: string }).code }),
    );
    sent.on('error', reject).end(body);
  });
}

onEitherEngine(
  'a request that was let in and held back is judged once more: who is out by then stays out',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, admin, home } = await firm(app);
    const id = await person(app, account, 'second@example.com', { Role: 'Admin' });
    const { cookie } = await signedIn(app, 'second@example.com');
    const key = await app.key(account);
    const heldBack = async (head: string, headers: object, body: object) => {
      const text = JSON.stringify(body);
      const connection = await rawConnection(app.url);
      connection.write(requestHead(head, headers, { connection: 'close', 'content-length': text.length }));
      connection.write(text.slice(0, 4));
      return { end: () => connection.write(text.slice(4)), answer: () => connection.ended(10_000) };
    };
    const active = [{ op: 'replace', path: '/Status', value: 'Active' }];
    const type = { 'content-type': 'application/json-patch+json', origin: app.url, host: new URL(app.url).host };
    const own = await heldBack(`PATCH /console/api${home}/Users/${id}`, { cookie, ...type }, active);
    const credentials = { ...key.credentials, 'content-type': 'application/json' };
    const task = await heldBack('POST /api/Tasks', credentials, { Name: 'Too late' });
    await sleep(100);
    const disabled = [{ op: 'replace', path: '/Status', value: 'Disabled' }];
    assert.equal((await admin.patch(`${home}/Users/${id}`, disabled)).status, 200);
    assert.equal((await admin.post(`${home}/Integrations/${key.integrationID}/Revoke`, {})).status, 200);
    await sleep(1_000);
    own.end();
    task.end();
    assert.match(await own.answer(), /^HTTP\/1\.1 401 /);
    assert.match(await task.answer(), /^HTTP\/1\.1 401 /);
    assert.equal((await admin.get(`${home}/Users/${id}`)).json.Status, 'Disabled');
    assert.deepEqual((await admin.get(`${home}/Tasks`)).json, []);
  },
);

test('a shard that is away keeps nobody of another from coming in with an old cookie, nor from leaving', async (t) => {
  const proxy = await startSilencingProxy(t, await databaseUrl(t, 'postgres'));
  const MDS_SHARDS = `here=${await databaseUrl(t, 'sqlite')},away=${proxy.url}`;
  const app = await startApp(t, 'sqlite', { MDS_SHARDS });
  const { admin, home } = await firm(app);
  proxy.silence('hang');
  const stale = browser(app.url, { cookie: admin.cookie.replace(/=.*/, `=${'A'.repeat(43)}`) });
  const [known, unknown] = await Promise.all([admin.get('/Session'), stale.get('/Session')]);
  assert.deepEqual([known.status, unknown.status], [200, 503], `it may be known there: ${unknown.text}`);
  assert.equal((await stale.post('/Session', { email: ADMIN, password: PASSWORD })).status, 200);
  assert.equal((await stale.get(`${home}/Me`)).status, 200);
  assert.equal((await stale.delete('/Session')).status, 204);
  assert.equal(stale.cookie, '');
});

test('people of an account that is being moved read on, and once it has arrived on the new shard that one alone counts', async (t) => {
  const site = 'http://localhost:8080';
  const MDS_SHARDS = `s1=${await databaseUrl(t, 'sqlite')},s2=${await databaseUrl(t, 'postgres')}`;
  const app = await startApp(t, 'sqlite', { MDS_SHARDS, MDS_PUBLIC_URL: site });
  const shards = [...app.shards.values()];
  for (const [old, young] of [shards, shards.toReversed()] as [Shard, Shard][]) {
    const email = `pat.${old.id}@example.com`;
    const account = await createTestAccount(old, 'Moving');
    const id = await person({ ...app, shard: old }, account, email);
    const home = `/${account.id}`;
    const creates = async (one: Browser) => {
      const replies = await Promise.all([1, 2, 3].map(() => one.post(`${home}/Tasks`, { Name: 'x' })));
      return [...new Set(replies.map(({ status }) => status))];
    };
    const before = await signedIn(app, email);
    assert.deepEqual(await creates(before), [201]);
    const passkey = createAuthenticator(site);
    const { ceremony, options } = (await before.post(`${home}/Me/Passkeys/Options`)).json;
    await before.post(`${home}/Me/Passkeys`, { ceremony, name: 'x', response: passkey.create(options) });
    const showing = async () => {
      const one = browser(app.url);
      const { ceremony, options } = (await one.post('/Session/Passkey/Options')).json;
      const { status } = await one.post('/Session/Passkey', { ceremony, response: passkey.get(options) });
      return { one, status };
    };

    await old.accounts.setFrozen(account, true);
    assert.deepEqual([(await before.get(`${home}/Tasks`)).status, await creates(before)], [200, [503]]);
    await old.exportAccount(account, async (snapshot) => {
      await young.importAccount(snapshot.account, snapshot.rows);
    });
    const held = before.get(`${home}/Changes?after=now&wait=30`);
    assert.equal((await before.get(`${home}/Tasks`)).status, 401, 'sessions do not travel');
    const meanwhile = await signedIn(app, email);
    assert.equal((await meanwhile.get('/Session')).json.accounts.length, 1, 'frozen on both');
    assert.deepEqual([(await meanwhile.get(`${home}/Tasks`)).status, await creates(meanwhile)], [200, [503]]);

    const arrived = (await young.accounts.find(account.id))!;
    await young.accounts.setFrozen(arrived, false);
    const after = await signedIn(app, email);
    assert.equal((await after.get('/Session')).json.accounts.length, 1, 'frozen on one');
    const { one: shown } = await showing();
    for (const one of [meanwhile, after, shown]) assert.deepEqual(await creates(one), [201]);

    await changeUser(young.records(arrived), id, { Status: 'Disabled' }, author);
    for (const one of [before, meanwhile, after, shown]) assert.equal((await one.get(`${home}/Tasks`)).status, 401);
    const again = await browser(app.url).post('/Session', { email, password: PASSWORD });
    assert.deepEqual([again.status, (await showing()).status], [401, 401]);
    // As for the next move: what it was before the first does not count again.
    await young.accounts.setFrozen(arrived, true);
    for (const one of [before, meanwhile, after, shown]) assert.equal((await one.get(`${home}/Tasks`)).status, 401);
    const once = await browser(app.url).post('/Session', { email, password: PASSWORD });
    assert.deepEqual([once.status, (await showing()).status], [401, 401]);
    const told = (await Promise.race([held, sleep(5_000)]))?.status;
    assert.equal(told, 401, 'who waits there for changes is told that there will be none');
  }
});
