/** What lets people in: secrets, sessions, links. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { AccountScope } from '../../src/accounts/account.ts';
import type { Json } from '../../src/lib/json.ts';
import { system } from '../../src/people/audit.ts';
import { webConsole } from '../../src/people/person.ts';
import { MAX_SESSIONS, type Proof } from '../../src/people/store.ts';
import { Problem } from '../../src/problems.ts';
import { toldIn } from './audit.ts';
import { newAccount, type Part } from './fixture.ts';
import { create, creation, made, patching } from './samples.ts';

const hashOf = (text: string) => createHash('sha256').update(`${process.pid} ${text}`).digest();

export const people: Part = async (t, fixture) => {
  const { shard } = fixture;
  const store = shard.people;
  let sessions = 0;
  const begin = async (account: AccountScope, userID: number, token: string, by: Proof = {}, now = 1_000) => {
    const session = {
      account,
      userID,
      id: `ses_${++sessions}`,
      tokenHash: hashOf(token),
      createdOn: now,
      confirmedOn: null,
      address: '192.0.2.1',
      device: 'x',
    };
    return store.begin(session, by);
  };
  const user = (account: AccountScope, Email: string, more = {}) =>
    create(shard.records(account), 'Users', { Email, Status: 'Active', ...more });

  await t.test(
    'somebody is found by the address without regard to case, in every account, unless deleted',
    async () => {
      const [one, other] = [await newAccount(fixture), await newAccount(fixture)];
      const email = `Ann.${one.id}@Example.com`;
      await user(one, email);
      await user(other, email, { Deleted: true });
      await store.setPassword(one, 1, 'a hash', 5);
      const found = await store.withEmail(email.toUpperCase());
      assert.deepEqual(
        found.map(({ account, user, password }) => [account.key, user.Email, password]),
        [[one.key, email, 'a hash']],
      );
      assert.equal((await store.person(one, 1))!.password, 'a hash');
      assert.equal(await store.person(other, 9), undefined);
    },
  );

  await t.test('a person has so many sessions in an account, the latest ones', async () => {
    const [one, other] = [await newAccount(fixture), await newAccount(fixture)];
    for (const account of [one, other]) await user(account, 'ann@example.com');
    await user(one, 'bob@example.com');
    await begin(one, 2, 'of bob', {}, 1);
    await begin(other, 1, 'elsewhere', {}, 1);
    for (let n = 1; n <= MAX_SESSIONS + 3; n++) await begin(one, 1, `one ${n}`, {}, 1_000 + n);
    const left = await store.sessionsOfPerson(one, 1);
    assert.deepEqual([left.length, left.at(-1)!.seenOn, left[0]!.seenOn], [MAX_SESSIONS, 1_004, 1_103]);
    // One that is begun stays, whatever the clock says that was set back.
    await begin(one, 1, 'the last', {}, 5);
    assert.equal((await store.sessionsOf(hashOf('the last'))).length, 1);
    assert.equal((await store.sessionsOfPerson(one, 1)).length, MAX_SESSIONS);
    assert.equal((await store.sessionsOfPerson(one, 2)).length, 1);
    assert.equal((await store.sessionsOfPerson(other, 1)).length, 1);
  });

  await t.test('a cookie opens what it was begun for, and shows the person as it now is', async () => {
    const [one, other] = [await newAccount(fixture), await newAccount(fixture)];
    await user(one, 'ann@example.com');
    await user(other, 'ann@example.com');
    await begin(one, 1, 'shared');
    await begin(other, 1, 'shared');
    assert.deepEqual(
      (await store.sessionsOf(hashOf('shared'))).map(({ account }) => account.key),
      [one.key, other.key],
    );
    assert.equal((await store.session(hashOf('shared'), one.id))!.user.Status, 'Active');
    assert.equal(await store.session(hashOf('another'), one.id), undefined);
    await store.seen(hashOf('shared'), one, 2_000, '192.0.2.2');
    await store.confirm(hashOf('shared'), one, 3_000);
    const known = (await store.session(hashOf('shared'), one.id))!;
    assert.deepEqual([known.seenOn, known.confirmedOn, known.address], [2_000, 3_000, '192.0.2.2']);
    const beside = (await store.session(hashOf('shared'), other.id))!;
    assert.equal(beside.confirmedOn, null, 'the password of one account is not that of another');
    assert.equal(beside.seenOn, 2_000, 'it runs out in all at once');
    assert.deepEqual(
      [known, beside].map(({ askedOn, address }) => [askedOn, address]),
      [
        [2_000, '192.0.2.2'],
        [1_000, '192.0.2.1'],
      ],
      'when and from where somebody works is told where that is',
    );
    await store.end(hashOf('shared'));
    assert.deepEqual(await store.sessionsOf(hashOf('shared')), []);
  });

  await t.test('nothing that lets somebody in is made for who may not come in', async () => {
    const account = await newAccount(fixture);
    const states = [
      { Status: 'Active', session: true, link: true },
      { Status: 'Invited', session: false, link: true },
      { Status: 'Disabled', session: false, link: false },
      { Status: 'Active', Deleted: true, session: false, link: false },
    ];
    for (const [n, { session, link, ...state }] of states.entries()) {
      const userID = await user(account, `p${n}@example.com`, state);
      const tokenHash = hashOf(`${account.id} ${n}`);
      assert.equal(await begin(account, userID, `${account.id} ${n}`), session, JSON.stringify(state));
      const whose = { account, userID };
      await store.makeLink({ tokenHash, kind: 'invitation', whose, createdOn: 1, createdBy: 'x', expiresOn: 100 });
      const open = (await store.openLinks(account, 1)).some((one) => one.userID === userID);
      assert.equal(open, link, JSON.stringify(state));
    }
    assert.equal(await begin(account, 99, `${account.id} nobody`), false);
  });

  await t.test('whoever is disabled while coming in has nothing to come back by once enabled again', async (t) => {
    const beside = await fixture.openBeside(t);
    const account = await newAccount(fixture);
    const userID = await user(account, 'ann@example.com');
    const becomes = (Status: string) => made(beside.records(account), patching('Users', userID, { Status }));
    for (let round = 0; round < 30; round++) {
      const token = `${account.id} ${round}`;
      const whose = { account, userID };
      const link = { tokenHash: hashOf(token), whose, createdOn: 1, createdBy: 'x', expiresOn: 100 };
      await Promise.all([
        ...['a', 'b', 'c'].map((device) => begin(account, userID, token + device)),
        store.makeLink({ ...link, kind: 'signin' }),
        becomes('Disabled'),
      ]);
      await becomes('Active');
      assert.deepEqual(await store.sessionsOfPerson(account, userID), [], `round ${round}`);
      assert.deepEqual(await store.openLinks(account, 1), [], `round ${round}`);
    }
  });

  await t.test('a link that goes to an address is made only while the person has it', async () => {
    const account = await newAccount(fixture);
    const userID = await user(account, 'ann@example.com');
    const make = async (email: string, name: string) => {
      const tokenHash = hashOf(`${account.id} ${name}`);
      const whose = { account, userID, email };
      await store.makeLink({ tokenHash, kind: 'reset', whose, createdOn: 1, createdBy: 'x', expiresOn: 100 });
      return store.link(tokenHash);
    };
    assert.ok(await make('Ann@Example.com', 'first'));
    await made(fixture.shard.records(account), patching('Users', userID, { Email: 'anna@example.com' }));
    assert.equal(await make('ann@example.com', 'late'), undefined);
    assert.deepEqual(await store.openLinks(account, 1), []);
    assert.ok(await make('anna@example.com', 'right'));
  });

  await t.test('a password is as old as the address it belongs to', async () => {
    const account = await newAccount(fixture);
    const records = fixture.shard.records(account);
    const userID = await user(account, 'ann@example.com');
    const setOnAfter = async (fields: { [field: string]: Json }) => {
      await store.setPassword(account, userID, 'own', 5);
      await made(records, patching('Users', userID, { ...fields, UpdatedOn: '1970-01-01T00:00:00.009Z' }));
      return (await store.person(account, userID))!.passwordSetOn;
    };
    assert.equal(await setOnAfter({ FirstName: 'Ann' }), 5);
    assert.equal(await setOnAfter({ Email: 'anna@example.com' }), 9);
    assert.equal(await setOnAfter({ Deleted: true }), 5);
    assert.equal(await setOnAfter({ Deleted: false }), 9);
  });

  await t.test('what somebody has shown lets him in, and do something, only as long as it holds', async () => {
    const account = await newAccount(fixture);
    const userID = await user(account, 'ann@example.com');
    const token = (name: string) => `${account.id} ${name}`;
    await store.setPassword(account, userID, 'first', 5);
    const { passwordSetOn } = (await store.person(account, userID))!;
    assert.equal(passwordSetOn, 5);
    await store.rehash(account, userID, 'first', 'the same');
    assert.equal(await begin(account, userID, token('one'), { password: 5 }), true, 'it is the same password');
    const kept = hashOf(token('one'));
    assert.equal(await store.setPassword(account, userID, 'second', 6, { kept }), true);
    assert.equal(await begin(account, userID, token('two'), { password: 5 }), false);
    await store.end(kept);
    assert.equal(await store.setPassword(account, userID, 'third', 7, { kept }), false, 'that session has ended');
    assert.equal((await store.person(account, userID))!.password, 'second');
    const passkey = {
      id: `pk_${account.id}`,
      credentialID: hashOf(token('passkey')),
      publicKey: Buffer.from([1]),
      counter: 0,
      transports: [],
      name: 'Laptop',
      createdOn: 1,
      lastUsedOn: null,
    };
    assert.equal(await store.addPasskey(account, userID, passkey, 9, { session: kept }), false, 'nor this');
    assert.equal(await begin(account, userID, token('three'), { password: 6 }), true);
    assert.equal(await store.addPasskey(account, userID, passkey, 9, { session: hashOf(token('three')) }), true);
    assert.equal(await begin(account, userID, token('four'), { passkey: passkey.credentialID }), true);
    await store.removePasskey(account, userID, passkey.id);
    assert.equal(await begin(account, userID, token('five'), { passkey: passkey.credentialID }), false);
  });

  await t.test('a new password ends all sessions but the one named, and open links', async () => {
    const account = await newAccount(fixture);
    await user(account, 'ann@example.com');
    for (const token of ['kept', 'ended', 'ended too']) await begin(account, 1, `${account.id} ${token}`);
    const tokenHash = hashOf(`${account.id} link`);
    const whose = { account, userID: 1 };
    await store.makeLink({ tokenHash, kind: 'reset', whose, createdOn: 1, createdBy: 'x', expiresOn: 9_000 });
    await store.setPassword(account, 1, 'next', 5, { kept: hashOf(`${account.id} kept`) });
    const left = await store.sessionsOfPerson(account, 1);
    assert.deepEqual(
      left.map((one) => one.tokenHash.equals(hashOf(`${account.id} kept`))),
      [true],
    );
    assert.equal(await store.link(tokenHash), undefined);
    await store.rehash(account, 1, 'not what is kept', 'lost');
    assert.equal((await store.person(account, 1))!.password, 'next');
    await store.rehash(account, 1, 'next', 'the same again');
    assert.equal((await store.person(account, 1))!.password, 'the same again');
    assert.equal(await store.endOf(account, 1), 1);
    assert.equal(await store.endOf(account, 1), 0);
  });

  await t.test('a link is used once, before its time is over; of many at once one use is the one', async () => {
    const account = await newAccount(fixture);
    await user(account, 'ann@example.com');
    await begin(account, 1, `${account.id} session`);
    const link = async (name: string, kind: 'reset' | 'signin') => {
      const tokenHash = hashOf(`${account.id} ${name}`);
      await store.makeLink({
        tokenHash,
        kind,
        whose: { account, userID: 1 },
        createdOn: 1,
        createdBy: 'x',
        expiresOn: 100,
      });
      return tokenHash;
    };
    const [first, newer, other] = [
      await link('first', 'reset'),
      await link('newer', 'reset'),
      await link('other', 'signin'),
    ];
    assert.equal(await store.link(first), undefined, 'one of a kind');
    assert.deepEqual((await store.openLinks(account, 50)).map(({ kind }) => kind).sort(), ['reset', 'signin']);
    assert.equal(await store.useLink(account, newer, 100, 'late', { password: 'late' }), false);
    assert.equal((await store.person(account, 1))!.password, undefined);
    const uses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((use) =>
        store.useLink(account, newer, 99, `${account.id} ${use}`, { password: `by ${use}` }),
      ),
    );
    assert.equal(uses.filter(Boolean).length, 1);
    assert.equal((await store.person(account, 1))!.password, `by ${'abcd'[uses.indexOf(true)]}`);
    assert.deepEqual(await store.sessionsOfPerson(account, 1), []);
    assert.equal(await store.link(other), undefined);
    assert.equal((await store.link(newer))!.isUsed, true);
    assert.equal(await store.useLink(account, hashOf('nothing'), 1, 'x'), false);
  });

  await t.test('an invitation is accepted with the change of the user, or neither happens', async () => {
    const account = await newAccount(fixture);
    const records = shard.records(account);
    const [one, other] = [1, 2];
    for (const Email of ['ann@example.com', 'ben@example.com']) await user(account, Email);
    await begin(account, one, `${account.id} before`);
    for (const id of [one, other]) await records.change(patching('Users', id, { Status: 'Invited' }));
    const tokenHash = hashOf(`${account.id} invitation`);
    const whose = { account, userID: one };
    await store.makeLink({ tokenHash, kind: 'invitation', whose, createdOn: 1, createdBy: 'x', expiresOn: 100 });
    const accepting = (id: number, on: number, FirstName: string) => ({
      ...patching('Users', id, { Status: 'Active', FirstName }),
      accepts: {
        tokenHash,
        on,
        password: `by ${FirstName}`,
        audit: { on, what: 'password.set', by: system, address: null, about: FirstName },
      },
    });
    const refusal = new Problem('invalid_body', 'refused');
    const refused = {
      ...accepting(one, 50, 'Refused'),
      decide: () => ({ decision: 'refused', problem: refusal }) as const,
    };
    assert.equal(await records.change(refused), refusal);
    for (const change of [accepting(one, 100, 'Late'), accepting(other, 50, 'Another')]) {
      assert.equal(((await records.change(change)) as Problem).code, 'link_dead');
    }
    assert.equal((await store.link(tokenHash))!.isUsed, false);
    assert.equal((await store.sessionsOfPerson(account, one)).length, 1);
    const names = ['Ann', 'Bea', 'Cas', 'Dee'];
    const uses = await Promise.all(names.map((name) => records.change(accepting(one, 99, name))));
    const winners = names.filter((_, n) => !(uses[n] instanceof Problem));
    assert.equal(winners.length, 1);
    const { user: accepted, password } = (await store.person(account, one))!;
    assert.deepEqual([accepted.FirstName, password], [winners[0], `by ${winners[0]}`]);
    assert.deepEqual([(await store.link(tokenHash))!.isUsed, await store.sessionsOfPerson(account, one)], [true, []]);
    assert.equal((await store.person(account, other))!.password, undefined);
    assert.deepEqual(await toldIn(store, account), [['password.set', winners[0]]]);
  });

  await t.test('the built-in integration is made once, and owns what is subscribed under it', async () => {
    const account = await newAccount(fixture);
    const builtIn = webConsole(account, 'ann@example.com', 5);
    for (let n = 0; n < 2; n++) await store.ensureIntegration(account, builtIn);
    assert.deepEqual(
      (await shard.accounts.integrations(account)).map(({ id }) => id),
      [builtIn.id],
    );
    const wishes = {
      entityType: 'Tasks',
      action: 'Created',
      targetUrl: 'https://x.example.com',
      name: null,
      headers: {},
      filterEntityType: null,
      filterConditionEntityID: null,
    } as const;
    const hook = await shard.subscriptions(account, builtIn.id).create(wishes as never, 10);
    assert.ok(!(hook instanceof Problem));
    assert.equal((await store.ownerOf(account, hook.id))!.id, builtIn.id);
    assert.equal(await store.ownerOf(account, 99), undefined);
    assert.deepEqual([...(await store.webhookCounts(account))], [[builtIn.id, { on: 1, off: 0 }]]);
    assert.equal(await store.waitingDeliveries(account, builtIn.id), 0);
    await made(shard.records(account), creation('Tasks', {}, { events: ['Created'] }));
    assert.equal(await store.waitingDeliveries(account, builtIn.id), 1);
  });

  await t.test('a password of nobody is damage that is found', async () => {
    const account = await newAccount(fixture);
    await store.setPassword(account, 77, 'x', 1);
    const messages = (await shard.examine()).map(({ message }) => message);
    assert.deepEqual(messages, [
      `person_secrets: a password of account ${account.key} is that of user 77, who does not exist`,
    ]);
    await shard.accounts.remove(account);
  });

  await t.test('a removed account leaves nobody who could come in', async () => {
    const account = await newAccount(fixture);
    await user(account, 'ann@example.com');
    await begin(account, 1, `${account.id} session`);
    await store.setPassword(account, 1, 'x', 1, { kept: hashOf(`${account.id} session`) });
    await store.audit(account, { on: 1, what: 'key.made', by: system, address: null, about: null });
    await shard.accounts.remove(account);
    assert.equal(await store.session(hashOf(`${account.id} session`), account.id), undefined);
    assert.deepEqual(await shard.examine(), []);
  });
};
