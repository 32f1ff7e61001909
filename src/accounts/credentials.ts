/**
 * The three headers every request carries, or the same in one, for clients that offer one alone; read from the raw header list so that a
 * repeated one cannot hide.
 */

export interface Credentials {
  readonly apiKey: string;
  readonly vaultSecret: string;
  readonly shardID: string;
}

/**
 * `rawHeaders` is Node's flat list of names and values as they arrived. Undefined when one of the three is missing,
 * empty, repeated or cannot be a credential: the answer is the same for all, so nothing more is told apart here.
 */
export function readCredentials(rawHeaders: readonly string[]): Credentials | undefined {
  let apiKey: string | undefined;
  let vaultSecret: string | undefined;
  let shardID: string | undefined;
  let bearer: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const value = rawHeaders[at + 1]!;
    // Lengths first: this runs on every request, and nearly every header is none of the three.
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
  // Beside the three it says nothing: proxies have one of their own.
  if (apiKey === undefined && vaultSecret === undefined && shardID === undefined && bearer !== undefined)
    return readBearer(bearer);
  if (!isPlausible(apiKey) || !isPlausible(vaultSecret) || !isPlausible(shardID)) return undefined;
  return { apiKey, vaultSecret, shardID };
}

const TWICE = '';

/** `Bearer <apiKey>.<vaultSecret>.<shardID>`. Neither of the first two has a dot, and none a space: else thousands of them were tried in every way. */
function readBearer(header: string): Credentials | undefined {
  const [, apiKey, vaultSecret, shardID] = /^Bearer +([^. ]+)\.([^. ]+)\.([^ ]+)$/i.exec(header) ?? [];
  if (!isPlausible(apiKey) || !isPlausible(vaultSecret) || !isPlausible(shardID)) return undefined;
  return { apiKey, vaultSecret, shardID };
}

/** Visible ASCII of a length a credential can have. A proxy that joined two headers leaves a space, which is none. */
function isPlausible(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e]{1,256}$/.test(value);
}
