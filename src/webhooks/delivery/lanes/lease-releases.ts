/** Gives leases back in batches: those of a moment share one statement. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, Lease } from '../../queue.ts';

export interface LeaseReleases {
  add(lease: Lease): void;
  /** Resolves when the subscription's lease has been given back; undefined if none is being given back. */
  of(subscription: number): Promise<void> | undefined;
  /** Resolves when no lease is being given back any more. */
  done(): Promise<void>;
}

/** Delay of a batch if giving a lease back costs a query. */
const BATCH_DELAY_MS = 20;

export function createLeaseReleases(
  queue: Pick<DeliveryQueue, 'release' | 'lingerMs'>,
  onFailure: (failure: unknown) => void,
): LeaseReleases {
  const underWay = new Map<number, Promise<void>>();
  let batch: Lease[] = [];
  let gathering: Promise<void> | undefined;

  return {
    add(lease) {
      batch.push(lease);
      gathering ??= (queue.lingerMs === 0 ? setImmediate() : sleep(BATCH_DELAY_MS)).then(giveBack);
      underWay.set(lease.subscription, gathering);
    },
    of: (subscription) => underWay.get(subscription),
    async done() {
      await Promise.all(underWay.values());
    },
  };

  async function giveBack(): Promise<void> {
    const given = batch;
    const own = gathering;
    batch = [];
    gathering = undefined;
    // A lease that cannot be given back expires by itself.
    await queue.release(given).catch(onFailure);
    for (const { subscription } of given) if (underWay.get(subscription) === own) underWay.delete(subscription);
  }
}
