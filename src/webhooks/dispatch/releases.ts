/** Leases on their way back: those of one turn of the event loop together, in one statement. */
import type { DeliveryQueue, Lease } from '../queue.ts';

export interface Releases {
  add(lease: Lease): void;
  /** Resolves when the subscription's lease has been given back; undefined where none is on its way. */
  of(subscription: number): Promise<void> | undefined;
}

export function makeReleases(queue: Pick<DeliveryQueue, 'release'>, onFailure: (failure: unknown) => void): Releases {
  const underWay = new Map<number, Promise<void>>();
  let batch: Lease[] = [];
  let gathering: Promise<void> | undefined;

  return {
    add(lease) {
      batch.push(lease);
      gathering ??= new Promise((resolve) => setImmediate(resolve)).then(giveBack);
      underWay.set(lease.subscription, gathering);
    },
    of: (subscription) => underWay.get(subscription),
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
