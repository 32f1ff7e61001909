import assert from 'node:assert/strict';
import { databaseUrl, onBothEngines, startApp } from '../support/app.ts';
import { firm } from '../support/people.ts';
import { runSql } from '../support/run-sql.ts';

onBothEngines(
  'an export that cannot be remembered is none, and takes no place from the next ones',
  async (engine, t) => {
    const DATABASE_URL = await databaseUrl(t, engine);
    const app = await startApp(t, engine, { DATABASE_URL });
    const { admin, home } = await firm(app);
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
  },
);

onBothEngines('whoever only asks how a list would be sent has taken nothing away', async (engine, t) => {
  const app = await startApp(t, engine);
  const { admin, home } = await firm(app);
  assert.equal((await admin.send('HEAD', `${home}/Users/Export`)).status, 200);
  assert.deepEqual((await admin.get(`${home}/Audit?what=records.exported`)).json, []);
});
