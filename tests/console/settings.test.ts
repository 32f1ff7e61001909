// The settings, in a real browser: people are invited, given rights and shut out; what somebody may not see says who can give it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { words } from '../../console/src/words/settings.ts';
import { auditWhats } from '../../src/people/audit.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN, linkFor, PASSWORD } from '../support/people.ts';
import { cutOffFromNews, eventually, listening } from './eventually.ts';

test('without a connection what changes people, keys and oneself is off and says why', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const { page, context, expectFaults } = await app.visit(ADMIN);
  expectFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  const pages: readonly (readonly [string, RegExp, string | undefined])[] = [
    ['/Me', /^(Save|Change password)$/, undefined],
    ['/Integrations/new', /^Make the integration$|^Create|^Make/, undefined],
    ['/Settings/People', /^Make the invitation$/, 'Invite'],
  ];
  for (const [path, name, opens] of pages) {
    await page.goto(`${app.home}${path}`);
    await listening(page);
    if (opens) await page.getByRole('button', { name: opens }).click();
    const buttons = page.getByRole('button', { name });
    await buttons.first().waitFor();
    const reasons = async () => {
      const all = await page.locator('[popover]').allTextContents();
      return all.filter((text) => text.startsWith('No connection')).length >= (await buttons.count());
    };
    await context.setOffline(true);
    await eventually(reasons, true);
    await context.setOffline(false);
  }
});

test('without a connection the items of a menu that would change something are off and say why', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  await app.person('tess@example.com', { Role: 'Technician', FirstName: 'Tess', LastName: 'Carver' });
  const { page, context, expectFaults } = await app.visit(ADMIN);
  expectFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  await page.goto(`${app.home}/Settings/People`);
  await listening(page);
  const items = page.getByRole('menuitem');
  const off = async () => {
    const all = await items.evaluateAll((each) =>
      each.flatMap((item) => (item.hasAttribute('aria-disabled') ? [item.textContent] : [])),
    );
    return all.length;
  };
  const reason = page.locator('[popover]', { hasText: 'No connection' }).filter({ visible: true });
  await page.getByRole('button', { name: 'Actions for Tess Carver' }).click();
  await items.first().waitFor();
  assert.equal(await off(), 0);
  const changing = (await items.count()) - 1;
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()));
  await context.setOffline(true);
  await eventually(off, changing);
  await items.filter({ hasText: 'Disable' }).click({ force: true });
  await reason.waitFor();
  assert.equal(await items.count(), changing + 1, 'the menu stays');
  await page.keyboard.press('ArrowUp');
  await eventually(() => reason.count(), 1);
  assert.deepEqual([sent, await page.getByRole('dialog').count()], [[], 0]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await eventually(() => items.count(), 0);
  await page.getByRole('button', { name: /^Me: / }).click();
  await items.filter({ hasText: 'Sign out' }).click({ force: true });
  await reason.waitFor();
  assert.deepEqual(sent, []);
  await context.setOffline(false);
  await eventually(off, 0);
  await items.filter({ hasText: 'Sign out' }).click();
  await page.waitForURL(/signin/);
});

