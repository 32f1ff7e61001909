// Coming in, and being oneself: what people meet before they are in an account, and what they change about themselves, in a real browser.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { systemClock } from '../../src/lib/time.ts';
import { createLink } from '../../src/people/links.ts';
import { type ConsoleApp, startBrowser, startConsole } from '../support/browser.ts';
import { ADMIN, linkFor, PASSWORD, person, setPassword, tokenOf } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { cutOffFromNews, eventually, listening } from './eventually.ts';

test('people come in', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const { account } = app;
  await app.person('tess@example.com', { Role: 'Technician', FirstName: 'Tess', LastName: 'Carver' });

  await t.test('by keyboard alone, and land where they wanted to go', async () => {
    const { page, context } = await app.visit();
    await page.goto(`${app.home}/Me?x=1`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getByText('Your session has ended').count(), 0, 'nobody was in');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'E-mail');
    await page.keyboard.type('tess@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong, to begin with');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('input[name=password]').getAttribute('type'), 'text');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    // Ready for the next attempt.
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Me', exact: true }).waitFor();
    assert.equal(page.url(), `${app.home}/Me?x=1`);
    await context.close();
  });

  await t.test('a password that nobody looked at need not be typed again', async () => {
    const { page, context, expectFaults } = await app.visit();
    expectFaults(/503/);
    await page.goto(`${app.url}/signin`);
    const busy = { status: 503, contentType: 'application/problem+json', body: '{"code":"overloaded","title":"Busy"}' };
    await page.route('**/console/api/Session', (route) => route.fulfill(busy), { times: 2 });
    await signIn(page, ADMIN, PASSWORD);
    await page.getByRole('alert').waitFor();
    assert.equal(await page.locator('input[name=password]').inputValue(), PASSWORD);
    await context.close();
  });

  await t.test('every failure has one answer, and nothing leads out of the console', async () => {
    const { page, context } = await app.visit();
    const answers: string[] = [];
    await page.goto(`${app.url}/signin?to=${encodeURIComponent('//evil.example/x')}`);
    for (const [email, password] of [
      ['nobody@example.com', PASSWORD],
      [ADMIN, 'not the password'],
    ] as const) {
      await signIn(page, email, password);
      await page.getByRole('alert').waitFor();
      answers.push(await page.getByRole('alert').innerText());
      await page.reload();
    }
    assert.equal(answers[0], answers[1]);
    await signIn(page, ADMIN, PASSWORD);
    await page.waitForURL(app.home);
    await context.close();
  });

  await t.test('too many failures are counted down', async () => {
    const { page, context } = await app.visit();
    await page.clock.install();
    await page.goto(`${app.url}/signin`);
    await page.route('**/console/api/Session', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '120', 'content-type': 'application/problem+json' },
        body: JSON.stringify({ code: 'rate_limited', title: 'Too many requests', detail: 'Wait.' }),
      }),
    );
    await signIn(page, 'tess@example.com', PASSWORD);
    await page
      .getByText(/You can try again in \d+ s/)
      .first()
      .waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled'), 'true');
    await page.unroute('**/console/api/Session');
    await page.clock.fastForward(120_000);
    await page.locator('button[type=submit]:not([aria-disabled])').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(app.home);
    await context.close();
  });

  await t.test('who is in several accounts chooses one, and changes between them', async () => {
    const other = await app.app.account('Eastgate Fleet');
    await setPassword(app.app, other, ADMIN);
    await setPassword(app.app, account, ADMIN);
    const { page, context } = await app.visit();
    await page.goto(`${app.url}/signin`);
    await signIn(page, ADMIN, PASSWORD);
    await page.getByRole('heading', { name: 'Which account?' }).waitFor();
    await page.getByRole('link', { name: 'Eastgate Fleet' }).click();
    await page.waitForURL(`${app.url}/${other.id}`);
    await page.getByRole('button', { name: 'Account: Eastgate Fleet' }).click();
    await page.keyboard.press('Enter');
    await page.waitForURL(app.home);
    await page.goto(`${app.url}/acc_none`);
    await page.getByRole('heading', { name: 'No such account for you' }).waitFor();
    await context.close();
  });

  await t.test('an invitation is accepted once', async () => {
    const invited = await app.app.shard.people.withEmail('tess@example.com');
    assert.equal(invited.length, 1);
    const link = await invitation(app, 'new@example.com');
    const { page, context, expectFaults } = await app.visit();
    expectFaults(/ERR_FAILED/);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Join Northwind Lifts' }).waitFor();
    await page.getByLabel('First name').fill('Nia');
    await page.getByLabel('Last name').fill('Ford');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('it needs 12 or more').first().waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await loseAnswer(page, '**/Links/Use');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('The service does not answer').waitFor();
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('It may have worked: sign in with the password you chose.').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'new@example.com', PASSWORD);
    await page.waitForURL(app.home);
    const [joined] = await app.app.shard.people.withEmail('new@example.com');
    assert.deepEqual([joined?.user.Status, joined?.user.FirstName], ['Active', 'Nia']);
    const second = await app.visit();
    await second.page.goto(link);
    await second.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
    await second.context.close();
    await context.close();
  });

  await t.test('a new password is set by a link; a link without its token says so', async () => {
    const { page, context } = await app.visit();
    await page.goto(`${app.url}/link#${await linkFor(app.app.shard, account, 'tess@example.com', 'reset')}`);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL(app.home);
    await page.goto(`${app.url}/link`);
    await page.getByText('what comes after the # is missing').waitFor();
    await page.goto(`${app.url}/link#${await linkFor(app.app.shard, account, 'tess@example.com', 'signin')}`);
    await page.waitForURL(app.home);
    await context.close();
  });

  await t.test('a forgotten password has the same answer for everybody', async () => {
    const { page, context } = await app.visit();
    await page.goto(`${app.url}/signin`);
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    // The page left has a field of the same name.
    await page.getByRole('button', { name: 'Ask for a link' }).waitFor();
    await page.getByLabel('E-mail').fill('whoever@example.com');
    await page.getByRole('button', { name: 'Ask for a link' }).click();
    await page.getByText('Ask an admin of your firm for a reset link').waitFor();
    await context.close();
  });
});

