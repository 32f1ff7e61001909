// The console on a phone: what is pressed lies over nothing else that is, what is shown has room, and where one is stays in sight.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually } from './eventually.ts';

const LONG = 'Lift 3, north block, samphire yard, from the roof space to the cellar';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('on a phone', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const order = await create('WorkOrders', { Name: 'Lift stuck', Category: 'Lifts' });
  const { page, sender } = await app.visit(ADMIN, PHONE);
  const made = await sender.post(`/${app.account.id}/Webhooks`, {
    entityType: 'WorkOrders',
    action: 'Completed',
    targetUrl: 'https://hooks.nowhere.invalid/tasks',
  });
  const webhook = made.json.id as number;

  await t.test('nothing that is pressed lies over something else', async () => {
    const pages = [
      { at: '/WorkOrders', ready: 'Completed last 30 days' },
      { at: '/WorkOrders?Category=Nothing&Status=Open', ready: 'No work orders match' },
      { at: `/WorkOrders/${order}`, ready: 'All that can refer to it' },
      { at: '/WorkOrders/999', ready: 'Look for 999' },
      { at: '', ready: 'How it is counted' },
      { at: '/Ready', ready: 'Connect an integration' },
      { at: `/Webhooks/${webhook}`, ready: 'Failures in a row' },
    ];
    for (const { at, ready } of pages) {
      await page.goto(app.home + at);
      await page.getByText(ready).first().waitFor();
      assert.deepEqual(await overlapping(page), [], at);
    }
  });

  await t.test('a card of a list begins in the upper half, and its name has the whole width', async () => {
    const name = 'Pump not changing over, roof space, north block, samphire yard';
    const about = await create('WorkOrders', { Name: name });
    await page.goto(`${app.home}/WorkOrders`);
    const card = page.locator(`tr[data-id="${about}"]`);
    const [box, cell] = await Promise.all([card.boundingBox(), card.getByText(name).boundingBox()]);
    assert.ok(cell!.width > box!.width - 32, `${cell!.width} of ${box!.width} px`);
    assert.ok((await page.locator('tbody tr').first().boundingBox())!.y < PHONE.viewport.height / 2);
    await page.getByRole('button', { name: 'More actions' }).tap();
    const heights = await page
      .getByRole('menuitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height >= 44));
    assert.deepEqual(heights, [true, true, true, true]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).tap(),
    ]);
    assert.equal(download.suggestedFilename(), 'WorkOrders.csv');
  });

  await t.test('the way through the pages of a list has a row of its own', async () => {
    await page.goto(`${app.home}/WorkOrders`);
    const button = (name: string) => page.getByRole('navigation', { name: 'Page' }).getByRole('button', { name });
    await button('Next page').waitFor();
    const rows = await Promise.all(['Previous page', 'Next page'].map((name) => button(name).boundingBox()));
    assert.equal(rows[0]!.y, rows[1]!.y);
  });

  await t.test('what the palette has found is as high as a finger', async () => {
    await page.getByRole('button', { name: /^Search/ }).tap();
    const options = page.getByRole('dialog').getByRole('option');
    await page.getByRole('dialog').getByRole('combobox').fill('a');
    await options.first().waitFor();
    assert.ok((await options.first().boundingBox())!.height >= 44);
    await page.keyboard.press('Escape');
  });

  await t.test('a name of one word of eighty letters is shown whole', async () => {
    const name = 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetzesbeauftragter';
    const host = name.slice(0, 60).toLowerCase();
    await app.person(`${host}@example.com`, { FirstName: name.slice(0, 60), LastName: name.slice(0, 60) });
    const targetUrl = `https://${host}.example.com/hook`;
    const event = { entityType: 'WorkOrders', action: 'Completed' };
    const hook = (await sender.post(`/${app.account.id}/Webhooks`, { ...event, targetUrl, name })).json.id;
    const person = await app.visit(`${host}@example.com`);
    const { ID } = (await person.sender.post(`/${app.account.id}/WorkOrders`, { Name: name })).json;
    const cut = () =>
      page.evaluate(() => {
        const texts = [...document.querySelectorAll('main *')].filter((one) =>
          [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.length > 40),
        );
        return texts.flatMap((one) => (one.getBoundingClientRect().right > innerWidth - 8 ? [one.textContent] : []));
      });
    for (const at of ['Settings/People', 'Webhooks', `Webhooks/${hook}`, `WorkOrders/${ID}/History`, 'WorkOrders']) {
      await page.goto(`${app.home}/${at}`);
      await page
        .getByText(new RegExp(name.slice(0, 40), 'i'))
        .first()
        .waitFor();
      await eventually(cut, []);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${app.home}/Webhooks`);
    const link = page.getByRole('link', { name });
    await link.waitFor();
    assert.ok((await link.boundingBox())!.width < 400, 'it leaves room for the other columns');
    await page.setViewportSize(PHONE.viewport);
  });

  await t.test('the tab one is on is in sight, however many come before it', async () => {
    await page.goto(`${app.home}/Webhooks/${webhook}/Recover`);
    const tab = page.getByRole('link', { name: 'Recover', exact: true }).and(page.locator('[aria-current]'));
    await tab.waitFor();
    await eventually(async () => {
      const { x, width } = (await tab.boundingBox())!;
      return x >= 0 && x + width <= PHONE.viewport.width;
    }, true);
    assert.equal(await page.evaluate(() => scrollY), 0, 'the page has not moved for it');
  });

  await t.test('a menu opens within the screen, wherever its button is', async () => {
    await app.person('ann@example.com', { Role: 'Technician', FirstName: 'Ann', LastName: 'Two' });
    const menus = [
      { at: '/Settings/People', button: /^Actions for Ann Two$/ },
      { at: '/WorkOrders?ui.view=board', button: /^Move / },
      { at: '', button: /^Me: / },
      { at: `/WorkOrders/${order}`, button: /^More actions$/ },
    ];
    const items = page.getByRole('menuitem');
    const outside = () =>
      items.evaluateAll((all) =>
        all.flatMap((item) => {
          const { left, right, top, bottom } = item.getBoundingClientRect();
          const isIn = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
          return isIn ? [] : [`${item.textContent}: ${[left, right, top, bottom].map(Math.round)}`];
        }),
      );
    for (const { at, button } of menus) {
      for (const [width, height] of [
        [360, 740],
        [600, 740],
        [360, 300],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto(app.home + at);
        await page.getByRole('button', { name: button }).first().click();
        await items.first().waitFor();
        assert.deepEqual(await outside(), [], `${button} at ${width} x ${height}`);
      }
    }
    await page.setViewportSize(PHONE.viewport);
  });

  await t.test('a dialog about a name of one long word shows its title and its buttons', async () => {
    const word = 'Brandschutzklappenwartungsprotokoll'.repeat(5);
    const ID = await create('WorkOrders', { Name: word, Status: 'InProgress' });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${app.home}/WorkOrders/${ID}`);
      await page.getByRole('button', { name: 'Complete', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Leave it as it is' }).waitFor();
      assert.deepEqual(
        await dialog.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth <= clientWidth]),
        [0, true],
        `${width}`,
      );
    }
  });

  await t.test('the bar above has room for a long name of a person at any width', async () => {
    const Email = 'maximiliane.freudenberger-lindqvist@harbour-pine.example.com';
    await app.person(Email, { FirstName: 'Maximiliane', LastName: 'Freudenberger-Lindqvist' });
    const { page: hers } = await app.visit(Email);
    for (const width of [360, 641, 683, 768, 900, 960]) {
      await hers.setViewportSize({ width, height: 740 });
      await hers.goto(app.home);
      await hers.getByRole('button', { name: /^Me: / }).waitFor();
      const [right, whole] = await hers.evaluate(() => [
        Math.max(
          ...[...document.querySelectorAll('header :is(button, svg, span)')].map(
            (one) => one.getBoundingClientRect().right,
          ),
        ),
        document.documentElement.scrollWidth,
      ]);
      assert.ok(right! <= width && whole! <= width, `${right} and ${whole} of ${width}`);
    }
  });

  await t.test('what is pressed stays where it is while the rest of its page comes', async () => {
    await page.setViewportSize(PHONE.viewport);
    const asset = await create('Assets', { Name: 'Lift 2' });
    const AssetID = await create('Assets', { Name: LONG });
    for (const Name of ['Door', 'Rope']) await create('WorkOrders', { Name, AssetID, Category: 'Cards' });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    const heading = page.getByRole('heading', { level: 1 });
    const pages = [
      { at: `/Assets/${asset}`, late: 'Figures', pressed: link('New work order'), isEarly: true, last: 'never' },
      { at: `/Webhooks/${webhook}`, late: 'Health?*', pressed: remove, isEarly: true, last: '0 of 30' },
      { at: '/Settings/About', late: 'About', pressed: link('GraphQL explorer'), isEarly: false, last: 'Mail' },
      {
        at: '/WorkOrders?Category=Cards&ui.view=board',
        late: 'Names',
        pressed: page.getByRole('button', { name: /^Move/ }).last(),
        isEarly: false,
        last: LONG,
      },
      { at: '/Events', late: 'Events', pressed: link('To the webhooks'), isEarly: false, last: 'Work order completed' },
    ];
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const { at, late, pressed, isEarly, last } of pages) {
      const answer = Promise.withResolvers<void>();
      await page.route(`**/api/**/${late}`, (route) => answer.promise.then(() => route.continue()));
      await page.goto(app.home + at);
      await (isEarly ? pressed : heading).waitFor();
      const place = async () => ((await pressed.count()) === 0 ? undefined : (await pressed.boundingBox())!.y);
      const places = [await place()];
      // By then what stands for it is seen.
      await sleep(500);
      places.push(await place());
      answer.resolve();
      await page.getByText(last, { exact: true }).first().waitFor();
      await pressed.waitFor();
      const now = await place();
      assert.deepEqual(new Set([...places.filter((one) => one !== undefined), now]), new Set([now]), at);
      await page.unrouteAll({ behavior: 'wait' });
    }
    assert.deepEqual(
      asked.filter((url) => /Tasks\?&/.test(url)),
      [],
      'the tasks of its cards, and no others',
    );
  });

  await t.test(
    'what a record is shown with is asked for before the record is there, and pushes nothing away',
    async () => {
      const board = await create('Boards', { Name: 'Lifts' });
      const asked = Promise.all([/UsedOverview/, /ListTable/].map((part) => page.waitForRequest(part)));
      await page.route(`**/api/**/Boards/${board}`, (route) => asked.then(() => route.continue()));
      await page.goto(`${app.home}/Boards/${board}`);
      await page.getByRole('button', { name: 'Edit System' }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    },
  );

  await t.test('what is told of a move lies over no button that comes next', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const ID = await create('WorkOrders', { Name: 'Lift stuck again' });
    await page.goto(`${app.home}/WorkOrders/${ID}`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page
      .getByText(/Lift stuck again: In progress/)
      .first()
      .waitFor();
    const told = await page.getByRole('button', { name: 'Dismiss' }).boundingBox();
    const next = await page.getByRole('button', { name: 'Complete', exact: true }).boundingBox();
    assert.ok(told!.y + told!.height < next!.y, `${JSON.stringify(told)} over ${JSON.stringify(next)}`);
    await page.setViewportSize(PHONE.viewport);
  });
});

/** Of whatever can be pressed, the pairs that share more than a line. A link in a sentence may go over two lines; moves stay at the foot. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, summary)')];
    const shown = all.filter(
      (one) => one.checkVisibility() && !one.matches('p a, span a, thead *, [aria-label=Moves] *'),
    );
    const boxes = shown.map((one) => ({ one, box: one.getBoundingClientRect() }));
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    return boxes.flatMap(({ one, box }, n) =>
      boxes
        .slice(n + 1)
        .filter((other) => !one.contains(other.one) && isOver(box, other.box))
        .map((other) => `${one.textContent} | ${other.one.textContent}`),
    );
  });
}
