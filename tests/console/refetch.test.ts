// What was read before and cannot be read anew: it stays where it is shown, on every page, and is asked for again without anybody. Only what
// never came says so in its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually, listening } from './eventually.ts';

test('what was read before stays in view where it cannot be read anew', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const asset = await create('Assets', { Name: 'Lift 2' });
  const id = await create('WorkOrders', { Name: 'Lift stuck', AssetID: asset });
  await create('Tasks', { Name: 'Free the cabin', WorkOrderID: id });
  const template = await create('FormTemplates', {
    Name: 'Lift check',
    Status: 'Published',
    Fields: [{ FieldID: 'doors', Label: 'Do the doors close?', Type: 'YesNo' }],
  });
  const form = await create('Forms', { Name: 'Check of lift 2', FormTemplateID: template });

  const pages = [
    { at: 'WorkOrders', asks: /WorkOrders\?.*fields=/, shown: 'Lift stuck' },
    { at: 'WorkOrders?ui.view=board', asks: /WorkOrders\?.*Status=Open/, shown: 'Lift stuck' },
    { at: `WorkOrders/${id}`, asks: /Tasks\?.*take=0/, shown: '1 task' },
    { at: `WorkOrders/${id}/History`, asks: /History\?take=25/, shown: 'As it was' },
    { at: `WorkOrders/${id}/Related`, asks: /Tasks\?.*take=100/, shown: 'Free the cabin' },
    { at: `WorkOrders/${id}/Sent`, asks: /Sent$/, shown: 'Nothing was sent' },
    { at: `WorkOrders/${id}/Json`, asks: new RegExp(`WorkOrders/${id}$`), shown: '"Lift stuck"' },
    { at: `Assets/${asset}`, asks: /Figures$/, shown: 'never' },
    { at: `Assets/${asset}/Timeline`, asks: /Timeline\?/, shown: 'Lift stuck' },
    { at: `Forms/${form}`, asks: new RegExp(`FormTemplates/${template}$`), shown: 'Do the doors close?' },
    { at: '', asks: /Stats\/Maintenance\?.*of=unfinished/, shown: 'Unfinished now' },
    { at: '?ui.tab=integrations', asks: /Stats\/Connections\?.*of=deliveries/, shown: 'Deliveries' },
    { at: 'Settings/People', asks: /Users\?/, shown: ADMIN },
    { at: 'Webhooks', asks: /Webhooks\?/, shown: 'No webhooks yet' },
    { at: 'Events', asks: /Webhooks\/Events$/, shown: 'Work order completed' },
  ];
  for (const { at, asks, shown } of pages) {
    await t.test(`/${at}`, async () => {
      const { page, context, expectFaults } = await app.visit(ADMIN);
      expectFaults(/ERR_INTERNET_DISCONNECTED/);
      let isFailing = false;
      const refused: string[] = [];
      const answered: string[] = [];
      const underWay = new Set<Request>();
      let begun = 0;
      page.on('request', (request) => {
        if (request.url().includes('/Changes?')) return;
        underWay.add(request);
        begun++;
      });
      for (const end of ['requestfinished', 'requestfailed'] as const)
        page.on(end as 'requestfinished', (request) => underWay.delete(request));
      await page.route(`**/console/api/${app.account.id}/**`, (route) => {
        const url = route.request().url();
        if (!isFailing || url.includes('/Changes?')) {
          answered.push(url);
          return route.continue();
        }
        refused.push(url);
        return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 'busy', title: 'Busy' } });
      });
      await page.goto(`${app.home}/${at}`);
      const main = page.getByRole('main');
      const it = main.getByText(shown).filter({ visible: true }).first();
      await it.waitFor();
      await listening(page);
      // What has arrived may have something further asked for once it is drawn.
      await eventually(async () => {
        const before = begun;
        await drawn(page);
        return underWay.size === 0 && begun === before;
      }, true);
      isFailing = true;
      // Once the browser is back on its network, all that is shown is read anew.
      await context.setOffline(true);
      await page.getByText('What is shown is from before').waitFor();
      await context.setOffline(false);
      await eventually(async () => refused.some((url) => asks.test(url)), true);
      // By then it would have been taken away.
      await drawn(page);
      assert.deepEqual(await main.getByRole('alert').allInnerTexts(), []);
      assert.ok(await it.isVisible(), `${shown} is still there`);
      answered.length = 0;
      isFailing = false;
      await eventually(async () => answered.some((url) => asks.test(url)), true);
      await context.close();
    });
  }

  await t.test('a fault of the service takes nothing away; whoever may not read it any more is told so', async () => {
    const { page, context, expectFaults } = await app.visit(ADMIN);
    expectFaults(/Failed to load resource/);
    let status = 200;
    let refusals = 0;
    await page.route(/History\?take=25/, (route) => {
      if (status === 200) return route.continue();
      refusals++;
      return route.fulfill({ status, headers: { 'retry-after': '1' }, json: { title: `Refused with ${status}` } });
    });
    await page.goto(`${app.home}/WorkOrders/${id}/History`);
    const entries = page.getByRole('main').getByText('As it was');
    await eventually(() => entries.count(), 1);
    await listening(page);
    status = 500;
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Priority', value: 'High' }]);
    await eventually(async () => refusals > 1, true);
    assert.deepEqual(await page.getByRole('main').getByRole('alert').allInnerTexts(), []);
    assert.equal(await entries.count(), 1);
    status = 403;
    await page.getByRole('alert').getByText('Refused with 403').first().waitFor();
    assert.equal(await entries.count(), 0);
    status = 200;
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => entries.count(), 2);
    await context.close();
  });

  await t.test('what could not be counted is not told as nothing', async () => {
    const { page, context } = await app.visit(ADMIN);
    let isFailing = true;
    await page.route('**/console/api/**take=0**', (route) =>
      isFailing ? route.fulfill({ status: 500, json: { title: 'Broken' } }) : route.continue(),
    );
    await page.goto(`${app.home}/FormTemplates/${template}`);
    const problems = page.getByRole('main').getByRole('alert').filter({ hasText: 'Broken' });
    await eventually(() => problems.count(), 2);
    assert.equal(await page.getByText('No field of a record refers to it').count(), 0);
    assert.equal(await page.getByText('Nothing uses it').count(), 0);
    isFailing = false;
    await problems.first().getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Used by 1 form').waitFor();
    await context.close();
  });
});

/** Two frames later. */
function drawn(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
