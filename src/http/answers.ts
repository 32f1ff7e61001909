/** The one place that writes answers and refusals. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../problems.ts';
import { acceptsGzip, compressPieces, compressWhole, WORTH_COMPRESSING } from './compression.ts';
import { PROBLEM_TYPE, problemBody } from './problem-response.ts';
import { type Answer, JSON_ANSWER } from './route.ts';
import { NOT_KEPT } from './security-headers.ts';
import type { Visit } from './visit.ts';
import type { Visits } from './visits.ts';

type Body = NonNullable<Answer['body']>;

export interface Answers {
  send(visit: Visit, answer: Answer): Promise<FastifyReply | undefined> | undefined;
  refuse(visit: Visit, problem: Problem): void;
}

/** `closing`: whether connections are to be closed behind their answers. */
export function makeAnswers(visits: Visits, closing: () => boolean): Answers {
  return {
    send(visit, { status, headers, body }) {
      Object.assign(visit.headers, headers);
      if (body === undefined) return write(visit, status);
      visit.headers['content-type'] ??= JSON_ANSWER;
      if (!isWhole(body)) return sendLarge(visit, status, body);
      visits.hold(visit, body.length);
      return body.length < WORTH_COMPRESSING ? write(visit, status, body) : sendLarge(visit, status, body);
    },
    refuse(visit, problem) {
      visit.problem = problem;
      // Of an answer that failed before its first byte.
      delete visit.headers['content-encoding'];
      visit.reply.raw.removeHeader('content-encoding');
      Object.assign(visit.headers, problem.headers, { 'cache-control': NOT_KEPT, 'content-type': PROBLEM_TYPE });
      write(visit, problem.status, problemBody(problem, visit.request.id));
    },
  };

  /** Past Fastify, which would look through headers and body once more: a fifth of the time of reading one record. */
  function write({ reply, headers }: Visit, status: number, body?: string | Uint8Array): undefined {
    if (closing()) headers.connection = 'close';
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    reply.raw.writeHead(status, headers);
    reply.hijack();
    reply.raw.end(body);
  }

  /** Compressed where the client asks for it. */
  async function sendLarge(visit: Visit, status: number, body: Body): Promise<FastifyReply | undefined> {
    const { request, reply, headers } = visit;
    headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`;
    const compressing = acceptsGzip(request.headers['accept-encoding']);
    if (compressing) headers['content-encoding'] = 'gzip';
    if (isWhole(body)) return write(visit, status, compressing ? await compressWhole(body) : body);
    if (closing()) headers.connection = 'close';
    const pieces = compressing ? compressPieces(body) : Readable.from(inBytes(body));
    // Here Fastify sees to what may happen to a stream: its end, its failure, its client's leaving.
    return reply.code(status).headers(headers).send(pieces);
  }
}

function isWhole(body: Body): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/**
 * Pieces as bytes, not as text: Node (26.10) measures a text in bytes where it holds the writer back and in characters where
 * it lets it go on, and for text of several bytes a character waits forever for a slow client.
 */
async function* inBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
