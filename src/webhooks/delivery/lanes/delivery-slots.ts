/**
 * How many requests may be out at once, and who gets the next slot. A slot is held only while a request is out.
 *
 * There are four pots of slots, by the pace of a lane, and in each pot an account has a share. So whatever hangs, a lane that has proved
 * quick finds a slot, one that is merely slow does not wait behind dead ones, and lanes of which nothing is known yet cannot
 * take what the others need. What a lane has out for too long moves to the pot of those that are stuck, as far as there is
 * room there: its place is free for the next one. A lane with nothing out waits in line, in turn by account; one that has
 * something out asks again when that has come back.
 *
 * Somebody waits for a test: it has a slot beside those of its lane, however many of them are held, as far as the share goes.
 */
import { createFairSemaphore, type FairSemaphore, isRefusal, type Permit } from '../../../fairness/budget.ts';
import type { Pace } from './pace.ts';

export interface DeliverySlots {
  /** `onFree` is called when it is worth asking again, after a claim with nothing out got nothing. */
  join(account: string, pace: Pace, onFree: () => void): SlotClaim;
  readonly budgets: readonly FairSemaphore[];
}

/** What a slot is for. */
export const slotUses = ['test', 'event'] as const;
export type SlotUse = (typeof slotUses)[number];

/** One lane's slots. */
export interface SlotClaim {
  /** Takes up to `wanted` slots; gives how many. Whoever was called and wants none any more says so by taking 0. */
  take(wanted: number, use?: SlotUse): number;
  give(count: number, use?: SlotUse): void;
  /** How the endpoint answers by now. */
  setPace(pace: Pace): void;
  /** Wants nothing more. What it holds is still to be given back. */
  leave(): void;
}

/** By pace; what is overdue is taken for stuck until it turns out better. */
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

/** Of its share, what lanes of an account that have something out leave to those that have nothing. */
const RESERVED_SHARE = 1 / 4;
/** What is overdue most likely hangs, and the others will want to know whether they do. */
const OVERDUE_RESERVED_SHARE = 3 / 4;

/** More would not send faster: an endpoint that takes 100 ms gets 320 deliveries a second. So many tests may be out beside them. */
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
  // To hang costs a connection and nothing else.
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
  /** What did not fit into the pot of a new pace stays in the old one until it is given back. */
  const holdings = new Map<Pot, Permit>();
  const held = { event: 0, test: 0 };
  let pace = first;
  /** What its turn in line has brought and nobody has taken yet. */
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
    // Nothing of a budget can always be had.
    const holding = pot.budget.take(account, 0) as Permit;
    holdings.set(pot, holding);
    return holding;
  }

  /** First what is still held in pots of paces that were left. */
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
    // Whoever stands in line has nothing.
    holdings.set(pots[pace], taken);
    ready = 1;
    onFree();
  }
}
