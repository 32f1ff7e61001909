/** The `Idempotency-Key` of a request, for every route that takes one. */
import { type IdempotencyKey, idempotencyKey } from '../accounts/idempotency.ts';
import type { Json } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import type { ApiRequest } from './route.ts';

/** Returns the idempotency key; empty if the client sent none. `what` names the operation, such as `POST Tasks`. */
export function readIdempotencyHeader(
  { headers, caller }: ApiRequest,
  what: string,
  body: Json,
): { readonly idempotency?: IdempotencyKey } | Problem {
  const header = headers['idempotency-key'];
  if (header === undefined) return {};
  // Keys are separate per person: one person's retry does not match another's request.
  const whose = caller.person === undefined ? caller.integration.id : `usr_${caller.person.id}`;
  const idempotency = idempotencyKey(whose, String(header), what, body);
  return idempotency instanceof Problem ? idempotency : { idempotency };
}
