/** How the requests are paced: as fast as they are answered, to find out the capacity, or at a steady rate whatever comes back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, Kind, Mix } from './mix.ts';

export interface Ended extends Asked {
  /** When it was due, and when its answer was there; epoch milliseconds. */
  readonly begun: number;
  readonly ended: number;
}

/** Times are kept in classes of a tenth of their size, so that an hour of them takes no memory. */
export class Latencies {
  readonly #counts = new Map<number, number>();
  total = 0;

  add(ms: number): void {
    const place = Math.round(Math.log(Math.max(ms, 0.1)) / STEP);
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
    this.total++;
  }

  quantile(share: number): number {
    let left = this.total * share;
    for (const place of [...this.#counts.keys()].sort((a, b) => a - b)) {
      left -= this.#counts.get(place)!;
      if (left <= 0) return Math.exp(place * STEP);
    }
    return Number.NaN;
  }
}

const STEP = Math.log(1.1);
const WARMING_MS = 4_000;
const MEASURED_MS = 8_000;
const AT_ONCE = 32;
/** More than this many under way, and the rest waits: a client has no more connections than this either. */
const MAX_UNDER_WAY = 1_000;
const TICK_MS = 5;

/** Requests a second with 32 clients that never pause, once the service is warm. */
export async function measureCapacity(mix: Mix): Promise<number> {
  const until = performance.now() + WARMING_MS + MEASURED_MS;
  let answered = 0;
  const clients = Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < until) {
      const { status, trouble } = await mix.ask();
      if (status === undefined || status >= 300) throw new Error(`While measuring: ${status} ${trouble}`);
      if (performance.now() > until - MEASURED_MS) answered++;
    }
  });
  await Promise.all(clients);
  return (answered * 1000) / MEASURED_MS;
}

/** Asks at a steady rate for so long; a request that is held up does not hold up those after it. */
export async function askSteadily(mix: Mix, rate: number, forMs: number, onEnd: (ended: Ended) => void): Promise<void> {
  const began = Date.now();
  const underWay = new Set<Promise<void>>();
  for (let asked = 0; ; ) {
    const now = Date.now();
    if (now - began >= forMs) break;
    while (asked < ((now - began) * rate) / 1000 && underWay.size < MAX_UNDER_WAY) {
      const begun = began + (asked++ * 1000) / rate;
      const one = mix.ask().then((answer) => onEnd({ ...answer, begun, ended: Date.now() }));
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
}

export function latenciesByKind(kinds: readonly Kind[]): Record<Kind, Latencies> {
  return Object.fromEntries(kinds.map((kind) => [kind, new Latencies()])) as Record<Kind, Latencies>;
}
