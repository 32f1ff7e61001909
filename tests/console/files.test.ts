// The files of the console as browsers get them: how long they may be kept, in which form they come, what the security policy says, and that
// an address of a page is a page while a file that is not there is none.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isOf, keptBundle } from '../../console/kept-bundle.ts';
import { loadFilesFrom } from '../../src/api/console/files.ts';
import { startApp } from '../support/app.ts';
import { startService } from '../support/service.ts';
import { sharedApp } from '../support/shared-app.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

test('the files of the console', async (t) => {
  const { url } = await sharedApp('sqlite');
  const page = await fetch(`${url}/console`);
  const html = await page.text();
  const assets = [...html.matchAll(/\/console\/assets\/[^"]+/g)].map(([path]) => path);

  await t.test(
    'every address of a page gives the same page, asked for anew each time and told apart by its tag',
    async () => {
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'no-cache');
      for (const path of ['/console/', '/console/signin', '/console/acc_1/WorkOrders?Status=Open', '/CONSOLE/link']) {
        const other = await fetch(url + path);
        assert.equal(await other.text(), html, path);
        assert.equal(other.headers.get('etag'), page.headers.get('etag'));
      }
      const again = await fetch(`${url}/console/x`, { headers: { 'if-none-match': page.headers.get('etag')! } });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get('content-security-policy'), POLICY);
      assert.equal((await fetch(`${url}/console`, { headers: { 'if-none-match': '"other"' } })).status, 200);
    },
  );

  await t.test(
    'files are named by their content and kept for ever; they come compressed, once, in what the browser takes',
    async () => {
      assert.ok(assets.length >= 3, html);
      for (const path of assets) {
        const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
        assert.equal(plain.status, 200, path);
        assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(plain.headers.get('content-encoding'), null);
        assert.match(plain.headers.get('content-type')!, /^text\/(javascript|css); charset=utf-8$/);
        assert.equal(plain.headers.get('x-content-type-options'), 'nosniff');
        const bytes = Buffer.from(await plain.arrayBuffer());
        if (bytes.length < 1024) continue;
        for (const [coding, undo] of [
          ['br', brotliDecompressSync],
          ['gzip', gunzipSync],
        ] as const) {
          const [encoding, sent] = await raw(url + path, coding);
          assert.equal(encoding, coding);
          assert.ok(sent.length < bytes.length);
          assert.deepEqual(undo(sent), bytes);
        }
      }
    },
  );

  await t.test('the security policy is that of the design, to the letter, on pages and on files', async () => {
    for (const path of ['/console', assets[0]!]) {
      const { headers } = await fetch(url + path);
      assert.equal(headers.get('content-security-policy'), POLICY);
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    }
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|style=|https?:\/\/(?!www\.w3\.org)|\bon\w+=/i);
  });

  await t.test('what is not there below the files and the API is not found, not a page', async () => {
    for (const path of [
      '/console/assets/none.js',
      '/console/assets',
      '/console/assets/../../package.json',
      '/console/api',
      '/console/api/',
    ]) {
      const { status, headers } = await fetch(url + path);
      assert.equal(path.includes('..') ? [404, 200].includes(status) : status === 404, true, `${path}: ${status}`);
      if (status === 404) assert.equal(headers.get('content-type'), 'application/problem+json', path);
    }
    assert.equal((await fetch(`${url}/console/assets/..%2f..%2fpackage.json`)).status, 404);
    assert.equal((await fetch(`${url}/console/signin`, { method: 'POST' })).status, 404);
  });

  await t.test('the style is small, and the script of the first load too', async () => {
    const sizes = await Promise.all(
      assets.map(async (path) => ({ path, size: (await raw(url + path, 'gzip'))[1].length })),
    );
    const total = (ending: string) =>
      sizes.filter(({ path }) => path.endsWith(ending)).reduce((sum, { size }) => sum + size, 0);
    assert.ok(total('.js') <= 150 * 1024, `${total('.js')} bytes of script`);
    assert.ok(total('.css') <= 25 * 1024, `${total('.css')} bytes of style`);
  });
});

test('a service that was just started says where its console is, and shows it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-console-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ DATABASE_URL: `sqlite:${join(folder, 'mds.db')}` }, folder);
  t.after(() => service.end());
  // It answers a moment before it says so.
  const banner = () => /Console: (http:\S+)/.exec(service.output())?.[1];
  while (banner() === undefined) await sleep(10);
  const told = banner();
  assert.equal(told, `${service.url.replace('127.0.0.1', 'localhost')}/console`);
  const page = await (await fetch(`${service.url}/console`)).text();
  const script = /src="([^"]+main-[^"]+\.js)"/.exec(page)?.[1];
  assert.equal((await fetch(`${service.url}${script}`)).status, 200);
});

test('with the console switched off there is none', async (t) => {
  const { url } = await startApp(t, 'sqlite', { MDS_CONSOLE: 'off' });
  assert.equal((await fetch(`${url}/console`)).status, 404);
});

test('files that were built are taken as they are; where they can neither be found nor made, a page says what to do', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-console-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const missing = await loadFilesFrom(folder);
  assert.match(missing.page.body.bytes.toString(), /npm run console/);
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'dist/assets/main-AB.js'), '1');
  const built = await loadFilesFrom(folder);
  assert.equal(built.page.body.bytes.toString(), '<!doctype html>');
  assert.deepEqual([...built.assets.keys()], ['main-AB.js']);
});

/** Without the decoding that fetch does by itself. */
async function raw(url: string, coding: string): Promise<[string | undefined, Buffer]> {
  const { get } = await import('node:http');
  return new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': coding } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () => done([answer.headers['content-encoding'], Buffer.concat(pieces)]));
    }).on('error', failed);
  });
}

test('a bundle is kept for the next start, until something it was made from changes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mds-bundle-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'kept', 'bundle');
  const made = await keptBundle(file);
  assert.ok(made.has('index.html'));
  const kept = deserialize(readFileSync(file));
  for (const source of ['src/main.tsx', 'src/tokens.css', '../src/accounts/roles.ts', '../package-lock.json']) {
    assert.ok(kept.sources.has(source), source);
  }
  assert.ok(isOf(kept.sources));
  assert.ok(!isOf(new Map([...kept.sources, ['src/main.tsx', 'of another time']])));
  const fewer = [...kept.sources].filter(([source]) => source !== 'src/tokens.css');
  assert.ok(!isOf(new Map(fewer)), 'a style that was not there');

  const known = new Map([['index.html', Buffer.from('the kept one')]]);
  writeFileSync(file, serialize({ sources: kept.sources, bundle: known }));
  assert.equal(Buffer.from((await keptBundle(file)).get('index.html')!).toString(), 'the kept one');
  writeFileSync(file, 'damaged');
  assert.deepEqual((await keptBundle(file)).get('index.html'), made.get('index.html'));
});
