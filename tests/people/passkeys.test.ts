import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { Log } from '../../src/lib/log.ts';
import { changeUser } from '../../src/people/user-records.ts';
import { onEitherEngine, startApp, type TestApp } from '../support/app.ts';
import { type Authenticator, createAuthenticator, type Lies } from '../support/authenticator.ts';
import { ADMIN, type Browser, browser, firm, linkFor, PASSWORD, person, signedIn } from '../support/people.ts';

const SITE = 'http://localhost:8080';
const author = { kind: 'system', id: null, name: null, email: ADMIN } as const;

async function added(one: Browser, home: string, name = 'Laptop'): Promise<{ key: Authenticator; id: string }> {
  const key = createAuthenticator(SITE);
  const { ceremony, options } = (await one.post(`${home}/Me/Passkeys/Options`)).json;
  const reply = await one.post(`${home}/Me/Passkeys`, { ceremony, name, response: key.create(options) });
  assert.equal(reply.status, 201, reply.text);
  return { key, id: reply.json.id };
}

async function shownAt(app: TestApp, key: Authenticator, lies: Lies = {}, one = browser(app.url)) {
  const { ceremony, options } = (await one.post('/Session/Passkey/Options')).json;
  const body = { ceremony, response: key.get(options, lies) };
  return { one, body, reply: await one.post('/Session/Passkey', body) };
}

