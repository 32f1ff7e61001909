import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedApp } from '../../tests/support/shared-app.ts';
import { sha256 } from '../lib/ids.ts';
import { webConsole } from '../people/person.ts';
import { createUser } from '../people/user-records.ts';
import { Problem } from '../problems.ts';
import {
  createIntegration,
  defaultGraceMs,
  type IssuedKey,
  type KeyRequest,
  listIntegrations,
  MAX_KEYS,
  revokeIntegration,
  rotateIntegration,
} from './integrations.ts';
import { isRefused, type Refusal } from './refused.ts';

const now = Date.UTC(2026, 2, 4, 5, 6, 7, 8);
const reading: KeyRequest = { name: 'Reports', preset: 'Reporting' };

test('a new integration yields its credentials, and only the hash of the secret is kept', async () => {
  const { store, account, chance } = await account1();
  const key = granted(await createIntegration(store, account, reading, chance));
  assert.deepEqual(Object.keys(key), ['integrationID', 'apiKey', 'vaultSecret', 'shardID']);
  assert.match(key.integrationID, /^int_[0-9a-z]{16}$/);
  assert.match(key.apiKey, /^mds_[0-9a-z]{24}$/);
  assert.match(key.vaultSecret, /^[\w-]{43}$/);
  assert.equal(key.shardID, 's1');
  const stored = await store.credential(key.apiKey);
  assert.deepEqual(stored?.secretHash, sha256(key.vaultSecret));
  assert.equal(stored?.account.id, account.id);
  const listed = (await listIntegrations(store, account)).find(({ id }) => id === key.integrationID);
  assert.deepEqual(
    { ...listed },
    {
      id: key.integrationID,
      name: 'Reports',
      role: 'ReadOnly',
      areas: ['WorkOrders', 'Assets', 'Forms', 'Purchasing', 'Inventory', 'Jobs', 'People'],
      apiKey: key.apiKey,
      createdOn: now,
      createdBy: 'admin@example.com',
      submitter: 'admin@example.com',
      revokedOn: null,
    },
  );
});

test('every integration gets its own id, key and secret', async () => {
  const { store, account } = await account1();
  const keys: IssuedKey[] = [];
  for (let i = 0; i < 5; i++) keys.push(granted(await createIntegration(store, account, reading)));
  for (const part of ['integrationID', 'apiKey', 'vaultSecret'] as const) {
    assert.equal(new Set(keys.map((key) => key[part])).size, 5, part);
  }
});

test('an account has so many that work, and a revoked one makes room', async () => {
  const { app, store, account } = await account1();
  const [last] = await fill();
  await app.shard.people.ensureIntegration(account, webConsole(account, 'admin@example.com', now));
  assert.match(refusal(await createIntegration(store, account, reading)), /may have 1000\. Revoke one/);
  granted(await revokeIntegration(store, account, last!.id));
  granted(await createIntegration(store, account, reading));
  assert.equal((await listIntegrations(store, account)).length, MAX_KEYS + 2, 'the revoked and the built-in one');

  async function fill() {
    const [given] = await listIntegrations(store, account);
    for (let n = (await listIntegrations(store, account)).length; n < MAX_KEYS; n++) {
      const { revokedOn: _, ...alike } = given!;
      await store.createIntegration(account, {
        ...alike,
        id: `int_${n}`,
        apiKey: `mds_${n}_${account.id}`,
        secretHash: sha256(''),
      });
    }
    return (await listIntegrations(store, account)).reverse();
  }
});

test('it is made in the name of the first admin, or of the admin that is named in any case', async () => {
  const { store, account, addUser } = await account1();
  for (const Email of ['Zoë@Example.com', 'abe@example.com', 'eve@example.com'])
    await addUser({ Email, Role: 'Admin', Status: 'Active' });
  let read = 0;
  const counted = {
    ...store,
    async admins(...given: Parameters<typeof store.admins>) {
      const admins = await store.admins(...given);
      read += admins.length;
      return admins;
    },
  };
  const byDefault = granted(await createIntegration(counted, account, reading));
  const named = granted(await createIntegration(counted, account, { ...reading, as: 'ZOË@example.COM' }));
  assert.ok(read <= 2, `one admin is looked up for each, of however many there are: ${read}`);
  const createdBy = async (id: string) =>
    (await listIntegrations(store, account)).find((integration) => integration.id === id)?.createdBy;
  assert.equal(await createdBy(byDefault.integrationID), 'admin@example.com');
  assert.equal(await createdBy(named.integrationID), 'Zoë@Example.com');
});

