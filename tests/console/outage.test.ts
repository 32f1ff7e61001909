// Parts of the application that are loaded when they are wanted, while the service is away for a moment or comes back as another version:
// the page stays, what is missing says so in its place and comes by itself, and what was typed is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';

test('what is loaded later comes after an outage without a reload, and after an upgrade with one', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const key = await app.app.key(app.account);
  const { ID: id } = (await key.post('/api/WorkOrders', { Name: 'Lift stuck' })).json;
  const visit = async () => {
    const { page, context, expectFaults } = await app.visit(ADMIN);
    expectFaults(/ERR_FAILED|Failed to load resource/);
    await page.goto(`${app.home}/WorkOrders/${id}`);
    await page.locator('[data-group=System]').waitFor();
    await settled(page);
    // Lost by a reload.
    await page.evaluate(() => document.body.setAttribute('data-same', 'yes'));
    return { page, context, isSame: () => page.locator('body[data-same]').isVisible() };
  };
  const problem = (page: Page) => page.getByRole('main').getByRole('alert');
  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: /Lift stuck/ }).getByRole('link', { name, exact: true });
  const heading = (page: Page) => page.getByRole('heading', { name: 'Lift stuck' });

  await t.test('a tab fails alone, is tried again by hand and by itself', async () => {
    const { page, context, isSame } = await visit();
    let end = await fail(page, (route) => route.abort());
    await tab(page, 'History').click();
    await problem(page).getByText('No connection').waitFor();
    assert.ok(await heading(page).isVisible());
    await page.getByText('What is shown is from before').waitFor();
    end();
    await problem(page).getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('main').getByText('version 1').first().waitFor();
    await problem(page).waitFor({ state: 'detached' });

    end = await fail(page, (route) => route.abort());
    await tab(page, 'JSON').click();
    await problem(page).getByText('by itself in').waitFor();
    end();
    await page.getByText('"Lift stuck"').first().waitFor();
    assert.ok(await isSame(), 'without a reload');
    await context.close();
  });

  await t.test('a group that is edited says once that its fields are missing, and gets them', async () => {
    const { page, context, isSame } = await visit();
    const end = await fail(page, (route) => route.abort());
    await page.getByRole('button', { name: 'Edit What' }).click();
    await problem(page).getByText('No connection').waitFor();
    assert.equal(await problem(page).count(), 1);
    end();
    await page.getByLabel('Category').fill('Lifts');
    assert.ok(await isSame(), 'without a reload');
    await context.close();
  });

  await t.test('a page that cannot be loaded leaves the frame, and comes by itself', async () => {
    const { page, context, isSame } = await visit();
    let end = await fail(page, (route) => route.abort());
    await page.getByRole('link', { name: 'Audit' }).click();
    await problem(page).getByText('No connection').waitFor();
    end();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    end = await fail(page, (route) => route.abort());
    await page.evaluate((to) => history.pushState(null, '', to), `/console/${app.account.id}/WorkOrders/new`);
    await problem(page).getByText('No connection').waitFor();
    end();
    await page.getByLabel('Category').waitFor();
    assert.ok(await isSame(), 'without a reload');
    await context.close();
  });

  await t.test('what a renewed service does not have any more brings its new page, with what was typed', async () => {
    const { page, context } = await visit();
    await page.getByRole('button', { name: 'Edit What' }).click();
    await page.getByLabel('Category').fill('Hoists');
    // The page of the new version finds its own parts.
    const end = await fail(page, (route) => route.fulfill({ status: 404 }));
    page.on('request', (request) => request.isNavigationRequest() && end());
    const loaded = page.waitForEvent('load');
    await tab(page, 'History').click();
    await loaded;
    await tab(page, 'Record').click();
    await page.getByLabel('Category').waitFor();
    assert.equal(await page.getByLabel('Category').inputValue(), 'Hoists');
    await context.close();
  });
});

/**
 * Scripts that were not asked for before, until what it gives is called. The route stays: a request that is under way while the last one of a
 * page is taken away may never be answered.
 */
async function fail(page: Page, how: (route: Route) => Promise<void>): Promise<() => void> {
  const known = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  let isOver = false;
  await page.route('**/console/assets/*.js*', (route) =>
    isOver || known.includes(route.request().url()) ? route.fallback() : how(route),
  );
  return () => {
    isOver = true;
  };
}

/** What is loaded ahead is there. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('ahead', 'measure').length > 0);
}
