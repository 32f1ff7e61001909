/**
 * Web page with its scripts and styles, all served from here. It works without network access, and its security policy
 * blocks requests to other origins. Scripts and styles are never inline.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../lib/ids.ts';
import type { PublicRoute } from './public-route.ts';
import { answerStatic } from './static-answer.ts';
import { StaticBody } from './static-body.ts';

const mediaTypes = { js: 'text/javascript', css: 'text/css' } as const;

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

export interface StaticPage {
  readonly page: PublicRoute;
  readonly files: readonly PublicRoute[];
}

/** Folder of the files that all pages share. */
const SHARED_FILES_FOLDER = join(import.meta.dirname, 'page');

/**
 * Creates a page. `folder` contains the files for the browser, sent unchanged; `html` receives the base path of these
 * files.
 */
export function createStaticPage(path: string, folder: string, html: (files: string) => string): StaticPage {
  const files = [SHARED_FILES_FOLDER, folder]
    .flatMap((from) => readdirSync(from).map((name) => ({ name, from })))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, from }) => ({ name, body: new StaticBody(readFileSync(join(from, name), 'utf8')) }));
  // Scripts import each other from the folder they were loaded from, so all have the same version and can be cached
  // forever.
  const version = sha256(Buffer.concat(files.map(({ body }) => body.bytes)))
    .toString('hex')
    .slice(0, 16);
  const whole = new StaticBody(html(`${path}/${version}`));
  return {
    page: { path, handle: ({ headers }) => answerStatic(shown('text/html', whole, 'no-cache'), headers) },
    files: files.map(({ name, body }) => ({
      path: `${path}/${version}/${name}`,
      handle: ({ headers }) =>
        answerStatic(
          shown(mediaTypes[name.split('.').at(-1) as keyof typeof mediaTypes], body, IMMUTABLE_CACHE_CONTROL),
          headers,
        ),
    })),
  };
}

/** Allows caching forever: these URLs change with their content. */
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

function shown(mediaType: string, body: StaticBody, cache: string) {
  return {
    body,
    type: `${mediaType}; charset=utf-8`,
    headers: {
      'cache-control': cache,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    },
  };
}

/** Favicon of the pages, as an `href`. */
export const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5cad"/><path d="M9 23V9l7 8 7-8v14" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`;
