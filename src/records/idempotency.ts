/** `Idempotency-Key`: how a repeated POST is recognised, and told from another request under the same key. */
import type { RecordTypeName } from '../catalogue/index.ts';
import { sha256 } from '../kernel/ids.ts';
import type { Json } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import type { IdempotencyKey } from './store.ts';

const LONGEST = 255;

/** `body` as it was parsed: white space between its parts does not make it another request. */
export function idempotencyKey(
  integrationID: string,
  header: string,
  type: RecordTypeName,
  body: Json,
): IdempotencyKey | Problem {
  if (!/^[\x21-\x7e]+$/.test(header) || header.length > LONGEST) {
    const message = `must be 1 to ${LONGEST} printable characters without spaces`;
    return new Problem('invalid_header', `Idempotency-Key ${message}.`, {
      errors: [{ header: 'Idempotency-Key', message }],
    });
  }
  const fingerprint = sha256(`POST ${type} ${JSON.stringify(body)}`).toString('hex');
  return { integrationID, key: header, fingerprint };
}
