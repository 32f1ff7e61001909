// An import takes in an account whole and sound, or leaves nothing behind; and doctor finds what should never have come in.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { CommandFailure } from '../src/cli/command.ts';
import type { Json } from '../src/lib/json.ts';
import { StorageError } from '../src/storage/storage-error.ts';
import { rowColumnsOf } from '../src/storage/transfer/account-rows.ts';
import { writeRows } from './support/account-file.ts';
import { onBothEngines, onEitherEngine, startApp } from './support/app.ts';
import { altered, alteredRow, each, exported, openShard, readAltered } from './support/exported-account.ts';
import { runSql } from './support/run-sql.ts';
import { runCommand } from './support/service.ts';

const oddValues: Json[] = [
  null,
  true,
  0,
  -1,
  1,
  3,
  7.5,
  2 ** 53 - 1,
  '',
  'x',
  'Open',
  'https://example.com',
  'a@b',
  '2026-01-01',
  '{}',
  '[]',
  '\u001b]0;x\u0007',
  'é'.repeat(300),
  [],
  {},
  [{}],
  { a: null },
];

/** One value of one row is something else: a column, or a field of a document. */
const mutation = fc.record({ row: fc.nat(), place: fc.nat(), value: fc.constantFrom(...oddValues) });

onEitherEngine(
  'a file with any one value altered is imported sound, or refused with a sentence; nothing else',
  async (engine, t) => {
    const { account, rows } = await exported(t);
    const { shard, url } = await openShard(t, engine);
    let [taken, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(mutation, async ({ row: at, place, value }) => {
        const row = rows[at % rows.length]!;
        const names = Object.keys(rowColumnsOf(row.kind));
        const document = names.indexOf('text');
        const fields = document < 0 ? [] : Object.keys(JSON.parse(row.values[document] as string) ?? {});
        const name = [...names.filter((one) => one !== 'text'), ...fields][
          place % (names.length - (document < 0 ? 0 : 1) + fields.length)
        ]!;
        const mutated = rows.with(at % rows.length, alteredRow(row, { [name]: value }));
        const file = await readAltered(t, account, mutated).catch((failure) => {
          assert.ok(failure instanceof CommandFailure, failure.stack);
          return undefined;
        });
        if (file === undefined) return void refused++;
        try {
          await shard.importAccount(account, file.rows());
        } catch (failure) {
          assert.ok(
            failure instanceof StorageError,
            `${row.kind}.${name} = ${JSON.stringify(value)}: ${(failure as Error).stack}`,
          );
          assert.deepEqual(await shard.accounts.list(), []);
          return void refused++;
        }
        taken++;
        const findings = await shard.examine();
        await shard.accounts.remove((await shard.accounts.find(account.id))!);
        assert.deepEqual(findings, [], `${row.kind}.${name} = ${JSON.stringify(value)}`);
      }),
      { numRuns: engine === 'sqlite' ? 150 : 60, seed: 20_261_115 },
    );
    t.diagnostic(`${taken} were taken, ${refused} refused`);
    assert.ok(taken > 0 && refused > 10);
    for (const table of [
      'accounts',
      'tasks',
      'changes',
      'deliveries',
      'subscriptions',
      'integrations',
      'record_counters',
    ]) {
      assert.deepEqual(
        await runSql(url, `SELECT count(*) AS n FROM ${table}`).then(([row]) => Number((row as { n: number }).n)),
        0,
        table,
      );
    }
  },
);

onBothEngines('values that are taken twice are refused by name, and nothing is left behind', async (engine, t) => {
  const { account, rows } = await exported(t);
  const { shard } = await openShard(t, engine);
  const email = JSON.parse(rows.find(({ kind }) => kind === 'Users')!.values[1] as string).Email;
  const file = await readAltered(t, account, altered(rows, 'Users', { Email: email }, 1));
  await assert.rejects(shard.importAccount(account, file.rows()), (failure: Error) => {
    assert.ok(failure instanceof StorageError, String(failure.stack));
    assert.match(failure.message, /Users.*twice.*Nothing was imported/s);
    return true;
  });
  assert.deepEqual(await shard.accounts.list(), []);
});

onBothEngines(
  'an import under way is not to be seen: not listed, not found, and its keys do not work',
  async (engine, t) => {
    const { account, rows } = await exported(t);
    const { shard } = await openShard(t, engine);
    const apiKey = rows.find(({ kind }) => kind === 'integrations')!.values[4] as string;
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    async function* stuck() {
      yield* rows.slice(0, -1);
      reached.resolve();
      await goOn.promise;
      yield* rows.slice(-1);
    }
    const importing = shard.importAccount(account, stuck());
    await reached.promise;
    assert.deepEqual(await shard.accounts.list(), []);
    // Freezing, thawing, removing and writing all begin with finding it.
    for (const id of [account.id, `importing:${account.id}`])
      assert.equal(await shard.accounts.find(id), undefined, id);
    assert.equal(await shard.accounts.credential(apiKey), undefined);
    assert.deepEqual(await shard.deliveries.subscriptionsWaiting(0, 10), []);
    goOn.resolve();
    await importing;
    assert.equal((await shard.accounts.list()).length, 1);
    assert.deepEqual(await shard.examine(), []);
  },
);

