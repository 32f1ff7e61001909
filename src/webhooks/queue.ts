/**
 * Port to the waiting deliveries of a shard, as the lanes use it. The database is the truth about what waits, in which
 * order and until when. The memory of a lane only saves queries.
 */
import type { Action, RecordTypeName } from '../catalogue/index.ts';
import type { AttemptReport } from './delivery/send/outcome.ts';
import type { SigningKey } from './delivery/send/signature.ts';
import type { EndpointOutage, OutageTransition } from './delivery/settle/outage.ts';
import type { PreviousDelivery } from './delivery/settle/suppression.ts';
import type { DeliveryCause, DeliveryState } from './delivery.ts';
import type { SubscriptionState as Course, PeriodStart } from './subscriptions/periods.ts';

export interface DeliveryQueue {
  /** Time for which an idle lane keeps its lease, if acquiring one costs a query. */
  readonly lingerMs: number;
  /** Interval at which leases are renewed; undefined if they do not expire. */
  readonly renewMs: number | undefined;
  /** Calls the listener when this process or another has committed deliveries. */
  onWaiting(listener: (notice: QueueNotification) => void): void;
  /**
   * Returns the subscriptions with waiting deliveries after `after`, in order. Omits those leased by other workers and
   * those of frozen accounts. Fewer than `most` if there are no more.
   */
  subscriptionsWaiting(after: number, most: number): Promise<readonly number[]>;
  /** Leases at most `most` of the subscriptions: those that no other worker has leased. */
  lease(subscriptions: readonly number[], most: number): Promise<readonly Lease[]>;
  /** Reports this worker as alive and extends its leases; returns those it still has. */
  renew(leases: readonly Lease[]): Promise<readonly Lease[]>;
  release(leases: readonly Lease[]): Promise<void>;
  census(): Promise<WorkerCounts>;
  /** Reports that this worker stops. */
  resign(): Promise<void>;
  /** Returns the deliveries whose turn it is: the lowest waiting one of each record, in ascending order. */
  heads(lease: Lease, wish: HeadsQuery): Promise<Heads>;
  /** Writes results in one transaction and in this order; undefined for deliveries whose lease was lost. */
  settle(finished: readonly SettleInput[], judge: SettlePolicy): Promise<readonly (SettleResult | undefined)[]>;
  /** Drops some waiting deliveries of a subscription that is switched off, except tests; returns how many. */
  drop(lease: Lease, most: number): Promise<number>;
}

export type QueueNotification =
  | { readonly subscription: number; readonly record: number }
  /** Something about the subscription itself has changed. */
  | { readonly subscription: number }
  /** Notices may have been lost. */
  | 'anything';

/** Right to send for a subscription. No other worker has it before `expires`; the token proves it when settling. */
export interface Lease {
  readonly subscription: number;
  readonly account: string;
  /** True if its last deliveries failed, or its endpoint is known to be down. */
  readonly failing: boolean;
  readonly token: string;
  /** Expiry by this process's steady clock, never later than by the database's. */
  readonly expires: number;
}

/** Number of workers that share the work, and of the leases they have together. */
export interface WorkerCounts {
  readonly workers: number;
  readonly leases: number;
}

/** Selects the heads to read: those of records known to have news, and a scan from a position on. */
export interface HeadsQuery {
  readonly records: readonly number[];
  /** Position after which deliveries are scanned, 0 for all; undefined for no scan. */
  readonly after: number | undefined;
  /** Records with an attempt out. */
  readonly except: ReadonlyMap<number, unknown>;
  /** Maximum number of due heads to return. */
  readonly most: number;
  /** Subset of `records` whose pause is over by this process's steady clock, whatever the database's clock says. */
  readonly rested: ReadonlySet<number>;
  /**
   * Longest pause before a retry; for a patient subscription, its patience applies instead. A delivery due further
   * ahead is due now: its time was written before the clock was set back.
   */
  readonly longestPauseMs: number;
}

export type Heads =
  /** State in which nothing is sent: the subscription no longer exists, or its account is frozen. */
  | { readonly standing: 'gone' | 'frozen' }
  | {
      readonly standing: 'active' | 'inactive';
      readonly target: DeliveryTarget;
      readonly due: readonly Head[];
      /** Heads that are not due yet, each with the remaining time. */
      readonly later: readonly { readonly record: number; readonly inMs: number }[];
      /** Position from which the scan continues; undefined if everything was scanned. */
      readonly after: number | undefined;
      /** Records whose head exceeded `most`, and tests that a long scan has not reached, the oldest first. */
      readonly left: readonly number[];
      /** Present while the endpoint is down: at most one head is due, and while another is out only a test. */
      readonly down?: EndpointDown;
    };

