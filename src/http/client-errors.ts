/** Answers requests that Node cannot parse, or that never arrive completely, directly on the socket, and closes it. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../problems.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import type { Pipelining } from './pipelining.ts';
import { PROBLEM_TYPE, problemBody } from './problem-response.ts';

export interface ClientErrorHandlerParts {
  readonly visits: InFlightRequests;
  readonly pipelining: Pipelining;
  /** Time limit for a complete request to arrive. */
  readonly requestMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Reports errors on connections without a known request. */
  readonly onBroken: (problem: Problem, requestId: string, peer: string | undefined) => void;
}

export interface ClientErrorHandler {
  refuse(error: Error & { code?: string }, socket: Socket): void;
  /** Refuses CONNECT, which requests a tunnel: Node passes on its socket and sends no response. */
  refuseTunnel(socket: Socket): void;
}

export function createClientErrorHandler(parts: ClientErrorHandlerParts): ClientErrorHandler {
  return { refuse, refuseTunnel };

  function refuse(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === REQUEST_TIMEOUT_CODE && isBehindAnother(socket)) {
      lookLater(error, socket);
      return;
    }
    const visit = parts.visits.on(socket);
    const problem = problemOf(error.code ?? '');
    const answered = visit?.reply.raw.headersSent === true || parts.visits.isAnsweredEarly(socket);
    if (problem === undefined || answered || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = visit?.request.id ?? randomUUID();
    if (visit === undefined) parts.onBroken(problem, requestId, socket.remoteAddress);
    else {
      visit.problem = problem;
      visit.broken = true;
    }
    end(socket, problem, requestId);
  }

  /**
   * True if the late request waits behind another one on its connection. It is not in progress, and Node may not have
   * read it because of the earlier ones.
   */
  function isBehindAnother(socket: Socket): boolean {
    const { pipelining, visits } = parts;
    return pipelining.waitingOn(socket) !== undefined || visits.on(socket)?.request.raw.complete === true;
  }

  function newestOn(socket: Socket): IncomingMessage | undefined {
    return parts.pipelining.waitingOn(socket) ?? parts.visits.newestOn(socket);
  }

  /**
   * Checks again later, because Node reports a late request only once. After earlier requests are answered, the late
   * one gets the normal time: for its head, and then for its body.
   */
  function lookLater(error: Error, socket: Socket): void {
    const before = newestOn(socket);
    const arriving = before?.complete === false ? before : undefined;
    setTimeout(() => {
      if (socket.destroyed) return;
      const newest = newestOn(socket);
      // Without an arriving request, the late one is the one that has come since. If none has, its head is still late.
      const late = arriving ?? (newest === before ? undefined : newest);
      if (late?.complete) return;
      const hasHeadNow = late !== undefined && arriving === undefined;
      if (hasHeadNow || isBehindAnother(socket)) lookLater(error, socket);
      else if (late === undefined) socket.destroy();
      else refuse(error, socket);
    }, parts.requestMs).unref();
  }

  function refuseTunnel(socket: Socket): void {
    const problem = new Problem('method_not_allowed', 'CONNECT is not offered: this is no proxy.', {
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE' },
    });
    const requestId = randomUUID();
    parts.onBroken(problem, requestId, socket.remoteAddress);
    socket.on('error', () => socket.destroy());
    end(socket, problem, requestId);
  }

  function end(socket: Socket, problem: Problem, requestId: string): void {
    socket.end(answer(problem, requestId, parts.headers));
    // Does not wait for a client that keeps sending or does not read the response.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}

const LINGER_MS = 1_000;
const REQUEST_TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT';

function answer(problem: Problem, requestId: string, headers: Readonly<Record<string, string>>): string {
  const body = problemBody(problem, requestId);
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries({ ...headers, ...problem.headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}

/**
 * Returns the refusal for an error code; undefined if no response can be sent because the connection or its TLS failed.
 */
function problemOf(code: string): Problem | undefined {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem('headers_too_large', 'The request line and headers together may have at most 16 KiB.');
    case REQUEST_TIMEOUT_CODE:
      return new Problem('request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_METHOD':
      return new Problem('malformed_request', 'The request does not begin with a method that HTTP knows.');
    case 'HPE_INVALID_URL':
      return new Problem(
        'malformed_request',
        'The address holds a character that none may, such as a letter beyond ASCII. Percent-encode it as UTF-8, so that "é" is %C3%A9.',
      );
  }
  if (!code.startsWith('HPE_')) return undefined;
  return new Problem(
    'malformed_request',
    'This is not a valid HTTP/1.1 request: look for control characters in headers.',
  );
}
