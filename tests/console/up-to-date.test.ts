// What a page shows is what there is: after what others did, behind a limit, and where the service refuses something.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually, listening } from './eventually.ts';

const BUSY = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'busy', title: 'Busy', detail: 'The service is busy.' }),
};

test('pages that are up to date', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const change = (id: number, field: string, value: string) =>
    key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: `/${field}`, value }]);
  const { page, expectFaults } = await app.visit(ADMIN);
  expectFaults(/503/);
  page.setDefaultTimeout(6_000);
  const open = async (path: string) => {
    await page.goto(`${app.home}/${path}`);
    await page.locator('[data-group=System]').waitFor();
    await listening(page);
  };

  await t.test('a record that was changed since it was looked at is shown as it is', async () => {
    const id = await create('WorkOrders', { Name: 'Lift stuck' });
    await open(`WorkOrders/${id}`);
    await page.getByRole('navigation', { name: 'Above' }).getByRole('link').click();
    const row = page.getByRole('row', { name: /Lift stuck/ });
    await row.waitFor();
    await change(id, 'Name', 'Lift stuck at floor 3');
    await page.getByRole('row', { name: /floor 3/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /floor 3/, level: 1 }).waitFor();
  });

  await t.test('a group that is closed without anything typed shows what others did meanwhile', async () => {
    const id = await create('WorkOrders', { Name: 'Pump' });
    await open(`WorkOrders/${id}`);
    await page.getByRole('button', { name: 'Edit What' }).click();
    await change(id, 'Category', 'Heating');
    await page.getByText('changed this record while you edit').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('version 2').waitFor();
  });

  await t.test('fields that are being written stay as they were, and what was set in them is saved', async () => {
    const id = await create('WorkOrders', { Name: 'Pump', Category: 'Heating', Type: 'Reactive' });
    const { page: own, context } = await app.visit(ADMIN);
    await own.clock.install();
    await own.goto(`${app.home}/WorkOrders/${id}`);
    await listening(own);
    await own.getByRole('button', { name: 'Edit What' }).click();
    const category = own.getByLabel('Category');
    await category.waitFor();
    await change(id, 'Category', 'Water');
    await own.getByText('changed this record while you edit').waitFor();
    // Whoever comes back to the tab after a while has the record read anew.
    await own.clock.setSystemTime(Date.now() + 60_000);
    await own.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await own.getByText('version 2').waitFor();
    assert.equal(await category.inputValue(), 'Heating');
    await category.fill('Boilers');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = own.getByRole('dialog', { name: /Saving met a change/ });
    assert.match(await dialog.innerText(), /Was\s+Heating[\s\S]*Theirs\s+Water[\s\S]*Yours\s+Boilers/);
    await context.close();
  });

  await t.test('choices of a template go with their row', async () => {
    const asks = (name: string) => ({ FieldID: name, Label: name, Type: 'Choice', Choices: [`${name} good`] });
    const id = await create('FormTemplates', { Name: 'Doors', Fields: [asks('Paint'), asks('Glass')] });
    await open(`FormTemplates/${id}`);
    await page.getByRole('button', { name: 'Edit Fields' }).click();
    await page.getByRole('button', { name: 'Remove row 1' }).click();
    await eventually(() => page.getByLabel('Choices').inputValue(), 'Glass good');
  });

  await t.test('what is typed for a new record waits where it was begun, and nowhere else', async () => {
    const [one, other] = [await create('WorkOrders', { Name: 'One' }), await create('WorkOrders', { Name: 'Other' })];
    const name = page.getByLabel('Name (required)');
    const nameAt = async (place: string, type = 'Tasks') => {
      await page.goto(`${app.home}/${type}/new${place}`);
      await name.waitFor();
      return [await name.inputValue(), await page.getByText('still unsaved').count()];
    };
    await nameAt(`?WorkOrderID=${one}`);
    await name.fill('Look at it');
    assert.deepEqual(await nameAt(`?WorkOrderID=${other}`), ['', 0]);
    await name.fill('Look away');
    assert.deepEqual(await nameAt(''), ['', 0]);
    assert.deepEqual(await nameAt(`?WorkOrderID=${one}`), ['Look at it', 1]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.locator('[data-group=System]').waitFor();
    const [made] = (await key.get('/api/Tasks')).json;
    assert.deepEqual([made.Name, made.WorkOrderID], ['Look at it', one]);
    assert.deepEqual(await nameAt(`?WorkOrderID=${one}`), ['', 0]);

    // As it was kept once: one for all places, with where it was begun.
    const keptOnce = (typed: string, place: string) =>
      page.evaluate(
        ([typed, place]) => {
          const [key, text] = Object.entries(sessionStorage).find(([, text]) => text.includes(typed!))!;
          sessionStorage.removeItem(key);
          sessionStorage.setItem(key.replace(/new.*/, place!), text);
        },
        [typed, place],
      );
    await keptOnce('Look away', 'new');
    assert.deepEqual(await nameAt(''), ['', 0]);
    await name.fill('From scratch');
    assert.deepEqual(await nameAt(`?WorkOrderID=${other}`), ['Look away', 1]);
    assert.deepEqual(await nameAt(''), ['From scratch', 1]);

    // Where it was begun is what it is about, whatever else was known of that; it was once kept by all of it.
    const orderAt = (place: string) => nameAt(place, 'WorkOrders');
    const [here, there] = [await create('Locations', { Name: 'Hall' }), await create('Locations', { Name: 'Yard' })];
    const asset = await create('Assets', { Name: 'Lift' });
    await orderAt(`?AssetID=${asset}&LocationID=${here}`);
    await name.fill('Half an order');
    assert.deepEqual(await orderAt(`?AssetID=${asset}&LocationID=${there}`), ['Half an order', 1]);
    // What nobody typed is as it is said now.
    await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Yard'));
    await keptOnce('Half an order', `new.{"AssetID":${asset},"LocationID":${here}}`);
    assert.deepEqual(await orderAt(`?AssetID=${asset}`), ['Half an order', 1]);
    // Of two that were kept so, the other waits until the first is made or given up.
    await keptOnce('Half an order', `new.{"AssetID":${asset},"LocationID":${here}}`);
    await page.evaluate((location) => {
      const [key, text] = Object.entries(sessionStorage).find(([, text]) => text.includes('Half an order'))!;
      const other = JSON.parse(text.replace('Half', 'Quarter of'));
      other.base.record.LocationID = location;
      sessionStorage.setItem(key.replace(/new.*/, `new.${JSON.stringify(other.base.record)}`), JSON.stringify(other));
    }, there);
    const found = [(await orderAt(`?AssetID=${asset}`))[0]];
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/WorkOrders\?/);
    found.push((await orderAt(`?AssetID=${asset}`))[0]);
    assert.deepEqual(found.sort(), ['Half an order', 'Quarter of an order']);
  });

  await t.test('what is refused of a choice between two values is said in the choice', async () => {
    const id = await create('WorkOrders', { Name: 'Fan' });
    await open(`WorkOrders/${id}`);
    await page.getByRole('button', { name: 'Edit What' }).click();
    await page.getByLabel('Category').fill('Air');
    await change(id, 'Category', 'Heating');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Yours').check();
    await page.route(`**/WorkOrders/${id}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(BUSY) : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Save on version 2' }).click();
    await dialog.getByText('The service is busy.').waitFor();
    await page.unroute(`**/WorkOrders/${id}`);
    await dialog.getByRole('button', { name: 'Save on version 2' }).click();
    await page.getByText('version 3').waitFor();
  });

  await t.test('a list of proposals says where it ends, and goes on', async () => {
    const id = await create('WorkOrders', { Name: 'Gate' });
    const patch = [{ op: 'replace', path: '/Name', value: 'Gate, north' }];
    for (let n = 0; n < 101; n++) await key.post('/api/Proposals', { type: 'WorkOrders', id, patch, reason: 'Tidy' });
    await page.goto(`${app.home}/Approvals`);
    await page.getByText('100 of 101 shown').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('100 of 101 shown').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('checkbox').count(), 101);
  });

  await t.test('who could not be signed out is told so, and stays', async () => {
    await page.route('**/console/api/Session', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(BUSY) : route.continue(),
    );
    await page.getByRole('button', { name: /^Me|You/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in.').first().waitFor();
    assert.match(page.url(), /Approvals$/);
  });
});
