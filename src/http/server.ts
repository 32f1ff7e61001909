/**
 * HTTP server; the code follows a request from top to bottom. Pipelined requests wait for their turn, and each request
 * is counted. A service that shuts down or is overloaded refuses it. Then follow credentials and rate limit, before the
 * body is read; then route, permission and handler. `answers` writes the response, and the observer is notified after
 * the last byte.
 */

import { type IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import type { ClientAddress } from '../accounts/client-address.ts';
import type { Log } from '../lib/log.ts';
import { Problem } from '../problems.ts';
import { type AdmittedCaller, authenticateRequest } from './admission.ts';
import { createClientConnections } from './client-connections.ts';
import { createClientErrorHandler } from './client-errors.ts';
import { createDraining, shuttingDown } from './draining.ts';
import { problemOfFrameworkError } from './framework-errors.ts';
import { type Certificate, createHttpServer, type Timeouts } from './http-server.ts';
import { createInFlightRequests } from './in-flight-requests.ts';
import { JSON_PATCH_TYPE, JSON_TYPE } from './json-body.ts';
import type { RequestObserver, ShedReason } from './observer.ts';
import { overloadedProblem, type ServerLoad } from './overload.ts';
import { createPipelining } from './pipelining.ts';
import { type ProblemRenderer, renderProblemJson } from './problem-response.ts';
import { type PublicRoute, publicOperationName, servePublicRoute } from './public-route.ts';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES, receiveBody } from './receive-body.ts';
import type { RequestContext } from './request-context.ts';
import { validateRequestHead } from './request-head.ts';
import { requestIdOf } from './request-id.ts';
import { logRequest, pathOf, queryOf } from './request-log.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import { normalizeRequestTarget } from './request-target.ts';
import { createResponder } from './responder.ts';
import type { Route } from './route.ts';
import { isOpenedByBrowser, offersRoute, type RouteGroup } from './route-group.ts';
import { createUnmatchedProblem, findShadowedRoutes } from './route-match.ts';
import { PRIVATE_NO_CACHE, securityHeaders, VARY_BY_CREDENTIALS } from './security-headers.ts';
import { serveRoute } from './serve-route.ts';
import type { ServerSemaphores } from './server-semaphores.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visit: RequestContext | null;
  }
  interface FastifyInstance {
    /** Returns the work in progress. */
    load(): ServerLoad;
  }
}

export interface ServerParts {
  readonly doors: readonly RouteGroup[];
  /** Routes without credentials: health, docs, metrics. */
  readonly open: readonly PublicRoute[];
  readonly clientAddress: ClientAddress;
  /** True if the address is one of the operator's own proxies, which serves many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly shares: ServerSemaphores;
  readonly beginnings: RequestScheduler;
  readonly timeouts: Timeouts;
  /** Aborts when a closing server must no longer serve new requests. */
  readonly hurried?: AbortSignal | undefined;
  readonly certificate: Certificate | undefined;
  /** True if the event loop delay is too high for further requests. */
  readonly isLate: () => boolean;
  readonly log: Log;
  readonly observer: RequestObserver;
  /** Returns the shard that the request's credentials name; empty if it does not exist. */
  readonly shardNamed: (rawHeaders: readonly string[]) => string;
  /** Reports every response to an authenticated caller. */
  readonly onAnswered?: (caller: Caller, status: number, address: () => string) => void;
}