test('people change what is theirs', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const id = await app.person('tess@example.com', { Role: 'Technician', FirstName: 'Tess', LastName: 'Carver' });
  const { page, sender, expectFaults } = await app.visit('tess@example.com', { timezoneId: 'Europe/Oslo' });
  // Whose session ends learns it from the stream, too; here from what is done next.
  await cutOffFromNews(page);
  await page.goto(`${app.home}/Me`);
  await page.getByRole('heading', { name: 'Me', exact: true }).waitFor();

  await t.test('the time zone', async () => {
    await page.getByText('This browser is in Europe/Oslo').waitFor();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').first().waitFor();
    assert.equal((await sender.get(`/${app.account.id}/Me`)).json.person.timeZone, 'Asia/Tokyo');
  });

  await t.test('the theme, which is there before anything is painted the next time', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await ground(), 'rgb(255, 255, 255)');
    await page.getByLabel('Dark').check();
    assert.equal(await ground(), 'rgb(18, 22, 28)');
    await page.addInitScript(() =>
      requestAnimationFrame(() => {
        (window as { firstFrame?: string }).firstFrame = document.documentElement.dataset.theme ?? 'none';
      }),
    );
    await page.reload();
    await eventually(() => page.evaluate(() => (window as { firstFrame?: string }).firstFrame), 'dark');
  });

  await t.test('the password, which ends every other session', async () => {
    const elsewhere = await app.visit('tess@example.com');
    await cutOffFromNews(elsewhere.page);
    await elsewhere.page.goto(`${app.home}/Me`);
    await elsewhere.page.getByRole('heading', { name: 'Me', exact: true }).waitFor();
    await page.getByLabel('Current password', { exact: true }).fill('not it');
    await page.getByLabel('New password', { exact: true }).fill('quite another lantern 10');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('This is not your password').waitFor();
    assert.equal(await page.getByText('It may be the new one').count(), 0, 'every try was answered');
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    expectFaults(/ERR_FAILED/);
    await loseAnswer(page, '**/Me/Password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The service does not answer').first().waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('It may be the new one already').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill('quite another lantern 10');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('All other sessions have ended').waitFor();
    // Wherever else somebody was, the next thing they do leads to the sign-in, and back to where they were.
    await elsewhere.page.getByLabel('Time zone').selectOption('UTC');
    await elsewhere.page.getByRole('button', { name: 'Save' }).click();
    await elsewhere.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.match(elsewhere.page.url(), /signin\?to=%2Facc_[^%]+%2FMe$/);
    await elsewhere.context.close();
  });

  await t.test('who is signed out elsewhere is told so, and finds what was typed again', async () => {
    const key = await app.app.key(app.account);
    const { ID: order } = (await key.post('/api/WorkOrders', { Name: 'Lift stuck' })).json;
    const { page: out, sender, context } = await app.visit(ADMIN);
    await cutOffFromNews(out);
    await out.goto(`${app.home}/WorkOrders/${order}`);
    await out.getByRole('button', { name: 'Edit What' }).click();
    await out.getByLabel('Category').fill('Hoists');
    await sender.delete('/Session');
    await out.getByRole('button', { name: 'Save', exact: true }).click();
    await out.getByText('Your session has ended. Sign in to go on where you were. What you have typed').waitFor();
    await signIn(out, ADMIN, PASSWORD);
    await out.waitForURL(`${app.home}/WorkOrders/${order}`);
    await out.getByLabel('Category').waitFor();
    assert.equal(await out.getByLabel('Category').inputValue(), 'Hoists');
    await context.close();

    // What waits where another record was begun was not typed here.
    const begun = await app.visit(ADMIN);
    await cutOffFromNews(begun.page);
    const name = begun.page.getByLabel('Name (required)');
    await begun.page.goto(`${app.home}/Tasks/new?WorkOrderID=${order}`);
    await name.fill('Look at it');
    await begun.page.goto(`${app.home}/Tasks/new`);
    await name.waitFor();
    await begun.sender.delete('/Session');
    await begun.page.getByLabel('Work order').fill('Lift');
    const told = begun.page.getByRole('status').filter({ hasText: 'Your session has ended' });
    assert.match(await told.innerText(), /where you were\.$/);
    await begun.context.close();
  });

  await t.test('who comes next in the same tab meets nothing of what the one before typed or opened', async () => {
    await app.person('next@example.com', { Role: 'Manager' });
    const key = await app.app.key(app.account);
    const { ID: order } = (await key.post('/api/WorkOrders', { Name: 'Lift of the north wing' })).json;
    const { page: tab, context } = await app.visit(ADMIN);
    const category = tab.getByLabel('Category');
    const name = tab.getByLabel('Name (required)');
    const change = async (email: string) => {
      await tab.getByRole('button', { name: /^Me: / }).click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).click();
      await tab.waitForURL(/signin/);
      await signIn(tab, email, PASSWORD);
      await tab.getByRole('button', { name: /^Me: / }).waitFor();
    };
    const recent = async () => {
      await tab.keyboard.press('Control+k');
      const options = tab.getByRole('dialog').getByRole('option');
      await options.first().waitFor();
      const all = await options.allInnerTexts();
      await tab.keyboard.press('Escape');
      return all.some((text) => text.includes('north wing'));
    };
    await tab.goto(`${app.home}/WorkOrders/new`);
    await name.fill('Half an order');
    await tab.goto(`${app.home}/WorkOrders/${order}`);
    await tab.getByRole('button', { name: 'Edit What' }).click();
    await category.fill('Unsaved');
    assert.equal(await recent(), true);

    await change('next@example.com');
    assert.equal(await recent(), false);
    await tab.goto(`${app.home}/WorkOrders/new`);
    await name.waitFor();
    assert.equal(await name.inputValue(), '');
    await tab.goto(`${app.home}/WorkOrders/${order}`);
    await tab.getByRole('button', { name: 'Edit What' }).waitFor();
    assert.equal(await category.count(), 0);

    await change(ADMIN);
    assert.equal(await recent(), true);
    await tab.goto(`${app.home}/WorkOrders/new`);
    await eventually(() => name.inputValue(), 'Half an order');
    await tab.goto(`${app.home}/WorkOrders/${order}`);
    await eventually(() => category.inputValue(), 'Unsaved');
    await context.close();
  });

  await t.test(
    'who signs in in another tab is who every tab is from then on, and nothing is done in the name of both',
    async () => {
      await app.person('bo@example.com', { Role: 'Manager', FirstName: 'Bo', LastName: 'Boss' });
      const other = await app.app.account('Other firm');
      await person(app.app, other, 'olga@example.com', { Role: 'Admin', FirstName: 'Olga', LastName: 'Other' });
      const key = await app.app.key(app.account);
      const { ID: order } = (await key.post('/api/WorkOrders', { Name: 'Lift of the south wing' })).json;
      const { page: first, context } = await app.visit(ADMIN);
      const second = await context.newPage();
      const enters = async (email: string) => {
        await second.goto(`${app.url}/signin`);
        await signIn(second, email, PASSWORD);
        await second.getByRole('button', { name: /^Me: / }).waitFor();
      };
      const isIn = (name: string) => first.getByRole('button', { name: `Me: ${name}` }).waitFor();
      const category = first.getByLabel('Category');
      // By what is done next.
      await cutOffFromNews(first);
      await first.goto(`${app.home}/WorkOrders/${order}`);
      await first.getByRole('button', { name: 'Edit What' }).click();
      await category.fill('Hoists');
      await enters('bo@example.com');
      await first.getByRole('button', { name: 'Save', exact: true }).click();
      await isIn('Bo Boss');
      await first.locator('#console').getByText('Bo Boss has signed in in this browser').waitFor();
      await first.getByRole('button', { name: 'Edit What' }).waitFor();
      assert.equal(first.url(), `${app.home}/WorkOrders/${order}`);
      assert.equal(await category.count(), 0);
      assert.equal((await key.get(`/api/WorkOrders/${order}`)).json.Category, null);
      // What was typed waits for who typed it. The same person once more is nobody else.
      await enters(ADMIN);
      await first.reload();
      await eventually(() => category.inputValue(), 'Hoists');
      await enters(ADMIN);
      await first.getByRole('button', { name: 'Save', exact: true }).click();
      await first.getByRole('button', { name: 'Edit What' }).waitFor();
      const saved = (await key.get(`/api/WorkOrders/${order}`)).json;
      assert.deepEqual([saved.Category, saved.UpdatedBy], ['Hoists', ADMIN]);
      // By what the page hears, without a hand; of another firm, where that person begins.
      await first.unrouteAll({ behavior: 'wait' });
      await first.reload();
      await listening(first);
      await enters('olga@example.com');
      await isIn('Olga Other');
      assert.equal(first.url(), `${app.url}/${other.id}`);
      await context.close();
    },
  );

  await t.test('who is disabled is signed out by the next click', async () => {
    const admin = await app.visit(ADMIN);
    const disabled = await admin.sender.patch(`/${app.account.id}/Users/${id}`, [
      { op: 'replace', path: '/Status', value: 'Disabled' },
    ]);
    assert.equal(disabled.status, 200, disabled.text);
    await page.getByLabel('Time zone').selectOption('UTC');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('Your session has ended. Sign in to go on where you were.', { exact: true }).waitFor();
    await admin.context.close();
  });
});

