/** Whether a delivery was signed by the service, just now (Standard Webhooks). */
import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = { readonly [name: string]: string | string[] | undefined };

const TOLERANCE_SECONDS = 300;

/** `secrets` are those shown for the subscription; `body` are the bytes as they came. */
export function isGenuine(secrets: readonly string[], headers: Headers, body: Uint8Array, now: number): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  ) as [string, string, string];
  if (id === '' || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    // With an empty key anybody can sign.
    if (key.length === 0) return false;
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return signatures.split(' ').some((one) => {
      const given = Buffer.from(/^v1,(.+)$/.exec(one)?.[1] ?? '', 'base64');
      return given.length === signed.length && timingSafeEqual(given, signed);
    });
  });
}
