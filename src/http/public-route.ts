/** A route outside the credentials and the rate limit: anybody is answered. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems.ts';
import type { RequestContext } from './request-context.ts';
import type { Responder } from './responder.ts';
import type { ApiResponse, Route } from './route.ts';

export interface PublicRoute {
  /** GET where it is not given. */
  readonly method?: Route['method'];
  readonly path: string;
  /** Answered whatever there is to do: always, or until the service is told to stop. */
  readonly heard?: 'always' | 'until the end';
  handle(request: PublicRequest): Promise<ApiResponse | Problem> | ApiResponse | Problem;
}

export interface PublicRequest {
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
  /** The address of the client, past the proxies that are trusted. */
  readonly client: string;
  readonly headers: IncomingHttpHeaders;
  readonly parameters: Readonly<Record<string, string>>;
  /** Behind the '?', undecoded. */
  readonly query: string;
  readonly body: Buffer | undefined;
}

/** What all of them are answered with. */
export interface PublicRouteContext {
  readonly answers: Responder;
  /** Why there is no place for one more; undefined where there is. */
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

/** As in the OpenAPI document: `getHealthz`. */
export function publicOperationName(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase()) || 'Root'}`;
}
