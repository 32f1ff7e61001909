// The frame around every page: finding and doing by keyboard, letter keys that can be off, what is live and what happens when it is cut off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually } from './eventually.ts';

test('the frame around every page', async (t) => {
  const app = await startConsole(t);
  const { page, sender, context } = await app.visit(ADMIN);
  const home = `/${app.account.id}`;
  await page.goto(app.home);
  await page.getByRole('heading', { name: 'Home' }).waitFor();

  const field = page.getByRole('combobox', { name: 'Find or do anything' });
  const close = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  const options = () => page.getByRole('dialog').getByRole('option').allInnerTexts();

  await t.test('the palette finds pages, actions and records, and gives the focus back', async () => {
    const [order] = (await sender.get(`${home}/WorkOrders?take=1`)).json;
    await page.getByRole('button', { name: 'Help and keys' }).focus();
    await page.keyboard.press('Control+k');
    await field.waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('option', { selected: true }).innerText(), 'Home');
    await close();
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Help and keys');
    await page.keyboard.press('Control+k');
    await field.fill('>dark');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await field.fill(String(order.Number).replace(/-0+/, '-'));
    await page.getByRole('option', { name: order.Name }).waitFor();
    await field.fill('audit');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.home}/Settings/Audit`);
    // The navigation shows where that is.
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]', { hasText: 'Audit' });
    await current.waitFor();
    await eventually(() => current.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight), true);
  });

  await t.test(
    'what is typed before the palette or the help is there does nothing on the page, and is not lost',
    async () => {
      const visit = await app.visit(ADMIN);
      const { page: slow } = visit;
      const held: (() => Promise<void>)[] = [];
      await slow.route(/\/(Palette|Help)-\w+\.js$/, (route) => void held.push(() => route.continue()));
      const [order] = (await sender.get(`${home}/WorkOrders?take=1`)).json;
      await slow.goto(`${app.home}/WorkOrders/${order.ID}`);
      const edit = slow.getByRole('button', { name: 'Edit What' });
      await edit.waitFor();
      await edit.focus();
      await slow.keyboard.press('Control+k');
      await slow.keyboard.type('e');
      await slow.keyboard.press('Escape');
      await slow.keyboard.press('Control+k');
      await slow.keyboard.type('Seam emptied');
      await slow.keyboard.press('Enter');
      await slow.keyboard.press('Backspace');
      await eventually(async () => held.length, 1);
      await held[0]!();
      const typed = slow.getByRole('combobox', { name: 'Find or do anything' });
      await typed.waitFor();
      assert.equal(await typed.inputValue(), 'Seam emptie');
      await slow.keyboard.type('s');
      assert.equal(await typed.inputValue(), 'Seam empties');
      await slow.keyboard.press('Escape');
      await slow.getByRole('dialog').waitFor({ state: 'hidden' });
      await slow.keyboard.press('Control+k');
      assert.equal(await typed.inputValue(), '', 'the next time it begins anew');
      await slow.keyboard.press('Escape');
      await slow.keyboard.press('?');
      await slow.keyboard.type('en');
      await eventually(async () => held.length, 2);
      await held[1]!();
      await slow.getByRole('dialog', { name: 'Help and keys' }).waitFor();
      assert.equal(slow.url(), `${app.home}/WorkOrders/${order.ID}`);
      assert.equal(
        await slow.getByRole('button', { name: 'Save', exact: true }).count(),
        0,
        'nothing was opened to write',
      );
      await slow.keyboard.press('Escape');
      await slow.getByRole('dialog').waitFor({ state: 'hidden' });
      await slow.keyboard.press('e');
      await slow.getByRole('button', { name: 'Save', exact: true }).waitFor();
      await visit.context.close();
    },
  );

  await t.test(
    'Enter opens what was typed, also before it is found, and nothing of what was typed before',
    async () => {
      const [first, second] = (await sender.get(`${home}/WorkOrders?take=2`)).json;
      const held: (() => Promise<void>)[] = [];
      await page.route('**/Search?*', async (route) => {
        if (new URL(route.request().url()).searchParams.get('text') === first.Number) await route.continue();
        else held.push(() => route.continue());
      });
      await page.keyboard.press('Control+k');
      await field.fill(first.Number);
      await page.getByRole('option', { name: first.Name }).waitFor();
      await field.fill(second.Number);
      await page.keyboard.press('Enter');
      await page.getByText('The first result opens.').waitFor();
      assert.deepEqual(await options(), []);
      await eventually(async () => held.length, 1);
      await held[0]!();
      await page.waitForURL(`${app.home}/WorkOrders/${second.ID}`);
      await page.locator('[data-group=System]').waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    },
  );

  await t.test('one search is under way; the newest waits for it, and those between are never asked', async () => {
    const held: (() => Promise<void>)[] = [];
    const searched: (string | null)[] = [];
    await page.route('**/Search?*', (route) => {
      searched.push(new URL(route.request().url()).searchParams.get('text'));
      held.push(() => route.continue());
    });
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await page.waitForTimeout(10);
    };
    await page.keyboard.press('Control+k');
    await field.fill('lift');
    await until(() => held.length === 1);
    for (const letter of ['s', ' ', 'a']) {
      await field.pressSequentially(letter);
      await page.waitForTimeout(350);
    }
    assert.deepEqual(searched, ['lift']);
    await held[0]!();
    await until(() => held.length === 2);
    assert.deepEqual(searched, ['lift', 'lifts a']);
    await held[1]!();
    await page
      .getByText(/Nothing found|\d results?/)
      .first()
      .waitFor();
    await close();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test('a search that failed is not told as nothing found, and is made again', async () => {
    const [order] = (await sender.get(`${home}/WorkOrders?take=1`)).json;
    const busy = { code: 'busy', title: 'Busy', detail: 'The service is busy.', requestId: 'req_1' };
    const failures = [
      {
        status: 503,
        headers: { 'retry-after': '60' },
        contentType: 'application/problem+json',
        body: JSON.stringify(busy),
      },
      undefined,
    ];
    await page.route('**/Search?*', (route) => {
      if (failures.length === 0) return route.continue();
      const failure = failures.shift();
      return failure ? route.fulfill(failure) : route.abort();
    });
    await page.keyboard.press('Control+k');
    await field.fill(order.Number);
    const refusal = page.getByRole('dialog').getByRole('alert');
    await refusal.getByText('The service is busy.').waitFor();
    await refusal.getByText(/by itself in (60|5\d) s/).waitFor();
    assert.equal(
      await page
        .getByRole('dialog')
        .getByText(/Nothing found|0 results/)
        .count(),
      0,
    );
    await refusal.getByRole('button', { name: 'Try again' }).click();
    await refusal.getByText('The service does not answer.').waitFor();
    await refusal.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('option', { name: order.Name }).waitFor();
    assert.equal(await refusal.count(), 0);
    await close();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test(
    'nothing typed shows what was open last; > shows only what can be done, with what stands in its way',
    async () => {
      const sender = await app.app.key(app.account);
      const vendorless = (await sender.post('/api/PurchaseOrders', { Name: 'Seals' })).json;
      await page.goto(`${app.home}/PurchaseOrders/${vendorless.ID}`);
      await page.getByRole('button', { name: 'Send' }).and(page.locator(':not([aria-busy])')).waitFor();
      await page.goto(`${app.home}/WorkOrders?Status=OnHold&orderby=UpdatedOn`);
      await page.getByRole('heading', { name: 'Work orders' }).waitFor();
      await page.goto(`${app.home}/PurchaseOrders/${vendorless.ID}`);
      await page.getByRole('button', { name: 'Send' }).and(page.locator(':not([aria-busy])')).waitFor();
      await page.keyboard.press('Control+k');
      await field.waitFor();
      assert.deepEqual((await options()).slice(0, 2), [
        `${vendorless.Number}\nPurchase order`,
        'Work orders: On hold\nView',
      ]);
      await field.fill('>');
      const all = await options();
      assert.ok(
        all.some((one) => /^Send\n.*vendor/i.test(one)),
        all.join('; '),
      );
      assert.ok(all.includes('Dark theme') && all.includes('Help and keys'), all.join('; '));
      assert.ok(!all.includes('Audit\nSettings'), 'pages are no actions');
      const send = page.getByRole('option', { name: /^Send/ });
      assert.equal(await send.getAttribute('aria-disabled'), 'true');
      await field.fill('overdue');
      await page.getByRole('option', { name: 'Work orders: Overdue' }).waitFor();
      await field.fill('>cancel');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: /Cancel/ }).waitFor();
      await close();
    },
  );

  await t.test(
    'g and a letter leads to a place, ? shows the keys; in fields and with letter keys off they are letters',
    async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      // The newest first, and the address says so.
      await page.waitForURL(`${app.home}/WorkOrders?orderby=ID+Desc`);
      for (const name of ['Work orders', 'All'])
        await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await page.waitForURL(app.home);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Help and keys' }).waitFor();
      await close();
      await page.goto(`${app.home}/Me`);
      await page.getByLabel('Current password', { exact: true }).pressSequentially('gh?');
      assert.equal(page.url(), `${app.home}/Me`);
      await page.getByLabel('Letter keys').uncheck();
      await page.locator('body').press('?');
      await page.locator('body').press('g');
      await page.locator('body').press('h');
      assert.equal(page.url(), `${app.home}/Me`);
      assert.equal(await page.getByRole('dialog').count(), 0);
      await page.getByLabel('Letter keys').check();
    },
  );

  await t.test('a menu is closed by Escape wherever the focus has gone, and stays over no other page', async () => {
    const { page: other } = await app.visit(ADMIN);
    await other.goto(`${app.home}/Settings/Audit`);
    await other.getByRole('link', { name: 'People', exact: true }).first().click();
    await other.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    const menu = other.getByRole('menu');
    const opened = async () => {
      await other.getByRole('button', { name: /^Me: / }).click();
      await menu.waitFor();
      await other.evaluate(() => (document.activeElement as HTMLElement).blur());
    };
    await opened();
    await other.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden', timeout: 2_000 });
    await opened();
    await other.goBack();
    await other.waitForURL(`${app.home}/Settings/Audit`);
    await menu.waitFor({ state: 'hidden', timeout: 2_000 });
  });

  await t.test('a page that is opened is told by its name, and keyboards go on in it', async () => {
    const { page: heard, context: own } = await app.visit(ADMIN);
    await heard.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const listen = new MutationObserver(() => {
        const now = document.querySelector('body > [role=status]')?.textContent ?? '';
        if (now !== (said.at(-1) ?? '')) said.push(now);
      });
      document.addEventListener('DOMContentLoaded', () =>
        listen.observe(document.body, { subtree: true, childList: true }),
      );
    });
    const said = () => heard.evaluate(() => (window as unknown as { said: string[] }).said);
    const focused = () => heard.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    const [{ Number: number, Name: name }] = (await sender.get(`${home}/WorkOrders?take=1`)).json;
    await heard.goto(`${app.home}/WorkOrders`);
    const row = heard.locator('tbody th a').filter({ hasText: number });
    await row.waitFor();
    await heard.keyboard.press('Tab');
    assert.equal(
      await focused(),
      'Skip to the page',
      'of a page that is loaded the keyboard comes first to its beginning',
    );
    await heard.locator('[data-filter]').fill(number);
    await heard.waitForURL(/search=/);
    await eventually(() => heard.locator('tbody tr').count(), 1);
    assert.deepEqual(await said(), [], 'neither the first page nor another search');
    await row.focus();
    await heard.keyboard.press('Enter');
    const opened = await heard.getByRole('heading', { level: 1, name }).innerText();
    await eventually(said, [opened]);
    await eventually(focused, 'page');
    await heard.keyboard.press('Tab');
    assert.equal(await focused(), 'Work orders', 'what comes first in the page');
    const tab = heard.getByRole('link', { name: 'History', exact: true }).first();
    await tab.focus();
    await heard.keyboard.press('Enter');
    await eventually(() => tab.getAttribute('aria-current'), 'page');
    assert.equal(await focused(), 'History', 'who goes from tab to tab stays there');
    await heard.goBack();
    await heard.goBack();
    await row.waitFor();
    await eventually(said, [opened, 'Work orders']);
    await eventually(focused, number);
    await own.close();
  });

  await t.test('one tab listens for all of the browser, and another goes on when it is closed', async () => {
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.headers().accept === 'text/event-stream') streams.push(request.url());
    });
    await page.getByText('live', { exact: true }).waitFor();
    const second = await context.newPage();
    await second.goto(app.home);
    await second.getByText('live', { exact: true }).waitFor();
    assert.deepEqual(streams, []);
    const began = second.waitForRequest((request) => request.headers().accept === 'text/event-stream');
    await page.goto('about:blank');
    await began;
    await second.getByText('live', { exact: true }).waitFor();
    await second.close();
  });
});

test('a console that is cut off says so, asks instead of listening, and goes on without a reload', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const { page, expectFaults } = await app.visit(ADMIN);
  expectFaults(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
  await page.clock.install();
  // The routes stay until the end: a request that is under way while they are taken away may never be answered.
  let answers: 'all' | 'but the stream' | 'nothing' = 'but the stream';
  await page.route('**/console/api/**', (route) => {
    const isStream = route.request().headers().accept === 'text/event-stream';
    return answers === 'nothing' || (answers !== 'all' && isStream) ? route.abort() : route.continue();
  });
  await page.goto(`${app.home}/Me`);
  await page.getByText('connecting', { exact: true }).waitFor();
  await page.getByLabel('Current password', { exact: true }).fill('a draft');
  const asked = page.waitForRequest(
    (request) => request.url().includes('/Changes?after=') && request.headers().accept !== 'text/event-stream',
  );
  await page.clock.fastForward(61_000);
  await asked;
  await page.getByText('every 15 s', { exact: true }).waitFor();

  // Now nothing answers at all.
  answers = 'nothing';
  await page.clock.fastForward(15_000);
  await page.getByText('No connection. What is shown is from before').waitFor();
  answers = 'all';
  // A pause may begin only after the clock was moved on.
  const live = page.getByText('live', { exact: true });
  for (const until = Date.now() + 20_000; !(await live.isVisible()) && Date.now() < until; await sleep(200))
    await page.clock.fastForward(3_000);
  await live.waitFor();
  await page.getByText('No connection. What is shown is from before').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Current password', { exact: true }).inputValue(), 'a draft');
});