export interface EndpointDown {
  /** Milliseconds until there is something to try; undefined if nothing waits, or something is due or out. */
  readonly inMs: number | undefined;
  /** Record that alone has failed: news of others may be tried. Null if news changes nothing. */
  readonly record: number | null;
}

/** Current URL and settings with which the deliveries of a subscription are sent. */
export interface DeliveryTarget {
  readonly account: string;
  /** The subscription's id within its account. */
  readonly subscriptionID: number;
  readonly entityType: RecordTypeName;
  readonly action: Action;
  readonly url: string;
  /** Custom headers; undefined if the stored value is damaged. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Keys that sign the deliveries; undefined if the stored value is damaged. */
  readonly signing: readonly SigningKey[] | undefined;
  /** Time for which failures are retried, as the subscriber set it; null if the general retry rules apply. */
  readonly patienceMs: number | null;
}

/** Content of a delivery: the record's text after the change, who caused it, and when it was committed. */
export interface DeliveryEvent {
  /** Text of the record; undefined if the log is damaged and the text cannot be found. */
  readonly text: string | undefined;
  readonly submitter: string;
  readonly processedOn: number;
  readonly contentHash: string;
  /** The W3C trace of the request that caused it. */
  readonly traceparent: string | undefined;
  /** Position in the account's log of changes; undefined for a sample. */
  readonly change: string | undefined;
}

export interface Head extends DeliveryEvent {
  readonly delivery: number;
  readonly record: number;
  readonly cause: DeliveryCause;
  readonly webhookId: string;
  /** Number of the attempt that is due, counted from 1. */
  readonly attempt: number;
  readonly createdOn: number;
  /** Time at which its first attempt failed, or would have; null if it has not waited yet. */
  readonly waitingSince: number | null;
  /** True if it tries an endpoint that is known to be down. */
  readonly probe: boolean;
  /** Previous deliveries of the record, newest first; empty if this one cannot be a repeat. */
  readonly before: readonly PreviousDelivery[];
}

/** Result to settle: a finished attempt, or a delivery that proved to be a repeat. */
export type SettleInput = {
  readonly lease: Lease;
  readonly delivery: number;
  readonly record: number;
} & (
  | { readonly repeats: number }
  | (Pick<Head, 'attempt' | 'cause' | 'createdOn' | 'waitingSince' | 'probe'> & {
      /** URL the attempt was sent to. */
      readonly url: string;
      readonly report: AttemptReport;
    })
);

/** State of a subscription as its deliveries have changed it, and what is known of its endpoint. */
export interface EndpointState extends Course {
  /** URL to which deliveries are sent now. */
  readonly targetUrl: string;
  /** Time for which failures are retried; null if the general rules apply, and then there is no outage. */
  readonly patienceMs: number | null;
  readonly outage: EndpointOutage | null;
  /** Deliveries in a row whose first attempt was refused as theirs (4xx), without a success in between. */
  readonly refusedInARow: number;
}

/** Returns what to write about a delivery and its subscription. Pure; `now` is by the database's clock. */
export type SettlePolicy = (standing: EndpointState, finished: SettleInput, now: number) => DeliverySettlement;

export interface DeliverySettlement {
  readonly state: DeliveryState;
  /** Number of attempts whose outcome is known by now. */
  readonly attempts: number;
  /** Due time of the next attempt, and the time until then; null for a settled delivery. */
  readonly retry: { readonly dueOn: number; readonly inMs: number } | null;
  readonly waitingSince: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly repeats: number | null;
  /** Attempt for the log, as JSON; null for a suppressed delivery. */
  readonly entry: string | null;
  readonly standing: EndpointState;
  /** Period of the subscription that begins with this result; undefined if the previous one continues. */
  readonly period: PeriodStart | undefined;
  /** Transition of a patient subscription's endpoint to down or back to up, if this result caused one. */
  readonly turn: OutageTransition | undefined;
}

export interface SettleResult {
  readonly settled: DeliverySettlement;
  /** True if another delivery of the same record waits after this one. */
  readonly more: boolean;
}
