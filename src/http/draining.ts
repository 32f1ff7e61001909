/**
 * How the server ends. While it drains, it serves on: `/readyz` is 503 and every answer closes its connection, so that balancers send
 * what comes next to others. Then new requests are refused and what is under way is finished. Only then is the server closed, because
 * closing cuts off answers that are written but not yet taken.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import { Problem } from '../problems.ts';
import type { ClientConnections } from './client-connections.ts';
import type { InFlightRequests } from './in-flight-requests.ts';

export interface Draining {
  /** Balancers are to send nothing more, and answers close their connections. */
  readonly begun: boolean;
  /** New requests are refused. */
  readonly refusing: boolean;
  /** Aborted when new requests begin to be refused: whoever waits for something to happen is answered. */
  readonly signal: AbortSignal;
  /** Resolves when the server can be closed. */
  begin(): Promise<void>;
}

export interface DrainingOptions {
  /** For how long new requests are still served. */
  readonly drainMs: number;
  /** Aborted where they are no longer to be served, whatever is left of that time. */
  readonly hurried: AbortSignal | undefined;
  readonly log: Log;
}

/** Clients that take longer than this to send their request or to take their answer are not waited for. */
const MAX_DRAIN_MS = 9_000;
/** What was served at the very end of a long drain has this long. */
const LAST_MS = 3_000;
/** Clients that ask again within this are told that they are refused; then their connections are closed. */
const TOLD_MS = 300;
/** Connections without a request under way have this long to close, so that what clients were just sending resets none. */
const LINGER_MS = 500;
/** After the last look the server stops listening; whoever has come in between is closed. */
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
