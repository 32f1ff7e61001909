// Every page and state of the console is one that everybody can use, as far as a machine can tell: axe finds nothing, in light, in dark,
// with forced colours and on a narrow screen; nothing but tables has to be scrolled in two directions; and a letter that is typed into a field,
// or pressed by somebody who has switched letter keys off, is a letter.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations, violationsOfContrast, violationsOfForm } from '../support/axe.ts';
import { startConsole, type Visit } from '../support/browser.ts';
import { drawn } from '../support/seed.ts';
import { pressWithKeysOff, typeEverywhere, typeReally } from './letters.ts';
import { createPeople, openPage, visitAs } from './open-page.ts';
import { pages, type Shown } from './pages.ts';

/**
 * Each run looks at half of the pages, drawn from its seed. PAGES=me,home looks at these. AXE=whole looks at every one, judges all of it in light and in
 * dark, and once more narrow and with forced colours; else what looks like something judged before is not judged again for its contrast.
 */
const wanted = process.env.PAGES?.split(',');
const isWhole = process.env.AXE === 'whole';

/** A form without a frame, one of a record, a box over rows, one in a dialog, one over everything. */
const typedInto = new Set(['sign-in', 'new-WorkOrders', 'list-Tasks', 'list-filter-dialog', 'palette']);

/** Half a second a page, and there are many. */
const MAX_MS = 300_000;

test('axe finds nothing on a page, none scrolls sideways on a narrow screen, and no letter typed does anything else', {
  timeout: MAX_MS,
}, async (t) => {
  const app = await startConsole(t);
  await createPeople(app);
  const visits = new Map<Shown['as'], Visit>();
  const looks = new Set<string>();
  const inLight = async (page: Page) => [
    ...(await violationsOfForm(page)),
    ...(await violationsOfContrast(page, looks)),
  ];
  const isDrawn = ({ name, alike }: Shown) => !alike && (typedInto.has(name) || drawn(name, 2) === 0);
  for (const shown of pages.filter((one) => wanted?.includes(one.name) ?? (isWhole || isDrawn(one)))) {
    const { as = 'admin' } = shown;
    const visit = visits.get(as) ?? (await visitAs(app, as));
    visits.set(as, visit);
    if (shown.faults) visit.expectFaults(shown.faults);
    const { page } = visit;
    await t.test(shown.name, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
      await openPage(app, page, shown);
      // What stays at the lower edge lies over whatever is there by chance, and people scroll that away.
      await page.setViewportSize({ width: 1280, height: await heightOf(page) });
      assert.deepEqual(isWhole ? await violations(page) : await inLight(page), [], 'in light');
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(isWhole ? await violations(page) : await violationsOfContrast(page, looks), [], 'in dark');
      await page.setViewportSize({ width: 320, height: 640 });
      if (isWhole) {
        await page.setViewportSize({ width: 320, height: await heightOf(page) });
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
        assert.deepEqual(await violations(page), [], 'narrow, with forced colours');
      }
      assert.ok(await fitsWidth(page), 'it scrolls sideways at 320 px');
      await typeEverywhere(page);
      await pressWithKeysOff(page);
      if (isWhole || typedInto.has(shown.name)) await typeReally(page);
      visit.check();
    });
  }
});

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.min(4_000, Math.max(800, document.documentElement.scrollHeight)));
}

/** 320 px is 1280 at a zoom of 400 %. */
function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}
