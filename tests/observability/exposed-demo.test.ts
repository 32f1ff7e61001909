import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIntegration } from '../../src/accounts/integrations.ts';
import { createDemoAccounts } from '../../src/cli/demo-accounts.ts';
import { exposedDemoAccounts } from '../../src/cli/exposed-demo.ts';
import { demoFirms } from '../../src/demo/index.ts';
import { readSettings } from '../../src/settings.ts';
import { openSqliteShard } from '../../src/storage/sqlite/shard.ts';
import { createTestAccount, databaseUrl, onBothEngines, startApp } from '../support/app.ts';
import { type Service, startService } from '../support/service.ts';

onBothEngines('demo accounts whose keys work are seen where other machines can reach them', async (engine, t) => {
  const app = await startApp(t, engine);
  const demo = await app.account(demoFirms.ridgeway.name);
  const again = createDemoAccounts(app.shard, undefined, join(tmpdir(), 'unused'), false, AbortSignal.abort());
  assert.deepEqual(await again, [], 'of two that were made whole, one that is alone by now stays');
  assert.ok(await app.shard.accounts.find(demo.id));
  await app.key(await app.account('Northgate Lifts'));
  const exposed = (HOST: string) => exposedDemoAccounts(readSettings({ HOST }), app.shards.values());
  assert.deepEqual(await exposed('0.0.0.0'), [], 'without a key nobody gets in');
  const key = await app.key(demo);
  for (const host of ['0.0.0.0', '::', '192.0.2.7', 'mds.example.com']) {
    assert.deepEqual(await exposed(host), [{ accountID: demo.id, shardID: app.shard.id }], host);
  }
  for (const host of ['127.0.0.1', '127.0.0.53', '::1', 'localhost']) assert.deepEqual(await exposed(host), [], host);
  await app.shard.accounts.revoke(demo, key.integrationID, Date.now(), 'No longer used');
  assert.deepEqual(await exposed('0.0.0.0'), [], 'a revoked key opens nothing');
});

test('a start that shows demo accounts to other machines warns of them, with the lines that remove them', async (t) => {
  const DATABASE_URL = await databaseUrl(t, 'sqlite');
  const shard = await openSqliteShard({ shardID: 's1', file: DATABASE_URL.slice('sqlite:'.length), role: 'tool' });
  const account = await createTestAccount(shard, demoFirms.harbour.name);
  await createIntegration(shard.accounts, account, { name: 'Demo', preset: 'Full' });
  await shard.close();
  const service = await startService({ DATABASE_URL, HOST: '0.0.0.0' }, tmpdir());
  t.after(() => service.end('SIGKILL'));
  const banner = await bannerOf(service);
  assert.match(banner, /^ {2}WARNING {2}Other machines can reach this service \(HOST=0\.0\.0\.0\)/m);
  assert.match(banner, new RegExp(`^    \\S+mds\\.js accounts remove --account ${account.id} --shard s1 --yes$`, 'm'));
});

/** It is written whole, once the service can be reached: a moment later. */
async function bannerOf(service: Service): Promise<string> {
  while (!/^Maintenance Data Service on (?:.+\n)+\n/m.test(service.output())) await sleep(20);
  return service.output();
}
