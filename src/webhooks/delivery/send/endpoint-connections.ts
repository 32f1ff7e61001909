/**
 * The connections to receivers: one request at a time on each, as many of them as are asked for, and those that are idle kept for
 * a second. Each is an undici client of its own, so that it is known which attempt a dial belongs to.
 */
import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';
import { type Dial, DialFailure, type DialProgress, PostponedError, unexpectedFailure } from './dial.ts';
import { type InterimResponseFilter, skipInterimResponses } from './interim-responses.ts';

export const IDLE_CONNECTION_MS = 1_000;

export interface EndpointConnection {
  readonly client: Client;
  /** Where a dial for this connection notes how far it has come: that of the attempt under way. */
  progress: DialProgress | undefined;
  /** Whether an answer has come over it before, so that the other side may have closed it since. */
  used: boolean;
  interimAnswers: InterimResponseFilter | undefined;
  /** The first error of its socket, which undici passes over where the end of the connection follows it. */
  fault: NodeJS.ErrnoException | undefined;
  /** For the next one; only after a whole answer. */
  giveBack(): void;
  /** Ends it at whatever stage it is. */
  drop(): void;
}

export interface EndpointConnections {
  /** An idle one if there is one. */
  take(origin: string): EndpointConnection;
  /** One that nobody has used yet. */
  open(origin: string): EndpointConnection;
  /** Ends those that are idle. */
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

  /** One that is closed is no longer idle; one that is taken is not among them. */
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
