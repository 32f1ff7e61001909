// What somebody types to find a record: its number however it is written, an ID, or letters of a name, in one request over all types.

import assert from 'node:assert/strict';
import { onEitherEngine } from '../support/app.ts';
import { firm } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';

onEitherEngine('people find records by numbers, IDs and names, in one request', async (engine, t) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const create = async (type: string, fields: object) => {
    const made = await key.post(`/api/${type}`, fields as never);
    assert.equal(made.status, 201, made.text);
    return made.json;
  };
  const order = await create('WorkOrders', { Name: 'Lift stuck' });
  const second = await create('WorkOrders', { Name: 'Boiler leaks' });
  const newest = await create('WorkOrders', { Name: 'Boiler is cold' });
  const buying = await create('PurchaseOrders', { Name: 'Seals' });
  const asset = await create('Assets', { Name: 'Gas boiler', AssetNumber: 'B-17/x' });
  const task = await create('Tasks', { Name: 'Drain the BOILER' });
  await create('Tasks', { Name: 'Sweep' });
  const gone = await create('Tasks', { Name: 'Old boiler' });
  await key.delete(`/api/Tasks/${gone.ID}`);
  await create('Jobs', { Name: 'Survey' });

  type Hit = [type: string, id: number, title: string];
  const find = async (text: string): Promise<Hit[]> => {
    const reply = await admin.get(`${home}/Search?text=${encodeURIComponent(text)}`);
    assert.equal(reply.status, 200, reply.text);
    const lines = reply.text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return lines.flatMap(({ type, found }) =>
      found.map(({ id, title }: { id: number; title: string }): Hit => [type, id, title]),
    );
  };

  await t.test(
    'a number leads to its one record, with or without dash and noughts, and nothing is searched',
    async () => {
      const { Number: number } = second;
      for (const typed of [
        number,
        number.replace(/-0+/, '-'),
        number.replace(/-0+/, '').toLowerCase(),
        ` ${number} `,
      ]) {
        assert.deepEqual(await find(typed), [['WorkOrders', second.ID, `${number} · Boiler leaks`]], typed);
      }
      assert.deepEqual(
        (await find(buying.Number)).map(([type, id]) => [type, id]),
        [['PurchaseOrders', buying.ID]],
      );
      assert.equal((await find('J-1'))[0]![0], 'Jobs');
    },
  );

  await t.test('what a firm numbers its things by comes first; an ID is that of any type', async () => {
    assert.deepEqual((await find('B-17/x'))[0], ['Assets', asset.ID, 'B-17/x · Gas boiler']);
    const ofID = await find(String(order.ID));
    assert.ok(ofID.some(([type, id]) => type === 'WorkOrders' && id === order.ID));
    assert.ok(ofID.some(([type]) => type === 'Assets'));
  });

  await t.test(
    'letters are found in names of all types, each once, the newest first, deleted records not; from three letters on',
    async () => {
      assert.deepEqual(
        (await find('boiler')).map(([type, id]) => [type, id]),
        [
          ['WorkOrders', newest.ID],
          ['WorkOrders', second.ID],
          ['Assets', asset.ID],
          ['Tasks', task.ID],
        ],
      );
      assert.deepEqual(await find('bo'), []);
      assert.deepEqual(await find('nothing is called so'), []);
      assert.deepEqual(await find('100%_\\'), []);
    },
  );

  await t.test('nobody finds what belongs to another firm', async () => {
    const other = await firm(app, 'Other firm');
    const reply = await other.admin.get(`${other.home}/Search?text=boiler`);
    assert.deepEqual([reply.status, reply.text], [200, '']);
  });

  await t.test('what cannot be read is refused', async () => {
    for (const query of ['', 'text=', 'text=%20', `text=${'x'.repeat(201)}`, 'texts=a', 'text=a&text=b', 'text=%zz']) {
      assert.equal((await admin.get(`${home}/Search?${query}`)).status, 400, query);
    }
    assert.equal((await admin.send('HEAD', `${home}/Search?text=boiler`)).status, 200);
    // Nobody is kept waiting by a request that was looked at without its body.
    assert.equal((await find('boiler')).length, 4);
  });
});
