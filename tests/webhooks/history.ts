/** What was committed, what the receiver got, and when the service was killed: enough to say what must never happen. */
import assert from 'node:assert/strict';
import type { Received, Receiver } from '../support/receiver.ts';
import { bodyOf } from '../support/webhooks.ts';
import type { CrashReport } from './crash.ts';

/** Of every ten steps, one needs two retries and one exhausts all of its attempts. */
const answersTo = (step: number): number[] => {
  if (step % 10 === 3) return [500, 500, 200];
  if (step % 10 === 7) return [500, 500, 500, 500];
  return [200];
};

/** What was out when the service died: asked for this shortly before, and perhaps not yet written down. */
const IN_FLIGHT_MS = 1_000;

interface Arrival {
  readonly step: number;
  readonly webhookId: string;
  readonly at: number;
  readonly status: number;
}

export class History {
  readonly #sent = new Map<number, number>();
  readonly #acknowledged = new Map<number, Set<number>>();
  readonly #arrivals = new Map<number, Arrival[]>();
  readonly #kills: { readonly from: number; readonly to: number }[] = [];

  constructor(receiver: Receiver) {
    receiver.answer(({ received, response }) => {
      response.statusCode = this.#received(received);
      response.end();
    });
  }

  nextStep(record: number): number {
    const step = (this.#sent.get(record) ?? 0) + 1;
    this.#sent.set(record, step);
    return step;
  }

  acknowledged(record: number, step: number): void {
    const steps = this.#acknowledged.get(record) ?? new Set();
    this.#acknowledged.set(record, steps.add(step));
  }

  /** How many steps of the record were asked for and have not arrived. */
  behind(record: number): number {
    return (this.#sent.get(record) ?? 0) - (this.#arrivals.get(record)?.at(-1)?.step ?? 0);
  }

  async kill(end: () => Promise<unknown>): Promise<void> {
    const from = now();
    await end();
    // What it sent at the last moment may still be on its way.
    this.#kills.push({ from, to: now() + 200 });
  }

  /** The status to answer with: by how often this delivery has been answered, repeats after a kill aside. */
  #received(received: Received): number {
    const { ID: record, Position: step } = bodyOf(received).data;
    const webhookId = String(received.headers['webhook-id']);
    const arrivals = this.#arrivals.get(record) ?? [];
    this.#arrivals.set(record, arrivals);
    const before = arrivals.filter((one) => one.webhookId === webhookId).length;
    const statuses = answersTo(step);
    const status = statuses[Math.min(before, statuses.length - 1)]!;
    arrivals.push({ step, webhookId, at: now(), status });
    return status;
  }

  verify(retryMs: number): CrashReport {
    let acknowledged = 0;
    let received = 0;
    let repeated = 0;
    for (const [record, steps] of this.#acknowledged) {
      const arrivals = this.#arrivals.get(record) ?? [];
      const arrived = new Set(arrivals.map(({ step }) => step));
      const missing = [...steps].filter((step) => !arrived.has(step));
      assert.deepEqual(missing, [], `record ${record}: committed and never received`);
      assertInOrder(record, arrivals);
      repeated += this.#assertRepeats(record, arrivals, retryMs);
      acknowledged += steps.size;
      received += arrivals.length;
    }
    return { acknowledged, received, repeated };
  }

  /** A delivery arrives as often as its answers demand, and once more for every kill it was out at. */
  #assertRepeats(record: number, arrivals: readonly Arrival[], retryMs: number): number {
    let repeated = 0;
    for (const [webhookId, all] of Map.groupBy(arrivals, (one) => one.webhookId)) {
      const { step } = all[0]!;
      const wanted = answersTo(step).length;
      const kills = this.#kills.filter(({ from, to }) => {
        return all.some(({ at }) => at <= to && from - at < IN_FLIGHT_MS) && to < all.at(-1)!.at;
      });
      const what = `record ${record}, step ${step} (${webhookId})`;
      assert.ok(all.length <= wanted + kills.length, `${what} arrived ${all.length} times, ${kills.length} kills`);
      for (const [n, { at }] of all.slice(1).entries()) {
        const before = all[n]!;
        const killBetween = this.#kills.some(({ from, to }) => to >= before.at && from < at);
        if (killBetween) continue;
        assert.ok(before.status === 500, `${what} was sent again after a success`);
        // Arrivals are noted late on a busy machine, which shortens what lies between two of them.
        assert.ok(at - before.at >= retryMs / 2, `${what} was retried after ${at - before.at} ms`);
      }
      repeated += Math.max(0, all.length - wanted);
    }
    return repeated;
  }
}

/** A step may come again before the next one, never after it. */
function assertInOrder(record: number, arrivals: readonly Arrival[]): void {
  for (const [n, { step }] of arrivals.slice(1).entries()) {
    const before = arrivals[n]!.step;
    assert.ok(step >= before, `record ${record}: step ${step} arrived after step ${before}`);
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
