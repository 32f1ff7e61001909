/** Letters that do something outside of fields, typed into every field of a page, and pressed with letter keys switched off: nothing happens. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** All of them, `g` with each letter that it takes. */
const LETTERS = 'jkxnfemh[]/?ghgwgagpgkgi';

/** Where something can be written or chosen; in an open dialog, only there. */
const FIELDS =
  ':is(input:not([type=checkbox],[type=radio],[type=hidden],[type=file]), textarea, select, [contenteditable=true]):not([readonly], :disabled)';

/** Really typed into the first, and told to the others as a browser would: a page may have thirty. */
export async function typeEverywhere(page: Page): Promise<void> {
  const within = (await page.locator('dialog[open]').count()) > 0 ? 'dialog[open] ' : '';
  const before = await placeOf(page);
  const first = page.locator(`${within}${FIELDS}`).filter({ visible: true }).first();
  if ((await first.count()) === 0) return;
  await first.focus();
  await page.keyboard.type(LETTERS);
  assert.deepEqual(await placeOf(page), before, 'in the first field');
  const heeded = await page.evaluate(
    async ([selector, letters]) => {
      const turn = () => new Promise((done) => setTimeout(done, 0));
      const found: string[] = [];
      for (const field of document.querySelectorAll<HTMLElement>(selector)) {
        if (!field.checkVisibility()) continue;
        field.focus();
        for (const key of letters) {
          const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
          // What does something says that the letter shall not be written.
          if (!field.dispatchEvent(event)) found.push(`${key} in ${field.outerHTML.slice(0, 120)}`);
        }
        await turn();
      }
      return found;
    },
    [`${within}${FIELDS}`, LETTERS] as const,
  );
  assert.deepEqual(heeded, []);
  assert.deepEqual(await placeOf(page), before, 'in some other field');
}

export async function pressWithKeysOff(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('mds.letterKeys', 'off');
    (document.activeElement as HTMLElement | null)?.blur();
  });
  const before = await placeOf(page);
  await page.keyboard.type(LETTERS);
  assert.deepEqual(await placeOf(page), before, 'with letter keys off');
  await page.evaluate(() => localStorage.removeItem('mds.letterKeys'));
}

/** The page one is on, and how much has opened over it. */
function placeOf(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    path: location.pathname,
    dialogs: document.querySelectorAll('dialog[open]').length,
  }));
}
