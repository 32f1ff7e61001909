/**
 * Which lanes are opened here, and when. Subscriptions that have something waiting are leased many at a time, as long as there is room:
 * in this process, of which an account has a share, and in this worker's fair share of all that there is. What is beyond its share a
 * worker leaves to the others; what none of them has taken by the next look, it takes all the same.
 */
import { type AcquireRefusal, type FairSemaphore, isRefusal, type Permit } from '../../../fairness/budget.ts';
import type { DeliveryQueue, Lease, WorkerCounts } from '../../queue.ts';
import { fairShare, maxLanes } from './fair-share.ts';

export interface LeaseAcquirerOptions {
  readonly queue: Pick<DeliveryQueue, 'lease' | 'release' | 'census'>;
  /** Lanes that may be open in this process. */
  readonly room: FairSemaphore;
  readonly lanes: ReadonlyMap<number, unknown>;
  open(lease: Lease, place: Permit): void;
  /** Closes a lane of less use than this one would be; whether there was one. */
  makeRoom(lease: Lease, lacks: AcquireRefusal): boolean;
  /** Resolves when a lease that is being given back has been. */
  released(subscription: number): Promise<void> | undefined;
  readonly onFailure: (failure: unknown) => void;
}

export interface LeaseAcquirer {
  /** Something waits for a subscription that has no lane here. */
  want(subscription: number): void;
  /** A look through all that waits begins, and has found these without a lane anywhere. */
  look(): void;
  find(subscriptions: readonly number[]): void;
  /** It is not asked for again for some time: it was handed over, or somebody else has it. */
  leave(subscription: number, forMs: number): void;
  learn(census: WorkerCounts): void;
  /** Resolves when everything that was wanted has been opened or left. */
  idle(): Promise<void>;
  stop(): void;
}

const LEASE_BATCH_SIZE = 128;
/** Whoever has it hears of the same news; the next look finds out if nobody does. */
const LEASED_ELSEWHERE_RETRY_MS = 1_000;
/** There was no room for it; asking again and again would cost more than what waits. */
const NO_ROOM_RETRY_MS = 3_000;
const WORKER_COUNT_REFRESH_MS = 100;

export function createLeaseAcquirer(options: LeaseAcquirerOptions): LeaseAcquirer {
  const { queue, room, lanes, onFailure } = options;
  const wanted = new Set<number>();
  /** Left to others before, and taken by none of them. */
  const overdue = new Set<number>();
  let leftToOthers = new Set<number>();
  let leftBefore = leftToOthers;
  /** Until when they are not asked for. */
  const elsewhere = new Map<number, number>();
  let census: WorkerCounts = { workers: 1, leases: 0 };
  let countedAt = -Infinity;
  let opening: Promise<void> | undefined;
  let stopped = false;

  return {
    want(subscription) {
      if (isElsewhere(subscription)) return;
      wanted.add(subscription);
      begin();
    },
    look() {
      leftBefore = leftToOthers;
      leftToOthers = new Set();
      for (const subscription of elsewhere.keys()) if (!isElsewhere(subscription)) elsewhere.delete(subscription);
    },
    find(subscriptions) {
      for (const subscription of subscriptions) {
        if (!isElsewhere(subscription)) (leftBefore.has(subscription) ? overdue : wanted).add(subscription);
      }
      begin();
    },
    leave: (subscription, forMs) => void elsewhere.set(subscription, performance.now() + forMs),
    learn,
    idle: async () => opening,
    stop() {
      stopped = true;
    },
  };

  function isElsewhere(subscription: number): boolean {
    return (elsewhere.get(subscription) ?? 0) > performance.now();
  }

  function learn(now: WorkerCounts): void {
    census = now;
    countedAt = performance.now();
  }

  function begin(): void {
    opening ??= openAll()
      .catch(onFailure)
      .finally(() => {
        opening = undefined;
        // What was heard of while it ended; after a failure the next look finds it.
        if (wanted.size + overdue.size > 0 && !stopped) begin();
      });
  }

  async function openAll(): Promise<void> {
    // What is heard of in one turn of the event loop is leased together.
    await new Promise(setImmediate);
    try {
      while (overdue.size > 0 && !stopped) await openSome(overdue, LEASE_BATCH_SIZE);
      while (wanted.size > 0 && !stopped) {
        const most = await roomInShare();
        if (most >= 1) await openSome(wanted, most);
        else leaveWanted();
      }
    } catch (failure) {
      overdue.clear();
      wanted.clear();
      throw failure;
    }
  }

  /** How many more lanes this worker may have among all. */
  async function roomInShare(): Promise<number> {
    const left = () => maxLanes(fairShare(census, wanted.size)) - lanes.size;
    if (left() < 1 && performance.now() - countedAt > WORKER_COUNT_REFRESH_MS) learn(await queue.census());
    return Math.min(LEASE_BATCH_SIZE, left());
  }

  function leaveWanted(): void {
    for (const subscription of wanted) leftToOthers.add(subscription);
    wanted.clear();
  }

  async function openSome(from: Set<number>, most: number): Promise<void> {
    const batch = [...from.values().take(LEASE_BATCH_SIZE)];
    await Promise.all(batch.map(options.released));
    const asked = batch.filter((subscription) => !lanes.has(subscription));
    const leases = asked.length === 0 ? [] : await queue.lease(asked, most);
    const leased = new Set(leases.map(({ subscription }) => subscription));
    // Where there would have been room for more, the others are somebody else's; else they have not been looked at.
    const all = leases.length < most;
    for (const subscription of batch) {
      if (leased.has(subscription) || lanes.has(subscription)) from.delete(subscription);
      else if (all) {
        from.delete(subscription);
        elsewhere.set(subscription, performance.now() + LEASED_ELSEWHERE_RETRY_MS);
      }
    }
    const refused = leases.filter((lease) => !openOne(lease));
    if (refused.length > 0) await queue.release(refused);
  }

  function openOne(lease: Lease): boolean {
    if (stopped) return false;
    let place = room.take(lease.account);
    if (isRefusal(place) && options.makeRoom(lease, place)) place = room.take(lease.account);
    if (!isRefusal(place)) {
      options.open(lease, place);
      return true;
    }
    elsewhere.set(lease.subscription, performance.now() + NO_ROOM_RETRY_MS);
    // Nobody would find room: they are found again by a later look.
    if (place === 'total') {
      wanted.clear();
      overdue.clear();
    }
    return false;
  }
}
