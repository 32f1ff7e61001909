// Secrets of subscriptions are kept encrypted, on both engines: those of before included, under keys that can be exchanged.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../tests/conformance/temporary-folder.ts';
import { type Engine, onBothEngines } from '../../../tests/support/app.ts';
import { olderDatabase, SECRET_HEADER } from '../../../tests/support/older-database.ts';
import { emptyDatabase } from '../../../tests/support/postgres.ts';
import { runSql } from '../../../tests/support/run-sql.ts';
import type { Log } from '../../lib/log.ts';
import { noLog } from '../../lib/log.ts';
import { keyIDOf } from '../../lib/sealed.ts';
import { DatabaseAway, Problem } from '../../problems.ts';
import { openPostgresShard } from '../postgres/shard.ts';
import type { Shard } from '../shard.ts';
import { openSqliteShard } from '../sqlite/shard.ts';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const ID = 'acc_old';
const wishes = {
  entityType: 'Tasks',
  action: 'Updated',
  targetUrl: 'https://hooks.example.com/',
  name: null,
  headers: { 'X-Key': SECRET_HEADER },
  filterEntityType: null,
  filterConditionEntityID: null,
  includeOwn: true,
  patience: null,
} as const;

type Open = (keys: readonly Uint8Array[], log?: Log, lostKey?: string, role?: 'server' | 'tool') => Promise<Shard>;

async function place(t: TestContext, engine: Engine): Promise<{ url: string; open: Open }> {
  if (engine === 'postgres') {
    const url = await emptyDatabase(t);
    return {
      url,
      open: (keys, log = noLog, lostKey = '', role = 'server') =>
        openPostgresShard({ shardID: 's1', url, role, poolSize: 2, keys, log, lostKey }),
    };
  }
  const file = join(temporaryFolder(t), 'shard.db');
  const open: Open = (keys, log = noLog, lostKey = '', role = 'server') =>
    openSqliteShard({ shardID: 's1', file, role, readerThreads: 1, keys, log, lostKey });
  return { url: `sqlite:${file}`, open };
}

async function subscriptionsOf(shard: Shard) {
  return shard.subscriptions((await shard.accounts.find(ID))!, `int_1_${ID}`);
}

const columns = (url: string) => runSql(url, 'SELECT sealed_headers, signing_secrets FROM subscriptions ORDER BY id');

onBothEngines(
  'what an older version kept in clear is encrypted at the first start, and works on',
  async (engine, t) => {
    const { url, open } = await place(t, engine);
    await olderDatabase(url, { subscriptions: 250 });
    const told: object[] = [];
    const shard = await open([A], { ...noLog, warn: (fields, message) => void told.push({ ...fields, message }) });
    t.after(() => shard.close());
    const kept = (await columns(url)) as { sealed_headers: string; signing_secrets: string }[];
    assert.equal(kept.length, 250);
    const mark = `mds1.${keyIDOf(A)}.`;
    assert.ok(kept.every(({ sealed_headers }) => sealed_headers === '{}' || sealed_headers.startsWith(mark)));
    assert.ok(kept.every(({ signing_secrets }) => signing_secrets.startsWith(mark)));
    assert.equal(new Set(kept.map(({ signing_secrets }) => signing_secrets)).size, 250);

    const store = await subscriptionsOf(shard);
    assert.deepEqual((await store.find(1))!.headers, { 'X-Key': SECRET_HEADER });
    assert.deepEqual((await store.find(2))!.headers, {});
    // One that was called like the signature has another name, and that is said.
    assert.deepEqual((await store.find(3))!.headers, { 'X-Signature-2': 'own', 'x-signature': 'taken' });
    assert.deepEqual(
      told.map((line) => ({ ...line, account: undefined })),
      [
        {
          account: undefined,
          subscription: 3,
          to: 'X-Signature-2',
          message: 'deliveries are signed now: the header webhook-signature of a subscription was renamed',
        },
      ],
    );
    const once = { integrationID: `int_1_${ID}`, key: 'once', fingerprint: 'f' };
    const replayed = await store.create(wishes, 1_000, { once });
    assert.ok(replayed !== undefined && !(replayed instanceof Problem) && replayed.replayed);
    assert.match(replayed.text, new RegExp(SECRET_HEADER));
    const [answer] = (await runSql(url, `SELECT text FROM idempotency_keys WHERE key = 'once'`)) as { text: string }[];
    assert.ok(answer!.text.startsWith(mark));
    const rotated = await store.rotateSecret(1, 0);
    assert.ok(rotated !== undefined && !(rotated instanceof Problem));
    assert.match(rotated.signingSecret, /^whsec_/);
    assert.deepEqual(await shard.examine(), []);
    assert.equal([...(await shard.secrets.census()).keys()].join(), keyIDOf(A));
  },
);

