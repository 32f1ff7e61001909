/**
 * Fair shares of what is scarce: bytes held, connections, reader threads, large pages, name look-ups, slots.
 *
 * A *budget* is so many units of one scarce thing. Units are taken on behalf of a *holder*: an account, or an address where no
 * account is known (yet). One holder gets its *share* at most, so that whatever it does, the rest is left to others. What was
 * taken is a *holding*, counted from the moment it is taken until it is given back. Who must wait does so in turn with the
 * other holders, not behind all that one of them has asked for, and only until the budget's deadline.
 */
import type { ClientAbort } from '../lib/gone.ts';
import { LinkedQueue, type QueueNode } from '../lib/line.ts';

export interface FairSemaphoreOptions {
  /** As metrics and refusals call it: `bytes`, `readers`. */
  readonly name: string;
  readonly total: number;
  /** What one holder may have at once; by its name where some speak for many, as a proxy does. Looked at as often as need be. */
  readonly share: number | ((holder: string) => number);
  /** Told of everybody who asks for some, whether there is any or not. */
  readonly asks?: (holder: string) => void;
  /** How many may wait, in all and of one holder; none where it is not given. */
  readonly queue?: { readonly total: number; readonly share: number };
  /** How long one may wait. */
  readonly waitMs?: number;
}

/** The holder's share or the whole budget is used up, too many wait already, the wait was too long, or nobody waits any more. */
export const refusals = ['share', 'total', 'queue', 'deadline', 'gone'] as const;
export type AcquireRefusal = (typeof refusals)[number];

export interface FairSemaphore {
  readonly name: string;
  /** Takes units now or not at all. */
  take(holder: string, units?: number): Permit | AcquireRefusal;
  /**
   * Takes units as soon as it is the holder's turn. `gone` is asked for only where that has to be waited for, if it is a function; `patience`
   * is for whoever has waited elsewhere already.
   */
  turn(
    holder: string,
    units?: number,
    gone?: AbortSignal | ClientAbort,
    patience?: number,
  ): Promise<Permit | AcquireRefusal> | Permit | AcquireRefusal;
  /** Counts units whether they are to be had or not: what is held already and cannot be refused any more. */
  owe(holder: string, units: number): Permit;
  heldBy(holder: string): number;
  tally(): SemaphoreCounts;
}

export interface Permit {
  readonly holder: string;
  readonly units: number;
  /**
   * Takes more for the same holder; undefined where it was had. So many units must be left after it, of the whole and of the holder's
   * share: what already has some leaves room for what has none yet.
   */
  grow(units: number, leaving?: number): AcquireRefusal | undefined;
  /** Counts more for the same holder whether it is to be had or not. Nobody gets what is not there until it is given back. */
  owe(units: number): void;
  /** Moves all of it to another holder, as when an address turns out to speak for an account. */
  move(holder: string): AcquireRefusal | undefined;
  /** Gives units back, all where no number is given. What has been given back already is not given twice. */
  give(units?: number): void;
}

export interface SemaphoreCounts {
  readonly name: string;
  readonly total: number;
  readonly held: number;
  readonly holders: number;
  readonly waiting: number;
  readonly taken: number;
  readonly refused: Readonly<Record<AcquireRefusal, number>>;
}

export function isRefusal(taken: unknown): taken is AcquireRefusal {
  return typeof taken === 'string';
}

interface Waiter {
  readonly units: number;
  readonly begin: (holding: Permit) => void;
}

