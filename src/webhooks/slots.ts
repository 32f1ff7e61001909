/**
 * How many requests may be out at once, and who gets the next slot. A slot is held only while a request is out.
 *
 * A quarter of the slots is kept for lanes that have nothing out, so that however many greedy or hanging lanes there are,
 * a delivery to any other endpoint leaves at once. A lane may have 32 out, and more as its endpoint answers well. Lanes
 * whose endpoints are slow hold at most one half of all slots together, and one that is stuck gets a single slot to find
 * out whether it still is.
 */
import type { Pace } from './pace.ts';

export interface Slots {
  /** `onFree` is called when it is worth asking again, after a claim did not get all that it wanted. */
  join(onFree: () => void): Claim;
}

/** One lane's share. */
export interface Claim {
  /** Takes up to `wanted` slots; gives how many. */
  take(wanted: number): number;
  give(count: number): void;
  /** How the endpoint answers by now. */
  setPace(pace: Pace): void;
  /** It has answered well once more, or not. */
  answered(well: boolean): void;
  leave(): void;
}

interface Member {
  readonly onFree: () => void;
  held: number;
  pace: Pace;
  allowance: number;
}

/** Those that wait and hold something already are looked at in turn, this many for every slot that becomes free. */
const LOOKED_AT = 64;
const FIRST_ALLOWANCE = 32;

export function makeSlots(total: number): Slots {
  const half = Math.max(1, Math.floor(total / 2));
  const reserve = Math.floor(total / 4);
  const mostPerLane = Math.max(1, Math.floor(total / 4));
  const firstAllowance = Math.min(FIRST_ALLOWANCE, mostPerLane);
  /** Those that wait, in the order in which they came: with empty hands, and the others. */
  const emptyHanded = new Set<Member>();
  const others = new Set<Member>();
  let free = total;
  /** Held by lanes that are slow or stuck. */
  let heldBySlow = 0;

  return { join };

  function join(onFree: () => void): Claim {
    const member: Member = { onFree, held: 0, pace: 'quick', allowance: firstAllowance };
    return {
      take(wanted) {
        stopWaiting(member);
        let taken = 0;
        while (taken < wanted && mayTake(member)) {
          hold(member, 1);
          taken++;
        }
        if (taken < wanted) (member.held === 0 ? emptyHanded : others).add(member);
        return taken;
      },
      give(count) {
        hold(member, -count);
        offer();
      },
      setPace(pace) {
        if (pace === member.pace) return;
        const was = isSlow(member);
        member.pace = pace;
        if (was !== isSlow(member)) heldBySlow += was ? -member.held : member.held;
        offer();
      },
      answered(well) {
        member.allowance = well ? Math.min(member.allowance + 1, mostPerLane) : firstAllowance;
      },
      leave() {
        stopWaiting(member);
        if (member.held === 0) return;
        hold(member, -member.held);
        offer();
      },
    };
  }

  function mayTake({ held, pace, allowance }: Member): boolean {
    switch (pace) {
      case 'quick':
        return held === 0 ? free > 0 : free > reserve && held < allowance;
      case 'slow':
        return free > reserve && heldBySlow < half && held < allowance;
      case 'stuck':
        return free > reserve && heldBySlow < half && held === 0;
    }
  }

  function hold(member: Member, count: number): void {
    member.held += count;
    free -= count;
    if (isSlow(member)) heldBySlow += count;
  }

  function stopWaiting(member: Member): void {
    emptyHanded.delete(member);
    others.delete(member);
  }

  function offer(): void {
    offerTo(emptyHanded);
    offerTo(others);
  }

  function offerTo(waiting: Set<Member>): void {
    let looked = 0;
    for (const member of waiting) {
      if (free <= 0 || looked++ === LOOKED_AT) return;
      // Whoever cannot take one now goes to the end of the line, so that those behind are looked at next.
      waiting.delete(member);
      if (mayTake(member)) member.onFree();
      else waiting.add(member);
    }
  }
}

function isSlow({ pace }: Member): boolean {
  return pace !== 'quick';
}
