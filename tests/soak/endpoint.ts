/** A TLS receiver that fails at random, rarely enough that no subscription is ever switched off. */
import { type Receiver, startReceiver } from '../support/receiver.ts';

export interface Endpoint {
  readonly receiver: Receiver;
  /** `webhook-id`s that were answered 200, and how many of those more than once. */
  readonly arrived: ReadonlySet<string>;
  readonly counts: { answered: number; again: number; refused: number; reset: number; ignored: number };
}

/** Of all requests. A timeout and a reset fail a delivery at once; a 500 is retried. */
const IGNORED = 0.001;
const RESET = 0.002;
const REFUSED = 0.01;

export async function startEndpoint(random: () => number): Promise<Endpoint> {
  const receiver = await startReceiver();
  const arrived = new Set<string>();
  const counts = { answered: 0, again: 0, refused: 0, reset: 0, ignored: 0 };
  receiver.answer(({ received, response, reset }) => {
    // It would keep everything that ever arrived.
    receiver.requests.length = 0;
    const point = random();
    if (point < IGNORED) counts.ignored++;
    else if (point < IGNORED + RESET) {
      counts.reset++;
      reset();
    } else if (point < IGNORED + RESET + REFUSED) {
      counts.refused++;
      response.writeHead(500).end('try later');
    } else {
      const id = String(received.headers['webhook-id']);
      counts.answered++;
      if (arrived.has(id)) counts.again++;
      arrived.add(id);
      response.end();
    }
  });
  return { receiver, arrived, counts };
}
