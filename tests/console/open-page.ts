/** Opens one of the pages, in the state that is to be seen. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ConsoleApp, Visit } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import type { Shown } from './pages.ts';

export const TECHNICIAN = 'tech@example.com';

/** Once for all pages. */
export async function makePeople(app: ConsoleApp): Promise<void> {
  await app.person(TECHNICIAN, { Role: 'Technician', FirstName: 'Tess', LastName: 'Carver' });
}

export function visitAs(
  app: ConsoleApp,
  as: Shown['as'] = 'admin',
  options: BrowserContextOptions = {},
): Promise<Visit> {
  return app.visit({ admin: ADMIN, technician: TECHNICIAN, nobody: undefined }[as], options);
}

/** A page that is already in the account goes there as a click would, which takes a fraction of the time; `fresh` loads it whole. */
export async function openPage(app: ConsoleApp, page: Page, { at, ready, bring, fresh }: Shown): Promise<void> {
  const isInside = typeof at === 'string' && !fresh && page.url().startsWith(app.home);
  if (isInside) await leave(app, page);
  const address = typeof at === 'string' ? `/${app.account.id}${at}` : await at(app);
  if (isInside) {
    await go(page, `/console${address}`);
    await page.getByRole('heading', { name: BETWEEN }).waitFor({ state: 'detached' });
  } else {
    // A page that stands there already would not begin anew at the same address.
    await page.goto('about:blank');
    await page.goto(`${app.url}${address}`);
  }
  await page.locator(ready).first().waitFor();
  await bring?.(page, app);
}

/** Nothing of the page before is left, neither dialogs nor what would look like the next one. */
async function leave(app: ConsoleApp, page: Page): Promise<void> {
  // The palette and menus of the frame outlive the page.
  await page.keyboard.press('Escape');
  await go(page, `/console/${app.account.id}/Ready`);
  await page.getByRole('heading', { name: BETWEEN }).waitFor();
}

const BETWEEN = 'Your firm is ready';

function go(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address);
}