export function createApiServer(parts: ServerParts): FastifyInstance {
  const { log, observer, shares, beginnings, timeouts, certificate } = parts;
  const headers = securityHeaders({ tls: certificate !== undefined });
  const { answerMs, answerPace } = timeouts;
  const visits = createInFlightRequests({ shares, clientAddress: parts.clientAddress, answerMs, answerPace, onEnd });
  const pipelining = createPipelining();
  const connections = createClientConnections({
    budget: shares.connections,
    isProxy: parts.isProxy,
    isBusy,
    isUsed: (socket) => visits.newestOn(socket) !== undefined,
  });
  const draining = createDraining(visits, connections, { drainMs: timeouts.drainMs, hurried: parts.hurried, log });
  const answers = createResponder({
    visits,
    streamBytes: shares.streamBytes,
    beginnings,
    closing: () => draining.begun,
    tooMuchHeld: () => tooMuch('memory'),
    onBroken: ({ request }, failure) => log.warn({ requestId: request.id, err: failure }, 'an answer broke off'),
  });

  const noRoute = createUnmatchedProblem([
    ...parts.doors.flatMap(({ routes }) => routes),
    ...parts.open.map(({ method = 'GET', path }) => ({ method, path })),
  ]);
  const { requestMs } = timeouts;
  const broken = createClientErrorHandler({ visits, pipelining, requestMs, headers, onBroken });
  const server = Fastify({
    serverFactory: (listener) => {
      const made = createHttpServer({ timeouts, certificate }, pipelining.oneByOne(listener));
      connections.watch(made);
      made.on('connect', (_request, socket) => broken.refuseTunnel(socket as Socket));
      return made;
    },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: () => ({}),
    },
    rewriteUrl: ({ url }) => normalizeRequestTarget(url),
    genReqId: (request) => requestIdOf(request),
    exposeHeadRoutes: true,
    logger: false,
    return503OnClosing: false,
    clientErrorHandler: broken.refuse,
    frameworkErrors: (error, request, reply) => {
      answers.refuse(begin(request, reply), fault(error, request));
    },
  });
  // Supports every HTTP method, because below a route group only admitted callers can distinguish unknown routes.
  for (const method of otherMethods(server)) server.addHttpMethod(method, { hasBody: true });
  server.decorateRequest('visit', null);
  server.decorate('load', () => visits.load);
  server.removeAllContentTypeParsers();
  // Named types are found fastest. Bodies of any other type are read, too; the route decides whether to accept them.
  server.addContentTypeParser(
    [JSON_TYPE, JSON_PATCH_TYPE, '*'],
    ({ visit, raw, routeOptions }: FastifyRequest, _body: unknown, done: BodyRead) =>
      receiveBody(
        raw,
        (routeOptions.config as BodyLimit).mostBytes ?? MAX_BODY_BYTES,
        (bytes) => room(visit!, bytes),
        done,
      ),
  );
  server.addHook('preClose', () => draining.begin());
  server.addHook('onClose', async () => visits.close());
  server.setErrorHandler((error: FastifyError, request) => answers.refuse(request.visit!, fault(error, request)));
  server.setNotFoundHandler((request) => answers.refuse(request.visit!, notHere(request)));

  server.addHook('onRequest', (request, reply, next) => {
    const visit = begin(request, reply);
    const malformed = validateRequestHead(request.raw);
    if (malformed !== undefined) return answers.refuse(visit, malformed);
    const { heard } = request.routeOptions.config as Pick<PublicRoute, 'heard'>;
    if (heard === 'always') return next();
    const isOver = heard === 'until the end' ? draining.begun : draining.refusing;
    if (isOver) return answers.refuse(visit, shuttingDown());
    if (heard === undefined && parts.isLate()) return answers.refuse(visit, tooMuch('delay'));
    next();
  });
  const open = { answers, takePlace };
  const inCommon = { answers, visits, room, shares, beginnings, ending: draining.signal, tooMuch };
  for (const route of parts.open) {
    const { method = 'GET', path: url, heard } = route;
    server.route({
      method,
      url,
      config: { operation: publicOperationName(method, url), heard, mostBytes: MAX_PUBLIC_BODY_BYTES },
      handler: servePublicRoute(route, open),
    });
  }
  for (const door of parts.doors) {
    server.register(async (inside) => {
      const { page, refusalForm } = door;
      const show = page && servePublicRoute(page, open);
      const whoNow = (request: IncomingMessage) => authenticateRequest(door.admit, request);
      inside.addHook('onRequest', (request, _reply, next) => {
        const visit = request.visit!;
        if (show !== undefined && isOpenedByBrowser(request, page!)) return void show(request).catch(next);
        const admission = door.admit(request.raw, (caller) => recognise(visit, caller));
        if (!(admission instanceof Promise)) return enter(door, visit, admission, next);
        // The key must be looked up first.
        const noPlace = visit.place === undefined ? takePlace(visit, visit.strangerWithKey) : undefined;
        if (noPlace !== undefined) answers.refuse(visit, noPlace);
        admission.then((one) => noPlace === undefined && enter(door, visit, one, next), next);
      });
      const refuseAt = (url: string, method: string | string[]) =>
        inside.route({
          method,
          url,
          config: { refusalForm },
          handler: (request) => answers.refuse(request.visit!, notHere(request)),
        });
      for (const url of [door.path, `${door.path}/*`]) {
        refuseAt(
          url,
          server.supportedMethods.filter((method) => !offersRoute(door, method, url)),
        );
      }
      for (const { method, path } of findShadowedRoutes(door.routes)) refuseAt(path, method);
      for (const route of door.routes) {
        const { method, path: url, operation } = route;
        inside.route({
          method,
          url,
          config: { operation, refusalForm, placeOfKey: route.placeOfKey },
          handler: serveRoute({ ...inCommon, route, whoNow }),
        });
      }
    });
  }
  return server;

  function begin(request: FastifyRequest, reply: FastifyReply): RequestContext {
    const { operation = 'none', refusalForm = renderProblemJson } = request.routeOptions.config as RouteConfig;
    const own = { ...headers, 'x-request-id': request.id };
    request.visit = visits.begin(request, reply, operation, own, refusalForm);
    return request.visit;
  }

  function recognise(visit: RequestContext, caller: Caller): Problem | undefined {
    // The request was refused during the lookup.
    if (visit.problem !== undefined) return visit.problem;
    visit.caller = caller;
    return takePlace(visit) ?? takePlaceOfKey(visit, caller);
  }

  function takePlaceOfKey(visit: RequestContext, caller: Caller): Problem | undefined {
    const { routeOptions, raw, headers, method } = visit.request;
    const { placeOfKey } = routeOptions.config as RouteConfig;
    // The client may have disconnected; the permit would then never be released.
    if (placeOfKey === undefined || visit.over) return undefined;
    const taken = placeOfKey({ caller, query: queryOf(raw.url), headers, bodyWanted: method !== 'HEAD' });
    if (taken instanceof Problem) return taken;
    visit.placeOfKey = taken;
    return undefined;
  }

  function takePlace(visit: RequestContext, holder?: string): Problem | undefined {
    return visits.takePlace(visit, holder) === undefined ? undefined : tooMuch('requests');
  }

  function room(visit: RequestContext, bytes: number): Problem | undefined {
    return visits.hold(visit, bytes) === undefined ? undefined : tooMuch('memory');
  }

  function tooMuch(reason: ShedReason): Problem {
    observer.shed(reason);
    return overloadedProblem();
  }

  function enter(
    { vary = VARY_BY_CREDENTIALS }: RouteGroup,
    visit: RequestContext,
    admission: AdmittedCaller | Problem,
    next: () => void,
  ): void {
    visit.headers.vary = vary;
    if (admission instanceof Problem) {
      answers.refuse(visit, admission);
      return;
    }
    Object.assign(visit.headers, admission.headers, { 'cache-control': PRIVATE_NO_CACHE });
    next();
  }

  function notHere({ method, raw }: FastifyRequest): Problem {
    return noRoute(method, pathOf(raw.url));
  }

  function fault(error: FastifyError, request: FastifyRequest): Problem {
    // Occurs only for QUERY, which no route offers: the framework requires a Content-Type before it reports that.
    if (error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return notHere(request);
    return problemOfFrameworkError(error, request, (unknown) => {
      // Work aborted by a client disconnect also ends with an error.
      if (!request.visit?.over) log.error({ requestId: request.id, err: unknown }, 'an unexpected fault');
    });
  }

  function onEnd(visit: RequestContext): void {
    const { operation, problem, status, ending, request } = visit;
    const { method } = request;
    const shard = visit.caller?.account.shardID ?? parts.shardNamed(request.raw.rawHeaders);
    observer.answered({ operation, method, status, ms: performance.now() - visit.began, shard });
    if (problem !== undefined) observer.refused(problem.code, shard);
    if (visit.caller !== null) parts.onAnswered?.(visit.caller, status, () => visit.client);
    if (ending === 'cut off') observer.cutOff();
    logRequest(log, visit);
    // A response that started before the shutdown did not send Connection: close.
    if (draining.refusing && !isBusy(visit.socket)) visit.socket.end();
  }

  function isBusy(socket: Socket): boolean {
    return visits.on(socket) !== undefined || pipelining.waitingOn(socket) !== undefined;
  }

  function onBroken(problem: Problem, requestId: string, peer: string | undefined): void {
    observer.refused(problem.code, '');
    const client = parts.clientAddress(peer, []);
    log.info({ requestId, client, operation: 'none', status: problem.status, code: problem.code }, 'request');
  }
}

interface RouteConfig {
  readonly operation?: string;
  readonly refusalForm?: ProblemRenderer;
  readonly placeOfKey?: Route['placeOfKey'];
}

/** Route configuration for a lower body limit. */
interface BodyLimit {
  readonly mostBytes?: number;
}
type BodyRead = (failure: Error | null, body?: Buffer) => void;

/** Returns the methods to add. CONNECT is excluded: it requests a tunnel, and Node never dispatches it as a request. */
function otherMethods(server: FastifyInstance): string[] {
  return METHODS.filter((method) => method !== 'CONNECT' && !server.supportedMethods.includes(method));
}
