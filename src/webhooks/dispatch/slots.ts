/**
 * How many requests may be out at once, and who gets the next slot. A slot is held only while a request is out.
 *
 * A lane may have 32 out. A quarter of the slots is kept for lanes that have nothing out, so that however many greedy or
 * hanging lanes there are, a delivery to any other endpoint leaves at once. Lanes whose endpoints are slow hold at most
 * one half of all slots together, and one that is stuck gets a single slot to find out whether it still is.
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
  /** Wants nothing more. What it holds is still to be given back. */
  leave(): void;
}

interface Member {
  readonly onFree: () => void;
  held: number;
  pace: Pace;
}

/** Those that wait and hold something already are looked at in turn, this many for every slot that becomes free. */
const LOOKED_AT = 64;
/** More would not send faster: an endpoint that takes 100 ms gets 320 deliveries a second. */
const MOST_PER_LANE = 32;

export function makeSlots(total: number): Slots {
  const half = Math.max(1, Math.floor(total / 2));
  const reserve = Math.floor(total / 4);
  const mostPerLane = Math.min(MOST_PER_LANE, Math.max(1, Math.floor(total / 4)));
  /** Those that wait, in the order in which they came: with empty hands, and the others. */
  const emptyHanded = new Set<Member>();
  const others = new Set<Member>();
  let free = total;
  /** Held by lanes that are slow or stuck. */
  let heldBySlow = 0;

  return { join };

  function join(onFree: () => void): Claim {
    const member: Member = { onFree, held: 0, pace: 'quick' };
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
      leave: () => stopWaiting(member),
    };
  }

  function mayTake({ held, pace }: Member): boolean {
    switch (pace) {
      case 'quick':
        return held === 0 ? free > 0 : free > reserve && held < mostPerLane;
      case 'slow':
        return free > reserve && heldBySlow < half && held < mostPerLane;
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
    let left = Math.min(waiting.size, LOOKED_AT);
    let called = 0;
    for (const member of waiting) {
      if (called >= free || left-- === 0) return;
      // Whoever cannot take one now goes to the end of the line, so that those behind are looked at next.
      waiting.delete(member);
      if (mayTake(member)) {
        called++;
        member.onFree();
      } else waiting.add(member);
    }
  }
}

function isSlow({ pace }: Member): boolean {
  return pace !== 'quick';
}
