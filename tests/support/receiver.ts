// A real HTTPS endpoint on loopback, as a subscriber would run one: it keeps what arrives, byte for byte, and answers as
// the test says, well or badly.

import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Authority, type CertificateWishes, createAuthority, createSelfSigned } from './certificates.ts';

export interface ReceiverOptions {
  /** The address to listen at. */
  host?: string;
  port?: number;
  /** Names the certificate is good for, beside those of this machine. */
  names?: string[];
  /** Who issued it; one that all receivers of this process have, if none is given. */
  authority?: Authority;
  certificate?: 'good' | 'expired' | 'not-yet-valid' | 'wrong-name' | 'self-signed';
  /** How long an idle connection is kept open. */
  keepAliveMs?: number;
  /** Sees each connection before its TLS handshake; what it has taken gets no handshake. */
  connection?: (socket: Socket, number: number) => 'taken' | undefined;
}

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Names as they were written, repeated ones included: name, value, name, value. */
  rawHeaders: string[];
  /** Empty while the answer is given at the head. */
  body: Buffer;
  /** When its head had arrived, in milliseconds of Unix time, with fractions. */
  arrivedAt: number;
  /** Connections are counted from 1. */
  connection: number;
}

export interface Exchange {
  received: Received;
  request: IncomingMessage;
  response: ServerResponse;
  /** Cuts the connection so that the client sees a reset. */
  reset(): void;
}

/** Answers one request, in whatever way; one that does nothing leaves the client waiting. */
export type Behaviour = (exchange: Exchange) => void | Promise<void>;

export interface Receiver {
  url: string;
  port: number;
  /** PEM of the authority; for a self-signed certificate, of one that has nothing to do with it. */
  ca: string;
  requests: Received[];
  /** From now on: one status for all, one after another (the last stays), or any behaviour. At first it is 200. */
  answer(how: Behaviour | number | number[], when?: { at: 'body' | 'head' }): void;
  /** Resolves with the requests once there are that many, or once they satisfy the condition. */
  waitFor(wanted: number | ((requests: Received[]) => boolean), timeoutMs?: number): Promise<Received[]>;
  closeIdleConnections(): void;
  /** Cuts all connections. Rejects with the first error a behaviour has thrown. */
  stop(): Promise<void>;
}

interface Connection {
  socket: Socket;
  number: number;
  /** The encrypted side of it, between two requests. */
  idle: Socket | null;
}

const DAY_MS = 86_400_000;

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { host = '127.0.0.1', keepAliveMs = 5000 } = options;
  const { ca, ...identity } = createIdentity(options);
  const requests: Received[] = [];
  /** By the client's port. */
  const connected = new Map<number, Connection>();
  const waiting = new Set<() => void>();
  const errors: unknown[] = [];
  let behaviour: Behaviour = ({ response }) => void response.end();
  let at: 'body' | 'head' = 'body';
  let connections = 0;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.timeOrigin + performance.now();
    const connection = connected.get(request.socket.remotePort ?? 0);
    // Gone already, with the request still in the buffers.
    if (connection === undefined) return;
    connection.idle = null;
    response.on('close', () => {
      connection.idle = request.socket;
    });
    // The behaviour of this moment, should it be changed while the body arrives.
    const [answer, body] = [behaviour, at === 'body' ? await buffer(request) : Buffer.alloc(0)];
    const { method = '', url: path = '', headers, rawHeaders } = request;
    const received = { method, path, headers, rawHeaders, body, arrivedAt, connection: connection.number };
    requests.push(received);
    for (const check of waiting) check();
    await answer({ received, request, response, reset: () => void connection.socket.resetAndDestroy() });
  }

  const secure = createSecureServer({ ...identity, keepAliveTimeout: keepAliveMs }, (request, response) => {
    receive(request, response).catch((error) => {
      // A client that hangs up in the middle is what some tests are about.
      if (error.code !== 'ECONNRESET') errors.push(error);
    });
  });
  // In front of TLS, so that a test can also be a peer that never shakes hands.
  const front = createServer((socket) => {
    connections += 1;
    const port = socket.remotePort!;
    connected.set(port, { socket, number: connections, idle: null });
    socket.on('close', () => connected.delete(port));
    socket.on('error', () => {});
    if (options.connection?.(socket, connections) !== 'taken') secure.emit('connection', socket);
  });
  front.listen(options.port ?? 0, host);
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;

  return {
    url: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    port,
    ca,
    requests,
    answer(how, when = { at: 'body' }) {
      behaviour = typeof how === 'function' ? how : statuses([how].flat());
      at = when.at;
    },
    waitFor(wanted, timeoutMs = 5000) {
      const enough = typeof wanted === 'function' ? wanted : (all: Received[]) => all.length >= wanted;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`waited ${timeoutMs} ms for ${wanted}; received ${requests.length}:\n${listed(requests)}`));
        }, timeoutMs);
        const check = () => {
          if (!enough(requests)) return;
          waiting.delete(check);
          clearTimeout(timer);
          resolve(requests);
        };
        waiting.add(check);
        check();
      });
    },
    closeIdleConnections() {
      for (const { idle } of connected.values()) idle?.end();
    },
    async stop() {
      const closed = once(front, 'close');
      front.close();
      for (const { socket } of connected.values()) socket.destroy();
      await closed;
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Of this process: whoever trusts one receiver of it trusts the others. */
const known = createAuthority();

function createIdentity({ certificate = 'good', names = [], authority = known }: ReceiverOptions) {
  const now = Date.now();
  const wishes: Record<NonNullable<ReceiverOptions['certificate']>, Partial<CertificateWishes>> = {
    good: {},
    'self-signed': {},
    expired: { validFrom: new Date(now - 2 * DAY_MS), validTo: new Date(now - DAY_MS) },
    'not-yet-valid': { validFrom: new Date(now + DAY_MS), validTo: new Date(now + 2 * DAY_MS) },
    'wrong-name': { names: ['elsewhere.example'] },
  };
  const wished = { names: ['localhost', '127.0.0.1', '::1', ...names], ...wishes[certificate] };
  const issued = certificate === 'self-signed' ? createSelfSigned(wished) : authority.issue(wished);
  return { ca: authority.certificate, ...issued };
}

function statuses(sequence: number[]): Behaviour {
  let next = 0;
  return ({ response }) => {
    response.statusCode = sequence[Math.min(next++, sequence.length - 1)]!;
    response.end();
  };
}

function listed(requests: Received[]): string {
  const last = requests.slice(-20);
  return last.map(({ method, path, connection, body }) => `${connection}: ${method} ${path} ${body}`).join('\n');
}
