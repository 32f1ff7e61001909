// What somebody meets who has just started the demo: in by one click, a ribbon that says that all of it is made up, and the password of the
// file the next time. The first load stays within its budget of bytes, and Home adds little to it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../src/accounts/accounts.ts';
import { isRefused } from '../../src/accounts/refused.ts';
import { workADay } from '../../src/cli/demo-day.ts';
import { letDemoPeopleIn } from '../../src/cli/demo-people.ts';
import { seedAccount } from '../../src/cli/seed.ts';
import { demoFirms } from '../../src/demo/firms.ts';
import { addAdmin } from '../../src/people/add-admin.ts';
import { createPasswords } from '../../src/people/passwords.ts';
import { CHEAP, startApp } from '../support/app.ts';
import { violations } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { loadedBy, MAX } from './first-load.ts';

test('the demo is entered by one click, says that it is one, and is left and entered again', async (t) => {
  const [app, { visit }] = await Promise.all([startApp(t, 'sqlite', { MDS_BOOTSTRAP: 'demo' }), startBrowser(t)]);
  const account = await createAccount(app.shard.accounts, demoFirms.harbour, addAdmin(app.shard));
  assert.ok(!isRefused(account));
  await seedAccount(app.shard, account, { firm: 'harbour', size: 'tiny', now: Date.now() }, false);
  await workADay(app.shard, account);
  // Its people have done something, each step of it an ordinary change.
  const changes: { type: string; by: { kind: string } }[] = (await (await app.key(account)).get('/api/Changes')).json;
  const worked = changes.filter(({ type, by }) => type !== 'Users' && by.kind === 'person');
  assert.ok(worked.length >= 2, JSON.stringify(changes));
  const { people, signInLink } = await letDemoPeopleIn(
    app.shard,
    account,
    createPasswords({ cost: CHEAP }),
    `${app.url}/console`,
  );
  const { page } = await visit(app);
  await page.goto(`${app.url}/console`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const first = await loadedBy(page);
  await page.goto(signInLink!);
  await page.waitForURL(`${app.url}/console/${account.id}`);
  await page.getByText('Everything here is made up').waitFor();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page
    .getByRole('heading', { name: /Unfinished|Overdue/ })
    .first()
    .waitFor();
  const whole = await loadedBy(page);
  t.diagnostic(`first load ${first.script} bytes of script, ${first.style} of style; with Home ${whole.script}`);
  assert.ok(first.script > 0 && first.script <= MAX.script, `${first.script} bytes of script`);
  assert.ok(first.style > 0 && first.style <= MAX.style, `${first.style} bytes of style`);
  assert.ok(whole.script - first.script <= 45 * 1024, `${whole.script - first.script} bytes more for Home`);

  assert.deepEqual(await violations(page), []);
  const scrolls = () => page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
  await page.goto(`${app.url}/console/${account.id}/Events/none`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  assert.equal(await scrolls(), false, 'a short page is no higher than the window');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
  await page
    .getByRole('heading', { name: /Unfinished|Overdue/ })
    .first()
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Start my own firm' }).click();
  await page.getByText('accounts create --name').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${app.url}/console/${account.id}/Settings/Company`);
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Maren Holt \([^ ]+@[^ ]+\)$/ })
    .waitFor();
  await page.getByRole('button', { name: /^Me: Maren Holt/ }).click();
  await page.getByRole('menuitem', { name: 'Me', exact: true }).click();
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'Europe/London');
  await page.getByRole('button', { name: /^Me: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const admin = people.find(({ role }) => role === 'Admin')!;
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});
