/**
 * Queues pipelined requests (RFC 9112), which a client sends without waiting for earlier responses. Node dispatches all
 * that arrive together at once: some hundred of them would block the thread, and their responses would fill memory
 * behind the first. So each request starts in its own turn, after the previous response has been sent. Until then it
 * takes no permit.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Pipelining {
  /** Wraps a listener so that each connection handles one request at a time. */
  oneByOne(listener: RequestListener): RequestListener;
  /** Returns the newest request of this connection if it still waits for the previous one. */
  waitingOn(socket: Socket): IncomingMessage | undefined;
}

/** Number of queued requests at which the connection is paused. */
const MAX_QUEUED_BEFORE_PAUSE = 100;

export function createPipelining(): Pipelining {
  /** Number of queued requests and the newest, only for connections that have any. */
  const waiting = new WeakMap<Socket, { readonly count: number; readonly newest: IncomingMessage }>();

  return {
    oneByOne: (listener) => (request, response) => {
      // A response gets its socket once the previous responses have been sent; without pipelining, immediately.
      if (response.socket !== null) listener(request, response);
      else wait(request, response, listener);
    },
    waitingOn: (socket) => waiting.get(socket)?.newest,
  };

  function wait(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const { socket } = request;
    const count = (waiting.get(socket)?.count ?? 0) + 1;
    waiting.set(socket, { count, newest: request });
    // Pauses on the next tick: after the requests that Node is dispatching, each of which resumes reading, and before
    // it reads the next chunk.
    if (count % MAX_QUEUED_BEFORE_PAUSE === 0) process.nextTick(() => socket.pause());
    response.once('socket', () =>
      setImmediate(() => {
        leave(socket);
        // A connection whose writable side has closed gets no more responses.
        if (socket.writable) listener(request, response);
      }),
    );
  }

  function leave(socket: Socket): void {
    const { count, newest } = waiting.get(socket)!;
    if (count > 1) waiting.set(socket, { count: count - 1, newest });
    else {
      waiting.delete(socket);
      socket.resume();
    }
  }
}
