// A line of a purchase order that names a product takes from it what the write leaves out, whichever way the write comes.

import assert from 'node:assert/strict';
import type { JsonObject } from '../src/lib/json.ts';
import { onBothEngines, startApp } from './support/app.ts';
import { callTool } from './support/assistant.ts';
import { firm } from './support/people.ts';

/** What the product says of a line. */
const told = ({ ProductID, Description, Unit, UnitCost }: JsonObject) => [ProductID, Description, Unit, UnitCost];

onBothEngines('a line takes the description, unit and cost that it leaves out from its product', async (engine, t) => {
  const app = await startApp(t, engine);
  const { account, admin, home } = await firm(app);
  const key = await app.key(account);
  const product = async (fields: JsonObject): Promise<number> =>
    (await key.post('/api/Products', { SKU: 'S-1', Name: 'Sealant', ...fields })).json.ID;
  const sealant = await product({ Unit: 'tube', UnitCost: 4.2 });
  const survey = await product({ SKU: 'S-2', Name: 'Survey', Unit: 'visit' });
  const lines = [
    { ProductID: sealant, Quantity: 10 },
    { ProductID: survey, Quantity: 1 },
    { ProductID: sealant, Quantity: 1, Description: '', Unit: 'box', UnitCost: 0 },
    { Quantity: 1 },
  ];
  const expected = [
    [sealant, 'Sealant', 'tube', 4.2],
    [survey, 'Survey', 'visit', 0],
    [sealant, '', 'box', 0],
    [null, '', 'ea', 0],
  ];

  const tried = await key.post('/api/PurchaseOrders/DryRun', { create: { Lines: lines } });
  assert.deepEqual(tried.json.record.Lines.map(told), expected, 'a dry run shows it');
  const made = await key.post('/api/PurchaseOrders', { Lines: lines });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.json.Lines.map(told), expected);
  assert.deepEqual([made.json.Subtotal, made.json.Total], [42, 42], 'and its amounts follow');

  const path = `/api/PurchaseOrders/${made.json.ID}`;
  const patch = async (...operations: JsonObject[]) => {
    const patched = await key.patch(path, operations);
    assert.equal(patched.status, 200, patched.text);
    return patched;
  };
  await key.patch(`/api/Products/${sealant}`, [{ op: 'replace', path: '/UnitCost', value: 5 }]);
  const added = await patch({ op: 'add', path: '/Lines/-', value: { ProductID: sealant, Quantity: 2 } });
  assert.deepEqual(added.json.Lines.map(told), [...expected, [sealant, 'Sealant', 'tube', 5]], 'of added lines alone');
  assert.equal(added.json.Total, 52);
  const again = await patch({ op: 'replace', path: '/Lines/4', value: { Line: 5, ProductID: sealant, Quantity: 2 } });
  assert.equal(again.headers.get('etag'), added.headers.get('etag'), 'taking the same again changes nothing');
  const asOf = await patch({ op: 'remove', path: '/Lines/0/UnitCost' });
  assert.equal(asOf.json.Lines[0].UnitCost, 5, 'what is removed is left out');

  await key.delete(`/api/Products/${sealant}`);
  const late = await patch({ op: 'remove', path: '/Lines/4/Unit' });
  assert.equal(late.json.Lines[4].Unit, 'tube', 'a product that was deleted since still says it');
  const unknown = await key.post('/api/PurchaseOrders', { Lines: [{ ProductID: 99, Quantity: 1 }] });
  assert.deepEqual([unknown.status, unknown.json.errors[0].pointer], [400, '/Lines/0/ProductID']);

  const assistant = await app.key(account, { proposesOnly: true });
  const body = { Lines: [{ ProductID: survey, Quantity: 3 }] };
  const proposed = await callTool(assistant, 'propose_create', { type: 'PurchaseOrders', fields: body, reason: 'Due' });
  const { id } = proposed.structuredContent.proposals[0];
  const seen = await admin.get(`${home}/Proposals/${id}`);
  assert.deepEqual(seen.json.record.Lines.map(told), [[survey, 'Survey', 'visit', 0]], 'a proposal shows it');
  const approved = await admin.post(`${home}/Proposals/${id}/Approve`, { effect: seen.json.effect });
  assert.equal(approved.status, 200, approved.text);
  const [order] = (await key.get('/api/PurchaseOrders?orderby=ID Desc&take=1')).json;
  assert.deepEqual(order.Lines.map(told), [[survey, 'Survey', 'visit', 0]]);
});
