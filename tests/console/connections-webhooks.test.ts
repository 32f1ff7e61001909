// Webhooks through the page, against a real endpoint: made with a rehearsal, followed attempt by attempt, explained, mended and recovered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Client } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { startReceiver } from '../support/receiver.ts';
import { bodyOf, type Shown, trusting } from '../support/webhooks.ts';
import { eventually, focusedName, heldBack, listening } from './eventually.ts';

const MARKUP = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

test('webhooks in the console', async (t) => {
  const receiver = await startReceiver();
  const wrong = await startReceiver({ certificate: 'wrong-name' });
  t.after(() => Promise.all([receiver.stop(), wrong.stop()]));
  const environment = { ...trusting(receiver, wrong), MDS_WEBHOOK_RETRY_MS: '20', MDS_WEBHOOK_TIMEOUT_MS: '1000' };
  const app = await startConsole(t, { records: 'none', environment });
  const key = await app.app.key(app.account, { name: 'Field app' });
  const { page, context, expectFaults } = await app.visit(ADMIN);
  context.setDefaultTimeout(25_000);
  const boards = await Promise.all(['Turnovers', 'Compliance'].map((Name) => made(key, 'Boards', { Name })));
  const log = async (id: number): Promise<Shown[]> =>
    (await page.request.get(`${app.app.url}/console/api/${app.account.id}/Webhooks/${id}/Deliveries?take=1000`)).json();
  const settled = async (id: number, count: number): Promise<Shown[]> => {
    for (let tries = 0; tries < 500; tries++) {
      const found = await log(id);
      if (found.length >= count && found.every(({ state }) => state !== 'waiting')) return found;
      await sleep(20);
    }
    throw new Error(`not settled: ${JSON.stringify(await log(id))}`);
  };
  const webhook = async (fields: object = {}): Promise<number> => {
    const body = { entityType: 'Tasks', action: 'Created', targetUrl: receiver.url, ...fields };
    const reply = await context.request.post(`${app.app.url}/console/api/${app.account.id}/Webhooks`, {
      data: body,
      headers: { origin: app.app.url },
    });
    assert.equal(reply.status(), 201, await reply.text());
    return (await reply.json()).id;
  };

  await t.test(
    'a new webhook is rehearsed as it is chosen, by keyboard alone, and its sample is what arrives',
    async () => {
      for (let n = 0; n < 3; n++)
        await complete(key, await made(key, 'WorkOrders', { Name: `Flat ${n}`, BoardID: boards[0]! }));
      await page.goto(`${app.home}/Webhooks`);
      await page.getByText('No webhooks yet').waitFor();
      await press(page, 'New webhook');
      const matched = page.getByText(/^Matches /);
      await page.getByText('Matches 3 events in the last 30 days').waitFor();
      await choose(page, 'Only of one board (optional)', 'Compliance');
      await page.getByRole('button', { name: 'Add a header' }).press('Enter');
      await page.getByRole('button', { name: 'Remove the header without a name' }).press('Enter');
      await eventually(() => focusedName(page), 'Add a header');
      await page.getByText('0 for board Compliance. Without the filter 3').waitFor();
      await page.getByText('Turnovers 3').waitFor();
      await choose(page, 'Only of one board (optional)', 'Turnovers');
      await page.getByText('Matches 3 events in the last 30 days').waitFor();
      const outbox: Shown[] = (await key.get('/api/Changes?entityType=WorkOrders&action=Completed&take=1000')).json;
      assert.equal(Number((await matched.innerText()).split(' ')[1]), outbox.length);
      await typed(page, 'Address', receiver.url);
      await press(page, 'Check address', 'button');
      await page.getByText('Deliveries can get there.').waitFor();
      assert.equal(receiver.requests.length, 0, 'nothing was sent');
      await typed(page, 'Name (optional)', 'Invoicing');
      const sample = JSON.parse(await page.getByLabel('Body', { exact: true }).innerText());
      await press(page, 'Make webhook', 'button');
      await page
        .getByText(/^whsec_/)
        .first()
        .waitFor();
      await press(page, 'Copy Signing secret', 'button');
      await press(page, 'I have stored it', 'button');
      await page.getByRole('heading', { name: 'Invoicing' }).waitFor();
      await press(page, 'Send test', 'button');
      await page.getByText('Arrived: answered 200').waitFor();
      await complete(key, await made(key, 'WorkOrders', { Name: 'Flat 3', BoardID: boards[0]! }));
      const next = bodyOf((await receiver.waitFor(2))[1]!);
      assert.deepEqual(Object.keys(sample.data), Object.keys(next.data));
      assert.equal(sample.submitter, next.submitter);
      const alike = (record: Shown) => ({ ...record, ID: 0, Number: '', Name: '', ...times });
      assert.deepEqual(alike(sample.data), alike(next.data));
      await page.reload();
      const chosen = page.getByLabel('What to send');
      await chosen.selectOption({ label: await chosen.locator('option', { hasText: 'Flat 3' }).first().innerText() });
      await press(page, 'Send test', 'button');
      await page.getByText('Arrived: answered 200').waitFor();
      assert.deepEqual(bodyOf((await receiver.waitFor(3))[2]!), next, 'a real event is sent as it was');
    },
  );

  await t.test('each way to fail shows its class, its bars as in the log, and what helps', async () => {
    const cases: [name: string, fields: object, answer: () => void, shown: RegExp, remedy: RegExp, state: string][] = [
      [
        '500',
        {},
        () =>
          receiver.answer(
            ({ response }) => void response.writeHead(500, { server: MARKUP.replace(/[^ -~]/g, '') }).end(MARKUP),
          ),
        /answered 500/,
        /anything but 2xx/,
        'On',
      ],
      ['hangs', {}, () => receiver.answer(() => {}), /no answer in time/, /Answer first/, 'On'],
      ['certificate', { targetUrl: wrong.url }, () => {}, /certificate or TLS/, /Renew the certificate/, 'On'],
      ['410', {}, () => receiver.answer(410), /answered 410/, /anything but 2xx/, 'Off'],
      ['200', {}, () => receiver.answer(200), /answered 200/, /^$/, 'On'],
    ];
    for (const [name, fields, answer, shown, remedy, state] of cases) {
      const id = await webhook({ ...fields, name, headers: { 'X-Secret': 'never shown' } });
      answer();
      await made(key, 'Tasks', { Name: MARKUP });
      const [delivery] = await settled(id, 1);
      // What its record is called comes later, and moves nothing that is pressed.
      const names = await heldBack(page, /\/Names$/);
      await page.goto(`${app.home}/Webhooks/${id}/Deliveries/${delivery.id}`);
      await page.getByText(shown).first().waitFor();
      const again = page.getByRole('button', { name: 'Resend', exact: true });
      const before = await again.boundingBox();
      await names.given;
      await names.come();
      await page.getByRole('link', { name: MARKUP }).waitFor();
      assert.deepEqual(await again.boundingBox(), before, name);
      if (remedy.source !== '^$') await page.getByText(remedy).first().waitFor();
      const bars = await page
        .locator('[data-stage]')
        .evaluateAll((rows) => rows.slice(0, 5).map((row) => Number((row as HTMLElement).dataset.ms)));
      const { totalMs } = delivery.attempts.at(-1).timings;
      const sum = bars.reduce((all, ms) => all + ms, 0);
      assert.ok(Math.abs(sum - totalMs) < 10, `${name}: the bars sum to ${sum} of ${totalMs}`);
      assert.deepEqual(await violations(page, { only: 'landmark-unique' }), [], `${name}: each attempt by its name`);
      await page.getByRole('button', { name: 'Show the request' }).click();
      await page.getByText('X-Secret: ••••••').waitFor();
      await eventually(() => focusedName(page), 'Copy as curl');
      const chip = page.locator('header span').filter({ hasText: new RegExp(`^${state}$`) });
      await chip.first().waitFor();
      assert.ok(!(await page.content()).includes('never shown'), 'a header value is nobody’s to read');
      assert.ok(!(await page.title()).includes('owned'), 'what others wrote is text');
      if (state === 'Off') {
        await page.goto(`${app.home}/Webhooks/${id}`);
        await page.getByRole('link', { name: `Delivery ${delivery.id}` }).waitFor();
        assert.deepEqual(await violations(page, { only: 'label-content-name-mismatch' }), [], 'called what it shows');
      }
      await remove(app.app.url, context, app.account.id, id);
    }
  });

  await t.test('the log is narrowed by the address, and sending again takes all that match', async () => {
    const id = await webhook({ name: 'Log' });
    receiver.answer(404);
    for (let n = 0; n < 4; n++) await made(key, 'Tasks', { Name: `Task ${n}` });
    await settled(id, 4);
    await page.goto(`${app.home}/Webhooks/${id}/Deliveries`);
    await page.getByText('4 in all').waitFor();
    await page.getByLabel('State').selectOption('succeeded');
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await page.getByText('4 in all').waitFor();
    await eventually(() => focusedName(page), 'State');
    await page.getByLabel('State').selectOption('failed');
    await page.waitForURL(/Deliveries\?state=failed$/);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('From', { exact: true }).focus();
    await page.keyboard.type('12202026');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Give the date and the time.').waitFor();
    receiver.answer(200);
    const before = receiver.requests.length;
    await page.getByRole('button', { name: 'Resend 4 failed' }).click();
    await page.getByRole('button', { name: 'Send 4 again' }).click();
    await page.getByText('4 of 4, 4 delivered').waitFor();
    const again = receiver.requests.slice(before).map((request) => bodyOf(request).data.Name);
    // In order by record; between records there is none.
    assert.deepEqual(again.sort(), ['Task 0', 'Task 1', 'Task 2', 'Task 3']);
    await remove(app.app.url, context, app.account.id, id);
  });

  await t.test('one that is off is mended: a test, on again, and what happened meanwhile recovered', async () => {
    const id = await webhook({ name: 'Mended' });
    // Somebody who looks at it all the while sees what becomes of it.
    const { page: watched, context: watching } = await app.visit(ADMIN);
    await watched.clock.install();
    await watched.goto(`${app.home}/Webhooks/${id}`);
    await watched.getByRole('button', { name: 'Send test' }).waitFor();
    receiver.answer(410);
    await made(key, 'Tasks', { Name: 'refused' });
    await settled(id, 1);
    await watched.clock.fastForward(15_000);
    await watched.getByText('gone for good').first().waitFor();
    await watched.goto(`${app.home}/Webhooks`);
    await watched.getByText('1 webhook is off').waitFor();
    const missed = await made(key, 'Tasks', { Name: 'missed 1' });
    await made(key, 'Tasks', { Name: 'missed 2' });
    await page.goto(`${app.home}/Webhooks/${id}/Why?recordID=${missed}`);
    await page
      .locator('li[data-step=on]')
      .filter({ hasText: /It was off since .*410/ })
      .waitFor();
    await page.goto(`${app.home}/Webhooks`);
    await page.getByText('1 webhook is off').waitFor();
    await page.getByRole('link', { name: 'Fix Mended' }).click();
    await page.getByText('gone for good').first().waitFor();
    receiver.answer(200);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Arrived: answered 200').waitFor();
    const before = receiver.requests.length;
    await page.getByRole('button', { name: 'Switch on', exact: true }).click();
    await page.getByRole('button', { name: 'Count first' }).click();
    await watched.clock.fastForward(30_000);
    await watched.getByText('1 webhook is off').waitFor({ state: 'hidden' });
    await watching.close();
    await page.getByRole('button', { name: /^Send \d+ again$/ }).click();
    await page.getByText(/^Complete$/).waitFor();
    await eventually(() => focusedName(page), 'Mended');
    const names = receiver.requests.slice(before).map((request) => bodyOf(request).data.Name);
    assert.deepEqual(names.filter((name) => name.startsWith('missed')).sort(), ['missed 1', 'missed 2']);
    await remove(app.app.url, context, app.account.id, id);
  });

  await t.test('why something did not arrive: the step that failed is the last, with what proves it', async () => {
    receiver.answer(200);
    const early = await made(key, 'WorkOrders', { Name: 'Early', BoardID: boards[0]! });
    await complete(key, early);
    const id = await webhook({
      entityType: 'WorkOrders',
      action: 'Completed',
      filterEntityType: 'Board',
      filterConditionEntityID: boards[0]!,
    });
    const other = await made(key, 'WorkOrders', { Name: 'Other', BoardID: boards[1]! });
    const open = await made(key, 'WorkOrders', { Name: 'Open', BoardID: boards[0]! });
    await complete(key, other);
    const cases: [record: number, step: string, evidence: RegExp][] = [
      [early, 'existed', /was made on .*, after the change/],
      [other, 'filter', /Compliance.*asks for .*Turnovers/],
      [open, 'event', /It made Created/],
    ];
    for (const [record, step, evidence] of cases) {
      await page.goto(`${app.home}/Webhooks/${id}/Why`);
      await page.getByLabel('Number or ID of the work order').fill(String(record));
      await page.getByRole('button', { name: 'Look' }).click();
      const steps = page.locator('ol').first().locator('li');
      await steps.last().filter({ hasText: evidence }).waitFor();
      assert.equal(await steps.last().getAttribute('data-step'), step);
    }
    await page.getByLabel('Number or ID of the work order').fill(`wo-${early}`);
    await page.getByRole('button', { name: 'Look' }).click();
    await page.waitForURL(`**/Why?recordID=${early}`);
    await page.getByLabel('Number or ID of the work order').fill('WO-009999');
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByText('No work order has the number WO-009999.').waitFor();
    const sent = await made(key, 'WorkOrders', { Name: 'Sent', BoardID: boards[0]! });
    await complete(key, sent);
    const [delivery] = await settled(id, 1);
    await page.goto(`${app.home}/Webhooks/${id}/Why?webhookId=${delivery.webhookId}`);
    await page.getByText('It arrived.').waitFor();
  });

  await t.test('a record is found by its number, whatever its ID is', async () => {
    const id = await webhook({ entityType: 'PurchaseOrders', action: 'Updated' });
    await made(key, 'PurchaseOrders', { Name: 'First' });
    const order = await made(key, 'PurchaseOrders', { Name: 'Second', Number: 'B-0001' });
    await page.goto(`${app.home}/Webhooks/${id}/Why`);
    await page.getByLabel('Number or ID of the purchase order').fill('B-0001');
    await page.getByRole('button', { name: 'Look' }).click();
    await page.waitForURL(`**/Why?recordID=${order}`);
    await remove(app.app.url, context, app.account.id, id);
  });

  await t.test('an address with times that are none, or twice, opens its page all the same', async () => {
    const id = await webhook();
    for (const [rest, there] of [
      ['Recover?since=never', 'From'],
      ['Why?recordID=1&recordID=2&from=never', 'From'],
      ['Deliveries?since=never', 'State'],
    ] as const) {
      await page.goto(`${app.home}/Webhooks/${id}/${rest}`);
      await page.getByLabel(there).first().waitFor();
    }
    await page.getByText('never').first().waitFor();
    await remove(app.app.url, context, app.account.id, id);
  });

  await t.test('a webhook is changed in place, and a header that nobody sees stays what it was', async () => {
    receiver.answer(200);
    const fields = {
      entityType: 'WorkOrders',
      action: 'Created',
      filterEntityType: 'Board',
      filterConditionEntityID: boards[0]!,
    };
    const id = await webhook({ ...fields, headers: { 'X-Secret': 'kept as it was' } });
    await page.goto(`${app.home}/Webhooks/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name (optional)').fill('Renamed');
    await choose(page, 'Only of one board (optional)', 'Compliance');
    // Somebody else changes what is not touched here.
    const path = `${app.app.url}/console/api/${app.account.id}/Webhooks/${id}`;
    const changed = await context.request.patch(path, {
      data: JSON.stringify([{ op: 'replace', path: '/patience', value: '1h' }]),
      headers: { origin: app.app.url, 'content-type': 'application/json-patch+json' },
    });
    assert.equal(changed.status(), 200, await changed.text());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Work order created, board Compliance').first().waitFor();
    const before = receiver.requests.length;
    await made(key, 'WorkOrders', { Name: 'Now sent', BoardID: boards[1]! });
    const sent = (await receiver.waitFor((all) => all.length > before)).at(-1)!;
    assert.deepEqual([sent.headers['x-secret'], bodyOf(sent).data.Name], ['kept as it was', 'Now sent']);
    const { name, patience } = await (await context.request.get(path)).json();
    assert.deepEqual([name, patience], ['Renamed', '1h']);
    await remove(app.app.url, context, app.account.id, id);
  });

  await t.test('a signing secret that is under way is waited for, and stands at its own webhook alone', async () => {
    const secret = page.getByText(/^whsec_/).first();
    const leave = page.getByText('Leave without having stored it?');
    await page.goto(`${app.home}/Webhooks/new`);
    await page.getByLabel('Address').fill(receiver.url);
    // What asks is loaded when something is typed.
    const asks = (one: Page) => one.locator('main dialog').waitFor({ state: 'attached' });
    await asks(page);
    // What is typed is lost with the page.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('What you typed here is not kept').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    assert.equal(await page.getByLabel('Address').inputValue(), receiver.url);
    // Whose session is over is led to sign in, and not asked first.
    const { page: out, context: over } = await app.visit(ADMIN);
    await out.goto(`${app.home}/Webhooks/new`);
    await out.getByLabel('Address').fill(receiver.url);
    await asks(out);
    await out.getByRole('link', { name: 'Cancel' }).click();
    await out.getByRole('button', { name: 'Stay' }).click();
    await out.getByRole('button', { name: /^Me:/ }).click();
    await out.getByRole('menuitem', { name: 'Sign out' }).click();
    await out.getByRole('heading', { name: 'Sign in' }).waitFor();
    await over.close();
    // One whose answer is lost is made once.
    const make = page.getByRole('button', { name: 'Make webhook' });
    const count = async () =>
      (await (await context.request.get(`${app.app.url}/console/api/${app.account.id}/Webhooks`)).json()).length;
    const before = await count();
    expectFaults(/ERR_FAILED/);
    await page.route(/\/Webhooks$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await make.click();
    await page.getByText('The service does not answer').waitFor();
    await eventually(() => make.getAttribute('aria-disabled'), null);
    assert.equal(await count(), before + 1);
    // For another owner it is another one.
    const owner = page.getByLabel('Owner');
    await owner.selectOption('Field app');
    await make.click();
    await eventually(count, before + 2);
    await owner.selectOption({ index: 0 });
    await eventually(() => make.getAttribute('aria-disabled'), null);
    await page.unrouteAll({ behavior: 'wait' });
    // Also where something was typed and taken back in between.
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.pressSequentially('x');
    await name.press('Backspace');
    const making = await heldBack(page, /\/Webhooks$/);
    await make.click();
    await making.given;
    assert.equal(await count(), before + 2);
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await leave.waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    // Nor does it wait for what else is read anew.
    const mayCome = Promise.withResolvers<void>();
    await page.route(/\/Webhooks\/Rehearse$/, async (route) => {
      await mayCome.promise;
      await route.continue();
    });
    await making.come();
    await secret.waitFor();
    mayCome.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Copy Signing secret' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'New signing secret' }).waitFor();
    const first = Number(page.url().split('/').at(-1));

    const second = await webhook({ name: 'Second' });
    await page.evaluate((to) => history.pushState(null, '', to), `${app.home}/Webhooks/${second}`);
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    await page.getByRole('button', { name: 'New signing secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'New signing secret' });
    const rotating = await heldBack(page, /\/RotateSecret$/);
    await dialog.getByRole('button', { name: 'New signing secret' }).click();
    await rotating.given;
    await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await rotating.come();
    await secret.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    // A second Escape closes a dialog whatever the page says; it is opened again at once.
    await eventually(() => secret.isVisible(), true);
    await page.evaluate(() => history.back());
    await leave.waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`${app.home}/Webhooks/${first}`);
    await page.getByRole('heading', { name: 'Second' }).waitFor({ state: 'detached' });
    await eventually(() => page.getByRole('dialog').count(), 0);
    await remove(app.app.url, context, app.account.id, first);
    await remove(app.app.url, context, app.account.id, second);
  });

  await t.test(
    'the catalogue shows a sample of each event, what happens now, and where what was before is',
    async () => {
      await page.goto(`${app.home}/Events`);
      const now = page.getByRole('region', { name: 'Happening now' });
      await now.getByText('under Deliveries of each webhook').waitFor();
      const to = await now.getByRole('link', { name: 'To the webhooks' }).getAttribute('href');
      assert.equal(to, `/console/${app.account.id}/Webhooks`);
      await page.getByRole('link', { name: 'Sample: Task created' }).click();
      await page.getByText('"Name": "missed 2"').waitFor();
      await listening(page);
      await made(key, 'Tasks', { Name: 'Live one' });
      await page.getByRole('link', { name: 'Live one' }).waitFor();
      await page.getByText('under Deliveries of each webhook').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Subscribe: Job completed' }).click();
      await eventually(() => page.getByLabel('Record type').inputValue(), 'Jobs');
    },
  );
});

/** Of two records, those that differ by when they were made. */
const times = { CreatedOn: '', UpdatedOn: '', StartedOn: '', CompletedOn: '' };

async function made(key: Client, type: string, fields: { [name: string]: string | number }): Promise<number> {
  const reply = await key.post(`/api/${type}`, fields);
  assert.equal(reply.status, 201, reply.text);
  return reply.json.ID;
}

async function complete(key: Client, id: number): Promise<void> {
  for (const value of ['InProgress', 'Completed']) {
    const reply = await key.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path: '/Status', value }]);
    assert.equal(reply.status, 200, reply.text);
  }
}

async function remove(url: string, context: Awaited<ReturnType<Page['context']>>, account: string, id: number) {
  const reply = await context.request.delete(`${url}/console/api/${account}/Webhooks/${id}`, {
    headers: { origin: url },
  });
  assert.equal(reply.status(), 204);
}

/** With the keys alone: what is meant gets the focus as Tab would give it, and Enter. */
async function press(page: Page, name: string, role: 'link' | 'button' = 'link'): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

async function typed(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', label);
  await page.keyboard.type(text);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await tabTo(page, 'combobox', label);
  await page.keyboard.press('ControlOrMeta+a');
  // At once: its letters would be searched one by one on a slow machine, and what is found change under the arrow.
  await page.keyboard.insertText(option);
  // Found, and nothing else.
  await page.locator('[role=option]:only-child', { hasText: option }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function tabTo(page: Page, role: 'link' | 'button' | 'textbox' | 'combobox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first();
  await wanted.waitFor();
  for (let steps = 0; steps < 80; steps++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      const seen = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle !== 'none');
      assert.ok(seen, `the focus on ${name} cannot be seen`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${name}`);
}
