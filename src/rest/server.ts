/**
 * The HTTP server: reads off top to bottom what happens to a request. Credentials and the rate limit come before the body
 * is read; then the route, the permission, the work, and one place that writes answers and refusals.
 */
import { Readable } from 'node:stream';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../accounts/caller.ts';
import { Problem, Unanswerable } from '../problems.ts';
import { type Admit, lacking } from './admission.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { acceptsGzip, compressPieces, compressText, WORTH_COMPRESSING } from './compression.ts';
import { PROBLEM_TYPE, problemBody } from './problem-response.ts';
import { requestIdOf } from './request-id.ts';
import type { Answer, Route } from './route.ts';
import { allowedMethods } from './route-match.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

export interface ServerParts {
  readonly routes: readonly Route[];
  /** Plain routes outside the credentials and the rate limit: health, docs. */
  readonly open: readonly OpenRoute[];
  readonly admit: Admit;
  readonly log: Logger;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
}

export interface OpenRoute {
  readonly path: string;
  handle(): Promise<Answer | Problem> | Answer | Problem;
}

const MAX_BODY = 1024 * 1024;

export function buildServer(parts: ServerParts): FastifyInstance {
  const server = Fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: 30_000,
    // A proxy in front keeps idle connections for about a minute; closing first would race with its next request.
    keepAliveTimeout: 72_000,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: () => ({}),
    },
    genReqId: (request) => requestIdOf(request),
    exposeHeadRoutes: true,
    logger: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void refuse(parts, request, reply, problemOf(parts, error, request)),
  });
  server.decorateRequest('caller', null);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (closing) {
      reply.header('connection', 'close');
      return refuse(
        parts,
        request,
        reply,
        new Problem('unavailable', 'The service is shutting down.', { headers: { 'retry-after': '5' } }),
      );
    }
  });
  server.addHook('onResponse', async (request, reply) => logRequest(parts.log, request, reply));
  server.setErrorHandler((error: FastifyError, request, reply) =>
    refuse(parts, request, reply, problemOf(parts, error, request)),
  );
  server.setNotFoundHandler((request, reply) => refuse(parts, request, reply, noRoute(parts, request)));

  for (const { path, handle } of parts.open) {
    server.get(path, async (request, reply) => {
      const answer = await handle();
      return answer instanceof Problem ? refuse(parts, request, reply, answer) : send(request, reply, answer);
    });
  }
  server.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      const admission = await parts.admit(request.raw);
      if (admission instanceof Problem) return refuse(parts, request, reply, admission);
      request.caller = admission.caller;
      reply.headers(admission.headers);
    });
    // Below /api unknown paths too are told apart only for callers with credentials.
    api.all('/api', (request, reply) => refuse(parts, request, reply, noRoute(parts, request)));
    api.all('/api/*', (request, reply) => refuse(parts, request, reply, noRoute(parts, request)));
    for (const route of parts.routes) api.route(fastifyRoute(parts, route));
  });
  return server;
}

function fastifyRoute(parts: ServerParts, route: Route) {
  return {
    method: route.method,
    url: route.path,
    config: { operation: route.operation },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = request.caller!;
      const forbidden = lacking(caller, route.needs);
      if (forbidden) return refuse(parts, request, reply, forbidden);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const [path = '', query = ''] = splitUrl(request.raw.url ?? '');
      const answer = await route.handle({
        caller,
        parameters: request.params as Record<string, string>,
        path,
        query,
        headers: request.headers,
        body: request.body as Buffer | undefined,
        gone: gone.signal,
      });
      return answer instanceof Problem ? refuse(parts, request, reply, answer) : send(request, reply, answer);
    },
  };
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.body === undefined) return reply.send();
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
  const { body } = answer;
  if (typeof body === 'string' && body.length < WORTH_COMPRESSING) return reply.send(body);
  reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    return reply.send(typeof body === 'string' ? body : Readable.from(body));
  }
  reply.header('content-encoding', 'gzip');
  return reply.send(typeof body === 'string' ? await compressText(body) : compressPieces(body));
}

function refuse(parts: ServerParts, request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status >= 500) parts.log.warn({ requestId: request.id, code: problem.code, detail: problem.detail });
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'content-type': PROBLEM_TYPE })
    .send(problemBody(problem, request.id));
}

/** What Fastify itself refuses, in our words; anything unknown is our fault and tells nothing internal. */
function problemOf(parts: ServerParts, error: FastifyError, request: FastifyRequest): Problem {
  if (error instanceof Unanswerable) return error.problem;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', 'A body may have at most 1 MiB.', { headers: { connection: 'close' } });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('malformed_request', 'The body does not have the length that Content-Length says.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'The Content-Type cannot be read.');
    case 'FST_ERR_BAD_URL':
      return new Problem('malformed_request', 'The path is not a valid URL path.');
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('malformed_request', 'The request could not be read.');
  }
  parts.log.error({ requestId: request.id, err: error });
  return new Problem('internal_error', `An unexpected fault; quote the request id ${request.id} when you report it.`);
}

function noRoute(parts: ServerParts, request: FastifyRequest): Problem {
  const [path = ''] = splitUrl(request.raw.url ?? '');
  const openPaths = parts.open.map((route) => ({ method: 'GET', path: route.path }));
  const allowed = allowedMethods([...parts.routes, ...openPaths], path);
  if (allowed.length === 0)
    return new Problem('not_found', `There is nothing at this path. See /docs for what there is.`);
  return new Problem('method_not_allowed', `${request.method} is not offered here; ${allowed.join(', ')} are.`, {
    headers: { allow: allowed.join(', ') },
  });
}

function splitUrl(url: string): [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** One wide line per request. The path's query stays out: filters may hold personal data. */
function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { operation } = request.routeOptions.config as { operation?: string };
  log.info({
    requestId: request.id,
    method: request.method,
    operation,
    path: splitUrl(request.raw.url ?? '')[0],
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 1000) / 1000,
    account: request.caller?.account.id,
    integration: request.caller?.integration.id,
  });
}
