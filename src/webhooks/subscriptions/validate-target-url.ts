/** Checks target URLs as far as possible without a lookup; the addresses of the name are checked when it is dialled. */
import type { Json } from '../../lib/json.ts';
import type { AddressGuard } from '../delivery/send/address-guard.ts';
import { MAX_URL_LENGTH } from './subscription.ts';

/** Returns the fault of the URL, as a phrase that follows its name; undefined if it can be used. */
export function validateTargetUrl(value: Json, guard: Pick<AddressGuard, 'refusalOfHost'>): string | undefined {
  if (typeof value !== 'string') return 'must be a URL that begins with https://';
  if (!value.startsWith('https://')) return 'must begin with https://';
  if (value.length > MAX_URL_LENGTH) return `has ${value.length} characters; at most ${MAX_URL_LENGTH} are allowed`;
  const url = parseUrl(value);
  if (url === undefined) return 'is not a URL';
  if (url.username !== '' || url.password !== '') {
    return 'must not hold a user name or password; a secret belongs into headers';
  }
  const refusal = guard.refusalOfHost(url.hostname);
  return refusal && `leads to ${refusal}, which deliveries may not be sent to unless the operator allows it`;
}

/**
 * Parses a URL strictly. `URL.parse` alone accepts mistakes: line breaks in the middle, backslashes for slashes, three
 * slashes for two.
 */
function parseUrl(text: string): URL | undefined {
  if (/[\s\\\x00-\x1f\x7f]/.test(text) || text.startsWith('https:///')) return undefined;
  return URL.parse(text) ?? undefined;
}
