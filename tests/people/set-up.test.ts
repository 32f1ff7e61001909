import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { exportCommand } from '../../src/cli/export.ts';
import { importCommand } from '../../src/cli/import.ts';
import { type Log, noLog } from '../../src/lib/log.ts';
import { systemClock } from '../../src/lib/time.ts';
import { createLink } from '../../src/people/links.ts';
import { Unanswerable } from '../../src/problems.ts';
import type { RecordFields } from '../../src/records/store.ts';
import { unavailable } from '../../src/storage/sql/database-problems.ts';
import { databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { ADMIN, browser, PASSWORD, tokenOf } from '../support/people.ts';
import { runCommand, shown, startService } from '../support/service.ts';

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mds-people-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'));
  return folder;
}

onEitherEngine(
  'whoever has the set-up link makes the first account, and of several at once one does',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const maker = { clock: systemClock, random: randomBytes, consoleUrl: `${app.url}/console` };
    const { link } = await createLink(app.shard.people, maker, 'setup', undefined);
    const token = tokenOf(link);
    const wishes = {
      token,
      account: 'Northgate Lifts',
      email: 'ann@example.com',
      password: PASSWORD,
      timeZone: 'Europe/Oslo',
    };
    assert.equal((await browser(app.url).post('/Setup', { ...wishes, token: 'A'.repeat(43) })).status, 410);
    const faulty = await browser(app.url).post('/Setup', { ...wishes, account: '', email: 'ann', password: 'short' });
    assert.equal(faulty.status, 400);
    const refused = await browser(app.url).post('/Setup', { ...wishes, email: 'ann', password: 'short' });
    assert.deepEqual(
      refused.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/email', '/password'],
    );
    const founders = Array.from({ length: 4 }, () => browser(app.url));
    const replies = await Promise.all(founders.map((one) => one.post('/Setup', wishes)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 410, 410, 410]);
    const accounts = await app.shard.accounts.list();
    assert.deepEqual(
      accounts.map(({ name }) => name),
      ['Northgate Lifts'],
    );
    const founder = founders[replies.findIndex(({ status }) => status === 200)]!;
    const me = (await founder.get(`/${accounts[0]!.accountID}/Me`)).json;
    assert.deepEqual([me.role, me.person.email, me.may.people], ['Admin', 'ann@example.com', true]);
    assert.equal((await founder.get(`/${accounts[0]!.accountID}/Users/1`)).json.TimeZone, 'Europe/Oslo');
  },
);

onEitherEngine(
  'a set-up that fails is a mistake in the form only where its values are, and then before its link is used up',
  async (engine, t) => {
    const faults: Error[] = [];
    const log: Log = { ...noLog, error: (fields) => faults.push((fields as { err: Error }).err) };
    const app = await startApp(t, engine, {}, { log });
    const maker = { clock: systemClock, random: randomBytes, consoleUrl: `${app.url}/console` };
    const founder = browser(app.url);
    const withLink = async () => {
      const { link } = await createLink(app.shard.people, maker, 'setup', undefined);
      return { token: tokenOf(link), account: 'Northgate Lifts', email: 'ann@example.com', password: PASSWORD };
    };
    const failing = async (failure: Error, removal?: Error) => {
      const broken = t.mock.method(app.shard, 'records', () => assert.fail(failure));
      const staying = t.mock.method(app.shard.accounts, 'remove');
      if (removal !== undefined) staying.mock.mockImplementation(() => Promise.reject(removal));
      const reply = await founder.post('/Setup', await withLink());
      for (const { mock } of [broken, staying]) mock.restore();
      const [left] = await app.shard.accounts.list();
      if (left !== undefined) await app.shard.accounts.remove((await app.shard.accounts.find(left.accountID))!);
      return { ...reply, left: `The account ${left?.accountID} is left without an admin: remove it.` };
    };
    // What is wrong with the service or its database is no mistake in the form.
    const away = new Unanswerable(unavailable('The database is away.'));
    assert.equal((await failing(away)).status, 503);
    const { status, headers, json, left } = await failing(away, away);
    assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
    assert.equal(json.detail, `The admin could not be added: The database is away. ${left}`);
    assert.equal(faults.length, 0);
    const broken = new TypeError('x is not a function');
    const told = await failing(broken, away);
    assert.equal(told.status, 500);
    assert.equal(faults[0]!.message, `The admin could not be added: x is not a function. ${told.left}`);
    assert.equal(faults[0]!.cause, broken);

    const wishes = await withLink();
    const named = await founder.post('/Setup', { ...wishes, firstName: 'A'.repeat(81) });
    assert.deepEqual(
      [named.status, named.json.detail],
      [400, '/firstName must be text of at most 80 characters, or null; it has 81.'],
    );
    assert.deepEqual(await app.shard.accounts.list(), []);
    const refused = await founder.post('/Setup', {
      ...wishes,
      ...{ password: 'short', firstName: 'A'.repeat(81), lastName: 'B'.repeat(81), timeZone: 'C'.repeat(61) },
    });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      refused.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/password', '/firstName', '/lastName', '/timeZone'],
    );
    assert.equal((await founder.post('/Setup', { ...wishes, firstName: 'Ann' })).status, 200);
  },
);

