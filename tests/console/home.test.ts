// Home in a real browser: the number on every tile is that of the list behind it, a tile fails alone, technicians begin with their own work and
// finish it in three taps, and the page of an asset tells what happened to it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { violations } from '../support/axe.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN, PASSWORD } from '../support/people.ts';
import { giveWork } from './assigned-work.ts';
import { eventually, tapTwice } from './eventually.ts';
import { createPeople, TECHNICIAN } from './open-page.ts';

test('Home', async (t) => {
  const app = await startConsole(t);
  await createPeople(app);
  const orders = await giveWork(app);
  const api = `/${app.account.id}`;
  const { page, sender } = await app.visit(ADMIN);

  await t.test('every number of every tile is that of the list behind it', async () => {
    for (const query of ['', '?ui.days=30&Type=Preventive&ui.grace=7', '?BoardID=1&LocationID=1&ui.days=30']) {
      await page.goto(app.home + query);
      await allTiles(page, 8);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true;
      });
      const links = await page
        .locator('main section a[href*="?"]')
        .evaluateAll((all) =>
          all.map((link) => ({ text: link.textContent ?? '', address: (link as HTMLAnchorElement).href })),
        );
      const counted = links.filter(({ text }) => /^[\d,]+/.test(text));
      assert.ok(counted.length > 15, `${counted.length} numbers with lists`);
      const seen = new Map<string, string>();
      for (const { text, address } of counted) seen.set(address, text.match(/^[\d,]+/)![0].replaceAll(',', ''));
      await Promise.all(
        Array.from(seen, async ([address, number]) => {
          const query = address.slice(app.url.length).replaceAll(/%40now(?:-(\d+)d)?/g, daysAgo);
          const list = await sender.get(`${query}&take=0&count=true`);
          assert.equal(list.status, 200, list.text);
          assert.equal(list.headers.get('x-total-count'), number, address);
        }),
      );
    }
  });

  await t.test('the list of what is overdue means now whenever it is opened', async () => {
    await page.goto(app.home);
    const tile = page.getByRole('region', { name: 'Overdue' });
    const links = tile.locator('a[href*="DueOn"]');
    await links.first().waitFor();
    const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const address of addresses) assert.match(address, /DueOn=%40now(-\d+d)?\+lt/);
  });

  await t.test('the window and the filters are in the address, and the list opens by a click', async () => {
    await page.goto(app.home);
    await page.getByLabel('Window').selectOption('365');
    await page.waitForURL(/ui\.days=365$/);
    await page.getByLabel('Type').selectOption('Inspection');
    await page.waitForURL(/Type=Inspection&ui\.days=365$/);
    await page.getByText('The chosen type leaves no preventive work.').waitFor();
    await page.getByLabel('Type').selectOption('');
    await page.waitForURL(/\?ui\.days=365$/);
    await allTiles(page, 8);
    const tile = page.getByRole('region', { name: 'Overdue' });
    const late = await tile.locator('p a').first().textContent();
    await tile.locator('p a').first().click();
    await page.getByRole('heading', { level: 1, name: /work orders/i }).waitFor();
    await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows, Number(late));
    await page.goBack();
    await tile.waitFor();
  });

  await t.test('a board that was deleted is named as long as it is what is counted', async () => {
    const { ID } = (await sender.post(`${api}/Boards`, { Name: 'Old yard' })).json;
    assert.equal((await sender.delete(`${api}/Boards/${ID}`)).status, 204);
    const board = page.getByLabel('Board');
    const chosen = () => board.locator('option:checked').innerText();
    await page.goto(`${app.home}?BoardID=${ID}`);
    await eventually(chosen, 'Old yard (deleted)');
    await board.selectOption('');
    await page.waitForURL(app.home);
    await eventually(() => board.locator('option', { hasText: 'Old yard' }).count(), 0);
    await page.goto(`${app.home}?BoardID=99999`);
    await eventually(chosen, '#99999');
  });

  await t.test('what is not shown of a tile lies over nothing, and makes no page wider', async () => {
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(app.home);
      await allTiles(page, 8);
      assert.deepEqual(await violations(page, { only: 'target-size' }), [], `at ${width} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('a tile says how it is counted, and one that fails leaves the others as they are', async () => {
    await page.route(/Stats\/Maintenance.*of=cost/, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '60' },
        body: JSON.stringify({ code: 'overloaded', title: 'Too busy', detail: 'Try again soon.', status: 503 }),
      }),
    );
    await page.goto(app.home);
    const cost = page.getByRole('region', { name: 'Cost and worst assets' });
    await cost.getByText('Try again soon.').waitFor();
    const unfinished = page.getByRole('region', { name: 'Unfinished now' });
    await unfinished.getByText('How it is counted').click();
    await unfinished.getByText(/Open, In progress or On hold/).waitFor();
    await page.unroute(/Stats\/Maintenance.*of=cost/);
    await cost.getByRole('button', { name: 'Try again' }).click();
    await cost.getByText('Labour').first().waitFor();
    await page.getByRole('img', { name: /weeks: .* created, .* finished/ }).waitFor();
  });

  await t.test('what needs attention is named and says why within its tile, on the narrowest screen too', async () => {
    const key = await app.app.key(app.account, { name: 'Old importer', preset: 'Operations' });
    const { json: webhook } = await key.post('/api/Webhooks', {
      name: 'Former stock system of the northern branch',
      entityType: 'Products',
      action: 'Updated',
      targetUrl: 'https://hooks.nowhere.invalid/stock',
    });
    const why = 'The API key of the integration "Old importer" was revoked by somebody who no longer works here.';
    await app.app.shard.accounts.revoke(app.account, key.integrationID, Date.now(), why);
    const tile = page.getByRole('region', { name: 'Needs attention' });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${app.home}?ui.tab=connections`);
      const named = tile.getByRole('link', { name: webhook.name });
      const [whole, name, said] = await Promise.all(
        [tile, named, tile.locator('dd').filter({ hasText: why })].map(async (one) => (await one.boundingBox())!),
      );
      assert.ok(name!.width > 150, `the name is ${name!.width} px wide at ${width} px`);
      assert.ok(said!.x + said!.width <= whole!.x + whole!.width, `the reason leaves its tile at ${width} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('connections are for whoever has Company Settings', async () => {
    await page.goto(`${app.home}?ui.tab=connections`);
    await allTiles(page, 5);
    await page.goto(`${app.home}?ui.tab=integrations`);
    await allTiles(page, 5);
    // What every object has is no tab.
    await page.goto(`${app.home}?ui.tab=constructor`);
    await allTiles(page, 8);
    await page.goto(`${app.home}?ui.tab=connections`);
    await allTiles(page, 5);
    await page.getByLabel('Window').selectOption('720');
    await page.waitForURL(/ui\.hours=720/);
    await page.getByRole('img', { name: /30 days: 0 succeeded, 0 failed/ }).waitFor();
    const other = await app.visit(TECHNICIAN);
    await other.page.goto(`${app.home}?ui.tab=connections`);
    await other.page.getByText(/Needs Company Settings/).waitFor();
    await other.page.goto(app.home);
    await other.page.getByRole('heading', { name: /^Late \d/ }).waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'Connections' }).count(), 0);
  });

  await t.test('a technician begins with the work that is late, and finishes it in three taps', async () => {
    const tech = await app.visit(TECHNICIAN, { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
    await tech.page.goto(app.home);
    const late = tech.page.getByRole('region', { name: 'Late' });
    const first = late.getByRole('listitem').first();
    await first.getByText('Lift stuck at third floor').waitFor();
    // As the page of the order says it.
    await first.getByText(/^\d+ [dh] late$/).waitFor();
    const box = await first.getByRole('button', { name: /^Start/ }).boundingBox();
    assert.ok(box!.height >= 44 && box!.width >= 100, 'a glove finds it');
    await first.getByRole('button', { name: /^Start/ }).tap();
    const next = first.getByRole('button', { name: /^Complete/ }).and(first.locator('button').first());
    await next.waitFor();
    // Sooner it would be the second tap of a hand that means the first button.
    await sleep(650);
    await next.tap();
    await tech.page.getByRole('dialog').getByRole('button', { name: 'Complete' }).tap();
    await first.getByText('Lift stuck at third floor').waitFor({ state: 'detached' });
    const record = (await sender.get(`${api}/WorkOrders/${orders[0]}`)).json;
    assert.deepEqual([record.Status, record.UpdatedBy], ['Completed', TECHNICIAN]);
    assert.notEqual(record.StartedOn, null);
    await tech.page.getByRole('button', { name: 'Undo' }).last().tap();
    await first.getByText('Lift stuck at third floor').waitFor();
    await eventually(async () => (await sender.get(`${api}/WorkOrders/${orders[0]}`)).json.Status, 'InProgress');
  });

  await t.test('a technician who completes is told of required tasks that are open', async () => {
    const task = (fields: Record<string, boolean | string>) =>
      sender.post(`${api}/Tasks`, { Name: 'Test the brake', WorkOrderID: orders[0]!, ...fields });
    await task({ Required: true });
    await task({ Required: true, Status: 'Completed' });
    await task({ Required: false });
    const tech = await app.visit(TECHNICIAN, { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
    await tech.page.goto(app.home);
    const card = tech.page.getByRole('listitem').filter({ hasText: 'Lift stuck at third floor' });
    await card.getByRole('button', { name: /^Complete/ }).tap();
    const sheet = tech.page.getByRole('dialog');
    await sheet.getByText('1 required task is open.').waitFor();
    assert.equal(await sheet.getByRole('button', { name: 'Complete' }).getAttribute('aria-disabled'), null);
    await tech.context.close();
  });

  await t.test('no button of a technician moves under the finger while her work is loaded', async () => {
    const tech = await app.visit(TECHNICIAN, { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
    await tech.page.route('**/Names', (route) => setTimeout(() => void route.continue(), 300));
    await tech.page.goto(app.home);
    const complete = tech.page.getByRole('button', { name: /^Complete/ }).last();
    const place = () => complete.evaluate((button) => (button as HTMLElement).offsetTop);
    const before = await place();
    await tech.page
      .getByText(/Door entry panel/)
      .first()
      .waitFor();
    assert.equal(await place(), before);
    await tech.context.close();
  });

  await t.test('what a technician has typed is not lost with a request that is', async () => {
    const tech = await app.visit(TECHNICIAN, { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
    tech.expectFaults(/Failed to load resource|Failed to fetch|ERR_/);
    await tech.page.goto(app.home);
    const card = tech.page.getByRole('listitem').filter({ hasText: 'Inspect boiler' });
    const complete = card.getByRole('button', { name: /^Complete/ });
    await complete.tap();
    const sheet = tech.page.getByRole('dialog');
    await sheet.getByLabel('Notes').fill('Pressure 1.4 bar');
    let isCut = true;
    await tech.page.route('**/console/api/**', (route) => (isCut ? route.abort() : route.continue()));
    await sheet.getByRole('button', { name: 'Complete' }).tap();
    await sheet.getByText('The service does not answer').waitFor();
    await eventually(() => complete.getAttribute('aria-disabled'), 'true');
    assert.equal(await sheet.getByLabel('Notes').inputValue(), 'Pressure 1.4 bar');
    isCut = false;
    await eventually(() => complete.getAttribute('aria-disabled'), null);
    // Nor by one that arrives, and whose answer does not.
    await tech.page.route(`**/WorkOrders/${orders[2]}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await sheet.getByRole('button', { name: 'Complete' }).tap();
    await sheet.getByText('The service does not answer').waitFor();
    await tech.page.unroute(`**/WorkOrders/${orders[2]}`);
    await eventually(() => sheet.getByRole('button', { name: 'Complete' }).getAttribute('aria-disabled'), null);
    await sheet.getByRole('button', { name: 'Complete' }).tap();
    await tech.page.getByText('is completed.').first().waitFor();
    await sheet.waitFor({ state: 'hidden' });
    const record = (await sender.get(`${api}/WorkOrders/${orders[2]}`)).json;
    assert.deepEqual([record.Status, record.CompletionNotes], ['Completed', 'Pressure 1.4 bar']);
    await tech.context.close();
  });

  await t.test('what a technician has typed waits for whoever goes back, and for whose session has ended', async () => {
    const tech = await app.visit(TECHNICIAN, { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
    const { page: phone } = tech;
    await phone.goto(app.home);
    const sheet = phone.getByRole('dialog');
    const complete = phone.getByRole('button', { name: /^Complete/ }).first();
    const found = async () => {
      await complete.tap();
      return [await sheet.getByLabel('Notes').inputValue(), await sheet.getByLabel('Minutes worked').inputValue()];
    };
    // Its button lies where the one of the sheet comes.
    await complete.tap();
    const { x, y } = (await sheet.getByRole('button', { name: 'Complete' }).boundingBox())!;
    await sheet.getByRole('button', { name: 'Back' }).tap();
    await complete.evaluate((one, at) => Object.assign(one.style, { position: 'fixed', ...at }), {
      left: `${x}px`,
      top: `${y}px`,
    });
    await tapTwice(phone, complete);
    await sheet.getByLabel('Notes').fill('Brake adjusted');
    await sheet.getByLabel('Minutes worked').fill('35');
    await sheet.getByRole('button', { name: 'Back' }).tap();
    assert.deepEqual(await found(), ['Brake adjusted', '35']);
    await phone.reload();
    assert.deepEqual(await found(), ['Brake adjusted', '35']);
    await tech.sender.delete('/Session');
    await sheet.getByRole('button', { name: 'Complete' }).tap();
    await phone.getByText('Sign in to go on where you were. What you have typed there is kept.').waitFor();
    await phone.getByLabel('E-mail').fill(TECHNICIAN);
    await phone.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Sign in', exact: true }).tap();
    assert.deepEqual(await found(), ['Brake adjusted', '35']);
    // The page of the work order asks for the same.
    await phone.goto(`${app.home}/WorkOrders/${orders[0]}`);
    await phone.getByRole('button', { name: 'Complete', exact: true }).tap();
    assert.equal(await sheet.getByLabel('Labour minutes').inputValue(), '35');
    assert.equal(await sheet.getByLabel('Completion notes').inputValue(), 'Brake adjusted');
    await phone.goto(app.home);
    await found();
    await sheet.getByRole('button', { name: 'Complete' }).tap();
    await sheet.waitFor({ state: 'hidden' });
    const { Status, CompletionNotes, LabourMinutes } = (await sender.get(`${api}/WorkOrders/${orders[0]}`)).json;
    assert.deepEqual([Status, CompletionNotes, LabourMinutes], ['Completed', 'Brake adjusted', 35]);
    assert.deepEqual(await phone.evaluate(() => Object.keys(sessionStorage).filter((name) => /draft/.test(name))), []);
    await phone.getByRole('button', { name: 'Undo' }).last().tap();
    await phone.getByText('Lift stuck at third floor').waitFor();
    await tech.context.close();
  });

  await t.test(
    'what somebody else wrote meanwhile is not overwritten unseen by what a technician had typed',
    async () => {
      const tech = await app.visit(TECHNICIAN);
      const order = `${api}/WorkOrders/${orders[1]}`;
      const write = (path: string, value: string | number) => sender.patch(order, [{ op: 'replace', path, value }]);
      await tech.page.goto(app.home);
      const card = tech.page.getByRole('listitem').filter({ hasText: 'Replace pump seal' });
      const complete = card.getByRole('button', { name: /^Complete/ });
      const sheet = tech.page.getByRole('dialog');
      await complete.click();
      await sheet.getByLabel('Notes').fill('Seal replaced');
      await sheet.getByLabel('Minutes worked').fill('35');
      assert.equal(await sheet.getByText('still unsaved').count(), 0);
      await sheet.getByRole('button', { name: 'Back' }).click();
      await write('/LabourMinutes', 240);
      await tech.page.reload();
      await complete.click();
      await sheet.getByText('What you typed here before is still unsaved.').waitFor();
      await sheet.getByText('The record says by now: 240').waitFor();
      assert.equal(await sheet.getByText('The record says by now').count(), 1, 'nobody wrote notes');
      await sheet.getByRole('button', { name: 'Back' }).click();
      await write('/CompletionNotes', 'Shaft is worn');
      await tech.page.reload();
      await complete.click();
      await sheet.getByText('The record says by now: Shaft is worn').waitFor();
      assert.equal(await sheet.getByLabel('Notes').inputValue(), 'Seal replaced');
      await sheet.getByLabel('Notes').fill('Shaft is worn');
      await sheet.getByLabel('Minutes worked').fill('275');
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.waitFor({ state: 'hidden' });
      const { Status, CompletionNotes, LabourMinutes } = (await sender.get(order)).json;
      assert.deepEqual([Status, CompletionNotes, LabourMinutes], ['Completed', 'Shaft is worn', 275]);
      await tech.page.getByRole('button', { name: 'Undo' }).last().click();
      await card.waitFor();
      // What is there is added to.
      await complete.click();
      assert.equal(await sheet.getByLabel('Notes').inputValue(), 'Shaft is worn');
      // Also what was written while the sheet was open.
      await write('/CompletionNotes', 'Gas at valve 3, leave it shut');
      await sheet.getByLabel('Notes').fill('Done');
      await sheet.getByLabel('Minutes worked').fill('300');
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.getByRole('alert').getByText('admin@example.com has written here in the meantime').waitFor();
      await sheet.getByText('The record says by now: Gas at valve 3, leave it shut').waitFor();
      assert.equal(await sheet.getByText('The record says by now').count(), 1, 'nobody wrote minutes');
      assert.deepEqual(
        [await sheet.getByLabel('Notes').inputValue(), await sheet.getByLabel('Minutes worked').inputValue()],
        ['Done', '300'],
      );
      assert.equal((await sender.get(order)).json.CompletionNotes, 'Gas at valve 3, leave it shut');
      await sheet.getByLabel('Notes').fill('Gas at valve 3, leave it shut. Shaft changed');
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.waitFor({ state: 'hidden' });
      const done = (await sender.get(order)).json;
      assert.deepEqual(
        [done.Status, done.CompletionNotes, done.LabourMinutes],
        ['Completed', 'Gas at valve 3, leave it shut. Shaft changed', 300],
      );
      await tech.page.getByRole('button', { name: 'Undo' }).last().click();
      await card.waitFor();
      await tech.context.close();
    },
  );

  await t.test('what was typed on the page of a work order is written by completing it in My work', async () => {
    const tech = await app.visit(TECHNICIAN);
    await tech.page.goto(`${app.home}/WorkOrders/${orders[1]}`);
    const sheet = tech.page.getByRole('dialog');
    await tech.page.getByRole('button', { name: 'Complete', exact: true }).click();
    await sheet.getByLabel('Completion notes').fill('Done last year');
    await sheet.getByLabel('Completed', { exact: true }).fill('2025-11-10T12:00');
    await tech.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await tech.page.goto(app.home);
    const card = tech.page.getByRole('listitem').filter({ hasText: 'Replace pump seal' });
    await card.getByRole('button', { name: /^Complete/ }).click();
    assert.equal(await sheet.getByLabel('Notes').inputValue(), 'Done last year');
    await sheet.getByRole('button', { name: 'Complete' }).click();
    await sheet.waitFor({ state: 'hidden' });
    const { Status, CompletionNotes, CompletedOn } = (await sender.get(`${api}/WorkOrders/${orders[1]}`)).json;
    assert.deepEqual(
      [Status, CompletionNotes, CompletedOn.slice(0, 10)],
      ['Completed', 'Done last year', '2025-11-10'],
    );
    await tech.page.getByRole('button', { name: 'Undo' }).last().click();
    await card.waitFor();
    await tech.context.close();
  });

  await t.test('what somebody else moved meanwhile is not moved again', async () => {
    const tech = await app.visit(TECHNICIAN);
    await tech.page.goto(app.home);
    const card = tech.page.getByRole('listitem').filter({ hasText: 'Paint the stairwell' });
    await card.waitFor();
    // Just before it arrives.
    await tech.page.route(`**/WorkOrders/${orders[3]}`, async (route) => {
      if (route.request().method() === 'PATCH') {
        await sender.patch(`${api}/WorkOrders/${orders[3]}`, [
          { op: 'replace', path: '/Status', value: 'OnHold' },
          { op: 'replace', path: '/HoldReason', value: 'no paint' },
        ]);
      }
      await route.continue();
    });
    await card.getByRole('button', { name: /^Start/ }).click();
    await card.getByRole('alert').waitFor();
    await card.getByText('no paint').waitFor();
    assert.equal((await sender.get(`${api}/WorkOrders/${orders[3]}`)).json.Status, 'OnHold');
  });

  await t.test(
    'work that somebody else finished first is told as refused, and what was typed about it stays',
    async () => {
      const made = async (type: string, fields: object) =>
        (await sender.post(`${api}/${type}`, fields as never)).json.ID as number;
      await app.person('olga@example.com', { Role: 'Technician' });
      const employee = await made('Employees', { FirstName: 'Olga', LastName: 'Brandt', Email: 'olga@example.com' });
      const order = await made('WorkOrders', { Name: 'Only one', AssignedEmployeeID: employee });
      const at = `${api}/WorkOrders/${order}`;
      const { Number: number } = (await sender.get(at)).json;
      const finish = () => sender.patch(at, [{ op: 'replace', path: '/Status', value: 'Completed' }]);
      const { page, context } = await app.visit('olga@example.com');
      await page.goto(app.home);
      const card = page.getByRole('listitem').filter({ hasText: 'Only one' });
      await card.getByRole('button', { name: /^Complete/ }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Notes').fill('Belt changed');
      await finish();
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.getByRole('alert').getByText('It is “Completed” by now: admin@example.com changed it').waitFor();
      await card.waitFor({ state: 'detached' });
      assert.equal(await sheet.getByLabel('Notes').inputValue(), 'Belt changed');
      await sheet.getByRole('button', { name: 'Back' }).click();
      await page.getByText('Nothing to do').waitFor();

      await sender.patch(at, [{ op: 'replace', path: '/Status', value: 'Open' }]);
      await page.reload();
      await card.waitFor();
      await page.route(`**/WorkOrders/${order}`, async (route) => {
        if (route.request().method() === 'PATCH') await finish();
        await route.continue();
      });
      await card.getByRole('button', { name: /^Start/ }).click();
      const refusal = page.getByRole('region', { name: number }).getByRole('alert');
      await refusal.getByText('Somebody else was faster').waitFor();
      await page.getByText('Nothing to do').waitFor();
      await page.unrouteAll({ behavior: 'wait' });

      await sender.patch(at, [{ op: 'replace', path: '/Status', value: 'Open' }]);
      await page.reload();
      await card.getByRole('button', { name: /^Complete/ }).click();
      await sender.delete(at);
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.getByRole('alert').getByText('admin@example.com deleted it').waitFor();
      assert.equal((await sender.get(at)).json.Status, 'Open');
      await context.close();
    },
  );

  await t.test('the page of an asset shows how it stands, and all that happened to it', async () => {
    await sender.patch(`${api}/Assets/1`, [
      { op: 'replace', path: '/AssetStatusID', value: 3 },
      { op: 'replace', path: '/MeterValue', value: 1234.5 },
      { op: 'replace', path: '/MeterUnit', value: 'h' },
    ]);
    await page.goto(`${app.home}/Assets/1`);
    const overview = page.getByRole('region', { name: 'At a glance' });
    await overview.getByText('1,234.5 h').waitFor();
    const open = overview.getByText('Open work orders').locator('..').getByRole('link');
    const list = await sender.get(`${(await open.getAttribute('href'))!.replace('/console', '')}&take=0&count=true`);
    assert.equal(await open.textContent(), list.headers.get('x-total-count'));
    assert.match(
      (await overview.getByRole('link', { name: 'New work order' }).getAttribute('href'))!,
      /AssetID=1&LocationID=\d+/,
    );
    await page.getByRole('link', { name: 'Timeline' }).click();
    const entries = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await entries.filter({ hasText: 'Meter empty → 1,234.5' }).waitFor();
    const all = await entries.count();
    await page.getByLabel('Work orders').uncheck();
    await page.waitForFunction((count) => document.querySelectorAll('main ol li').length < count, all);
    await page.getByLabel('Up to').fill('2001-01-01');
    await page.getByText('Nothing of these kinds.').waitFor();
    await page.goto(`${app.home}/WorkOrders/1/Timeline`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });
});

/** All of them have come. */
function daysAgo(_: string, days = '0'): string {
  return new Date(Date.now() - Number(days) * 86_400_000).toISOString();
}

async function allTiles(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (tiles) => document.querySelectorAll('main section[aria-busy=false] > footer').length === tiles,
    count,
  );
}
