/**
 * The requests that are under way: what they hold on whose behalf, which of their clients do not take their answers, and when
 * all of them have ended.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../accounts/client-address.ts';
import { type AcquireRefusal, isRefusal, type Permit } from '../fairness/budget.ts';
import { LinkedQueue } from '../lib/line.ts';
import type { ServerLoad } from './overload.ts';
import type { ProblemRenderer } from './problem-response.ts';
import { limitDiscardedBytes } from './receive-body.ts';
import { RequestContext } from './request-context.ts';
import type { ServerSemaphores } from './server-semaphores.ts';

export interface InFlightRequests {
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    operation: string,
    headers: Record<string, string>,
    refusalForm: ProblemRenderer,
  ): RequestContext;
  /** Takes a place among the requests under way; once its account is known, the place becomes the account's. */
  takePlace(visit: RequestContext, holder?: string): AcquireRefusal | undefined;
  /** Counts bytes that the visit holds until it ends, where they are to be had. */
  hold(visit: RequestContext, bytes: number): AcquireRefusal | undefined;
  /** It waits for something to happen, and takes its place among those that do. */
  park(visit: RequestContext, place: Permit): void;
  /** It has its answer, which only waits for the rest of the request: whoever does not send that holds nothing. */
  release(visit: RequestContext): void;
  /** Counts what it holds now, whether it is to be had or not. */
  holdExactly(visit: RequestContext, bytes: number): void;
  holdAtLeast(visit: RequestContext, bytes: number): void;
  giveBack(visit: RequestContext, bytes: number): void;
  heldBy(visit: RequestContext): number;
  readonly load: ServerLoad;
  /** The newest visit of a connection, while it is under way. */
  on(socket: Socket): RequestContext | undefined;
  /** The newest request of a connection that was worked on, also where it has its answer. */
  newestOn(socket: Socket): IncomingMessage | undefined;
  /** Whether the newest request of a connection has its answer, though not all of it has arrived. */
  isAnsweredEarly(socket: Socket): boolean;
  /** Resolves when all that are under way now have ended, or after `withinMs`. */
  ended(withinMs: number): Promise<void>;
  /** Cuts off whoever is still there. */
  cutAll(): void;
  close(): void;
}

export interface InFlightRequestsOptions {
  readonly shares: Pick<ServerSemaphores, 'requests' | 'bytes'>;
  readonly clientAddress: ClientAddress;
  /** How long a client may take none of the bytes that wait for it. */
  readonly answerMs: number;
  /** How many bytes a second it has to take in the mean, beyond that time. */
  readonly answerPace: number;
  /** Told of every visit that has ended. */
  readonly onEnd: (visit: RequestContext) => void;
}

/** What was written to a connection when it was last seen to move, for how long it has not, and how long bytes have waited for its client in all. */
interface InFlightRequest {
  readonly visit: RequestContext;
  written: number;
  stillMs: number;
  waitedMs: number;
}

