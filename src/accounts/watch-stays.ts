/**
 * Those who came in some time ago and are still there. Who may stay is looked at again and again: word of a change can be missed while
 * somebody comes in, a look can fail, and some rights end by the clock alone. A shard that does not answer holds up no other.
 */
import type { Problem } from '../problems.ts';
import type { Caller } from './caller.ts';

export interface Stay {
  readonly caller: Caller;
  readonly ended: (refusal: Problem) => void;
}

export interface StayWatch {
  /** Calls back once, with what the caller would be told now, soon after he would not be let in any more. Returns how to stop. */
  onEnded(caller: Caller, ended: Stay['ended']): () => void;
}

/** Often enough that nobody stays longer than 5 s. */
const LOOKED_AT_EVERY_MS = 2_000;

/** `refused`: those of one shard who may not stay, and why. `lookAt` does so without waiting for the next time. */
export function watchStays(
  refused: (shardID: string, stays: readonly Stay[]) => AsyncIterable<readonly [Stay, Problem]>,
  onFailure: (failure: unknown) => void,
): StayWatch & { lookAt(shardID: string): void } {
  const stays = new Set<Stay>();
  /** Shards that are being looked at, and whether there was word of a change meanwhile. */
  const underWay = new Map<string, { again: boolean }>();
  let looking: NodeJS.Timeout | undefined;
  return {
    onEnded(caller, ended) {
      const stay = { caller, ended };
      stays.add(stay);
      looking ??= setInterval(lookAtAll, LOOKED_AT_EVERY_MS).unref();
      return () => leave(stay);
    },
    lookAt(shardID) {
      const look = underWay.get(shardID);
      if (look === undefined) void lookInto(shardID).catch(onFailure);
      else look.again = true;
    },
  };

  function lookAtAll(): void {
    const shards = new Set(Array.from(stays, shardOf));
    for (const shardID of shards) if (!underWay.has(shardID)) void lookInto(shardID).catch(onFailure);
  }

  async function lookInto(shardID: string): Promise<void> {
    const look = { again: true };
    underWay.set(shardID, look);
    try {
      while (look.again) {
        look.again = false;
        const there = [...stays].filter((stay) => shardOf(stay) === shardID);
        for await (const [stay, refusal] of refused(shardID, there)) if (leave(stay)) stay.ended(refusal);
      }
    } finally {
      underWay.delete(shardID);
    }
  }

  function leave(stay: Stay): boolean {
    const wasThere = stays.delete(stay);
    if (stays.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
    return wasThere;
  }
}

function shardOf({ caller }: Stay): string {
  return caller.account.shardID;
}
