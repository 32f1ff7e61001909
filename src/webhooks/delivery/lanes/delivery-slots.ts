/**
 * Limits how many requests may be out at once, and decides which lane gets the next slot. A slot is occupied only while
 * a request is out.
 *
 * There are four pools of slots, by the pace of a lane, and an account has a share of each pool. So a lane that has
 * proved quick finds a slot even if others hang, and a slow lane does not wait behind dead ones. Lanes of unknown pace
 * cannot take what the others need. Requests that are out for too long move to the pool of stuck lanes, as far as there
 * is room; this frees their slots for the next lane. A lane with nothing out waits in a queue, in turn by account. A
 * lane with something out asks again when that has come back.
 *
 * A person waits for a test. Tests therefore have slots beside those of their lane, however many of these are in use,
 * as far as the share allows.
 */
import { createFairSemaphore, type FairSemaphore, isRefusal, type Permit } from '../../../fairness/budget.ts';
import type { Pace } from './pace.ts';

export interface DeliverySlots {
  /** Registers a lane. `onFree` is called when it is worth asking again, after a claim with nothing out got no slot. */
  join(account: string, pace: Pace, onFree: () => void): SlotClaim;
  readonly budgets: readonly FairSemaphore[];
}

/** Uses of a slot. */
export const slotUses = ['test', 'event'] as const;
export type SlotUse = (typeof slotUses)[number];

/** Slots of one lane. */
export interface SlotClaim {
  /**
   * Takes up to `wanted` slots and returns how many it took. A lane that was called but needs none any more takes 0.
   */
  take(wanted: number, use?: SlotUse): number;
  give(count: number, use?: SlotUse): void;
  /** Sets the present pace of the endpoint. */
  setPace(pace: Pace): void;
  /** Stops waiting for slots. Slots already taken must still be given back. */
  leave(): void;
}

/** Pools by pace. Overdue lanes use the pool of stuck lanes until they prove better. */
interface Pots {
  readonly untried: Pot;
  readonly quick: Pot;
  readonly slow: Pot;
  readonly overdue: Pot;
  readonly stuck: Pot;
}

interface Pot {
  readonly budget: FairSemaphore;
  readonly share: number;
}

/** Fraction of an account's share that its lanes with something out leave to its lanes with nothing out. */
const RESERVED_SHARE = 1 / 4;
/**
 * Larger reserve against overdue lanes: they most likely hang, and other lanes need slots to find out whether they
 * hang, too.
 */
const OVERDUE_RESERVED_SHARE = 3 / 4;

/**
 * Maximum slots per lane: an endpoint that takes 100 ms gets 320 deliveries a second, and more slots would not send
 * faster. Tests have the same limit beside it.
 */
const MAX_SLOTS_PER_LANE = 32;
const UNLIMITED_QUEUE = { total: Infinity, share: Infinity };

export function createDeliverySlots(total: number): DeliverySlots {
  const pots = createPots(total);
  const mostPerLane = Math.min(MAX_SLOTS_PER_LANE, Math.max(1, Math.floor(total / 4)));
  return {
    join: (account, pace, onFree) => createClaim({ pots, mostPerLane, account, onFree }, pace),
    budgets: [...new Set(Object.values(pots))].map(({ budget }) => budget),
  };
}

function createPots(total: number): Pots {
  const eighth = Math.max(1, Math.floor(total / 8));
  const quarter = Math.max(1, Math.floor(total / 4));
  // A hanging request costs only a connection.
  const stuck = createPot('stuck', total - quarter - 2 * eighth);
  return {
    untried: createPot('untried', eighth),
    quick: createPot('quick', quarter),
    slow: createPot('slow', eighth),
    overdue: stuck,
    stuck,
  };
}

function createPot(pace: Pace, total: number): Pot {
  const share = Math.max(1, Math.floor((3 * total) / 4));
  const budget = createFairSemaphore({ name: `webhook_slots_${pace}`, total, share, queue: UNLIMITED_QUEUE });
  return { budget, share };
}

interface ClaimParts {
  readonly pots: Pots;
  readonly mostPerLane: number;
  readonly account: string;
  readonly onFree: () => void;
}

function createClaim({ pots, mostPerLane, account, onFree }: ClaimParts, first: Pace): SlotClaim {
  /**
   * Permits by pool. A slot that did not fit into the pool of a new pace stays in the old one until it is given back.
   */
  const holdings = new Map<Pot, Permit>();
  const held = { event: 0, test: 0 };
  let pace = first;
  /** Slots that the queue has granted and that are not yet taken. */
  let ready = 0;
  let line: AbortController | undefined;

  return {
    take(wanted, use = 'event') {
      if (line !== undefined) return 0;
      let taken = Math.min(ready, wanted);
      putBack(ready - taken);
      ready = 0;
      held[use] += taken;
      const most = pace === 'stuck' && use === 'event' ? 1 : mostPerLane;
      for (; taken < wanted && held[use] < most && another(); taken++) held[use]++;
      if (taken < wanted && hasNothing()) void stepIntoLine();
      return taken;
    },
    give(count, use = 'event') {
      held[use] -= count;
      putBack(count);
    },
    setPace(now) {
      if (now === pace) return;
      pace = now;
      move();
      if (line === undefined) return;
      line.abort();
      line = undefined;
      onFree();
    },
    leave() {
      line?.abort();
      line = undefined;
      putBack(ready);
      ready = 0;
    },
  };

  function hasNothing(): boolean {
    return held.event + held.test === 0;
  }

  function another(): boolean {
    const pot = pots[pace];
    const leaving = hasNothing()
      ? 0
      : Math.floor(pot.share * (pace === 'overdue' ? OVERDUE_RESERVED_SHARE : RESERVED_SHARE));
    return holdingOf(pot).grow(1, leaving) === undefined;
  }

  function holdingOf(pot: Pot): Permit {
    const known = holdings.get(pot);
    if (known !== undefined) return known;
    // A permit of zero units is never refused.
    const holding = pot.budget.take(account, 0) as Permit;
    holdings.set(pot, holding);
    return holding;
  }

  /** Gives slots back, first those in the pools of earlier paces. */
  function putBack(count: number): void {
    let left = count;
    for (const [pot, holding] of holdings) {
      if (left === 0) return;
      if (pot === pots[pace]) continue;
      const given = Math.min(left, holding.units);
      left -= given;
      holding.give(given);
    }
    if (left > 0) holdingOf(pots[pace]).give(left);
  }

  function move(): void {
    const to = holdingOf(pots[pace]);
    for (const [pot, holding] of holdings) {
      if (pot === pots[pace]) continue;
      while (holding.units > 0 && to.grow(1) === undefined) holding.give(1);
    }
  }

  async function stepIntoLine(): Promise<void> {
    const own = new AbortController();
    line = own;
    const taken = await pots[pace].budget.turn(account, 1, own.signal);
    if (isRefusal(taken)) return;
    if (line !== own) {
      taken.give();
      return;
    }
    line = undefined;
    // A lane that waits in the queue has no slots.
    holdings.set(pots[pace], taken);
    ready = 1;
    onFree();
  }
}
