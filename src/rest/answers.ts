/** The one place that writes answers and refusals. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../problems.ts';
import { acceptsGzip, compressPieces, compressText, WORTH_COMPRESSING } from './compression.ts';
import { PROBLEM_TYPE, problemBody } from './problem-response.ts';
import type { Answer } from './route.ts';
import { NOT_KEPT } from './security-headers.ts';
import type { Visit } from './visit.ts';
import type { Visits } from './visits.ts';

export interface Answers {
  send(visit: Visit, answer: Answer): Promise<FastifyReply> | FastifyReply;
  refuse(visit: Visit, problem: Problem): FastifyReply;
}

/** `closing`: whether connections are to be closed behind their answers. */
export function makeAnswers(visits: Visits, closing: () => boolean): Answers {
  return {
    send(visit, answer) {
      const { reply } = visit;
      reply.code(answer.status);
      if (closing()) reply.header('connection', 'close');
      if (answer.headers) reply.headers(answer.headers);
      const { body } = answer;
      if (body === undefined) return reply.send();
      if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
      if (typeof body !== 'string') return sendLarge(visit, body);
      visits.hold(visit, body.length);
      return body.length < WORTH_COMPRESSING ? reply.send(body) : sendLarge(visit, body);
    },
    refuse(visit, problem) {
      const { reply } = visit;
      visit.problem = problem;
      if (closing()) reply.header('connection', 'close');
      return reply
        .code(problem.status)
        .headers({ ...problem.headers, 'cache-control': NOT_KEPT, 'content-type': PROBLEM_TYPE })
        .send(problemBody(problem, visit.request.id));
    },
  };
}

/**
 * Pieces as bytes, not as text: Node (26.10) measures a text in bytes where it holds the writer back and in characters where
 * it lets it go on, and for text of several bytes a character waits forever for a slow client.
 */
async function* inBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

/** Compressed where the client asks for it. */
async function sendLarge({ request, reply }: Visit, body: string | AsyncIterable<string>): Promise<FastifyReply> {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    return reply.send(typeof body === 'string' ? body : Readable.from(inBytes(body)));
  }
  reply.header('content-encoding', 'gzip');
  return reply.send(typeof body === 'string' ? await compressText(body) : compressPieces(body));
}
