// Record pages and the board in a real browser: two people on one record, moves with what hinders them, receipts, history, drafts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { chooseMore, eventually, focusedName, heldBack, listening } from './eventually.ts';

const JOE = 'joe@example.com';

test('records', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  await app.person(JOE, { Role: 'Manager', FirstName: 'Joe', LastName: 'Park' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const read = async (type: string, id: number) => {
    const reply = await key.get(`/api/${type}/${id}`);
    return { ...reply.json, version: Number(/\d+/.exec(reply.headers.get('etag')!)![0]) };
  };
  const [ann, joe] = [await app.visit(ADMIN), await app.visit(JOE)];
  const { page } = ann;
  const open = async (at: Page, path: string) => {
    await at.goto(`${app.home}/${path}`);
    await at.locator('[data-group=System]').waitFor();
  };
  const edit = (at: Page, group: string) => at.getByRole('button', { name: `Edit ${group}` }).click();
  const save = (at: Page) => at.getByRole('button', { name: 'Save', exact: true }).click();

  await t.test('two people who change different fields both keep theirs; of the same field, one chooses', async () => {
    const id = await create('WorkOrders', { Name: 'Lift stuck' });
    await Promise.all([open(page, `WorkOrders/${id}`), open(joe.page, `WorkOrders/${id}`)]);
    await Promise.all([listening(page), listening(joe.page)]);
    await edit(page, 'What');
    await page.getByLabel('Category').fill('Lifts');
    await edit(joe.page, 'Effort and cost');
    await joe.page.getByLabel('Labour minutes').fill('30');
    await save(joe.page);
    await joe.page.getByText('version 2').waitFor();
    await page.getByText('Joe Park changed this record while you edit').waitFor();
    await save(page);
    await page.getByText('version 3').waitFor();
    const both = await read('WorkOrders', id);
    assert.deepEqual([both.Category, both.LabourMinutes, both.version], ['Lifts', 30, 3]);

    await joe.page.getByText('version 3').waitFor();
    await edit(page, 'What');
    await page.getByLabel('Category').fill('Lifts and hoists');
    await edit(joe.page, 'What');
    await joe.page.getByLabel('Category').fill('Vertical transport');
    await save(joe.page);
    await joe.page.getByText('version 4').waitFor();
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Saving met a change by Joe Park' });
    await dialog.getByText(/It became version 4 .*; you began at version 3\./).waitFor();
    assert.match(
      await dialog.innerText(),
      /Was\s+Lifts[\s\S]*Theirs\s+Vertical transport[\s\S]*Yours\s+Lifts and hoists/,
    );
    assert.equal((await read('WorkOrders', id)).Category, 'Vertical transport', 'nobody is overwritten unseen');
    await dialog.getByRole('button', { name: 'Back to editing' }).click();
    assert.equal(await page.getByLabel('Category').inputValue(), 'Lifts and hoists', 'nothing typed is lost');
    await save(page);
    await dialog.getByLabel('Yours').check();
    await dialog.getByRole('button', { name: 'Save on version 4' }).click();
    await page.getByText('version 5').waitFor();
    assert.equal((await read('WorkOrders', id)).Category, 'Lifts and hoists');
  });

  await t.test('an order says what it lacks to be sent, and moves as its lines are received', async () => {
    const vendor = await create('Vendors', { Name: 'Pinegrove' });
    const order = await create('PurchaseOrders', {
      Lines: [
        { Description: 'Filters', Quantity: 4 },
        { Description: 'Seals', Quantity: 2 },
      ],
    });
    await open(page, `PurchaseOrders/${order}`);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await page.getByLabel('Moves').getByText('Needs a vendor.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose vendor' }).click();
    await page.getByRole('combobox', { name: 'Vendor' }).fill('Pine');
    await page.locator('[role=option]', { hasText: 'Pinegrove' }).click();
    await save(page);
    await page.getByText('version 2').waitFor();
    assert.equal((await read('PurchaseOrders', order)).VendorID, vendor);
    await page.waitForFunction(() => document.querySelector('[aria-label=Moves] [aria-disabled]') === null);
    // What is typed and not saved goes out with the order: nobody can write it afterwards.
    await edit(page, 'Lines');
    const quantity = page.locator('[data-field=Quantity]').first();
    await quantity.fill('40x');
    await send.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 change that you typed is saved with it.').waitFor();
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await dialog.getByRole('alert').waitFor();
    assert.deepEqual((await read('PurchaseOrders', order)).version, 2, 'nothing is moved where it cannot be saved');
    await page.keyboard.press('Escape');
    await quantity.fill('40');
    await send.click();
    // What others write into the lines is looked at before they go out, also where both fit together.
    await key.patch(`/api/PurchaseOrders/${order}`, [{ op: 'replace', path: '/Lines/1/Quantity', value: 900 }]);
    await dialog.getByRole('button', { name: 'Save and send' }).click();
    await dialog.getByRole('alert').getByText('has written here in the meantime').waitFor();
    const theirs = dialog.getByRole('list', { name: 'Changes of lines' });
    assert.match(await theirs.innerText(), /Seals.*900$/s);
    assert.equal((await read('PurchaseOrders', order)).Status, 'Draft');
    await key.patch(`/api/PurchaseOrders/${order}`, [{ op: 'replace', path: '/Lines/1/Quantity', value: 3 }]);
    await page.getByText('version 5').waitFor();
    const now = dialog.getByRole('button', { name: 'Send', exact: true });
    await now.click();
    await eventually(async () => /3$/.test(await theirs.innerText()), true);
    await eventually(() => now.getAttribute('aria-disabled'), null);
    await now.click();
    await page.getByText('version 6').waitFor();
    const sent = await read('PurchaseOrders', order);
    assert.deepEqual([sent.Status, sent.Lines[0].Quantity], ['Sent', 40]);
    assert.equal(await page.getByText('while you edit').count(), 0);

    await page.getByRole('button', { name: 'Receive' }).click();
    const received = page.getByLabel('Received so far, line 1');
    await received.fill('3');
    await page.keyboard.press('Escape');
    await received.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Receive' }).click();
    assert.equal(await received.inputValue(), '3', 'what was typed is still there');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('version 7').waitFor();
    assert.equal((await read('PurchaseOrders', order)).Status, 'PartiallyFulfilled');
    await page.getByRole('button', { name: 'Receive' }).click();
    assert.equal(await page.getByText('is still unsaved').count(), 0);
    await page.getByRole('button', { name: 'All outstanding' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('version 8').waitFor();
    const done = await read('PurchaseOrders', order);
    assert.deepEqual([done.Status, done.ReceivedPercent], ['Completed', 100]);
    const history = await key.get(`/api/PurchaseOrders/${order}/History?take=3`);
    assert.deepEqual(
      history.json.map(({ events }: { events: string[] }) => events.toSorted()),
      [
        ['Completed', 'Updated'],
        ['PartiallyFulfilled', 'Updated'],
        ['Sent', 'Updated'],
      ],
    );
  });

  await t.test(
    'lines that two people add at once are both kept; of the same cell one sees both and chooses',
    async () => {
      const id = await create('PurchaseOrders', { Lines: [{ Description: 'Pump', Quantity: 1 }] });
      const lines = async () =>
        (await read('PurchaseOrders', id)).Lines.map((line: Record<string, unknown>) => [
          line.Line,
          line.Description,
          line.Quantity,
        ]);
      const theirs = (patch: object) => key.patch(`/api/PurchaseOrders/${id}`, [patch] as never);
      await open(joe.page, `PurchaseOrders/${id}`);
      await edit(joe.page, 'Lines');
      await joe.page.getByRole('button', { name: 'Add a row' }).click();
      const row = (at: number) => joe.page.getByRole('group', { name: `Lines, row ${at}` });
      await row(2).locator('[data-field=Description]').fill('My valve');
      await row(2).locator('[data-field=Quantity]').fill('2');
      await theirs({ op: 'add', path: '/Lines/-', value: { Line: 2, Description: 'Their cable', Quantity: 7 } });
      await save(joe.page);
      await joe.page.getByText('version 3').waitFor();
      const both = [
        [2, 'Their cable', 7],
        [3, 'My valve', 2],
      ];
      assert.deepEqual(await lines(), [[1, 'Pump', 1], ...both]);

      await edit(joe.page, 'Lines');
      await row(1).locator('[data-field=Quantity]').fill('5');
      await theirs({ op: 'replace', path: '/Lines/0/Quantity', value: 900 });
      await save(joe.page);
      const dialog = joe.page.getByRole('dialog');
      const side = async (name: string) =>
        (await dialog.locator(`div:has(> label:has-text("${name}")) li`).innerText()).replace(/\s+/g, ' ');
      await dialog.getByLabel('Yours').check();
      assert.deepEqual(
        [await side('Theirs'), await side('Yours')],
        ['Line 1 (Pump): Quantity 1 became 900', 'Line 1 (Pump): Quantity 1 became 5'],
      );
      await dialog.getByRole('button', { name: 'Save on version 4' }).click();
      await joe.page.getByText('version 5').waitFor();
      assert.deepEqual(await lines(), [[1, 'Pump', 5], ...both]);
    },
  );

  await t.test('a number that is written in groups is that number; one that could be two is refused', async () => {
    const id = await create('WorkOrders', { Name: 'Costs' });
    await open(page, `WorkOrders/${id}`);
    await edit(page, 'Effort and cost');
    await page.getByLabel('Parts cost').fill('1,500');
    await save(page);
    await page.getByText('version 2').waitFor();
    assert.equal((await read('WorkOrders', id)).PartsCost, 1500);
    await edit(page, 'Effort and cost');
    await page.getByLabel('Parts cost').fill('15,00,0');
    await page.getByLabel('Parts cost').blur();
    await page.getByText('This is not a number. Write it like 1,234.5.').waitFor();
    await save(page);
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Parts cost').inputValue(), '15,00,0');
    assert.equal((await read('WorkOrders', id)).PartsCost, 1500);

    await app.person('greta@example.com', { Role: 'Manager', Locale: 'de' });
    const german = await app.visit('greta@example.com');
    const order = await create('PurchaseOrders', {
      VendorID: await create('Vendors', { Name: 'Screw works' }),
      Status: 'Sent',
      Lines: [{ Description: 'Screws', Quantity: 2000.125 }],
    });
    await open(german.page, `PurchaseOrders/${order}`);
    await german.page.getByRole('button', { name: 'Receive' }).click();
    const dialog = german.page.getByRole('dialog');
    await dialog.getByText('2000,125').first().waitFor();
    await dialog.getByLabel('Received so far, line 1').fill('1.000');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await german.page.getByText('version 2').waitFor();
    assert.equal((await read('PurchaseOrders', order)).Lines[0].QuantityReceived, 1000);
    await german.context.close();
  });

  await t.test(
    'a date that is filled in half is refused wherever it is written; one that is emptied is empty',
    async () => {
      const was = '2026-12-01T09:00:00.000Z';
      const id = await create('WorkOrders', { Name: 'Oil the gate', Status: 'InProgress', DueOn: was });
      const due = page.locator('[data-field=DueOn]');
      const fault = page.getByText('Give the date and the time.');
      await open(page, `WorkOrders/${id}`);
      await edit(page, 'When');
      await due.focus();
      // Another day; the hour is lost on the way.
      await page.keyboard.type('12202026');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Backspace');
      await save(page);
      await fault.waitFor();
      await page.getByText('Due is filled in only in part.').waitFor();
      await eventually(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.field), 'DueOn');
      assert.equal((await read('WorkOrders', id)).DueOn, was);
      for (let part = 0; part < 6; part++) {
        await page.keyboard.press('Backspace');
        await page.keyboard.press('ArrowRight');
      }
      await fault.waitFor({ state: 'hidden' });
      await save(page);
      await page.getByText('version 2').waitFor();
      assert.equal((await read('WorkOrders', id)).DueOn, null);

      await page.getByRole('button', { name: 'Complete', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[data-field=CompletedOn]').focus();
      await page.keyboard.type('11102026');
      await page.keyboard.press('Enter');
      await dialog.getByText('Give the date and the time.').waitFor();
      await dialog.getByText('Completed is filled in only in part.').waitFor();
      assert.equal((await read('WorkOrders', id)).Status, 'InProgress');

      const template = await create('FormTemplates', {
        Name: 'Ladders',
        Status: 'Published',
        Fields: [{ FieldID: 'next', Label: 'Next check', Type: 'Date' }],
      });
      await page.goto(`${app.home}/Forms/new?Name=Ladder&FormTemplateID=${template}`);
      const next = page.getByLabel('Next check');
      await next.focus();
      await page.keyboard.type('1220');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Give the whole date.').waitFor();
      await page.getByText('Answers, row 1, value is filled in only in part.').waitFor();
      await next.focus();
      await page.keyboard.type('12202026');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.waitForURL(/Forms\/\d+$/);
      assert.equal((await read('Forms', Number(page.url().split('/').at(-1)))).Answers[0].Value, '2026-12-20');

      const certifications = [{ Name: 'Gas' }, { Name: 'Lifts' }];
      const ann = await create('Employees', { FirstName: 'Ann', LastName: 'Lee', Certifications: certifications });
      await open(page, `Employees/${ann}`);
      await edit(page, 'Certifications');
      const first = page.getByRole('group', { name: 'Certifications, row 1' });
      const expires = first.locator('input[type=date]');
      await expires.focus();
      await page.keyboard.type('1220');
      await page.getByRole('button', { name: 'Add a row' }).press('Enter');
      await page.getByRole('button', { name: 'Remove row 3' }).press('Enter');
      await eventually(() => focusedName(page), 'Remove row 2');
      await page.getByRole('button', { name: 'Remove row 1' }).press('Enter');
      await eventually(() => first.getByLabel('Name').inputValue(), 'Lifts');
      await expires.focus();
      await expires.blur();
      await save(page);
      await page.getByText('version 2').waitFor();
      assert.deepEqual(
        (await read('Employees', ann)).Certifications.map((one: { Name: string }) => one.Name),
        ['Lifts'],
        'what was half written was of the row that is gone',
      );
    },
  );

  await t.test('a work order is completed by keyboard alone, with its notes and a word about open tasks', async () => {
    const id = await create('WorkOrders', { Name: 'Reset the alarm', Status: 'InProgress' });
    await create('Tasks', { Name: 'Ring the bell', WorkOrderID: id, Required: true });
    await page.goto(`${app.home}/WorkOrders?search=alarm`);
    await page.locator('tbody tr').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Complete', exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-label=Moves] [aria-busy]') === null);
    await page.keyboard.press('m');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 required task is open.').waitFor();
    await dialog.getByLabel('Completion notes').focus();
    await page.keyboard.type('Battery changed');
    await dialog.getByRole('button', { name: 'Complete' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const done = await read('WorkOrders', id);
    assert.deepEqual([done.Status, done.CompletionNotes], ['Completed', 'Battery changed']);
    assert.notEqual(done.CompletedOn, null);
  });

  await t.test('what somebody else writes while a move asks for its notes is not overwritten unseen', async () => {
    const id = await create('WorkOrders', { Name: 'Smell of gas', Status: 'InProgress' });
    await open(page, `WorkOrders/${id}`);
    await listening(page);
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('Completion notes');
    await notes.fill('Nothing found');
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'add', path: '/CompletionNotes', value: 'Leak at the valve' }]);
    await page.getByText('version 2').waitFor();
    const minutes = dialog.getByLabel('Labour minutes');
    await minutes.press('Enter');
    await dialog.getByRole('alert').getByText('has written here in the meantime').waitFor();
    assert.doesNotMatch(await dialog.innerText(), /If-Match/);
    await eventually(() => minutes.evaluate((field) => field === document.activeElement), true);
    const now = await read('WorkOrders', id);
    assert.deepEqual([now.Status, now.CompletionNotes], ['InProgress', 'Leak at the valve']);
    assert.equal(await notes.inputValue(), 'Nothing found', 'nothing typed is lost');
    await notes.fill('Leak at the valve, which was changed');
    // What others write elsewhere hinders nobody.
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Category', value: 'Gas' }]);
    await page.getByText('version 3').waitFor();
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const done = await read('WorkOrders', id);
    assert.deepEqual([done.Status, done.CompletionNotes], ['Completed', 'Leak at the valve, which was changed']);
    assert.equal(done.Category, 'Gas');
  });

  await t.test('what is saved with a move meets what others did, and the move with it', async () => {
    joe.expectFaults(/412/);
    const at = joe.page;
    const dialog = at.getByRole('dialog', { name: /^Complete/ });
    const press = dialog.getByRole('button', { name: 'Save and complete' });
    const begun = async (Name: string) => {
      const id = await create('WorkOrders', { Name, Status: 'InProgress' });
      await open(at, `WorkOrders/${id}`);
      return id;
    };
    const complete = async (category: string) => {
      await edit(at, 'What');
      await at.getByLabel('Category').fill(category);
      await at.getByRole('button', { name: 'Complete', exact: true }).click();
      await dialog.getByLabel('Completion notes').fill('mine');
    };
    const held = await begun('Gas again');
    await complete('Gas');
    await key.patch(`/api/WorkOrders/${held}`, [
      { op: 'replace', path: '/Status', value: 'OnHold' },
      { op: 'replace', path: '/HoldReason', value: 'Smell of gas' },
      { op: 'replace', path: '/CompletionNotes', value: 'theirs' },
    ]);
    await press.click();
    const told = dialog.getByRole('alert').getByText('It is “On hold” by now');
    await told.waitFor();
    assert.doesNotMatch(await told.innerText(), /joe@/, 'it is told who did it');
    const now = await read('WorkOrders', held);
    assert.deepEqual([now.Status, now.CompletionNotes, now.Category], ['OnHold', 'theirs', 'Gas']);

    // Whoever thinks better of it while it is saved has moved nothing.
    const id = await begun('Gas at the meter');
    await complete('Gas');
    const answer = await heldBack(at, /\/WorkOrders\/\d+$/, 'PATCH');
    await press.click();
    await answer.given;
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
    await answer.come();
    await at.getByText('version 2').waitFor();
    await eventually(() => at.locator('[aria-label=Moves] [aria-busy]').count(), 0);
    assert.deepEqual((await read('WorkOrders', id)).Status, 'InProgress');

    // What both wrote is chosen, and the move goes on from there; who goes back to the fields moves nothing.
    await complete('Gas and water');
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Category', value: 'Water' }]);
    await press.click();
    const conflict = at.getByRole('dialog', { name: /^Saving met a change/ });
    await conflict.getByRole('button', { name: 'Back to editing' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await at.getByRole('button', { name: 'Complete', exact: true }).click();
    await press.click();
    await conflict.getByLabel('Yours').check();
    await conflict.getByRole('button', { name: 'Save on version 3' }).click();
    await at.getByRole('status').getByText('Gas at the meter: Completed').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const done = await read('WorkOrders', id);
    assert.deepEqual([done.Status, done.CompletionNotes, done.Category], ['Completed', 'mine', 'Gas and water']);
  });

  await t.test('what somebody else has deleted is not moved', async () => {
    joe.expectFaults(/412/);
    const at = joe.page;
    const id = await create('WorkOrders', { Name: 'Empty the sump', Status: 'InProgress' });
    await open(at, `WorkOrders/${id}`);
    await at.route(`**/WorkOrders/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await key.delete(`/api/WorkOrders/${id}`);
      await route.continue();
    });
    await at.getByRole('button', { name: 'Complete', exact: true }).click();
    await at.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await at.getByText('deleted it in the meantime').first().waitFor();
    await at.unrouteAll({ behavior: 'wait' });
    const { Status, Deleted } = await read('WorkOrders', id);
    assert.deepEqual([Status, Deleted], ['InProgress', true]);
  });

  await t.test('a move whose answer is lost is made once, and whoever presses again is told that it is', async () => {
    joe.expectFaults(/ERR_FAILED|412/);
    const id = await create('WorkOrders', { Name: 'Vent the tank', Status: 'InProgress' });
    await open(joe.page, `WorkOrders/${id}`);
    await joe.page.getByRole('button', { name: 'Complete', exact: true }).click();
    const dialog = joe.page.getByRole('dialog');
    await dialog.getByLabel('Completion notes').fill('Vented');
    await joe.page.route(`**/WorkOrders/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    const complete = dialog.getByRole('button', { name: 'Complete' });
    await complete.click();
    await dialog.getByText('The service does not answer').waitFor();
    await joe.page.unrouteAll({ behavior: 'wait' });
    await eventually(() => complete.getAttribute('aria-disabled'), null);
    await complete.click();
    await joe.page.getByRole('status').getByText('Vent the tank: Completed').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const { Status, CompletionNotes, version } = await read('WorkOrders', id);
    assert.deepEqual([Status, CompletionNotes, version], ['Completed', 'Vented', 2]);
  });

  await t.test('what is typed while an answer is on its way is neither lost nor lands elsewhere', async () => {
    const id = await create('WorkOrders', { Name: 'Bleed the pump', Status: 'InProgress' });
    await open(page, `WorkOrders/${id}`);
    const description = page.getByLabel('Description');
    await edit(page, 'Closing');
    await edit(page, 'What');
    await page.getByLabel('Category').fill('Pumps');
    let answer = await heldBack(page, /\/WorkOrders\/\d+$/, 'PATCH');
    await save(page);
    await answer.given;
    await description.fill('Air in the upper line');
    await edit(page, 'Who');
    await answer.come();
    await page.getByText('version 2').waitFor();
    await page.getByText('1 change not saved').waitFor();
    assert.equal(await description.inputValue(), 'Air in the upper line');
    assert.equal(await page.getByLabel('Cancel reason').count(), 0, 'a group that was saved is read again');
    assert.equal((await page.locator('[data-group=Who] input').count()) > 0, true, 'one that was opened since is not');
    await page.reload();
    assert.equal(await description.inputValue(), 'Air in the upper line', 'it is kept');
    assert.equal(await page.getByLabel('Category').inputValue(), 'Pumps');
    await save(page);
    await page.getByText('version 3').waitFor();
    const { Category, Description } = await read('WorkOrders', id);
    assert.deepEqual([Category, Description], ['Pumps', 'Air in the upper line']);

    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('Completion notes');
    await notes.fill('Bled');
    answer = await heldBack(page, /\/WorkOrders\/\d+$/, 'PATCH');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await answer.given;
    await goOnTyping(notes, ' twice');
    assert.equal(await notes.inputValue(), 'Bled', 'what is shown is what was sent');
    await answer.come();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await read('WorkOrders', id)).CompletionNotes, 'Bled');

    // What is typed while a move is under way, which nobody else has made.
    await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
    await edit(page, 'What');
    answer = await heldBack(page, /\/WorkOrders\/\d+$/, 'PATCH');
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await answer.given;
    await description.fill('Air in both lines');
    await answer.come();
    await page.getByText('version 5').waitFor();
    await page.getByText('while you edit').waitFor({ state: 'hidden' });
    await save(page);
    await page.getByText('version 6').waitFor();
    assert.equal(await page.getByText('together with what').count(), 0);
    assert.equal((await read('WorkOrders', id)).Description, 'Air in both lines');

    await page.goto(`${app.home}/Assets/new`);
    const name = page.getByLabel('Name (required)');
    await name.fill('Pump 1');
    answer = await heldBack(page, /\/Assets$/);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await answer.given;
    await goOnTyping(name, '2');
    assert.equal(await name.inputValue(), 'Pump 1');
    await page.getByRole('link', { name: 'Work orders', exact: true }).first().click();
    await page
      .getByRole('row', { name: /Bleed the pump/ })
      .getByRole('link')
      .first()
      .click();
    await edit(page, 'What');
    await page.getByLabel('Category').fill('Pumps, small');
    await answer.come();
    await page.getByText('Pump 1: Saved').waitFor();
    assert.match(page.url(), new RegExp(`/WorkOrders/${id}$`));
    await page.keyboard.type(' ones');
    assert.equal(await page.getByLabel('Category').inputValue(), 'Pumps, small ones');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Pump 1' }).waitFor();
    assert.deepEqual(
      await page.evaluate(() => Object.keys(sessionStorage).filter((one) => /draft.*new/.test(one))),
      [],
    );
  });

  await t.test('what was typed for a move waits until it is made or given up', async () => {
    const id = await create('WorkOrders', { Name: 'Change the rope', Status: 'InProgress', LabourMinutes: 5 });
    await page.goto(`${app.home}/WorkOrders?search=rope`);
    await page.locator('tbody th a').click();
    const dialog = page.getByRole('dialog');
    const notes = dialog.getByLabel('Completion notes');
    const minutes = dialog.getByLabel('Labour minutes');
    const ask = () => page.getByRole('button', { name: 'Complete', exact: true }).click();
    const found = async (written: string, worked: string) => {
      await ask();
      await notes.waitFor();
      assert.deepEqual([await notes.inputValue(), await minutes.inputValue()], [written, worked]);
    };
    await ask();
    await dialog.getByText(/^Sets Completed to now\. /).waitFor();
    await notes.fill('Worn at the pulley');
    await minutes.fill('4x');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await found('Worn at the pulley', '4x');
    await page.goBack();
    await page.locator('tbody th a').click();
    await found('Worn at the pulley', '4x');
    await page.reload();
    await found('Worn at the pulley', '4x');
    await dialog.getByText('What you typed here before is still unsaved').waitFor();
    await minutes.fill('45');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Put on hold', exact: true }).click();
    assert.equal(await dialog.getByLabel('Hold reason').inputValue(), '', 'another move asks for something else');
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();

    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'add', path: '/CompletionNotes', value: 'The rope is new' }]);
    await page.reload();
    await found('Worn at the pulley', '45');
    await dialog.getByText('The record says by now: The rope is new').waitFor();
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
    await page.reload();
    await found('The rope is new', '5');
    assert.equal(await dialog.getByText('by now').count(), 0);

    await notes.fill('The rope and the pulley are new');
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await read('WorkOrders', id)).CompletionNotes, 'The rope and the pulley are new');
    await key.patch(`/api/WorkOrders/${id}`, [
      { op: 'replace', path: '/Status', value: 'InProgress' },
      { op: 'replace', path: '/CompletionNotes', value: null },
    ]);
    await page.reload();
    await found('', '5');
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
  });

  await t.test('what was typed for a move stays where somebody else leaves none to make', async () => {
    const order = await create('PurchaseOrders', {
      VendorID: await create('Vendors', { Name: 'Seal works' }),
      Status: 'Sent',
      Lines: [{ Description: 'Seals', Quantity: 2 }],
    });
    await open(page, `PurchaseOrders/${order}`);
    await listening(page);
    await page.getByRole('button', { name: 'Cancel it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Cancel reason').fill('They never answered');
    await key.patch(`/api/PurchaseOrders/${order}`, [{ op: 'replace', path: '/Status', value: 'Completed' }]);
    await page.getByText('version 2').waitFor();
    assert.equal(await dialog.getByLabel('Cancel reason').inputValue(), 'They never answered');
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    await dialog.getByText('It is “Completed” by now').waitFor();
    assert.equal((await read('PurchaseOrders', order)).Status, 'Completed');
  });

  await t.test(
    'a new record begins with what its address says; a refusal stands at its field; what was typed survives a reload',
    async () => {
      const board = await create('Boards', { Name: 'Turnovers' });
      await page.goto(`${app.home}/WorkOrders/new?BoardID=${board}&Priority=High`);
      await page.getByLabel('Priority').waitFor();
      assert.equal(await page.getByLabel('Priority').inputValue(), 'High');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Turnovers'),
      );
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('alert').waitFor();
      await eventually(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.field), 'Name');
      await page.getByLabel('Name (required)').fill('Paint the hall');
      await page.reload();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Paint the hall'),
      );
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: /Paint the hall/ }).waitFor();
      const id = Number(page.url().split('/').at(-1));
      const made = await read('WorkOrders', id);
      assert.deepEqual([made.Name, made.Priority, made.BoardID], ['Paint the hall', 'High', board]);

      await edit(page, 'What');
      await page.getByLabel('Category').fill('Décor');
      await page.reload();
      await page.getByLabel('Category').waitFor();
      assert.equal(await page.getByLabel('Category').inputValue(), 'Décor', 'a draft survives a reload');
      await save(page);
      await page.getByText('version 2').waitFor();

      await page.getByRole('link', { name: 'History' }).first().click();
      await page.getByRole('button', { name: 'Put back Category: —' }).click();
      await page.getByText('version 3').first().waitFor();
      assert.equal((await read('WorkOrders', id)).Category, null);

      await chooseMore(page, 'Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('button', { name: 'Restore' }).waitFor({ state: 'hidden' });
      assert.equal((await read('WorkOrders', id)).Deleted, false);
    },
  );

  await t.test('a new record whose answer is lost is made once, also by a page that is loaded anew', async () => {
    joe.expectFaults(/ERR_FAILED/);
    const made = async () => (await key.get('/api/WorkOrders?Category=Cellar&fields=ID')).json.length as number;
    for (const [count, name] of [
      [1, 'typed'],
      [2, 'in its address'],
    ] as const) {
      const isTyped = name === 'typed';
      await joe.page.goto(`${app.home}/WorkOrders/new?Category=Cellar${isTyped ? '' : '&Name=Sweep'}`);
      if (isTyped) await joe.page.getByLabel('Name (required)').fill('Sweep');
      await joe.page.route('**/WorkOrders', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await joe.page.getByRole('button', { name: 'Create' }).click();
      await joe.page.getByText('The service does not answer').waitFor();
      await joe.page.unrouteAll({ behavior: 'wait' });
      assert.equal(await made(), count);
      await joe.page.reload();
      await eventually(() => joe.page.getByLabel('Name (required)').inputValue(), 'Sweep');
      await joe.page.getByRole('button', { name: 'Create' }).click();
      await joe.page.getByRole('heading', { level: 1, name: /Sweep/ }).waitFor();
      assert.equal(await made(), count, `the name was ${name}`);
    }
  });

  await t.test('who may only read is told why, and is offered nothing that fails', async () => {
    await app.person('reader@example.com', { Role: 'ReadOnly' });
    const id = await create('Products', { SKU: 'P-1', Name: 'Filter' });
    const reader = await app.visit('reader@example.com');
    await open(reader.page, `Products/${id}`);
    await reader.page.getByRole('button', { name: 'More actions' }).click();
    const button = reader.page.getByRole('menuitem', { name: 'Delete' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match((await button.getAttribute('title'))!, /Read only, may not change products/);
    assert.equal(await reader.page.getByRole('link', { name: 'Sent' }).count(), 0);
    await reader.context.close();
  });

  await t.test(
    'on the board, a forbidden column says why on the card; dragging and the menu do the same; a card that moved on goes back',
    async () => {
      const [one, two, three] = [
        await create('WorkOrders', { Name: 'Card one', Category: 'Cards', Status: 'Cancelled' }),
        await create('WorkOrders', { Name: 'Card two', Category: 'Cards' }),
        await create('WorkOrders', { Name: 'Card three', Category: 'Cards' }),
      ];
      await page.goto(`${app.home}/WorkOrders?Category=Cards&ui.view=board`);
      const card = (id: number) => page.locator(`[data-card="${id}"]`);
      const column = (status: string) => page.locator(`[data-status=${status}]`);
      await card(one).waitFor();
      await card(three).waitFor();
      await card(one).dragTo(column('OnHold'));
      await card(one).getByRole('alert').getByText('Cancelled cannot move to On hold').waitFor();
      assert.equal((await read('WorkOrders', one)).Status, 'Cancelled');
      await card(two).dragTo(column('InProgress'));
      await column('InProgress').locator(`[data-card="${two}"]`).waitFor();
      assert.equal((await read('WorkOrders', two)).Status, 'InProgress');

      await card(one).getByRole('button', { name: /^Move/ }).click();
      await page.getByRole('menuitem', { name: 'On hold' }).click();
      await card(one).getByRole('alert').waitFor();
      await card(three).getByRole('button', { name: /^Move/ }).click();
      await page.getByRole('menuitem', { name: 'In progress' }).click();
      await column('InProgress').locator(`[data-card="${three}"]`).waitFor();
      await key.patch(`/api/WorkOrders/${one}`, [{ op: 'replace', path: '/Name', value: 'Card one, again' }]);
      // What one moved oneself is no news.
      await page
        .getByRole('status')
        .filter({ hasText: /^1 change/ })
        .waitFor();

      // Between taking a card up and putting it down, somebody else changes it.
      await page.route(`**/WorkOrders/${two}`, async (route) => {
        if (route.request().method() === 'PATCH') {
          await key.patch(`/api/WorkOrders/${two}`, [{ op: 'replace', path: '/CompletionNotes', value: 'Wet' }]);
        }
        await route.continue();
      });
      await card(two).getByRole('button', { name: /^Move/ }).click();
      await page.getByRole('menuitem', { name: 'Completed' }).click();
      const dialog = page.getByRole('dialog', { name: /^Complete: .*Card two/ });
      await dialog.getByLabel('Completion notes').fill('Painted');
      await dialog.getByRole('button', { name: 'Complete' }).click();
      await card(two).getByText('has written here in the meantime').waitFor();
      assert.equal((await read('WorkOrders', two)).Status, 'InProgress');
      await page.unroute(`**/WorkOrders/${two}`);
      await dialog.getByRole('button', { name: 'Complete' }).click();
      await column('Completed').locator(`[data-card="${two}"]`).waitFor();
      const done = await read('WorkOrders', two);
      assert.deepEqual([done.Status, done.CompletionNotes], ['Completed', 'Painted'], 'what was typed is not lost');
    },
  );
});

/** As whoever looks at the keys and not at the screen. */
async function goOnTyping(field: Locator, text: string): Promise<void> {
  await field.evaluate((one) => one.focus());
  await field.page().keyboard.type(text);
}
