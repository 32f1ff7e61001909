/** One delivery: an event on its way to one subscription, from the commit of its change until it is settled. */
import type { ErrorClass } from './delivery/send/outcome.ts';

/** What made it: an event, or somebody who asked for it. */
export const deliveryCauses = ['event', 'test', 'resend'] as const;
export type DeliveryCause = (typeof deliveryCauses)[number];

/**
 * `waiting` for its turn, its first attempt or a retry; everything else is settled. `suppressed`: it repeated the delivery
 * before it. `dropped`: the subscription was switched off while it waited. `own`: its integration made the change itself, and
 * does not want to hear of that; it was never to be sent.
 */
export const deliveryStates = ['waiting', 'succeeded', 'failed', 'suppressed', 'dropped', 'own'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery as it is kept. Times are epoch milliseconds. */
export interface Delivery {
  readonly id: number;
  /** Names the event to the subscriber: the same over all attempts, and for a delivery that is sent again. */
  readonly webhookId: string;
  readonly cause: DeliveryCause;
  readonly recordID: number;
  readonly state: DeliveryState;
  /** Of the last attempt. */
  readonly status: number | null;
  readonly error: ErrorClass | null;
  readonly createdOn: number;
  /** When the event was committed. */
  readonly processedDate: number;
  readonly settledOn: number | null;
  /** When the next attempt is due; null when there is none to come. */
  readonly nextAttemptOn: number | null;
  /** Since when it waits for its endpoint: its first attempt failed then, or would have. Null where it did not have to. */
  readonly waitingSince: number | null;
  /** The delivery that a suppressed one repeats. */
  readonly repeats: number | null;
  /** The delivery that this one sends again. */
  readonly resendOf: number | null;
  /** The recovery that made it, counted per subscription. */
  readonly recovery: number | null;
  /** The attempts as JSON objects, separated by commas. */
  readonly log: string;
}
