/**
 * Decides which lanes are opened here, and when. Subscriptions with waiting deliveries are leased in batches while
 * there is room. Room is limited in this process, where each account has a share, and by this worker's fair share of
 * all lanes. A worker leaves what exceeds its share to the others. It takes what none of them has leased by the next
 * poll.
 */
import { type AcquireRefusal, type FairSemaphore, isRefusal, type Permit } from '../../../fairness/budget.ts';
import type { DeliveryQueue, Lease, WorkerCounts } from '../../queue.ts';
import { fairShare, maxLanes } from './fair-share.ts';

export interface LeaseAcquirerOptions {
  readonly queue: Pick<DeliveryQueue, 'lease' | 'release' | 'census'>;
  /** Limits the lanes that may be open in this process. */
  readonly room: FairSemaphore;
  readonly lanes: ReadonlyMap<number, unknown>;
  open(lease: Lease, place: Permit): void;
  /** Closes a lane of less use than the new one; returns true if there was one. */
  makeRoom(lease: Lease, lacks: AcquireRefusal): boolean;
  /** Resolves when a lease that is being given back has been released; undefined if there is none. */
  released(subscription: number): Promise<void> | undefined;
  readonly onFailure: (failure: unknown) => void;
}

export interface LeaseAcquirer {
  /** Requests a lane for a subscription with waiting deliveries and no lane here. */
  want(subscription: number): void;
  /** `look` begins a scan of everything that waits; `find` adds subscriptions it found without a lane anywhere. */
  look(): void;
  find(subscriptions: readonly number[]): void;
  /** Stops requesting the lease for some time: it was handed over, or another worker has it. */
  leave(subscription: number, forMs: number): void;
  learn(census: WorkerCounts): void;
  /** Resolves when every requested lane has been opened or left to others. */
  idle(): Promise<void>;
  stop(): void;
}

const LEASE_BATCH_SIZE = 128;
/**
 * Pause before requesting a lease that another worker has. That worker receives the same notices; the next poll finds
 * the subscription if no worker has it.
 */
const LEASED_ELSEWHERE_RETRY_MS = 1_000;
/** Pause after a lack of room: frequent requests would cost more than the waiting deliveries. */
const NO_ROOM_RETRY_MS = 3_000;
const WORKER_COUNT_REFRESH_MS = 100;

export function createLeaseAcquirer(options: LeaseAcquirerOptions): LeaseAcquirer {
  const { queue, room, lanes, onFailure } = options;
  const wanted = new Set<number>();
  /** Subscriptions that were left to other workers, and that none of them has taken. */
  const overdue = new Set<number>();
  let leftToOthers = new Set<number>();
  let leftBefore = leftToOthers;
  /** Time until which the leases of these subscriptions are not requested. */
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
        // Handles requests that arrived while the run ended; after a failure the next poll finds them.
        if (wanted.size + overdue.size > 0 && !stopped) begin();
      });
  }

  async function openAll(): Promise<void> {
    // All requests in one turn of the event loop are leased together.
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

  /** Returns how many more lanes this worker may open in one batch, by its share among all workers. */
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
    // With fewer leases than `most`, the others belong to other workers; otherwise they have not been examined.
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
    // No other request would find room either; a later poll finds them again.
    if (place === 'total') {
      wanted.clear();
      overdue.clear();
    }
    return false;
  }
}
