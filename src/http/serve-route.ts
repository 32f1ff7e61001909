/**
 * One request of a caller who was let in: when it begins, the permission, what it may not ask for, its turn, the work, the answer.
 *
 * What a large body asks for (a patch of ten thousand operations, long texts) takes the thread for tens of milliseconds, and everybody
 * else waits meanwhile. So large bodies of one account, and what else a route calls heavy, are worked on one after the other, and whoever
 * else asks comes in between.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/caller.ts';
import { type Holding, isRefusal } from '../fairness/budget.ts';
import { giveAfterEqualPause } from '../fairness/equal-pause.ts';
import { wellFormed } from '../lib/json.ts';
import { Problem } from '../problems.ts';
import { lacking } from './admission.ts';
import type { Answers } from './answers.ts';
import type { Beginnings } from './beginnings.ts';
import { bodyAlong } from './body-arrival.ts';
import { type Heeds, notHeeded } from './heeds.ts';
import type { ShedReason } from './observer.ts';
import { pathOf, queryOf } from './request-log.ts';
import type { Answer, Route } from './route.ts';
import { nothingHere } from './route-match.ts';
import type { Shares } from './shares.ts';
import type { Visit } from './visit.ts';
import type { Visits } from './visits.ts';

export interface ServedRoute {
  readonly route: Route;
  readonly answers: Answers;
  readonly visits: Pick<Visits, 'park'>;
  /** For so many bytes of a body. */
  readonly room: (visit: Visit, bytes: number) => Problem | undefined;
  readonly shares: Pick<Shares, 'largeBodies' | 'held'>;
  readonly beginnings: Beginnings;
  readonly ending: AbortSignal;
  readonly tooMuch: (reason: ShedReason) => Problem;
  /** Who the caller is by now. */
  readonly whoNow: (request: IncomingMessage) => Promise<Caller | Problem>;
}

/** Whoever was let in so long ago may have been shut out since, and a body can be held back for as long as one likes. */
const KNOWN_FOR_MS = 1_000;

/** Reading, judging and writing so many bytes takes a few milliseconds. */
const LARGE_BODY = 32 * 1024;

export function serveRoute(served: ServedRoute) {
  const { route, answers, visits, room, shares, beginnings, ending, tooMuch, whoNow } = served;
  const heeds: Heeds = { body: route.method === 'POST' || route.method === 'PATCH', ...route.heeds };
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

  async function answerTo(request: FastifyRequest, visit: Visit): Promise<Answer | Problem> {
    const forbidden = lacking(visit.caller!, route.needs);
    if (forbidden !== undefined) return forbidden;
    const parameters = request.params as Record<string, string>;
    // No id holds what no text may hold, and a database would take it for a fault of ours.
    if (!Object.values(parameters).every(wellFormed)) return nothingHere();
    const url = request.raw.url ?? '';
    const path = pathOf(url);
    const query = queryOf(url);
    const body = (request.body as Buffer | undefined) ?? (await bodyAlong(request.raw, (bytes) => room(visit, bytes)));
    const ignored = notHeeded(heeds, { query, headers: request.headers, body });
    if (ignored !== undefined) return ignored;
    // One for all of the request: those of an account come one after the other, and a second one would wait for the first.
    let turn: Promise<Holding | Problem> | undefined;
    let began = 0;
    const heavy = async () => {
      turn ??= turnOf(visit).finally(() => {
        began = performance.now();
      });
      const taken = await turn;
      return taken instanceof Problem ? taken : undefined;
    };
    const isHeavy = route.heavy === true || (body !== undefined && body.length > LARGE_BODY);
    const noTurn = isHeavy ? await heavy() : undefined;
    if (noTurn !== undefined) return noTurn;
    try {
      let caller = visit.caller!;
      if (performance.now() - visit.began > KNOWN_FOR_MS) {
        const now = await whoNow(request.raw);
        if (now instanceof Problem) return now;
        const lost = lacking(now, route.needs);
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
      // Which may come only now, to somebody who has not waited for it.
      turn?.then((taken) => {
        if (!(taken instanceof Problem)) giveAfterEqualPause(taken, performance.now() - began);
      });
    }
  }

  /** Somebody who waits does nothing: he takes no place of those who work. */
  function hold(visit: Visit): Problem | undefined {
    if (visit.over || visit.isHeld) return undefined;
    const held = shares.held.take(visit.holder);
    if (isRefusal(held)) return tooMuch('requests');
    visits.park(visit, held);
    return undefined;
  }

  async function inTurn<Result>(visit: Visit, work: () => Promise<Result>): Promise<Result | Problem> {
    const turn = await turnOf(visit);
    if (turn instanceof Problem) return turn;
    const began = performance.now();
    try {
      return await work();
    } finally {
      giveAfterEqualPause(turn, performance.now() - began);
    }
  }

  /** Others who have asked meanwhile are served first. */
  async function turnOf(visit: Visit): Promise<Holding | Problem> {
    const turn = await shares.largeBodies.turn(visit.holder, 1, visit.gone);
    if (isRefusal(turn)) return tooMuch('requests');
    await nextTurn();
    return turn;
  }
}
