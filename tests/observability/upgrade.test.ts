// An instance beside a newer one, which has migrated their PostgreSQL: it reads on, takes no more changes, and says so.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Log, noLog } from '../../src/lib/log.ts';
import { steadyClock } from '../../src/lib/time.ts';
import { WatchedClient } from '../../src/storage/postgres/watched-client.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import type { AccountRow } from '../../src/storage/transfer/account-rows.ts';
import { sample } from '../conformance/samples.ts';
import { type Client, type Reply, startApp } from '../support/app.ts';
import { testDatabase } from '../support/postgres.ts';

/** What a newer version's migration might be: a field of tasks with its column, and a column of another table. */
const MIGRATION = `
  ALTER TABLE tasks ADD COLUMN colour text;
  ALTER TABLE integrations ADD COLUMN note text NOT NULL DEFAULT '';
  ALTER TABLE subscriptions ADD COLUMN note text NOT NULL DEFAULT '';
  UPDATE tasks_documents SET text = replace(text, '"Name":', '"Colour":"red","Name":');
  UPDATE meta SET value = (value::int + 1)::text WHERE name = 'schema_version'`;

const OUTDATED = /A newer version has migrated the database to schema \d+; this instance knows \d+\./;

test('beside a newer schema an instance answers what is read, refuses every change, and tells balancer and operator', async (t) => {
  const { app, key, stranger, task, database, lines } = await start(t);
  await database.query(MIGRATION);

  const requests: [Client, string, unknown?][] = [];
  for (const by of [key, stranger])
    requests.push([by, `/api/Tasks/${task}`], [by, '/api/Tasks'], [by, '/api/Webhooks']);
  for (const [by, path] of requests) {
    const reply = await by.get(path);
    assert.equal(reply.status, 200, `${path} ${reply.text}`);
  }
  assert.equal((await key.get(`/api/Tasks/${task}`)).json.Colour, 'red');

  refused(await key.patch(`/api/Tasks/${task}`, [{ op: 'replace', path: '/Name', value: 'Changed' }]));
  refused(await key.post('/api/Tasks', { Name: 'New' }));
  refused(await key.delete(`/api/Tasks/${task}`));
  refused(await key.post('/api/Webhooks', subscription));
  refused(await key.delete('/api/Webhooks/1'));
  assert.equal((await key.get('/api/Tasks')).json.length, 1, 'nothing was written');
  assert.match((await key.get(`/api/Tasks/${task}`)).json.Name, /^Before$/);

  const ready = await fetch(`${app.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.match(((await ready.json()) as { detail: string }).detail, OUTDATED);
  assert.equal((await fetch(`${app.url}/healthz`)).status, 200);
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.match(lines[0]!, OUTDATED);
});

test('an instance that nobody asks for changes finds out by itself within seconds', async (t) => {
  const { app, database, lines } = await start(t);
  assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
  await database.query(MIGRATION);
  const until = performance.now() + 5_000;
  while ((await fetch(`${app.url}/readyz`)).status === 200) {
    assert.ok(performance.now() < until, 'it is not ready any more');
    await sleep(50);
  }
  assert.equal(lines.length, 1);
});

test('a change that comes while a migration is under way waits for it and is then refused; none slips through', async (t) => {
  const { key, task, database } = await start(t);
  await database.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('mds schema', 0))`);
  const waiting = [
    key.post('/api/Tasks', { Name: 'New' }),
    key.patch(`/api/Tasks/${task}`, [{ op: 'replace', path: '/Name', value: 'Changed' }]),
    key.post('/api/Webhooks', subscription),
  ];
  await sleep(200);
  // Needs the tables for itself: whoever waits for the migration must hold none of them.
  await database.query(MIGRATION);
  await database.query('COMMIT');
  for (const reply of await Promise.all(waiting)) refused(reply);
  const { rows } = await database.query(`SELECT id FROM tasks_documents WHERE text NOT LIKE '%"Colour"%'`);
  assert.deepEqual(rows, []);
});

