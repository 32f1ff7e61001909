// Who would hear of a change, as people are told it: of all keys of the account.

import assert from 'node:assert/strict';
import { createAccountSubscriptions } from '../../src/webhooks/subscriptions/account-subscriptions.ts';
import { onBothEngines } from '../support/app.ts';
import { firm } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';

onBothEngines('who would hear of a change is asked once, however many keys the account has', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const wish = { entityType: 'Tasks', action: 'Created', targetUrl: 'https://hooks.example/a' };
  const ids: number[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const key = await app.key(account, { name });
    const { json } = await key.post('/api/Webhooks', { ...wish, name, includeOwn: false });
    ids.push(json.id);
    if (name === 'Three') await key.delete(`/api/Webhooks/${ids.pop()}`);
  }
  const elsewhere = await app.key(await app.account('Another firm'));
  await elsewhere.post('/api/Webhooks', wish);
  const dryRun = await admin.post(`${home}/Tasks/DryRun`, { create: { Name: 'New' } });
  assert.equal(dryRun.status, 200, dryRun.text);
  assert.deepEqual(
    dryRun.json.deliveries.map(({ webhook, outcome }: { webhook: number; outcome: string }) => [webhook, outcome]),
    ids.map((id) => [id, 'sends']),
  );
  assert.equal(dryRun.json.otherDeliveries, 0);

  const [integration] = await app.shard.accounts.integrations(account);
  const own = { owner: integration!, store: app.shard.subscriptions(account, integration!.id) };
  const everyKey = () => assert.fail('a connection for each key would leave none to other accounts');
  const whole = createAccountSubscriptions(own, everyKey);
  const events = { type: 'Tasks', recordID: 9, actions: ['Created'], filterValue: null } as const;
  const { own: listeners, others } = await whole.audience(events);
  assert.deepEqual([listeners.map(({ subscription }) => subscription.id), others], [ids, 0]);
  assert.deepEqual(await createAccountSubscriptions(own, everyKey, false).audience(events), { own: [], others: 2 });
});
