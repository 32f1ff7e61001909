/** A route without authentication and rate limit: any client is answered. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import type { RequestContext } from './request-context.ts';
import type { Responder } from './responder.ts';
import type { ApiResponse, Route } from './route.ts';

export interface PublicRoute {
  /** HTTP method; GET by default. */
  readonly method?: Route['method'];
  readonly path: string;
  /** Answers even under overload: always, or until shutdown begins. */
  readonly heard?: 'always' | 'until the end';
  handle(request: PublicRequest): Promise<ApiResponse | Problem> | ApiResponse | Problem;
}

export interface PublicRequest {
  /** Remote address of the connection. */
  readonly peer: string | undefined;
  /** Client address, resolved past the trusted proxies. */
  readonly client: string;
  readonly headers: IncomingHttpHeaders;
  readonly parameters: Readonly<Record<string, string>>;
  /** Query string after the '?', undecoded. */
  readonly query: string;
  readonly body: Buffer | undefined;
}

/** Dependencies that all public routes share. */
export interface PublicRouteContext {
  readonly answers: Responder;
  /** Acquires a permit for the request; returns the refusal if there is none, undefined on success. */
  readonly takePlace: (visit: RequestContext) => Problem | undefined;
}

export function servePublicRoute({ heard, handle }: PublicRoute, { answers, takePlace }: PublicRouteContext) {
  return async (request: FastifyRequest) => {
    const visit = request.visit!;
    const noPlace = heard === undefined ? takePlace(visit) : undefined;
    if (noPlace !== undefined) return answers.refuse(visit, noPlace);
    const { headers, body, params } = request;
    const answer = await handle({
      peer: visit.peer,
      client: visit.client,
      headers,
      parameters: params as Record<string, string>,
      query: (request.raw.url ?? '').split('?').slice(1).join('?'),
      body: body as Buffer | undefined,
    });
    return answer instanceof Problem ? answers.refuse(visit, answer) : answers.send(visit, answer);
  };
}

/** Returns the operation name used in the OpenAPI document, such as `getHealthz`. */
export function publicOperationName(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase()) || 'Root'}`;
}
