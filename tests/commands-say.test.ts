// What commands say to the person who typed them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { CommandFailure } from '../src/cli/command.ts';
import { readCommandLine } from '../src/cli/command-line.ts';
import { explained } from '../src/cli/explained.ts';
import { commandsFor } from '../src/cli/index.ts';
import { readSettings } from '../src/settings.ts';
import { type Engine, emptyDatabaseUrl, onBothEngines, onEitherEngine } from './support/app.ts';
import { childEnvironment } from './support/child-environment.ts';
import { TEST_KEY } from './support/keys.ts';
import { olderDatabase } from './support/older-database.ts';
import { testDatabase } from './support/postgres.ts';
import { runSql } from './support/run-sql.ts';

const mds = join(import.meta.dirname, '../bin/mds.js');

onEitherEngine('commands say what they made, what they refuse and why', async (engine, t) => {
  const run = await commandsOf(t, engine);
  assert.equal((await run('migrate')).said, `s1 (${engine}): a new database was made\n`);
  assert.equal((await run('migrate')).said, `s1 (${engine}): schema is up to date\n`);

  const made = await run('accounts', 'create', '--name', 'Northgate', '--admin-email', 'ann@example.com', '--json');
  const { accountID } = JSON.parse(made.said);
  const whose = ['--account', accountID];
  assert.deepEqual(await run('people', 'disable', ...whose, '--email', 'ann@example.com'), {
    status: 1,
    said: 'ann@example.com is the last active admin of the account, without whom nobody could let others in. Make somebody else an active admin first.\n',
  });
  assert.deepEqual(await run('people', 'invite', ...whose, '--email', 'nonsense', '--role', 'Boss'), {
    status: 1,
    said: '--email must be an e-mail address of 1 to 254 characters.\n--role must be one of Admin, Manager, Technician, ReadOnly.\n',
  });
  assert.match(
    (await run('people', 'invite', ...whose, '--email', 'ann@example.com')).said,
    new RegExp(
      `^The account has ann@example\\.com already\\. For a new link: .* people reset-link --account ${accountID} --email ann@example\\.com\n$`,
    ),
  );
  const bea = ['--email', 'bea@example.com'];
  assert.equal((await run('people', 'invite', ...whose, ...bea)).status, 0);
  assert.equal((await run('people', 'disable', ...whose, ...bea)).status, 0);
  assert.deepEqual(await run('people', 'invite', ...whose, ...bea), {
    status: 1,
    said: 'bea@example.com is disabled. An admin of the account makes the person active in the console.\n',
  });
  assert.deepEqual(await run('secrets', 'abandon', '--key', '12345678', '--yes'), {
    status: 1,
    said: 'No secret is under the key 12345678, so there is nothing to give up. doctor names the keys in use.\n',
  });
  assert.match((await run('export', ...whose, '--to', 'account.jsonl')).said, / \(\d+ kB\): /);
  assert.deepEqual(await run('export', ...whose, '--to', ''), {
    status: 2,
    said: '--to needs a value: The file to write; it must not exist. Compressed if it ends in .gz.\n',
  });

  for (const [given, status, said] of [
    ['MDS_BOOTSTRAP', 2, '--default needs a setting and its value: NAME=VALUE.\n'],
    ['HOTS=0.0.0.0', 2, '--default: HOTS is not a setting; did you mean HOST?\n'],
    ['MDS_SHARDS=s1=sqlite:a.db,s2=oracle:b', 1, /MDS_SHARDS must be sqlite:/],
  ] as const) {
    const refused = await run('serve', '--default', given);
    assert.equal(refused.status, status, given);
    if (typeof said === 'string') assert.equal(refused.said, said);
    else assert.match(refused.said, said, 'a value is taken whole, with its commas');
  }

  const key = JSON.parse((await run('keys', 'create', ...whose, '--name', 'ERP', '--preset', 'Full', '--json')).said);
  const rotate = ['keys', 'rotate', ...whose, '--integration', key.integrationID, '--grace'];
  for (const grace of ['100000000d', '366d', '-1h']) {
    assert.deepEqual(await run(...rotate, grace), {
      status: 2,
      said: '--grace needs a duration such as 24h, 30m or 0s, of at most 365d.\n',
    });
  }
  assert.equal((await run(...rotate, '365d')).status, 0);
});

