/**
 * Reads the three credential headers, or the single header for clients that support only one. Uses the raw header list,
 * so that a repeated header is detected.
 */

export interface Credentials {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

/**
 * Reads the credentials from Node's flat list of names and values. Returns undefined if one of the three is missing,
 * empty, repeated or invalid: the response is the same for all.
 */
export function readCredentials(rawHeaders: readonly string[]): Credentials | undefined {
  let apiKey: string | undefined;
  let vaultSecret: string | undefined;
  let shardID: string | undefined;
  let bearer: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const value = rawHeaders[at + 1]!;
    // Compare lengths first: this runs on every request, and nearly every header is none of these.
    if (name.length === 6 && name.toLowerCase() === 'apikey') {
      if (apiKey !== undefined) return undefined;
      apiKey = value;
    } else if (name.length === 11 && name.toLowerCase() === 'vaultsecret') {
      if (vaultSecret !== undefined) return undefined;
      vaultSecret = value;
    } else if (name.length === 7 && name.toLowerCase() === 'shardid') {
      if (shardID !== undefined) return undefined;
      shardID = value;
    } else if (name.length === 13 && name.toLowerCase() === 'authorization') {
      bearer = bearer === undefined ? value : TWICE;
    }
  }
  // Ignore Authorization next to the three headers: proxies add their own.
  if (apiKey === undefined && vaultSecret === undefined && shardID === undefined && bearer !== undefined)
    return readBearer(bearer);
  if (!isPlausible(apiKey) || !isPlausible(vaultSecret) || !isPlausible(shardID)) return undefined;
  return { apiKey, vaultSecret, shardID };
}

const TWICE = '';

/**
 * Parses `Bearer <apiKey>.<vaultSecret>.<shardID>`. The key and the secret contain no dot, and no part a space:
 * otherwise the pattern would backtrack over thousands of them.
 */
function readBearer(header: string): Credentials | undefined {
  const [, apiKey, vaultSecret, shardID] = /^Bearer +([^. ]+)\.([^. ]+)\.([^ ]+)$/i.exec(header) ?? [];
  if (!isPlausible(apiKey) || !isPlausible(vaultSecret) || !isPlausible(shardID)) return undefined;
  return { apiKey, vaultSecret, shardID };
}

/**
 * True if the value is visible ASCII of a valid length. If a proxy joined two headers, the value contains a space and
 * is invalid.
 */
function isPlausible(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e]{1,256}$/.test(value);
}
