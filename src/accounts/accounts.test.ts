import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startApp } from '../../tests/support/app.ts';
import { Problem } from '../problems.ts';
import type { AccountScope } from './account.ts';
import { createAccount, freezeAccount, listAccounts, removeAccount, thawAccount } from './accounts.ts';
import { isRefused } from './refused.ts';

const now = Date.UTC(2026, 2, 4);
const chance = { clock: { now: () => now }, random: (size: number) => new Uint8Array(size).fill(7) };
const request = { name: 'Harbour & Pine', adminEmail: 'ada@example.com' };
const nobody = async () => undefined;

test('an account is made with a random id, and its admin is added to it', async (t) => {
  const store = await emptyStore(t);
  const added: [AccountScope, string][] = [];
  const account = await createAccount(
    store,
    request,
    async (...admin) => {
      added.push(admin);
      return undefined;
    },
    chance,
  );
  assert.ok(!isRefused(account));
  assert.equal(account.id, 'acc_0w3ge1r70w3ge1r7');
  assert.deepEqual(added, [[account, 'ada@example.com']]);
  assert.deepEqual(await listAccounts([store]), [
    { accountID: account.id, shardID: 's1', name: 'Harbour & Pine', createdOn: now, frozen: false, currency: 'USD' },
  ]);
  assert.equal((await store.find(account.id))?.key, account.key);
});

test('ids are random: two accounts of the same name are two accounts', async (t) => {
  const store = await emptyStore(t);
  const [one, two] = [await createAccount(store, request, nobody), await createAccount(store, request, nobody)];
  assert.ok(!isRefused(one) && !isRefused(two));
  assert.match(one.id, /^acc_[0-9a-z]{16}$/);
  assert.notEqual(one.id, two.id);
});

test('a name or an address that cannot be is refused before anything is made', async (t) => {
  const store = await emptyStore(t);
  for (const [wrong, message] of [
    [{ ...request, name: '' }, /name of the account is empty/],
    [{ ...request, adminEmail: 'ada' }, /address of the admin is not an e-mail address: "ada"/],
  ] as const) {
    const answer = await createAccount(store, wrong, nobody);
    assert.ok(isRefused(answer));
    assert.match(answer.refused, message);
  }
  assert.deepEqual(await listAccounts([store]), []);
});

test('an account that cannot get its admin does not stay behind', async (t) => {
  const store = await emptyStore(t);
  const errors = [{ pointer: '/Email', message: 'Email is too odd.' }];
  const cause = new Problem('invalid_record', 'The user is not valid.', { errors });
  const refused = await createAccount(store, request, async () => cause);
  assert.deepEqual(refused, {
    refused: 'The admin could not be added: The user is not valid. Email is too odd.',
    cause,
  });
  const fails = async () => {
    throw new Error('the disk is full');
  };
  await assert.rejects(createAccount(store, request, fails), /the disk is full/);
  assert.deepEqual(await listAccounts([store]), []);

  const remove = () => Promise.reject(new Error('the disk is full'));
  const left = await createAccount({ ...store, remove }, request, fails);
  assert.ok(isRefused(left) && left.cause instanceof Error);
  const [listed] = await listAccounts([store]);
  const { accountID } = listed!;
  assert.equal(
    left.refused,
    `The admin could not be added: the disk is full. The account ${accountID} is left without an admin: remove it.`,
  );
});

test('freezing and thawing show in the list, removing takes the account out of it', async (t) => {
  const store = await emptyStore(t);
  const account = await createAccount(store, request, nobody);
  assert.ok(!isRefused(account));
  const frozen = async () => (await listAccounts([store])).map((listed) => listed.frozen);
  await freezeAccount(store, account);
  assert.deepEqual(await frozen(), [true]);
  await thawAccount(store, account);
  assert.deepEqual(await frozen(), [false]);
  await removeAccount(store, account);
  assert.deepEqual(await frozen(), []);
  assert.equal(await store.find(account.id), undefined);
});

async function emptyStore(t: TestContext) {
  return (await startApp(t, 'sqlite')).shard.accounts;
}
