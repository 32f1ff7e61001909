/**
 * How the server ends: new requests are refused and every answer closes its connection; what is under way is finished.
 * Only then is the server closed, because closing cuts off answers that are written but not yet taken.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problems.ts';
import type { Visits } from './visits.ts';

export interface Draining {
  readonly begun: boolean;
  /** Keeps in mind who connects, from the first on. */
  watch(server: Server): void;
  /** Resolves when the server can be closed. */
  begin(): Promise<void>;
}

/** Clients that take longer than this to send their request or to take their answer are not waited for. */
const LONGEST_MS = 9_000;
/** What has connected but asked for nothing, or not yet whole, has this long once the server is closed. */
const LINGER_MS = 500;

/** For `refusingMs` new requests are still heard, to be refused: balancers take notice, and busy clients are told. */
export function makeDraining(visits: Visits, refusingMs: number): Draining {
  /** The server itself does not know those that have not yet shaken hands. */
  const connections = new Set<Socket>();
  let begun = false;
  return {
    get begun() {
      return begun;
    },
    watch(server) {
      server.on('connection', (socket: Socket) => {
        connections.add(socket);
        socket.once('close', () => connections.delete(socket));
      });
    },
    async begin() {
      if (begun) return;
      begun = true;
      await Promise.all([visits.ended(LONGEST_MS), sleep(refusingMs)]);
      visits.cutAll();
      setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, LINGER_MS).unref();
    },
  };
}

export function shuttingDown(): Problem {
  return new Problem('unavailable', 'The service is shutting down. Nothing was changed; try again.', {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}
