/**
 * Watches open streams and ends those whose access is revoked. A change notification triggers a check. A notification
 * can be missed while a stream opens, and a check can fail. Each stream is therefore checked until one check succeeds.
 * Afterwards it is checked periodically only if its access expires by time alone. Idle streams cost nothing, and a
 * shard that does not respond delays no other.
 */
import { Problem } from '../problems.ts';
import type { Caller } from './caller.ts';

export interface OpenStream {
  readonly caller: Caller;
  readonly ended: (refusal: Problem) => void;
}

export interface AccessWatch {
  /**
   * Calls `ended` once, soon after the caller loses access, with the refusal that a new request would get. Returns a
   * function that stops the watch.
   */
  onEnded(caller: Caller, ended: OpenStream['ended']): () => void;
}

/**
 * Result of a check: the refusal; or access until the next change notification; or access that must be checked again
 * periodically.
 */
export type Verdict = Problem | 'until word' | 'for now';

/** Check interval, short enough that no stream outlives its access by more than 5 s. */
const LOOKED_AT_EVERY_MS = 2_000;

/**
 * Creates the watch. `judge` checks streams of one shard and yields a verdict for each; call `lookAt` on a change
 * notification.
 */
export function watchAccess(
  judge: (shardID: string, stays: readonly OpenStream[]) => AsyncIterable<readonly [OpenStream, Verdict]>,
  onFailure: (failure: unknown) => void,
): AccessWatch & { lookAt(shardID: string): void } {
  const stays = new Set<OpenStream>();
  /** Streams to check next. */
  const unsure = new Set<OpenStream>();
  /** Shards under check, and whether a change notification arrived during the check. */
  const underWay = new Map<string, { word: boolean }>();
  let looking: NodeJS.Timeout | undefined;
  return {
    onEnded(caller, ended) {
      const stay = { caller, ended };
      stays.add(stay);
      unsure.add(stay);
      looking ??= setInterval(lookAgain, LOOKED_AT_EVERY_MS).unref();
      return () => leave(stay);
    },
    lookAt(shardID) {
      const look = underWay.get(shardID);
      if (look === undefined) void lookInto(shardID, true).catch(onFailure);
      else look.word = true;
    },
  };

  function lookAgain(): void {
    for (const shardID of new Set(Array.from(unsure, shardOf)))
      if (!underWay.has(shardID)) void lookInto(shardID, false).catch(onFailure);
  }

  async function lookInto(shardID: string, word: boolean): Promise<void> {
    const isHere = (stay: OpenStream) => shardOf(stay) === shardID;
    const look = { word };
    underWay.set(shardID, look);
    try {
      do {
        if (look.word) for (const stay of stays) if (isHere(stay)) unsure.add(stay);
        look.word = false;
        for await (const [stay, verdict] of judge(shardID, [...unsure].filter(isHere))) {
          if (verdict !== 'for now') unsure.delete(stay);
          if (verdict instanceof Problem && leave(stay)) stay.ended(verdict);
        }
      } while (look.word);
    } finally {
      underWay.delete(shardID);
    }
  }

  function leave(stay: OpenStream): boolean {
    const wasThere = stays.delete(stay);
    unsure.delete(stay);
    if (stays.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
    return wasThere;
  }
}

function shardOf({ caller }: OpenStream): string {
  return caller.account.shardID;
}
