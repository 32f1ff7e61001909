/**
 * A list of very many tasks, gone through in a browser as somebody would: opened, narrowed, ordered, paged to its end, searched, saved as a file.
 * How long each takes is told, not judged: whoever knows the machine does that.
 */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Client } from '../support/app.ts';

export interface ManyTasks {
  readonly page: Page;
  /** `http://127.0.0.1:1234/console/acc_1` */
  readonly home: string;
  /** Of the account, and of another one of the same service. */
  readonly keys: readonly Client[];
  readonly tasks: number;
  /** How often each is done. */
  readonly times: number;
}

export interface Times {
  /** Until there are rows, in milliseconds, by what was asked; sorted. */
  readonly rows: Readonly<Record<Asked, readonly number[]>>;
  /** Until their number is known. */
  readonly totals: readonly number[];
  /** Of single records read by keys meanwhile. */
  readonly others: readonly number[];
}

const asking = {
  open: () => '',
  filter: (n) => `Status=${['Open', 'InProgress', 'Completed', 'Cancelled'][n % 4]}`,
  order: (n) => `orderby=${['DueOn', 'Priority+Desc', 'UpdatedOn+Desc', 'Name'][n % 4]}`,
  end: (n, tasks) => `skip=${Math.floor((tasks * 0.9) / 50) * 50 - n * 50}`,
  name: (n) => `contains=Name:${RARE}${n}`,
  description: (n) => `contains=Description:${RARE}${n}`,
} as const satisfies Record<string, (n: number, tasks: number) => string>;
export type Asked = keyof typeof asking;

/** In no task but a few new ones: whoever looks for it must look at all. */
const RARE = 'zyxwv';

/** Each has columns of its own, so that no two ask for the same and memory answers none. */
const columns = ['WorkOrderID', 'AssetID', 'Type', 'Position', 'Required', 'StartedOn', 'CompletedOn', 'SpentMinutes'];

export async function goThrough({ page, home, keys, tasks, times }: ManyTasks): Promise<Times> {
  for (let n = 0; n < times; n++) {
    const made = await keys[0]!.post('/api/Tasks', { Name: `${RARE}${n} valve`, Description: `Behind ${RARE}${n}` });
    assert.equal(made.status, 201, made.text);
  }
  await page.goto(`${home}/Ready`);
  const path = new URL(home).pathname;
  const rows = Object.fromEntries(Object.keys(asking).map((name) => [name, []])) as unknown as Record<Asked, number[]>;
  const totals: number[] = [];
  const reading = new AbortController();
  const others = Promise.all(keys.map((key) => readMeanwhile(key, reading.signal)));
  for (let n = 0; n < times; n++) {
    for (const [name, query] of Object.entries(asking) as [Asked, (n: number, tasks: number) => string][]) {
      const shown = `ui.cols=Name,Status,DueOn,${columns[n % columns.length]}`;
      const address = `${path}/Tasks?${[query(n, tasks), shown].filter((part) => part !== '').join('&')}`;
      await leave(page, path);
      const { toRows, toTotal } = await arrive(page, address);
      rows[name].push(toRows);
      totals.push(toTotal);
      assert.ok(toTotal >= toRows, 'the number is never there before the rows');
    }
  }
  reading.abort();
  for (const all of [...Object.values(rows), totals]) all.sort(ascending);
  return { rows, totals, others: (await others).flat().sort(ascending) };
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

const ascending = (a: number, b: number) => a - b;

async function leave(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), `${path}/Ready`);
  await page.getByRole('heading', { name: 'Your firm is ready' }).waitFor();
}

/** Both as the page sees them, from the moment of the click. */
function arrive(page: Page, address: string): Promise<{ toRows: number; toTotal: number }> {
  return page.evaluate(async (to) => {
    const begun = performance.now();
    history.pushState(null, '', to);
    const until = async (isThere: () => unknown) => {
      while (!isThere()) {
        if (performance.now() - begun > 60_000) throw new Error(`nothing came of ${to}`);
        await new Promise((done) => setTimeout(done, 4));
      }
      return performance.now() - begun;
    };
    const toRows = await until(() => document.querySelector('tbody tr'));
    return { toRows, toTotal: await until(() => /\d of [\d,]+$/m.test(document.querySelector('main')!.innerText)) };
  }, address);
}

/** As programs do that know what they want. */
async function readMeanwhile(key: Client, enough: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  const [{ ID }] = (await key.get('/api/Tasks?take=1')).json;
  while (!enough.aborted) {
    const begun = performance.now();
    const { status } = await key.get(`/api/Tasks/${ID}`);
    took.push(performance.now() - begun);
    assert.equal(status, 200);
    await sleep(10);
  }
  return took;
}

/** What is searched while a name of twenty letters is typed, by somebody who needs so long for a letter: by the page's clock, not the machine's. */
export async function searchesOfTyping(page: Page, home: string, msPerLetter: number): Promise<(string | null)[]> {
  await page.clock.install();
  await page.goto(`${home}/Me`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const searches: (string | null)[] = [];
  const note = (request: { url(): string }) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/Search') || searchParams.has('search')) searches.push(searchParams.get('text'));
  };
  page.on('request', note);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or do anything' }).waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  for (const letter of TWENTY_LETTERS) {
    await page.keyboard.press(letter);
    await page.clock.runFor(msPerLetter);
  }
  await page.clock.resume();
  await page.getByText('Nothing found').waitFor({ timeout: 60_000 });
  page.off('request', note);
  await page.keyboard.press('Escape');
  return searches;
}

export const TWENTY_LETTERS = 'no such thing at all';

/** A file of comma-separated values, row by row. */
export async function readCsv(file: string, each: (cells: readonly string[], n: number) => void): Promise<number> {
  let [rows, cell, isQuoted, wasQuote] = [0, '', false, false];
  let cells: string[] = [];
  for await (const piece of createReadStream(file, 'utf8')) {
    for (const letter of piece as string) {
      if (letter === '"') {
        if (wasQuote) cell += '"';
        wasQuote = isQuoted;
        isQuoted = !isQuoted;
        continue;
      }
      wasQuote = false;
      if (isQuoted) cell += letter;
      else if (letter === ',') {
        cells.push(cell);
        cell = '';
      } else if (letter === '\n') {
        each([...cells, cell], rows++);
        [cells, cell] = [[], ''];
      } else if (letter !== '\r') cell += letter;
    }
  }
  return rows;
}
