/**
 * Monitors whether the database is reachable. Code that sees a broken or silent connection reports it here, and new
 * connections are tried until one is answered. During that time no request waits for the database, so a silent shard
 * does not take the places of requests to other shards. Connections that may be as dead as the reported one are not
 * lent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LinkedQueue } from '../../lib/line.ts';
import type { Log } from '../../lib/log.ts';
import { createOutageLog } from '../outage-log.ts';
import { ResponseTimeoutError } from './connection-errors.ts';
import { DEADLINES_MS } from './deadlines.ts';

export interface Reachability {
  /** True if no new connection is answered. */
  readonly lost: boolean;
  /** True if a connection was silent, or none is answered, now or a moment ago. */
  readonly away: boolean;
  /** Callbacks of requests that wait for a connection: each is called, and leaves, when no connection is answered. */
  readonly waiting: LinkedQueue<() => void>;
  /** Reports a failure that concerns the database rather than a statement. */
  doubt(failure: Error): void;
  /** Registers a listener for silent connections: other idle connections may be silent as well. */
  onSilence(listener: () => void): void;
  close(): void;
}

export interface ReachabilityOptions {
  readonly shardID: string;
  readonly log: Log;
  /** Opens a connection, runs a statement and closes it. */
  readonly probe: () => Promise<void>;
}

const PROBE_PAUSE_MS = 500;
/**
 * Time after which an outage counts as over: a statement sent before the database came back may still time out this
 * much later.
 */
const RECOVERY_GRACE_MS = DEADLINES_MS.answer + 750;

export function monitorReachability({ shardID, log, probe }: ReachabilityOptions): Reachability {
  const words = { away: 'does not answer', back: 'answers again' };
  const outage = createOutageLog({ shardID, log, words, calmMs: RECOVERY_GRACE_MS });
  const closed = new AbortController();
  const listeners: (() => void)[] = [];
  const waiting = new LinkedQueue<() => void>();
  let probing = false;
  let lost = false;
  let brokenUntil = -Infinity;

  return {
    get lost() {
      return lost;
    },
    get away() {
      return lost || outage.underWay;
    },
    waiting,
    doubt(failure) {
      if (closed.signal.aborted) return;
      if (failure instanceof ResponseTimeoutError) {
        outage.failed(failure, failure.waitedMs);
        for (const listener of listeners) listener();
      }
      if (!probing) void find(failure);
    },
    onSilence(listener) {
      listeners.push(listener);
    },
    close() {
      closed.abort();
      outage.close();
    },
  };

  async function find(failure: Error): Promise<void> {
    probing = true;
    let fails = await failing();
    if (fails === undefined && !(failure instanceof ResponseTimeoutError)) tellBroken(failure);
    while (fails !== undefined && !closed.signal.aborted) {
      lost = true;
      outage.failed(fails);
      for (const tell of waiting) tell();
      await sleep(PROBE_PAUSE_MS, undefined, { signal: closed.signal }).catch(() => {});
      fails = await failing();
    }
    lost = false;
    probing = false;
    if (!closed.signal.aborted) outage.answered();
  }

  async function failing(): Promise<Error | undefined> {
    try {
      await probe();
      return undefined;
    } catch (failure) {
      // The server answers, even if only to report too many connections.
      return (failure as { code?: unknown }).code === TOO_MANY_CONNECTIONS_CODE ? undefined : (failure as Error);
    }
  }

  /**
   * Logs a broken connection when the next one is answered, so there is no outage. Connections often break together, so
   * this is logged once.
   */
  function tellBroken({ message }: Error): void {
    const now = performance.now();
    if (outage.underWay || now < brokenUntil) return;
    brokenUntil = now + RECOVERY_GRACE_MS;
    log.warn({ shard: shardID, reason: message }, `a connection to the database of shard ${shardID} broke`);
  }
}

const TOO_MANY_CONNECTIONS_CODE = '53300';
