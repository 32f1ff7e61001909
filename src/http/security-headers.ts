/**
 * Default security and cache headers of every response. CORS is not enabled, so pages of another origin can read
 * nothing here. A response with its own headers, such as the reference page, overrides these.
 */

/** Allows only the client itself to cache a record, and only with revalidation. */
export const PRIVATE_NO_CACHE = 'private, no-cache';
/** Vary value for caches: two keys can request the same path and get different records. */
export const VARY_BY_CREDENTIALS = 'authorization, apikey, shardid';
export const NO_STORE = 'no-store';

export function securityHeaders({ tls }: { tls: boolean }): Readonly<Record<string, string>> {
  return {
    'cache-control': NO_STORE,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // One year. Subdomains are excluded, because they are not ours to decide for.
    ...(tls && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
