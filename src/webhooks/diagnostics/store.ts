/**
 * The port of what can be known about subscriptions without sending anything, for one key, or for an account as people see it: how they do,
 * why something did not arrive, and what would have matched. An id that is not the key's own is as unknown as one that does not exist.
 */
import type { Action, RecordTypeName } from '../../catalogue/index.ts';
import type { Problem } from '../../problems.ts';
import type { EndpointOutage } from '../delivery/settle/outage.ts';
import type { Delivery } from '../delivery.ts';
import type { DeliveryTarget } from '../queue.ts';
import type { PeriodState, SubscriptionPeriod } from '../subscriptions/periods.ts';
import type { Subscription } from '../subscriptions/subscription.ts';

/** Undefined: the key has no such subscription or delivery. */
type Unknown = undefined;

export interface DiagnosticsStore {
  /** How the key's subscriptions do, by id; of all of them, or of one. `since` is an hour, counted from 1970. */
  health(since: number, id?: number, gone?: AbortSignal): Promise<readonly SubscriptionHealth[] | Problem>;
  /** The times at which subscriptions of the key, or one of them, were warned or switched off, the newest first. */
  notices(most: number, id?: number, gone?: AbortSignal): Promise<readonly SubscriptionNotice[] | Problem>;
  /** What is known about changes of a record that the subscription is about, and what became of them. */
  facts(id: number, about: ExplanationQuery, gone?: AbortSignal): Promise<ExplanationFacts | Problem | Unknown>;
  /** What a delivery tells, and where it is sent as things stand now. */
  request(id: number, deliveryID: number): Promise<DeliveryContent | Unknown>;
  /** How many events of the account were like this, by day and by the value of the filter field. */
  countEvents(kind: EventSelector, since: number, gone?: AbortSignal): Promise<EventCounts | Problem>;
  /** The newest of them, as far as the newest changes of the type go back. */
  newestEvents(kind: EventSelector, most: number, gone?: AbortSignal): Promise<readonly LoggedEvent[] | Problem>;
  /** What was sent of a record to any subscription of the account, whoever made it: for people alone. The newest first. */
  sent(
    type: RecordTypeName,
    recordID: number,
    most: number,
    gone?: AbortSignal,
  ): Promise<readonly RecordDelivery[] | Problem>;
}

export interface RecordDelivery {
  readonly webhook: {
    readonly id: number;
    readonly name: string | null;
    readonly targetUrl: string;
    readonly action: string;
  };
  /** Of the record, after the change that it tells of. */
  readonly version: number;
  readonly delivery: Delivery;
}

/** How one subscription does. Times are epoch milliseconds. */
export interface SubscriptionHealth {
  readonly id: number;
  readonly failuresInARow: number;
  /** Counted up to `MOST_WAITING`. */
  readonly waiting: number;
  readonly oldestWaitingOn: number | null;
  readonly lastSuccessOn: number | null;
  /** Only hours in which something was settled or tried. */
  readonly hours: readonly HourlyCounts[];
}

export interface HourlyCounts {
  /** Counted from 1970. */
  readonly hour: number;
  readonly ok: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly dropped: number;
  /** How long the newest attempts of the hour took. */
  readonly recentMs: readonly number[];
}

export interface SubscriptionNotice {
  readonly on: number;
  readonly webhook: number;
  readonly name: string | null;
  readonly state: Exclude<PeriodState, 'on'>;
  readonly why: string;
}

/** One record in a span of time, or one event by the `webhook-id` it was sent under. */
export type ExplanationQuery =
  | { readonly recordID: number; readonly from: number; readonly to: number }
  | { readonly webhookId: string };

/** So many changes are explained at once, the newest. */
export const MAX_EXPLAINED_CHANGES = 20;

export interface ExplanationFacts {
  readonly subscription: Subscription;
  /** In their order. */
  readonly periods: readonly SubscriptionPeriod[];
  readonly recordID: number;
  /** The newest first. */
  readonly changes: readonly PastChange[];
  /** The newest change of the record, whenever that was. */
  readonly last: PastChange | undefined;
  /** What was asked for by its `webhook-id` and tells of no change that is kept: a test, or one that is forgotten. */
  readonly alone: SentDelivery | undefined;
  /** Of its record the delivery whose turn it is; null where none waits. */
  readonly head: number | null;
  /** Where what waits of the record waits for its endpoint; null where nothing is known to be wrong with that. */
  readonly down: Pick<EndpointOutage, 'since' | 'nextTry'> | null;
  /** Whether the account is: then nothing is sent. */
  readonly frozen: boolean;
}

export interface PastChange {
  readonly version: number;
  readonly on: number;
  readonly by: ChangeAuthor;
  readonly events: readonly Action[];
  /** The fields that changed; null where the log does not say. */
  readonly fields: readonly string[] | null;
  /** Of the type's webhook filter field, after the change. */
  readonly filterValue: number | null;
  /** The newest delivery of it to the subscription. */
  readonly sent: SentDelivery | undefined;
}

export interface ChangeAuthor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string;
}

export interface SentDelivery {
  readonly delivery: Delivery;
  /** Of one that is a repeat: when the delivery that it repeats was settled, where that is still known. */
  readonly repeatedOn: number | null;
  /** An earlier one of the same change that arrived, where this one did not. */
  readonly arrived: Pick<Delivery, 'id' | 'settledOn'> | null;
}

/** Events of one kind: those that a subscription would hear of, its filter aside. */
export interface EventSelector {
  readonly type: RecordTypeName;
  readonly action: Action;
  /** The value that the filter field must have; null for any. */
  readonly filterValue: number | null;
  /** Leaves out what this integration did itself. */
  readonly without: string | undefined;
}

export interface EventCounts {
  readonly counted: readonly {
    /** Days since 1970, UTC. */
    readonly day: number;
    readonly filterValue: number | null;
    readonly events: number;
  }[];
  /** Where there were too many changes to look at: from when on they were. */
  readonly cutAt: number | undefined;
}

/** What a delivery of it would tell. */
export interface PastEvent {
  readonly text: string;
  readonly submitter: string;
  readonly processedOn: number;
  /** Its place in the account's log; none of a sample. */
  readonly change: string | undefined;
  /** The W3C trace of the request that caused it. */
  readonly traceparent?: string | undefined;
}

/** An event as the log names it. */
export interface LoggedEvent {
  readonly recordID: number;
  readonly submitter: string;
  readonly processedOn: number;
  readonly change: string;
  /**
   * Finds the record as it was, which of a large one that has changed often takes tens of milliseconds of everybody's time. Undefined where the
   * log does not reach it.
   */
  told(): Promise<PastEvent | undefined>;
}

export interface DeliveryContent {
  readonly delivery: Delivery;
  readonly target: DeliveryTarget;
  /** Undefined where it is forgotten. */
  readonly event: PastEvent | undefined;
}
