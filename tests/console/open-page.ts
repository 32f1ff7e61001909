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

export async function openPage(app: ConsoleApp, page: Page, { at, ready, bring }: Shown): Promise<void> {
  const address = typeof at === 'string' ? `/${app.account.id}${at}` : await at(app);
  // A page that stands there already would not begin anew at the same address.
  await page.goto('about:blank');
  await page.goto(`${app.url}${address}`);
  await page.locator(ready).first().waitFor();
  await bring?.(page, app);
}
