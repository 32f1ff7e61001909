import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Log } from '../../src/lib/log.ts';
import { changeUser } from '../../src/people/user-records.ts';
import { readSettings } from '../../src/settings.ts';
import { databaseUrl, onEitherEngine, startApp, type TestApp } from '../support/app.ts';
import { atProvider, type Claims, type OidcProvider, startOidcProvider } from '../support/identity-provider.ts';
import { ADMIN, type Browser, browser, firm, person, setPassword } from '../support/people.ts';

const author = { kind: 'system', id: null, name: null, email: ADMIN } as const;
const START = '/SingleSignOn';
const BACK = '/SingleSignOn/Callback';
const REFUSED = '/console/signin?failed=single-sign-on';
/** Of other people: each compares like the admin's in lists. */
const ALIKE = ['ı', 'ｉ', 'ⅰ'].map((letter) => ADMIN.replace('i', letter));

/** Whose lines are kept. */
function keptLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`);
  return {
    lines,
    log: { info: keep, warn: keep, error: keep, line: (_, message, fields) => keep({ f: fields() }, message) },
  };
}

/** From the button to the way back: what the browser holds, and the query it comes back with. */
async function gone(app: TestApp, path = START, one = browser(app.url)): Promise<{ one: Browser; query: string }> {
  const session = one.cookie;
  const led = await one.get(path);
  assert.equal(led.status, 302, led.text);
  if (session !== '') one.cookie = `${session}; ${one.cookie}`;
  return { one, query: await atProvider(led.headers.get('location')!) };
}

async function signedOn(app: TestApp, path = START): Promise<Browser> {
  const { one, query } = await gone(app, path);
  const back = await one.get(`${BACK}?${query}`);
  assert.deepEqual([back.status, back.headers.get('location')], [302, '/console'], back.text);
  return one;
}

onEitherEngine(
  'somebody with a verified address at the provider comes in, into every account that has it',
  async (engine, t) => {
    const provider = await startOidcProvider(t);
    const { log, lines } = keptLog();
    const app = await startApp(t, engine, provider.environment, { log });
    assert.deepEqual((await browser(app.url).get('/Session/Ways')).json, {
      password: true,
      passkey: true,
      singleSignOn: true,
    });
    const one = await app.account('One');
    await app.account('Two');
    const ann = await signedOn(app);
    assert.match(ann.cookie, /^mds=[\w-]{43}$/);
    const { accounts, passwordUntil } = (await ann.get('/Session')).json;
    assert.deepEqual(
      [accounts.map(({ name }: { name: string }) => name).sort(), passwordUntil],
      [['One', 'Two'], null],
    );
    assert.deepEqual((await ann.get(`/${one.id}/Me`)).json.confirmBy, {
      password: false,
      passkeys: 0,
      singleSignOn: true,
    });
    const [begun] = (await ann.get(`/${one.id}/Audit?what=session.begun`)).json;
    assert.deepEqual([begun.by.email, begun.detail.how], [ADMIN, 'single sign-on']);
    // What is not confirmed may not change keys; the provider asks once more, and then it may.
    const key = () => ann.post(`/${one.id}/Integrations`, { name: 'ERP', preset: 'Full' });
    assert.equal((await key()).json.code, 'confirmation_needed');
    const session = ann.cookie;
    const to = `/console/${one.id}/Integrations/new?ui.tab=1`;
    const { query } = await gone(app, `/${one.id}/Session/SingleSignOn?to=${encodeURIComponent(to)}`, ann);
    const back = await ann.get(`${BACK}?${query}`);
    assert.equal(back.headers.get('location'), to);
    ann.cookie = session;
    assert.equal((await key()).status, 201);
    assert.equal((await ann.get(`/${one.id}/Audit?what=session.confirmed`)).json[0].detail.how, 'single sign-on');
    // Another person at the provider confirms nothing.
    const { query: others } = await gone(app, `/${one.id}/Session/SingleSignOn?to=${encodeURIComponent(to)}`, ann);
    provider.person = { email: 'somebody@example.com', verified: true };
    const notThem = await ann.get(`${BACK}?${others}`);
    assert.equal(notThem.headers.get('location'), `${to}&ui.failed=single-sign-on`);
    ann.cookie = session;
    const { query: alike } = await gone(app, `/${one.id}/Session/SingleSignOn`, ann);
    provider.person = { email: ALIKE[0]!, verified: true };
    assert.match((await ann.get(`${BACK}?${alike}`)).headers.get('location')!, /failed=single-sign-on/);
    ann.cookie = session;
    const failed = (await ann.get(`/${one.id}/Audit?what=session.failed`)).json;
    assert.deepEqual(
      failed.map(({ by, detail }: { by: { email: string }; detail: object }) => [by.email, detail]),
      Array.from({ length: 2 }, () => [ADMIN, { how: 'confirmation', by: 'single sign-on' }]),
    );
    const out = await ann.get('/SingleSignOn/SignOut');
    assert.match(out.headers.get('location')!, new RegExp(`^${provider.issuer}/session/end\\?.*client_id=mds`));
    assert.equal((await ann.delete('/Session')).status, 204);
    const written = lines.join('\n');
    assert.ok(written.includes('getConsoleApiSingleSignOnCallback'));
    for (const secret of [...provider.secrets, query.split('code=')[1]!.split('&')[0]!, session.split('=')[1]!])
      assert.ok(!written.includes(secret), secret);
  },
);

/** What the ID token is made into, and what the log says then. */
const forgeries: [string, NonNullable<OidcProvider['tamper']>, RegExp][] = [
  ['of another sign-in', (claims, sealed) => sealed({ ...claims, nonce: 'another' }), /nonce/i],
  ['without a nonce', ({ nonce: _, ...claims }: Claims, sealed) => sealed(claims), /nonce/i],
  ['for another service', (claims, sealed) => sealed({ ...claims, aud: 'another' }), /aud/i],
  ['of another provider', (claims, sealed) => sealed({ ...claims, iss: 'https://evil.example.com' }), /iss/i],
  ['that is over', (claims, sealed) => sealed({ ...claims, exp: 1_700_000_000, iat: 1_699_999_000 }), /exp|timestamp/i],
  ['that nobody signed', (claims) => `${unsigned(claims)}.`, /alg|signature|unsupported|JWT/i],
  ['that was altered', (claims, sealed) => altered(sealed(claims)), /signature/i],
];

function unsigned(claims: Claims): string {
  return [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

function altered(token: string): string {
  const [head, body, signature] = token.split('.') as [string, string, string];
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: ADMIN, email_verified: true };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

onEitherEngine('whatever is wrong, the stranger is told the same, and the admin what it was', async (engine, t) => {
  const provider = await startOidcProvider(t);
  const { log, lines } = keptLog();
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { ...provider.environment, DATABASE_URL: url }, { log });
  const { account, admin, home } = await firm(app);
  const disabled = await person(app, account, 'disabled@example.com');
  await changeUser(app.shard.records(account), disabled, { Status: 'Disabled' }, author);
  const invited = { Email: 'invited@example.com' };
  assert.equal((await admin.post(`${home}/Invitations`, invited)).status, 201);
  await person(app, account, 'Straße@Example.com');

  const refused = async (one: Browser, query: string, reason: RegExp) => {
    lines.length = 0;
    const reply = await one.get(`${BACK}?${query}`);
    assert.deepEqual([reply.status, reply.headers.get('location'), reply.text], [302, REFUSED, ''], String(reason));
    assert.equal(reply.headers.get('set-cookie'), null);
    const told = lines.filter((line) => line.endsWith('single sign-on was refused'));
    assert.equal(told.length, 1, told.join('\n'));
    assert.match(told[0]!, reason);
    for (const secret of provider.secrets) assert.ok(!lines.join('\n').includes(secret));
  };
  for (const [name, tamper, reason] of forgeries) {
    const { one, query } = await gone(app);
    provider.tamper = tamper;
    await refused(one, query, reason).catch((failure) => {
      throw new Error(`a token ${name}: ${failure.message}`);
    });
    provider.tamper = undefined;
  }
  for (const [email, verified, reason] of [
    [ADMIN, false, /has not verified/],
    ['nobody@example.com', true, /no account has a person/],
    ['disabled@example.com', true, /not active, but Disabled/],
    ['invited@example.com', true, /not active, but Invited/],
    ['strasse@example.com', true, /written otherwise/],
    ...ALIKE.map((email) => [email, true, /written otherwise/] as const),
  ] as const) {
    provider.person = { email, verified };
    const { one, query } = await gone(app);
    await refused(one, query, reason);
  }
  // Also where the browser still has an old cookie: where it was going is kept.
  const to = encodeURIComponent(`/console${home}/Tasks?Name=a`);
  provider.person = { email: 'nobody@example.com', verified: true };
  const { one: old, query: refusedOld } = await gone(
    app,
    `${START}?to=${to}`,
    browser(app.url, { cookie: `mds=${'A'.repeat(43)}` }),
  );
  assert.equal((await old.get(`${BACK}?${refusedOld}`)).headers.get('location'), `${REFUSED}&to=${to}`);
  const failed = (await admin.get(`${home}/Audit?what=session.failed`)).json;
  assert.deepEqual(
    failed.map(({ about, detail }: { about: string; detail: object }) => [about, detail]),
    [...ALIKE.map(() => ADMIN), 'Straße@Example.com', 'invited@example.com', 'disabled@example.com'].map((email) => [
      email,
      { how: 'single sign-on' },
    ]),
  );
  // Case of ASCII letters is no difference, nor is how an accent is written.
  await person(app, account, 'Jürgen@Example.com');
  for (const email of [ADMIN.toUpperCase(), 'straße@example.com', 'Ju\u0308RGEN@example.com']) {
    provider.person = { email, verified: true };
    await signedOn(app);
  }
  provider.person = { email: ADMIN, verified: true };

  const { one, query } = await gone(app);
  await refused(browser(app.url), query, /nothing was begun in this browser/);
  await refused(browser(app.url, { cookie: 'mds-ceremony=mds1.00000000.AAAA' }), query, /nothing was begun/);
  const { one: other } = await gone(app);
  await refused(other, query, /state/i);
  await refused(one, query.replace(/state=[^&]*/, 'state=x'), /state/i);
  await refused(
    one,
    `error=access_denied&state=${new URLSearchParams(query).get('state')}&iss=${encodeURIComponent(provider.issuer)}`,
    /access_denied/,
  );
  // Who comes back twice is refused by the provider; and by ourselves where that would go on answering, at once too.
  const ceremony = one.cookie;
  const again = () => browser(app.url, { cookie: ceremony });
  provider.tamper = (claims, sealed) => sealed({ ...claims, email: ADMIN, email_verified: true });
  assert.equal((await again().get(`${BACK}?${query}`)).headers.get('location'), '/console');
  await refused(again(), query, /invalid_grant/);
  provider.isLax = true;
  await refused(again(), query, /used a second time/);
  provider.isLax = false;
  provider.tamper = undefined;
  // Nowhere but to pages of the console.
  for (const to of [
    'https://evil.example.com',
    '//evil.example.com',
    '/console/../api',
    '/consoles',
    '/console//\\evil',
  ]) {
    const { one: led, query: there } = await gone(app, `${START}?to=${encodeURIComponent(to)}`);
    const place = (await led.get(`${BACK}?${there}`)).headers.get('location')!;
    assert.ok(place === '/console' || place.startsWith('/console/'), place);
    assert.ok(new URL(place, app.url).origin === app.url);
  }
});

/** Comes back with an ID token that has these claims in place of `email_verified`. */
async function comesInBy(provider: OidcProvider, app: TestApp, claims: Claims): Promise<boolean> {
  const { one, query } = await gone(app);
  provider.tamper = ({ email_verified: _, ...rest }, sealed) => sealed({ ...rest, email: ADMIN, ...claims });
  const { headers } = await one.get(`${BACK}?${query}`);
  provider.tamper = undefined;
  return headers.get('location') === '/console';
}

onEitherEngine('which claim says that the address is verified is a setting', async (engine, t) => {
  const provider = await startOidcProvider(t);
  const { log, lines } = keptLog();
  const plain = await startApp(t, engine, provider.environment, { log });
  await plain.account();
  assert.equal(await comesInBy(provider, plain, {}), false);
  assert.match(lines.join('\n'), /has not verified the e-mail address: the claim email_verified is missing/);
  assert.equal(await comesInBy(provider, plain, { xms_edov: true }), false);
  // As Entra ID writes it, by its versions.
  const environment = { ...provider.environment, MDS_OIDC_EMAIL_VERIFIED_CLAIM: 'xms_edov' };
  const app = await startApp(t, engine, environment, { log });
  await app.account();
  for (const xms_edov of [true, 'true', 1, '1']) assert.equal(await comesInBy(provider, app, { xms_edov }), true);
  for (const claims of [{}, { xms_edov: false }, { xms_edov: 0 }, { xms_edov: 'no' }, { email_verified: true }])
    assert.equal(await comesInBy(provider, app, claims), false, JSON.stringify(claims));
  assert.match(lines.join('\n'), /the claim xms_edov is false/);
});

onEitherEngine('without such a claim the domains that are trusted come in, and no other', async (engine, t) => {
  const provider = await startOidcProvider(t);
  const environment = { ...provider.environment, MDS_OIDC_TRUSTED_DOMAINS: 'other.example.org, Example.com' };
  const app = await startApp(t, engine, environment);
  const account = await app.account();
  const strangers = ['admin@sub.example.com', 'admin@example.com.evil.org', 'admin@evilexample.com'];
  for (const email of strangers) await person(app, account, email);
  assert.equal(await comesInBy(provider, app, {}), true);
  assert.equal(await comesInBy(provider, app, { email: ADMIN.toUpperCase() }), true);
  for (const email of strangers) assert.equal(await comesInBy(provider, app, { email }), false, email);
  for (const email_verified of [false, 'false', null, 0])
    assert.equal(await comesInBy(provider, app, { email_verified }), false, 'the provider says that it is not');
  assert.equal(await comesInBy(provider, app, { email: strangers[0]!, email_verified: true }), true);
});

onEitherEngine('whoever comes back without what was begun here is answered at once', async (engine, t) => {
  const provider = await startOidcProvider(t);
  const app = await startApp(t, engine, provider.environment, { failureStepMs: 1_500 });
  await app.account();
  const refusedAfter = async (one: Browser, query: string) => {
    const began = performance.now();
    assert.equal((await one.get(`${BACK}?${query}`)).headers.get('location'), REFUSED);
    return performance.now() - began;
  };
  const { query } = await gone(app);
  for (const cookie of ['', 'mds-ceremony=mds1.00000000.AAAA']) {
    const ms = await refusedAfter(browser(app.url, { cookie }), query);
    assert.ok(ms < 1_000, `'${cookie}': ${ms} ms`);
  }
  // What is refused because of whom the provider names takes as long as ever.
  provider.person = { email: 'nobody@example.com', verified: true };
  const back = await gone(app);
  assert.ok((await refusedAfter(back.one, back.query)) >= 1_490);
});

onEitherEngine('what one instance began another finishes, and once in all', async (engine, t) => {
  const provider = await startOidcProvider(t);
  const url = await databaseUrl(t, engine);
  const environment = { ...provider.environment, DATABASE_URL: url };
  const app = await startApp(t, engine, environment);
  await app.account();
  // SQLite has one process.
  const second = engine === 'postgres' ? await startApp(t, engine, environment) : app;
  const { one, query } = await gone(app);
  const there = browser(second.url, { cookie: one.cookie });
  assert.equal((await there.get(`${BACK}?${query}`)).headers.get('location'), '/console');
  assert.equal((await browser(app.url, { cookie: there.cookie }).get('/Session')).status, 200);
  assert.equal(
    (await browser(app.url, { cookie: one.cookie }).get(`${BACK}?${query}`)).headers.get('location'),
    REFUSED,
  );
});

onEitherEngine('a provider that is away, or silent, stops neither the start nor a password', async (engine, t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as { port: number };
  const provider = await startOidcProvider(t);
  await provider.stop();
  const { log, lines } = keptLog();
  const app = await startApp(t, engine, provider.environment, { log });
  const account = await app.account();
  await setPassword(app, account, ADMIN);
  const led = await browser(app.url).get(START);
  assert.deepEqual([led.status, led.headers.get('location')], [302, '/console/signin?failed=provider-away']);
  assert.match(lines.join('\n'), /ECONNREFUSED.* single sign-on cannot be begun/);
  // It comes back, and is asked again after a moment.
  await startOidcProvider(t, Number(new URL(provider.issuer).port));
  const deadline = Date.now() + 8_000;
  while ((await browser(app.url).get(START)).headers.get('location')!.startsWith('/console'))
    assert.ok(Date.now() < deadline);
  await signedOn(app);
  if (engine === 'postgres') return;
  const waiting = { ...provider.environment, MDS_OIDC_ISSUER: `http://localhost:${port}` };
  const patient = await startApp(t, engine, waiting, { providerTimeoutSeconds: 0.3 });
  assert.match((await browser(patient.url).get(START)).headers.get('location')!, /provider-away/);
});

