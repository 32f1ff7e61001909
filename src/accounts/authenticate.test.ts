import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { createTestAccount, databaseUrl, startApp } from '../../tests/support/app.ts';
import { Problem } from '../problems.ts';
import { createAuthenticator, unauthorized } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { createIntegration, type IssuedKey, revokeIntegration, rotateIntegration } from './integrations.ts';
import { isRefused } from './refused.ts';
import type { AccountStore } from './store.ts';

test('the three headers of one key give its caller: account, integration and what it may do', async (t) => {
  const { authenticator, key, account } = await directory(t);
  const caller = await authenticator.authenticate(headersOf(key));
  assert.ok(!(caller instanceof Problem));
  assert.equal(caller.account.id, account.id);
  assert.equal(caller.account.shardID, 's1');
  assert.equal(caller.apiKey, key.apiKey);
  assert.equal(caller.integration.id, key.integrationID);
  assert.equal(caller.integration.role, 'Manager');
  assert.equal(caller.webhooks, true);
  assert.deepEqual(caller.permissions.Tasks, { read: true, write: true });
  assert.deepEqual(caller.permissions.Users, { read: false, write: false });
});

test('whatever is wrong with the credentials, the answer is one and the same', async (t) => {
  const { authenticator, key, otherKey, stores, account } = await directory(t);
  const revoked = await issue(stores.s1, account);
  await revokeIntegration(stores.s1, account, revoked.integrationID);
  const good = headersOf(key);
  const wrong: Record<string, string[]> = {
    'no headers': [],
    'no secret': good.filter((_, at) => at < 2 || at > 3),
    'an empty secret': headersOf({ ...key, vaultSecret: '' }),
    'the key twice': [...good, 'APIKEY', key.apiKey],
    'a wrong secret': headersOf({ ...key, vaultSecret: key.vaultSecret.toUpperCase() }),
    'the secret cut short': headersOf({ ...key, vaultSecret: key.vaultSecret.slice(0, -1) }),
    "another key's secret": headersOf({ ...key, vaultSecret: otherKey.vaultSecret }),
    "another key's shard": headersOf({ ...key, shardID: 's2' }),
    'an unknown shard': headersOf({ ...key, shardID: 's3' }),
    'the shard in another case': headersOf({ ...key, shardID: 'S1' }),
    'a shard named like an object member': headersOf({ ...key, shardID: '__proto__' }),
    'an unknown key': headersOf({ ...key, apiKey: 'mds_unknown' }),
    'the key in another case': headersOf({ ...key, apiKey: key.apiKey.toUpperCase() }),
    'a revoked key': headersOf(revoked),
  };
  for (const round of ['looked up', 'remembered']) {
    for (const [why, rawHeaders] of Object.entries(wrong)) {
      assert.equal(await authenticator.authenticate(rawHeaders), unauthorized, `${why}, ${round}`);
    }
    assert.ok(!((await authenticator.authenticate(good)) instanceof Problem), round);
  }
  assert.equal(unauthorized.status, 401);
});

test('a key that was just used is answered at once, without the database, until it is 2 seconds old', async (t) => {
  const { authenticator, key, lookups, clock } = await directory(t);
  await authenticator.authenticate(headersOf(key));
  clock.time += 1999;
  assert.equal((authenticator.authenticate(headersOf(key)) as Caller).apiKey, key.apiKey);
  assert.equal(authenticator.authenticate(headersOf({ ...key, vaultSecret: 'wrong' })), unauthorized);
  assert.deepEqual(lookups, [key.apiKey]);
  clock.time += 1;
  assert.ok(authenticator.authenticate(headersOf(key)) instanceof Promise);
  assert.deepEqual(lookups, [key.apiKey, key.apiKey]);
});

test('setting the clock back does not make a remembered key live longer', async (t) => {
  const { authenticator, key, clock } = await directory(t);
  await authenticator.authenticate(headersOf(key));
  clock.time -= 3_600_000;
  assert.ok(authenticator.authenticate(headersOf(key)) instanceof Promise);
});

