// Lists in a real browser: what the chips say, the address asks, and the service answers is the same; rows wait for nothing and stay where
// they are while they are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { chooseMore, copied, eventually, focusedText, listening } from './eventually.ts';

const OTHER = 'other@example.com';

test('lists', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  await app.person(OTHER, { Role: 'Manager' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const visit = await app.visit(ADMIN);
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page } = visit;

  await t.test(
    'a list that is narrowed and ordered by hand is the same as a link and as a command with a key',
    async () => {
      const boiler = await create('Assets', { Name: 'Gas boiler, flat 15' });
      const priorities = ['Low', 'Urgent', 'Medium', 'High', 'None'];
      for (const [n, Priority] of priorities.entries()) {
        await create('WorkOrders', {
          Name: `Boiler ${n} leaks`,
          Priority,
          AssetID: boiler,
          DueOn: '2026-05-01T12:00:00Z',
        });
      }
      await create('WorkOrders', {
        Name: 'Boiler done',
        Status: 'Completed',
        AssetID: boiler,
        DueOn: '2026-05-01T12:00:00Z',
      });
      await create('WorkOrders', { Name: 'Boiler elsewhere', DueOn: '2026-05-01T12:00:00Z' });
      await create('WorkOrders', { Name: 'Boiler long ago', AssetID: boiler, DueOn: '2020-05-01T12:00:00Z' });
      await create('WorkOrders', { Name: 'Pump', AssetID: boiler, DueOn: '2026-05-01T12:00:00Z' });
      await page.goto(`${app.home}/WorkOrders`);
      await filter(page, 'Status', async (dialog) => {
        await dialog.getByLabel('Open', { exact: true }).check();
        await dialog.getByLabel('In progress').check();
      });
      await filter(page, 'AssetID', async (dialog) => {
        await dialog.getByRole('combobox', { name: 'Asset' }).fill('flat 15');
        await page.locator('[role=option]', { hasText: 'Gas boiler' }).click();
      });
      await filter(page, 'Name', (dialog) => dialog.getByLabel('Value').fill('boiler'));
      await filter(page, 'DueOn', async (dialog) => {
        await dialog.getByLabel('Condition').selectOption('since');
        await dialog.getByLabel('Day').fill('2026-01-01');
      });
      await page.getByRole('button', { name: 'Priority' }).click();
      await page.locator('th[aria-sort=ascending]').waitFor();
      await page.getByRole('button', { name: 'Priority' }).click();
      await page.locator('th[aria-sort=descending]').waitFor();
      await page.getByText('1–5 of 5').waitFor();
      const shown = await rowsOf(page);
      assert.deepEqual(
        shown.map((row) => row.match(/Urgent|High|Medium|Low|None/)?.[0]),
        ['Urgent', 'High', 'Medium', 'Low', 'None'],
      );
      const chips = await page
        .locator('[aria-label^="Remove "]')
        .evaluateAll((all) => all.map((one) => one.ariaLabel).sort());
      assert.deepEqual(chips, [
        'Remove Asset is Gas boiler, flat 15',
        'Remove Due on or after Jan 1, 2026, 12:00 AM',
        'Remove Name contains boiler',
        'Remove Status is Open or In progress',
      ]);
      await chooseMore(page, 'Copy link');
      const link = await copied(page, /^http.*WorkOrders\?/);
      const other = await app.visit(OTHER);
      await other.page.goto(link);
      await other.page.getByText('1–5 of 5').waitFor();
      assert.deepEqual(await rowsOf(other.page), shown);
      await other.context.close();

      await chooseMore(page, 'Copy as curl');
      const command = await copied(page, /^curl /);
      const [, asked] = /'https?:\/\/[^/]+(\/api\/[^']+)'$/.exec(command)!;
      const numbers = (await key.get(asked!)).json.map((row: { Number: string }) => row.Number);
      assert.deepEqual(
        shown.map((row) => /WO-\d+/.exec(row)?.[0]),
        numbers,
      );
    },
  );

  await t.test('any text is shown as it is, and a text that ends like an operator stays a text', async () => {
    const names = [
      'go ne',
      '100% _\\',
      '🔧 מעלית תקועה',
      `${'long name '.repeat(19)}the end`.slice(0, 200),
      '<img src=x onerror=alert(1)>',
    ];
    for (const Name of names) await create('Vendors', { Name });
    for (const name of names) {
      await page.goto(
        `${app.home}/Vendors?Name=${encodeURIComponent(name)}&Type=Contractor+ne+eq`.replace(
          '&Type=Contractor+ne+eq',
          '',
        ),
      );
      await page.getByText('1–1 of 1').waitFor();
      assert.equal((await page.locator('tbody th a').innerText()).trim(), name.trim());
    }
    await page.goto(`${app.home}/Vendors?Name=go+ne+eq&Type=Both+ne&extFilter=true`);
    await page.getByText('1–1 of 1').waitFor();
    await page.getByRole('button', { name: 'Name is go ne', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Type is not Both' }).click();
    await page.waitForURL((url) => !url.search.includes('extFilter'));
    assert.equal(new URL(page.url()).searchParams.get('Name'), 'go ne');
    await page.setViewportSize({ width: 400, height: 800 });
    await page.goto(`${app.home}/Vendors`);
    await page.locator('tbody tr').nth(4).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('rows never wait for their number, and a page asks for each thing once', async () => {
    const asked: string[] = [];
    const note = (what: string) => (request: { url(): string }) =>
      asked.push(
        `${what} ${new URL(request.url()).pathname.split('/').slice(4).join('/')} ${new URL(request.url()).search}`,
      );
    const [began, ended] = [note('asked'), note('answered')];
    const isOurs = (url: string) => url.includes('/console/api/') && !url.includes('/Changes');
    page.on('request', (request) => isOurs(request.url()) && began(request));
    page.on('requestfinished', (request) => isOurs(request.url()) && ended(request));
    await page.goto(`${app.home}/WorkOrders?orderby=Name&take=5`);
    await page.getByText(/of 9$/).waitFor();
    const at = (pattern: RegExp) => asked.findIndex((line) => pattern.test(line));
    assert.ok(at(/^answered WorkOrders .*fields=/) < at(/^asked WorkOrders .*count=true/), asked.join('\n'));
    const begun = asked.filter((line) => line.startsWith('asked'));
    assert.equal(new Set(begun).size, begun.length, asked.join('\n'));
    assert.ok(begun.length <= 9, begun.join('\n'));
    asked.length = 0;
    // Of the last page the number is known.
    await page.goto(`${app.home}/WorkOrders?orderby=Name&take=5&skip=5`);
    await page.getByText('6–9 of 9').waitFor();
    assert.equal(at(/WorkOrders .*count=true/), -1, asked.join('\n'));
    page.removeAllListeners('request');
    page.removeAllListeners('requestfinished');
  });

  await t.test('by keyboard: to a row, selected, opened, back to it; a filter, a new one, other pages', async () => {
    await page.goto(`${app.home}/WorkOrders?take=3`);
    await page.locator('tbody tr').nth(2).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const second = await page.locator('tbody th a').nth(1).innerText();
    await eventually(() => focusedText(page), second);
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.goBack();
    await page.locator('tbody tr').nth(2).waitFor();
    await eventually(() => focusedText(page), second);
    await page.keyboard.press(']');
    await page.getByText('4–6 of 9').waitFor();
    await page.keyboard.press('[');
    await page.getByText('1–3 of 9').waitFor();
    await page.keyboard.press('f');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New work order' }).waitFor();
    // In a field, letters are letters.
    await page.getByLabel('Name (required)').fill('');
    await page.getByLabel('Name (required)').pressSequentially('jknfx');
    assert.equal(await page.getByLabel('Name (required)').inputValue(), 'jknfx');
    await page.evaluate(() => localStorage.setItem('mds.letterKeys', 'off'));
    await page.goto(`${app.home}/WorkOrders?take=3`);
    await page.locator('tbody tr').nth(2).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('f');
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.match(page.url(), /WorkOrders\?take=3$/);
    await page.evaluate(() => localStorage.removeItem('mds.letterKeys'));
  });

  await t.test('whoever types and goes elsewhere at once is not brought back by what was typed', async () => {
    await page.goto(`${app.home}/WorkOrders?take=3`);
    await page.locator('tbody tr').nth(2).waitFor();
    // The next page takes longer to come than the pause after a letter.
    await page.route('**/assets/NewPage*', (route) => setTimeout(() => void route.continue(), 400));
    await page.getByRole('searchbox').fill('boiler');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('heading', { name: 'New work order' }).waitFor();
    assert.match(page.url(), /WorkOrders\/new$/);
    await page.unroute('**/assets/NewPage*');
  });

  await t.test('letters that are typed while the list goes to what was typed before stay', async () => {
    await page.goto(`${app.home}/WorkOrders`);
    await page.locator('tbody tr').nth(2).waitFor();
    // As on a slow machine: more letters come when the pause after the first ones has been seen, and nothing was done about it yet.
    await page.evaluate(() => {
      const box = document.querySelector('[data-filter]')!;
      const seen = new MutationObserver(() => {
        seen.disconnect();
        document.execCommand('insertText', false, ' e');
      });
      const { setTimeout } = window;
      window.setTimeout = ((run: () => void, ms?: number) => {
        const paused = () => {
          run();
          if (ms !== 250) return;
          window.setTimeout = setTimeout;
          seen.observe(box, { attributes: true });
        };
        return setTimeout(paused, ms);
      }) as typeof setTimeout;
    });
    const asked: string[] = [];
    page.on('framenavigated', (frame) => asked.push(new URL(frame.url()).searchParams.get('search') ?? ''));
    const box = page.getByRole('searchbox');
    await box.focus();
    await page.keyboard.insertText('Boiler');
    await eventually(async () => asked, ['Boiler', 'Boiler e']);
    assert.equal(await box.inputValue(), 'Boiler e');
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await eventually(() => box.inputValue(), '');
  });

  await t.test(
    'what is overdue is so when it is asked for, and stays so on other pages of it and on the way back',
    async () => {
      const day = 86_400_000;
      await create('WorkOrders', { Name: 'Due in an hour', DueOn: new Date(Date.now() + 3_600_000).toISOString() });
      const { page: own, context } = await app.visit(ADMIN);
      await own.clock.install();
      const row = own.getByRole('row', { name: /Due in an hour/ });
      await own.goto(`${app.home}/WorkOrders?Status=Completed`);
      await own.getByText('Boiler done').waitFor();
      await own.clock.setSystemTime(Date.now() + 3 * day);
      const moments = new Set<string>();
      own.on('request', (request) => {
        const moment = new URL(request.url()).searchParams.get('DueOn');
        if (moment !== null) moments.add(moment);
      });
      await own.getByText('Overdue', { exact: true }).click();
      await row.waitFor();
      await own.clock.setSystemTime(Date.now() + 4 * day);
      await own.getByRole('button', { name: 'Priority' }).click();
      await own.locator('th[aria-sort=ascending]').waitFor();
      await row.getByRole('link').first().click();
      await own.locator('[data-group=System]').waitFor();
      await own.goBack();
      await row.waitFor();
      assert.equal(moments.size, 1, [...moments].join());
      await filter(own, 'Name', (dialog) => dialog.getByLabel('Value').fill('hour'));
      await eventually(async () => moments.size, 2);
      await context.close();
    },
  );

  await t.test('an address without a query opens as the navigation does: the newest first', async () => {
    const { page: own, context } = await app.visit(ADMIN);
    await own.goto(`${app.home}/Settings/About`);
    const newest = await create('WorkOrders', { Name: 'The newest' });
    await own.goto(`${app.home}/WorkOrders`);
    await own.waitForURL('**/WorkOrders?orderby=ID+Desc');
    await own.locator('tbody tr').first().getByText('The newest').waitFor();
    await own.goBack();
    await own.waitForURL('**/Settings/About');
    await own.goto(`${app.home}/WorkOrders?ui.peek=${newest}`);
    await own.waitForURL(`**/WorkOrders?orderby=ID+Desc&ui.peek=${newest}`);
    await context.close();
  });

  await t.test('the board, too, shows what is overdue when it is asked for anew', async () => {
    const { page: own, context } = await app.visit(ADMIN);
    await create('WorkOrders', { Name: 'Due in two hours', DueOn: new Date(Date.now() + 7_200_000).toISOString() });
    await own.clock.install();
    await own.goto(`${app.home}/WorkOrders?DueOn=@now+lt&extFilter=true&ui.view=board`);
    await own.getByText('Boiler long ago').waitFor();
    await listening(own);
    await own.clock.setSystemTime(Date.now() + 86_400_000);
    await create('WorkOrders', { Name: 'Another' });
    await own.getByRole('button', { name: 'Show', exact: true }).click();
    await own.getByText('Due in two hours').waitFor();
    await context.close();
  });

  await t.test('Mine is the work that Home shows, also of an employee who is known by the e-mail address', async () => {
    const employee = await create('Employees', { FirstName: 'Otto', LastName: 'Behrens', Email: OTHER });
    await create('WorkOrders', { Name: 'Work of Otto', AssignedEmployeeID: employee });
    const { page: own, context } = await app.visit(OTHER);
    await own.goto(`${app.home}/WorkOrders?AssignedEmployeeID=@me`);
    await own.getByText('Work of Otto').waitFor();
    await context.close();
  });

  await t.test('while others write, rows stay where they are, and what would come and go is counted', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++)
      ids.push(await create('Tasks', { Name: `Live ${String(n).padStart(2, '0')}`, Status: 'Open' }));
    await page.goto(`${app.home}/Tasks?Status=Open&contains=Name:Live&orderby=Name`);
    await page.getByText('1–12 of 12').waitFor();
    await listening(page);
    await page.locator('tbody tr').nth(3).getByRole('checkbox').check();
    const order = () =>
      page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.id));
    const before = await order();
    const patch = (id: number, path: string, value: string) =>
      key.patch(`/api/Tasks/${id}`, [{ op: 'replace', path, value }]);
    const storm = Array.from({ length: 60 }, (_, n) => patch(ids[n % 6]!, '/Description', `round ${n}`));
    await Promise.all([
      ...storm,
      patch(ids[7]!, '/Name', 'Live 07, renamed'),
      patch(ids[8]!, '/Status', 'Completed'),
      patch(ids[9]!, '/Status', 'Completed'),
      ...['a', 'b', 'c'].map((letter) => create('Tasks', { Name: `Live ${letter}` })),
    ]);
    await page.getByText('3 new, 2 no longer match').waitFor();
    await page.getByText('Live 07, renamed').waitFor();
    assert.deepEqual(await order(), before);
    assert.ok(await page.locator('tbody tr').nth(3).getByRole('checkbox').isChecked());
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('1–13 of 13').waitFor();
    await page.getByText('no longer match').waitFor({ state: 'detached' });
  });

  await t.test('a look at what changed that the service was too busy for is made again', async () => {
    const id = await create('Tasks', { Name: 'Grease the chain' });
    await page.goto(`${app.home}/Tasks?contains=Name:chain`);
    await page.getByText('1–1 of 1').waitFor();
    await listening(page);
    const body = JSON.stringify({ code: 'busy', title: 'Busy', detail: 'The service is busy.' });
    const looks = new RegExp(`/Tasks\\?.*[&?]ID=${id}&`);
    const busy = { status: 503, headers: { 'retry-after': '1' }, contentType: 'application/problem+json', body };
    let refused = 0;
    await page.route(looks, async (route) => {
      await route.fulfill(busy);
      refused++;
    });
    await key.patch(`/api/Tasks/${id}`, [{ op: 'replace', path: '/Name', value: 'Grease the long chain' }]);
    await eventually(async () => refused > 0, true);
    await page.unroute(looks);
    await page.getByText('Grease the long chain').waitFor();
  });

  await t.test('of some records that were chosen, no others are news', async () => {
    const [first, second] = [
      await create('Tasks', { Name: 'Chosen one' }),
      await create('Tasks', { Name: 'Chosen two' }),
    ];
    await page.goto(`${app.home}/Tasks?ID=${first}&ID=${second}`);
    await page.getByText('1–2 of 2').waitFor();
    await listening(page);
    await create('Tasks', { Name: 'Chosen by nobody' });
    await key.patch(`/api/Tasks/${first}`, [{ op: 'replace', path: '/Name', value: 'Chosen one, renamed' }]);
    await page.getByText('Chosen one, renamed').waitFor();
    assert.equal(await page.getByText('1 new').count(), 0);
  });

  await t.test(
    "scrolling 250 rows of 12 columns is the browser's alone: nothing is asked, nothing drawn anew",
    async () => {
      for (let n = 0; n < 250; n += 50) {
        await Promise.all(
          Array.from({ length: 50 }, (_, m) => create('Products', { SKU: `S-${n + m}`, Name: `Product ${n + m}` })),
        );
      }
      const columns =
        'SKU,Name,Category,Type,Unit,UnitCost,UnitPrice,Barcode,QuantityOnHand,MinimumQuantity,LocationID,UpdatedOn';
      await page.goto(`${app.home}/Products?take=250&ui.cols=${columns}`);
      await page.getByText('1–250 of 250').waitFor();
      assert.equal(await page.locator('tbody td, tbody th').count(), 250 * 13);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const scrolled = async () => {
        asked.length = 0;
        const drawn = await page.evaluate(async () => {
          let changes = 0;
          const watch = new MutationObserver((found) => {
            changes += found.length;
          });
          watch.observe(document.querySelector('table')!, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          });
          const box = document.querySelector('table')!.parentElement!;
          for (let at = 0; at < box.scrollHeight; at += 400) {
            box.scrollTop = at;
            // A browser that has no time to draw does not call back, and on a busy machine it may take minutes.
            await new Promise((done) => {
              requestAnimationFrame(done);
              setTimeout(done, 250);
            });
          }
          watch.disconnect();
          return changes;
        });
        return { asked: [...asked], drawn };
      };
      // What the page asks of its own may come at any time, what scrolling asks for comes every time.
      await eventually(scrolled, { asked: [], drawn: 0 });
    },
  );

  await t.test('a filter by number reads what the person writes, and asks for nothing that is no number', async () => {
    await create('WorkOrders', { Name: 'Cheap', LabourCost: 2 });
    await create('WorkOrders', { Name: 'Dear', LabourCost: 2000 });
    await app.person('greta@example.com', { Role: 'Manager', Locale: 'de' });
    const german = await app.visit('greta@example.com');
    const dialog = german.page.getByRole('dialog');
    const chip = (says: string) => german.page.getByRole('button', { name: `Remove Labour cost ${says}` });
    await german.page.goto(`${app.home}/WorkOrders`);
    await filter(german.page, 'LabourCost', async () => {
      await dialog.getByLabel('Condition').selectOption('atLeast');
      await dialog.getByLabel('Value').fill('viel');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.getByText('This is not a number. Write it like 1.234,5.').waitFor();
      await dialog.getByLabel('Value').fill('1.500');
    });
    await chip('at least 1.500').waitFor();
    await german.page.getByText('1–1 of 1').waitFor();
    assert.match((await rowsOf(german.page)).join(), /Dear/);
    assert.match(german.page.url(), /LabourCost=1500\+ge/);
    await german.page.getByRole('button', { name: 'Labour cost at least 1.500', exact: true }).click();
    assert.equal(await dialog.getByLabel('Value').inputValue(), '1500');
    await dialog.getByLabel('Value').fill('1,5');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await chip('at least 1,5').waitFor();
    await german.page.getByText('1–2 of 2').waitFor();
    assert.match(german.page.url(), /LabourCost=1.5\+ge/);
    await german.page.getByRole('button', { name: 'Labour cost at least 1,5', exact: true }).click();
    await dialog.getByLabel('Field').selectOption('DueOn');
    await dialog.getByLabel('Day', { exact: true }).focus();
    await german.page.keyboard.type('1220');
    await german.page.keyboard.press('Enter');
    await dialog.getByText('Give the whole date.').waitFor();
    await german.context.close();
  });
});

/** Once what they refer to is known by name, for which they do not wait. */
async function rowsOf(page: Page): Promise<string[]> {
  await page.locator('tbody tr', { hasText: /#\d/ }).first().waitFor({ state: 'detached' });
  return page.locator('tbody tr').allInnerTexts();
}

async function filter(
  page: Page,
  field: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>,
): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field').selectOption(field);
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
