// What somebody hears who does not see the console: roles and names of rows, chips, moves and plots, as the browser tells them, kept beside this
// test in names.aria.yml. NAMES=write writes it anew: read what has changed before you keep it.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';

const FILE = join(import.meta.dirname, 'names.aria.yml');

test('rows, chips, moves, plots and health are called what they are', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account, { name: 'ERP sync' });
  const create = async (type: string, fields: object): Promise<number> => {
    const made = await key.post(`/api/${type}`, fields as never);
    assert.equal(made.status, 201, made.text);
    return made.json.ID;
  };
  const { page } = await app.visit(ADMIN);
  const heard: string[] = [];
  const hear = async (what: string, part: Locator) => {
    await part.first().waitFor();
    heard.push(`# ${what}\n${withoutTimes(await part.first().ariaSnapshot())}\n`);
  };

  const lift = await create('Assets', { Name: 'Lift 2, north block', AssetNumber: 'L-2' });
  const ann = await create('Employees', { FirstName: 'Ann', LastName: 'Reed' });
  const order = { Name: 'Lift stuck at third floor', Priority: 'Urgent', AssetID: lift, AssignedEmployeeID: ann };
  const first = await create('WorkOrders', { ...order, DueOn: '2026-01-14T12:00:00Z', Type: 'Reactive' });
  await create('WorkOrders', { Name: 'No heating in flat 15', Status: 'OnHold', HoldReason: 'Waits for a part' });
  await create('WorkOrders', { Name: 'Filter changed', Status: 'Completed', Type: 'Preventive' });
  await create('PurchaseOrders', { Name: 'Seals' });
  await key.post('/api/Webhooks', {
    entityType: 'Tasks',
    action: 'Created',
    targetUrl: 'https://hooks.nowhere.invalid/tasks',
    name: 'Planner',
  });

  await page.goto(
    `${app.home}/WorkOrders?Status=Open&Status=OnHold&AssetID=null+ne&extFilter=true&orderby=Priority+Desc`,
  );
  await page.getByText('1–1 of 1').waitFor();
  await page.getByText('Ann Reed').waitFor();
  await page.getByRole('checkbox').first().check();
  await hear('the chips of a list', page.locator('[data-filter]').locator('xpath=ancestor::*[.//button][1]'));
  await hear('a list: its headings, and a row that is selected', page.getByRole('table'));
  await page.goto(`${app.home}/WorkOrders/${first}`);
  await page.getByRole('group', { name: 'Moves' }).locator('button:not([aria-busy])').first().waitFor();
  await hear('the head of a work order', page.getByRole('main').locator('header'));
  await hear('the moves of a work order', page.getByRole('group', { name: 'Moves' }));
  await page.goto(`${app.home}/PurchaseOrders/1`);
  await page.locator('[aria-label=Moves] [aria-disabled]:not([aria-busy])').waitFor();
  await hear('moves of an order, one of which cannot be made', page.getByRole('group', { name: 'Moves' }));
  await page.goto(`${app.home}?ui.days=30`);
  for (const tile of ['Unfinished', 'Overdue', 'In, out and backlog', 'Preventive on time', 'Planned share']) {
    const section = page.locator('main section', { has: page.getByRole('heading', { name: new RegExp(`^${tile}`) }) });
    await section.locator('details').first().waitFor();
    await hear(`Home: ${tile}`, section);
  }
  await page.goto(`${app.home}/Webhooks`);
  await page.locator('td svg[role=img]').waitFor();
  await hear('a webhook in the list, with its health', page.locator('tbody tr'));

  const text = heard.join('\n');
  if (process.env.NAMES === 'write') writeFileSync(FILE, text);
  assert.equal(text, readFileSync(FILE, 'utf8'));
});

/** What passes is left out, and so are addresses: moments, days, ages, how many weeks a month touches. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/^ *- \/url: .*\n/gm, '')
    .replaceAll(/\b[A-Z][a-z]{2} \d{1,2}(, \d{4})?(, \d{1,2}:\d\d [AP]M)?/g, 'DAY')
    .replaceAll(/\d+ d late/g, 'N d late')
    .replaceAll(/\d+ weeks:/g, 'N weeks:');
}
