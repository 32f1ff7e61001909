// Record pages and the board under every hand: on a phone, by touch, by keyboard, and without a connection.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';

const READER = 'reader@example.com';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('records under every hand', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  await app.person(READER, { Role: 'ReadOnly' });
  const key = await app.app.key(app.account);
  const create = async (type: string, fields: object) =>
    (await key.post(`/api/${type}`, fields as never)).json.ID as number;
  const open = async (at: Page, path: string) => {
    await at.goto(`${app.home}/${path}`);
    await at.locator('[data-group=System]').waitFor();
  };

  await t.test('on a phone the moves stay at the foot, wherever one has scrolled to', async () => {
    const id = await create('WorkOrders', { Name: 'Lift stuck', Status: 'InProgress' });
    const phone = await app.visit(ADMIN, PHONE);
    await open(phone.page, `WorkOrders/${id}`);
    const complete = phone.page.getByRole('button', { name: 'Complete', exact: true });
    for (const to of [0, 900, 100_000]) {
      await phone.page.evaluate((top) => scrollTo(0, top), to);
      assert.ok(await isOnScreen(complete), `scrolled to ${to}`);
    }
    await phone.page.getByRole('button', { name: 'Edit What' }).click();
    await phone.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    assert.equal(await isOnScreen(complete), false, 'whoever writes has saving there instead');
    await phone.context.close();
  });
});

async function isOnScreen(what: Locator): Promise<boolean> {
  return what.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}