test('while the database takes no changes, the way back from the provider ends at a page', async (t) => {
  const provider = await startOidcProvider(t);
  const DATABASE_URL = await databaseUrl(t, 'sqlite');
  const app = await startApp(t, 'sqlite', { ...provider.environment, DATABASE_URL });
  await app.account();
  const { one, query } = await gone(app);
  const other = new DatabaseSync(DATABASE_URL.slice('sqlite:'.length));
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const back = await one.get(`${BACK}?${query}`);
  assert.deepEqual(
    [back.status, back.headers.get('location')],
    [302, '/console/signin?failed=provider-away'],
    back.text,
  );
});

test('half of the settings, or a provider that would be asked in the clear, stops the start', () => {
  const whole = {
    MDS_OIDC_ISSUER: 'https://login.example.com/x',
    MDS_OIDC_CLIENT_ID: 'mds',
    MDS_OIDC_CLIENT_SECRET: 'secret',
  };
  assert.equal(readSettings(whole).MDS_OIDC_ISSUER, whole.MDS_OIDC_ISSUER);
  for (const name of Object.keys(whole))
    assert.throws(() => readSettings({ ...whole, [name]: '' }), new RegExp(`${name}.* must be given, too`));
  for (const issuer of ['http://login.example.com', 'login.example.com', 'https://login.example.com?x=1'])
    assert.throws(
      () => readSettings({ ...whole, MDS_OIDC_ISSUER: issuer }),
      /MDS_OIDC_ISSUER must be an https address/,
    );
  for (const domains of ['*', 'example', 'a@example.com', 'example.com.'])
    assert.throws(
      () => readSettings({ ...whole, MDS_OIDC_TRUSTED_DOMAINS: domains }),
      /MDS_OIDC_TRUSTED_DOMAINS must be a list of domains/,
    );
  // Anybody can have a tenant there, and write any address into it.
  for (const tenants of ['common', 'organizations', 'consumers']) {
    const MDS_OIDC_ISSUER = `https://login.microsoftonline.com/${tenants}/v2.0`;
    assert.throws(
      () => readSettings({ ...whole, MDS_OIDC_ISSUER, MDS_OIDC_TRUSTED_DOMAINS: 'example.com' }),
      /MDS_OIDC_TRUSTED_DOMAINS needs an issuer of one tenant/,
    );
  }
});
