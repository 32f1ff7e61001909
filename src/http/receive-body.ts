/** Reads and counts request bodies as they arrive, or discards those that are not needed. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem, Unanswerable } from '../problems.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
/** Limit for callers that are not authenticated: reading blocks the thread and is not scheduled fairly. */
export const MAX_PUBLIC_BODY_BYTES = 32 * 1024;
/**
 * Limit for the rest of a body whose request has been answered. Many clients read the response only after sending the
 * whole body.
 */
export const MAX_DISCARDED_BYTES = 64 * MAX_BODY_BYTES;

/**
 * Reads a body into memory. Calls `hold` before storing any of it, so a body that never arrives uses no memory,
 * whatever its Content-Length says. The rest of a refused body still arrives, but is not kept.
 */
export function receiveBody(
  request: IncomingMessage,
  most: number,
  hold: (bytes: number) => Problem | undefined,
  done: (failure: Error | null, body?: Buffer) => void,
): void {
  let body: Buffer = EMPTY_BUFFER;
  let size = 0;
  if (Number(request.headers['content-length']) > most) {
    done(new Unanswerable(tooLarge(most)));
    return;
  }
  request.on('data', onData).on('end', onEnd).on('error', onError);

  function onData(piece: Buffer): void {
    const refusal = size + piece.length > most ? tooLarge(most) : makeRoom(size + piece.length);
    if (refusal !== undefined) {
      leave();
      // Keeps reading without storing: a client that cannot finish writing never reads the response.
      request.resume();
      done(new Unanswerable(refusal));
      return;
    }
    size += piece.copy(body, size);
  }

  /**
   * Doubles the buffer when it is full. A body in a million one-byte chunks is then copied about twice, and uses no
   * more memory than was counted.
   */
  function makeRoom(wanted: number): Problem | undefined {
    if (wanted <= body.length) return undefined;
    const room = Math.min(Math.max(wanted, 2 * body.length), most);
    const refusal = hold(room - body.length);
    if (refusal !== undefined) return refusal;
    const larger = Buffer.allocUnsafe(room);
    body.copy(larger, 0, 0, size);
    body = larger;
    return undefined;
  }

  function onEnd(): void {
    leave();
    done(null, body.subarray(0, size));
  }

  function onError(failure: Error): void {
    leave();
    // The client disconnected in the middle of the body.
    done(Object.assign(failure, { statusCode: 400 }));
  }

  function leave(): void {
    request.off('data', onData).off('end', onEnd).off('error', onError);
  }
}

/**
 * Reads the body of a method that normally has none, such as GET. The framework ignores such a body, so its content
 * would be silently dropped.
 */
export function receiveUnexpectedBody(
  request: IncomingMessage,
  hold: (bytes: number) => Problem | undefined,
): Promise<Buffer> | undefined {
  if (!hasBody(request.headers)) return undefined;
  return new Promise((resolve, reject) => {
    receiveBody(request, MAX_BODY_BYTES, hold, (failure, body) =>
      failure === null ? resolve(body!) : reject(failure),
    );
  });
}

const EMPTY_BUFFER = Buffer.alloc(0);
const CHECK_INTERVAL_MS = 25;

function tooLarge(most: number): Problem {
  const limit = most === MAX_BODY_BYTES ? '1 MiB' : `${most / 1024} KiB here`;
  return new Problem('body_too_large', `A body may have at most ${limit}.`);
}

export function isBodyArriving(request: IncomingMessage): boolean {
  return !request.complete && hasBody(request.headers);
}

/**
 * Discards the rest of a body and resolves when it has passed. Closing a connection while a body still arrives would
 * destroy the response too.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (!isBodyArriving(request)) return;
  limitDiscardedBytes(request);
  request.resume();
  await once(request, 'close').catch(() => {});
}

/**
 * Limits the rest of a refused body, which is discarded for as long as a request may take. A client that sends too much
 * is disconnected.
 */
export function limitDiscardedBytes(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  const before = socket.bytesRead;
  // Node reads and drops an unread body by itself, without events for its chunks.
  const looking = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(looking);
    else if (socket.bytesRead - before > MAX_DISCARDED_BYTES) socket.destroy();
  }, CHECK_INTERVAL_MS).unref();
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