test('an unknown key is looked up each time, so a key works from the moment it exists', async (t) => {
  const { authenticator, key, lookups } = await directory(t);
  for (let i = 0; i < 3; i++) await authenticator.authenticate(headersOf({ ...key, apiKey: 'mds_not_yet' }));
  assert.deepEqual(lookups, ['mds_not_yet', 'mds_not_yet', 'mds_not_yet']);
});

test('requests that come together with one key ask the database once, each with its own secret judged', async (t) => {
  const { authenticator, key, lookups } = await directory(t);
  const wrong = headersOf({ ...key, vaultSecret: 'wrong' });
  const answers = await Promise.all([headersOf(key), wrong, headersOf(key)].map(authenticator.authenticate));
  assert.deepEqual(
    answers.map((answer) => answer instanceof Problem),
    [false, true, false],
  );
  assert.deepEqual(lookups, [key.apiKey]);
});

test('of more keys than it may remember, the one not used for longest is looked up again', async (t) => {
  const { authenticator, key, stores, account, lookups } = await directory(t, { maxEntries: 4 });
  await authenticator.authenticate(headersOf(key));
  for (let i = 0; i < 5; i++) await authenticator.authenticate(headersOf(await issue(stores.s1, account)));
  lookups.length = 0;
  await authenticator.authenticate(headersOf(key));
  assert.deepEqual(lookups, [key.apiKey]);
});

test('a key revoked here is refused at once after forget, for this key or for all', async (t) => {
  for (const forgetAll of [false, true]) {
    const { authenticator, key, stores, account } = await directory(t);
    await authenticator.authenticate(headersOf(key));
    const revoked = await revokeIntegration(stores.s1, account, key.integrationID);
    assert.ok(!isRefused(revoked));
    authenticator.forget(forgetAll ? undefined : revoked.apiKey);
    assert.equal(await authenticator.authenticate(headersOf(key)), unauthorized);
  }
});

test('what was read before a revocation is neither shared nor remembered after it', async (t) => {
  for (const another of ['while the first waits', 'after the first']) {
    const { authenticator, key, stores, account, gate } = await directory(t);
    const release = gate.close();
    const early = authenticator.authenticate(headersOf(key));
    await gate.reached;
    await revokeIntegration(stores.s1, account, key.integrationID);
    authenticator.forget(key.apiKey);
    const late = another === 'while the first waits' ? authenticator.authenticate(headersOf(key)) : unauthorized;
    release();
    assert.ok(!((await early) instanceof Problem), 'it had asked before the revocation');
    assert.equal(await late, unauthorized, another);
    assert.equal(await authenticator.authenticate(headersOf(key)), unauthorized, another);
  }
});

test('a change noticed elsewhere drops what is remembered of that shard', async (t) => {
  const { authenticator, key, stores, account, changedElsewhere } = await directory(t);
  await authenticator.authenticate(headersOf(key));
  await revokeIntegration(stores.s1, account, key.integrationID);
  assert.ok(!(authenticator.authenticate(headersOf(key)) instanceof Problem), 'the notice is still under way');
  changedElsewhere();
  assert.equal(await authenticator.authenticate(headersOf(key)), unauthorized);
});

test('after a rotation both secrets hold, and the old one ends with its grace to the millisecond, remembered or not', async (t) => {
  const { authenticator, key, stores, account, clock } = await directory(t);
  const rotated = await rotateIntegration(stores.s1, account, key.integrationID, 1000, { clock, random: randomOnes });
  assert.ok(!isRefused(rotated));
  assert.equal(rotated.previousValidUntil, clock.time + 1000);
  const passes = async (vaultSecret: string) =>
    !((await authenticator.authenticate(headersOf({ ...key, vaultSecret }))) instanceof Problem);
  assert.ok(await passes(rotated.vaultSecret));
  assert.ok(await passes(key.vaultSecret));
  clock.time += 999;
  assert.ok(await passes(key.vaultSecret));
  clock.time += 1;
  assert.ok(authenticator.authenticate(headersOf(rotated)) instanceof Promise === false, 'still remembered');
  assert.ok(!(await passes(key.vaultSecret)));
  assert.ok(await passes(rotated.vaultSecret));
  authenticator.forget();
  assert.ok(!(await passes(key.vaultSecret)));
});