onEitherEngine('an empty service tells its set-up link to who started it, and to nobody else', async (engine, t) => {
  const folder = emptyFolder(t);
  const DATABASE_URL = engine === 'sqlite' ? 'sqlite:data/mds.db' : await databaseUrl(t, engine);
  const service = await startService({ DATABASE_URL, MDS_BOOTSTRAP: 'none' }, folder);
  t.after(() => service.end('SIGKILL'));
  const file = join(folder, 'data/setup-link');
  while (!service.output().includes('#')) await new Promise((resolve) => setTimeout(resolve, 20));
  const link = readFileSync(file, 'utf8').trim();
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(service.output().includes(link));
  assert.equal(new URL(link).port, new URL(service.url).port);
  const page = await fetch(`${service.url}/console`);
  assert.ok(!(await page.text()).includes(tokenOf(link)));
  const look = await browser(service.url).post('/Links/Look', { token: tokenOf(link) });
  assert.equal(look.json.kind, 'setup');
});

onEitherEngine(
  'on the command line people are listed, invited, signed out, disabled, and the last admin gets back in',
  async (engine, t) => {
    const folder = emptyFolder(t);
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const run = (...argv: string[]) =>
      runCommand(argv, { DATABASE_URL: url, MDS_PUBLIC_URL: 'https://mds.example.com' }, folder);
    const { accountID, adminLink } = await run('accounts', 'create', '--name', 'Northgate', '--admin-email', ADMIN);
    assert.match(adminLink, /^https:\/\/mds\.example\.com\/console\/link#/);
    const admin = browser(app.url);
    assert.equal((await admin.post('/Links/Use', { token: tokenOf(adminLink), password: PASSWORD })).status, 200);
    const whose = ['--account', accountID, '--email'];
    const invited = await run('people', 'invite', ...whose, 'tech@example.com', '--role', 'Technician');
    const tech = browser(app.url);
    assert.equal((await tech.post('/Links/Use', { token: tokenOf(invited.link), password: PASSWORD })).status, 200);
    const listed = await run('people', 'list', '--account', accountID);
    assert.deepEqual(
      listed.map((one: Record<string, unknown>) => [one.email, one.role, one.status, one.hasPassword, one.sessions]),
      [
        [ADMIN, 'Admin', 'Active', true, 1],
        ['tech@example.com', 'Technician', 'Active', true, 1],
      ],
    );
    await run('people', 'disable', ...whose, 'tech@example.com');
    assert.equal((await tech.get(`/${accountID}/Me`)).status, 401);
    await assert.rejects(run('people', 'disable', ...whose, ADMIN), /last active admin/);
    const reset = await run('people', 'reset-link', ...whose, ADMIN.toUpperCase());
    const back = browser(app.url);
    assert.equal(
      (await back.post('/Links/Use', { token: tokenOf(reset.link), password: 'a wholly new lantern 12' })).status,
      200,
    );
    assert.equal((await admin.get(`/${accountID}/Me`)).status, 401);
    assert.equal((await run('people', 'sign-out', ...whose, ADMIN)).sessions, 1);
    assert.equal((await back.get(`/${accountID}/Me`)).status, 401);
  },
);

onEitherEngine('however many people a firm has, the command line lists and finds every one', async (engine, t) => {
  const folder = emptyFolder(t);
  const url = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL: url });
  const account = await app.account();
  const first = (await app.shard.people.withEmail(ADMIN))[0]!.user;
  const others = Array.from({ length: 1_000 }, (_, n) => ({ ...first, ID: n + 2, Email: `p${n + 2}@example.com` }));
  await app.shard.bulk(account).load('Users', others as unknown as RecordFields[]);
  const run = (...argv: string[]) => runCommand(argv, { DATABASE_URL: url }, folder);
  const listed = await run('people', 'list', '--account', account.id);
  assert.deepEqual([listed.length, listed.at(-1).email], [1_001, 'p1001@example.com']);
  const reset = await run('people', 'reset-link', '--account', account.id, '--email', 'P1001@example.com');
  assert.equal(reset.userID, 1_001);
});

