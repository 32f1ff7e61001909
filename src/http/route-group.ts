/** Groups of routes, each with its own authentication. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Admit } from './admission.ts';
import type { ProblemRenderer } from './problem-response.ts';
import type { PublicRoute } from './public-route.ts';
import type { Route } from './route.ts';

/** Routes below one path, with the authentication that admits their callers. */
export interface RouteGroup {
  /** Base path, such as `/api`. Only callers who are admitted can distinguish unknown paths below it. */
  readonly path: string;
  readonly routes: readonly Route[];
  readonly admit: Admit;
  /** Value of the Vary header: the headers that identify callers. Defaults to those of API keys. */
  readonly vary?: string;
  /** Page for browsers that open the base path; needs no key. */
  readonly page?: PublicRoute;
  /** Renders refusals, if they are not problem documents. */
  readonly refusalForm?: ProblemRenderer;
}

/** True if the group offers this method at this path. HEAD is offered where GET is. */
export function offersRoute({ routes }: RouteGroup, method: string, path: string): boolean {
  return routes.some((route) => route.path === path && route.method === (method === 'HEAD' ? 'GET' : method));
}

/** True if a browser opens the page. API clients send a key and do not accept HTML. */
export function isOpenedByBrowser({ method, headers, routeOptions }: FastifyRequest, { path }: PublicRoute): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && routeOptions.url === path && headers.apikey === undefined && acceptsHtml(headers);
}

function acceptsHtml({ accept = '' }: IncomingHttpHeaders): boolean {
  return /\btext\/html\b/i.test(accept);
}
