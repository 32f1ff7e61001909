/** Letters that do something outside of fields, typed into every field of a page, and pressed with letter keys switched off: nothing happens. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** All of them, `g` with each letter that it takes. */
const LETTERS = 'jkxnfemh[]/?ghgwgagpgkgi';

/** Where something can be written or chosen; in an open dialog, only there. */
const FIELDS =
  ':is(input:not([type=checkbox],[type=radio],[type=hidden],[type=file]), textarea, select, [contenteditable=true]):not([readonly], :disabled)';

/** Told to each of them as a browser would tell it: a page may have thirty. */
export async function typeEverywhere(page: Page): Promise<void> {
  const before = await placeOf(page);
  const heeded = await page.evaluate(pressIn, [`${withinDialog(before)}${FIELDS}`, LETTERS] as const);
  assert.deepEqual(heeded, []);
  assert.deepEqual(await placeOf(page), before, 'in some field');
}

/** The same by the browser itself, in the first field: that it tells what `typeEverywhere` believes. */
export async function typeReally(page: Page): Promise<void> {
  const before = await placeOf(page);
  const field = page
    .locator(`${withinDialog(before)}${FIELDS}`)
    .filter({ visible: true })
    .first();
  if ((await field.count()) > 0) {
    await field.focus();
    await page.keyboard.type(LETTERS);
  }
  assert.deepEqual(await placeOf(page), before, 'in the first field');
  await withKeysOff(page, () => page.keyboard.type(LETTERS));
}

export function pressWithKeysOff(page: Page): Promise<void> {
  return withKeysOff(page, async () => {
    assert.deepEqual(await page.evaluate(pressIn, ['body', LETTERS] as const), []);
  });
}

async function withKeysOff(page: Page, press: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('mds.letterKeys', 'off');
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const before = await placeOf(page);
  await press();
  assert.deepEqual(await placeOf(page), before, 'with letter keys off');
  await page.evaluate(() => localStorage.removeItem('mds.letterKeys'));
}

/** In the page: which letters were heeded. What does something says that the letter shall not be written. */
async function pressIn([selector, letters]: readonly [string, string]): Promise<string[]> {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility()) continue;
    element.focus();
    for (const key of letters) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      if (!element.dispatchEvent(event)) found.push(`${key} in ${element.outerHTML.slice(0, 120)}`);
    }
    // What it would open is there by then.
    await new Promise((done) => setTimeout(done, 0));
  }
  return found;
}

interface Place {
  readonly path: string;
  readonly dialogs: number;
}

const withinDialog = ({ dialogs }: Place) => (dialogs > 0 ? 'dialog[open] ' : '');

/** The page one is on, and how much has opened over it. */
function placeOf(page: Page): Promise<Place> {
  return page.evaluate(() => ({
    path: location.pathname,
    dialogs: document.querySelectorAll('dialog[open]').length,
  }));
}
