/**
 * Connections to receivers: one request at a time on each, without a limit on their number; idle ones are kept for a
 * second. Each has its own undici client, so that it is known which attempt a dial belongs to.
 */
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { type Dial, DialFailure, type DialProgress, PostponedError, unexpectedFailure } from './dial.ts';
import { type InterimResponseFilter, skipInterimResponses } from './interim-responses.ts';

export const IDLE_CONNECTION_MS = 1_000;

export interface EndpointConnection {
  readonly client: Client;
  /** Progress of the attempt under way, to which a dial for this connection writes. */
  progress: DialProgress | undefined;
  /** True if an answer has arrived over it before, so that the other side may have closed it since. */
  used: boolean;
  interimAnswers: InterimResponseFilter | undefined;
  /** First error of its socket; undici ignores the error if the end of the connection follows it. */
  fault: NodeJS.ErrnoException | undefined;
  /** Returns the connection for the next attempt; only after a complete answer. */
  giveBack(): void;
  /** Ends the connection at any stage. */
  drop(): void;
}

export interface EndpointConnections {
  /** Returns an idle connection if there is one, otherwise a new one. */
  take(origin: string): EndpointConnection;
  /** Returns a connection that has never been used. */
  open(origin: string): EndpointConnection;
  /** Ends all idle connections. */
  dropIdle(): void;
}

export function createConnections(dial: Dial): EndpointConnections {
  const idle = new Map<string, EndpointConnection[]>();

  function open(origin: string): EndpointConnection {
    const { hostname, port } = new URL(origin);
    const target = { hostname, port: port === '' ? 443 : Number(port) };
    const ending = new AbortController();
    const client = new Client(origin, {
      // May be called again for the same connection: when the other side closes it before a request is written.
      connect: (_options, callback) => {
        dial(target, connection.progress!, ending.signal).then(
          (dialled) => {
            if (dialled instanceof DialFailure || dialled instanceof PostponedError) callback(dialled, null);
            else callback(null, takeUp(connection, dialled));
          },
          (error) => callback(unexpectedFailure(error, connection.progress!), null),
        );
      },
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      // A receiver that says how long it keeps a connection is believed, less this for what is on its way.
      keepAliveTimeoutThreshold: 500,
      // An attempt has one deadline over all, which is not undici's to keep.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: EndpointConnection = {
      client,
      progress: undefined,
      used: false,
      interimAnswers: undefined,
      fault: undefined,
      giveBack() {
        connection.used = true;
        connection.progress = undefined;
        const others = idle.get(origin);
        if (others === undefined) idle.set(origin, [connection]);
        else others.push(connection);
      },
      drop() {
        ending.abort();
        client.destroy(() => {});
      },
    };
    client.on('disconnect', () => forget(origin, connection));
    return connection;
  }

  /** Called before undici sees the socket. */
  function takeUp(connection: EndpointConnection, socket: TLSSocket): TLSSocket {
    connection.interimAnswers = skipInterimResponses(socket);
    connection.fault = undefined;
    socket.once('error', (error) => {
      connection.fault = error;
    });
    return socket;
  }

  /** Removes a closed connection from the idle ones; a connection in use is not among them. */
  function forget(origin: string, connection: EndpointConnection): void {
    const others = idle.get(origin);
    const at = others?.indexOf(connection) ?? -1;
    if (others === undefined || at === -1) return;
    others.splice(at, 1);
    if (others.length === 0) idle.delete(origin);
  }

  return {
    // The last one given back is the least likely to have been closed since, and lets the others run out.
    take: (origin) => idle.get(origin)?.pop() ?? open(origin),
    open,
    dropIdle() {
      for (const connection of [...idle.values()].flat()) connection.drop();
      idle.clear();
    },
  };
}
