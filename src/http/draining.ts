/**
 * Graceful shutdown. While draining, the server still serves requests. `/readyz` returns 503 and every response closes
 * its connection, so that load balancers send new requests elsewhere. Then new requests are refused and active ones
 * finish. The server closes last, because closing cuts off responses that are written but not yet read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import { Problem } from '../problems.ts';
import type { ClientConnections } from './client-connections.ts';
import type { InFlightRequests } from './in-flight-requests.ts';

export interface Draining {
  /** True once draining has begun: `/readyz` fails and responses close their connections. */
  readonly begun: boolean;
  /** True if new requests are refused. */
  readonly refusing: boolean;
  /** Aborts when new requests start to be refused; requests that wait for an event are then answered. */
  readonly signal: AbortSignal;
  /** Resolves when the server can be closed. */
  begin(): Promise<void>;
}

export interface DrainingOptions {
  /** Time for which new requests are still served. */
  readonly drainMs: number;
  /** Aborts the drain: new requests are refused at once, whatever time is left. */
  readonly hurried: AbortSignal | undefined;
  readonly log: Log;
}

/** Maximum time to wait for clients that send their request or read their response slowly. */
const MAX_DRAIN_MS = 9_000;
/** Minimum time for requests that arrive at the very end of a long drain. */
const LAST_MS = 3_000;
/** Time for which clients with open connections still get a refusal; then idle connections are closed. */
const TOLD_MS = 300;
/** Time for idle connections to close, so that data in transit from clients causes no reset. */
const LINGER_MS = 500;
/** Delay before the remaining connections are closed; the server stops listening within it. */
const CLOSE_MS = 100;

export function createDraining(
  visits: InFlightRequests,
  connections: ClientConnections,
  { drainMs, hurried, log }: DrainingOptions,
): Draining {
  const refusal = new AbortController();
  let begun = false;
  return {
    get begun() {
      return begun;
    },
    get refusing() {
      return refusal.signal.aborted;
    },
    signal: refusal.signal,
    async begin() {
      if (begun) return;
      begun = true;
      const until = performance.now() + Math.max(MAX_DRAIN_MS, drainMs + LAST_MS);
      if (drainMs > 0 && !hurried?.aborted)
        log.info({ drainMs }, 'told to stop: new requests are served that much longer');
      await pause(drainMs, hurried);
      refusal.abort();
      await Promise.all([visits.ended(until - performance.now()), endIdle()]);
      visits.cutAll();
      await connections.left(LINGER_MS);
      setTimeout(() => connections.closeAll(), CLOSE_MS).unref();
    },
  };

  async function endIdle(): Promise<void> {
    await connections.left(TOLD_MS);
    connections.endIdle();
  }
}

async function pause(ms: number, hurried: AbortSignal | undefined): Promise<void> {
  const options = hurried === undefined ? {} : { signal: hurried };
  await sleep(ms, undefined, options).catch((failure) => {
    if (!hurried?.aborted) throw failure;
  });
}

export function shuttingDown(): Problem {
  return new Problem('unavailable', 'The service is shutting down. Nothing was changed; try again.', {
    headers: { 'retry-after': '5', connection: 'close' },
  });
}
