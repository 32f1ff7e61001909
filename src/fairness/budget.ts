/**
 * Fair semaphore for scarce resources: bytes, connections, reader threads, large pages, DNS lookups, slots.
 *
 * A *budget* is a number of units of one resource. A *holder* acquires units: an account, or an IP address while no
 * account is known. One holder gets at most its *share*, so the rest stays available to others. A *permit* counts
 * acquired units until they are released. Waiting holders take turns: none waits behind the whole queue of another, and
 * none longer than the budget's deadline.
 */
import type { ClientAbort } from '../lib/gone.ts';
import { LinkedQueue, type QueueNode } from '../lib/line.ts';

export interface FairSemaphoreOptions {
  /** Name in metrics and refusals: `bytes`, `readers`. */
  readonly name: string;
  readonly total: number;
  /**
   * Maximum units of one holder; by its name if some holders stand for many clients, as a proxy does. Evaluated on
   * every check.
   */
  readonly share: number | ((holder: string) => number);
  /** Called when a holder requests units, whether they are available or not. */
  readonly asks?: (holder: string) => void;
  /** Queue limits, in total and per holder; without them nobody can wait. */
  readonly queue?: { readonly total: number; readonly share: number };
  /** Maximum wait in the queue. */
  readonly waitMs?: number;
}

/**
 * Refusal reasons: the holder's share or the whole budget is used up, the queue is full, the deadline passed, or the
 * client disconnected.
 */
export const refusals = ['share', 'total', 'queue', 'deadline', 'gone'] as const;
export type AcquireRefusal = (typeof refusals)[number];

export interface FairSemaphore {
  readonly name: string;
  /** Acquires units immediately or returns a refusal. */
  take(holder: string, units?: number): Permit | AcquireRefusal;
  /**
   * Acquires units, queued fairly per holder. `gone` reports client disconnect; if it is a function, it is called only
   * when the holder has to wait. `patience` replaces the deadline for callers that have already waited elsewhere.
   */
  turn(
    holder: string,
    units?: number,
    gone?: AbortSignal | ClientAbort,
    patience?: number,
  ): Promise<Permit | AcquireRefusal> | Permit | AcquireRefusal;
  /** Acquires units even beyond the limits: for units that are already in use and cannot be refused any more. */
  owe(holder: string, units: number): Permit;
  heldBy(holder: string): number;
  tally(): SemaphoreCounts;
}

export interface Permit {
  readonly holder: string;
  readonly units: number;
  /**
   * Acquires more units for the same holder; undefined on success. `leaving` units must remain free afterwards, both in
   * the budget and in the holder's share. This keeps room for requests that have nothing yet.
   */
  grow(units: number, leaving?: number): AcquireRefusal | undefined;
  /**
   * Acquires more units for the same holder, even beyond the limits. While the budget is exceeded, nobody else acquires
   * units.
   */
  owe(units: number): void;
  /** Moves all units to another holder, for example when the account behind an IP address becomes known. */
  move(holder: string): AcquireRefusal | undefined;
  /** Releases units, all by default; units already released are not released twice. */
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
  /** Queues of the waiting holders; the holder served last is at the end. */
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
      // Requests of this holder that already wait come first.
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

  /** Grants free units to the waiting holder with the fewest units; ties go to the holder served longest ago. */
  function serve(): void {
    if (waiting === 0) return;
    for (let next = nextInTurn(); next !== undefined; next = nextInTurn()) {
      const { holder, waiter } = next;
      // Skip a second check: `nextInTurn` found room, and `share` may return another value when called again.
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
    // If nothing is free, skip the search, however long the queues are.
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

/** Operations of the budget that a permit needs. */
interface Ledger {
  whatLacks(holder: string, units: number): 'share' | 'total' | undefined;
  /** True if the units fit the holder's share, regardless of the whole budget. */
  hasRoom(holder: string, units: number): boolean;
  count(holder: string, units: number): void;
  refuse(reason: AcquireRefusal): AcquireRefusal;
  serve(): void;
}

/** A class because every request creates one: an object of closures took a microsecond longer. */
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