test('an admin looks after people', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const { account } = app;
  const tess = await app.person('tess@example.com', { Role: 'Technician', FirstName: 'Tess', LastName: 'Carver' });
  const admin = await app.visit();
  const { page } = admin;
  // By a link: so the password has not been given yet.
  await page.goto(`${app.url}/link#${await linkFor(app.app.shard, account, ADMIN, 'signin')}`);
  await page.waitForURL(app.home);
  await page.goto(`${app.home}/Settings/People`);
  await page.getByRole('rowheader', { name: /Tess Carver/ }).waitFor();

  await t.test(
    'an invitation asks for the password once more, goes on, and its link lets somebody in once',
    async () => {
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').waitFor();
      // It begins in its first field.
      await page.keyboard.type('joe@example.com');
      await page.getByLabel('Role').selectOption('Manager');
      await page.getByRole('button', { name: 'Make the invitation' }).click();
      const once = page.getByRole('dialog', { name: 'Your password once more' });
      await once.getByLabel('Password', { exact: true }).fill('not it');
      await page.keyboard.press('Enter');
      await once.getByText('This is not your password').waitFor();
      await once.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      const handed = page.getByRole('dialog', { name: 'A link for joe@example.com' });
      const link = await handed.getByLabel('Link').inputValue();
      await handed.getByRole('button', { name: 'Done' }).click();
      const row = page.getByRole('row', { name: /joe@example.com/ });
      await row.getByText('Invited').waitFor();
      await row.getByText(/link ends in/).waitFor();

      const joe = await app.visit();
      await joe.page.goto(`${app.url}/link${new URL(link).hash}`);
      await joe.page.getByLabel('First name').fill('Joe');
      await joe.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await joe.page.getByRole('button', { name: 'Join' }).click();
      await joe.page.waitForURL(app.home);
      await joe.context.close();
      const again = await app.visit();
      await again.page.goto(`${app.url}/link${new URL(link).hash}`);
      await again.page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
      await again.context.close();
      const { sender, context } = await app.visit(ADMIN);
      const [user] = (await sender.get(`/${account.id}/Users?Email=joe@example.com`)).json;
      assert.deepEqual([user.Status, user.Role], ['Active', 'Manager']);
      const history = (await sender.get(`/${account.id}/Users/${user.ID}/History`)).json;
      assert.equal(history.at(-1).by.email, ADMIN);
      await context.close();
    },
  );

  await t.test('an invitation whose answer was lost is in the list, and trying again says so', async () => {
    admin.expectFaults(/Failed to load resource|ERR_/);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
    await dialog.getByLabel('E-mail').fill('lost@example.com');
    await page.route('**/Invitations', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Make the invitation' }).click();
    await dialog.getByText('The service does not answer').waitFor();
    await page.unroute('**/Invitations');
    await page.getByRole('row', { name: /lost@example.com/, includeHidden: true }).waitFor();
    await dialog.getByRole('button', { name: 'Make the invitation' }).click();
    await dialog.getByText('They are in the list already.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('rights are changed; the last admin keeps them, and the refusal says why', async () => {
    await choose(page, 'Tess Carver', 'Change rights…');
    const rights = page.getByRole('dialog', { name: 'Rights of Tess Carver' });
    await rights.getByLabel('Company Settings').check();
    await rights.getByRole('button', { name: 'Save' }).click();
    await rights.waitFor({ state: 'detached' });
    await page
      .getByRole('row', { name: /Tess Carver/ })
      .getByText('yes', { exact: true })
      .waitFor();
    await choose(page, ADMIN, 'Disable…');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').getByRole('alert').getByText(/last/i).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('who is disabled is out by the next click, and comes back to where that was', async () => {
    const other = await app.visit('tess@example.com');
    // By what is done next: the stream would tell as well, at a moment of its own.
    await cutOffFromNews(other.page);
    await other.page.goto(`${app.home}/Settings/People`);
    await other.page.getByRole('rowheader', { name: /Tess Carver/ }).waitFor();
    await choose(page, 'Tess Carver', 'Disable…');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    await page
      .getByRole('row', { name: /Tess Carver/ })
      .getByText('Disabled')
      .waitFor();
    await other.page.getByRole('link', { name: 'Audit' }).click();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.match(other.page.url(), /Settings%2FAudit$/);
    await other.context.close();
    await choose(page, 'Tess Carver', 'Let sign in again');
    await page
      .getByRole('row', { name: /Tess Carver/ })
      .getByText('Active')
      .waitFor();
    assert.ok(tess > 0);
  });

  await t.test('the audit log tells all of it, and is filtered by its address', async () => {
    await page.goto(`${app.home}/Settings/Audit?what=person.invited`);
    await page.getByRole('row', { name: /Person invited.*joe@example.com/ }).waitFor();
    await page.getByLabel('What').selectOption('key.revoked');
    await page.getByRole('heading', { name: 'Nothing of this kind' }).waitFor();
    await page.getByRole('button', { name: 'Everything' }).click();
    await page
      .getByRole('row', { name: /Rights changed/ })
      .first()
      .waitFor();
    assert.equal(page.url(), `${app.home}/Settings/Audit`);
    await page.goto(`${app.home}/Settings/Audit?what=proposal.approved`);
    const chosen = page.getByLabel('What').locator('option:checked');
    await eventually(() => chosen.innerText(), 'Proposal approved');
  });

  await t.test(
    'who may not open a page is told what is missing and whom to ask, and nothing is asked of the service',
    async () => {
      await app.person('rita@example.com', { Role: 'Technician' });
      const rita = await app.visit('rita@example.com');
      const refused: number[] = [];
      rita.page.on('response', (response) => {
        if (response.status() >= 400) refused.push(response.status());
      });
      for (const place of ['People', 'Company', 'Audit']) {
        await rita.page.goto(`${app.home}/Settings/${place}`);
        await rita.page.getByText('Needs the permission Company Settings').waitFor();
        await rita.page.getByText(`Ask ${ADMIN}`).waitFor();
        assert.equal(await rita.page.getByRole('link', { name: place, exact: true }).count(), 0);
      }
      assert.deepEqual(refused, []);
      for (const path of ['Audit', 'Invitations', 'Integrations']) {
        assert.equal((await rita.sender.get(`/${account.id}/${path}`)).status, 403, path);
      }
      await rita.page.goto(`${app.home}/Settings/About`);
      await rita.page.getByText('There is no mail server').waitFor();
      await rita.context.close();
    },
  );
});

test('whatever the audit log tells has its words, by which it is chosen', () => {
  assert.deepEqual(Object.keys(words.whats), [...auditWhats]);
});

test('changing rights writes what was chosen alone, and no right that another admin has changed meanwhile', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const bob = await app.person('bob@example.com', { Role: 'Manager', FirstName: 'Bob', LastName: 'Miller' });
  await app.person('ada@example.com', { Role: 'Admin', FirstName: 'Ada', LastName: 'North' });
  const { page } = await app.visit(ADMIN);
  const ada = await app.visit('ada@example.com');
  const address = `/${app.account.id}/Users/${bob}`;
  const byAda = async (Role: string) => {
    const reply = await ada.sender.patch(address, [{ op: 'replace', path: '/Role', value: Role }]);
    assert.equal(reply.status, 200);
  };
  const rightsOfBob = async () => {
    const { Role, CompanySettings } = (await ada.sender.get(address)).json;
    return [Role, CompanySettings];
  };
  const rights = page.getByRole('dialog', { name: 'Rights of Bob Miller' });
  const role = rights.getByLabel('Role');
  const save = rights.getByRole('button', { name: 'Save' });
  await page.goto(`${app.home}/Settings/People`);

  await choose(page, 'Bob Miller', 'Change rights…');
  await role.waitFor();
  await byAda('ReadOnly');
  await rights.getByLabel('Company Settings').check();
  await save.click();
  await rights.waitFor({ state: 'detached' });
  assert.deepEqual(await rightsOfBob(), ['ReadOnly', true]);

  await page
    .getByRole('row', { name: /Bob Miller/ })
    .getByText('Read only')
    .waitFor();
  await choose(page, 'Bob Miller', 'Change rights…');
  await role.waitFor();
  await byAda('Technician');
  await role.selectOption('Manager');
  await save.click();
  const told = rights.getByRole('alert');
  await told
    .getByText('ada@example.com changed these rights in the meantime. Here they are as they are now.')
    .waitFor();
  assert.deepEqual([await role.inputValue(), await rightsOfBob()], ['Technician', ['Technician', true]]);
  // Whoever still wants it has seen what it replaces.
  await role.selectOption('Manager');
  await save.click();
  await rights.waitFor({ state: 'detached' });
  assert.deepEqual(await rightsOfBob(), ['Manager', true]);
});

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
