/** Bodies on their way in: read and counted as they arrive, or let pass where nobody wants them. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem, Unanswerable } from '../problems.ts';

export const MAX_BODY_BYTES = 1024 * 1024;
/** Of somebody who is not known yet: reading takes the thread, and has no turn. */
export const MAX_PUBLIC_BODY_BYTES = 32 * 1024;
/** Of a body whose request has been answered: many clients listen only when they have sent all of it. */
export const MAX_DISCARDED_BYTES = 64 * MAX_BODY_BYTES;

/**
 * Reads a body into memory. `hold` is asked before any of it is taken, so a body that does not come holds nothing, whatever
 * length its head has promised. One that is refused goes on arriving, but is not kept.
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
      // Nobody listens, but it flows on: a connection whose other side cannot write to its end hears no answer.
      request.resume();
      done(new Unanswerable(refusal));
      return;
    }
    size += piece.copy(body, size);
  }

  /** Twice as much whenever it is full: a body in a million pieces of a byte is copied twice, and takes no more than it counts. */
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
    // Its client has left in the middle of it.
    done(Object.assign(failure, { statusCode: 400 }));
  }

  function leave(): void {
    request.off('data', onData).off('end', onEnd).off('error', onError);
  }
}

/** Of a method that has none, such as GET: the framework leaves it lying, and nobody would know what it said. */
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

/** Resolves when all of it has passed by, unread. A connection closed while a body still arrives takes the answer with it. */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (!isBodyArriving(request)) return;
  limitDiscardedBytes(request);
  request.resume();
  await once(request, 'close').catch(() => {});
}

/** What still arrives of a request that is refused flows on, unread, for as long as a request may take. Whoever sends without end is cut off. */
export function limitDiscardedBytes(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  const before = socket.bytesRead;
  // Node takes what nobody reads off the connection by itself, and tells of no piece of it.
  const looking = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(looking);
    else if (socket.bytesRead - before > MAX_DISCARDED_BYTES) socket.destroy();
  }, CHECK_INTERVAL_MS).unref();
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
