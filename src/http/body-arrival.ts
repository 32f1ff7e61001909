/** Bodies before they are read: how much memory one may take, and waiting for one that nobody wants. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export const MAX_BODY = 1024 * 1024;

/** One that does not say how long it is may take all that is allowed. */
export function mostBytes(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_BODY;
  return Math.min(Number(headers['content-length'] ?? 0), MAX_BODY);
}

/** Resolves when it has passed by. A connection closed while a body still arrives takes the answer with it. */
export async function bodyPassed(request: IncomingMessage): Promise<void> {
  if (request.complete || mostBytes(request.headers) === 0) return;
  request.resume();
  await once(request, 'close');
}
