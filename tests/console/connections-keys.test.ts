// Keys through the page: shown once, rotated with a grace, revoked with what follows from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { revokeIntegration } from '../../src/accounts/integrations.ts';
import { client } from '../support/app.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually, heldBack } from './eventually.ts';

test('keys in the console', async (t) => {
  const app = await startConsole(t, { records: 'none', options: { useMs: 20 } });
  const { page, context, sender, expectFaults } = await app.visit(ADMIN);
  context.setDefaultTimeout(25_000);
  const shown = (name: string) => page.locator('dl div', { hasText: name }).locator('code').innerText();

  /** The service does what it is asked to, and nobody hears of it. */
  const loseAnswers = async (address: RegExp) => {
    expectFaults(/ERR_FAILED/);
    await page.route(address, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
  };

  await t.test('a secret is shown once: leaving warns, and the first request is seen', async () => {
    await page.goto(`${app.home}/Integrations/new`);
    await page.getByLabel('Name', { exact: true }).fill('Warehouse <b>1</b>');
    await page.getByRole('radio', { name: /Custom/ }).check();
    await page.getByRole('checkbox', { name: 'Purchasing' }).check();
    await page.getByText('Can read and change work orders, tasks, purchase orders, boards and vendors.').waitFor();
    const proposes = page.getByRole('checkbox', { name: 'Proposes only' });
    await proposes.check();
    await page
      .getByText('Proposes changes to work orders, tasks, purchase orders, boards and vendors, which')
      .waitFor();
    await page.getByText('lacks the area Assistant').waitFor();
    await page.getByRole('checkbox', { name: 'Assistant', exact: true }).check();
    await page.getByText('lacks the area Assistant').waitFor({ state: 'hidden' });
    await proposes.uncheck();
    await page.getByRole('radio', { name: /Maintenance/ }).check();
    await page.getByRole('button', { name: 'Make integration' }).click();
    const secret = await shown('vaultSecret');
    const credentials = { apiKey: await shown('apiKey'), vaultSecret: secret, shardID: await shown('shardID') };
    const done = page.getByRole('button', { name: 'I have stored it' });
    await done.click({ force: true });
    assert.equal(await page.getByText('Waiting for the first request').count(), 0, 'nothing was stored yet');
    await page.getByRole('link', { name: 'Integrations', exact: true }).first().click();
    await page.getByText('Leave without having stored it?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    assert.equal(await shown('vaultSecret'), secret);
    await page.getByRole('button', { name: 'Copy vaultSecret' }).click();
    await done.click();
    await page.getByText('Waiting for the first request').waitFor();
    assert.ok(!(await page.content()).includes(secret), 'it is never shown again');
    assert.equal((await client(app.app.url, credentials).get('/api/Me')).status, 200);
    await page.getByText('Got a request from 127.0.0.1 and answered it.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Make integration' }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'nor after a reload');

    const { integrationID } = await app.app.key(app.account, { name: 'Fix-it', proposesOnly: true });
    await page.goto(`${app.home}/Integrations/${integrationID}`);
    await page.getByRole('columnheader', { name: 'Proposes changes' }).waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /Can read and change|read and change/);
  });

  await t.test('a rotation counts the uses of the old secret until it is ended', async () => {
    const key = await app.app.key(app.account, { name: 'ERP', preset: 'Full' });
    await page.goto(`${app.home}/Integrations/${key.integrationID}`);
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('The old one stays good for').selectOption('3600');
    await page.getByRole('button', { name: 'Make new secret' }).click();
    const renewed = client(app.app.url, { ...key.credentials, vaultSecret: await shown('vaultSecret') });
    await page.getByRole('button', { name: 'Copy vaultSecret' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('It has not been used since.').waitFor();
    assert.deepEqual([(await key.get('/api/Me')).status, (await key.get('/api/Me')).status], [200, 200]);
    assert.equal((await renewed.get('/api/Me')).status, 200);
    await page.getByText('Used 2 times since').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByText('was used 2 times since. It ends as it was to end').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'End it now' }).click();
    await page.getByText('Used 2 times since').waitFor({ state: 'detached' });
    assert.deepEqual([(await key.get('/api/Me')).status, (await renewed.get('/api/Me')).status], [401, 200]);
  });

  await t.test('a secret that is under way is waited for: leaving warns, and nothing closes its dialog', async () => {
    const key = await app.app.key(app.account, { name: 'Renewed', preset: 'Full' });
    const home = page.getByRole('link', { name: 'Home', exact: true }).first();
    await page.goto(`${app.home}/Integrations/new`);
    await page.getByLabel('Name', { exact: true }).fill('Under way');
    // What asks is loaded when something is typed.
    await page.locator('main dialog').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('What you typed here is not kept').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    // One whose answer is lost is made once; where its secret went, nobody can say.
    await loseAnswers(/\/Integrations$/);
    await page.getByRole('button', { name: 'Make integration' }).click();
    await page.getByText('The service does not answer').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // Nor is it over where the password is asked once more, and not given.
    await page.route(/\/Integrations$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { code: 'confirmation_needed', detail: 'Who are you?' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Make integration' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Who are you?').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Make integration' }).click();
    await page.getByText('was made already').waitFor();
    await page.getByRole('link', { name: 'To its page' }).click();
    await page.getByRole('heading', { name: 'Under way' }).waitFor();
    await page.getByRole('link', { name: 'Integrations', exact: true }).first().click();
    await page.getByRole('link', { name: 'Warehouse' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Under way' }).count(), 1);

    await page.goto(`${app.home}/Integrations/new`);
    await page.getByLabel('Name', { exact: true }).fill('Waited for');
    // Where that one is revoked by then, the next is another.
    await loseAnswers(/\/Integrations$/);
    await page.getByRole('button', { name: 'Make integration' }).click();
    await page.getByText('The service does not answer').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const { accounts } = app.app.shard;
    const lost = (await accounts.integrations(app.account)).find(({ name }) => name === 'Waited for')!;
    await revokeIntegration(accounts, app.account, lost.id);
    await page.getByRole('button', { name: 'Make integration' }).click();
    await page.getByText(`${lost.id}, which is revoked`).waitFor();
    const making = await heldBack(page, /\/Integrations$/);
    await page.getByRole('button', { name: 'Make integration' }).click();
    await making.given;
    await home.click();
    await page.getByText('Leave without having stored it?').waitFor();
    // Nobody has to answer what is no question any more.
    await making.come();
    assert.match(await shown('vaultSecret'), /./);
    await eventually(() => page.getByText('Leave without having stored it?').count(), 0);
    assert.equal(page.url(), `${app.home}/Integrations/new`);
    await page.getByRole('button', { name: 'Copy vaultSecret' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Waiting for the first request').waitFor();

    await home.click();
    await page.waitForURL(app.home);
    await page.evaluate((to) => history.pushState(null, '', to), `${app.home}/Integrations/${key.integrationID}`);
    await page.getByRole('button', { name: 'New secret' }).click();
    // One whose answer is lost is asked for again, and what runs goes on.
    await loseAnswers(/\/Rotate$/);
    await page.getByRole('button', { name: 'Make new secret' }).click();
    await page.getByText('The service does not answer').waitFor();
    await page.getByText('A secret from before the one of now still works.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const rotating = await heldBack(page, /\/Rotate$/);
    await page.getByRole('button', { name: 'Make new secret' }).click();
    await rotating.given;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cancel' }).click({ force: true });
    await page.evaluate(() => history.back());
    await page.getByText('Leave without having stored it?').waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await rotating.come();
    const renewed = client(app.app.url, { ...key.credentials, vaultSecret: await shown('vaultSecret') });
    assert.deepEqual([(await renewed.get('/api/Me')).status, (await key.get('/api/Me')).status], [200, 200]);
    await page.getByRole('button', { name: 'Copy vaultSecret' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'New secret' }).waitFor();
  });

  await t.test('a secret never stands below the name of another key', async () => {
    const [alpha, beta] = await Promise.all(
      ['Alpha', 'Beta'].map((name) => app.app.key(app.account, { name, preset: 'Full' })),
    );
    await page.goto(`${app.home}/Integrations/${alpha!.integrationID}`);
    await page.getByRole('heading', { name: 'Alpha' }).waitFor();
    await page.evaluate((to) => history.pushState(null, '', to), `${app.home}/Integrations/${beta!.integrationID}`);
    await page.getByRole('heading', { name: 'Beta' }).waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('button', { name: 'Make new secret' }).click();
    const secret = await shown('vaultSecret');
    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: /Alpha/ }).waitFor();
    await page.getByRole('heading', { name: 'Alpha', exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(secret));
  });

  await t.test('what revoking says beforehand is what happens', async () => {
    const key = await app.app.key(app.account, { name: 'Old ERP', preset: 'Full' });
    const board = (await key.post('/api/Boards', { Name: 'Turnovers' })).json.ID as number;
    const narrowed = { filterEntityType: 'Boards', filterConditionEntityID: board };
    for (const name of ['Invoices', 'Stock']) {
      const body = {
        ...{ entityType: 'WorkOrders', action: 'Created', targetUrl: 'https://a.invalid/', name },
        ...{ ...narrowed, patience: '2h', includeOwn: false, headers: { 'X-Key': 'secret' } },
      };
      assert.equal((await key.post('/api/Webhooks', body)).status, 201);
    }
    const calls = page.locator('dt', { hasText: 'Calls in 24 hours' }).locator('xpath=..').locator('dd');
    // They are counted a moment after they were made.
    await eventually(async () => {
      await page.goto(`${app.home}/Integrations/${key.integrationID}`);
      return calls.textContent();
    }, '3');
    // As if there were that many: no more are counted.
    await page.route('**/RevokePreview', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), waitingDeliveries: 10_000 } });
    });
    await page.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('At least 10,000 waiting deliveries are dropped.').waitFor();
    await dialog.getByText('2 webhooks go off at once: Invoices, Stock').waitFor();
    await dialog.getByText('3 calls in the last 24 hours').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click({ force: true });
    assert.equal((await key.get('/api/Me')).status, 200, 'its name was not typed');
    await dialog.getByLabel('Type Old ERP to go on').fill('Old ERP');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await key.get('/api/Me')).status, 401);
    assert.deepEqual(await statesOf(page), ['Off', 'Off']);
    await page.getByText(/Revoked .* by admin@example.com/).waitFor();
    await page.getByRole('link', { name: 'Invoices' }).click();
    await page.getByText('cannot be switched on again').waitFor();
    await page.getByText('Its headers (X-Key) are kept from everybody and have to be given anew.').waitFor();
    await page.getByRole('link', { name: 'Make it again' }).click();
    await eventually(() => page.getByLabel('Name (optional)').inputValue(), 'Invoices');
    await eventually(() => page.getByRole('combobox', { name: 'Only of one board' }).inputValue(), 'Turnovers');
    await page.getByLabel('Address').fill('https://b.invalid/');
    await page.getByRole('button', { name: 'Make webhook' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).waitFor();
    const made = (await sender.get(`/${app.account.id}/Webhooks?take=100`)).json.find(
      ({ targetUrl }: { targetUrl: string }) => targetUrl === 'https://b.invalid/',
    );
    assert.deepEqual(
      [made.filterConditionEntityID, made.patience, made.includeOwn, made.name],
      [board, '2h', false, 'Invoices'],
    );
  });
});

async function statesOf(page: Page): Promise<string[]> {
  const rows = page.getByRole('region', { name: 'Its webhooks' }).getByRole('listitem');
  await rows.filter({ hasText: 'Off' }).nth(1).waitFor();
  return (await rows.allInnerTexts()).map((text) => text.split('\n').at(-1)!);
}
