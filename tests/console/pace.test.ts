// How little the console needs: bytes of a first load, requests of a way there and back, work while others write. What takes time is judged in
// pace.long.ts, on a machine that does nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConsole, type Visit } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { eventually, focusedText } from './eventually.ts';
import { firstLoad, MAX } from './first-load.ts';
import { createPeople, visitAs } from './open-page.ts';
import { pages, type Shown } from './pages.ts';
import { storm } from './storm.ts';

/** One of every kind, and the heaviest. PAGES=me,home loads these; PAGES=all all of them, which takes a minute. */
const chosen = process.env.PAGES?.split(',') ?? [
  ...['sign-in', 'me', 'people', 'home', 'home-technician', 'list-WorkOrders', 'record-Related', 'asset', 'board'],
  ...['record-History', 'asset-timeline', 'new-WorkOrders', 'webhooks', 'webhook-new', 'delivery', 'integration'],
  ...['list-peek', 'events', 'approvals', 'approval'],
];
const wanted = pages.filter(({ name }) => process.env.PAGES === 'all' || chosen.includes(name));

test('the console needs little', async (t) => {
  const app = await startConsole(t);
  await createPeople(app);

  await t.test('the first load of every page stays within its bytes', { timeout: 300_000 }, async (u) => {
    const visits = new Map<Shown['as'], Visit>();
    const heavy: string[] = [];
    for (const shown of wanted) {
      const { as = 'admin' } = shown;
      const visit = visits.get(as) ?? (await visitAs(app, as));
      visits.set(as, visit);
      if (shown.faults) visit.expectFaults(shown.faults);
      const { script, style, files } = await firstLoad(app, visit.page, shown);
      const told = `${shown.name}: ${script} bytes of script, ${style} of style in ${files.length} files`;
      u.diagnostic(told);
      assert.ok(script > 50_000 && style > 5_000, `${told}: nothing was counted`);
      const first = files.slice(0, 8).map(({ name, bytes }) => `${name} ${bytes}`);
      if (script > MAX.script || style > MAX.style || files.length > MAX.files)
        heavy.push(`${told} (${first.join(', ')})`);
    }
    assert.deepEqual(heavy, []);
  });

  const { page } = await app.visit(ADMIN);

  await t.test('back in a list everything comes from memory: rows, scroll and the row that was opened', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    for (const address of ['/Tasks?take=25', '/WorkOrders?DueOn=@now+lt&extFilter=true&orderby=DueOn']) {
      await page.goto(`${app.home}${address}`);
      await page.getByText(/\d of \d+$/).waitFor();
      const box = page.locator('section:has(> table)');
      const link = page.locator('tbody th a').nth(4);
      await link.scrollIntoViewIfNeeded();
      const [top, row] = [await box.evaluate((one) => one.scrollTop), await link.innerText()];
      // While one reads the list, the page of a record is loaded.
      await page.waitForFunction(() => performance.getEntriesByName('ahead', 'measure').length > 0);
      const scripts: string[] = [];
      const noteScript = (request: { url(): string }) => /\.js$/.test(request.url()) && scripts.push(request.url());
      page.on('request', noteScript);
      await link.click();
      await page.locator('[data-group=System]').waitFor();
      await page.getByRole('heading', { name: 'Latest changes' }).waitFor();
      page.off('request', noteScript);
      assert.deepEqual(scripts, [], 'nothing more is loaded to open it');
      const asked: string[] = [];
      const note = (request: { url(): string }) => {
        // What others have done meanwhile is asked for, and not the rows.
        if (!/\/Changes|UpdatedOn=.*fields=ID,CreatedOn$/.test(request.url())) asked.push(request.url());
      };
      page.on('request', note);
      await page.goBack();
      await page.locator('tbody tr').first().waitFor();
      await eventually(() => focusedText(page), row);
      await eventually(() => box.evaluate((one) => one.scrollTop), top);
      await page.getByText(/\d of \d+$/).waitFor();
      page.off('request', note);
      assert.deepEqual(asked, []);
    }
  });

  await t.test('while a key changes 200 records in a second, nothing of a list moves but the counts', async () => {
    const { moved, looks, mostLooks } = await storm({ app, page, seconds: 1, perSecond: 200 });
    assert.deepEqual(moved, []);
    assert.ok(looks <= mostLooks, `${looks} requests for 200 changes, more than ${mostLooks}`);
  });
});
