// What a record page tells about a record, in a real browser: its text as programs get it, where it is, what uses it, who deleted it, and
// what is near one that does not exist.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { chooseMore, eventually, listening } from './eventually.ts';

test('about a record', async (t) => {
  const app = await startConsole(t, { records: 'none', environment: { MDS_WEBHOOK_ALLOW: '127.0.0.0/8' } });
  const key = await app.app.key(app.account, { name: 'ERP sync' });
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const { page } = await app.visit(ADMIN);
  const open = async (path: string) => {
    await page.goto(`${app.home}/${path}`);
    await page.locator('[data-group=System]').waitFor();
  };

  await t.test(
    'its text is that of the service letter by letter, with the requests that get it and last changed it',
    async () => {
      const id = await create('WorkOrders', { Name: 'Lift “2”\n<b>', CustomFields: { a: [1, { b: null }] } });
      await open(`WorkOrders/${id}`);
      await page.getByRole('button', { name: 'Edit What' }).click();
      await page.getByLabel('Category').fill('Lifts');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('version 2').waitFor();
      await page.getByRole('link', { name: 'JSON' }).click();
      const served = await key.get(`/api/WorkOrders/${id}`);
      await page.getByText(`ETag ${served.headers.get('etag')}`).waitFor();
      const texts = await page.locator('pre').allTextContents();
      assert.equal(texts[0], served.text);
      assert.match(texts[1]!, new RegExp(`^curl -H @key '.*/api/WorkOrders/${id}'$`));
      assert.match(texts[2]!, /^curl -X PATCH -H @key .*-H 'If-Match: "1"' -d '\[.*"\/Category","value":"Lifts".*\]' /);
      await listening(page);
      await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Category', value: 'Hoists' }]);
      await page.locator('pre', { hasText: '"Category":"Hoists"' }).waitFor();
    },
  );

  await t.test('a place is shown with all it lies in', async () => {
    const site = await create('Locations', { Name: 'North block' });
    const floor = await create('Locations', { Name: 'Third floor', ParentLocationID: site, Type: 'Floor' });
    const id = await create('WorkOrders', { Name: 'Paint', LocationID: floor });
    await open(`WorkOrders/${id}`);
    const where = page.locator('[data-group=Where] dd', { hasText: 'Third floor' });
    await where.getByText('North block').waitFor();
    assert.equal(await where.innerText(), 'North block / Third floor');
    await where.getByRole('link', { name: 'North block' }).click();
    await page.getByRole('heading', { level: 1, name: 'North block' }).waitFor();
  });

  await t.test('before a board is deleted or a template archived, one learns what uses it', async () => {
    const board = await create('Boards', { Name: 'Turnovers' });
    for (let n = 0; n < 3; n++) await create('WorkOrders', { Name: `Turnover ${n}`, BoardID: board });
    await open(`Boards/${board}`);
    const used = page.getByRole('region', { name: 'Where it is used' });
    await used.getByRole('link', { name: '3 work orders' }).waitFor();
    await chooseMore(page, 'Delete');
    await page.getByRole('dialog').getByRole('link', { name: '3 work orders' }).waitFor();
    await page.keyboard.press('Escape');
    await used.getByRole('link', { name: '3 work orders' }).click();
    await page.getByText('1–3 of 3').waitFor();

    const template = await create('FormTemplates', { Name: 'Fire door', Status: 'Published' });
    await create('Forms', { Name: 'Door 1', FormTemplateID: template });
    await open(`FormTemplates/${template}`);
    await page.getByRole('button', { name: 'Archive' }).and(page.locator(':not([aria-busy])')).click();
    await page.getByRole('dialog').getByRole('link', { name: '1 form', exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('what may stand in lines or stops is not said to be used by nothing', async () => {
    const product = await create('Products', { SKU: 'B-1', Name: 'Belt' });
    await open(`Products/${product}`);
    await chooseMore(page, 'Delete');
    const lines = 'It may stand in lines of purchase orders, which are not looked through.';
    await page.getByRole('dialog').getByText(lines).waitFor();
    assert.equal(await page.getByText('Nothing uses it').count(), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Related', exact: true }).click();
    await page.getByRole('main').getByText(lines).waitFor();
    await open(`Locations/${await create('Locations', { Name: 'Yard' })}`);
    const rail = page.getByRole('complementary', { name: 'Related and latest changes' });
    await rail.getByText('No field of a record refers to it.').waitFor();
    await rail.getByRole('link', { name: 'All that can refer to it' }).click();
    await page.getByText('It may stand in stops of routes, which are not looked through.').waitFor();
  });

  await t.test('the tasks of a work order stand in their order, all of them', async () => {
    const id = await create('WorkOrders', { Name: 'Yearly service' });
    const steps = ['Lock out', 'Drain', 'Clean', 'Inspect', 'Refill', 'Unlock'];
    for (const [n, Name] of [...steps.entries()].reverse()) {
      await create('Tasks', { Name, WorkOrderID: id, Position: n + 1 });
    }
    await page.goto(`${app.home}/WorkOrders/${id}/Related`);
    const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem');
    await eventually(() => tasks.getByRole('link').allInnerTexts(), steps);
  });

  await t.test('beside its fields stands what refers to it; before a move, how many webhooks it tells', async () => {
    const id = await create('WorkOrders', { Name: 'Bell', Status: 'InProgress' });
    for (const Name of ['Ring', 'Listen']) await create('Tasks', { Name, WorkOrderID: id });
    const targetUrl = 'https://127.0.0.1:9/hook';
    for (const action of ['Completed', 'Updated', 'Cancelled']) {
      await key.post('/api/Webhooks', { entityType: 'WorkOrders', action, targetUrl });
    }
    await open(`WorkOrders/${id}`);
    const rail = page.getByRole('complementary', { name: 'Related and latest changes' });
    await rail.getByRole('link', { name: 'New task' }).waitFor();
    await page.getByRole('button', { name: 'Complete' }).and(page.locator(':not([aria-busy])')).click();
    await page.getByRole('dialog').getByText('Tells 2 webhooks.').waitFor();
    await page.keyboard.press('Escape');
    await rail.getByRole('link', { name: '2 tasks' }).click();
    await page.getByText('1–2 of 2').waitFor();
  });

  await t.test('as it was is shown as it was, nothing of it can be written, and one goes back to now', async () => {
    const id = await create('WorkOrders', { Name: 'First name' });
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Name', value: 'Second name' }]);
    await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Category', value: 'Lifts' }]);
    await page.goto(`${app.home}/WorkOrders/${id}/History`);
    await page.getByLabel('Field').selectOption('Name');
    await page.locator('article', { hasText: 'version 3' }).waitFor({ state: 'detached' });
    await page.locator('article', { hasText: 'version 1' }).getByRole('link', { name: 'As it was' }).click();
    await page.getByRole('heading', { level: 1, name: /First name/ }).waitFor();
    await page.getByText(/^As it was in version 1,/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit What' }).getAttribute('aria-disabled'), 'true');
    assert.equal(await page.getByLabel('Moves').count(), 0);
    await page.getByRole('link', { name: 'Back to now' }).click();
    await page.getByRole('heading', { level: 1, name: /Second name/ }).waitFor();
  });

  await t.test('one that is deleted says by whom and when, also when it was changed since', async () => {
    const id = await create('Vendors', { Name: 'Pinegrove' });
    await key.delete(`/api/Vendors/${id}`);
    const other = await app.app.key(app.account, { name: 'Cleaner' });
    await other.patch(`/api/Vendors/${id}`, [{ op: 'replace', path: '/Phone', value: '1' }]);
    await open(`Vendors/${id}`);
    await page.getByText(/^Deleted by ERP sync,/).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText(/^Deleted by/).waitFor({ state: 'detached' });
    assert.equal((await key.get(`/api/Vendors/${id}`)).json.Deleted, false);
  });

  await t.test('where there is none, the same number in other types is named, deleted ones too', async () => {
    await key.delete('/api/FormTemplates/1');
    await page.goto(`${app.home}/PurchaseOrders/1`);
    await page.getByRole('heading', { name: 'There is no such purchase order' }).waitFor();
    await page.getByRole('link', { name: /^WO-000001/ }).waitFor();
    assert.match(await page.locator('li', { hasText: 'Fire door' }).innerText(), /form template, deleted/);
    await page.goto(`${app.home}/PurchaseOrders/987654`);
    await page.getByText('It may be in another type, or the number may be mistyped.').waitFor();
  });

  await t.test('a form asks what its template asks; what is missing bars submitting, by its name', async () => {
    const Fields = [
      { FieldID: 'closes', Label: 'Door closes', Type: 'PassFail', Required: true },
      { FieldID: 'gap', Label: 'Gap in mm', Type: 'Number', Required: true },
      { FieldID: 'state', Label: 'Paint', Type: 'Choice', Choices: ['Good', 'Worn'] },
    ];
    const template = await create('FormTemplates', { Name: 'Fire door, monthly', Status: 'Published', Fields });
    await page.goto(`${app.home}/Forms/new?FormTemplateID=${template}&Name=Door+9`);
    await page.getByLabel('Door closes (required)').selectOption('Fail');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: /Door 9/ }).waitFor();
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('Door closes').getByText('Fail').waitFor();
    await row('Gap in mm').getByText('Missing').waitFor();
    await row('Paint').getByText('Not answered').waitFor();
    await page.getByText('Not answered yet: Gap in mm.').waitFor();
    await page.getByRole('button', { name: 'Edit answers', exact: true }).click();
    await page.getByLabel('Gap in mm (required)').fill('3,5');
    const paint = page.getByRole('group', { name: 'Paint' });
    await paint.getByLabel('Paint').selectOption('Worn');
    await paint.getByLabel('Note').fill('By the hinge');
    await paint.getByLabel('Flag').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row('Paint').getByText('Flagged').waitFor();
    await page.getByRole('button', { name: 'Submit' }).and(page.locator(':not([aria-disabled])')).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('link', { name: 'Amend' }).waitFor();
    const made = (await key.get(`/api/Forms/${page.url().split('/').at(-1)}`)).json;
    assert.deepEqual([made.Status, made.FlaggedCount], ['Submitted', 1]);
    assert.deepEqual(
      made.Answers.map(({ FieldID, Label, Value, Note }: Record<string, unknown>) => [FieldID, Label, Value, Note]),
      [
        ['closes', 'Door closes', 'Fail', null],
        ['gap', 'Gap in mm', 3.5, null],
        ['state', 'Paint', 'Worn', 'By the hinge'],
      ],
    );
  });

  await t.test('an answer and a note of several lines keep them when something is added', async () => {
    const Fields = [{ FieldID: 'r', Label: 'Remarks', Type: 'Text' }];
    const template = await create('FormTemplates', { Name: 'Round', Status: 'Published', Fields });
    const said = { FieldID: 'r', Label: 'Remarks', Value: 'line 1\nline 2', Note: 'note 1\nnote 2' };
    const id = await create('Forms', { Name: 'Round, May', FormTemplateID: template, Answers: [said] });
    await open(`Forms/${id}`);
    await page.getByRole('button', { name: 'Edit Answers' }).click();
    await page.getByRole('textbox', { name: 'Remarks' }).press('ControlOrMeta+End');
    await page.keyboard.type('!');
    await page.getByRole('textbox', { name: 'Note' }).press('ControlOrMeta+End');
    await page.keyboard.type('!');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('version 2').waitFor();
    const [answer] = (await key.get(`/api/Forms/${id}`)).json.Answers;
    assert.deepEqual([answer.Value, answer.Note], ['line 1\nline 2!', 'note 1\nnote 2!']);
  });

  await t.test('what was submitted is amended by a new form that begins with the same answers', async () => {
    const Fields = [{ FieldID: 'q1', Label: 'Closes', Type: 'PassFail', Required: true }];
    const template = await create('FormTemplates', { Name: 'Door', Status: 'Published', Fields });
    const asset = await create('Assets', { Name: 'Door 7' });
    const id = await create('Forms', {
      Name: 'Door 7, May',
      FormTemplateID: template,
      AssetID: asset,
      Status: 'Submitted',
      Answers: [{ FieldID: 'q1', Label: 'Closes', Value: true }],
    });
    const half = `${app.home}/Forms/new?FormTemplateID=${template}`;
    const name = page.getByLabel('Name (required)');
    await page.goto(half);
    await name.fill('Half a form');
    const amend = async () => {
      await open(`Forms/${id}`);
      await page.getByRole('link', { name: 'Amend' }).click();
      await page.getByRole('heading', { name: 'New form' }).waitFor();
      await eventually(() => page.getByLabel('Closes (required)').inputValue(), 'true');
      assert.equal(await page.getByText('still unsaved').count(), 0, 'nobody has typed it');
    };
    await amend();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/Forms\?/);
    await page.goto(half);
    await page.getByText('still unsaved').waitFor();
    assert.equal(await name.inputValue(), 'Half a form');
    await amend();
    await page.getByLabel('Name (required)').fill('Door 7, May, put right');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: /put right/ }).waitFor();
    const made = (await key.get(`/api/Forms/${page.url().split('/').at(-1)}`)).json;
    assert.deepEqual([made.AmendsFormID, made.AssetID, made.FormTemplateID], [id, asset, template]);
    assert.deepEqual(
      made.Answers.map(({ FieldID, Value }: { FieldID: string; Value: unknown }) => [FieldID, Value]),
      [['q1', true]],
    );
  });
});
