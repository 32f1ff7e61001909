// What a list page asks beside its rows: numbers over all that match, and all of it as a file.

import assert from 'node:assert/strict';
import { onEitherEngine } from '../support/app.ts';
import { firm } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';

onEitherEngine('people get the sums of what a list matches, and all of it as a file', async (engine) => {
  const app = await sharedApp(engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const costs = [1.25, 2.5, 4];
  for (const [n, PartsCost] of costs.entries()) {
    await key.post('/api/WorkOrders', {
      Name: `=cmd ${n}`,
      PartsCost,
      LabourMinutes: -5,
      ...(n === 2 && { Status: 'Cancelled' }),
    });
  }
  const totals = await admin.get(`${home}/WorkOrders/Totals?Status=Open&of=TotalCost:sum&of=LabourMinutes:sum`);
  assert.equal(totals.status, 200, totals.text);
  assert.deepEqual(totals.json, { TotalCost: { sum: 3.75 }, LabourMinutes: { sum: -10 } });
  assert.deepEqual((await admin.get(`${home}/WorkOrders/Totals?Name=none&of=TotalCost:sum`)).json, {
    TotalCost: { sum: null },
  });
  const every = ['sum', 'mean', 'min', 'max'].map((measure) => `of=totalcost:${measure}`).join('&');
  assert.deepEqual((await admin.get(`${home}/WorkOrders/Totals?${every}`)).json, {
    TotalCost: { sum: 7.75, mean: 7.75 / 3, min: 1.25, max: 4 },
  });
  for (const written of ['O%66', 'oF', '%6fF']) {
    const same = await admin.get(`${home}/WorkOrders/Totals?ID=1&${written}=TotalCost:sum`);
    assert.deepEqual(same.json, { TotalCost: { sum: 1.25 } }, `${written}: ${same.text}`);
  }
  for (const wrong of [
    '',
    'of',
    'of=TotalCost',
    'of=TotalCost:middle',
    'of=Name:sum',
    'of=Nothing:sum',
    'of=%zz',
    'Nmae=x&of=TotalCost:sum',
    Array.from({ length: 101 }, () => 'of=TotalCost:sum').join('&'),
    'of=TotalCost:sum&take=1',
    'of=TotalCost:sum&OrderBy=Name',
    'of=TotalCost:sum&count=true',
  ]) {
    const refused = await admin.get(`${home}/WorkOrders/Totals?${wrong}`);
    assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_query'], wrong);
    assert.ok(refused.json.errors?.every(({ parameter }: { parameter: string }) => parameter) ?? true, refused.text);
  }

  const file = await admin.get(`${home}/WorkOrders/Export?orderby=ID+Desc&fields=Name,LabourMinutes`);
  assert.equal(file.status, 200, file.text);
  assert.match(file.headers.get('content-type')!, /^text\/csv/);
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="WorkOrders.csv"');
  assert.deepEqual(file.text.trim().split(/\r?\n/), [
    'ID,Name,LabourMinutes',
    "3,'=cmd 2,-5",
    "2,'=cmd 1,-5",
    "1,'=cmd 0,-5",
  ]);
  assert.equal((await admin.get(`${home}/WorkOrders/Export?Nmae=x`)).status, 400);
  const named = await admin.get(`${home}/WorkOrders/Export?ID=1&columns=LabourMinutes,AssetID,Name`);
  assert.equal(named.text, "LabourMinutes,AssetID,Asset,Name\r\n-5,,,'=cmd 0\r\n");
});
