/** The account directory: accounts, keys, freezing, removal. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { NewIntegration } from '../../src/accounts/store.ts';
import { recordType, recordTypeNames, scalarFieldsOf } from '../../src/catalogue/index.ts';
import { system } from '../../src/people/audit.ts';
import { webConsole } from '../../src/people/person.ts';
import { Problem, Unanswerable } from '../../src/problems.ts';
import { sortTypesByReference } from '../../src/storage/transfer/reference-order.ts';
import { type Fixture, newAccount, type Part } from './fixture.ts';
import { pageOf, plan, recordsOf } from './listing.ts';
import { create, creation, made, patching, sample } from './samples.ts';

let integrationsMade = 0;

export function integration(given: Partial<NewIntegration> = {}): NewIntegration {
  const n = ++integrationsMade;
  return {
    id: `int_${process.pid}_${n}`,
    name: 'Nightly sync',
    role: 'Manager',
    areas: ['WorkOrders', 'Webhooks'],
    apiKey: `key_${process.pid}_${n}`,
    secretHash: createHash('sha256').update(`secret ${n}`).digest(),
    createdOn: 1_770_000_000_000 + n,
    createdBy: 'admin@example.com',
    submitter: 'sync@example.com',
    ...given,
  };
}

export const accounts: Part = async (t, fixture) => {
  const { shard } = fixture;
  const store = shard.accounts;

  await t.test('an account is found by its id, and listed', async () => {
    const account = await store.create({ id: 'acc_found', name: 'Ridgeway Fleet', createdOn: 1_770_000_000_000 });
    const { key, id, name, shardID } = (await store.find('acc_found'))!;
    assert.deepEqual(
      { key, id, name, shardID },
      { key: account.key, id: 'acc_found', name: 'Ridgeway Fleet', shardID: shard.id },
    );
    assert.equal(await store.find('acc_none'), undefined);
    const listed = (await store.list()).find((one) => one.accountID === 'acc_found');
    assert.deepEqual(
      { ...listed },
      {
        accountID: 'acc_found',
        shardID: shard.id,
        name: 'Ridgeway Fleet',
        createdOn: 1_770_000_000_000,
        frozen: false,
        currency: 'USD',
      },
    );
    await assert.rejects(store.create({ id: 'acc_found', name: 'Again', createdOn: 1 }));
  });

  await t.test(
    'the built-in integration has no key, whatever stands in its row: nobody could see or revoke it',
    async () => {
      const account = await newAccount(fixture);
      const builtIn = integration({ id: webConsole(account, 'admin@example.com', 1).id });
      await store.createIntegration(account, builtIn);
      assert.equal(await store.credential(builtIn.apiKey), undefined);
    },
  );

  await t.test('a key is found with all that was given at its creation', async () => {
    const account = await newAccount(fixture);
    const given = integration();
    await store.createIntegration(account, given);
    const credential = (await store.credential(given.apiKey))!;
    const { apiKey, secretHash, ...rest } = given;
    assert.deepEqual(credential.integration, rest);
    assert.equal(credential.account.key, account.key);
    assert.equal(credential.account.id, account.id);
    assert.ok(Buffer.isBuffer(credential.secretHash) && credential.secretHash.equals(secretHash));
    assert.deepEqual([credential.previousSecrets, credential.revoked], [[], false]);
    assert.equal(await store.credential(apiKey.toUpperCase()), undefined);
    const other = integration({ areas: [] });
    await store.createIntegration(account, other);
    assert.deepEqual((await store.credential(other.apiKey))!.integration.areas, []);
    const listed = await store.integrations(account);
    assert.deepEqual(
      listed.map((one) => [one.id, one.apiKey, one.revokedOn]),
      [given, other].map((one) => [one.id, one.apiKey, null]),
    );
    assert.deepEqual(await store.integrations(await newAccount(fixture)), []);
  });

  await t.test(
    'a revoked key stays revoked, with its first date; the key of another account is out of reach',
    async () => {
      const [account, other] = [await newAccount(fixture), await newAccount(fixture)];
      const given = integration();
      await store.createIntegration(account, given);
      assert.equal(await store.revoke(other, given.id, 5, 'not yours'), false);
      assert.equal((await store.credential(given.apiKey))!.revoked, false);
      assert.equal(await store.revoke(account, given.id, 10, 'no longer used'), true);
      assert.equal(await store.revoke(account, given.id, 20, 'again'), true);
      assert.equal((await store.credential(given.apiKey))!.revoked, true);
      assert.equal((await store.integrations(account))[0]!.revokedOn, 10);
      assert.equal(await store.revoke(account, 'int_none', 10, ''), false);
      const rotated = await store.rotate(account, given.id, Buffer.alloc(32), { now: 20, until: 99 });
      assert.equal(rotated, undefined, 'a revoked key is not rotated');
    },
  );

  await t.test('of many that were revoked the last are listed, and any is found by its id', async () => {
    const account = await newAccount(fixture);
    const [works, ...revoked] = Array.from({ length: 204 }, () => integration());
    await store.createIntegration(account, works!);
    for (const [n, one] of revoked.entries()) {
      await store.createIntegration(account, one);
      await store.revoke(account, one.id, 100 + n, 'no longer used');
    }
    const listed = (await store.integrations(account)).map(({ id }) => id);
    assert.deepEqual(new Set(listed), new Set([works!, ...revoked.slice(3)].map(({ id }) => id)));
    const [oldest] = await store.integrations(account, revoked[0]!.id);
    assert.deepEqual([oldest?.id, oldest?.revokedOn], [revoked[0]!.id, 100]);
    assert.deepEqual(await store.integrations(await newAccount(fixture), works!.id), []);
  });

  await t.test('rotating keeps the secret before it for the grace', async () => {
    const account = await newAccount(fixture);
    const given = integration();
    await store.createIntegration(account, given);
    const next = createHash('sha256').update('next').digest();
    const first = { hash: given.secretHash, validUntil: 50 };
    assert.deepEqual(await store.rotate(account, given.id, next, { now: 10, until: 50 }), [first]);
    const credential = (await store.credential(given.apiKey))!;
    assert.ok(credential.secretHash.equals(next));
    assert.deepEqual(credential.previousSecrets, [first]);
    const other = await newAccount(fixture);
    assert.equal(await store.rotate(other, given.id, next, { now: 10, until: 50 }), undefined);
  });

  await t.test('rotating again leaves each secret as long as was promised, however many do it at once', async () => {
    const account = await newAccount(fixture);
    const given = integration();
    await store.createIntegration(account, given);
    const hashes = ['one', 'two', 'three'].map((text) => createHash('sha256').update(text).digest());
    await store.rotate(account, given.id, hashes[0]!, { now: 10, until: 50 });
    await Promise.all(hashes.slice(1).map((hash) => store.rotate(account, given.id, hash, { now: 20, until: 90 })));
    const { secretHash, previousSecrets } = (await store.credential(given.apiKey))!;
    assert.deepEqual(
      previousSecrets.map(({ validUntil }) => validUntil),
      [90, 90, 50],
    );
    assert.deepEqual(
      new Set([secretHash, ...previousSecrets.map(({ hash }) => hash)].map((hash) => hash.toString('hex'))),
      new Set([...hashes, given.secretHash].map((hash) => hash.toString('hex'))),
    );
    await store.endGrace(account, given.id);
    assert.deepEqual((await store.credential(given.apiKey))!.previousSecrets, []);
  });

  await t.test('a frozen account reads and takes no changes, until it is thawed', async () => {
    const account = await newAccount(fixture);
    const records = shard.records(account);
    const id = await create(records, 'Tasks');
    await store.setFrozen(account, true);
    assert.equal((await store.list()).find((one) => one.accountID === account.id)!.frozen, true);
    assert.equal(await store.isFrozen(account), true);
    assert.equal(await store.isFrozen(await newAccount(fixture)), false);
    for (const change of [creation('Tasks'), patching('Tasks', id, { Name: 'x' })]) {
      const problem = await records.change(change);
      assert.ok(problem instanceof Problem && problem.code === 'account_frozen');
      assert.ok(Number(problem.headers['Retry-After']) > 0);
    }
    assert.equal((await records.read('Tasks', id))!.version, 1);
    await store.setFrozen(account, false);
    assert.equal(await store.isFrozen(account), false);
    assert.equal((await made(records, patching('Tasks', id, { Name: 'x' }))).record.version, 2);
  });

  await t.test(
    'admins are the active users with that role, oldest first, as written and by name; until one is, those invited',
    async () => {
      const account = await newAccount(fixture);
      const users = shard.records(account);
      const admin = (Email: string, more = {}) =>
        create(users, 'Users', { Email, Role: 'Admin', Status: 'Active', ...more });
      const found = async () => (await store.admins(account, 9)).map(({ email }) => email);
      await admin('dis@example.com', { Status: 'Disabled' });
      await admin('del@example.com', { Deleted: true });
      await create(users, 'Users', { Email: 'man@example.com', Role: 'Manager', Status: 'Active' });
      assert.deepEqual(await found(), []);
      for (const Email of ['abe@example.com', 'eve@example.com']) await admin(Email, { Status: 'Invited' });
      assert.deepEqual(await found(), ['abe@example.com', 'eve@example.com']);
      await admin('Zoe@Example.com', { FirstName: 'Zoe', LastName: 'Ash' });
      await admin('amy@example.com');
      const zoe = { email: 'Zoe@Example.com', name: 'Zoe Ash' };
      assert.deepEqual(await store.admins(account, 9), [zoe, { email: 'amy@example.com', name: 'amy@example.com' }]);
      assert.deepEqual(await store.admins(account, 1), [zoe]);
      assert.deepEqual(await store.admins(account, 1, 'zoe@EXAMPLE.com'), [zoe]);
      for (const other of ['abe@example.com', 'del@example.com', 'man@example.com', 'nobody@example.com'])
        assert.deepEqual(await store.admins(account, 1, other), []);
    },
  );

  await t.test('a removed account leaves nothing, and nothing of another is touched', async () => {
    const [account, other] = [await newAccount(fixture), await newAccount(fixture)];
    for (const one of [account, other]) await fill(fixture, one);
    const given = integration();
    await store.createIntegration(account, given);
    await store.remove(account);
    assert.equal(await store.find(account.id), undefined);
    assert.equal(await store.credential(given.apiKey), undefined);
    for (const type of recordTypeNames) {
      assert.equal(await shard.records(account).read(type, 1), undefined);
      assert.deepEqual(await recordsOf(await pageOf(shard.records(account), plan(type))), []);
      assert.equal(
        (await recordsOf(await pageOf(shard.records(other), plan(type)))).length,
        type === 'Locations' ? 700 : 1,
      );
    }
    const problem = await shard.records(account).change(creation('Tasks'));
    assert.ok(problem instanceof Problem && problem.status === 503);
    assert.deepEqual(await shard.examine(), []);
  });

  await t.test(
    'an account is removed while people come in, and neither they nor the removal meet a fault',
    async (t) => {
      const account = await newAccount(fixture);
      await create(shard.records(account), 'Users', { Email: 'ann@example.com', Status: 'Active' });
      await shard.bulk(account).load(
        'Boards',
        Array.from({ length: 4_000 }, (_, n) => sample('Boards', n + 1)),
      );
      const beside = await fixture.openBeside(t);
      let removing = true;
      const removal = beside.accounts.remove(account).finally(() => {
        removing = false;
      });
      while (removing) await comingIn(fixture, account);
      await removal;
      await comingIn(fixture, account);
      assert.deepEqual(await shard.examine(), []);
    },
  );

  await t.test('what another process does to accounts and keys is seen and told within two seconds', async (t) => {
    const account = await newAccount(fixture);
    const given = integration();
    await store.createIntegration(account, given);
    await pause(1_100);
    let told = 0;
    store.onChanged(() => told++);
    const beside = await fixture.openBeside(t);
    const same = (await beside.accounts.find(account.id))!;
    const added = integration();
    for (const [what, change] of Object.entries({
      'a new key': () => beside.accounts.createIntegration(same, added),
      'a revoked key': () => beside.accounts.revoke(same, given.id, 5, 'gone'),
      'a frozen account': () => beside.accounts.setFrozen(same, true),
    })) {
      const before = told;
      await change();
      for (let waited = 0; told === before && waited < 2_000; waited += 20) await pause(20);
      assert.ok(told > before, what);
    }
    assert.equal((await store.credential(added.apiKey))!.account.id, account.id);
    assert.equal((await store.credential(given.apiKey))!.revoked, true);
    const problem = await shard.records(account).change(creation('Tasks'));
    assert.ok(problem instanceof Problem && problem.code === 'account_frozen');
  });
};

let cameIn = 0;

/** All that is written of people and keys without asking whether the account takes changes. */
async function comingIn({ shard: { people, mail, accounts } }: Fixture, account: AccountScope): Promise<void> {
  const n = ++cameIn;
  const [address, about] = ['192.0.2.1', 'ann@example.com'];
  const audit = { on: 1, what: 'session.failed', by: system, address, about } as const;
  const tokenHash = createHash('sha256').update(`${process.pid} ${n}`).digest();
  const session = { account, userID: 1, id: `ses_in_${n}`, tokenHash, createdOn: 1, confirmedOn: null, address };
  const letter = { id: `ltr_in_${process.pid}_${n}`, account, kind: 'reset', dueOn: 1, until: 2 } as const;
  const text = { to: about, subject: '', text: '', html: '' };
  const builtIn = webConsole(account, about, 5);
  const use = { hour: n, calls: 1, refused: 0, limited: 0, peakMinute: 1, previousCalls: 0, address, lastOn: 1 };
  for (const write of [
    () => people.audit(account, audit),
    () => people.begin({ ...session, device: 'x' }, {}, audit),
    () => people.end(tokenHash, [{ account, audit }]),
    () => people.ensureIntegration(account, builtIn),
    () => people.addUse([{ account, integrationID: builtIn.id, ...use }]),
    () => mail.allow(account, 'reset 1', 1e6, 1),
    () => mail.queue({ ...letter, ...text }, [{ about: '', most: 1e6 }], 1),
    () => accounts.revoke(account, builtIn.id, 1, 'gone', audit),
  ]) {
    await write().catch((failure) => assert.ok(failure instanceof Unanswerable, failure));
  }
}

/** A record of every type with all its references set, and a chain of 700 parents. */
async function fill({ shard }: Fixture, account: AccountScope): Promise<void> {
  const chain = Array.from({ length: 700 }, (_, n) => n + 1);
  const locations = chain.map((id) => sample('Locations', id, { ParentLocationID: id === 700 ? null : id + 1 }));
  await shard.bulk(account).load('Locations', locations);
  for (const type of sortTypesByReference().filter((type) => type !== 'Locations')) {
    const references = [...scalarFieldsOf(recordType(type))].filter(
      ([, field]) => field.kind === 'reference' && field.to !== type,
    );
    await made(shard.records(account), creation(type, Object.fromEntries(references.map(([field]) => [field, 1]))));
  }
}
