/** Many changes by a key while somebody reads a list: what of the page moves, and how often it asks. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { ConsoleApp } from '../support/browser.ts';

export interface Storm {
  readonly app: ConsoleApp;
  readonly page: Page;
  readonly seconds: number;
  readonly perSecond: number;
}

const ROWS = 40;

/** Where every row is, which are selected, where the reader is. */
function placeOf(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => ({
    rows: [...document.querySelectorAll<HTMLElement>('tbody tr')].map((row) => [
      row.dataset.id,
      Math.round(row.getBoundingClientRect().top),
    ]),
    selected: [...document.querySelectorAll<HTMLInputElement>('tbody input:checked')].map((one) => one.ariaLabel),
    top: document.querySelector('section:has(> table)')!.scrollTop,
    focus: document.activeElement?.textContent,
  }));
}

export interface Stormed {
  /** What of the page did not stay as it was. */
  readonly moved: readonly string[];
  readonly looks: number;
  /** It looks once a second, as long as there is news; and at first. */
  readonly mostLooks: number;
}

export async function storm({ app, page, seconds, perSecond }: Storm): Promise<Stormed> {
  const key = await app.app.key(app.account, { name: 'Storm' });
  const ids: number[] = [];
  for (let n = 0; n < ROWS; n++) {
    const Name = `Storm ${String(n).padStart(2, '0')}`;
    ids.push((await key.post('/api/Tasks', { Name })).json.ID);
  }
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${app.home}/Tasks?Status=Open&contains=Name:Storm&orderby=Name`);
  await page.getByText(`of ${ROWS}`).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  await page.locator('tbody tr').nth(12).getByRole('checkbox').check();
  await page.locator('tbody th a').nth(15).focus();
  await page.locator('section:has(> table)').evaluate((box) => {
    box.scrollTop = 200;
  });
  const before = await placeOf(page);
  assert.equal(before.top, 200);
  let looks = 0;
  const count = (request: { url(): string }) => {
    if (/\/Tasks\?/.test(request.url())) looks++;
  };
  page.on('request', count);
  const moved: string[] = [];
  const changes = seconds * perSecond;
  const writing: Promise<unknown>[] = [];
  const begun = performance.now();
  for (let n = 0; n < changes; n++) {
    const id = ids[n % (ROWS - 4)]!;
    writing.push(key.patch(`/api/Tasks/${id}`, [{ op: 'replace', path: '/Description', value: `round ${n}` }]));
    await sleep(Math.max(0, begun + (n * 1000) / perSecond - performance.now()));
    if (n % perSecond === perSecond / 2) moved.push(...differences(before, await placeOf(page)));
  }
  // Two leave the list, three come.
  for (const id of ids.slice(-2)) {
    writing.push(key.patch(`/api/Tasks/${id}`, [{ op: 'replace', path: '/Status', value: 'Completed' }]));
  }
  for (const letter of ['a', 'b', 'c']) writing.push(key.post('/api/Tasks', { Name: `Storm ${letter}` }));
  await Promise.all(writing);
  await page.getByText('3 new, 2 no longer match').waitFor();
  page.off('request', count);
  moved.push(...differences(before, await placeOf(page)));
  return { moved, looks, mostLooks: Math.ceil((performance.now() - begun) / 1_000) + 3 };
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(before)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name}: ${JSON.stringify(before[name])} became ${JSON.stringify(after[name])}`);
}
