/** A way into the house, and who is shown a page at it instead. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Admit } from './admission.ts';
import type { ProblemRenderer } from './problem-response.ts';
import type { PublicRoute } from './public-route.ts';
import type { Route } from './route.ts';

/** A way into the house: all that lies below a path, and whom it lets in. */
export interface RouteGroup {
  /** `/api`; unknown paths below it too are told apart only for callers whom it lets in. */
  readonly path: string;
  readonly routes: readonly Route[];
  readonly admit: Admit;
  /** The headers by which callers are told apart; those of keys where it is not given. */
  readonly vary?: string;
  /** What somebody is shown who opens the path in a browser, and needs no key for. */
  readonly page?: PublicRoute;
  /** How it refuses, where that is not a problem document. */
  readonly refusalForm?: ProblemRenderer;
}

/** HEAD wherever GET. */
export function offersRoute({ routes }: RouteGroup, method: string, path: string): boolean {
  return routes.some((route) => route.path === path && route.method === (method === 'HEAD' ? 'GET' : method));
}

/** Programs carry a key and do not ask for a page. */
export function isOpenedByBrowser({ method, headers, routeOptions }: FastifyRequest, { path }: PublicRoute): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && routeOptions.url === path && headers.apikey === undefined && acceptsHtml(headers);
}

function acceptsHtml({ accept = '' }: IncomingHttpHeaders): boolean {
  return /\btext\/html\b/i.test(accept);
}
