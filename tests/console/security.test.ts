// What the console does with what others wrote, and with requests that others make: on both engines.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onEitherEngine } from '../support/app.ts';
import { startConsole } from '../support/browser.ts';
import { ADMIN, browser, PASSWORD } from '../support/people.ts';

const MARKUP = `<img src=x onerror=alert(1)><script>alert(2)</script><style>body{display:none}</style>{{7*7}}`;

onEitherEngine(
  'what people and programs wrote is shown as text, and foreign pages change nothing',
  async (engine, t) => {
    const app = await startConsole(t, { engine, records: 'none' });
    const { account } = app;
    const home = `/${account.id}`;
    const { page, sender, context, check } = await app.visit(ADMIN);
    let shown = 0;
    page.on('dialog', (dialog) => {
      shown += 1;
      void dialog.dismiss();
    });
    await sender.post(`${home}/Me`, { FirstName: MARKUP.slice(0, 80), LastName: '<b>bold</b>' });
    const made = await sender.post(`${home}/WorkOrders`, { Name: MARKUP, Description: MARKUP, Category: '<i>x</i>' });
    assert.equal(made.status, 201, made.text);
    await app.person('"><svg/onload=alert(3)>@example.com'.replace(/[^\\w@.-]/g, 'x'), {
      FirstName: MARKUP.slice(0, 60),
    });
    // A device that calls itself so, for the audit log and the list of sessions.
    await browser(app.app.url).send('POST', '/Session', { email: ADMIN, password: PASSWORD }, { 'user-agent': MARKUP });

    await page.goto(app.home);
    for (const [place, seen] of [
      ['/WorkOrders', MARKUP],
      [`/WorkOrders/${made.json.ID}`, MARKUP],
      [`/WorkOrders/${made.json.ID}/History`, MARKUP],
      ['/Settings/People', '<b>bold</b>'],
      ['/Settings/Audit', MARKUP],
      ['/Me', '<b>bold</b>'],
    ] as const) {
      await page.goto(`${app.home}${place}`);
      await page
        .getByText(seen)
        .first()
        .waitFor()
        .catch(async () => assert.fail(`${place}: ${await page.locator('main').innerText()}`));
      assert.equal(await page.locator('main :is(script, style, img)').count(), 0, place);
    }
    assert.equal(shown, 0);
    check();

    // Another origin, with the person's cookie at hand.
    const other = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end('<!doctype html>'),
    ).listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const foreign = await context.newPage();
    const answers: number[] = [];
    foreign.on('response', (response) => {
      if (response.url().includes('/console/api/')) answers.push(response.status());
    });
    await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const forged = [`${app.url}/api${home}/WorkOrders`, `${app.url}/api/Session`, `${app.url}/api${home}/Sessions`];
    await foreign.evaluate(async (targets) => {
      for (const target of targets) {
        await fetch(target, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          body: '{"Name":"forged"}',
        }).catch(() => undefined);
      }
    }, forged);
    await foreign.evaluate((target) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = target;
      document.body.append(form);
      form.submit();
    }, forged[0]!);
    await foreign.waitForURL('**/console/api/**');
    assert.deepEqual([...new Set(answers)], [403]);
    assert.equal((await sender.get(`${home}/WorkOrders`)).json.length, 1);
    await foreign.close();
  },
);
