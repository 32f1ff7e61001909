/** A TLS receiver that fails at random, rarely enough that no subscription is ever switched off. */
import { type Receiver, startReceiver } from '../support/receiver.ts';

export interface Endpoint {
  readonly receiver: Receiver;
  /** `webhook-id`s that were answered 200, and how many of those more than once. */
  readonly arrived: ReadonlySet<string>;
  /** Every `webhook-id` that came, as often as it came and in that order, however it was answered. */
  readonly arrivals: readonly string[];
  readonly counts: { answered: number; again: number; refused: number; reset: number; ignored: number };
}

/** Shares of all requests. A timeout and a reset fail a delivery at once; a 500 is retried. */
export interface Moods {
  readonly ignored: number;
  readonly reset: number;
  readonly refused: number;
}

const usual: Moods = { ignored: 0.001, reset: 0.002, refused: 0.01 };

export async function startEndpoint(random: () => number, moods: Moods = usual): Promise<Endpoint> {
  const receiver = await startReceiver();
  const arrived = new Set<string>();
  const arrivals: string[] = [];
  const counts = { answered: 0, again: 0, refused: 0, reset: 0, ignored: 0 };
  receiver.answer(({ received, response, reset }) => {
    // It would keep everything that ever arrived.
    receiver.requests.length = 0;
    const id = String(received.headers['webhook-id']);
    arrivals.push(id);
    const point = random();
    if (point < moods.ignored) counts.ignored++;
    else if (point < moods.ignored + moods.reset) {
      counts.reset++;
      reset();
    } else if (point < moods.ignored + moods.reset + moods.refused) {
      counts.refused++;
      response.writeHead(500).end('try later');
    } else {
      counts.answered++;
      if (arrived.has(id)) counts.again++;
      arrived.add(id);
      response.end();
    }
  });
  return { receiver, arrived, arrivals, counts };
}
