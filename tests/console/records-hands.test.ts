// Record pages and the board under every hand: on a phone, by touch, by keyboard, and without a connection.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN, signedIn } from '../support/people.ts';
import { chooseMore, eventually, focusedName, focusedText, listening, tapTwice } from './eventually.ts';

const READER = 'reader@example.com';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('records under every hand', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  await app.person(READER, { Role: 'ReadOnly' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const open = async (at: Page, path: string) => {
    await at.goto(`${app.home}/${path}`);
    await at.locator('[data-group=System]').waitFor();
  };

  await t.test('on a phone the moves stay at the foot, wherever one has scrolled to', async () => {
    const id = await create('WorkOrders', { Name: 'Lift stuck', Status: 'InProgress' });
    const phone = await app.visit(ADMIN, PHONE);
    await open(phone.page, `WorkOrders/${id}`);
    const complete = phone.page.getByRole('button', { name: 'Complete', exact: true });
    for (const to of [0, 900, 100_000]) {
      await phone.page.evaluate((top) => scrollTo(0, top), to);
      assert.ok(await isOnScreen(complete), `scrolled to ${to}`);
    }
    const mayCome = Promise.withResolvers<void>();
    await phone.page.route('**/History?*', async (route) => {
      await mayCome.promise;
      await route.continue();
    });
    await phone.page.goto(`${app.home}/WorkOrders/${id}/History`);
    const bar = phone.page.getByRole('group', { name: 'Moves' }).locator('xpath=../..');
    const foot = () => bar.evaluate((moves) => Math.round(innerHeight - moves.getBoundingClientRect().bottom));
    await complete.waitFor();
    assert.equal(await foot(), 0, 'while there is little above them');
    mayCome.resolve();
    await open(phone.page, `WorkOrders/${id}`);
    await phone.page.getByRole('button', { name: 'Edit What' }).click();
    await phone.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    assert.equal(await isOnScreen(complete), false, 'whoever writes has saving there instead');
    await phone.context.close();
  });

  await t.test('no move goes from under the finger while it is asked what hinders the others', async () => {
    const id = await create('PurchaseOrders', { Lines: [{ Description: 'Filters', Quantity: 4 }] });
    const phone = await app.visit(ADMIN, PHONE);
    await phone.page.route(/\/Moves\b/, (route) => setTimeout(() => void route.continue(), 300));
    await phone.page.goto(`${app.home}/PurchaseOrders/${id}`);
    const cancel = phone.page.getByRole('button', { name: 'Cancel it' });
    await cancel.waitFor();
    const before = await cancel.boundingBox();
    await phone.page.getByText('Needs a vendor.', { exact: true }).waitFor();
    assert.deepEqual(await cancel.boundingBox(), before);
    await phone.context.close();
  });

  await t.test('on a phone times stay beside each other, however long they are', async () => {
    const at = '2025-11-21T12:10:00Z';
    const id = await create('WorkOrders', { Name: 'Lift stuck', ScheduledStartOn: at, ScheduledEndOn: at, DueOn: at });
    const { page, context } = await app.visit(ADMIN, {
      ...PHONE,
      viewport: { width: 320, height: 640 },
      locale: 'en-US',
    });
    await open(page, `WorkOrders/${id}`);
    const sticksOut = (time: Element) =>
      time.getBoundingClientRect().right > time.closest('dd')!.getBoundingClientRect().right + 1;
    const times = page.locator('dd time');
    assert.ok((await times.count()) >= 5);
    for (const time of await times.all()) assert.equal(await time.evaluate(sticksOut), false, await time.innerText());
    await context.close();
  });

  await t.test('on a phone whatever is pressed is as high as a finger, but for links in sentences', async () => {
    const asset = await create('Assets', { Name: 'Lift 2' });
    const id = await create('WorkOrders', { Name: 'Grease the rails', Category: 'Rails', AssetID: asset });
    const phone = await app.visit(ADMIN, PHONE);
    const { page } = phone;
    const small = () =>
      page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')];
        const shown = all.filter(
          (one) => one.checkVisibility() && !one.matches('p a, span a, thead *, [href="#page"]'),
        );
        const whole = (one: HTMLElement) => one.closest('label') ?? one;
        const low = shown.filter((one) => whole(one).getBoundingClientRect().height < 43.5);
        return low.map((one) => one.getAttribute('aria-label') ?? one.textContent);
      });
    await page.goto(`${app.home}/WorkOrders?Category=Rails`);
    await page.getByRole('link', { name: 'Lift 2' }).waitFor();
    assert.deepEqual(await small(), [], 'a list with a filter');
    await open(page, `WorkOrders/${id}`);
    await page.getByRole('link', { name: 'Lift 2' }).waitFor();
    assert.deepEqual(await small(), [], 'a record');
    await open(page, `Assets/${asset}`);
    assert.deepEqual(await small(), [], 'an asset');
    await page.goto(app.home);
    await page.getByText('How it is counted').first().waitFor();
    assert.deepEqual(await small(), [], 'Home');
    await phone.context.close();
  });

  await t.test('what one may not use says why to whoever taps it or comes to it by keyboard', async () => {
    const id = await create('WorkOrders', { Name: 'Paint the hall' });
    const reason = 'Your role, Read only, may not change work orders';
    const phone = await app.visit(READER, PHONE);
    await open(phone.page, `WorkOrders/${id}`);
    const said = phone.page.locator('[popover]', { hasText: reason });
    await phone.page.getByRole('button', { name: 'More actions' }).tap();
    const offers = [
      phone.page.getByRole('menuitem', { name: 'Delete' }),
      phone.page.getByRole('button', { name: 'Edit Who' }),
    ];
    for (const offer of offers) {
      await offer.tap({ force: true });
      await eventually(() => shownOnes(said), [reason]);
      assert.ok(await isOnScreen(said.filter({ visible: true })), String(offer));
    }
    await phone.page.getByRole('heading', { level: 1 }).tap();
    await eventually(() => shownOnes(said), []);
    await phone.context.close();

    const { page, context } = await app.visit(READER);
    await open(page, `WorkOrders/${id}`);
    const more = page.getByRole('button', { name: 'More actions' });
    await more.click();
    const remove = page.getByRole('menuitem', { name: 'Delete' });
    const grey = await remove.evaluate((button) => getComputedStyle(button).color);
    await remove.hover({ force: true });
    assert.equal(await remove.evaluate((button) => getComputedStyle(button).color), grey, 'it does not look alive');
    await eventually(() => focusedText(page), 'Copy link');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focusedText(page), 'Delete');
    const there = page.locator('[popover]', { hasText: reason });
    await eventually(() => shownOnes(there), [reason]);
    await page.keyboard.press('Escape');
    await eventually(() => shownOnes(there), []);
    await page.keyboard.press('Enter');
    await eventually(() => shownOnes(there), [reason]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.ok(await more.evaluate((button) => button === document.activeElement), 'closed, it gives the focus back');
    await context.close();
  });

  await t.test('whoever saves or discards is where the group is opened again, not at the top of the page', async () => {
    const id = await create('WorkOrders', { Name: 'Clean the shaft' });
    const { page, context } = await app.visit(ADMIN);
    await open(page, `WorkOrders/${id}`);
    const focused = () => page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
    const write = async (text: string) => {
      await page.getByRole('button', { name: 'Edit Closing' }).click();
      await page.getByRole('button', { name: 'Edit What' }).press('Enter');
      await page.getByLabel('Category').fill(text);
    };
    await write('Lifts');
    await page.keyboard.press('Control+Enter');
    await page.getByText('version 2').waitFor();
    await eventually(focused, 'Edit What');
    await write('Hoists');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('version 3').waitFor();
    await eventually(focused, 'Edit What');
    await write('Stairs');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await eventually(focused, 'Edit What');
    await page.keyboard.press('Enter');
    await page.getByLabel('Category').waitFor();
    await page.keyboard.press('Escape');
    await eventually(focused, 'Edit What');
    await context.close();
  });

  await t.test('whoever presses what goes with what it did is at the next move, else at the heading', async () => {
    const employee = await create('Employees', { FirstName: 'Ann', LastName: 'Reed', Email: ADMIN });
    const id = await create('WorkOrders', { Name: 'Tighten the belt', AssignedEmployeeID: employee });
    const { page, context } = await app.visit(ADMIN);
    await open(page, `WorkOrders/${id}`);
    // Until the moves of a new state have been read, none of them can be pressed.
    await page.route(/\/Moves\b/, async (route) => {
      await sleep(300);
      await route.continue();
    });
    const press = (name: string) => page.getByRole('button', { name, exact: true, disabled: false }).press('Enter');
    const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter');
    const heading = /Tighten the belt/;
    const isAt = (text: RegExp) => eventually(async () => text.test((await focusedText(page)) ?? ''), true);
    await press('Start');
    await page.getByText('version 2').waitFor();
    assert.equal(await page.getByText('already').count(), 0, 'nothing of the former state is said of this one');
    await isAt(/^Complete$/);
    await press('Put on hold');
    await answer('Put on hold');
    await isAt(/^Resume$/);
    await press('Resume');
    await isAt(/^Complete$/);
    await chooseMore(page, 'Delete');
    await answer('Delete');
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    const label = () => page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
    await eventually(label, 'More actions');
    await press('Restore');
    await isAt(/^Complete$/);
    await press('Complete');
    await answer('Complete');
    await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
    await isAt(heading);
    await press('Reopen');
    await isAt(/^Start$/);

    await page.goto(`${app.home}/WorkOrders?ui.view=board`);
    const move = page.locator(`[data-card="${id}"]`).getByRole('button', { name: 'Move' });
    await move.press('Enter');
    await page.getByRole('menuitem', { name: 'In progress' }).press('Enter');
    await page.locator(`[data-status=InProgress] [data-card="${id}"]`).waitFor();
    await eventually(() => move.evaluate((button) => button === document.activeElement), true);

    await page.goto(`${app.home}?ui.tab=mywork`);
    const card = page.locator(`[data-work="${id}"]`);
    await card.getByRole('button', { name: 'Hold' }).press('Enter');
    await answer('Hold');
    await isAt(/^Resume$/);
    await card.getByRole('button', { name: 'Resume' }).press('Enter');
    await isAt(/^Complete$/);
    await page.keyboard.press('Enter');
    await answer('Complete');
    await card.waitFor({ state: 'detached' });
    await eventually(() => page.evaluate(() => document.activeElement!.tagName), 'H1');
    await context.close();
  });

  await t.test('a hand that taps twice makes one move', async () => {
    const id = await create('WorkOrders', { Name: 'Weigh the counterweight', Status: 'Completed' });
    const { page, context } = await app.visit(ADMIN, PHONE);
    await open(page, `WorkOrders/${id}`);
    const reopen = page.getByRole('button', { name: 'Reopen', exact: true });
    const before = (await reopen.boundingBox())!;
    const mayGo = Promise.withResolvers<void>();
    await page.route(`**/WorkOrders/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await mayGo.promise;
      await route.continue();
    });
    await reopen.tap({ position: { x: 20, y: 20 } });
    await reopen.and(page.locator('[aria-busy]')).waitFor();
    assert.deepEqual(await reopen.boundingBox(), before, 'that it is under way takes no room');
    mayGo.resolve();
    assert.equal(await tapAt(page, before.x + 20, before.y + 20, 'version 2'), 'Start');
    await page.locator('[aria-label=Moves] button:not([aria-disabled])').first().waitFor();
    assert.equal((await key.get(`/api/WorkOrders/${id}`)).json.Status, 'Open');

    await key.patch(`/api/WorkOrders/${id}`, [
      { op: 'replace', path: '/Category', value: 'Lifts' },
      { op: 'replace', path: '/Name', value: 'Weigh it' },
    ]);
    await page.goto(`${app.home}/WorkOrders/${id}/History`);
    await tapTwice(page, page.getByRole('button', { name: 'Put back Category: —' }));
    await page.getByRole('button', { name: 'Put back Category: Lifts' }).waitFor();
    assert.equal((await key.get(`/api/WorkOrders/${id}`)).json.Category, null);

    // One after the other: the second would not know of the first, and meet it as somebody else's change.
    const mayPut = Promise.withResolvers<void>();
    await page.route(`**/WorkOrders/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await mayPut.promise;
      await route.continue();
    });
    const first = page.getByRole('button', { name: 'Put back Category: Lifts' });
    await first.tap();
    await first.and(page.locator('[aria-busy]')).waitFor();
    const putBack = page.getByRole('button', { name: 'Put back Name: Weigh the counterweight' });
    await putBack.tap({ force: true });
    await page.getByText('Another value is being put back').and(page.locator(':popover-open')).waitFor();
    assert.equal(await first.getAttribute('aria-busy'), 'true');
    mayPut.resolve();
    await page.getByText('version 5').first().waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await eventually(() => putBack.getAttribute('aria-disabled'), null);

    for (let n = 0; n < 3; n++) await signedIn(app.app, ADMIN);
    await page.goto(`${app.home}/Me`);
    const out = page.getByRole('button', { name: 'Sign out', exact: true });
    await out.first().waitFor();
    const count = await out.count();
    const ended: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && ended.push(request.url()));
    await tapTwice(page, out.first());
    await eventually(() => out.count(), count - 1);
    assert.equal(ended.length, 1);
    const mayEnd = Promise.withResolvers<void>();
    await page.route('**/Sessions/*', async (route) => {
      await mayEnd.promise;
      await route.continue();
    });
    await out.first().press('Enter');
    await out.first().and(page.locator('[aria-busy]')).waitFor();
    await out.nth(1).tap({ force: true });
    assert.equal(await out.first().getAttribute('aria-busy'), 'true', 'that one is still under way');
    mayEnd.resolve();
    await eventually(() => out.count(), count - 2);
    assert.equal(ended.length, 2);
    await context.close();
  });

  await t.test('a hand that taps twice takes one row away, and one filter', async () => {
    const Lines = ['A', 'B', 'C', 'D'].map((Description) => ({ Description, Quantity: 4 }));
    const id = await create('PurchaseOrders', { Lines });
    const { page, context } = await app.visit(ADMIN, PHONE);
    await open(page, `PurchaseOrders/${id}`);
    await page.getByRole('button', { name: 'Edit Lines' }).tap();
    const rows = page.getByLabel(/^Description/);
    const texts = () => rows.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await tapTwice(page, page.getByRole('button', { name: 'Remove row 2' }));
    await eventually(() => focusedName(page), 'Remove row 2');
    await eventually(() => rows.count(), 3);
    assert.deepEqual(await texts(), ['A', 'C', 'D']);

    await page.goto(`${app.home}/WorkOrders?Status=Open&Priority=High&Type=Reactive`);
    const chips = page.getByRole('button', { name: /^Remove .* is / });
    await chips.nth(2).waitFor();
    // However long each is, the next one comes under the finger.
    await chips.first().evaluate((one) => {
      const at = { display: 'flex', flexDirection: 'column', alignItems: 'flex-end' };
      Object.assign(one.parentElement!.parentElement!.style, at);
    });
    await tapTwice(page, chips.first());
    await eventually(() => chips.count(), 2);
    await context.close();
  });

  await t.test(
    'a second tap is known as one however late what it hits has come, and however late it is heard',
    async () => {
      const id = await create('WorkOrders', { Name: 'Lift stuck', Status: 'InProgress' });
      const { page, context } = await app.visit(ADMIN, PHONE);
      await open(page, `WorkOrders/${id}`);
      const complete = page
        .getByRole('group', { name: 'Moves' })
        .getByRole('button', { name: 'Complete', exact: true });
      const dialog = page.getByRole('dialog');
      const there = dialog.getByRole('button', { name: 'Complete' });
      await complete.tap();
      const { x, y, width, height } = (await there.boundingBox())!;
      const [left, top] = [x + width / 2, y + height / 2];
      const underIt = async () => {
        await page.locator('[aria-label=Moves] button:not([aria-disabled])').first().waitFor();
        await complete.evaluate((one, at) => Object.assign((one as HTMLElement).style, at), {
          ...{ position: 'fixed', zIndex: '9', left: `${x}px`, top: `${y}px` },
        });
      };
      const isAsked = async () => {
        await sleep(300);
        assert.equal(await there.count(), 1, 'it is asked still');
        assert.equal((await key.get(`/api/WorkOrders/${id}`)).json.Status, 'InProgress');
      };

      // What asks has to be loaded first.
      await open(page, `WorkOrders/${id}`);
      await underIt();
      await page.route(/\.js/, async (route) => {
        await sleep(700);
        await route.continue();
      });
      await page.touchscreen.tap(left, top);
      const tapped = performance.now();
      await there.waitFor();
      assert.ok(performance.now() - tapped > 600, 'it came late');
      await page.unrouteAll({ behavior: 'wait' });
      await page.touchscreen.tap(left, top);
      await isAsked();

      // A slow device: what the first tap began takes its time, and the second is heard after that.
      await dialog.getByRole('button', { name: 'Close' }).tap();
      await underIt();
      await page.evaluate(() => {
        const work = (_: unknown, watch: MutationObserver) => {
          if (document.querySelector('dialog[open]') === null) return;
          watch.disconnect();
          const until = performance.now() + 900;
          requestAnimationFrame(() => {
            while (performance.now() < until);
          });
        };
        new MutationObserver(work).observe(document, { subtree: true, attributes: true });
      });
      const hand = await context.newCDPSession(page);
      const tap = async () => {
        const down = hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: left, y: top }] });
        await sleep(30);
        await Promise.all([down, hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })]);
      };
      const first = tap();
      await sleep(350);
      await Promise.all([first, tap()]);
      await isAsked();
      await context.close();
    },
  );

  await t.test('whoever has gone on while a move was made stays there', async () => {
    const id = await create('WorkOrders', { Name: 'Balance the weight' });
    const { page, context } = await app.visit(ADMIN);
    const mayAnswer = Promise.withResolvers<void>();
    await page.route(`**/WorkOrders/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await mayAnswer.promise;
      await route.continue();
    });
    await open(page, `WorkOrders/${id}`);
    await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
    const next = page.getByRole('button', { name: 'Edit What' });
    await next.focus();
    mayAnswer.resolve();
    await page.getByRole('button', { name: 'Complete', exact: true }).waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.ok(await next.evaluate((button) => button === document.activeElement));
    await context.close();
  });

  await t.test('fields that take long to come do not fetch back whoever has gone on meanwhile', async () => {
    const id = await create('WorkOrders', { Name: 'Brush the steps' });
    const { page, context } = await app.visit(ADMIN);
    const mayCome = Promise.withResolvers<void>();
    await page.route(/WrittenField/, async (route) => {
      await mayCome.promise;
      await route.continue();
    });
    await open(page, `WorkOrders/${id}`);
    await page.getByRole('button', { name: 'Edit Closing' }).click();
    const next = page.getByRole('button', { name: 'Edit What' });
    await next.focus();
    mayCome.resolve();
    await page.locator('[data-group=Closing] textarea').first().waitFor();
    // Two frames: by then it would have been fetched.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.ok(await next.evaluate((button) => button === document.activeElement));
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate(() => document.activeElement!.closest('[data-group]') !== null), true);
    await context.close();
  });

  await t.test('Escape asks before what was typed is given up', async () => {
    const id = await create('WorkOrders', { Name: 'Oil the doors' });
    const { page, context } = await app.visit(ADMIN);
    await open(page, `WorkOrders/${id}`);
    const focused = () => page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
    const category = page.getByLabel('Category');
    const dialog = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await page.getByRole('button', { name: 'Edit What' }).press('Enter');
    await category.fill('Doors');
    await page.keyboard.press('Escape');
    await dialog.getByText('1 change not saved').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await category.inputValue(), 'Doors', 'a second Escape goes back to it');
    await eventually(() => category.evaluate((field) => field === document.activeElement), true);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
    await eventually(focused, 'Edit What');
    await page.reload();
    await page.getByRole('button', { name: 'Edit What' }).waitFor();
    assert.equal(await category.count(), 0, 'nothing is kept of it');
    await context.close();
  });

  await t.test(
    'without a connection nothing is sent: saving, moves and deleting are off and say why, the draft stays',
    async () => {
      const id = await create('WorkOrders', { Name: 'Change the rope' });
      const { page, context, expectFaults } = await app.visit(ADMIN);
      expectFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
      await open(page, `WorkOrders/${id}`);
      await listening(page);
      await page.getByRole('button', { name: 'Edit What' }).click();
      await page.getByLabel('Category').fill('Ropes');
      const writing = ['Save', 'Start', 'Cancel it'].map((name) => page.getByRole('button', { name, exact: true }));
      const off = () => Promise.all(writing.map((button) => button.getAttribute('aria-disabled')));
      await eventually(off, [null, null, null]);
      const more = page.getByRole('button', { name: 'More actions' });
      const remove = page.getByRole('menuitem', { name: 'Delete' });
      await more.click();
      await eventually(() => remove.getAttribute('aria-disabled'), null);
      const sent: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()));
      await context.setOffline(true);
      await eventually(off, ['true', 'true', 'true']);
      await eventually(() => remove.getAttribute('aria-disabled'), 'true');
      await more.click();
      await page.getByLabel('Category').press('Control+Enter');
      await page.locator('[popover]', { hasText: 'nothing can be saved' }).filter({ visible: true }).waitFor();
      assert.equal(await page.getByLabel('Category').inputValue(), 'Ropes');
      assert.deepEqual(sent, []);
      await context.setOffline(false);
      await eventually(off, [null, null, null]);
      await page.getByLabel('Category').press('Control+Enter');
      await page.getByText('version 2').waitFor();
      await context.close();
    },
  );

  await t.test('one request that was lost on its way leaves nobody before a page that is off', async () => {
    const id = await create('WorkOrders', { Name: 'Change the bearings' });
    const { page, context, expectFaults } = await app.visit(ADMIN);
    expectFaults(/Failed to load resource|Failed to fetch/);
    await open(page, `WorkOrders/${id}`);
    await listening(page);
    await page.getByRole('button', { name: 'Edit What' }).click();
    await page.getByLabel('Category').fill('Bearings');
    let lost = 0;
    await page.route('**/console/api/**', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      lost += 1;
      return lost === 1 ? route.abort() : route.continue();
    });
    await page.getByLabel('Category').press('Control+Enter');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await eventually(async () => lost, 1);
    // Not only while it saves: it says why.
    await eventually(async () => (await save.getAttribute('aria-describedby')) !== null, true);
    await eventually(() => save.getAttribute('aria-disabled'), null);
    await page.getByLabel('Category').press('Control+Enter');
    await page.getByText('version 2').waitFor();
    await context.close();
  });

  await t.test(
    'a service that is away behind a proxy is as good as no connection, until it answers again',
    async () => {
      const id = await create('WorkOrders', { Name: 'Change the guide shoes' });
      const { page, context } = await app.visit(ADMIN);
      await open(page, `WorkOrders/${id}`);
      await page.getByRole('button', { name: 'Edit What' }).click();
      await page.getByLabel('Category').fill('Shoes');
      let isAway = true;
      await page.route('**/console/api/**', (route) =>
        isAway
          ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
          : route.continue(),
      );
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await save.click();
      const banner = page.getByText('No connection. What is shown is from before');
      await banner.waitFor();
      await eventually(async () => (await save.getAttribute('aria-describedby')) !== null, true);
      isAway = false;
      await banner.waitFor({ state: 'detached' });
      await eventually(() => save.getAttribute('aria-disabled'), null);
      await save.click();
      await page.getByText('version 2').waitFor();
      await context.close();
    },
  );

  await t.test('the board asks for what belongs to a move; who may not move is told before', async () => {
    const id = await create('WorkOrders', { Name: 'Replace the lamp', Category: 'Lamps' });
    const status = async () => (await key.get(`/api/WorkOrders/${id}`)).json;
    const { page, context } = await app.visit(ADMIN);
    await page.goto(`${app.home}/WorkOrders?Category=Lamps&ui.view=board`);
    const card = page.locator(`[data-card="${id}"]`);
    const column = (state: string) => page.locator(`[data-status=${state}]`);
    await card.getByRole('button', { name: /^Move/ }).click();
    await page.getByRole('menuitem', { name: 'Cancelled' }).click();
    const cancelling = page.getByRole('dialog', { name: /^Cancel it: .*Replace the lamp/ });
    await cancelling.getByRole('button', { name: 'Leave it as it is' }).click();
    await cancelling.waitFor({ state: 'hidden' });
    assert.equal((await status()).Status, 'Open');
    await card.dragTo(column('OnHold'));
    const holding = page.getByRole('dialog', { name: /^Put on hold: .*Replace the lamp/ });
    await holding.getByLabel('Hold reason').fill('Waits for a lamp');
    assert.equal((await status()).Status, 'Open', 'nothing is done before it is asked');
    await holding.getByRole('button', { name: 'Put on hold' }).click();
    await column('OnHold').locator(card).waitFor();
    const held = await status();
    assert.deepEqual([held.Status, held.HoldReason], ['OnHold', 'Waits for a lamp']);
    await context.close();

    const reader = await app.visit(READER);
    await reader.page.goto(`${app.home}/WorkOrders?Category=Lamps&ui.view=board`);
    const move = reader.page.getByRole('button', { name: /^Move/ });
    await move.waitFor();
    assert.equal(await move.getAttribute('aria-disabled'), 'true');
    await move.press('Enter');
    const said = reader.page.locator('[popover]', { hasText: 'Your role, Read only, may not change work orders' });
    await eventually(async () => (await shownOnes(said)).length, 1);
    assert.equal(await reader.page.getByRole('menu').count(), 0);
    await reader.context.close();
  });

  await t.test('what is wrong is said once, by what fields are called on the page', async () => {
    const order = await create('PurchaseOrders', { Lines: [{ Description: 'Filters', Quantity: 4 }] });
    const { page, context } = await app.visit(ADMIN);
    const told = async () => (await page.getByRole('alert').innerText()).split('\n').filter((line) => line !== '');
    const tried = async (path: string, group: string, label: string, text: string) => {
      await open(page, path);
      await page.getByRole('button', { name: `Edit ${group}` }).click();
      await page.getByLabel(label, { exact: true }).fill(text);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').waitFor();
      return (await told()).slice(0, 2);
    };
    const id = await create('WorkOrders', { Name: 'Sweep the pit' });
    assert.deepEqual(await tried(`WorkOrders/${id}`, 'What', 'Name (required)', ''), [
      'The record is not valid',
      'Name must be text of 1 to 200 characters; it is empty.',
    ]);
    assert.deepEqual(await tried(`PurchaseOrders/${order}`, 'Lines', 'Quantity (required)', '-4'), [
      'The record is not valid',
      'Lines, row 1, quantity must be a number above 0 and below 10^11 with at most 4 decimal places.',
    ]);
    const about = 'Bolt, stainless, long type with washer and nut';
    const other = await create('PurchaseOrders', { Lines: [{ Description: about, Quantity: 4 }] });
    await open(page, `PurchaseOrders/${other}`);
    const widthOf = async (part: Locator) => (await part.boundingBox())!.width;
    assert.ok((await widthOf(page.locator('td', { hasText: about }))) > 200, 'a line has room for what it is about');
    await page.goto(`${app.home}/WorkOrders/new`);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await widthOf(page.getByRole('alert')), await widthOf(page.locator('form section').first()));
    await page.goto(`${app.home}/WorkOrders?Nmae=pump`);
    await page.getByRole('alert').waitFor();
    assert.equal((await page.getByRole('alert').innerText()).match(/Nmae/g)?.length, 1);
    await context.close();
  });

  await t.test('whoever points at a time is told its zone, how long ago it was, and UTC', async () => {
    const id = await create('WorkOrders', { Name: 'Set the clock', ScheduledStartOn: '2020-01-02T03:04:05Z' });
    const { page, context } = await app.visit(ADMIN, { timezoneId: 'Asia/Tokyo' });
    await open(page, `WorkOrders/${id}`);
    const time = page.locator('time[datetime^="2020-01-02T03:04:05"]').first();
    await time.hover();
    assert.match((await time.getAttribute('title'))!, /^Jan 2, 2020.* \S+, \d+ years ago\n2020-01-02 03:04:05 UTC$/);
    await context.close();
  });

  await t.test('on paper a record and a whole list are what is shown, without what is pressed', async () => {
    for (let n = 1; n <= 30; n++) await create('Vendors', { Name: `Supplier ${n}` });
    const id = await create('WorkOrders', { Name: 'Print the sheet' });
    const { page, context } = await app.visit(ADMIN, { colorScheme: 'dark' });
    const pressed = () => page.locator('button, select').filter({ visible: true }).allInnerTexts();
    await open(page, `WorkOrders/${id}`);
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await pressed(), []);
    assert.equal(await page.getByRole('navigation', { name: 'Pages' }).isVisible(), false);
    assert.ok(await page.getByRole('heading', { name: 'Print the sheet' }).isVisible());
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${app.home}/Vendors?take=50`);
    await page.getByText(/1–30 of 30|1-30 of 30/).waitFor();
    await page.emulateMedia({ media: 'print' });
    const box = page.locator('section:has(> table)');
    assert.ok(await box.evaluate((one) => one.scrollHeight <= one.clientHeight + 1), 'no row is out of sight');
    assert.ok(await page.getByText(/30 of 30/).isVisible(), 'how many there are is said');
    await context.close();
  });

  await t.test('a history without entries says of what there are none', async () => {
    const id = await create('WorkOrders', { Name: 'Look at the brake' });
    const { page, context } = await app.visit(ADMIN);
    // As it is once the log no longer goes back so far.
    await page.route(`**/WorkOrders/${id}/History?*`, (route) => route.fulfill({ json: [] }));
    await page.goto(`${app.home}/WorkOrders/${id}/History`);
    await page
      .getByRole('heading', { name: 'Nothing has changed since this record was made or brought in.' })
      .waitFor();
    await page.getByText('Changes show here from now on.').first().waitFor();
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Name', value: 'Look at both brakes' }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Earlier changes of this record are not kept here.' }).waitFor();
    await page.getByLabel('Field').selectOption('DueOn');
    await page.getByRole('heading', { name: 'No change of Due is kept.' }).waitFor();
    await context.close();
  });
});

async function isOnScreen(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

async function shownOnes(all: Locator): Promise<string[]> {
  return all.filter({ visible: true }).allInnerTexts();
}

/** Taps at one place again and again until a moment after the page has come to this version: what stands there then. */
function tapAt(page: Page, x: number, y: number, version: string): Promise<string> {
  return page.evaluate(
    ([x, y, version]) =>
      new Promise<string>((done) => {
        let since = Number.POSITIVE_INFINITY;
        const click = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
        const tap = () => {
          if (since === Number.POSITIVE_INFINITY && document.body.innerText.includes(version))
            since = performance.now();
          const there = document.elementFromPoint(x, y) as HTMLElement;
          if (performance.now() - since > 450) return done(there.innerText);
          there.dispatchEvent(new MouseEvent('click', click));
          requestAnimationFrame(tap);
        };
        tap();
      }),
    [x, y, version] as const,
  );
}