onEitherEngine('where there is no console, commands hand out no link to it', async (engine, t) => {
  const run = await commandsOf(t, engine, { MDS_CONSOLE: 'off' });
  await run('migrate');
  const { said } = await run('accounts', 'create', '--name', 'Northgate', '--admin-email', 'ann@example.com');
  const [, accountID] = /accountID: (\S+)/.exec(said)!;
  assert.doesNotMatch(said, /link#/);
  assert.match(said, new RegExp(`people reset-link --account ${accountID} --email ann@example.com\n`));
  for (const [word, email] of [
    ['invite', 'joe@example.com'],
    ['reset-link', 'ann@example.com'],
  ]) {
    assert.deepEqual(await run('people', word!, '--account', accountID!, '--email', email!), {
      status: 1,
      said: 'The console is off (MDS_CONSOLE), so a link would lead nowhere. Switch it on first.\n',
    });
  }
  assert.doesNotMatch((await run('people', 'list', '--account', accountID!)).said, /joe@/);
});

onEitherEngine('a link begins with the public address, and says where it works without one', async (engine, t) => {
  const made = async (environment: Record<string, string>) => {
    const run = await commandsOf(t, engine, environment);
    await run('migrate');
    const first = await run('accounts', 'create', '--name', 'Northgate', '--admin-email', 'ann@example.com');
    const [, accountID] = /accountID: (\S+)/.exec(first.said)!;
    const again = await run('people', 'reset-link', '--account', accountID!, '--email', 'ann@example.com');
    return [first.said, again.said];
  };
  for (const said of await made({})) {
    assert.match(said, /^ {2}http:\/\/localhost:8080\/console\/link#\S+\n {2}It works on this machine alone\./m);
    assert.match(said, /set MDS_PUBLIC_URL/);
  }
  for (const said of await made({ MDS_PUBLIC_URL: 'https://mds.example.com' })) {
    assert.match(said, /^ {2}https:\/\/mds\.example\.com\/console\/link#\S+$/m);
    assert.doesNotMatch(said, /MDS_PUBLIC_URL/);
  }
});

test('a removal that fails says that the account is frozen now, and so does its audit log (postgres)', async (t) => {
  const { url, mds } = await commandsHere(t);
  const { accountID } = await mds('accounts', 'create', '--name', 'Northgate', '--admin-email', 'ann@example.com');
  const remove = ['accounts', 'remove', '--account', accountID as string, '--yes'];
  await runSql(url, ending('disk_full', `RAISE EXCEPTION 'full' USING ERRCODE = '53100'`));
  await runSql(url, 'CREATE TRIGGER full_disk BEFORE DELETE ON links FOR EACH STATEMENT EXECUTE FUNCTION disk_full()');
  const saying = (left: RegExp) => (failure: Error) => {
    assert.match(failure.message, /^The database has no room left on its disk\. The operator must free some\. /);
    assert.match(failure.message, left);
    return failure instanceof CommandFailure;
  };
  const frozenNow = new RegExp(
    `${accountID} is frozen now and nothing of it was removed: run it again, or .* accounts thaw --account ${accountID} --shard s1$`,
  );
  await assert.rejects(mds(...remove), saying(frozenNow));
  assert.deepEqual(await runSql(url, `SELECT what FROM audit WHERE what LIKE 'account.%'`), [
    { what: 'account.frozen' },
  ]);
  // Frozen before, as one that moves is: thawing it might make two of it.
  await assert.rejects(mds(...remove), saying(/ Nothing of it was removed: run it again\.$/));

  await runSql(url, ending('cut', 'PERFORM pg_terminate_backend(pg_backend_pid())'));
  await runSql(
    url,
    'CREATE CONSTRAINT TRIGGER cut AFTER UPDATE ON accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cut()',
  );
  const failure = await mds('accounts', 'thaw', '--account', accountID as string).catch((failure: unknown) => failure);
  assert.equal(
    await explained(failure),
    'The database stopped answering while the change was being committed: whether it was made is not known. Look whether it was made before you run it again.',
  );
});

test('an account whose admin or link could not be made is named all the same (postgres)', async (t) => {
  const { url, mds, shown } = await commandsHere(t);
  const create = ['accounts', 'create', '--name', 'Northgate', '--admin-email', 'ann@example.com'];
  await runSql(url, ending('late', `RAISE EXCEPTION 'late' USING ERRCODE = '57014'`));
  const refusing = (what: string) =>
    runSql(url, `CREATE TRIGGER late BEFORE ${what} FOR EACH STATEMENT EXECUTE FUNCTION late()`);
  await refusing('INSERT ON links');
  const { accountID, ...made } = await mds(...create);
  assert.equal(made.adminLink, null);
  const said = shown({ accountID, ...made });
  assert.match(
    said,
    /^accountID: acc_\w+\n.*\nThe admin was added, but the link could not be made: \w.*\. Make one by:/,
  );
  assert.match(said, new RegExp(`\n {2}.* people reset-link --account ${accountID} --email ann@example.com\n`));

  await refusing('INSERT ON users');
  await refusing('DELETE ON integrations');
  await assert.rejects(mds(...create), (failure: Error) => {
    assert.match(failure.message, /^The admin could not be added: \w.*\./);
    assert.match(failure.message, / The account acc_\w+ is left without an admin: remove it\.$/);
    return failure instanceof CommandFailure;
  });
  assert.equal((await runSql(url, 'SELECT id FROM accounts')).length, 2);
  await runSql(url, ending('broken', `RAISE EXCEPTION 'broken'`));
  await runSql(url, 'CREATE TRIGGER broken BEFORE INSERT ON users FOR EACH STATEMENT EXECUTE FUNCTION broken()');
  const fault = await mds(...create).catch((failure: unknown) => failure);
  assert.match(await explained(fault), /: broken\. The account acc_\w+ is left .* remove it\.\nerror: broken\n +at /);
});

/** On PostgreSQL and in this process: what becomes of a command whose statement fails. */
async function commandsHere(t: TestContext) {
  const url = await testDatabase(t);
  const settings = readSettings({ DATABASE_URL: url, MDS_SECRETS_KEY: TEST_KEY });
  let shown: (result: unknown) => string = String;
  const mds = async (...argv: string[]) => {
    const asked = readCommandLine(argv, await commandsFor(argv));
    assert.ok('command' in asked);
    shown = (result) => asked.command.show!(result as never);
    const context = { settings, talkative: false, json: true, rest: [] };
    return (await asked.command.run(asked.given, context)) as Record<string, unknown>;
  };
  return { url, mds, shown: (result: unknown) => shown(result) };
}

function ending(name: string, statement: string): string {
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$`;
}

type Run = (...argv: string[]) => Promise<{ status: number; said: string }>;

/** In a folder and on a database of their own. */
onBothEngines(
  'migrate says from which schema to which it has brought a database, and tells of each step',
  async (engine, t) => {
    const DATABASE_URL = await emptyDatabaseUrl(t, engine);
    await olderDatabase(DATABASE_URL, { subscriptions: 1 });
    const env = { ...childEnvironment(), DATABASE_URL };
    const run = () => promisify(execFile)(process.execPath, [mds, 'migrate'], { env });
    const { stdout, stderr } = await run();
    const [, from, to] = /^s1 \(\w+\): schema migrated from (\d+) to (\d+) in \d+(?:\.\d)? s/.exec(stdout) ?? [];
    assert.ok(Number(from) < Number(to), stdout);
    const steps = stderr.trimEnd().split('\n');
    assert.equal(steps[0], `s1: applying migration ${Number(from) + 1} of ${to}`);
    assert.equal(steps.at(-1), `s1: applying migration ${to} of ${to}`);
    assert.equal(new Set(steps).size, Number(to) - Number(from));
    const again = await run();
    assert.deepEqual([again.stdout, again.stderr], [`s1 (${engine}): schema is up to date\n`, '']);
  },
);

async function commandsOf(t: TestContext, engine: Engine, settings: NodeJS.ProcessEnv = {}): Promise<Run> {
  const DATABASE_URL = await emptyDatabaseUrl(t, engine);
  const cwd = mkdtempSync(join(tmpdir(), 'mds-say-'));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const env = { ...childEnvironment(), ...settings, DATABASE_URL };
  return async (...argv) => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [mds, ...argv], { cwd, env });
      return { status: 0, said: stdout };
    } catch (failure) {
      const { code, stderr } = failure as { code: number; stderr: string };
      return { status: code, said: stderr };
    }
  };
}
