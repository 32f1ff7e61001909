// What somebody meets who has just started the demo: in by one click, a ribbon that says that all of it is made up, and the password of the
// file the next time. The first load stays within its budget of bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { letDemoPeopleIn } from '../../src/commands/demo-people.ts';
import { seedAccount } from '../../src/commands/seed.ts';
import { demoFirms } from '../../src/demo/firms.ts';
import { makePasswords } from '../../src/people/passwords.ts';
import { CHEAP, startApp } from '../support/app.ts';
import { startBrowser } from '../support/browser.ts';

test('the demo is entered by one click, says that it is one, and is left and entered again', async (t) => {
  const [app, { visit }] = await Promise.all([startApp(t, 'sqlite', { MDS_BOOTSTRAP: 'demo' }), startBrowser(t)]);
  const account = await app.account(demoFirms.harbour.name);
  await seedAccount(app.shard, account, { firm: 'harbour', size: 'tiny', now: Date.now() }, false);
  const { people, signInLink } = await letDemoPeopleIn(app.shard, account, makePasswords({ cost: CHEAP }), app.url);
  const { page } = await visit(app);
  const arriving: Promise<readonly [string, number]>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet') return;
    arriving.push(response.body().then((body) => [kind, gzipSync(body).length] as const));
  });
  await page.goto(signInLink);
  await page.waitForURL(`${app.url}/console/${account.id}`);
  await page.getByText('Everything here is made up').waitFor();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page
    .getByRole('heading', { name: /Unfinished|Overdue/ })
    .first()
    .waitFor();
  const files = await Promise.all(arriving);
  const bytesOf = (kind: string) => files.reduce((sum, [is, size]) => sum + (is === kind ? size : 0), 0);
  t.diagnostic(`first load: ${bytesOf('script')} bytes of script, ${bytesOf('stylesheet')} of style`);
  assert.ok(bytesOf('script') > 0 && bytesOf('script') <= 150 * 1024, `${bytesOf('script')} bytes of script`);
  assert.ok(bytesOf('stylesheet') > 0 && bytesOf('stylesheet') <= 25 * 1024, `${bytesOf('stylesheet')} bytes of style`);

  await page.getByRole('button', { name: 'Start my own firm' }).click();
  await page.getByText('accounts create --name').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Me: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const admin = people.find(({ role }) => role === 'Admin')!;
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});
