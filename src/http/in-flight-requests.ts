/** Tracks requests in progress: the permits they hold, clients that read too slowly, and completion during shutdown. */
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
  /** Acquires a permit for an active request; once its account is known, moves the permit to the account. */
  takePlace(visit: RequestContext, holder?: string): AcquireRefusal | undefined;
  /** Reserves bytes for the request until it ends, if they are available. */
  hold(visit: RequestContext, bytes: number): AcquireRefusal | undefined;
  /** Replaces the request's active permit by a permit for waiting requests. */
  park(visit: RequestContext, place: Permit): void;
  /**
   * Releases the permits of a request that has its response and waits only for the rest of its body. A client that
   * never sends the rest then uses no permits.
   */
  release(visit: RequestContext): void;
  /** Sets the reserved bytes to this number, even beyond the limit. */
  holdExactly(visit: RequestContext, bytes: number): void;
  holdAtLeast(visit: RequestContext, bytes: number): void;
  giveBack(visit: RequestContext, bytes: number): void;
  heldBy(visit: RequestContext): number;
  readonly load: ServerLoad;
  /** Returns the newest request of a connection while it is in progress. */
  on(socket: Socket): RequestContext | undefined;
  /** Returns the newest dispatched request of a connection, even if it has been answered. */
  newestOn(socket: Socket): IncomingMessage | undefined;
  /** True if the newest request of a connection was answered before all of it arrived. */
  isAnsweredEarly(socket: Socket): boolean;
  /** Resolves when all requests now in progress have ended, or after `withinMs`. */
  ended(withinMs: number): Promise<void>;
  /** Cuts off all remaining requests. */
  cutAll(): void;
  close(): void;
}

export interface InFlightRequestsOptions {
  readonly shares: Pick<ServerSemaphores, 'requests' | 'bytes'>;
  readonly clientAddress: ClientAddress;
  /** Maximum time for which a client may read none of the bytes that wait for it. */
  readonly answerMs: number;
  /** Minimum mean rate, in bytes per second, at which a client must read beyond that time. */
  readonly answerPace: number;
  /** Reports every request that has ended. */
  readonly onEnd: (visit: RequestContext) => void;
}

/**
 * Read progress of a client: bytes written when the connection last progressed, the time since then, and the total time
 * bytes have waited.
 */
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
      // Emitted once, after the last byte was handed over or when the connection has closed.
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
      // The client has disconnected; the permit would never be released.
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
   * Cuts off clients that read too slowly. A whole response is one write, a streamed one has a write per chunk. So a
   * reading client must read that much within the time limit, and one that reads nothing uses memory no longer than
   * that. A client that reads each chunk of a long response just in time falls below the minimum rate.
   */
  function cutSlowReaders(): void {
    const now = performance.now();
    // Caps the elapsed time: a suspended process did not see what its clients read, and must not blame them.
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
