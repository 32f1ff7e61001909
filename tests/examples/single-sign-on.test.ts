// The worked example of docs/people.md: the provider as a process of its own, the service with the settings that it prints, and a person between them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';
import { ADMIN, browser } from '../support/people.ts';
import { freePort } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');

test('with the example provider and the settings it prints somebody signs in by single sign-on', async (t) => {
  const PORT = String(await freePort());
  const child = spawn(process.execPath, ['examples/single-sign-on/provider.mjs'], {
    cwd: root,
    env: { ...process.env, PORT },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) if (lines.push(line) === 2) break;
  const printed = Object.fromEntries(
    lines[1]!
      .trim()
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );
  const guide = readFileSync(join(root, 'docs/people.md'), 'utf8');
  for (const [name, value] of Object.entries(printed))
    assert.ok(guide.includes(`${name}=${value.replace(PORT, '9000')}`), `${name} in the guide`);
  const app = await startApp(t, 'sqlite', { ...printed, MDS_PUBLIC_URL: 'http://localhost:8080' });
  await app.account();

  const one = browser(app.url);
  const led = await one.get('/SingleSignOn');
  const back = await typedAtProvider(led.headers.get('location')!, ADMIN);
  const entered = await one.get(`/SingleSignOn/Callback?${back.searchParams}`);
  assert.equal(entered.headers.get('location'), '/console');
  assert.equal((await one.get('/Session')).json.person.email, ADMIN);
});

/** Its forms, filled in as by hand. */
async function typedAtProvider(location: string, email: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(location);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 15; steps++) {
    if (url.pathname.endsWith('/SingleSignOn/Callback')) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const given of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(given)!;
      jar.set(name!, value!);
    }
    const next = response.headers.get('location');
    const page = await response.text();
    form = undefined;
    if (next !== null) url = new URL(next, url);
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      assert.ok(prompt, page.slice(0, 500));
      form = new URLSearchParams({ prompt, login: email, password: 'anything' });
      url = new URL(/action="([^"]+)"/.exec(page)![1]!, url);
    }
  }
  throw new Error('The provider leads nowhere.');
}
