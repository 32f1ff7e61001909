/**
 * Requests that a client sends without waiting for the answers before them. Node hands over all that arrive together in one go: worked on
 * like that, some hundred of them keep the thread from everybody else, and their answers fill memory behind the first. So each begins when
 * the answer before it is out, in a turn of its own. Until then it is nobody's visit: it holds no place, and nobody waits for it.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Pipelining {
  /** Hands on one request of a connection after the other. */
  oneByOne(listener: RequestListener): RequestListener;
  /** The newest request of this connection, where it waits for the one before it. */
  waitingOn(socket: Socket): IncomingMessage | undefined;
}

/** Where so many wait, no more are read. */
const MAX_QUEUED_BEFORE_PAUSE = 100;

export function createPipelining(): Pipelining {
  /** How many wait, and the newest; nothing is noted of connections where none does. */
  const waiting = new WeakMap<Socket, { readonly count: number; readonly newest: IncomingMessage }>();

  return {
    oneByOne: (listener) => (request, response) => {
      // A response has its connection as soon as those before it are out: at once, unless its client has not waited.
      if (response.socket !== null) listener(request, response);
      else wait(request, response, listener);
    },
    waitingOn: (socket) => waiting.get(socket)?.newest,
  };

  function wait(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const { socket } = request;
    const count = (waiting.get(socket)?.count ?? 0) + 1;
    waiting.set(socket, { count, newest: request });
    // Behind the requests that are being handed over, after each of which Node reads on, and before the next piece is read.
    if (count % MAX_QUEUED_BEFORE_PAUSE === 0) process.nextTick(() => socket.pause());
    response.once('socket', () =>
      setImmediate(() => {
        leave(socket);
        // Whoever has closed the own side behind the requests gets no more answers.
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
