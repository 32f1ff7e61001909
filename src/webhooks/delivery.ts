/** Delivery: an event on its way to one subscription, from the commit of its change until it is settled. */
import type { ErrorClass } from './delivery/send/outcome.ts';

/** Causes of a delivery: an event, or a request for a test or a resend. */
export const deliveryCauses = ['event', 'test', 'resend'] as const;
export type DeliveryCause = (typeof deliveryCauses)[number];

/**
 * States of a delivery. `waiting` for its turn, its first attempt or a retry; everything else is settled. `suppressed`:
 * it repeated the previous delivery. `dropped`: the subscription was switched off while it waited. `own`: its
 * integration made the change itself and does not receive its own changes; the delivery was never to be sent.
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
  /** HTTP status of the last attempt. */
  readonly status: number | null;
  readonly error: ErrorClass | null;
  readonly createdOn: number;
  /** Time at which the event was committed. */
  readonly processedDate: number;
  readonly settledOn: number | null;
  /** Due time of the next attempt; null if there is none. */
  readonly nextAttemptOn: number | null;
  /**
   * Time since which it waits for its endpoint: its first attempt failed then, or would have. Null if it did not have
   * to wait.
   */
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