export function createFairSemaphore({
  name,
  total,
  share,
  asks,
  queue = NOBODY,
  waitMs,
}: FairSemaphoreOptions): FairSemaphore {
  const shareOf = typeof share === 'number' ? () => share : share;
  const heldBy = new Map<string, number>();
  /** Holders that wait, each with its own line; who was served last stands last. */
  const lines = new Map<string, LinkedQueue<Waiter>>();
  const refused: Record<AcquireRefusal, number> = { share: 0, total: 0, queue: 0, deadline: 0, gone: 0 };
  let held = 0;
  let waiting = 0;
  let taken = 0;
  const ledger: Ledger = { whatLacks, hasRoom, count, refuse, serve };

  return {
    name,
    take(holder, units = 1) {
      asks?.(holder);
      return takeNow(holder, units) ?? refuse(whatLacks(holder, units)!);
    },
    turn(holder, units = 1, gone, patience = waitMs) {
      if (typeof gone === 'object' && gone.aborted) return refuse('gone');
      asks?.(holder);
      // Whoever waits already comes first.
      const now = lines.has(holder) ? undefined : takeNow(holder, units);
      if (now !== undefined) return now;
      const own = lines.get(holder)?.size ?? 0;
      if (waiting >= queue.total || own >= queue.share) return refuse('queue');
      const signal = typeof gone === 'function' ? gone() : gone;
      return signal?.aborted ? refuse('gone') : wait(holder, units, signal, patience);
    },
    owe,
    heldBy: (holder) => heldBy.get(holder) ?? 0,
    tally: () => ({ name, total, held, holders: heldBy.size, waiting, taken, refused: { ...refused } }),
  };

  function whatLacks(holder: string, units: number): 'share' | 'total' | undefined {
    if (!hasRoom(holder, units)) return 'share';
    return held + units > total ? 'total' : undefined;
  }

  function hasRoom(holder: string, units: number): boolean {
    return (heldBy.get(holder) ?? 0) + units <= shareOf(holder);
  }

  function takeNow(holder: string, units: number): Permit | undefined {
    return whatLacks(holder, units) === undefined ? owe(holder, units) : undefined;
  }

  function owe(holder: string, units: number): Permit {
    count(holder, units);
    taken++;
    return new HeldPermit(ledger, holder, units);
  }

  function count(holder: string, units: number): void {
    held += units;
    const now = (heldBy.get(holder) ?? 0) + units;
    if (now === 0) heldBy.delete(holder);
    else heldBy.set(holder, now);
  }

  function refuse(reason: AcquireRefusal): AcquireRefusal {
    refused[reason]++;
    return reason;
  }

  function wait(
    holder: string,
    units: number,
    gone: AbortSignal | undefined,
    patience: number | undefined,
  ): Promise<Permit | AcquireRefusal> {
    return new Promise((resolve) => {
      const end = (outcome: Permit | AcquireRefusal) => {
        clearTimeout(deadline);
        gone?.removeEventListener('abort', leave);
        leaveLine(holder, place);
        resolve(outcome);
      };
      const leave = () => end(refuse('gone'));
      const deadline = patience === undefined ? undefined : setTimeout(() => end(refuse('deadline')), patience);
      gone?.addEventListener('abort', leave, { once: true });
      const line = lines.get(holder) ?? new LinkedQueue();
      const place = line.join({ units, begin: end });
      if (line.size === 1) lines.set(holder, line);
      waiting++;
    });
  }

  function leaveLine(holder: string, place: QueueNode<Waiter>): void {
    if (!place.leave()) return;
    waiting--;
    if (lines.get(holder)?.size === 0) lines.delete(holder);
  }

  /** What has become free goes to whoever of those in line has least, then to whoever was served longest ago. */
  function serve(): void {
    if (waiting === 0) return;
    for (let next = nextInTurn(); next !== undefined; next = nextInTurn()) {
      const { holder, waiter } = next;
      // There is room: it was looked for, and its share may be another at the next look.
      waiter.begin(owe(holder, waiter.units));
      const line = lines.get(holder);
      if (line === undefined || lines.size === 1) continue;
      lines.delete(holder);
      lines.set(holder, line);
    }
  }

  function nextInTurn(): { holder: string; waiter: Waiter } | undefined {
    let chosen: { holder: string; waiter: Waiter } | undefined;
    let least = Infinity;
    // With nothing free there is nobody to look for, however long the line.
    if (held >= total) return undefined;
    for (const [holder, line] of lines) {
      const waiter = line.first!;
      const has = heldBy.get(holder) ?? 0;
      if (has >= least || whatLacks(holder, waiter.units) !== undefined) continue;
      chosen = { holder, waiter };
      least = has;
      if (has === 0) break;
    }
    return chosen;
  }
}

const NOBODY = { total: 0, share: 0 };

/** What a holding needs of its budget. */
interface Ledger {
  whatLacks(holder: string, units: number): 'share' | 'total' | undefined;
  /** Within the share of the holder, whatever the whole is. */
  hasRoom(holder: string, units: number): boolean;
  count(holder: string, units: number): void;
  refuse(reason: AcquireRefusal): AcquireRefusal;
  serve(): void;
}

/** A class, because there is one for every request: as an object of closures each took a microsecond longer. */
class HeldPermit implements Permit {
  readonly #ledger: Ledger;
  #holder: string;
  #units: number;

  constructor(ledger: Ledger, holder: string, units: number) {
    this.#ledger = ledger;
    this.#holder = holder;
    this.#units = units;
  }

  get holder(): string {
    return this.#holder;
  }

  get units(): number {
    return this.#units;
  }

  grow(more: number, leaving = 0): AcquireRefusal | undefined {
    const lacking = this.#ledger.whatLacks(this.#holder, more + leaving);
    if (lacking !== undefined) return this.#ledger.refuse(lacking);
    this.owe(more);
    return undefined;
  }

  owe(more: number): void {
    this.#ledger.count(this.#holder, more);
    this.#units += more;
  }

  move(to: string): AcquireRefusal | undefined {
    if (to === this.#holder) return undefined;
    if (!this.#ledger.hasRoom(to, this.#units)) return this.#ledger.refuse('share');
    this.#ledger.count(this.#holder, -this.#units);
    this.#ledger.count(to, this.#units);
    this.#holder = to;
    this.#ledger.serve();
    return undefined;
  }

  give(some = this.#units): void {
    const given = Math.min(some, this.#units);
    if (given === 0) return;
    this.#units -= given;
    this.#ledger.count(this.#holder, -given);
    this.#ledger.serve();
  }
}
