/**
 * What every answer tells browsers and caches. There is no CORS: a page of another origin reads nothing here. An answer
 * with headers of its own, such as the reference page, replaces these.
 */

/** Nothing but a record's reader may keep it, and only to ask whether it is still the same. */
export const PRIVATE = 'private, no-cache';
/** Two keys ask for the same path and get different records: a cache that serves both must not mix them up. */
export const BY_CALLER = 'authorization, apikey, shardid';
export const NOT_KEPT = 'no-store';

export function securityHeaders({ tls }: { tls: boolean }): Readonly<Record<string, string>> {
  return {
    'cache-control': NOT_KEPT,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A year. Names below this one are not ours to speak for.
    ...(tls && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
