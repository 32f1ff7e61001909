/** Requests that HTTP itself cannot read, or that never arrive whole: answered on the bare connection, which is then closed. */
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
  /** How long the whole of a request may take to arrive. */
  readonly requestMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Told of those of which nothing more is known than the connection. */
  readonly onBroken: (problem: Problem, requestId: string, peer: string | undefined) => void;
}

export interface ClientErrorHandler {
  refuse(error: Error & { code?: string }, socket: Socket): void;
  /** CONNECT asks for a tunnel: Node hands its connection over and answers nothing. */
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

  /** What has not arrived in time is none of those that are worked on, and may not have been read because of them. */
  function isBehindAnother(socket: Socket): boolean {
    const { pipelining, visits } = parts;
    return pipelining.waitingOn(socket) !== undefined || visits.on(socket)?.request.raw.complete === true;
  }

  function newestOn(socket: Socket): IncomingMessage | undefined {
    return parts.pipelining.waitingOn(socket) ?? parts.visits.newestOn(socket);
  }

  /** Node tells once that a request is late. Once those before it are answered, it has as long as any: its head, and then its body. */
  function lookLater(error: Error, socket: Socket): void {
    const before = newestOn(socket);
    const arriving = before?.complete === false ? before : undefined;
    setTimeout(() => {
      if (socket.destroyed) return;
      const newest = newestOn(socket);
      // Where none was arriving it is the one that has come since; its head is still late where none has.
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
    // Whoever goes on sending, or does not take the answer, is not waited for.
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

/** Undefined where there is nobody to answer: the connection broke, or its encryption did. */
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