test('an empty service is set up by who has its link, once, and by nobody else', async (t) => {
  const [app, { visit }] = await Promise.all([sharedApp('sqlite'), startBrowser(t)]);
  const maker = { clock: systemClock, random: randomBytes, consoleUrl: `${app.url}/console` };
  const { link } = await createLink(app.shard.people, maker, 'setup', undefined);
  const stranger = await visit(app);
  await stranger.page.goto(`${app.url}/console`);
  await stranger.page.getByRole('heading', { name: 'This service has not been set up yet' }).waitFor();
  assert.equal(await stranger.page.locator('input').count(), 0);

  const founders = await Promise.all([visit(app), visit(app)]);
  await Promise.all(founders.map(({ page }, at) => fillSetUp(page, link, `Firm ${at}`)));
  const { page: first } = founders[0]!;
  await first.getByLabel('Last name').fill('F'.repeat(81));
  await first.getByRole('button', { name: 'Make the firm' }).click();
  await first.getByText('must be text of at most 80 characters; it has 81').waitFor();
  assert.equal(await focused(first), 'Last name');
  await first.getByLabel('Last name').fill('Ford');
  await Promise.all(founders.map(({ page }) => page.getByRole('button', { name: 'Make the firm' }).click()));
  const outcomes = await Promise.all(
    founders.map(({ page }) =>
      Promise.race([
        page
          .getByRole('heading', { name: 'Your firm is ready' })
          .waitFor()
          .then(() => 'made'),
        page
          .getByRole('alert')
          .waitFor()
          .then(() => 'refused'),
      ]),
    ),
  );
  assert.deepEqual(outcomes.sort(), ['made', 'refused']);
  assert.equal((await app.shard.accounts.list()).length, 1);
  await stranger.page.goto(`${app.url}/console/link#${tokenOf(link)}`);
  await stranger.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
});

async function fillSetUp(page: Page, link: string, firm: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name of the firm').fill(firm);
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The service does what it is asked to, once, and nobody hears of it. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(address, lose, { times: 1 });
}

/** The name of what has the focus. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? undefined,
  );
}

async function invitation(app: ConsoleApp, email: string): Promise<string> {
  const { sender, context } = await app.visit(ADMIN);
  const { json } = await sender.post(`/${app.account.id}/Invitations`, { Email: email, Role: 'Technician' });
  await context.close();
  return `${app.url}/link#${tokenOf(json.link)}`;
}
