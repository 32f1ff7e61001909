// An account has a currency: a purchase order that leaves its own out takes it, an admin changes it, and it moves with the account.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { onBothEngines, startApp } from './support/app.ts';
import { firm, person, signedIn } from './support/people.ts';
import { testDatabase } from './support/postgres.ts';
import { runCommand } from './support/service.ts';

onBothEngines(
  'a purchase order without a currency takes that of the account, which admins change',
  async (engine, t) => {
    const app = await startApp(t, engine);
    const { account, admin, home } = await firm(app);
    const key = await app.key(account);
    const order = async (body = {}) => {
      const made = await key.post('/api/PurchaseOrders', body);
      assert.equal(made.status, 201, made.text);
      return made.json;
    };
    assert.equal((await order()).Currency, 'USD', 'until somebody says otherwise');
    const change = (currency: string, by = admin) => by.post(`${home}/Company`, { currency });
    assert.equal((await change('GBP')).status, 204);
    assert.equal((await order()).Currency, 'GBP');
    const other = await order({ Currency: 'EUR' });
    assert.equal(other.Currency, 'EUR');
    const tried = await key.post('/api/PurchaseOrders/DryRun', { create: {} });
    assert.equal(tried.json.record.Currency, 'GBP');
    const patched = await key.patch(`/api/PurchaseOrders/${other.ID}`, [{ op: 'remove', path: '/Currency' }]);
    assert.equal(patched.json.Currency, 'GBP', 'what is removed is left out');
    assert.equal((await admin.get(`${home}/Me`)).json.account.currency, 'GBP');

    const unknown = await change('POUNDS');
    assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [400, '/currency']);
    await person(app, account, 'rita@example.com', { Role: 'Manager', CompanySettings: true });
    assert.equal((await change('NOK', await signedIn(app, 'rita@example.com'))).status, 403);
    const [entry] = (await admin.get(`${home}/Audit?what=account.changed`)).json;
    assert.deepEqual([entry.by.email, entry.detail], ['admin@example.com', { currency: 'GBP' }]);
  },
);

test('the currency of an account is chosen and changed on the command line, and moves with it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-currency-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const shards = `s1=sqlite:${join(folder, 'mds.db')},s2=${await testDatabase(t)}`;
  const settings = { MDS_SHARDS: shards, MDS_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
  const mds = (...argv: string[]) => runCommand(argv, settings, folder);
  const currencies = async (shard: string) =>
    (await mds('accounts', 'list', '--shard', shard)).map(({ currency }: { currency: string }) => currency);

  await mds('migrate');
  const admin = ['--admin-email', 'admin@example.com', '--shard', 's1'];
  const made = await mds('accounts', 'create', '--name', 'Northgate', '--currency', 'gbp', ...admin);
  assert.deepEqual(await currencies('s1'), ['GBP']);
  const account = ['--account', made.accountID];
  await mds('accounts', 'update', ...account, '--shard', 's1', '--currency', 'NOK');
  await assert.rejects(
    mds('accounts', 'update', ...account, '--shard', 's1', '--currency', 'XYZ'),
    /XYZ is no currency/,
  );

  for (const [from, to] of [
    ['s1', 's2'],
    ['s2', 's1'],
  ] as const) {
    const file = join(folder, `${to}.jsonl`);
    await mds('accounts', 'freeze', ...account, '--shard', from);
    await mds('export', ...account, '--shard', from, '--to', file);
    await mds('import', '--from', file, '--shard', to);
    assert.deepEqual(await currencies(to), ['NOK'], `from ${from} to ${to}`);
    await mds('accounts', 'remove', ...account, '--shard', from, '--yes');
  }
});
