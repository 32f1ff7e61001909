/**
 * GET /docs: the OpenAPI document as a page for people, of our own making (decision 0030). All of it is served from here: the page works without
 * a network, and its security policy lets nothing go elsewhere.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../http/route.ts';
import type { OpenRoute } from '../http/server.ts';
import { StaticBody } from '../http/static-body.ts';
import { sha256 } from '../kernel/ids.ts';

export const REFERENCE_PATH = '/docs';

/** Scripts and styles for the browser, as they are sent. */
const FOLDER = join(import.meta.dirname, 'reference');
const mediaTypes = { js: 'text/javascript', css: 'text/css' } as const;

// Nothing inline: neither scripts nor styles.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function referencePage(openApiPath: string): OpenRoute[] {
  const files = readdirSync(FOLDER)
    .sort()
    .map((name) => ({ name, body: new StaticBody(readFileSync(join(FOLDER, name), 'utf8')) }));
  // Scripts find each other in the folder they were loaded from: all of them are of one version, and never grow old.
  const version = sha256(Buffer.concat(files.map(({ body }) => body.bytes)))
    .toString('hex')
    .slice(0, 16);
  const folder = `${REFERENCE_PATH}/${version}`;
  const whole = new StaticBody(page(folder, openApiPath));
  return [
    { path: REFERENCE_PATH, handle: () => answer('text/html', whole, 'no-cache') },
    ...files.map(({ name, body }) => ({
      path: `${folder}/${name}`,
      handle: () => answer(mediaTypes[name.split('.').at(-1) as keyof typeof mediaTypes], body, FOR_EVER),
    })),
  ];
}

/** What is fetched under a name that changes with its content never grows old. */
const FOR_EVER = 'public, max-age=31536000, immutable';

function answer(mediaType: string, body: StaticBody, cache: string): Answer {
  return {
    status: 200,
    body,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': cache,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  };
}

function page(folder: string, openApiPath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Maintenance Data Service: API reference</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
    <link rel="stylesheet" href="${folder}/page.css">
    <link rel="preload" as="fetch" crossorigin href="${openApiPath}">
    <script type="module" src="${folder}/main.js"></script>
  </head>
  <body>
    <div id="reference" data-document="${openApiPath}"></div>
    <noscript>This page needs JavaScript. The document it shows is at <a href="${openApiPath}">${openApiPath}</a>.</noscript>
  </body>
</html>
`;
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M9 23V9l7 8 7-8v14" fill="none" stroke="#fff" stroke-width="3"/></svg>';
