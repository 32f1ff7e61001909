import assert from 'node:assert/strict';
import { sample } from '../conformance/samples.ts';
import { databaseUrl, onEitherEngine, startApp } from '../support/app.ts';
import { firm } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';

onEitherEngine(
  'an export that cannot be remembered is none, and takes no place from the next ones, of which there are two at once',
  async (engine, t) => {
    const DATABASE_URL = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL });
    const { account, admin, home } = await firm(app);
    await runSql(DATABASE_URL, 'ALTER TABLE audit RENAME TO audit_away');
    for (let n = 0; n < 3; n++) {
      const refused = await admin.get(`${home}/Users/Export`);
      assert.deepEqual([refused.status, refused.json.code], [500, 'internal_error']);
    }
    await runSql(DATABASE_URL, 'ALTER TABLE audit_away RENAME TO audit');
    const saved = await admin.get(`${home}/Users/Export`);
    assert.equal(saved.status, 200, saved.text);
    const [entry] = (await admin.get(`${home}/Audit?what=records.exported`)).json;
    assert.equal(entry.about, 'Users');

    // More than a connection takes of which nobody reads, unless it were compressed.
    const tasks = Array.from({ length: 300 }, (_, n) => sample('Tasks', n + 1, { Notes: 'x'.repeat(60_000) }));
    await app.shard.bulk(account).load('Tasks', tasks);
    const left = new AbortController();
    t.after(() => left.abort());
    const begin = () =>
      fetch(`${app.url}/console/api${home}/Tasks/Export`, {
        headers: { cookie: admin.cookie, accept: 'text/html', 'accept-encoding': 'identity' },
        signal: left.signal,
      });
    const held = [await begin(), await begin()];
    const third = await admin.get(`${home}/Tasks/Export`);
    assert.deepEqual([third.status, third.json.code], [429, 'too_many_streams']);
    assert.deepEqual(
      held.map(({ status }) => status),
      [200, 200],
    );
    left.abort();
  },
);

onEitherEngine('whoever only asks how a list would be sent has taken nothing away', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  assert.equal((await admin.send('HEAD', `${home}/Users/Export`)).status, 200);
  assert.deepEqual((await admin.get(`${home}/Audit?what=records.exported`)).json, []);
});

onEitherEngine('the timeline of an asset that is taken away is remembered, as a list is', async (engine, t) => {
  const DATABASE_URL = await databaseUrl(t, engine);
  const app = await startApp(t, engine, { DATABASE_URL });
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const { ID } = (await key.post('/api/Assets', { Name: 'Boiler' })).json;
  const path = `${home}/Assets/${ID}/Timeline`;
  assert.equal((await admin.get(path)).status, 200);
  assert.equal((await admin.send('HEAD', `${path}/Export`)).status, 200);
  assert.equal((await admin.get(`${home}/Assets/999/Timeline/Export`)).status, 404);
  await runSql(DATABASE_URL, 'ALTER TABLE audit RENAME TO audit_away');
  const refused = await admin.get(`${path}/Export`);
  await runSql(DATABASE_URL, 'ALTER TABLE audit_away RENAME TO audit');
  assert.deepEqual((await admin.get(`${home}/Audit?what=records.exported`)).json, [], 'nothing was taken away');
  const saved = await admin.get(`${path}/Export`);
  assert.equal(saved.status, 200, saved.text);
  const told = (await admin.get(`${home}/Audit?what=records.exported`)).json;
  assert.deepEqual(
    told.map(({ by, about, detail }: never) => [(by as { email: string }).email, about, detail]),
    [['admin@example.com', `Assets/${ID}/Timeline`, { form: 'text/csv' }]],
  );
  assert.deepEqual([refused.status, refused.json.code], [500, 'internal_error']);
});
