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
  /** Whether a request of this connection waits for the one before it. */
  waitsOn(socket: Socket): boolean;
}

/** Where so many wait, no more are read. */
const MANY = 100;

export function makePipelining(): Pipelining {
  /** How many wait; nothing is noted of connections where none does. */
  const waiting = new WeakMap<Socket, number>();

  return {
    oneByOne: (listener) => (request, response) => {
      // A response has its connection as soon as those before it are out: at once, unless its client has not waited.
      if (response.socket !== null) listener(request, response);
      else wait(request, response, listener);
    },
    waitsOn: (socket) => waiting.has(socket),
  };

  function wait(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    // Behind the requests that are being handed over, after each of which Node reads on, and before the next piece is read.
    if (count % MANY === 0) process.nextTick(() => socket.pause());
    response.once('socket', () =>
      setImmediate(() => {
        leave(socket);
        // Whoever has closed the own side behind the requests gets no more answers.
        if (socket.writable) listener(request, response);
      }),
    );
  }

  function leave(socket: Socket): void {
    const left = waiting.get(socket)! - 1;
    if (left > 0) waiting.set(socket, left);
    else {
      waiting.delete(socket);
      socket.resume();
    }
  }
}
