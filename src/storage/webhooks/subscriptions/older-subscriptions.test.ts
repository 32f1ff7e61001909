// Subscriptions of a version that kept neither periods nor hours: what is known of them is written when the database is opened.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Engine, emptyDatabaseUrl, onBothEngines } from '../../../../tests/support/app.ts';
import { TEST_KEY, testKeys } from '../../../../tests/support/keys.ts';
import { runSql } from '../../../../tests/support/run-sql.ts';
import { FOLD_VERSION } from '../../../lib/fold.ts';
import { readSettings, shardsOf } from '../../../settings.ts';
import { openShards } from '../../shards.ts';

const HOUR_MS = 3_600_000;

onBothEngines(
  'a subscription from before is on since now, and off since its last failure or its key',
  async (engine, t) => {
    const url = await emptyDatabaseUrl(t, engine);
    const before = Date.now();
    const failedOn = before - 5 * HOUR_MS;
    const revokedOn = before - 3 * HOUR_MS;
    await createOlder(url, engine, failedOn, revokedOn);
    const [shard] = (
      await openShards(shardsOf(readSettings({ DATABASE_URL: url, MDS_SECRETS_KEY: TEST_KEY })), OPTIONS)
    ).values();
    t.after(() => shard!.close());
    assert.deepEqual(await shard!.examine(), []);
    const periods = (await runSql(
      url,
      'SELECT subscription, began_on, state, why FROM subscription_periods ORDER BY subscription',
    )) as { began_on: number | string; state: string; why: string | null }[];
    const [on, ...off] = periods.map((row) => ({ ...row, began_on: Number(row.began_on) }));
    assert.ok(on!.began_on >= before && on!.began_on <= Date.now(), JSON.stringify(on));
    assert.deepEqual(
      off.map(({ began_on, ...rest }) => [began_on, rest.state, rest.why]),
      [
        [failedOn, 'off', '30 deliveries in a row failed.'],
        [revokedOn, 'off', 'The API key of the integration "Old" was revoked.'],
      ],
    );
    const account = (await shard!.accounts.find('acc_older'))!;
    const subscriptions = await shard!.subscriptions(account, 'int_old').list();
    assert.deepEqual(
      subscriptions.map(({ includeOwn }) => includeOwn),
      [true, true, true],
      'what was sent before is sent as before',
    );
    const found = await shard!.insight(account, 'int_old').health(0);
    assert.ok(!('code' in found));
    assert.deepEqual(found[1]!.hours, [
      { hour: Math.floor(failedOn / HOUR_MS), ok: 0, failed: 1, suppressed: 0, dropped: 0, recentMs: [] },
    ]);
  },
);

const OPTIONS = {
  keys: testKeys,
  role: 'tool',
  readerThreads: 1,
  readerQueue: 10,
  poolSize: 2,
  mayCreate: true,
} as const;

/** On, off by failures, and off because its key was revoked; the last two each with a delivery that failed. */
async function createOlder(url: string, engine: Engine, failedOn: number, revokedOn: number): Promise<void> {
  const folder = join(import.meta.dirname, '../..', engine, 'migrations');
  const files = readdirSync(folder).sort();
  const older = files.slice(
    0,
    files.findIndex((file) => file.endsWith('_subscription_periods.sql')),
  );
  if (engine === 'postgres') await runSql(url, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
  for (const file of older) await runScript(url, readFileSync(join(folder, file), 'utf8'));
  const identity = engine === 'postgres' ? ' OVERRIDING SYSTEM VALUE' : '';
  const [no, yes] = engine === 'postgres' ? ['false', 'true'] : ['0', '1'];
  const bytes = engine === 'postgres' ? `'\\x00'` : `x'00'`;
  const subscription = (id: number, active: string, reason: string | null) =>
    `(${id}, 1, ${id}, 'int_old', 'Tasks', 'Updated', 'https://example.com/', '{}', ${active}, ${reason === null ? 'NULL' : `'${reason}'`}, 1)`;
  const failed = (subscription: number) =>
    `(${subscription}, 1, 1, 'msg_${subscription}', 'event', 'failed', 1, ${failedOn}, ${failedOn}, ${failedOn})`;
  await runScript(
    url,
    `INSERT INTO meta (name, value) VALUES ('schema_version', '${Number.parseInt(older.at(-1)!, 10)}'), ('fold_version', '${FOLD_VERSION}');
    INSERT INTO accounts (key, id, name, created_on, frozen)${identity} VALUES (1, 'acc_older', 'Older', 1, ${no});
    INSERT INTO integrations (id, account, name, role, areas, api_key, secret_hash, submitter, created_on, created_by, revoked_on)
      VALUES ('int_old', 1, 'Old', 'Admin', 'Webhooks', 'key', ${bytes}, 'a@example.com', 1, 'a@example.com', ${revokedOn});
    INSERT INTO record_counters (account, type, last_id) VALUES (1, 'Webhooks', 3);
    INSERT INTO subscriptions
        (key, account, id, integration_id, entity_type, action, target_url, headers, active, deactivate_reason, created_on)${identity}
      VALUES ${subscription(1, yes!, null)}, ${subscription(2, no!, '30 deliveries in a row failed.')},
        ${subscription(3, no!, 'The API key of the integration "Old" was revoked.')};
    INSERT INTO deliveries
        (subscription, record_id, change_seq, webhook_id, cause, state, attempts, created_on, processed_on, settled_on)
      VALUES ${failed(2)}, ${failed(3)}`,
  );
}

async function runScript(url: string, sql: string): Promise<void> {
  if (!url.startsWith('sqlite:')) return void (await runSql(url, sql));
  const db = new DatabaseSync(url.slice('sqlite:'.length), { defensive: false });
  db.exec(sql);
  db.close();
}
