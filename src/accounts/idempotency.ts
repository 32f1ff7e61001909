/** `Idempotency-Key`: identifies a repeated write, and distinguishes it from another request with the same key. */
import { sha256Hex } from '../lib/ids.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';

export interface IdempotencyKey {
  readonly integrationID: string;
  readonly key: string;
  /** Hash of the request, to distinguish a repeat from another request with the same key. */
  readonly fingerprint: string;
}

const MAX = 255;

/**
 * Validates the header and creates the key. `what` is the operation, such as `POST Tasks`; `body` is parsed, so white
 * space makes no difference.
 */
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

/** Response header of a repeated request: the earlier response was replayed and nothing was done. */
export const REPLAYED = { 'Idempotency-Replayed': 'true' };
