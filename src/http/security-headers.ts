/**
 * What every answer tells browsers and caches. There is no CORS: a page of another origin reads nothing here. An answer
 * with headers of its own, such as the reference page, replaces these.
 */

/** Nothing but a record's reader may keep it, and only to ask whether it is still the same. */
export const PRIVATE_NO_CACHE = 'private, no-cache';
/** Two keys ask for the same path and get different records: a cache that serves both must not mix them up. */
export const VARY_BY_CREDENTIALS = 'authorization, apikey, shardid';
export const NO_STORE = 'no-store';

export function securityHeaders({ tls }: { tls: boolean }): Readonly<Record<string, string>> {
  return {
    'cache-control': NO_STORE,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A year. Names below this one are not ours to speak for.
    ...(tls && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
