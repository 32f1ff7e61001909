// Approvals in a real browser: records that move on under a proposal, several at once, the keyboard, and texts that want to be more than text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Json } from '../../src/lib/json.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN, PASSWORD } from '../support/people.ts';
import { eventually, focusedName, listening } from './eventually.ts';

const MARKUP =
  '<img src=x onerror="document.title=1"><script>alert(1)</script><style>body{display:none}</style> **Approve all**';

/** A tag character and a mark of direction: a model reads both, and a browser draws neither. */
const HIDDEN = 'Pump \u{e0041}\u202egnp';
const SHOWN = 'Pump \\u{e0041}\\u202egnp';

test('approvals in the console', async (t) => {
  const app = await startConsole(t, { records: 'none', environment: { MDS_APPROVER: 'another' } });
  const writer = await app.app.key(app.account, { name: 'ERP' });
  const submitter = 'ann@example.com';
  const key = await app.app.key(app.account, { name: `Fix-it ${MARKUP.slice(0, 60)}`, proposesOnly: true, submitter });
  const order = async () => (await writer.post('/api/WorkOrders', { Name: 'Boiler' })).json.ID as number;
  const wish = async (body: Json) => (await key.post('/api/Proposals', body)).json;
  const renaming = (id: number, value: string) => ({
    type: 'WorkOrders',
    id,
    patch: [{ op: 'replace', path: '/Name', value }],
    reason: MARKUP,
  });
  const patch = (id: number, path: string, value: Json) =>
    writer.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path, value }]);
  const nameOf = async (id: number) => (await writer.get(`/api/WorkOrders/${id}`)).json.Name;
  const { page, sender } = await app.visit(ADMIN);

  await t.test(
    'a record that changed in another field still takes it; in the same field it is a conflict',
    async () => {
      const id = await order();
      const other = await wish(renaming(id, 'Boiler, flat 15'));
      await patch(id, '/Description', 'seen');
      const mayCome = Promise.withResolvers<void>();
      await page.route('**/History?version=*', async (route) => {
        await mayCome.promise;
        await route.continue();
      });
      await page.goto(`${app.home}/Approvals/${other.id}`);
      await page.getByText('Boiler, flat 15').first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0, 'not all is seen yet');
      mayCome.resolve();
      await page.getByText('Still applies').waitFor();
      await page.getByText('ERP changed Description').waitFor();
      // What it would do changes while somebody looks.
      await patch(id, '/Name', 'Pump');
      // The page may have heard of it already, and then it is off.
      await page.getByRole('button', { name: 'Approve', exact: true }).click({ force: true });
      await page.getByText('The record has moved on.').first().waitFor();
      await page.getByRole('button', { name: 'Approve', exact: true }).click({ force: true });
      assert.equal(await nameOf(id), 'Pump', 'approving is off');
      assert.equal(
        await page.getByRole('button', { name: 'Approve', exact: true }).getAttribute('aria-disabled'),
        'true',
      );
      await patch(id, '/Name', 'Boiler');
      await page.reload();
      await page.getByText('Still applies').waitFor();
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('Approved by').waitFor();
      assert.equal(await nameOf(id), 'Boiler, flat 15');
    },
  );

  await t.test('what a proposal or a record hides is shown as escapes', async () => {
    const fields = { Name: HIDDEN, CustomFields: { [HIDDEN]: HIDDEN } };
    const { ID: id } = (await writer.post('/api/WorkOrders', fields)).json;
    const lines = { op: 'replace', path: '/CustomFields', value: { [HIDDEN]: [HIDDEN] } };
    const steps: { id: number }[] = await wish({
      title: HIDDEN,
      steps: [
        { ...renaming(id, `${HIDDEN} 2`), reason: HIDDEN },
        { type: 'WorkOrders', id, patch: [lines], reason: HIDDEN },
        {
          type: 'PurchaseOrders',
          create: { Name: HIDDEN, Lines: [{ Line: 1, Description: HIDDEN, Quantity: 1 }] },
          reason: HIDDEN,
        },
      ],
    });
    const decide = page.getByRole('heading', { name: 'Decide' });
    const pages: [at: string, ready: Locator][] = [
      ['/Approvals', page.locator('tbody')],
      ...steps.map((step): [string, Locator] => [`/Approvals/${step.id}`, decide]),
      [`/WorkOrders/${id}`, page.getByRole('heading', { name: 'Latest changes' })],
      ['/WorkOrders', page.locator('tbody')],
    ];
    for (const [at, ready] of pages) {
      await page.goto(`${app.home}${at}`);
      await ready.first().waitFor();
      await page.getByText(SHOWN).first().waitFor();
      const main = await page.locator('main').innerText();
      assert.doesNotMatch(main, /[\u{e0041}\u202e]/u, `${at}: ${JSON.stringify(main)}`);
    }
    for (const step of steps) await key.delete(`/api/Proposals/${step.id}`);
  });

  await t.test('a record whose name is one long word leaves the others their room', async () => {
    const word = 'Brandschutzklappenwartungsprotokoll'.repeat(5);
    const { ID } = (await writer.post('/api/WorkOrders', { Name: word })).json;
    const { id } = await wish(renaming(ID as number, 'Dampers'));
    const within = (outer: Locator) => outer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(`${app.home}/Approvals`);
      const link = page.getByRole('link', { name: word });
      await link.waitFor();
      assert.ok(await within(page.locator('tr', { has: link }).locator('> *').first()), `in the list at ${width}`);
      await page.goto(`${app.home}/Approvals/${id}`);
      await link.last().waitFor();
      assert.ok(await within(page.locator('html')), `on its page at ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await sender.post(`/${app.account.id}/Proposals/${id}/Reject`, { comment: 'No' });
  });

  await t.test('ten of twelve are approved while two more come: exactly those ten', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await order());
    const steps = ids.map((id, n) => renaming(id, `Step ${n + 1}`));
    await wish({ title: 'Twelve', steps });
    await page.goto(`${app.home}/Approvals`);
    await page.getByRole('button', { name: 'Choose all that apply' }).click();
    const boxes = page.getByRole('checkbox');
    assert.equal(await boxes.count(), 12);
    await boxes.nth(3).uncheck();
    await boxes.nth(7).uncheck();
    const late = [await order(), await order()];
    for (const id of late) await wish(renaming(id, 'late'));
    await page.getByRole('button', { name: 'Approve 10' }).click();
    await page.getByText('10 of 10 applied').waitFor();
    await eventually(() => focusedName(page), 'Approvals');
    const names = await Promise.all(ids.map(nameOf));
    assert.deepEqual(
      names.map((name) => name !== 'Boiler'),
      ids.map((_, n) => n !== 3 && n !== 7),
    );
    assert.deepEqual(await Promise.all(late.map(nameOf)), ['Boiler', 'Boiler']);
    const audit = (await sender.get(`/${app.account.id}/Audit?what=proposal.approved&take=100`)).json;
    assert.equal(audit.length, 11);
  });

  await t.test('a comment that is being written outlasts a look that is refused', async () => {
    const id = await order();
    const made = await wish(renaming(id, 'x'));
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await listening(page);
    await page.getByLabel('Comment').fill('Not before Monday');
    await page.route(`**/Proposals/${made.id}`, (route) =>
      route.fulfill({ status: 503, json: { title: 'Busy', code: 'busy' } }),
    );
    const refused = page.waitForResponse((response) => response.status() === 503);
    await patch(id, '/Category', 'Boilers');
    await refused;
    await page.getByText('Category').first().waitFor();
    assert.equal(await page.getByLabel('Comment').inputValue(), 'Not before Monday');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await t.test('what somebody has typed about a proposal waits until it is decided or given up', async () => {
    const id = await order();
    const made = await wish({
      ...renaming(id, ''),
      patch: [{ op: 'replace', path: '/Description', value: 'Bleed it' }],
    });
    const { page: other, sender: session, context } = await app.visit(ADMIN);
    const comment = other.getByLabel('Comment');
    const own = other.locator('textarea[data-field=Description]');
    const edit = other.getByRole('button', { name: 'Edit, then approve' });
    const typed = async () => [await own.inputValue(), await comment.inputValue()];
    await other.goto(`${app.home}/Approvals/${made.id}`);
    await comment.fill('I asked the tenant');
    const mayCome = Promise.withResolvers<void>();
    await other.route(`**/WorkOrders/${id}`, async (route) => {
      await mayCome.promise;
      await route.continue();
    });
    await edit.click();
    // The heading has the focus until the fields are there, however long that takes.
    await eventually(() => focusedName(other), `Proposal ${made.id}`);
    mayCome.resolve();
    await eventually(() => focusedName(other), 'Description');
    await own.fill('Bleed it twice');
    assert.deepEqual(await typed(), ['Bleed it twice', 'I asked the tenant']);
    await other.getByRole('button', { name: 'Back to the proposal' }).click();
    assert.equal(await comment.inputValue(), 'I asked the tenant');
    await eventually(() => focusedName(other), 'Edit, then approve');
    await edit.click();
    assert.deepEqual(await typed(), ['Bleed it twice', 'I asked the tenant']);
    await other.getByRole('link', { name: /Boiler/ }).click();
    await other.getByRole('button', { name: 'Edit What' }).waitFor();
    await other.goBack();
    assert.deepEqual(await typed(), ['Bleed it twice', 'I asked the tenant']);
    // Somebody else writes the same field while nobody looks.
    await other.goto(app.home);
    await patch(id, '/Description', 'Replace it');
    await other.goto(`${app.home}/Approvals/${made.id}`);
    await other.getByText('What you typed here before is still unsaved.').waitFor();
    await other.getByText('The record says by now: Replace it').waitFor();
    assert.deepEqual(await typed(), ['Bleed it twice', 'I asked the tenant']);

    await session.delete('/Session');
    await other.getByText('What you have typed there is kept.').waitFor();
    await other.getByLabel('E-mail').fill(ADMIN);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    assert.deepEqual(await typed(), ['Bleed it twice', 'I asked the tenant']);
    await other.getByRole('button', { name: 'Begin anew' }).click();
    assert.deepEqual(await typed(), ['Bleed it', 'I asked the tenant']);
    await own.fill('Replace and bleed it');
    await other.getByRole('button', { name: 'Approve your version' }).click();
    await other.getByText('Approved by').waitFor();
    const told = (await key.get(`/api/Proposals/${made.id}`)).json;
    assert.deepEqual([told.comment, told.edited[0].value], ['I asked the tenant', 'Replace and bleed it']);
    const drafts = () => other.evaluate(() => Object.keys(sessionStorage).filter((name) => /draft/.test(name)));
    assert.deepEqual(await drafts(), []);
    await context.close();
  });

  await t.test('by keyboard alone: opened, read, rejected with a word', async () => {
    const made = await wish(renaming(await order(), 'x'));
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await page.getByLabel('Comment').focus();
    await page.keyboard.type('Not this one');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Rejected by').waitFor();
    await eventually(() => focusedName(page), `Proposal ${made.id}`);
    const told = (await key.get(`/api/Proposals/${made.id}`)).json;
    assert.deepEqual([told.state, told.comment], ['rejected', 'Not this one']);
  });

  await t.test(
    'a conflict is settled by editing: one chooses, sees what follows, and makes the change oneself',
    async () => {
      const id = await order();
      const made = await wish({
        ...renaming(id, 'Boiler, flat 15'),
        patch: [
          { op: 'replace', path: '/Name', value: 'Boiler, flat 15' },
          { op: 'replace', path: '/LabourCost', value: 5 },
        ],
      });
      await patch(id, '/Name', 'Pump');
      await page.goto(`${app.home}/Approvals/${made.id}`);
      await page.getByRole('button', { name: 'Edit, then approve' }).click();
      const own = page.getByRole('button', { name: 'Approve your version' });
      await page.getByRole('group', { name: 'Choose for Name' }).getByRole('button', { name: 'As it is' }).click();
      await page
        .getByRole('group', { name: 'Choose for Labour cost' })
        .getByRole('button', { name: 'As it is' })
        .click();
      await page.getByText('This would change nothing').first().waitFor({ state: 'attached' });
      await page.getByRole('textbox', { name: 'Labour cost' }).fill('7.5');
      await page.getByRole('textbox', { name: /^Name/ }).fill(`Pump, flat 15 ${MARKUP.slice(0, 40)}`);
      await page.getByRole('heading', { name: 'What follows' }).waitFor();
      await page.getByText('Total cost').waitFor();
      await page.getByLabel('Comment').fill('It is a pump');
      await own.click();
      await page.getByText('Approved by').waitFor();
      await eventually(() => focusedName(page), `Proposal ${made.id}`);
      await page.getByRole('heading', { name: 'Written instead' }).waitFor();
      const now = (await writer.get(`/api/WorkOrders/${id}`)).json;
      assert.deepEqual([now.Name, now.TotalCost, now.UpdatedBy], [`Pump, flat 15 ${MARKUP.slice(0, 40)}`, 7.5, ADMIN]);
      const told = (await key.get(`/api/Proposals/${made.id}`)).json;
      assert.deepEqual([told.state, told.comment, told.edited.length], ['approved', 'It is a pump', 2]);
      await page.goto(`${app.home}/WorkOrders/${id}/History`);
      await page
        .getByText(/, after a proposal of Fix-it/)
        .first()
        .waitFor();
      assert.equal(await page.locator('main img, main script, main style').count(), 0);
    },
  );

  await t.test(
    'what a proposal empties is empty in the form, and stays so where something else is edited',
    async () => {
      const dated = { Name: 'Boiler', DueOn: '2027-01-01T10:00:00Z', Category: 'Lifts' };
      const id = (await writer.post('/api/WorkOrders', dated)).json.ID as number;
      const made = await wish({
        ...renaming(id, ''),
        patch: [
          { op: 'replace', path: '/Priority', value: 'High' },
          { op: 'replace', path: '/DueOn', value: null },
          { op: 'remove', path: '/Category' },
        ],
      });
      await page.goto(`${app.home}/Approvals/${made.id}`);
      await page.getByRole('button', { name: 'Edit, then approve' }).click();
      await page.getByLabel('Priority', { exact: true }).selectOption('Urgent');
      assert.equal(await page.getByLabel('Due', { exact: true }).inputValue(), '');
      assert.equal(await page.getByRole('textbox', { name: 'Category' }).inputValue(), '');
      await page.getByRole('button', { name: 'Approve your version' }).click();
      await page.getByText('Approved by').waitFor();
      const now = (await writer.get(`/api/WorkOrders/${id}`)).json;
      assert.deepEqual([now.Priority, now.DueOn, now.Category], ['Urgent', null, null]);
    },
  );

  await t.test('an answer that is written anew stays of its kind, and its box keeps the focus', async () => {
    const Fields = [
      { FieldID: 'p', Label: 'Pressure', Type: 'Number' },
      { FieldID: 'r', Label: 'Remarks', Type: 'Text' },
    ];
    const template = (await writer.post('/api/FormTemplates', { Name: 'Boiler', Fields })).json.ID;
    const Answers = [
      { FieldID: 'p', Label: 'Pressure', Value: 12 },
      { FieldID: 'r', Label: 'Remarks', Value: 'line 1\nline 2' },
    ];
    const create = { Name: 'Boiler, May', FormTemplateID: template, Answers };
    const made = await wish({ type: 'Forms', create, reason: 'Read off' });
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await page.getByRole('button', { name: 'Edit, then approve' }).click();
    const row = (at: number) => page.getByRole('group', { name: `Answers, row ${at}` });
    const box = (at: number) => row(at).getByRole('textbox', { name: 'Value' });
    await box(1).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('-5');
    assert.equal(await box(1).inputValue(), '-5');
    await box(1).fill('');
    await box(1).fill('15');
    await box(2).press('ControlOrMeta+End');
    await page.keyboard.type('!');
    // A row that takes the place of another brings its kind along.
    await row(1).getByRole('button', { name: 'Move row 1 down' }).click();
    await box(2).fill('');
    await box(2).fill('16');
    await page.getByRole('button', { name: 'Approve your version' }).click();
    await page.getByText('Approved by').waitFor();
    const { recordID } = (await key.get(`/api/Proposals/${made.id}`)).json;
    const form = (await writer.get(`/api/Forms/${recordID}`)).json;
    assert.deepEqual(
      form.Answers.map(({ Value }: { Value: Json }) => Value),
      ['line 1\nline 2!', 16],
    );
  });

  await t.test('of a list one approves the rows and cells that one has seen, also as the record moves on', async () => {
    const product = (await writer.post('/api/Products', { SKU: 'S-1', Name: 'Gold seal' })).json.ID as number;
    const Lines = [
      { Description: 'Pump', Quantity: 1, UnitCost: 100 },
      { Description: 'Seal', Quantity: 5, UnitCost: 2 },
      { Description: 'Hose', Quantity: 2 },
    ];
    const id = (await writer.post('/api/PurchaseOrders', { Lines })).json.ID as number;
    const made = await wish({
      type: 'PurchaseOrders',
      id,
      patch: [
        { op: 'test', path: '/Lines/0/Line', value: 1 },
        { op: 'replace', path: '/Lines/0/Quantity', value: 900 },
        { op: 'replace', path: '/Lines/1/ProductID', value: product },
        { op: 'remove', path: '/Lines/2' },
        { op: 'add', path: '/Lines/-', value: { Line: 4, Description: 'Valve', Quantity: 9 } },
      ],
      reason: 'Tidy up the description',
    });
    const rows = [
      'Line 1 (Pump): Quantity 1 became 900',
      'Line 2 (Seal): Product — became S-1 · Gold seal',
      'Line 3 removed: Hose, Quantity 2',
      'Line 4 added: Valve, Quantity 9',
    ];
    const told = (at: Locator) =>
      eventually(
        async () => (await at.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' ')),
        rows,
      );
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await told(page.getByRole('row', { name: /^Lines/ }));
    await page.getByRole('button', { name: 'Edit, then approve' }).click();
    await told(page.getByRole('list', { name: 'Changes of Lines' }));
    // In a conflict it says itself what it wants, and at which place.
    const set = (value: number) =>
      writer.patch(`/api/PurchaseOrders/${id}`, [{ op: 'replace', path: '/Lines/0/Quantity', value }]);
    await set(3);
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await page.getByRole('listitem').filter({ hasText: 'Line 1 (Pump): Quantity 1 became 3' }).waitFor();
    const wanted = page.getByRole('table').filter({ hasText: 'Would be' }).getByRole('row');
    await eventually(
      async () => (await wanted.allInnerTexts()).slice(1).map((text) => text.replace(/\s+/g, ' ')),
      [
        'Lines, row 1, Quantity 900',
        'Lines, row 2, Product S-1 · Gold seal',
        'Lines, row 3 Removed',
        'Lines, new row Valve, No. 4, Quantity 9',
      ],
    );
    await set(1);
    await page.reload();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved by').waitFor();
    await page.goto(`${app.home}/PurchaseOrders/${id}/History`);
    await told(page.getByRole('article').first().getByRole('list', { name: 'Changes of Lines' }));
    const many = Array.from({ length: 30 }, (_, at) => ({ Description: `Part ${at + 1}`, Quantity: 1 }));
    const long = await wish({ type: 'PurchaseOrders', create: { Lines: many }, reason: 'r' });
    await page.goto(`${app.home}/Approvals/${long.id}`);
    await page.getByText('Line 10: Part 10, Quantity 1').waitFor();
    await page.getByRole('button', { name: 'and 20 more rows' }).click();
    await page.getByText('Line 30: Part 30, Quantity 1').waitFor();
  });

  await t.test('a plan of a work order with its tasks is seen and approved as one', async () => {
    const task = (Name: string) => ({ type: 'Tasks', create: { Name, WorkOrderID: { step: 1 } }, reason: 'r' });
    const steps = [{ type: 'WorkOrders', create: { Name: 'Leak' }, reason: 'r' }, task('Close it'), task('Dry it')];
    const plan = await wish({ title: 'Pump room', steps });
    await page.goto(`${app.home}/Approvals/${plan[1].id}`);
    await page.getByText('the new record of step 1').waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Approve', exact: true }).getAttribute('aria-disabled'),
      'true',
    );
    await page.goto(`${app.home}/Approvals`);
    const section = page.getByRole('region', { name: 'Pump room' });
    await section.getByText('After step 1').first().waitFor();
    for (const box of await section.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'Approve 3' }).click();
    await page.getByText('3 of 3 applied').waitFor();
    const { recordID } = (await key.get(`/api/Proposals/${plan[0].id}`)).json;
    assert.equal((await writer.get(`/api/Tasks?WorkOrderID=${recordID}`)).json.length, 2);
  });

  await t.test(
    'what an assistant proposes for somebody is decided by somebody else, where that is wanted',
    async () => {
      const mine = await app.app.key(app.account, { name: 'Mine', proposesOnly: true, submitter: ADMIN });
      const made = (await mine.post('/api/Proposals', renaming(await order(), 'x'))).json;
      await page.goto(`${app.home}/Approvals/${made.id}`);
      const approve = page.getByRole('button', { name: 'Approve', exact: true });
      await approve.waitFor();
      assert.equal(await approve.getAttribute('aria-disabled'), 'true');
      assert.equal(await approve.getAttribute('title'), 'Mine works for you: somebody else has to decide');
    },
  );

  await t.test(
    'whoever has it open sees how it stands as the record changes, and what it was once it is made',
    async () => {
      const id = await order();
      const wanted = await wish(renaming(id, 'Boiler, flat 15'));
      await page.goto(`${app.home}/Approvals/${wanted.id}`);
      await page.getByText('Applies', { exact: true }).waitFor();
      await listening(page);
      await patch(id, '/Description', 'seen');
      await page.getByText('Still applies').waitFor();
      await page.getByText('ERP changed Description').waitFor();
      await patch(id, '/Name', 'Pump');
      await page.getByText('The record has moved on.').first().waitFor();
      await patch(id, '/Name', 'Boiler');
      await page.getByText('Still applies').waitFor();
      await page.getByRole('columnheader', { name: 'Now' }).first().waitFor();
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByText('Approved by').waitFor();
      const shown = page.getByRole('table').filter({ hasText: 'Boiler, flat 15' }).getByRole('columnheader');
      assert.deepEqual(await shown.allInnerTexts(), ['Field', 'Before', 'Became']);
    },
  );

  await t.test('what an assistant wrote is text, wherever it stands', async () => {
    const made = await wish(renaming(await order(), MARKUP));
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await page.getByRole('heading', { name: 'Decide' }).waitFor();
    assert.ok((await page.locator('main').innerText()).includes('**Approve all**'));
    assert.equal(await page.locator('main img, main script, main style').count(), 0);
    await page.goto(`${app.home}/Approvals`);
    await page.getByText('<script>alert(1)</script>').first().waitFor();
    assert.equal(await page.locator('main img, main script, main style').count(), 0);
    assert.match(await page.title(), /^Approvals/);
    const foreign = await sender.send(
      'POST',
      `/${app.account.id}/Proposals/${made.id}/Approve`,
      { effect: 'x' },
      { origin: 'https://evil.example.com' },
    );
    assert.equal(foreign.status, 403);
  });
});
