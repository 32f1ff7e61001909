/** What a page comes to, if not at once: on a busy machine, a moment later than whoever looks. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';

const MAX_MS = 10_000;

/** Looked at until it is as wanted; where it never is, the test fails with what it was last. */
export async function eventually<Value>(look: () => Promise<Value>, wanted: Value): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < MAX_MS) {
    if (isSame(await look(), wanted)) return;
    await sleep(20);
  }
  assert.deepEqual(await look(), wanted);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What stands on what has the focus. */
export function focusedText(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

/** What has the focus, as it is called: what was pressed may have gone with what it did. */
export function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const at = document.activeElement!;
    if (at === document.body) return null;
    return at.getAttribute('aria-label') ?? (at as HTMLInputElement).labels?.[0]?.textContent ?? at.textContent;
  });
}

/** From now on the page hears of nothing by itself: what others do, it meets when it does something. Before it is loaded. */
export async function cutOffFromNews(page: Page): Promise<void> {
  await page.route('**/Changes?*', (route) => route.abort());
}

/** It hears of what happens from now on. */
export function listening(page: Page): Promise<void> {
  return page.getByText('live', { exact: true }).waitFor();
}

/** As a hand that is not sure whether it was felt: twice at one place, whatever stands there by then. */
export async function tapTwice(page: Page, button: Locator): Promise<void> {
  const { x, y, width, height } = await standingStill(button);
  const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2);
  await tap();
  await sleep(350);
  await tap();
}

/** Where it is, once it is in sight and what moves the page has ended. */
async function standingStill(button: Locator) {
  for (let before = ''; ; ) {
    await button.scrollIntoViewIfNeeded();
    const box = (await button.boundingBox())!;
    if (JSON.stringify(box) === before) return box;
    before = JSON.stringify(box);
    await sleep(200);
  }
}

/** What was copied last, once it is like this. */
export async function copied(page: Page, like: RegExp): Promise<string> {
  const text = await page.waitForFunction(async ({ source, flags }) => {
    const now = await navigator.clipboard.readText();
    return new RegExp(source, flags).test(now) ? now : undefined;
  }, like);
  return (await text.jsonValue())!;
}

/** Answers to what is written to an address are held back from now on, though the service has given them; `come` lets them through. */
export async function heldBack(
  page: Page,
  address: RegExp,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<{ readonly given: Promise<void>; come(): Promise<void> }> {
  const given = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const told: Promise<void>[] = [];
  const tell = async (route: Route) => {
    const response = await route.fetch();
    given.resolve();
    await released.promise;
    await route.fulfill({ response });
  };
  const hold = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    const telling = tell(route);
    told.push(telling);
    return telling;
  };
  await page.route(address, hold);
  return {
    given: given.promise,
    async come() {
      released.resolve();
      await Promise.all(told);
      await page.unroute(address, hold);
    },
  };
}

/** Opens the menu of what is seldom done with a list or a record, and chooses from it. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