export function createInFlightRequests({
  shares,
  clientAddress,
  answerMs,
  answerPace,
  onEnd,
}: InFlightRequestsOptions): InFlightRequests {
  const visits = new LinkedQueue<InFlightRequest>();
  const bySocket = new WeakMap<Socket, RequestContext>();
  let parked = 0;
  let lastEnded = -Infinity;
  let lastLook = performance.now();
  const everyMs = Math.max(20, answerMs / 6);
  const looking = setInterval(cutSlowReaders, everyMs).unref();
  const heldBy = ({ bytes }: RequestContext) => bytes?.units ?? 0;

  return {
    begin(request, reply, operation, headers, refusalForm) {
      const visit = new RequestContext(request, reply, operation, headers, clientAddress, refusalForm);
      const underWay = visits.join({ visit, written: visit.socket.bytesWritten, stillMs: 0, waitedMs: 0 });
      bySocket.set(visit.socket, visit);
      // Emitted once, after the last byte was handed over or when the connection is gone.
      reply.raw.once('close', () => {
        underWay.leave();
        if (visit.isHeld) parked--;
        release(visit);
        lastEnded = performance.now();
        visit.end();
        limitDiscardedBytes(request.raw);
        onEnd(visit);
      });
      return visit;
    },
    takePlace(visit, holder = visit.holder) {
      // Its client has left, and nothing would be given back.
      if (visit.over) return undefined;
      if (visit.place !== undefined) return visit.place.move(holder);
      const taken = shares.requests.take(holder);
      if (isRefusal(taken)) return taken;
      visit.place = taken;
      return undefined;
    },
    park(visit, place) {
      visit.place?.give();
      visit.place = place;
      visit.isHeld = true;
      parked++;
    },
    release,
    hold,
    holdExactly,
    holdAtLeast(visit, bytes) {
      if (bytes > heldBy(visit)) holdExactly(visit, bytes);
    },
    giveBack: (visit, bytes) => visit.bytes?.give(Math.max(0, bytes)),
    heldBy,
    get load() {
      const quietMs = visits.size > parked ? 0 : performance.now() - lastEnded;
      return { requests: visits.size, bytes: shares.bytes.tally().held, quietMs };
    },
    on(socket) {
      const visit = bySocket.get(socket);
      return visit?.over === false ? visit : undefined;
    },
    newestOn: (socket) => bySocket.get(socket)?.request.raw,
    isAnsweredEarly(socket) {
      const visit = bySocket.get(socket);
      return visit?.over === true && !visit.request.raw.complete;
    },
    async ended(withinMs) {
      const waitedFor = [...visits];
      const until = performance.now() + withinMs;
      while (waitedFor.some(({ visit }) => !visit.over) && performance.now() < until) await sleep(10);
    },
    cutAll() {
      for (const { visit } of visits) visit.cut();
    },
    close() {
      clearInterval(looking);
    },
  };

  function release(visit: RequestContext): void {
    visit.place?.give();
    visit.placeOfKey?.give();
    visit.bytes?.give();
    visit.place = undefined;
    visit.placeOfKey = undefined;
    visit.bytes = undefined;
  }

  function hold(visit: RequestContext, bytes: number): AcquireRefusal | undefined {
    if (visit.over) return undefined;
    if (visit.bytes !== undefined) return visit.bytes.grow(bytes);
    const taken = shares.bytes.take(visit.holder, bytes);
    if (isRefusal(taken)) return taken;
    visit.bytes = taken;
    return undefined;
  }

  function holdExactly(visit: RequestContext, bytes: number): void {
    if (visit.over) return;
    const more = bytes - heldBy(visit);
    if (more < 0) visit.bytes?.give(-more);
    else if (visit.bytes !== undefined) visit.bytes.owe(more);
    else if (more > 0) visit.bytes = shares.bytes.owe(visit.holder, more);
  }

  /**
   * An answer given as one text is one write, one given in pieces a write for each piece: so a client that takes bytes
   * has to take that much of them in this time, and one that takes none holds memory no longer than that. One that takes
   * each piece just in time, of an answer of many, falls behind the pace.
   */
  function cutSlowReaders(): void {
    const now = performance.now();
    // A process that stood still has not seen what its clients took meanwhile: that is not held against them.
    const passedMs = Math.min(now - lastLook, 2 * everyMs);
    for (const underWay of visits) {
      const { visit } = underWay;
      const { bytesWritten, writableLength } = visit.socket;
      const waitedMs = Math.min(passedMs, now - visit.began);
      if (writableLength > 0) underWay.waitedMs += waitedMs;
      if (writableLength === 0 || bytesWritten !== underWay.written) {
        underWay.written = bytesWritten;
        underWay.stillMs = 0;
      } else {
        underWay.stillMs += waitedMs;
      }
      const owedMs = underWay.waitedMs - answerMs;
      const isTooSlow = owedMs > 0 && visit.bytesOut - writableLength < (answerPace * owedMs) / 1000;
      if (underWay.stillMs > answerMs || isTooSlow) visit.cut();
    }
    lastLook = now;
  }
}
