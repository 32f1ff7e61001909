/**
 * Port to diagnostics of subscriptions, for one key, or for an account as people see it. Answers how subscriptions
 * perform, why a delivery did not arrive, and what would have matched, without sending anything. An id of another key
 * is treated like one that does not exist.
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
  /** Returns the health of the key's subscriptions by id; of all, or of one. `since` is an hour, counted from 1970. */
  health(since: number, id?: number, gone?: AbortSignal): Promise<readonly SubscriptionHealth[] | Problem>;
  /** Returns the times at which subscriptions of the key, or one of them, were warned or switched off, newest first. */
  notices(most: number, id?: number, gone?: AbortSignal): Promise<readonly SubscriptionNotice[] | Problem>;
  /** Returns the known changes of a record that concern the subscription, and the outcome of their deliveries. */
  facts(id: number, about: ExplanationQuery, gone?: AbortSignal): Promise<ExplanationFacts | Problem | Unknown>;
  /** Returns the content of a delivery, and the present target. */
  request(id: number, deliveryID: number): Promise<DeliveryContent | Unknown>;
  /** Counts matching events of the account, by day and by the value of the filter field. */
  countEvents(kind: EventSelector, since: number, gone?: AbortSignal): Promise<EventCounts | Problem>;
  /** Returns the newest matching events, as far back as the newest changes of the type reach. */
  newestEvents(kind: EventSelector, most: number, gone?: AbortSignal): Promise<readonly LoggedEvent[] | Problem>;
  /**
   * Returns the deliveries of a record to any subscription of the account, whichever key created it, newest first. Only
   * for people.
   */
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
  /** Version of the record after the change that is delivered. */
  readonly version: number;
  readonly delivery: Delivery;
}

/** Health of one subscription. Times are epoch milliseconds. */
export interface SubscriptionHealth {
  readonly id: number;
  readonly failuresInARow: number;
  /** Counted up to `MOST_WAITING`. */
  readonly waiting: number;
  readonly oldestWaitingOn: number | null;
  readonly lastSuccessOn: number | null;
  /** Hours in which a delivery was settled or tried; others are omitted. */
  readonly hours: readonly HourlyCounts[];
}

export interface HourlyCounts {
  /** Counted from 1970. */
  readonly hour: number;
  readonly ok: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly dropped: number;
  /** Durations of the newest attempts of the hour. */
  readonly recentMs: readonly number[];
}

export interface SubscriptionNotice {
  readonly on: number;
  readonly webhook: number;
  readonly name: string | null;
  readonly state: Exclude<PeriodState, 'on'>;
  readonly why: string;
}

/** Selects one record in a time span, or one event by the `webhook-id` it was sent under. */
export type ExplanationQuery =
  | { readonly recordID: number; readonly from: number; readonly to: number }
  | { readonly webhookId: string };

/** Maximum number of changes explained at once; the newest are chosen. */
export const MAX_EXPLAINED_CHANGES = 20;

export interface ExplanationFacts {
  readonly subscription: Subscription;
  /** Periods in chronological order. */
  readonly periods: readonly SubscriptionPeriod[];
  readonly recordID: number;
  /** The newest first. */
  readonly changes: readonly PastChange[];
  /** The newest change of the record, whenever that was. */
  readonly last: PastChange | undefined;
  /** Delivery found by its `webhook-id` without a stored change: a test, or a change that is no longer stored. */
  readonly alone: SentDelivery | undefined;
  /** Delivery of the record whose turn it is; null if none waits. */
  readonly head: number | null;
  /** Outage that the waiting deliveries of the record wait for; null if no fault of the endpoint is known. */
  readonly down: Pick<EndpointOutage, 'since' | 'nextTry'> | null;
  /** True if the account is frozen: then nothing is sent. */
  readonly frozen: boolean;
}

export interface PastChange {
  readonly version: number;
  readonly on: number;
  readonly by: ChangeAuthor;
  readonly events: readonly Action[];
  /** The fields that changed; null where the log does not say. */
  readonly fields: readonly string[] | null;
  /** Value of the type's webhook filter field, after the change. */
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
  /**
   * Time at which the delivery that this one repeats was settled; null if this is no repeat or the time is not known.
   */
  readonly repeatedOn: number | null;
  /** Earlier delivery of the same change that arrived, if this one did not. */
  readonly arrived: Pick<Delivery, 'id' | 'settledOn'> | null;
}

/** Events of one kind: those that a subscription would receive, apart from its filter. */
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
  /** Time from which changes were examined, if there were too many; otherwise undefined. */
  readonly cutAt: number | undefined;
}

/** Content that a delivery of the event would have. */
export interface PastEvent {
  readonly text: string;
  readonly submitter: string;
  readonly processedOn: number;
  /** Position in the account's log; undefined for a sample. */
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
   * Reads the record as it was. For a large record with many changes this often blocks the process for tens of
   * milliseconds. Undefined if the log does not reach back that far.
   */
  told(): Promise<PastEvent | undefined>;
}

export interface DeliveryContent {
  readonly delivery: Delivery;
  readonly target: DeliveryTarget;
  /** Undefined if the event is no longer stored. */
  readonly event: PastEvent | undefined;
}
