/**
 * Whether a delivery came from the service, unchanged and just now, by its signature (Standard Webhooks). With Web Crypto, so it runs
 * wherever there is `fetch`.
 */

/** The delivery is not what it should be: answer it with 401 and do nothing. */
export class UnverifiedDelivery extends Error {
  override name = 'UnverifiedDelivery';
}

export interface VerifyOptions {
  /** How old, or how far ahead, a delivery may be. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/** Headers as a request has them: by any case, or as `Headers`. */
export type DeliveryHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * The body of the delivery, parsed. `body` must be the bytes as they came, not what a framework made of them; `secret` is the
 * `signingSecret` of the subscription, or several of them.
 */
export async function verifyDelivery<Body = unknown>(
  body: string | Uint8Array,
  headers: DeliveryHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Body> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerOf(headers, name);
    if (value === undefined) throw new UnverifiedDelivery(`The header ${name} is missing.`);
    return value;
  }) as [string, string, string];
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new UnverifiedDelivery('webhook-timestamp is no number of seconds.');
  const age = now / 1000 - Number(timestamp);
  if (Math.abs(age) > toleranceSeconds)
    throw new UnverifiedDelivery(`The delivery was signed ${Math.round(age)} s ago, by this machine's clock.`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const one of [secret].flat() as string[]) {
    const key = await crypto.subtle.importKey('raw', keyOf(one), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures.split(' ').flatMap(signatureOf)) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder().decode(bytes)) as Body;
    }
  }
  throw new UnverifiedDelivery('No signature is of this secret.');
}

function headerOf(headers: DeliveryHeaders, wanted: string): string | undefined {
  if (headers instanceof Headers) return headers.get(wanted) ?? undefined;
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0) throw new TypeError('A signing secret is whsec_ and base64.');
  return key;
}

function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  const [version, signature = ''] = text.split(',');
  const bytes = version === 'v1' ? fromBase64(signature) : undefined;
  return bytes === undefined ? [] : [bytes];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
