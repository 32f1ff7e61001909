/** Whether a request comes from the service: its signature, as https://www.standardwebhooks.com has it. */
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that the clocks of the two sides may differ. What is older may be a recorded request that somebody sends again. */
const TOLERANCE = 300;

/**
 * @param {readonly string[]} secrets as the service has shown them, `whsec_...`; two while one is being exchanged
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer | string} body as it came, before anything has read it
 * @param {number} now in seconds
 */
export function isGenuine(secrets, headers, body, now = Date.now() / 1000) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = String(headers['webhook-signature']).split(' ');
  if (!id || !timestamp || !(Math.abs(now - Number(timestamp)) <= TOLERANCE)) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    // With an empty one anybody can sign.
    if (key.length === 0) return false;
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return signatures.some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
      return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}