test('a database that cannot be asked rejects, is asked again, and the secret is in no answer and no error', async (t) => {
  const { authenticator, key, gate } = await directory(t);
  gate.broken = true;
  const fault = await Promise.resolve(authenticator.authenticate(headersOf(key))).catch((error) => error);
  assert.match(String(fault), /database is away/);
  gate.broken = false;
  const caller = await authenticator.authenticate(headersOf(key));
  assert.ok(!(caller instanceof Problem));
  const shown = [fault, caller, unauthorized, authenticator].map((value) =>
    inspect(value, { depth: null, showHidden: true }),
  );
  assert.ok(!shown.join('\n').includes(key.vaultSecret));
});

/** Two real databases as shards, an account on the first, and an authenticator over them with a clock we hold. */
async function directory(t: TestContext, options: { maxEntries?: number } = {}) {
  const shards = `s1=${await databaseUrl(t, 'sqlite')},s2=${await databaseUrl(t, 'sqlite')}`;
  const app = await startApp(t, 'sqlite', { MDS_SHARDS: shards });
  const stores = { s1: app.shards.get('s1')!.accounts, s2: app.shards.get('s2')!.accounts };
  const account = await createTestAccount(app.shards.get('s1')!, 'Harbour & Pine');
  const key = await issue(stores.s1, account);
  const otherKey = await issue(stores.s1, account);

  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  const { store, lookups, gate, changedElsewhere } = observed(stores.s1);
  const authenticator = createAuthenticator({
    shards: new Map([
      ['s1', store],
      ['s2', stores.s2],
    ]),
    clock,
    ...options,
  });
  return { authenticator, stores, account, key, otherKey, clock, lookups, gate, changedElsewhere };
}

/** The real store, its lookups noted, and able to hold an answer back or to fail as a lost connection does. */
function observed(real: AccountStore) {
  const lookups: string[] = [];
  const listeners: (() => void)[] = [];
  let opened: Promise<void> = Promise.resolve();
  let reach = () => {};
  const gate = {
    broken: false,
    reached: new Promise<void>((resolve) => {
      reach = resolve;
    }),
    close: () => {
      let release = () => {};
      opened = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
  const credential: AccountStore['credential'] = async (apiKey) => {
    lookups.push(apiKey);
    if (gate.broken) throw new Error('the database is away');
    const found = await real.credential(apiKey);
    reach();
    await opened;
    return found;
  };
  const store: AccountStore = new Proxy(real, {
    get(target, name) {
      if (name === 'credential') return credential;
      if (name === 'onChanged') return (listener: () => void) => listeners.push(listener);
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const changedElsewhere = () => {
    for (const listener of listeners) listener();
  };
  return { store, lookups, gate, changedElsewhere };
}

async function issue(store: AccountStore, account: Caller['account']): Promise<IssuedKey> {
  const issued = await createIntegration(store, account, { name: 'Sync', preset: 'Maintenance' });
  if (isRefused(issued)) throw new Error(issued.refused);
  return issued;
}

function headersOf({ apiKey, vaultSecret, shardID }: Pick<IssuedKey, 'apiKey' | 'vaultSecret' | 'shardID'>): string[] {
  return ['apiKey', apiKey, 'vaultSecret', vaultSecret, 'shardID', shardID];
}

const randomOnes = (size: number) => new Uint8Array(size).fill(1);
