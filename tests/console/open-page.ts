/** Opens one of the pages, in the state that is to be seen. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { ConsoleApp, Visit } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import type { Shown } from './pages.ts';

export const TECHNICIAN = 'tech@example.com';

/** Once for all pages. */
export async function createPeople(app: ConsoleApp): Promise<void> {
  await app.person(TECHNICIAN, { Role: 'Technician', FirstName: 'Tess', LastName: 'Carver' });
}

export function visitAs(
  app: ConsoleApp,
  as: Shown['as'] = 'admin',
  options: BrowserContextOptions = {},
): Promise<Visit> {
  return app.visit({ admin: ADMIN, technician: TECHNICIAN, nobody: undefined }[as], options);
}

/** Whoever is in the console already goes there as a click would, which takes a fraction of the time; `fresh` loads it whole. */
export async function openPage(app: ConsoleApp, page: Page, { as, at, ready, bring, fresh }: Shown): Promise<void> {
  const address = typeof at === 'string' ? `/${app.account.id}${at}` : await at(app);
  if (!fresh && page.url().startsWith(app.url)) {
    const between = as === 'nobody' ? { path: '/forgotten', heading: 'Forgotten' } : readyIn(app);
    // Nothing of the page before is left, neither dialogs nor what would look like the next one.
    await page.keyboard.press('Escape');
    await go(page, `/console${between.path}`);
    const heading = page.getByRole('heading', { level: 1, name: between.heading });
    await shown(heading);
    await go(page, `/console${address}`);
    await shown(heading, false);
  } else {
    // A page that stands there already would not begin anew at the same address.
    await page.goto('about:blank');
    await page.goto(`${app.url}${address}`);
  }
  await shown(page.locator(ready).first());
  await bring?.(page, app);
}

const readyIn = ({ account }: ConsoleApp) => ({ path: `/${account.id}/Ready`, heading: 'Your firm is ready' });

function go(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address);
}

/** Looked for every few milliseconds: by itself the browser looks twice a second, once a quarter of a second is over. */
async function shown(what: Locator, isWanted = true): Promise<void> {
  for (let looks = 0; looks < 500; looks++) {
    if ((await what.isVisible()) === isWanted) return;
    await sleep(10);
  }
  // Says what is missing.
  await what.waitFor({ state: isWanted ? 'visible' : 'hidden' });
}
