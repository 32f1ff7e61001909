/** What a browser that has nothing yet loads for a page: the bytes of its scripts and styles, compressed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { ConsoleApp } from '../support/browser.ts';
import type { Shown } from './pages.ts';

export interface Loaded {
  readonly script: number;
  readonly style: number;
  /** The largest first. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

/** Files are fetched six at a time: each six take as long as the way there and back. */
export const MAX = { script: 150 * 1024, style: 25 * 1024, files: 22 };

/** So long after the page is there nothing more was asked for. */
const QUIET_MS = 100;

export async function firstLoad(app: ConsoleApp, page: Page, { at, ready }: Shown): Promise<Loaded> {
  const address = typeof at === 'string' ? `/${app.account.id}${at}` : await at(app);
  await page.goto('about:blank');
  await page.goto(`${app.url}${address}`);
  await page.locator(ready).first().waitFor();
  return loadedBy(page);
}

/** What it has once nothing more comes. */
export async function loadedBy(page: Page): Promise<Loaded> {
  let asked = await neededBy(page);
  for (let quiet = performance.now(); performance.now() - quiet < QUIET_MS; await sleep(20)) {
    const now = await neededBy(page);
    if (now.length > asked.length) quiet = performance.now();
    asked = now;
  }
  const files = await Promise.all(
    asked.map(async (url) => ({ name: url.split('/').at(-1)!, bytes: await bytesOf(url) })),
  );
  const sum = (ending: string) =>
    files.filter(({ name }) => name.endsWith(ending)).reduce((all, { bytes }) => all + bytes, 0);
  return { script: sum('.js'), style: sum('.css'), files: files.sort((a, b) => b.bytes - a.bytes) };
}

/** Files that the page itself asked for; what is loaded ahead, for other pages, comes after the mark. */
function neededBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ahead = performance.getEntriesByName('ahead', 'mark')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const files = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => /\.(js|css)$/.test(name) && startTime < ahead);
    return [...new Set(files.map(({ name }) => name))];
  });
}

const known = new Map<string, Promise<number>>();

/** By gzip: brotli takes less, and not every browser gets it over every line. */
function bytesOf(url: string): Promise<number> {
  const bytes =
    known.get(url) ??
    fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }).then(({ headers }) =>
      Number(headers.get('content-length')),
    );
  known.set(url, bytes);
  return bytes;
}
