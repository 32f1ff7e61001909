/** Serves the console: one document for every address below /console, and its files. */

import type { PublicRequest, PublicRoute } from '../../http/public-route.ts';
import type { ApiResponse } from '../../http/route.ts';
import { answerStatic } from '../../http/static-answer.ts';
import { Problem } from '../../problems.ts';
import { loadConsoleFiles } from './files.ts';

export const consolePages: readonly PublicRoute[] = [
  { path: '/console', handle: showPage },
  { path: '/console/*', handle: showPage },
  { path: '/console/assets/:name', handle: sendAsset },
];

/**
 * Security policy: pages load data only from this service. Nothing else can be loaded, framed or sent to, whatever a
 * record contains.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

async function showPage({ parameters, headers: asked }: PublicRequest): Promise<ApiResponse | Problem> {
  // An unknown path below these is not a page.
  if (/^(api|assets)(\/|$)/i.test(parameters['*'] ?? '')) return nothingHere();
  const { page } = await loadConsoleFiles();
  return answerStatic({ ...page, headers: { ...headers, 'cache-control': 'no-cache' } }, asked);
}

/** Allows caching forever: these URLs change with their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

async function sendAsset({ parameters, headers: asked }: PublicRequest): Promise<ApiResponse | Problem> {
  const { assets } = await loadConsoleFiles();
  const file = assets.get(parameters.name ?? '');
  if (file === undefined) return nothingHere();
  return answerStatic({ ...file, headers: { ...headers, 'cache-control': FOR_EVER } }, asked);
}

function nothingHere(): Problem {
  return new Problem('not_found', 'There is nothing at this path. See /docs for what there is.');
}
