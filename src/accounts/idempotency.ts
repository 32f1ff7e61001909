/** `Idempotency-Key`: how a repeated write is recognised, and told from another request under the same key. */
import { sha256Hex } from '../lib/ids.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';

export interface IdempotencyKey {
  readonly integrationID: string;
  readonly key: string;
  /** Hash of the request, to tell a repeat from another request under the same key. */
  readonly fingerprint: string;
}

const MAX = 255;

/** `what` is asked for, such as `POST Tasks`; `body` as it was parsed: white space between its parts makes no other request. */
export function idempotencyKey(
  integrationID: string,
  header: string,
  what: string,
  body: Json,
): IdempotencyKey | Problem {
  if (!/^[\x21-\x7e]+$/.test(header) || header.length > MAX) {
    const message = `must be 1 to ${MAX} printable characters without spaces`;
    return new Problem('invalid_header', `Idempotency-Key ${message}.`, {
      errors: [{ header: 'Idempotency-Key', message }],
    });
  }
  const fingerprint = sha256Hex(`${what} ${JSON.stringify(body)}`);
  return { integrationID, key: header, fingerprint };
}

/** The header that tells a client that its request had been answered before, and did nothing now. */
export const REPLAYED = { 'Idempotency-Replayed': 'true' };
