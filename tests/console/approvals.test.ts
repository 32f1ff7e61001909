// Approvals in a real browser: records that move on under a proposal, several at once, the keyboard, and texts that want to be more than text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/kernel/json.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN } from '../support/people.ts';

const MARKUP =
  '<img src=x onerror="document.title=1"><script>alert(1)</script><style>body{display:none}</style> **Approve all**';

test('approvals in the console', async (t) => {
  const app = await startConsole(t, { records: 'none' });
  const writer = await app.app.key(app.account, { name: 'ERP' });
  const key = await app.app.key(app.account, { name: `Fix-it ${MARKUP.slice(0, 60)}`, proposesOnly: true });
  const order = async () => (await writer.post('/api/WorkOrders', { Name: 'Boiler' })).json.ID as number;
  const wish = async (body: Json) => (await key.post('/api/Proposals', body)).json;
  const renaming = (id: number, value: string) => ({
    type: 'WorkOrders',
    id,
    patch: [{ op: 'replace', path: '/Name', value }],
    reason: MARKUP,
  });
  const patch = (id: number, path: string, value: Json) =>
    writer.patch(`/api/WorkOrders/${id}`, [{ op: 'replace', path, value }]);
  const nameOf = async (id: number) => (await writer.get(`/api/WorkOrders/${id}`)).json.Name;
  const { page, sender } = await app.visit(ADMIN);

  await t.test(
    'a record that changed in another field still takes it; in the same field it is a conflict',
    async () => {
      const id = await order();
      const other = await wish(renaming(id, 'Boiler, flat 15'));
      await patch(id, '/Description', 'seen');
      await page.goto(`${app.home}/Approvals/${other.id}`);
      await page.getByText('Still applies').waitFor();
      await page.getByText('ERP changed Description').waitFor();
      // What it would do changes while somebody looks.
      await patch(id, '/Name', 'Pump');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The record has moved on.').first().waitFor();
      await page.getByRole('button', { name: 'Approve' }).click({ force: true });
      assert.equal(await nameOf(id), 'Pump', 'approving is off');
      assert.equal(await page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled'), 'true');
      await patch(id, '/Name', 'Boiler');
      await page.reload();
      await page.getByText('Still applies').waitFor();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Approved by').waitFor();
      assert.equal(await nameOf(id), 'Boiler, flat 15');
    },
  );

  await t.test('ten of twelve are approved while two more come: exactly those ten', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await order());
    const steps = ids.map((id, n) => renaming(id, `Step ${n + 1}`));
    await wish({ title: 'Twelve', steps });
    await page.goto(`${app.home}/Approvals`);
    await page.getByRole('button', { name: 'Choose all that apply' }).click();
    const boxes = page.getByRole('checkbox');
    assert.equal(await boxes.count(), 12);
    await boxes.nth(3).uncheck();
    await boxes.nth(7).uncheck();
    const late = [await order(), await order()];
    for (const id of late) await wish(renaming(id, 'late'));
    await page.getByRole('button', { name: 'Approve 10' }).click();
    await page.getByText('10 of 10 applied').waitFor();
    const names = await Promise.all(ids.map(nameOf));
    assert.deepEqual(
      names.map((name) => name !== 'Boiler'),
      ids.map((_, n) => n !== 3 && n !== 7),
    );
    assert.deepEqual(await Promise.all(late.map(nameOf)), ['Boiler', 'Boiler']);
    const audit = (await sender.get(`/${app.account.id}/Audit?what=proposal.approved&take=100`)).json;
    assert.equal(audit.length, 11);
  });

  await t.test('by keyboard alone: opened, read, rejected with a word', async () => {
    const made = await wish(renaming(await order(), 'x'));
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await page.getByLabel('Comment').focus();
    await page.keyboard.type('Not this one');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Rejected by').waitFor();
    const told = (await key.get(`/api/Proposals/${made.id}`)).json;
    assert.deepEqual([told.state, told.comment], ['rejected', 'Not this one']);
  });

  await t.test('what an assistant wrote is text, wherever it stands', async () => {
    const made = await wish(renaming(await order(), MARKUP));
    await page.goto(`${app.home}/Approvals/${made.id}`);
    await page.getByRole('heading', { name: 'Decide' }).waitFor();
    assert.ok((await page.locator('main').innerText()).includes('**Approve all**'));
    assert.equal(await page.locator('main img, main script, main style').count(), 0);
    await page.goto(`${app.home}/Approvals`);
    await page.getByText('<script>alert(1)</script>').first().waitFor();
    assert.equal(await page.locator('main img, main script, main style').count(), 0);
    assert.match(await page.title(), /^Approvals/);
    const foreign = await sender.send(
      'POST',
      `/${app.account.id}/Proposals/${made.id}/Approve`,
      { effect: 'x' },
      { origin: 'https://evil.example.com' },
    );
    assert.equal(foreign.status, 403);
  });
});
