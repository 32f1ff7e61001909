import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from './support/app.ts';

/** The reference page: open to everybody, and complete without a network. */

test('the page and all it loads come from the service, without credentials', async (t) => {
  const { url } = await startApp(t, 'sqlite');
  const page = await fetch(`${url}/docs`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
  const html = await page.text();
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = '']) => target);
  const scripts = loaded.filter((target) => target.endsWith('.js') || target.includes('.js?'));
  assert.equal(scripts.length, 2);
  for (const target of loaded) assert.match(target, /^(?:\/(?!\/)|data:)/, 'nothing is loaded from elsewhere');
  for (const script of scripts) {
    const reply = await fetch(url + script);
    assert.equal(reply.status, 200, script);
    assert.match(reply.headers.get('content-type')!, /^text\/javascript/);
    assert.match(reply.headers.get('cache-control')!, /immutable/);
    assert.ok((await reply.text()).length > 100);
  }
});

test('the policy of the page lets nothing but this service in or out', async (t) => {
  const { url } = await startApp(t, 'sqlite');
  const policy = (await fetch(`${url}/docs`)).headers.get('content-security-policy')!;
  const rules = new Map(policy.split('; ').map((rule) => rule.split(/ (.*)/) as [string, string]));
  assert.equal(rules.get('default-src'), "'none'");
  assert.equal(rules.get('script-src'), "'self'");
  assert.equal(rules.get('connect-src'), "'self'");
  assert.equal(rules.get('frame-ancestors'), "'none'");
  assert.ok(!/https?:|\*/.test(policy), policy);
});

test('the document is open to everybody, and counts against nobody', async (t) => {
  const { url } = await startApp(t, 'sqlite', { MDS_RATE_LIMIT: '1' });
  for (let time = 0; time < 3; time++) {
    const reply = await fetch(`${url}/openapi.json`);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('ratelimit'), null);
    assert.match(await reply.text(), /^\{"openapi":"3\.1\.1"/);
  }
  assert.equal((await fetch(`${url}/docs`, { method: 'HEAD' })).status, 200);
});
