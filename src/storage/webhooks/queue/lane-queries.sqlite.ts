/** Runs queries about the lanes one after the other: for the lanes themselves, and for previews of their deliveries. */

import type { FairSemaphore, Permit } from '../../../fairness/budget.ts';
import { createYield } from '../../../lib/turns.ts';

export type LaneQueries = <Found>(account: string, look: () => Found) => Promise<Found>;

/**
 * Creates a query runner that shares the thread fairly between accounts and with all other work. Hundreds of lanes may
 * query at the same moment. The semaphore admits one query at a time.
 */
export function createLaneQueries(oneAtATime: FairSemaphore): LaneQueries {
  const othersToo = createYield();
  return async (account, look) => {
    const turn = (await oneAtATime.turn(account)) as Permit;
    try {
      await othersToo();
      return look();
    } finally {
      turn.give();
    }
  };
}

/**
 * Time slice for a caller with many queries. With one turn for each query, the lanes of all other accounts would run
 * before every one of them.
 */
const MAX_SLICE_MS = 3;

export async function queryForEach<One>(
  questions: LaneQueries,
  account: string,
  many: readonly One[],
  look: (one: One) => void,
): Promise<void> {
  for (let asked = 0; asked < many.length; ) {
    await questions(account, () => {
      const ends = performance.now() + MAX_SLICE_MS;
      do look(many[asked++]!);
      while (asked < many.length && performance.now() < ends);
    });
  }
}
