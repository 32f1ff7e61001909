/**
 * The port of subscriptions and their delivery log, always for one key: what the API asks of a database. Each storage
 * engine implements it. An id that is not the key's own is as unknown as one that does not exist.
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

/** What the audit log is to be told of a change is written in its transaction. */
export interface SubscriptionStore {
  list(): Promise<Subscription[]>;
  find(id: number): Promise<Subscription | Unknown>;
  /** Refuses when the key has `most` of them already, or its account ten times as many. A repeat under the same key makes nothing. */
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
  /** A new signing secret; those before it sign as well until the grace is over. */
  rotateSecret(id: number, graceMs: number, remembers?: CreateAuditEntry): Promise<RotatedSecret | Problem | Unknown>;
  /** Gone at once; its log follows. */
  remove(id: number, remembers?: CreateAuditEntry): Promise<'removed' | Problem | Unknown>;
  /** A delivery of a sample record, on a subscription that is switched off too. */
  test(id: number, sample: SampleFactory): Promise<Delivery | Problem | Unknown>;
  /** A new delivery of the same event under the same webhook-id. */
  resend(id: number, deliveryID: number): Promise<Delivery | Problem | Unknown>;
  delivery(id: number, deliveryID: number): Promise<Delivery | Unknown>;
  /** Who would hear of events that are not made. The key's own are named; or all of the account's, or none, and the rest is counted. */
  audience(events: HypotheticalEvents, named?: 'all' | 'none'): Promise<Audience>;
}

/** As it was first shown; `replayed` where that was before. */
export interface NewSubscription {
  readonly id: number;
  /** Its JSON text, with the signing secret, which is shown only here. */
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
  /** False where nobody will see the deliveries: they are not read. */
  readonly body?: boolean;
  readonly gone?: ClientAbort;
}

export interface DeliveryPage {
  /** The JSON array of the deliveries as they are shown, whole or, where it is long, in pieces; none where none was wished for. */
  readonly body: string | AsyncIterable<string> | undefined;
  /** Whether deliveries follow the page. */
  readonly more: boolean;
  /** All that the filters match; only where the listing asked for it. */
  readonly total: number | undefined;
}
