/** What the contract says about one subscription, in the fewest words: the model that the real one is compared with. */
import type { DeliveryState } from '../../src/webhooks/delivery.ts';

export type Answer = 200 | 404 | 410 | 500 | 'reset' | 'timeout';

interface Delivery {
  readonly record: number;
  readonly content: string;
  readonly cause: 'event' | 'test' | 'resend';
  readonly at: number;
  state: DeliveryState;
  attempts: number;
  dueOn: number;
  repeats: number | null;
}

export interface Sent {
  readonly record: number;
  readonly content: string;
  readonly attempt: number;
}

/** Each test stands for a record of its own: this less the number of its delivery. */
const TEST_RECORD = Number.MAX_SAFE_INTEGER;
/** A record with this content is not what the subscription's filter asks for. */
export const AWAY = 'away';
const TEN_MINUTES = 600_000;

export class ModelledSubscription {
  readonly deliveries: Delivery[] = [];
  readonly #contents = new Map<number, string>();
  #active = true;
  #failures = 0;

  change(record: number, content: string, now: number): void {
    if (this.#contents.get(record) === content) return;
    this.#contents.set(record, content);
    if (this.#active && content !== AWAY) this.#add(record, content, 'event', now, now);
  }

  test(now: number): void {
    this.#add(TEST_RECORD - (this.deliveries.length + 1), 'test', 'test', now, now);
  }

  resend(n: number, now: number): 'sent' | 'refused' | 'unknown' {
    const again = this.deliveries[n];
    if (again === undefined) return 'unknown';
    if (!this.#active) return 'refused';
    this.#add(again.record, again.content, 'resend', again.at, now);
    return 'sent';
  }

  reactivate(): void {
    if (!this.#active) this.#drop();
    this.#active = true;
    this.#failures = 0;
  }

  /** All that are due leave side by side, the oldest first; what comes back is taken in their order. */
  turn(answers: readonly Answer[], now: number): Sent[] {
    if (!this.#active) this.#drop();
    const heads = [...Map.groupBy(this.deliveries, ({ record }) => record)]
      .map(([, all]) => all.find(({ state }) => state === 'waiting'))
      .filter((head) => head !== undefined && head.dueOn <= now)
      .sort((a, b) => this.deliveries.indexOf(a!) - this.deliveries.indexOf(b!)) as Delivery[];
    const sent = heads.filter((head) => !this.#suppress(head));
    const told = sent.map(({ record, content, attempts }) => ({ record, content, attempt: attempts + 1 }));
    for (const [n, head] of sent.entries()) this.#settle(head, answers[n % answers.length]!, now);
    return told;
  }

  look() {
    return {
      active: this.#active,
      deliveries: this.deliveries.map(({ record, cause, state, attempts, repeats }) => ({
        record,
        cause,
        state,
        attempts,
        repeats,
      })),
    };
  }

  #add(record: number, content: string, cause: Delivery['cause'], at: number, dueOn: number): void {
    this.deliveries.push({ record, content, cause, at, dueOn, state: 'waiting', attempts: 0, repeats: null });
  }

  #drop(): void {
    for (const one of this.deliveries) if (one.state === 'waiting' && one.cause !== 'test') one.state = 'dropped';
  }

  #suppress(head: Delivery): boolean {
    if (head.cause !== 'event' || head.attempts > 0) return false;
    const sent = this.deliveries
      .slice(0, this.deliveries.indexOf(head))
      .filter(({ record, state }) => record === head.record && state !== 'suppressed');
    const before = sent.findLast(({ cause }) => cause === 'event');
    if (before?.state !== 'succeeded') return false;
    if (sent.slice(sent.indexOf(before)).some(({ content }) => content !== head.content)) return false;
    if (Math.abs(head.at - before.at) >= TEN_MINUTES) return false;
    head.state = 'suppressed';
    head.repeats = this.deliveries.indexOf(before);
    return true;
  }

  #settle(one: Delivery, answer: Answer, now: number): void {
    one.attempts++;
    const counted = one.cause !== 'test';
    if (answer === 200) {
      one.state = 'succeeded';
      if (counted) this.#failures = 0;
      return;
    }
    if ((answer === 500 || answer === 404) && one.attempts < 4) {
      if (this.#active || !counted) one.dueOn = now + 2_000;
      else one.state = 'dropped';
      return;
    }
    one.state = 'failed';
    if (counted) this.#failures++;
    if (answer === 410 || (counted && this.#failures >= 30)) this.#active = false;
  }
}
