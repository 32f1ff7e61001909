// What a list shows beside its rows, in a real browser: a look into a record, columns as somebody wants them, totals, all of it as a file, and
// what to do where there are no rows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { startBreaking } from './breaking.ts';
import { chooseMore, eventually, focusedName, focusedText } from './eventually.ts';

test('beside the rows of a list', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const { page } = await app.visit(ADMIN);
  const asset = await create('Assets', { Name: '=boiler, flat 15', AssetNumber: 'B-15' });
  for (const [n, PartsCost] of [1.25, 2.5, 4].entries()) {
    await create('WorkOrders', { Name: `-${n}`, PartsCost, AssetID: n === 1 ? null : asset, Priority: 'High' });
  }

  await t.test('Space looks into a row beside the list, j and k go on, Escape leads back to the row', async () => {
    await page.goto(`${app.home}/WorkOrders?orderby=ID`);
    await page.locator('tbody tr').nth(2).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const look = page.getByRole('region', { name: 'A look at WO-000001' });
    await look.getByText('=boiler, flat 15').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('ui.peek'), '1');
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.peek), '1');
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'A look at WO-000002' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-peek]').waitFor({ state: 'detached' });
    await eventually(() => focusedText(page), 'WO-000002');
    assert.equal(new URL(page.url()).searchParams.get('ui.peek'), null);

    await page.goto(`${app.home}/WorkOrders?orderby=ID&ui.peek=3`);
    const linked = page.getByRole('region', { name: 'A look at WO-000003' });
    await linked.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /WO-000003/ }).waitFor();
    await page.goBack();
    await linked.getByRole('button', { name: 'Close the look' }).click();
    await eventually(() => focusedText(page), 'WO-000003');
    await page.locator('tbody tr').first().hover();
    await page.locator('[data-look="1"]').click();
    await page.getByRole('region', { name: 'A look at WO-000001' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a list is as high as the window: its rows scroll, and what is under them stays in sight', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => create('Jobs', { Name: `Job ${n}` })));
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const at of ['Jobs', 'Jobs?ui.peek=2']) {
      await page.goto(`${app.home}/${at}`);
      await page.getByText('1–30 of 30').waitFor();
      const seen = await page.evaluate(() => {
        const { bottom } = document.querySelector('nav[aria-label=Page]')!.getBoundingClientRect();
        const box = document.querySelector('section:has(> table)')!;
        return [document.documentElement.scrollHeight, bottom < innerHeight, box.scrollHeight > box.clientHeight];
      });
      assert.deepEqual(seen, [800, true, true], at);
    }
    // Beside the list, also where that has nothing to show.
    await page.goto(`${app.home}/Jobs?Name=nothing&ui.peek=2`);
    await page.locator('[data-peek] dl').first().waitFor();
    assert.ok((await page.locator('[data-peek]').boundingBox())!.x > 640);
  });

  await t.test('columns are drawn wider, moved by dragging and by buttons, and stay so for the person', async () => {
    await page.goto(`${app.home}/WorkOrders`);
    await page.locator('tbody tr').nth(2).waitFor();
    const name = page.locator('thead th', { hasText: 'Name' });
    const widthOf = async (at: typeof name) => Math.round((await at.boundingBox())!.width);
    const headings = async (count: number) => (await page.locator('thead th').allInnerTexts()).slice(1, 1 + count);
    const edge = (await name.locator('[data-edge]').boundingBox())!;
    const before = await widthOf(name);
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 8);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2 + 120, edge.y + 8, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => Math.abs((await widthOf(name)) - before - 120) < 3, true);

    await chooseMore(page, 'Columns');
    const dialog = page.getByRole('dialog');
    const shown = () => dialog.locator('[data-column]').evaluateAll((all) => all.map((one) => one.dataset.column));
    await dialog.getByRole('button', { name: 'Move Name up' }).click();
    await dialog.locator('[data-column=DueOn]').dragTo(dialog.locator('[data-column=Number]'));
    await eventually(async () => (await shown()).slice(0, 3), ['Name', 'DueOn', 'Number']);
    await dialog.getByRole('button', { name: 'Hide Priority' }).press('Enter');
    await eventually(async () => /^Hide (?!Priority)/.test((await focusedName(page)) ?? ''), true);
    await dialog.getByLabel('Find a column').fill('priority');
    await dialog.getByRole('button', { name: 'Show Priority' }).press('Enter');
    await eventually(() => focusedName(page), 'Find a column');
    await dialog.getByLabel('Find a column').fill('');
    await dialog.getByLabel('Width of Number').fill('200');
    await dialog.getByLabel('Width of Number').press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.waitForURL((url) => url.searchParams.get('ui.cols')?.startsWith('Name,DueOn,Number,') === true);
    const number = page.locator('thead th', { hasText: 'Number' });
    await eventually(() => widthOf(number), 200);

    await page.goto(`${app.home}/WorkOrders`);
    await page.locator('tbody tr').nth(2).waitFor();
    await eventually(() => headings(3), ['Name', 'Due', 'Number']);
    await eventually(() => widthOf(number), 200);
    await number.locator('[data-edge]').dblclick();
    await page.waitForFunction(() => document.querySelectorAll<HTMLElement>('thead th')[3]!.offsetWidth !== 200);
    await chooseMore(page, 'Columns');
    await dialog.getByRole('button', { name: 'As at first' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await eventually(() => headings(2), ['Number', 'Name']);
    await eventually(() => widthOf(name), before);
  });

  await t.test(
    'under the columns of numbers stand sum, mean, least and most of all that match, once asked for',
    async () => {
      let asked = 0;
      page.on('request', (request) => request.url().includes('/Totals') && asked++);
      await page.goto(`${app.home}/WorkOrders?take=25&ui.cols=Number,PartsCost,EstimatedMinutes,Name`);
      await page.locator('tbody tr').nth(2).waitFor();
      assert.equal(asked, 0);
      await page.getByRole('button', { name: 'Totals' }).click();
      await page.locator('tfoot th').first().waitFor();
      assert.deepEqual(await tableOf(page, 'tfoot tr'), [
        ['', 'Sum', '7.75', '—', ''],
        ['', 'Mean', '2.58', '—', ''],
        ['', 'Least', '1.25', '—', ''],
        ['', 'Most', '4.00', '—', ''],
      ]);
      await page.getByRole('searchbox').fill('-2');
      await page.waitForFunction(() => document.querySelector('tfoot')?.textContent?.includes('Sum4'));
      await page.getByRole('button', { name: 'Totals' }).click();
      await page.locator('tfoot').waitFor({ state: 'detached' });
      page.removeAllListeners('request');
    },
  );

  await t.test('the file has all that match, in the order and the columns that are shown, with names', async () => {
    await page.goto(
      `${app.home}/WorkOrders?Priority=High&orderby=Number+Desc&take=25&ui.cols=Name,AssetID,PartsCost,Number`,
    );
    await page.getByText('1–3 of 3').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV: Download 3 records' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'WorkOrders.csv');
    assert.equal(
      readFileSync(await download.path(), 'utf8'),
      [
        'Name,AssetID,Asset,PartsCost,Number',
        `'-2,1,"B-15 · =boiler, flat 15",4,WO-000003`,
        "'-1,,,2.5,WO-000002",
        `'-0,1,"B-15 · =boiler, flat 15",1.25,WO-000001`,
        '',
      ].join('\r\n'),
    );
  });

  await t.test('a file that breaks off is no file: the page says so, and tries again', async () => {
    const breaking = await startBreaking(app.app.url);
    t.after(() => breaking.stop());
    const elsewhere = await app.visit(ADMIN);
    await elsewhere.context.addCookies(
      (await elsewhere.context.cookies()).map(({ name, value }) => ({ name, value, url: breaking.url })),
    );
    const saved: string[] = [];
    elsewhere.page.on('download', (download) => saved.push(download.suggestedFilename()));
    await elsewhere.page.goto(`${breaking.url}/console/${app.account.id}/WorkOrders?Priority=High&ui.cols=Name,Number`);
    const csv = elsewhere.page.getByRole('link', { name: /^CSV/ });
    await csv.click();
    const dialog = elsewhere.page.getByRole('dialog', { name: 'The file was not saved' });
    await dialog.getByText('It broke off after').waitFor();
    assert.deepEqual(saved, []);
    breaking.mend();
    const [download] = await Promise.all([
      elsewhere.page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Try again' }).click(),
    ]);
    await dialog.waitFor({ state: 'detached' });
    assert.equal(download.suggestedFilename(), 'WorkOrders.csv');
    assert.equal(readFileSync(await download.path(), 'utf8').split('\r\n').length, 5);
    await elsewhere.context.close();
  });

  await t.test('a list without rows says which of three kinds it is, and what would bring some', async () => {
    await page.goto(`${app.home}/WorkOrders?Priority=High&Status=Completed&search=nothing`);
    await page.getByRole('heading', { name: 'No work orders match' }).waitFor();
    await page.getByText('Leaving out any one of the conditions finds nothing either.').waitFor();
    await page.goto(`${app.home}/WorkOrders?Priority=High&Status=Completed&search=-2`);
    await page.getByRole('button', { name: 'Without “Status is Completed” 1 match' }).click();
    await page.getByText('1–1 of 1').waitFor();
    await page.waitForURL(({ search }) => search === '?Priority=High&search=-2');
    await eventually(() => focusedName(page), 'Filter');
    await page.getByRole('button', { name: 'Remove Priority is High' }).press('Enter');
    await eventually(() => focusedName(page), 'Filter');
    await page.goto(`${app.home}/WorkOrders?Priority=High&search=nothing`);
    await page.getByRole('button', { name: 'Clear all' }).press('Enter');
    await page.getByText('1–3 of 3').waitFor();
    await eventually(() => focusedName(page), 'Filter');
    await page.goto(`${app.home}/WorkOrders?Priority=High&search=nothing`);
    await page.getByRole('button', { name: 'Without the search for “nothing” 3 match' }).click();
    await page.getByText('1–3 of 3').waitFor();

    await page.goto(`${app.home}/WorkOrders?skip=500`);
    await page.getByRole('button', { name: 'To the first page' }).click();
    await page.getByText('1–3 of 3').waitFor();

    await page.goto(`${app.home}/Vendors`);
    await page.getByRole('heading', { name: 'No vendors yet' }).waitFor();
    await page.getByText('Vendors are who parts are bought from and work is given to.').waitFor();
    await page.getByRole('link', { name: 'Connect an integration' }).waitFor();

    const gone = await create('Vendors', { Name: 'Gone' });
    await key.delete(`/api/Vendors/${gone}`);
    await page.reload();
    await page.getByRole('heading', { name: 'No vendors, but 1 deleted' }).waitFor();
    await page.getByRole('button', { name: 'Show them' }).click();
    await page.getByRole('link', { name: 'Gone' }).waitFor();
  });

  await t.test('a filter takes days that stay true, and numbers between two', async () => {
    await page.goto(`${app.home}/WorkOrders`);
    await page.locator('tbody tr').nth(2).waitFor();
    const dialog = page.getByRole('dialog');
    const filter = async (field: string, condition: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await dialog.getByLabel('Field').selectOption(field);
      await dialog.getByLabel('Condition').selectOption(condition);
    };
    const apply = async () => {
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    await filter('CreatedOn', 'since');
    await dialog.getByLabel('From', { exact: true }).selectOption('ago');
    await dialog.getByLabel('Days', { exact: true }).fill('14');
    await apply();
    await filter('PartsCost', 'between');
    await dialog.getByLabel('From').fill('2.5');
    await dialog.getByLabel('To').fill('4');
    await apply();
    await page.getByText('1–2 of 2').waitFor();
    assert.equal(
      new URL(page.url()).search,
      '?CreatedOn=@today-14d+ge&PartsCost=2.5+ge&PartsCost=4+le&extFilter=true&orderby=ID+Desc',
    );
    await page.getByRole('button', { name: 'Created on or after 14 days ago', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Parts cost at least 2.5 and at most 4', exact: true }).click();
    assert.equal(await dialog.getByLabel('To').inputValue(), '4', 'a chip is changed where it was made');
    await page.keyboard.press('Escape');
    await page.goto(`${app.home}/WorkOrders?Name=-1&fuzzy=true`);
    await page.getByRole('button', { name: 'Name contains -1', exact: true }).waitFor();
    await page.getByText('1–1 of 1').waitFor();
  });
});

function tableOf(page: Page, rows: string): Promise<string[][]> {
  return page.locator(rows).evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent!)));
}
