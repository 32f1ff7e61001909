// A long list in a browser: rows first, then their number; every row in the file that is saved, with what spreadsheets would run made harmless;
// and a name that is typed searches a few times, not at every letter. The same with a million tasks: million.long.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedAccount } from '../../src/cli/seed.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';
import { saveAsFile } from './many-tasks.csv.ts';
import { goThrough, searchesOfTyping, TWENTY_LETTERS } from './many-tasks.ts';

const TASKS = 2_000;

test('a list of many tasks', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  await seedAccount(
    app.app.shard,
    app.account,
    { firm: 'harbour', size: 'tiny', counts: { Tasks: TASKS }, now: Date.now() },
    false,
  );
  const other = await app.app.account('Other firm');
  await seedAccount(app.app.shard, other, { firm: 'ridgeway', size: 'tiny', now: Date.now() }, false);
  const keys = [await app.app.key(app.account), await app.app.key(other)];
  const { page } = await app.visit(ADMIN);

  await t.test('rows come before their number, whatever is asked', async (u) => {
    const { rows, totals, others } = await goThrough({ page, home: app.home, keys, tasks: TASKS, times: 1 });
    assert.equal(Object.values(rows).flat().length, 6);
    assert.equal(totals.length, 6);
    assert.ok(others.length > 2);
    u.diagnostic(
      `rows after ${Object.values(rows).flat().map(Math.round)} ms, numbers after ${totals.map(Math.round)}`,
    );
  });

  await t.test('the file has every row, texts that are formulas made harmless, numbers as they are', async () => {
    await saveAsFile({ page, home: app.home, key: keys[0]! });
  });

  for (const pace of [5, 160, 400]) {
    await t.test(
      `a name of twenty letters, one in ${pace} ms, is searched three times at most, and at last whole`,
      async () => {
        const searches = await searchesOfTyping(page, app.home, pace);
        assert.ok(searches.length >= 1 && searches.length <= 3, searches.join('; '));
        assert.equal(searches.at(-1), TWENTY_LETTERS);
      },
    );
  }
});
