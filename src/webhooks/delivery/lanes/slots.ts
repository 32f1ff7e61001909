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
import { type Budget, type Holding, isRefusal, makeBudget } from '../../../fairness/budget.ts';
import type { Pace } from './pace.ts';

export interface Slots {
  /** `onFree` is called when it is worth asking again, after a claim with nothing out got nothing. */
  join(account: string, pace: Pace, onFree: () => void): Claim;
  readonly budgets: readonly Budget[];
}

/** What a slot is for. */
export const uses = ['test', 'event'] as const;
export type Use = (typeof uses)[number];

/** One lane's slots. */
export interface Claim {
  /** Takes up to `wanted` slots; gives how many. Whoever was called and wants none any more says so by taking 0. */
  take(wanted: number, use?: Use): number;
  give(count: number, use?: Use): void;
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
  readonly budget: Budget;
  readonly share: number;
}

/** Of its share, what lanes of an account that have something out leave to those that have nothing. */
const RESERVED = 1 / 4;
/** What is overdue most likely hangs, and the others will want to know whether they do. */
const RESERVED_BY_OVERDUE = 3 / 4;

/** More would not send faster: an endpoint that takes 100 ms gets 320 deliveries a second. So many tests may be out beside them. */
const MOST_PER_LANE = 32;
const ANY_NUMBER = { total: Infinity, share: Infinity };

export function makeSlots(total: number): Slots {
  const pots = makePots(total);
  const mostPerLane = Math.min(MOST_PER_LANE, Math.max(1, Math.floor(total / 4)));
  return {
    join: (account, pace, onFree) => makeClaim({ pots, mostPerLane, account, onFree }, pace),
    budgets: [...new Set(Object.values(pots))].map(({ budget }) => budget),
  };
}

function makePots(total: number): Pots {
  const eighth = Math.max(1, Math.floor(total / 8));
  const quarter = Math.max(1, Math.floor(total / 4));
  // To hang costs a connection and nothing else.
  const stuck = makePot('stuck', total - quarter - 2 * eighth);
  return {
    untried: makePot('untried', eighth),
    quick: makePot('quick', quarter),
    slow: makePot('slow', eighth),
    overdue: stuck,
    stuck,
  };
}

function makePot(pace: Pace, total: number): Pot {
  const share = Math.max(1, Math.floor((3 * total) / 4));
  const budget = makeBudget({ name: `webhook_slots_${pace}`, total, share, queue: ANY_NUMBER });
  return { budget, share };
}

interface ClaimParts {
  readonly pots: Pots;
  readonly mostPerLane: number;
  readonly account: string;
  readonly onFree: () => void;
}

function makeClaim({ pots, mostPerLane, account, onFree }: ClaimParts, first: Pace): Claim {
  /** What did not fit into the pot of a new pace stays in the old one until it is given back. */
  const holdings = new Map<Pot, Holding>();
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
    const leaving = hasNothing() ? 0 : Math.floor(pot.share * (pace === 'overdue' ? RESERVED_BY_OVERDUE : RESERVED));
    return holdingOf(pot).grow(1, leaving) === undefined;
  }

  function holdingOf(pot: Pot): Holding {
    const known = holdings.get(pot);
    if (known !== undefined) return known;
    // Nothing of a budget can always be had.
    const holding = pot.budget.take(account, 0) as Holding;
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
