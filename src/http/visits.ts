/**
 * The requests that are under way: how many they are and how much memory they hold, which of their clients do not take
 * their answers, and when all of them have ended.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Load } from './overload.ts';
import { Visit } from './visit.ts';

export interface Visits {
  begin(request: FastifyRequest, reply: FastifyReply, operation: string, headers: Record<string, string>): Visit;
  /** Counts bytes that the visit holds until it ends. */
  hold(visit: Visit, bytes: number): void;
  readonly load: Load;
  /** The newest visit of a connection, while it is under way. */
  on(socket: Socket): Visit | undefined;
  /** Resolves when all that are under way now have ended, or after `withinMs`. */
  ended(withinMs: number): Promise<void>;
  /** Cuts off whoever is still there. */
  cutAll(): void;
  close(): void;
}

export interface VisitsOptions {
  /** How late the event loop is. */
  readonly delayMs: () => number;
  /** How long a client may take none of the bytes that wait for it. */
  readonly answerMs: number;
  /** Told of every visit that has ended. */
  readonly onEnd: (visit: Visit) => void;
}

/** What was written to a connection when it was last seen to move. */
interface Progress {
  written: number;
  at: number;
}

export function makeVisits({ delayMs, answerMs, onEnd }: VisitsOptions): Visits {
  const visits = new Map<Visit, Progress>();
  const bySocket = new WeakMap<Socket, Visit>();
  let bytes = 0;
  let lastEnded = -Infinity;
  const looking = setInterval(cutSlowReaders, Math.max(20, answerMs / 6)).unref();

  return {
    begin(request, reply, operation, headers) {
      const visit = new Visit(request, reply, operation, headers);
      visits.set(visit, { written: visit.socket.bytesWritten, at: visit.began });
      bySocket.set(visit.socket, visit);
      // Emitted once, after the last byte was handed over or when the connection is gone.
      reply.raw.once('close', () => {
        visits.delete(visit);
        bytes -= visit.held;
        lastEnded = performance.now();
        visit.end();
        onEnd(visit);
      });
      return visit;
    },
    hold(visit, more) {
      // Its client has left, and what it held has been taken off already.
      if (visit.over) return;
      visit.held += more;
      bytes += more;
    },
    get load() {
      const quietMs = visits.size > 0 ? 0 : performance.now() - lastEnded;
      return { requests: visits.size, bytes, delayMs: delayMs(), quietMs };
    },
    on(socket) {
      const visit = bySocket.get(socket);
      return visit !== undefined && visits.has(visit) ? visit : undefined;
    },
    async ended(withinMs) {
      const waitedFor = [...visits.keys()];
      const until = performance.now() + withinMs;
      while (waitedFor.some((visit) => visits.has(visit)) && performance.now() < until) await sleep(10);
    },
    cutAll() {
      for (const visit of visits.keys()) visit.cut();
    },
    close() {
      clearInterval(looking);
    },
  };

  /**
   * An answer given as one text is one write, one given in pieces a write for each piece: so a client that takes bytes
   * has to take that much of them in this time, and one that takes none holds memory no longer than that.
   */
  function cutSlowReaders(): void {
    const now = performance.now();
    for (const [visit, progress] of visits) {
      const { bytesWritten, writableLength } = visit.socket;
      if (writableLength === 0 || bytesWritten !== progress.written) {
        progress.written = bytesWritten;
        progress.at = now;
      } else if (now - progress.at > answerMs) visit.cut();
    }
  }
}
