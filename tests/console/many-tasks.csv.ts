/** All tasks saved as a file from their list, and what is in it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Client } from '../support/app.ts';
import { readCsv } from './many-tasks.ts';

export interface Saving {
  readonly page: Page;
  readonly home: string;
  readonly key: Client;
}

/** Name -> as a spreadsheet must see it. */
const dangerous: Readonly<Record<string, string>> = {
  "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
  '-5': "'-5",
  '@SUM(1+1)': "'@SUM(1+1)",
  'says "no", twice': 'says "no", twice',
  'two\nlines': 'two\nlines',
};

/** No other task has it. A number is no text, and stays what it is. */
const POSITION = -5;

export async function saveAsFile({ page, home, key }: Saving): Promise<{ readonly rows: number }> {
  for (const Name of Object.keys(dangerous)) {
    const made = await key.post('/api/Tasks', { Name, Position: POSITION });
    assert.equal(made.status, 201, made.text);
  }
  const total = Number((await key.get('/api/Tasks?take=0&count=true')).headers.get('x-total-count'));
  await page.goto(`${home}/Tasks?ui.cols=Name,Position,Status`);
  await page.locator('tbody tr').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 300_000 }),
    page.getByRole('link', { name: /CSV/ }).click(),
  ]);
  const file = await download.path();
  let [name, position] = [0, 0];
  const found = new Set<string>();
  const rows = await readCsv(file, (cells, n) => {
    if (n === 0) {
      [name, position] = ['Name', 'Position'].map((one) => cells.indexOf(one)) as [number, number];
      assert.ok(name >= 0 && position >= 0, cells.join());
    } else if (cells[position] === String(POSITION)) found.add(cells[name]!);
  });
  assert.equal(rows - 1, total, 'every task, and the line of names');
  for (const safe of Object.values(dangerous)) assert.ok(found.has(safe), `${safe}: ${[...found].join('; ')}`);
  return { rows: rows - 1 };
}