test('while another version folds the texts anew, an instance that folds in another way writes nothing', async (t) => {
  const { key, task, database } = await start(t);
  await database.query(`UPDATE meta SET value = '99' WHERE name = 'fold_target'`);
  const reply = await key.patch(`/api/Tasks/${task}`, [{ op: 'replace', path: '/Name', value: 'Changed' }]);
  assert.equal(reply.status, 503);
  assert.match(reply.json.detail, /^Another version compares texts and enums in the database anew \(99; /);
});

test('an import or a seed that a newer version overtakes is refused: it would leave columns that nobody makes anew', async (t) => {
  const { app, account, database } = await start(t);
  const [shard] = app.shards.values();
  let ahead = 0;
  t.mock.method(steadyClock, 'now', () => performance.now() + ahead);
  const overtaken = async (how: string, undo: string) => {
    // Before it has begun, after some rows, and when the rows that came are counted.
    for (const [rows, at] of [[0, 0], [1_000, 0], [1_000, 500], [1_000]] as const) {
      let given = 0;
      const begin = async () => {
        await database.query(how);
        ahead += 1_000;
      };
      async function* some(): AsyncGenerator<AccountRow> {
        if (at === 0) await begin();
        for (; given < rows; given++) {
          if (given > 0 && given === at) await begin();
          yield { kind: 'record_counters', values: [`Type ${given}`, 1] };
        }
      }
      const counts = watchCounts(t, () => (at === undefined ? begin() : undefined));
      await assert.rejects(
        shard!.importAccount({ id: 'acc_late', name: 'Late', createdOn: 5 }, some()),
        (failure: Error) => {
          assert.equal(failure.message, 'Another version migrates the database, or has done so. Nothing was imported.');
          return failure instanceof StorageError;
        },
      );
      const why = 'it ends at once: whoever migrates, and all who change anything, wait for it';
      assert.ok(given < (at ?? rows) + 200, why);
      assert.equal(counts.end(), at === undefined ? 1 : 0, why);
      assert.equal(await shard!.accounts.find('acc_late'), undefined);
      await database.query(undo);
    }
  };
  // While it is at it: whoever migrates may wait for tables that the import holds.
  await overtaken(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('mds schema', 0))`, 'COMMIT');
  const folds = (value: string) => `UPDATE meta SET value = ${value} WHERE name = 'fold_target'`;
  await overtaken(folds(`value || '9'`), folds('left(value, -1)'));
  await database.query(folds(`'99'`));
  const loading = shard!.bulk(account).load('Boards', [sample('Boards', 1)]);
  await assert.rejects(loading, /Another version compares texts and enums in the database anew/);
});

/** How many types were counted by an import; something may happen before the first of them is. */
function watchCounts(t: TestContext, first: () => Promise<void> | undefined) {
  const { query } = WatchedClient.prototype;
  let counted = 0;
  const watch = t.mock.method(WatchedClient.prototype, 'query', function (this: WatchedClient, ...asked: unknown[]) {
    const go = () => Reflect.apply(query, this, asked);
    if (!String(asked[0]).startsWith('SELECT count(*) AS records')) return go();
    counted++;
    return (counted === 1 ? first()?.then(go) : undefined) ?? go();
  });
  return {
    end() {
      watch.mock.restore();
      return counted;
    },
  };
}

const subscription = { entityType: 'Tasks', action: 'Updated', targetUrl: 'https://example.com/hook' };

async function start(t: TestContext) {
  const url = await testDatabase(t);
  const lines: string[] = [];
  const collect = (_: object, message: string) => lines.push(message);
  const log: Log = { ...noLog, info: collect, warn: collect, error: collect };
  const app = await startApp(t, 'postgres', { DATABASE_URL: url, MDS_RATE_LIMIT: '1000' }, { log });
  const account = await app.account();
  const [key, stranger] = [await app.key(account), await app.key(account)];
  const { json } = await key.post('/api/Tasks', { Name: 'Before' });
  assert.equal((await key.post('/api/Webhooks', subscription)).status, 201);
  assert.equal((await key.get('/api/Webhooks')).status, 200);
  const database = new pg.Client(url);
  await database.connect();
  t.after(() => database.end());
  return { app, account, key, stranger, task: json.ID as number, database, lines };
}

function refused(reply: Reply): void {
  assert.equal(reply.status, 503, reply.text);
  assert.equal(reply.json.code, 'unavailable');
  assert.match(reply.json.detail, OUTDATED);
  assert.match(reply.json.detail, /must be replaced/);
  assert.match(reply.headers.get('retry-after')!, /^\d+$/);
}
