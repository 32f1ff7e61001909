// What is bought: lines that know their product, in the currency of the firm.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually } from './eventually.ts';

test('orders take from products and the company what nobody has to type', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account);
  const product = (SKU: string, fields: object) => key.post('/api/Products', { SKU, ...fields } as never);
  await product('S-1', { Name: 'Sealant', Unit: 'tube', UnitCost: 4.2 });
  await product('S-2', { Name: 'Gold seal', Unit: 'box', UnitCost: 12 });
  const { page } = await app.visit(ADMIN);
  const row = (n: number) => page.getByRole('group', { name: `Lines, row ${n}` });
  const cells = async (n: number) =>
    Promise.all(
      ['Description', 'Unit', 'Unit cost'].map((name) => row(n).getByLabel(name, { exact: true }).inputValue()),
    );
  const pick = async (n: number, title: string) => {
    const product = row(n).getByRole('combobox', { name: 'Product' });
    await product.fill(title);
    await page.getByRole('option', { name: new RegExp(title) }).click();
  };
  const order = async (id: number) => (await key.get(`/api/PurchaseOrders/${id}`)).json;

  await t.test('an admin chooses the currency on the page of the company', async () => {
    await page.goto(`${app.home}/Settings/Company`);
    await page.getByLabel('Currency of the account').selectOption('GBP');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('#console').getByText('Saved', { exact: true }).waitFor();
  });

  await t.test('a chosen product fills the row, and what is typed stays', async () => {
    await page.goto(`${app.home}/PurchaseOrders/new`);
    assert.equal(await page.getByLabel('Currency').inputValue(), 'GBP');
    await page.getByRole('button', { name: 'Add a row' }).click();
    await pick(1, 'Sealant');
    await eventually(() => cells(1), ['Sealant', 'tube', '4.2']);
    await row(1).getByLabel('Unit cost', { exact: true }).fill('3.9');
    await pick(1, 'Gold seal');
    // But for the price that was agreed.
    await eventually(() => cells(1), ['Gold seal', 'box', '3.9']);
    await row(1).getByLabel('Quantity', { exact: false }).first().fill('2');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.locator('[data-group=System]').waitFor();
    const made = await order(1);
    assert.equal(made.Currency, 'GBP');
    assert.deepEqual(
      made.Lines.map((line: Record<string, unknown>) => [line.Description, line.Unit, line.UnitCost]),
      [['Gold seal', 'box', 3.9]],
    );
  });

  await t.test('a row that is there takes what the other product says, also before it is known here', async () => {
    await page.getByRole('button', { name: 'Edit Lines' }).click();
    await page.route('**/Products/1', (route) => route.abort());
    await pick(1, 'Sealant');
    await eventually(() => cells(1), ['', '', '3.9']);
    await page.unroute('**/Products/1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(async () => (await order(1)).Lines[0].Unit, 'tube');
    const [line] = (await order(1)).Lines;
    assert.deepEqual([line.Description, line.UnitCost], ['Sealant', 3.9]);
  });
});
