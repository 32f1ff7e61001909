/**
 * Whether the database can be reached: whoever sees a connection break or stay silent says so here, and a new connection is
 * tried until one is answered. Meanwhile nobody waits for what cannot come, so that a silent shard does not take the
 * places of requests to the others; and connections that may be as dead as the one that was found out are not lent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { LinkedQueue } from '../../lib/line.ts';
import type { Log } from '../../lib/log.ts';
import { createOutageLog } from '../outage-log.ts';
import { ResponseTimeoutError } from './connection-errors.ts';
import { DEADLINES_MS } from './deadlines.ts';

export interface Reachability {
  /** No new connection is answered. */
  readonly lost: boolean;
  /** A connection was silent, or none is answered, now or a moment ago. */
  readonly away: boolean;
  /** Who waits for a connection: told when none is answered, and leaves then. */
  readonly waiting: LinkedQueue<() => void>;
  /** Something failed that tells of the database rather than of what it was asked. */
  doubt(failure: Error): void;
  /** Is told when a connection was silent: others that wait to be used may be as well. */
  onSilence(listener: () => void): void;
  close(): void;
}

export interface ReachabilityOptions {
  readonly shardID: string;
  readonly log: Log;
  /** Opens a connection, asks something and closes it. */
  readonly probe: () => Promise<void>;
}

const PROBE_PAUSE_MS = 500;
/** A statement that was sent before the database came back may still be given up this much later. */
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
      // It answers, if only to say that it serves as many as it can.
      return (failure as { code?: unknown }).code === TOO_MANY_CONNECTIONS_CODE ? undefined : (failure as Error);
    }
  }

  /** A connection was ended, and the next one is answered: no outage. Many are often ended together. */
  function tellBroken({ message }: Error): void {
    const now = performance.now();
    if (outage.underWay || now < brokenUntil) return;
    brokenUntil = now + RECOVERY_GRACE_MS;
    log.warn({ shard: shardID, reason: message }, `a connection to the database of shard ${shardID} broke`);
  }
}

const TOO_MANY_CONNECTIONS_CODE = '53300';
