/**
 * Logs once when the database of a shard becomes unavailable, and once when it is back, however many callers notice.
 * Failures within a moment of its return belong to the same outage: requests that waited still report it.
 */
import type { Log } from '../lib/log.ts';

export interface OutageLog {
  readonly underWay: boolean;
  /** Reports a failure. `waitedMs`: time the outage had lasted when it was noticed. */
  failed(failure: Error, waitedMs?: number): void;
  /** Reports that the database has answered. */
  answered(): void;
  close(): void;
}

/** Log messages, appended to "the database of shard s1". */
export interface OutageMessages {
  readonly away: string;
  readonly back: string;
}

export interface OutageLogOptions {
  readonly shardID: string;
  readonly log: Pick<Log, 'warn'>;
  readonly words: OutageMessages;
  /** Time without failures after which the outage is over. */
  readonly calmMs: number;
}

export function createOutageLog({ shardID, log, words, calmMs }: OutageLogOptions): OutageLog {
  const database = `the database of shard ${shardID}`;
  let since: number | undefined;
  let ending: NodeJS.Timeout | undefined;

  return {
    get underWay() {
      return since !== undefined;
    },
    failed(failure, waitedMs = 0) {
      clearTimeout(ending);
      ending = undefined;
      if (since !== undefined) return;
      since = performance.now() - waitedMs;
      log.warn({ shard: shardID, reason: failure.message }, `${database} ${words.away}`);
    },
    answered() {
      if (since === undefined || ending !== undefined) return;
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      const end = () => {
        since = undefined;
        ending = undefined;
        log.warn({ shard: shardID }, `${database} ${words.back} after ${seconds} s`);
      };
      ending = setTimeout(end, calmMs).unref();
    },
    close() {
      clearTimeout(ending);
    },
  };
}
