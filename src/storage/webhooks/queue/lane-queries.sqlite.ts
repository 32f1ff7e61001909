/** What stands in the lanes, asked of the database one question after the other: by the lanes, and by whoever wants to know what they would do. */

import type { FairSemaphore, Permit } from '../../../fairness/budget.ts';
import { createYield } from '../../../lib/turns.ts';

export type LaneQueries = <Found>(account: string, look: () => Found) => Promise<Found>;

/** Accounts take turns, and so does everything else on this thread: hundreds may ask in the same moment. One at a time has the budget. */
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

/** So long one goes on who asks for many: in a turn for each, the lanes of everybody else would come before every one of them. */
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
