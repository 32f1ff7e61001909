/**
 * Serves one request of an admitted caller: start of work, permission, unsupported input, turn, handler, response. A
 * large body (a patch of ten thousand operations, long texts) blocks the thread for tens of milliseconds, and all other
 * requests wait. So large bodies of one account, and requests of heavy routes, run one after the other, and other
 * requests run in between.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import { isRefusal, type Permit } from '../fairness/budget.ts';
import { releaseAfterEqualPause } from '../fairness/equal-pause.ts';
import { wellFormed } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import { type AcceptedInput, rejectUnsupported } from './accepted-input.ts';
import { missingPermission } from './admission.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import type { ShedReason } from './observer.ts';
import { receiveUnexpectedBody } from './receive-body.ts';
import type { RequestContext } from './request-context.ts';
import { pathOf, queryOf } from './request-log.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import type { Responder } from './responder.ts';
import type { ApiResponse, Route } from './route.ts';
import { pathNotFound } from './route-match.ts';
import type { ServerSemaphores } from './server-semaphores.ts';

export interface RouteContext {
  readonly route: Route;
  readonly answers: Responder;
  readonly visits: Pick<InFlightRequests, 'park'>;
  /** Reserves memory for a body; returns the refusal if there is none. */
  readonly room: (visit: RequestContext, bytes: number) => Problem | undefined;
  readonly shares: Pick<ServerSemaphores, 'largeBodies' | 'held'>;
  readonly beginnings: RequestScheduler;
  readonly ending: AbortSignal;
  readonly tooMuch: (reason: ShedReason) => Problem;
  /** Authenticates the request again and returns the current caller. */
  readonly whoNow: (request: IncomingMessage) => Promise<Caller | Problem>;
}

/**
 * Authenticates again after this time, because access may have been revoked since. A client can delay its body for as
 * long as it likes.
 */
const REAUTHENTICATE_AFTER_MS = 1_000;

/** Size from which a body is large: reading, checking and writing it takes a few milliseconds. */
const LARGE_BODY_BYTES = 32 * 1024;

export function serveRoute(served: RouteContext) {
  const { route, answers, visits, room, shares, beginnings, ending, tooMuch, whoNow } = served;
  const heeds: AcceptedInput = { body: route.method === 'POST' || route.method === 'PATCH', ...route.heeds };
  return async (request: FastifyRequest) => {
    const visit = request.visit!;
    const waiting = beginnings.turn(visit.holder, () => visit.gone);
    const turn = waiting instanceof Promise ? await waiting : waiting;
    if (turn !== undefined && isRefusal(turn)) return answers.refuse(visit, tooMuch('requests'));
    try {
      const answer = await answerTo(request, visit);
      return answer instanceof Problem ? answers.refuse(visit, answer) : answers.send(visit, answer);
    } finally {
      if (visit.isLarge) beginnings.noteLarge(visit.holder);
      turn?.over(visit.isLarge);
    }
  };

  async function answerTo(request: FastifyRequest, visit: RequestContext): Promise<ApiResponse | Problem> {
    const forbidden = missingPermission(visit.caller!, route.needs);
    if (forbidden !== undefined) return forbidden;
    const parameters = request.params as Record<string, string>;
    // Ids never contain malformed text, and a database would report it as an internal error.
    if (!Object.values(parameters).every(wellFormed)) return pathNotFound();
    const url = request.raw.url ?? '';
    const path = pathOf(url);
    const query = queryOf(url);
    const body =
      (request.body as Buffer | undefined) ?? (await receiveUnexpectedBody(request.raw, (bytes) => room(visit, bytes)));
    const ignored = rejectUnsupported(heeds, { query, headers: request.headers, body });
    if (ignored !== undefined) return ignored;
    // The request acquires one turn for all its work. Turns of an account run one after the other, so a second one
    // would wait for the first.
    let turn: Promise<Permit | Problem> | undefined;
    let began = 0;
    const heavy = async () => {
      turn ??= turnOf(visit).finally(() => {
        began = performance.now();
      });
      const taken = await turn;
      return taken instanceof Problem ? taken : undefined;
    };
    const isHeavy = route.heavy === true || (body !== undefined && body.length > LARGE_BODY_BYTES);
    const noTurn = isHeavy ? await heavy() : undefined;
    if (noTurn !== undefined) return noTurn;
    try {
      let caller = visit.caller!;
      if (performance.now() - visit.began > REAUTHENTICATE_AFTER_MS) {
        const now = await whoNow(request.raw);
        if (now instanceof Problem) return now;
        const lost = missingPermission(now, route.needs);
        if (lost !== undefined) return lost;
        caller = now;
      }
      return await route.handle({
        caller,
        parameters,
        path,
        query,
        headers: request.headers,
        client: visit.client,
        body,
        began: visit.began,
        traceparent: visit.traceparent,
        bodyWanted: request.method !== 'HEAD',
        gone: () => visit.gone,
        ending,
        hold: () => hold(visit),
        heavy,
        inTurn: (work) => inTurn(visit, work),
        note: (name, value) => visit.note(name, value),
        cut: () => visit.cut(),
      });
    } finally {
      // The turn may be granted only now, after the handler has stopped waiting for it.
      turn?.then((taken) => {
        if (!(taken instanceof Problem)) releaseAfterEqualPause(taken, performance.now() - began);
      });
    }
  }

  /**
   * Moves the request to the limit on waiting requests: a waiting request does no work and must not use an active
   * permit.
   */
  function hold(visit: RequestContext): Problem | undefined {
    if (visit.over || visit.isHeld) return undefined;
    const held = shares.held.take(visit.holder);
    if (isRefusal(held)) return tooMuch('requests');
    visits.park(visit, held);
    return undefined;
  }

  async function inTurn<Result>(visit: RequestContext, work: () => Promise<Result>): Promise<Result | Problem> {
    const turn = await turnOf(visit);
    if (turn instanceof Problem) return turn;
    const began = performance.now();
    try {
      return await work();
    } finally {
      releaseAfterEqualPause(turn, performance.now() - began);
    }
  }

  /** Acquires a turn, then yields to the event loop so that queued requests are served first. */
  async function turnOf(visit: RequestContext): Promise<Permit | Problem> {
    const turn = await shares.largeBodies.turn(visit.holder, 1, visit.gone);
    if (isRefusal(turn)) return tooMuch('requests');
    await nextTurn();
    return turn;
  }
}
