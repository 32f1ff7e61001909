/**
 * Checks the headers that a subscriber may add to its deliveries. The check happens when the subscription is written,
 * so that headers cannot make a delivery fail later. No custom header can replace one that the service itself or HTTP
 * relies on.
 */
import { escapePointer, type Json } from '../../lib/json.ts';

export const MAX_CUSTOM_HEADERS = 30;
export const MAX_HEADER_NAME_LENGTH = 100;
export const MAX_HEADER_VALUE_LENGTH = 4_096;
/** Maximum length of all names and values together. Common servers refuse a request whose headers exceed 8 KiB. */
export const MAX_HEADERS_TOTAL_LENGTH = 6_144;

/** Reserved only since deliveries are signed: subscriptions from before may have one of their own. */
const SIGNATURE_HEADER = 'webhook-signature';

/** `pointer` leads into the headers: empty, or a slash and a name. */
export interface HeaderFault {
  readonly pointer: string;
  readonly message: string;
}

/** Returns the faults of the given headers; none if they are an object of header name to text, fit to be sent. */
export function validateHeaders(given: Json): HeaderFault[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return [{ pointer: '', message: 'must be an object of header name to text' }];
  }
  const entries = Object.entries(given);
  if (entries.length > MAX_CUSTOM_HEADERS) {
    return [{ pointer: '', message: `has ${entries.length} headers; at most ${MAX_CUSTOM_HEADERS} are allowed` }];
  }
  const size = entries.reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 0),
    0,
  );
  if (size > MAX_HEADERS_TOTAL_LENGTH) {
    return [{ pointer: '', message: `has ${size} characters in all; at most ${MAX_HEADERS_TOTAL_LENGTH} are allowed` }];
  }
  const seen = new Set<string>();
  return entries.flatMap(([name, value]) => {
    const message = faultOfName(name, seen) ?? faultOfValue(value);
    seen.add(name.toLowerCase());
    return message === undefined ? [] : [{ pointer: `/${escapePointer(name)}`, message }];
  });
}

/** Returns the headers with the one named like the signature renamed; undefined if there is none. */
export function renameSignatureHeader(
  headers: Readonly<Record<string, string>>,
): { readonly headers: Record<string, string>; readonly to: string } | undefined {
  const names = Object.keys(headers);
  if (!names.some((name) => name.toLowerCase() === SIGNATURE_HEADER)) return undefined;
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let to = 'X-Signature';
  for (let n = 2; taken.has(to.toLowerCase()); n++) to = `X-Signature-${n}`;
  const renamed = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase() === SIGNATURE_HEADER ? to : name,
    value,
  ]);
  return { headers: Object.fromEntries(renamed), to };
}

function faultOfName(name: string, others: ReadonlySet<string>): string | undefined {
  const lower = name.toLowerCase();
  if (!HEADER_NAME_PATTERN.test(name)) return "is no header name: letters, digits and !#$%&'*+-.^_`|~ are allowed";
  if (name.length > MAX_HEADER_NAME_LENGTH) return `has a name of more than ${MAX_HEADER_NAME_LENGTH} characters`;
  if (SERVICE_HEADERS.has(lower)) return 'is reserved: the service sets it on every delivery';
  if (lower.startsWith('content-') || CONNECTION_HEADERS.has(lower))
    return 'is reserved: it belongs to the HTTP connection';
  return others.has(lower) ? 'is given twice: header names do not differ by case' : undefined;
}

function faultOfValue(value: Json): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (value.length > MAX_HEADER_VALUE_LENGTH)
    return `has ${value.length} characters; at most ${MAX_HEADER_VALUE_LENGTH} are allowed`;
  if (!HEADER_VALUE_PATTERN.test(value)) return 'may hold printable ASCII characters only, no line breaks';
  // Receivers cut it off, so a secret that ends in a space would never be found equal.
  return value.trim() === value ? undefined : 'must not begin or end with a space';
}

const HEADER_NAME_PATTERN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const HEADER_VALUE_PATTERN = /^[\t\x20-\x7e]*$/;

const SERVICE_HEADERS = new Set([
  'webhook-id',
  'webhook-timestamp',
  SIGNATURE_HEADER,
  'x-entity-type',
  'x-action',
  'x-change',
  'user-agent',
  'host',
]);

/** Hop-by-hop headers, and `Expect`, which would make the receiver wait for a second half. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
