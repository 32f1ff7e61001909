/** What a browser that has nothing yet loads for a page: the bytes of its scripts and styles, compressed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import type { ConsoleApp } from '../support/browser.ts';
import type { Shown } from './pages.ts';

export interface Loaded {
  readonly script: number;
  readonly style: number;
  /** The largest first. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

export const MOST = { script: 150 * 1024, style: 25 * 1024 };

/** So long after the page is there nothing more was asked for. */
const QUIET_MS = 100;

export async function firstLoad(app: ConsoleApp, page: Page, { at, ready }: Shown): Promise<Loaded> {
  const asked = new Set<string>();
  let last = performance.now();
  const note = (request: Request) => {
    if (!/\.(js|css)$/.test(request.url())) return;
    asked.add(request.url());
    last = performance.now();
  };
  const address = typeof at === 'string' ? `/${app.account.id}${at}` : await at(app);
  await page.goto('about:blank');
  page.on('request', note);
  await page.goto(`${app.url}${address}`);
  await page.locator(ready).first().waitFor();
  while (performance.now() - last < QUIET_MS) await sleep(10);
  page.off('request', note);
  const files = await Promise.all(
    Array.from(asked, async (url) => ({ name: url.split('/').at(-1)!, bytes: await bytesOf(url) })),
  );
  const sum = (ending: string) =>
    files.filter(({ name }) => name.endsWith(ending)).reduce((all, { bytes }) => all + bytes, 0);
  return { script: sum('.js'), style: sum('.css'), files: files.sort((a, b) => b.bytes - a.bytes) };
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
