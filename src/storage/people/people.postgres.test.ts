// What is special about sessions on PostgreSQL: other connections are at work at the same time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { integration } from '../../../tests/conformance/accounts.ts';
import { create, made, patching } from '../../../tests/conformance/samples.ts';
import { testKeys } from '../../../tests/support/keys.ts';
import { testDatabase } from '../../../tests/support/postgres.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import type { AccountScope } from '../../accounts/account.ts';
import { webConsole } from '../../people/person.ts';
import type { Proof } from '../../people/store.ts';
import { accountLock } from '../postgres/locks.ts';
import { openPostgresShard } from '../postgres/shard.ts';

test('what is made of something that is being taken back waits for that, and is not made', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  const client = new pg.Client(url);
  await client.connect();
  t.after(() => client.end());
  const store = shard.people;
  const account = await shard.accounts.create({ id: 'acc_1', name: 'Harbour', createdOn: 1 });
  const userID = await create(shard.records(account), 'Users', { Email: 'ann@example.com', Status: 'Active' });
  const begin = (n: number, by: Proof = {}) => {
    const who = { account, userID, id: `ses_${n}`, tokenHash: Buffer.alloc(32, n), address: '192.0.2.1', device: 'x' };
    return store.begin({ ...who, createdOn: 1, confirmedOn: null }, by);
  };
  const becomes = (Status: string) => made(shard.records(account), patching('Users', userID, { Status }));
  const reset = async (now: number) => {
    const tokenHash = Buffer.alloc(32, 100 + now);
    const whose = { account, userID };
    await store.makeLink({ tokenHash, kind: 'reset', whose, createdOn: 1, createdBy: 'x', expiresOn: 99 });
    return store.useLink(account, tokenHash, now, `use ${now}`, { password: 'reset' });
  };
  const passkey = {
    id: 'pk_1',
    credentialID: Buffer.alloc(32, 7),
    publicKey: Buffer.from([1]),
    counter: 0,
    transports: [],
    name: 'Laptop',
    createdOn: 1,
    lastUsedOn: null,
  };
  await store.setPassword(account, userID, 'first', 1);
  const races: Record<string, { takenBack(): Promise<unknown>; making(): Promise<boolean> }> = {
    'a session while its person is disabled': { takenBack: () => becomes('Disabled'), making: () => begin(2) },
    'a session by a password that is set anew': {
      takenBack: () => store.setPassword(account, userID, 'second', 2),
      making: () => begin(2, { password: 1 }),
    },
    'a password by who is signed out': {
      takenBack: () => reset(3),
      making: () => store.setPassword(account, userID, 'of somebody else', 4, { kept: Buffer.alloc(32, 1) }),
    },
    'a passkey by who is signed out': {
      takenBack: () => reset(5),
      making: () => store.addPasskey(account, userID, passkey, 9, { session: Buffer.alloc(32, 1) }),
    },
  };
  const waits = `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  // By a connection of its own: within a transaction it would always be told the same.
  const waiting = async () => Number(((await runSql(url, waits)) as [{ n: string }])[0].n);
  for (const [name, { takenBack, making }] of Object.entries(races)) {
    await becomes('Active');
    assert.equal(await begin(1), true);
    await client.query('BEGIN');
    // The last thing that each of them comes to.
    await client.query('SELECT FROM sessions FOR UPDATE');
    const taking = takenBack();
    while ((await waiting()) < 1) await sleep(10);
    let isMade: boolean | undefined;
    const made = making().then((done) => {
      isMade = done;
    });
    while (isMade === undefined && (await waiting()) < 2) await sleep(10);
    await client.query('COMMIT');
    await Promise.all([taking, made]);
    assert.equal(isMade, false, name);
    await becomes('Active');
    assert.deepEqual(await store.sessionsOfPerson(account, userID), [], name);
  }
  const { password } = (await store.person(account, userID))!;
  assert.deepEqual([password, await store.passkeysOf(account, userID)], ['reset', []]);
});

test('the use of the keys of others is written down while an account is being removed', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  const removing = new pg.Client(url);
  await removing.connect();
  t.after(() => removing.end());
  const accounts: AccountScope[] = [];
  for (const id of ['acc_1', 'acc_2', 'acc_3']) {
    const account = await shard.accounts.create({ id, name: id, createdOn: 1 });
    await shard.people.ensureIntegration(account, { ...webConsole(account, 'ann@example.com', 5), id: `int_${id}` });
    accounts.push(account);
  }
  const counts = { hour: 100, calls: 3, refused: 0, limited: 0, peakMinute: 3, previousCalls: 0 };
  const used = accounts.map((account) => ({
    ...{ account, integrationID: `int_${account.id}`, ...counts, address: '192.0.2.1', lastOn: 5 },
  }));
  await removing.query('BEGIN');
  await removing.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [accountLock(accounts[1]!.key)]);
  const began = performance.now();
  await shard.people.addUse(used);
  assert.ok(performance.now() - began < 2_000, 'nobody waits for it');
  await removing.query('ROLLBACK');
  const known = async (n: number) => (await shard.people.useOfKeys(accounts[n]!, 0)).get(`int_acc_${n + 1}`)!.calls;
  assert.deepEqual([await known(0), await known(1), await known(2)], [3, 0, 3]);
});

test('what an instance of the version before exchanges or ends of a key leaves no older secret good', async (t) => {
  const url = await testDatabase(t);
  const shard = await openPostgresShard({ keys: testKeys, shardID: 's1', url, role: 'server' });
  t.after(() => shard.close());
  const account = await shard.accounts.create({ id: 'acc_1', name: 'Harbour', createdOn: 1 });
  const hash = (n: number) => Buffer.alloc(32, n);
  const given = integration({ secretHash: hash(0) });
  await shard.accounts.createIntegration(account, given);
  const good = async () => {
    const found = await shard.accounts.credential(given.apiKey);
    return found!.previousSecrets.map(({ hash }) => hash[0]);
  };
  const older = {
    rotate: (n: number, until: number) =>
      runSql(
        url,
        `UPDATE integrations SET previous_secret_hash = secret_hash, previous_valid_until = ${until}, secret_hash = '\\x${hash(n).toString('hex')}'`,
      ),
    endGrace: () => runSql(url, 'UPDATE integrations SET previous_secret_hash = NULL, previous_valid_until = NULL'),
  };
  await shard.accounts.rotate(account, given.id, hash(1), { now: 10, until: 1_000 });
  await shard.accounts.rotate(account, given.id, hash(2), { now: 20, until: 1_000 });
  assert.deepEqual(await good(), [1, 0]);
  await older.rotate(3, 30);
  assert.deepEqual(await good(), [2]);
  await shard.accounts.rotate(account, given.id, hash(4), { now: 25, until: 1_000 });
  assert.deepEqual(await good(), [3, 2]);
  await older.endGrace();
  assert.deepEqual(await good(), []);
  await older.rotate(5, 1_000);
  assert.deepEqual(await good(), [4]);
});
