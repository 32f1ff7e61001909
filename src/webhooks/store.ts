/**
 * Port to subscriptions and their delivery log, always for one key, as the API uses it. Each storage engine implements
 * it. An id of another key is treated like one that does not exist.
 */

import type { IdempotencyKey } from '../accounts/idempotency.ts';
import type { CreateAuditEntry } from '../accounts/remembered.ts';
import type { ClientAbort } from '../lib/gone.ts';
import type { Problem } from '../problems.ts';
import type { Delivery } from './delivery.ts';
import type { Audience, HypotheticalEvents } from './subscriptions/delivery-preview.ts';
import type { SampleRecord } from './subscriptions/sample-record.ts';
import type { RotatedSecret } from './subscriptions/signing-secrets.ts';
import type { Subscription, SubscriptionInput } from './subscriptions/subscription.ts';

/** Undefined: the key has no such subscription or delivery. */
type Unknown = undefined;

/** Store of subscriptions. Audit log entries for a change are written in its transaction. */
export interface SubscriptionStore {
  list(): Promise<Subscription[]>;
  find(id: number): Promise<Subscription | Unknown>;
  /**
   * Creates a subscription. Refuses if the key already has `most`, or its account ten times as many. A repeat with the
   * same idempotency key creates nothing.
   */
  create(
    wishes: SubscriptionInput,
    most: number,
    beside?: { readonly once?: IdempotencyKey | undefined; readonly remembers?: CreateAuditEntry | undefined },
  ): Promise<NewSubscription | Problem>;
  /** Reads, decides and writes in one transaction; deliveries still waiting are sent by the new values. */
  change(
    id: number,
    decide: SubscriptionUpdater,
    remembers?: CreateAuditEntry,
  ): Promise<Subscription | Problem | Unknown>;
  /** Switches it on again with a count of zero. What waited when it was switched off is dropped, never sent. */
  reactivate(id: number, remembers?: CreateAuditEntry): Promise<Subscription | Problem | Unknown>;
  /** Creates a new signing secret; the previous ones also sign until the grace period is over. */
  rotateSecret(id: number, graceMs: number, remembers?: CreateAuditEntry): Promise<RotatedSecret | Problem | Unknown>;
  /** Removes a subscription at once; its log is deleted later. */
  remove(id: number, remembers?: CreateAuditEntry): Promise<'removed' | Problem | Unknown>;
  /** Creates a delivery of a sample record, even if the subscription is switched off. */
  test(id: number, sample: SampleFactory): Promise<Delivery | Problem | Unknown>;
  /** Creates a new delivery of the same event under the same webhook-id. */
  resend(id: number, deliveryID: number): Promise<Delivery | Problem | Unknown>;
  delivery(id: number, deliveryID: number): Promise<Delivery | Unknown>;
  /**
   * Returns the subscriptions that would receive hypothetical events. The key's own are named, or all of the account's,
   * or none; the rest is counted.
   */
  audience(events: HypotheticalEvents, named?: 'all' | 'none'): Promise<Audience>;
}

/** New subscription as it was first shown; `replayed` is true if that was an earlier request. */
export interface NewSubscription {
  readonly id: number;
  /** JSON text with the signing secret, which is shown only here. */
  readonly text: string;
  readonly replayed: boolean;
}

/** Neither may wait: SQLite runs them inside a transaction. */
export type SubscriptionUpdater = (current: Subscription) => SubscriptionInput | Problem;
export type SampleFactory = (subscription: Subscription, now: number) => SampleRecord;

/** The log of one key's subscriptions as lists; what a listing is, those who ask and those who answer agree upon. */
export interface DeliveryLog<Listing> {
  list(id: number, listing: Listing, wish?: DeliveryPageQuery): Promise<DeliveryPage | Problem | Unknown>;
}

export interface DeliveryPageQuery {
  /** False if the deliveries will not be displayed: they are not read then. */
  readonly body?: boolean;
  readonly gone?: ClientAbort;
}

export interface DeliveryPage {
  /** JSON array of the deliveries as they are shown, in pieces if it is long; undefined if it was not requested. */
  readonly body: string | AsyncIterable<string> | undefined;
  /** True if more deliveries follow the page. */
  readonly more: boolean;
  /** Number of all deliveries that match the filters; only if the listing requests it. */
  readonly total: number | undefined;
}