onEitherEngine('what was written before there were limits to it is moved with its account', async (engine, t) => {
  const app = await startApp(t, engine);
  const account = await app.account();
  const client = await app.key(account);
  const made = async (path: string, body: Json) => {
    const { status, json, text } = await client.post(path, body);
    assert.equal(status, 201, text);
    return json;
  };
  const Fields = [{ FieldID: 'readings', Label: 'Readings', Type: 'Text' }];
  const template = await made('/api/FormTemplates', { Name: 'Meter', Status: 'Published', Fields });
  const answer = (Value: Json) => ({ FieldID: 'readings', Label: 'Readings', Value, Note: null, Flagged: null });
  const form = await made('/api/Forms', { Name: 'Meter', FormTemplateID: template.ID, Answers: [answer({})] });
  const board = await made('/api/Boards', { Name: 'Blank', Columns: [{ Name: 'To do', Status: 'Open' }] });
  const Value = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, n]));
  const loaded = app.shard.bulk(account);
  await loaded.load('Forms', [{ ...form, ID: 2, Number: 'F-000002', Answers: [answer(Value)] }]);
  await loaded.load('Boards', [{ ...board, ID: 2, Columns: [{ ...board.Columns[0], Name: ' ' }] }]);
  const shrunk = await client.patch('/api/Forms/2', [{ op: 'remove', path: '/Answers/0/Value/key1' }]);
  assert.equal(shrunk.status, 200, shrunk.text);
  await app.shard.accounts.setFrozen(account, true);
  const { shard } = await openShard(t, engine);
  await app.shard.exportAccount(account, async ({ account: moving, rows }) => {
    const file = await readAltered(t, moving, await Array.fromAsync(rows));
    await shard.importAccount(moving, file.rows());
  });
  assert.deepEqual(await shard.examine(), []);
  const store = shard.records((await shard.accounts.find(account.id))!);
  assert.deepEqual(JSON.parse((await store.read('Boards', 2))!.text).Columns[0].Name, ' ');
});

test('the command refuses an evil file in one sentence, and prints no name as it stands', async (t) => {
  const { account, rows } = await exported(t);
  const folder = mkdtempSync(join(tmpdir(), 'mds-import-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const DATABASE_URL = `sqlite:${join(folder, 'a.db')}`;
  const run = (...argv: string[]) => runCommand(argv, { DATABASE_URL }, folder);
  await run('migrate');
  await writeRows(
    join(folder, 'evil'),
    account,
    each(altered(rows, 'subscriptions', { target_url: 'ftp://x\u001b[2J' })),
  );
  await assert.rejects(run('import', '--from', 'evil'), (failure: Error & { stderr: string }) => {
    assert.match(
      failure.stderr,
      /evil cannot be imported: line \d+ \(subscriptions\): .*targetUrl must begin with https/,
    );
    assert.doesNotMatch(failure.stderr, /\u001b| at .*\.ts/);
    return true;
  });
  assert.deepEqual(await run('accounts', 'list'), []);
  // A name that is in the database already, however it got there.
  await runSql(
    DATABASE_URL,
    `INSERT INTO accounts (id, name, created_on) VALUES ('acc_evil', 'A' || char(27, 155) || '[2J', 5)`,
  );
  await assert.rejects(run('accounts', 'remove', '--account', 'acc_evil'), (failure: Error & { stderr: string }) => {
    assert.match(failure.stderr, /A\\u001b\\u009b\[2J/);
    return true;
  });
});

onBothEngines('doctor names subscriptions that nothing can be delivered to', async (engine, t) => {
  const { account, rows } = await exported(t);
  const { shard, url } = await openShard(t, engine);
  await shard.importAccount(account, each(rows));
  assert.deepEqual(await shard.examine(), []);
  for (const [set, found] of [
    [`target_url = 'ftp://example.com'`, /subscription 1: \/targetUrl must begin with https/],
    [`sealed_headers = '[]'`, /\/headers must be an object/],
    [`sealed_headers = 'x'`, /\/headers is no JSON/],
    [`entity_type = 'Gadgets'`, /\/entityType must be one of/],
    [`action = 'Exploded'`, /\/action must be one of/],
  ] as const) {
    const kept = (
      await runSql(url, 'SELECT target_url, sealed_headers, entity_type, action FROM subscriptions WHERE id = 1')
    )[0]!;
    await runSql(url, `UPDATE subscriptions SET ${set} WHERE id = 1`);
    const findings = await shard.examine();
    assert.match(findings.map(({ message }) => message).join('\n'), found);
    const back = Object.entries(kept).map(([name, value]) => `${name} = '${value}'`);
    await runSql(url, `UPDATE subscriptions SET ${back.join(', ')} WHERE id = 1`);
  }
  assert.deepEqual(await shard.examine(), []);
});
