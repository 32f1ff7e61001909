// What was sent of a record, over the webhooks of every key: for whoever has Company Settings, and for nobody else.

import assert from 'node:assert/strict';
import { onEitherEngine } from '../support/app.ts';
import { firm, person, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';

onEitherEngine(
  'people see what was sent of a record to the webhooks of every key, the newest first',
  async (engine) => {
    const app = await sharedApp(engine);
    const { account, admin, home } = await firm(app);
    const [one, other] = [await app.key(account), await app.key(account, { name: 'Other' })];
    const subscribe = (key: typeof one, action: string, name: string) =>
      key.post('/api/Webhooks', {
        entityType: 'Tasks',
        action,
        targetUrl: 'https://receiver.invalid/secret?token=1',
        name,
      });
    const created = await subscribe(one, 'Created', 'Created');
    const updated = await subscribe(other, 'Updated', 'Updated');
    assert.equal(updated.status, 201, updated.text);
    const task = (await one.post('/api/Tasks', { Name: 'Grease the lift' })).json;
    await one.post('/api/Tasks', { Name: 'Another' });
    await one.patch(`/api/Tasks/${task.ID}`, [{ op: 'replace', path: '/Name', value: 'Oil the lift' }]);

    const path = `${home}/Tasks/${task.ID}/Sent`;
    const sent = await admin.get(path);
    assert.equal(sent.status, 200, sent.text);
    const shown = sent.json.map(({ webhook, version, recordID }: never) => ({ webhook, version, recordID }));
    const host = 'receiver.invalid';
    assert.deepEqual(
      shown.map(({ webhook: { id: _, ...webhook }, ...rest }: { webhook: { id: number } }) => ({ webhook, ...rest })),
      [
        { webhook: { name: 'Updated', host, action: 'Updated' }, version: 2, recordID: task.ID },
        { webhook: { name: 'Created', host, action: 'Created' }, version: 1, recordID: task.ID },
      ],
    );
    assert.ok(!sent.text.includes('secret') && !sent.text.includes('token'), 'the address may carry a secret');

    const elsewhere = await firm(app, 'Elsewhere');
    assert.equal((await elsewhere.admin.get(`${elsewhere.home}/Tasks/${task.ID}/Sent`)).status, 404);
    await person(app, account, 'tech@example.com', { Role: 'Technician' });
    assert.equal((await (await signedIn(app, 'tech@example.com')).get(path)).status, 403);
    await one.delete(`/api/Webhooks/${created.json.id}`);
    assert.deepEqual(
      (await admin.get(path)).json.map(({ webhook }: { webhook: { name: string } }) => webhook.name),
      ['Updated'],
    );
  },
);
