import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from './support/app.ts';
import { sharedApp } from './support/shared-app.ts';

/** The reference page: open to everybody, complete without a network, and small. */

const SMALL = 64 * 1024;

test('the page and all it loads come from the service, without credentials, and are small', async () => {
  const { url } = await sharedApp('sqlite');
  const page = await fetch(`${url}/docs`);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type')!, /^text\/html/);
  const html = await page.text();
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = '']) => target);
  for (const target of named) assert.match(target, /^(?:\/(?!\/)|data:)/, 'nothing is loaded from elsewhere');
  const files = await loadedFrom(
    url,
    named.filter((target) => /\.(?:js|css)$/.test(target)),
  );
  assert.ok(files.size >= 3, 'the scripts load each other');
  for (const [path, { type, cache }] of files) {
    assert.match(type, path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
    assert.match(cache, /immutable/);
  }
  const size = [...files.values()].reduce((sum, { text }) => sum + text.length, html.length);
  assert.ok(size < SMALL, `${size} bytes`);
});

test('the policy of the page lets nothing but this service in or out, and nothing inline', async () => {
  const { url } = await sharedApp('sqlite');
  const page = await fetch(`${url}/docs`);
  const policy = page.headers.get('content-security-policy')!;
  const rules = new Map(policy.split('; ').map((rule) => rule.split(/ (.*)/) as [string, string]));
  assert.equal(rules.get('default-src'), "'none'");
  assert.equal(rules.get('script-src'), "'self'");
  assert.equal(rules.get('style-src'), "'self'");
  assert.equal(rules.get('connect-src'), "'self'");
  assert.equal(rules.get('frame-ancestors'), "'none'");
  assert.ok(!/https?:|\*|unsafe/.test(policy), policy);
  const html = await page.text();
  assert.doesNotMatch(html, /<style|style="|<script>|\son\w+="/);
});

test('credentials are kept by the tab alone, and nothing is read as HTML', async () => {
  const { url } = await sharedApp('sqlite');
  const html = await (await fetch(`${url}/docs`)).text();
  const files = await loadedFrom(url, [/src="([^"]+)"/.exec(html)![1]!]);
  const scripts = [...files.values()].map(({ text }) => text).join('\n');
  assert.match(scripts, /sessionStorage/);
  assert.doesNotMatch(scripts, /localStorage|document\.cookie|indexedDB/);
  assert.doesNotMatch(scripts, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
});

test('the page understands every word of JSON Schema that the document uses', async () => {
  const { url } = await sharedApp('sqlite');
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { components: { schemas: object } };
  const words = new Set<string>();
  for (const schema of Object.values(document.components.schemas)) collectWords(schema, words);
  assert.deepEqual([...words].filter((word) => !known.has(word)).sort(), []);
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

test('the document and the page have an ETag, and who has them already is answered without a body', async () => {
  const { url } = await sharedApp('sqlite');
  for (const path of ['/openapi.json', '/docs']) {
    for (const coding of ['identity', 'gzip', 'br']) {
      const get = (held?: string) =>
        fetch(url + path, { headers: { 'accept-encoding': coding, ...(held && { 'if-none-match': held }) } });
      const first = await get();
      const etag = first.headers.get('etag');
      assert.match(etag ?? '', /^"[\w-]+"$/, path);
      const length = (await first.bytes()).length;
      // A proxy that compresses weakens the tag; a client may hold several.
      for (const held of [etag!, `W/${etag}`, `"another", ${etag}`, '*']) {
        const again = await get(held);
        assert.deepEqual(
          [again.status, again.headers.get('content-length'), await again.text()],
          [304, null, ''],
          held,
        );
        for (const name of ['cache-control', 'vary', 'content-security-policy'])
          assert.equal(again.headers.get(name), first.headers.get(name), `${path} ${coding} ${name}`);
        assert.equal(again.headers.get('etag')!.replace(/-\w+"$/, '"'), etag!.replace(/-\w+"$/, '"'));
      }
      const other = await get('"another"');
      assert.deepEqual([other.status, (await other.bytes()).length], [200, length]);
    }
  }
});

/** Shown by the page, or said in the description beside it. */
const shown = [
  '$ref',
  'title',
  'description',
  'type',
  'format',
  'properties',
  'required',
  'items',
  'oneOf',
  'anyOf',
  'enum',
];
const limits = ['const', 'default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'];
const described = [
  // The operations of a patch say which they are.
  'discriminator',
  'uniqueItems',
  'pattern',
  'examples',
  'readOnly',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'additionalProperties',
];
const known = new Set([...shown, ...limits, ...described]);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
}

function collectWords(schema: Schema, words: Set<string>): void {
  for (const word of Object.keys(schema)) words.add(word);
  const inner = [
    schema.items,
    schema.additionalProperties,
    ...Object.values(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
  ];
  for (const one of inner) if (typeof one === 'object') collectWords(one, words);
}

/** With what the scripts among them import, and so on. */
async function loadedFrom(url: string, paths: readonly string[]) {
  const files = new Map<string, { text: string; type: string; cache: string }>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    const reply = await fetch(url + path);
    assert.equal(reply.status, 200, path);
    const text = await reply.text();
    files.set(path, { text, type: reply.headers.get('content-type')!, cache: reply.headers.get('cache-control')! });
    for (const [, name] of text.matchAll(/from '(\.\/[^']+)'/g)) waiting.push(new URL(name!, url + path).pathname);
  }
  return files;
}