test('whoever is not an active admin of the account is refused by name', async () => {
  const { store, account, addUser } = await account1();
  await addUser({ Email: 'manager@example.com', Role: 'Manager', Status: 'Active' });
  await addUser({ Email: 'disabled@example.com', Role: 'Admin', Status: 'Disabled' });
  await addUser({ Email: 'deleted@example.com', Role: 'Admin', Status: 'Active', Deleted: true });
  for (const as of ['manager@example.com', 'disabled@example.com', 'deleted@example.com', 'nobody@example.com', '']) {
    const answer = await createIntegration(store, account, { ...reading, as });
    assert.ok(isRefused(answer), as);
    assert.equal(answer.refused, `"${as}" is not an active admin of the account, and only an admin can make a key.`);
  }
  assert.equal((await listIntegrations(store, account)).length, 1, 'the one of the account');
});

test('an account without an admin gets no key', async () => {
  const { store } = await account1();
  const account = await store.create({ id: 'acc_nobody', name: 'Nobody', createdOn: now });
  const answer = await createIntegration(store, account, reading);
  assert.match(
    refusal(answer),
    /has no active admin, .* Let one in: people invite --account acc_nobody --email E-MAIL --role Admin$/,
  );
});

test('the submitter is the given address, and must be one', async () => {
  const { store, account } = await account1();
  const key = granted(await createIntegration(store, account, { ...reading, submitter: 'robot@example.com' }));
  assert.equal((await store.credential(key.apiKey))?.integration.submitter, 'robot@example.com');
  assert.match(refusal(await createIntegration(store, account, { ...reading, submitter: 'robot' })), /not an e-mail/);
});

test('a name or a grant that cannot be is refused and nothing is made', async () => {
  const { store, account } = await account1();
  assert.match(refusal(await createIntegration(store, account, { ...reading, name: ' ' })), /name .* is empty/);
  assert.match(refusal(await createIntegration(store, account, { name: 'x', preset: 'Fill' })), /mean Full\?/);
  assert.match(refusal(await createIntegration(store, account, { name: 'x' })), /Give a preset/);
  assert.equal((await listIntegrations(store, account)).length, 1);
});

test('rotating gives a new secret under the same key; the old one stays good for a day, and all end with a grace of none', async () => {
  const { store, account, chance } = await account1();
  const first = granted(await createIntegration(store, account, reading));
  const second = granted(await rotateIntegration(store, account, first.integrationID, undefined, chance));
  assert.equal(second.previousValidUntil, now + defaultGraceMs);
  assert.equal(second.apiKey, first.apiKey);
  assert.equal(second.integrationID, first.integrationID);
  const third = granted(await rotateIntegration(store, account, first.integrationID, 0, chance));
  const stored = await store.credential(first.apiKey);
  assert.deepEqual(stored?.secretHash, sha256(third.vaultSecret));
  assert.deepEqual(stored?.previousSecrets, []);
  assert.equal(third.previousValidUntil, now);
});

test('a revoked key is marked so, revoking it again changes nothing, and it cannot be rotated', async () => {
  const { store, account, chance } = await account1();
  const key = granted(await createIntegration(store, account, reading));
  const revoked = { integrationID: key.integrationID, apiKey: key.apiKey, revokedOn: now };
  assert.deepEqual(await revokeIntegration(store, account, key.integrationID, chance), revoked);
  assert.equal((await store.credential(key.apiKey))?.revoked, true);
  assert.deepEqual(await revokeIntegration(store, account, key.integrationID), revoked);
  assert.match(refusal(await rotateIntegration(store, account, key.integrationID)), /is revoked/);
});

test("another account's integration is as unknown as one that never was", async () => {
  const { app, store, account } = await account1();
  const key = granted(await createIntegration(store, account, reading));
  const other = await app.account('Ridgeway');
  for (const id of [key.integrationID, 'int_none']) {
    const message = new RegExp(`^The account ${other.id} has no integration ${id}\\.$`);
    assert.match(refusal(await revokeIntegration(store, other, id)), message);
    assert.match(refusal(await rotateIntegration(store, other, id)), message);
  }
  assert.equal((await store.credential(key.apiKey))?.revoked, false);
});

/** An account with one admin on a real database, and a key by which a test adds users. */
async function account1() {
  const app = await sharedApp('sqlite');
  const account = await app.account('Harbour & Pine');
  const client = await app.key(account);
  // By the operator: a key makes no admins.
  const operator = { kind: 'system', id: null, name: null, email: 'admin@example.com' } as const;
  const addUser = async (user: Record<string, string | boolean>) => {
    const made = await createUser(app.shard.records(account), user, operator);
    assert.ok(!(made instanceof Problem), JSON.stringify(made));
  };
  let counter = 0;
  const random = (size: number) => sha256(String(++counter)).subarray(0, size);
  const chance = { clock: { now: () => now }, random };
  return { app, store: app.shard.accounts, account, client, addUser, chance };
}

function granted<Answer extends object>(answer: Answer | Refusal): Answer {
  if (isRefused(answer)) throw new Error(answer.refused);
  return answer;
}

function refusal(answer: unknown): string {
  assert.ok(isRefused(answer), JSON.stringify(answer));
  return answer.refused;
}
