// npm run screenshots [name...]: pictures of every page in light, in dark and 400 px wide, into screenshots/, which git ignores.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startConsole } from '../support/browser.ts';
import { createPeople, openPage, visitAs } from './open-page.ts';
import { pages } from './pages.ts';

const folder = join(import.meta.dirname, '../../screenshots');
const looks = [
  { look: 'light', width: 1280, colorScheme: 'light' },
  { look: 'dark', width: 1280, colorScheme: 'dark' },
  { look: 'narrow', width: 400, colorScheme: 'light' },
] as const;
const wanted = process.argv.slice(2);

test('pictures', async (t) => {
  mkdirSync(folder, { recursive: true });
  const app = await startConsole(t);
  await createPeople(app);
  for (const shown of pages) {
    if (wanted.length > 0 && !wanted.some((part) => shown.name.includes(part))) continue;
    for (const { look, width, colorScheme } of looks) {
      const { page, context, expectFaults } = await visitAs(app, shown.as, {
        viewport: { width, height: 800 },
        colorScheme,
      });
      if (shown.faults) expectFaults(shown.faults);
      await openPage(app, page, shown);
      await page.screenshot({ path: join(folder, `${shown.name}.${look}.png`), fullPage: true });
      await context.close();
    }
    console.log(shown.name);
  }
});
