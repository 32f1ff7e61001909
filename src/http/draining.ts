/**
 * How the server ends: new requests are refused and every answer closes its connection; what is under way is finished.
 * Only then is the server closed, because closing cuts off answers that are written but not yet taken.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../problems.ts';
import type { Connections } from './connections.ts';
import type { Visits } from './visits.ts';

export interface Draining {
  readonly begun: boolean;
  /** Aborted when it begins. */
  readonly signal: AbortSignal;
  /** Resolves when the server can be closed. */
  begin(): Promise<void>;
}

/** Clients that take longer than this to send their request or to take their answer are not waited for. */
const LONGEST_MS = 9_000;
/** What has connected but asked for nothing, or not yet whole, has this long once the server is closed. */
const LINGER_MS = 500;

/** For `refusingMs` new requests are still heard, to be refused: balancers take notice, and busy clients are told. */
export function makeDraining(visits: Visits, connections: Connections, refusingMs: number): Draining {
  const beginning = new AbortController();
  return {
    get begun() {
      return beginning.signal.aborted;
    },
    signal: beginning.signal,
    async begin() {
      if (beginning.signal.aborted) return;
      beginning.abort();
      await Promise.all([visits.ended(LONGEST_MS), sleep(refusingMs)]);
      visits.cutAll();
      setTimeout(() => connections.closeAll(), LINGER_MS).unref();
    },
  };
}

export function shuttingDown(): Problem {
  return new Problem('unavailable', 'The service is shutting down. Nothing was changed; try again.', {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}