onBothEngines('a start that is cut off in the middle of it is gone on with', async (engine, t) => {
  const { url, open } = await place(t, engine);
  await olderDatabase(url, { subscriptions: 30 });
  await (await open([A])).close();
  // As a start leaves it that was killed: some are done, and nothing says that all are.
  const clear = JSON.stringify(wishes.headers);
  await runSql(url, `UPDATE subscriptions SET sealed_headers = '${clear}', signing_secrets = NULL WHERE id > 10`);
  await runSql(url, `DELETE FROM meta WHERE name = 'secrets_sealed'`);
  const before = await columns(url);
  const shard = await open([A]);
  t.after(() => shard.close());
  const after = await columns(url);
  assert.deepEqual(after.slice(0, 10), before.slice(0, 10), 'what was done is not done again');
  assert.ok(!JSON.stringify(after).includes(SECRET_HEADER));
  assert.deepEqual(await shard.examine(), []);
  assert.deepEqual((await (await subscriptionsOf(shard)).find(20))!.headers, wishes.headers);
});

onBothEngines('a start that is killed while it encrypts loses nothing, and the next one ends it', async (engine, t) => {
  const { url, open } = await place(t, engine);
  await olderDatabase(url, { subscriptions: 1_500 });
  const [module, name] = engine === 'sqlite' ? ['sqlite', 'openSqliteShard'] : ['postgres', 'openPostgresShard'];
  const database = engine === 'sqlite' ? { file: url.slice('sqlite:'.length) } : { url };
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { ${name} } from ${JSON.stringify(join(import.meta.dirname, '..', module, 'shard.ts'))};
      const options = ${JSON.stringify({ shardID: 's1', role: 'tool', ...database })};
      await ${name}({ ...options, keys: [Buffer.alloc(32, 1)] });`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const sealed = async () => {
    const count = 'SELECT count(*) AS sealed FROM subscriptions WHERE signing_secrets IS NOT NULL';
    return Number(((await runSql(url, count))[0] as { sealed: number }).sealed);
  };
  // Migrated right before the first is encrypted.
  const begun = () => runSql(url, `SELECT 1 FROM meta WHERE name = 'fold_version'`);
  while ((await begun()).length === 0 && child.exitCode === null) await sleep(2);
  while ((await sealed()) === 0 && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await ended;
  const before = await sealed();
  const shard = await open([A]);
  t.after(() => shard.close());
  assert.equal(await sealed(), 1_500);
  assert.deepEqual(await shard.examine(), []);
  assert.deepEqual((await (await subscriptionsOf(shard)).find(1_500))!.headers, wishes.headers);
  t.diagnostic(`killed after ${before} of 1500`);
});

test('afterwards nothing of it is left in the SQLite file or its log, free pages included', async (t) => {
  const { url, open } = await place(t, 'sqlite');
  const file = url.slice('sqlite:'.length);
  await olderDatabase(url, { subscriptions: 300 });
  // Rows that were deleted and written over before leave what they held in the file.
  await runSql(url, `UPDATE subscriptions SET headers = '{}' WHERE id BETWEEN 100 AND 200`);
  await runSql(url, 'DELETE FROM subscriptions WHERE id > 250');
  assert.ok(holds(file, SECRET_HEADER));
  const shard = await open([A]);
  t.after(() => shard.close());
  assert.ok(!holds(file, SECRET_HEADER), 'while it runs');
  const store = await subscriptionsOf(shard);
  const made = await store.create({ ...wishes, headers: { 'X-Key': 'a very new value' } }, 1_000, {
    once: { integrationID: `int_1_${ID}`, key: 'other', fingerprint: 'f' },
  });
  assert.ok(made !== undefined && !(made instanceof Problem));
  const secret = JSON.parse(made.text).signingSecret.slice('whsec_'.length);
  await store.change(1, (current) => ({ ...current, headers: { 'X-Key': 'another new value' } }));
  for (const text of ['a very new value', 'another new value', secret, SECRET_HEADER])
    assert.ok(!holds(file, text), text);
});

/** The database, and what lies beside it. */
function holds(file: string, text: string): boolean {
  return [file, `${file}-wal`, `${file}-shm`].some((path) => existsSync(path) && readFileSync(path).includes(text));
}

onBothEngines('without the key that it needs a database is not opened, and with it all is there', async (engine, t) => {
  const { url, open } = await place(t, engine);
  await olderDatabase(url, { subscriptions: 5 });
  await (await open([A])).close();
  const kept = await columns(url);
  await assert.rejects(open([B]), (failure: Error) => {
    assert.equal(failure.name, 'StorageError');
    assert.match(failure.message, new RegExp(`encrypted with the key ${keyIDOf(A)}, and given is ${keyIDOf(B)}\\.`));
    assert.match(failure.message, /MDS_SECRETS_KEY/);
    assert.doesNotMatch(failure.message, /\n/);
    return true;
  });
  assert.deepEqual(await columns(url), kept);
  const shard = await open([A, B]);
  t.after(() => shard.close().catch(() => 'closed already'));
  assert.deepEqual((await (await subscriptionsOf(shard)).find(1))!.headers, wishes.headers);
  // Everything is under the other one, but what a service writes that still encrypts with the first.
  const command = await open([B, A], noLog, '', 'tool');
  await command.secrets.rekey(() => {});
  await command.close();
  const rotated = await (await subscriptionsOf(shard)).rotateSecret(2, 0);
  assert.ok(rotated !== undefined && !(rotated instanceof Problem));
  await shard.close();
  await assert.rejects(open([B]), new RegExp(`holds 1 secrets encrypted with the key ${keyIDOf(A)}`));
});

test('a connection that is cut while secrets are encrypted anew is said to be, and the next run ends it', async (t) => {
  const { url, open } = await place(t, 'postgres');
  await olderDatabase(url, { subscriptions: 5 });
  await (await open([A])).close();
  const shard = await open([B, A], noLog, '', 'tool');
  t.after(() => shard.close());
  await runSql(
    url,
    `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`,
  );
  await runSql(
    url,
    'CREATE TRIGGER cut BEFORE UPDATE ON subscriptions FOR EACH ROW WHEN (NEW.id = 3) EXECUTE FUNCTION cut()',
  );
  await assert.rejects(
    shard.secrets.rekey(() => {}),
    (failure: Error) => {
      assert.ok(failure instanceof DatabaseAway, String(failure.stack));
      assert.equal((failure.cause as { code?: string }).code, '57P01', 'the first fault, and not one of tidying up');
      return true;
    },
  );
  await runSql(url, 'DROP TRIGGER cut ON subscriptions');
  await shard.secrets.rekey(() => {});
  assert.deepEqual([...(await shard.secrets.census()).keys()], [keyIDOf(B)]);
});

test('PostgreSQL without a key is not opened, and one line says how to make one', async (t) => {
  const { open } = await place(t, 'postgres');
  await assert.rejects(open([]), (failure: Error) => {
    assert.match(failure.message, /^Shard s1 is on PostgreSQL and needs MDS_SECRETS_KEY.*openssl rand -base64 32.*$/);
    return true;
  });
});

test('an SQLite database without a key gets one in a file that only its owner reads, and is lost without it', async (t) => {
  const { url, open } = await place(t, 'sqlite');
  const keyFile = `${url.slice('sqlite:'.length)}.key`;
  await olderDatabase(url, { subscriptions: 5 });
  await (await open([])).close();
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
  const key = readFileSync(keyFile, 'utf8');
  assert.match(key, /^[A-Za-z0-9+/]{43}=\n$/);
  copyFileSync(keyFile, `${keyFile}.aside`);
  rmSync(keyFile);
  await assert.rejects(open([]), /encrypted with the key [0-9a-f]{8}, and no key is given.*put its file back: .*\.key/);
  assert.ok(!existsSync(keyFile), 'no other is made in its place');
  writeFileSync(keyFile, 'nonsense');
  await assert.rejects(open([]), /is no file of keys/);
  // Given by the settings instead, behind a new one.
  rmSync(keyFile);
  const shard = await open([B, Buffer.from(key, 'base64')]);
  t.after(() => shard.close());
  assert.deepEqual((await (await subscriptionsOf(shard)).find(1))!.headers, wishes.headers);
  assert.ok(!existsSync(keyFile));
});

onBothEngines(
  'everything is brought under the first key while others write, and the old one can go',
  async (engine, t) => {
    const { url, open } = await place(t, engine);
    await olderDatabase(url, { subscriptions: 250 });
    await (await open([A])).close();
    const shard = await open([B, A]);
    t.after(() => shard.close().catch(() => 'closed already'));
    const store = await subscriptionsOf(shard);
    const beside = Array.from({ length: 20 }, (_, n) =>
      store.change(n + 1, (current) => ({ ...current, headers: { 'X-Key': `new ${n}` } })),
    );
    await shard.secrets.rekey(() => {});
    await Promise.all(beside);
    assert.equal(await shard.secrets.rekey(() => {}), 0, 'a second time there is nothing to do');
    assert.deepEqual([...(await shard.secrets.census()).keys()], [keyIDOf(B)]);
    assert.deepEqual(await shard.examine(), []);
    await shard.close();
    const after = await open([B]);
    t.after(() => after.close());
    const found = await (await subscriptionsOf(after)).list();
    assert.deepEqual(found[0]!.headers, { 'X-Key': 'new 0' });
    assert.deepEqual(found[100]!.headers, wishes.headers);
  },
);

onBothEngines(
  'what was swapped, altered or is under an unknown key is found, and nothing else is lost by it',
  async (engine, t) => {
    const { url, open } = await place(t, engine);
    await olderDatabase(url, { subscriptions: 8 });
    const shard = await open([A]);
    t.after(() => shard.close());
    const [one, , , other] = (await columns(url)) as { sealed_headers: string; signing_secrets: string }[];
    await runSql(url, `UPDATE subscriptions SET sealed_headers = '${other!.sealed_headers}' WHERE id = 1`);
    await runSql(url, `UPDATE subscriptions SET signing_secrets = '${one!.signing_secrets}' WHERE id = 5`);
    await runSql(url, `UPDATE subscriptions SET sealed_headers = 'mds1.00000000.abc' WHERE id = 6`);
    await runSql(url, 'UPDATE subscriptions SET signing_secrets = NULL WHERE id = 8');
    const messages = (await shard.examine()).map(({ message }) => message);
    assert.deepEqual(
      messages.map((message) => message.replace(/account \d+/, 'account')),
      [
        'subscriptions: account: sealed_headers of 1 cannot be read: it was altered',
        'subscriptions: account: signing_secrets of 5 cannot be read: it was altered',
        'subscriptions: account: sealed_headers of 6 cannot be read: its key 00000000 is not known',
        'subscriptions: account: signing_secrets of 8 is missing: run secrets rekey',
      ],
    );
    const store = await subscriptionsOf(shard);
    await assert.rejects(store.find(6), /encrypted with the key 00000000/);
    assert.deepEqual((await store.find(7))!.headers, wishes.headers);
    await shard.secrets.rekey(() => {});
    assert.equal((await shard.examine()).length, 3, 'what was advised has helped');
    assert.deepEqual((await columns(url))[5], { ...(await columns(url))[5], sealed_headers: 'mds1.00000000.abc' });
  },
);

onBothEngines(
  'with a key that is lost for good, what was under it is given up and the rest works on',
  async (engine, t) => {
    const { url, open } = await place(t, engine);
    await olderDatabase(url, { subscriptions: 4 });
    await (await open([A])).close();
    await runSql(url, `UPDATE subscriptions SET active = FALSE, deactivate_reason = 'It answered 410.' WHERE id = 3`);
    await assert.rejects(open([B], noLog, 'ffffffff'), /encrypted with the key/);
    const shard = await open([B], noLog, keyIDOf(A));
    t.after(() => shard.close().catch(() => 'closed already'));
    await assert.rejects(shard.secrets.abandon(keyIDOf(B)), /is not lost/);
    const census = async () => (await shard.secrets.census()).get(keyIDOf(A));
    assert.equal(await census(), 8, 'three headers, four signing secrets, one answer');
    for (const [cut, mended] of cuts(engine)) {
      await runSql(url, cut);
      await assert.rejects(shard.secrets.abandon(keyIDOf(A)));
      await runSql(url, mended);
      const missing = (await columns(url)).filter(
        (one) => (one as { signing_secrets: unknown }).signing_secrets === null,
      );
      assert.deepEqual(missing, [], 'each can be delivered, or is under the key that is yet to be given up');
    }
    assert.equal(await census(), 4, 'what was given up before it was cut off is not given up again');
    assert.equal(await shard.secrets.abandon(keyIDOf(A)), 4);
    assert.deepEqual(await shard.examine(), []);
    await shard.close();
    const after = await open([B]);
    t.after(() => after.close());
    const found = await (await subscriptionsOf(after)).list();
    assert.deepEqual(
      found.map(({ headers, active }) => [headers, active]),
      [
        [{}, false],
        [{}, true],
        [{}, false],
        [{}, false],
      ],
    );
    assert.match(found[0]!.deactivateReason!, /^The values of its headers .* a key that is lost/);
    assert.match(found[2]!.deactivateReason!, /^It answered 410\. The values of its headers .* a key that is lost/);
    assert.equal(found[2]!.deactivateReason!.split('The values of its headers').length, 2, 'said once');
  },
);

/** What cuts off the giving up at a signing secret, and then at its last statement; each with what takes it away. */
function cuts(engine: Engine): [string, string][] {
  const sealed = `signing_secrets LIKE 'mds1.${keyIDOf(B)}.%'`;
  const away = 'ALTER TABLE subscription_periods RENAME TO periods_away';
  const back = 'ALTER TABLE periods_away RENAME TO subscription_periods';
  if (engine === 'postgres') {
    const check = `ALTER TABLE subscriptions ADD CONSTRAINT cut CHECK (id <> 3 OR NOT ${sealed})`;
    return [
      [check, 'ALTER TABLE subscriptions DROP CONSTRAINT cut'],
      [away, back],
    ];
  }
  const trigger = `CREATE TRIGGER cut BEFORE UPDATE ON subscriptions WHEN NEW.id = 3 AND NEW.${sealed}
    BEGIN SELECT RAISE(ABORT, 'cut off'); END`;
  return [
    [trigger, 'DROP TRIGGER cut'],
    [away, back],
  ];
}
