/**
 * Those who came in some time ago and are still there. Word of a change has them looked at; so that it may be missed while somebody comes in,
 * and a look may fail, each is looked at until one look was whole, and after that again and again only where his right ends by the clock alone.
 * Whoever waits while nothing happens costs nothing, and a shard that does not answer holds up no other.
 */
import { Problem } from '../problems.ts';
import type { Caller } from './caller.ts';

export interface OpenStream {
  readonly caller: Caller;
  readonly ended: (refusal: Problem) => void;
}

export interface AccessWatch {
  /** Calls back once, with what the caller would be told now, soon after he would not be let in any more. Returns how to stop. */
  onEnded(caller: Caller, ended: OpenStream['ended']): () => void;
}

/** Of somebody who is there: why he may not stay; or that he may, until there is word of a change, or for now alone. */
export type Verdict = Problem | 'until word' | 'for now';

/** Often enough that nobody stays longer than 5 s. */
const LOOKED_AT_EVERY_MS = 2_000;

/** `judge`: those of one shard, each with what is to become of him. `lookAt`: there was word of a change. */
export function watchAccess(
  judge: (shardID: string, stays: readonly OpenStream[]) => AsyncIterable<readonly [OpenStream, Verdict]>,
  onFailure: (failure: unknown) => void,
): AccessWatch & { lookAt(shardID: string): void } {
  const stays = new Set<OpenStream>();
  /** Whom the next look is for. */
  const unsure = new Set<OpenStream>();
  /** Shards that are being looked at, and whether there was word of a change meanwhile. */
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