onEitherEngine(
  'an account file carries the audit log, and passwords and passkeys only where that is asked for',
  async (engine, t) => {
    const folder = emptyFolder(t);
    const url = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL: url });
    const account = await app.account();
    const passwords = await import('../../src/people/passwords.ts');
    const cost = { memoryKiB: 64, passes: 1, lanes: 1 };
    const hash = await passwords.createPasswords({ cost }).hash(PASSWORD, 'test');
    await app.shard.people.setPassword(account, 1, hash, Date.now());
    const passkey = {
      id: 'pk_0123456789abcdef',
      credentialID: Buffer.from('a credential'),
      publicKey: Buffer.from('a public key'),
      counter: 7,
      transports: ['internal'],
      name: 'Laptop',
      createdOn: 1_000,
      lastUsedOn: null,
    };
    assert.ok(await app.shard.people.addPasskey(account, 1, passkey, 5));
    const environment = { DATABASE_URL: url };
    await app.shard.accounts.setFrozen(account, true);
    const lacking = await runCommand(['export', '--account', account.id, '--to', 'without.jsonl'], environment, folder);
    const said = shown(exportCommand, lacking);
    assert.match(said, /^Left out: 1 password and 1 passkey \(--with-passwords takes them along\)/m);
    assert.match(said, /so no change is missing\. Next, on the new shard: .*import --from without.jsonl --shard S, /);
    const whole = await runCommand(
      ['export', '--account', account.id, '--to', 'with.jsonl', '--with-passwords'],
      environment,
      folder,
    );
    assert.match(shown(exportCommand, whole), /^The account is frozen, so nothing is missing\. /m);
    const [without, withThem] = ['without.jsonl', 'with.jsonl'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    ) as [string, string];
    assert.ok(!without.includes('argon2id') && withThem.includes(hash));
    assert.ok(!without.includes(passkey.id) && withThem.includes(passkey.id));
    assert.ok(without.includes('"what":"account.exported"'));
    await app.shard.accounts.remove(account);
    assert.deepEqual(await app.shard.people.withEmail(ADMIN), []);
    const target = await databaseUrl(t, engine === 'sqlite' ? 'postgres' : 'sqlite');
    await runCommand(['migrate'], { DATABASE_URL: target }, folder);
    const imported = await runCommand(['import', '--from', 'with.jsonl'], { DATABASE_URL: target }, folder);
    assert.doesNotMatch(shown(importCommand, imported), /passwords/);
    const other = await startApp(t, engine, { DATABASE_URL: target });
    const arrived = browser(other.url);
    assert.equal((await arrived.post('/Session', { email: ADMIN, password: PASSWORD })).status, 200);
    const told = (await arrived.get(`/${account.id}/Audit`)).json.map(({ what }: { what: string }) => what);
    assert.ok(told.includes('account.exported'), told.join());
    assert.deepEqual(await other.shard.examine(), []);
    const [there] = await other.shard.people.withEmail(ADMIN);
    assert.deepEqual(await other.shard.people.passkeysOf(there!.account, 1), [passkey]);
    writeFileSync(join(folder, 'forged.jsonl'), withThem.replace(hash, '$argon2id$v=19$m=9999999,t=2,p=1$x$y'));
    await assert.rejects(runCommand(['import', '--from', 'forged.jsonl'], environment, folder));
  },
);
