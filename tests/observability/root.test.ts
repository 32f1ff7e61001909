import assert from 'node:assert/strict';
import { onBothEngines } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';

onBothEngines(
  'the bare address leads a browser to the reference, and tells a program where the API is',
  async (engine) => {
    const { url } = await sharedApp(engine);
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const led = await fetch(url, { headers: browser, redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location'), led.headers.get('vary')], [302, '/docs', 'accept']);
    const page = await fetch(url, { headers: browser });
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await page.text(), /API reference/);

    for (const accept of ['*/*', 'application/json']) {
      const told = await fetch(url, { headers: { accept } });
      assert.equal(told.status, 404);
      const problem = (await told.json()) as { code: string; detail: string };
      assert.equal(problem.code, 'not_found');
      assert.match(problem.detail, /\/api\b.*\/docs\b/);
    }
    assert.equal((await fetch(`${url}/nothing`, { headers: browser })).status, 404, 'a path that is wrong stays wrong');
  },
);
