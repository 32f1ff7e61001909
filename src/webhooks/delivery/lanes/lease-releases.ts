/** Leases on their way back: those of a moment together, in one statement. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryQueue, Lease } from '../../queue.ts';

export interface LeaseReleases {
  add(lease: Lease): void;
  /** Resolves when the subscription's lease has been given back; undefined where none is on its way. */
  of(subscription: number): Promise<void> | undefined;
  /** Resolves when none is on its way any more. */
  done(): Promise<void>;
}

/** Where giving one back costs a question. */
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
    // One that cannot be given back ends by itself.
    await queue.release(given).catch(onFailure);
    for (const { subscription } of given) if (underWay.get(subscription) === own) underWay.delete(subscription);
  }
}
