/** Passkeys, and what works once. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Passkey } from '../../src/people/passkey.ts';
import { newAccount, type Part } from './fixture.ts';
import { create } from './samples.ts';

const hashOf = (text: string) => createHash('sha256').update(`${process.pid} ${text}`).digest();

export const passkeys: Part = async (t, fixture) => {
  const { shard } = fixture;
  const store = shard.people;
  const ann = async () => {
    const account = await newAccount(fixture);
    await create(shard.records(account), 'Users', { Email: 'ann@example.com', Status: 'Active' });
    return account;
  };
  const passkey = (account: AccountScope, n: number, counter = 0): Passkey => ({
    id: `pk_${String(n).padStart(16, '0')}`,
    credentialID: hashOf(`${account.id} ${n}`),
    publicKey: Buffer.from([0xa5, 0, 0xff]),
    counter,
    transports: ['internal', 'hybrid'],
    name: `Laptop ${n}`,
    createdOn: n,
    lastUsedOn: null,
  });

  await t.test(
    'a passkey is found by the name its authenticator has for it, and shows the person as it now is',
    async () => {
      const account = await ann();
      const one = passkey(account, 1);
      assert.equal(await store.addPasskey(account, 1, one, 2), true);
      assert.equal(await store.addPasskey(account, 1, { ...one, id: 'pk_another000000000' }, 2), false, 'taken');
      assert.equal(await store.addPasskey(account, 1, passkey(account, 2), 2), true);
      assert.equal(await store.addPasskey(account, 1, passkey(account, 3), 2), false, 'so many are enough');
      assert.deepEqual(await store.passkeysOf(account, 1), [one, passkey(account, 2)]);
      const known = (await store.passkey(one.credentialID))!;
      assert.deepEqual([known.account.id, known.user.Email, known.passkey], [account.id, 'ann@example.com', one]);
      assert.equal(await store.passkey(hashOf('nothing')), undefined);
      assert.equal(await store.renamePasskey(account, 1, one.id, 'Telephone'), true);
      assert.equal(await store.renamePasskey(account, 2, one.id, 'of somebody else'), false);
      assert.equal((await store.passkeysOf(account, 1))[0]!.name, 'Telephone');
      assert.equal(await store.removePasskey(account, 2, one.id), false);
      assert.equal(await store.removePasskey(account, 1, one.id), true);
      assert.equal(await store.passkey(one.credentialID), undefined);
    },
  );

  await t.test('a counter only goes on: of two uses with the same one is the one', async () => {
    const account = await ann();
    const [counting, silent] = [passkey(account, 1, 5), passkey(account, 2)];
    for (const one of [counting, silent]) await store.addPasskey(account, 1, one, 9);
    const uses = await Promise.all([6, 6, 6].map((counter) => store.usePasskey(counting.credentialID, counter, 70)));
    assert.equal(uses.filter(Boolean).length, 1);
    for (const counter of [0, 5, 6]) assert.equal(await store.usePasskey(counting.credentialID, counter, 80), false);
    const [kept] = await store.passkeysOf(account, 1);
    assert.deepEqual([kept!.counter, kept!.lastUsedOn], [6, 70]);
    for (const now of [90, 91]) assert.equal(await store.usePasskey(silent.credentialID, 0, now), true);
  });

  await t.test('a used reset link ends the passkeys; another password does not', async () => {
    const account = await ann();
    await store.addPasskey(account, 1, passkey(account, 1), 9);
    await store.setPassword(account, 1, 'changed', 5);
    assert.equal((await store.passkeysOf(account, 1)).length, 1);
    const tokenHash = hashOf(`${account.id} link`);
    const whose = { account, userID: 1 };
    await store.makeLink({ tokenHash, kind: 'reset', whose, createdOn: 1, createdBy: 'x', expiresOn: 9 });
    assert.equal(await store.useLink(account, tokenHash, 5, `${account.id} use`, { password: 'reset' }), true);
    assert.deepEqual(await store.passkeysOf(account, 1), []);
  });

  await t.test('what works once does so, at the same moment too, and is forgotten when it is over', async () => {
    const spends = await Promise.all([1, 2, 3].map(() => store.spend(hashOf('once'), 100)));
    assert.equal(spends.filter(Boolean).length, 1);
    const before = { sessionsSeen: 0, sessionsMade: 0, links: 0, audit: 0, usageHour: 0 };
    await store.forget({ ...before, ceremonies: 100 });
    assert.equal(await store.spend(hashOf('once'), 100), false);
    await store.forget({ ...before, ceremonies: 101 });
    assert.equal(await store.spend(hashOf('once'), 100), true);
  });

  await t.test('a passkey of nobody is damage that is found, and none outlives its account', async () => {
    const account = await newAccount(fixture);
    await store.addPasskey(account, 77, passkey(account, 1), 9);
    const messages = (await shard.examine()).map(({ message }) => message);
    assert.deepEqual(messages, [
      `passkeys: a passkey of account ${account.key} is that of user 77, who does not exist`,
    ]);
    await shard.accounts.remove(account);
    assert.deepEqual(await shard.examine(), []);
  });
};