onEitherEngine(
  'a passkey is added in Me, lets its person in, and confirms; it is listed, renamed and removed',
  async (engine, t) => {
    let now = Date.now();
    const app = await startApp(t, engine, { MDS_PUBLIC_URL: SITE }, { clock: { now: () => now } });
    const { account, admin, home } = await firm(app);
    now += 16 * 60_000;
    for (const refused of [
      await admin.post(`${home}/Me/Passkeys/Options`),
      await admin.post(`${home}/Me/Passkeys`, { ceremony: 'x', name: 'x', response: {} }),
      await admin.post(`${home}/Me/Passkeys/pk_1/Rename`, { name: 'x' }),
      await admin.delete(`${home}/Me/Passkeys/pk_1`),
    ])
      assert.deepEqual([refused.status, refused.json.code], [403, 'confirmation_needed']);
    await admin.post(`${home}/Session/Password`, { password: PASSWORD });
    const { options } = (await admin.post(`${home}/Me/Passkeys/Options`)).json;
    assert.deepEqual([options.rp.id, options.user.name], ['localhost', ADMIN]);
    assert.deepEqual(
      [options.authenticatorSelection.residentKey, options.authenticatorSelection.userVerification],
      ['required', 'required'],
    );
    const { key, id } = await added(admin, home);
    const { options: next } = (await admin.post(`${home}/Me/Passkeys/Options`)).json;
    assert.equal(next.excludeCredentials.length, 1, 'the same device is not asked twice');

    const { one, reply } = await shownAt(app, key);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(
      reply.json.accounts.map(({ id }: { id: string }) => id),
      [account.id],
    );
    assert.ok(reply.json.passwordUntil, 'who has just shown a passkey has shown who that is');
    now += 16 * 60_000;
    assert.equal(
      (await one.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' })).json.code,
      'confirmation_needed',
    );
    const asked = (await one.post(`${home}/Session/Passkey/Options`)).json;
    assert.equal(asked.options.allowCredentials.length, 1);
    const body = { ceremony: asked.ceremony, response: key.get(asked.options) };
    assert.equal((await admin.post(`${home}/Session/Passkey`, body)).status, 403, 'not in another session');
    const confirmed = await one.post(`${home}/Session/Passkey`, { ...body, response: key.get(asked.options) });
    assert.equal(Date.parse(confirmed.json.passwordUntil), now + 15 * 60_000, confirmed.text);
    assert.equal((await one.post(`${home}/Integrations`, { name: 'ERP', preset: 'Full' })).status, 201);

    assert.equal((await one.post(`${home}/Me/Passkeys/${id}/Rename`, { name: ' Telephone ' })).status, 204);
    const [listed] = (await one.get(`${home}/Me/Passkeys`)).json;
    assert.deepEqual([listed.name, Date.parse(listed.lastUsedOn)], ['Telephone', now]);
    assert.equal((await one.get(`${home}/Me`)).json.confirmBy.passkeys, 1);
    assert.equal((await one.post(`${home}/Me/Passkeys/${id}/Rename`, { name: ' ' })).status, 400);
    const tech = await person(app, account, 'tech@example.com');
    assert.ok(tech);
    const other = await signedIn(app, 'tech@example.com');
    assert.equal((await other.delete(`${home}/Me/Passkeys/${id}`)).status, 404, 'nobody removes those of others');
    assert.equal((await one.delete(`${home}/Me/Passkeys/${id}`)).status, 204);
    assert.equal((await shownAt(app, key)).reply.status, 401);
    const told = (await one.get(`${home}/Audit?what=passkey&fuzzy=true&orderby=id`)).json;
    assert.deepEqual(
      told.map(({ what, by, detail }: { what: string; by: { email: string }; detail: { name: string } }) => [
        what,
        by.email,
        detail.name,
      ]),
      [
        ['passkey.added', ADMIN, 'Laptop'],
        ['passkey.renamed', ADMIN, 'Telephone'],
        ['passkey.removed', ADMIN, 'Telephone'],
      ],
    );
    const ways = (await one.get(`${home}/Audit?what=session.begun`)).json.map(
      ({ detail }: { detail: { how: string } }) => detail.how,
    );
    assert.ok(ways.includes('passkey'), ways.join());
  },
);

onEitherEngine('what is not the passkey itself, on this site, just now and once, lets nobody in', async (engine, t) => {
  let now = Date.now();
  const lines: string[] = [];
  const keep = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
  const log: Log = {
    info: keep,
    warn: keep,
    error: keep,
    line: (_, message, fields) => keep({ f: fields() }, message),
  };
  const app = await startApp(t, engine, { MDS_PUBLIC_URL: SITE }, { log, clock: { now: () => now } });
  const { account, admin, home } = await firm(app);
  const { key } = await added(admin, home);
  const wrong: [Lies, RegExp][] = [
    [{ origin: 'https://evil.example.com' }, /origin/i],
    [{ site: 'evil.example.com' }, /RP ID/i],
    [{ challenge: 'AAAA' }, /challenge/i],
    [{ verified: false }, /verif/i],
    [{ handle: 'AAAA' }, /somebody else/],
    [{ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, /signature/],
  ];
  const answers = new Set<string>();
  const refused = (reply: Awaited<ReturnType<typeof shownAt>>['reply'], reason: RegExp) => {
    const { requestId: _, ...rest } = reply.json;
    answers.add(JSON.stringify([reply.status, rest]));
    assert.equal(reply.headers.get('set-cookie'), null);
    const told = lines.filter((line) => line.endsWith('a passkey was refused'));
    assert.match(told.at(-1) ?? '', reason);
  };
  for (const [lies, reason] of wrong) refused((await shownAt(app, key, lies)).reply, reason);
  const stranger = createAuthenticator(SITE);
  stranger.create({ rp: { id: 'localhost' }, user: { id: 'AAAA' }, challenge: 'AAAA' });
  refused((await shownAt(app, stranger)).reply, /unknown here/);

  // Once, at once too; and within its minutes.
  const { one, body, reply } = await shownAt(app, key);
  assert.equal(reply.status, 200, reply.text);
  refused(await browser(app.url).post('/Session/Passkey', body), /counter|shown before/i);
  const { ceremony, options } = (await one.post('/Session/Passkey/Options')).json;
  const [first, second] = [key.get(options), key.get(options)];
  const both = await Promise.all(
    [first, second].map((response) => browser(app.url).post('/Session/Passkey', { ceremony, response })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
  const late = (await one.post('/Session/Passkey/Options')).json;
  now += 10 * 60_000;
  refused(
    await browser(app.url).post('/Session/Passkey', { ceremony: late.ceremony, response: key.get(late.options) }),
    /ten minutes/,
  );
  // A copy of the authenticator is behind.
  key.counter = 1;
  refused((await shownAt(app, key)).reply, /counter/i);
  key.counter = 50;
  assert.equal((await shownAt(app, key)).reply.status, 200);
  // Whose it was is known of all that were refused so far, but for the stranger's and what came too late.
  const failed = (await admin.get(`${home}/Audit?what=session.failed`)).json;
  assert.deepEqual(
    failed.map(({ about, by, detail }: { about: string; by: { kind: string }; detail: object }) => [
      about,
      by.kind,
      detail,
    ]),
    Array.from({ length: wrong.length + 3 }, () => [ADMIN, 'nobody', { how: 'passkey' }]),
  );

  // The ceremony of one thing is none of another.
  const other = (await admin.post(`${home}/Me/Passkeys/Options`)).json;
  refused(
    await browser(app.url).post('/Session/Passkey', {
      ceremony: other.ceremony,
      response: key.get({ ...other.options, rpId: 'localhost' }),
    }),
    /nothing was begun/,
  );
  const made = {
    ceremony: other.ceremony,
    name: 'x',
    response: createAuthenticator('https://evil.example.com').create(other.options),
  };
  assert.equal((await admin.post(`${home}/Me/Passkeys`, made)).status, 400);

  // Who may not come in does not; a used reset link ends what let the person in before.
  const id = await person(app, account, 'tech@example.com');
  const tech = await signedIn(app, 'tech@example.com');
  const { key: techs } = await added(tech, home);
  await changeUser(app.shard.records(account), id, { Status: 'Disabled' }, author);
  refused((await shownAt(app, techs)).reply, /not active, but Disabled/);
  await changeUser(app.shard.records(account), id, { Status: 'Active' }, author);
  assert.equal((await shownAt(app, techs)).reply.status, 200);
  const token = await linkFor(app.shard, account, 'tech@example.com', 'reset', { now: () => now });
  assert.equal((await browser(app.url).post('/Links/Use', { token, password: 'a wholly new lantern 12' })).status, 200);
  refused((await shownAt(app, techs)).reply, /unknown here/);
  assert.equal(answers.size, 1, [...answers].join('\n'));
  const written = lines.join('\n');
  for (const secret of [ceremony, late.ceremony, options.challenge]) assert.ok(!written.includes(secret));
});
