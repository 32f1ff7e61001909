/** The use of keys: how often, when and from where. */
import assert from 'node:assert/strict';
import type { AccountScope } from '../../src/accounts/account.ts';
import { sha256 } from '../../src/lib/ids.ts';
import { webConsole } from '../../src/people/person.ts';
import { newAccount, type Part } from './fixture.ts';

export const keyUse: Part = async (t, fixture) => {
  const { shard } = fixture;
  const store = shard.people;
  /** A key, with three calls of one hour. */
  const usedKey = async (account: AccountScope) => {
    const id = `int_used_${account.id}`;
    await store.ensureIntegration(account, { ...webConsole(account, 'ann@example.com', 5), id });
    const counts = { calls: 3, refused: 0, limited: 0, peakMinute: 3, previousCalls: 0 };
    return { account, integrationID: id, hour: 100, ...counts, address: '192.0.2.1', lastOn: 5 };
  };

  await t.test(
    'the use of keys adds up by the hour, and that of a secret from before a rotation is told apart',
    async () => {
      const account = await newAccount(fixture);
      const used = await usedKey(account);
      const id = used.integrationID;
      const more = { ...used, refused: 1, limited: 1 };
      await store.addUse([more, { ...more, hour: 101, calls: 2, peakMinute: 2, lastOn: 6, address: '192.0.2.2' }]);
      await store.addUse([{ ...more, hour: 101, calls: 5, peakMinute: 4, refused: 0, lastOn: 9, previousCalls: 2 }]);
      const known = (await store.useOfKeys(account, 101)).get(id)!;
      assert.deepEqual(known, {
        lastUsedOn: 9,
        lastAddress: '192.0.2.1',
        calls: 7,
        refused: 1,
        peakMinute: 4,
        previous: undefined,
      });
      assert.deepEqual(
        (await store.usageHours(account, id, 0)).map(({ hour, calls, peakMinute }) => [hour, calls, peakMinute]),
        [
          [100, 3, 3],
          [101, 7, 4],
        ],
      );
      // What was counted was the use of a secret from before that one.
      await shard.accounts.rotate(account, id, sha256('next'), { now: 9, until: 900 });
      assert.deepEqual((await store.useOfKeys(account, 0)).get(id)!.previous, {
        ends: [900],
        calls: 0,
        lastUsedOn: null,
      });
      await shard.accounts.remove(account);
    },
  );

  await t.test('of the use that several write down at once, each in its own order, nothing is lost', async () => {
    const accounts = [];
    for (let n = 0; n < 30; n++) accounts.push(await newAccount(fixture));
    const used = [];
    for (const account of accounts) used.push(await usedKey(account));
    const backwards = used.toReversed();
    for (let round = 0; round < 5; round++) {
      await Promise.all([used, backwards, used, backwards].map((some) => store.addUse(some)));
    }
    for (const { account, integrationID } of used) {
      assert.equal((await store.useOfKeys(account, 0)).get(integrationID)!.calls, 60);
    }
  });

  await t.test('the use of a key whose account is removed meanwhile leaves that of others be', async () => {
    const [gone, stays] = [await newAccount(fixture), await newAccount(fixture)];
    const used = [await usedKey(gone), await usedKey(stays)];
    await shard.accounts.remove(gone);
    await store.addUse(used);
    assert.equal((await store.useOfKeys(stays, 0)).get(used[1]!.integrationID)!.calls, 3);
    await shard.accounts.remove(stays);
  });
};
