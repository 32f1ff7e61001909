/**
 * The port of the waiting deliveries of a shard: what lanes ask of a database. The database is the truth about what waits,
 * in which order and until when; a lane's memory only spares it questions.
 */
import type { Action, RecordTypeName } from '../catalogue/index.ts';
import type { AttemptReport } from './delivery/send/outcome.ts';
import type { SigningKey } from './delivery/send/signature.ts';
import type { EndpointOutage, OutageTransition } from './delivery/settle/outage.ts';
import type { PreviousDelivery } from './delivery/settle/suppression.ts';
import type { DeliveryCause, DeliveryState } from './delivery.ts';
import type { SubscriptionState as Course, PeriodStart } from './subscriptions/periods.ts';

export interface DeliveryQueue {
  /** How long a lane with nothing to do keeps its lease, where getting one costs a question. */
  readonly lingerMs: number;
  /** How often leases are renewed; undefined where they do not end. */
  readonly renewMs: number | undefined;
  /** Calls back when deliveries have been committed, here or by another process. */
  onWaiting(listener: (notice: QueueNotification) => void): void;
  /**
   * The subscriptions with waiting deliveries behind one of them, in order, without those that other workers have leased and of
   * frozen accounts; fewer than `most` where there are no more.
   */
  subscriptionsWaiting(after: number, most: number): Promise<readonly number[]>;
  /** Leases at most `most` of them: those that no other worker has. */
  lease(subscriptions: readonly number[], most: number): Promise<readonly Lease[]>;
  /** Says that this worker is there, and extends its leases; gives those that are still held. */
  renew(leases: readonly Lease[]): Promise<readonly Lease[]>;
  release(leases: readonly Lease[]): Promise<void>;
  census(): Promise<WorkerCounts>;
  /** This worker is no longer there. */
  resign(): Promise<void>;
  /** The deliveries whose turn it is: of each record the lowest that waits, and of all of them the lowest first. */
  heads(lease: Lease, wish: HeadsQuery): Promise<Heads>;
  /** Writes what came of them, in one transaction and in this order; undefined for what is no longer ours to settle. */
  settle(finished: readonly SettleInput[], judge: SettlePolicy): Promise<readonly (SettleResult | undefined)[]>;
  /** Drops some of what waits for a subscription that is switched off, tests aside; gives how many. */
  drop(lease: Lease, most: number): Promise<number>;
}

export type QueueNotification =
  | { readonly subscription: number; readonly record: number }
  /** Something about the subscription itself has changed. */
  | { readonly subscription: number }
  /** Notices may have been lost. */
  | 'anything';

/** The right to send for a subscription. Nobody else has it before `expires`; the token proves it when settling. */
export interface Lease {
  readonly subscription: number;
  readonly account: string;
  /** Whether its last deliveries failed, or its endpoint is known to be down. */
  readonly failing: boolean;
  readonly token: string;
  /** By this process's steady clock, and never later than the database thinks. */
  readonly expires: number;
}

/** Who shares the work: the workers that are there, and the leases they hold together. */
export interface WorkerCounts {
  readonly workers: number;
  readonly leases: number;
}

/** Which heads are asked for: those of records that are known to have news, and on from a place in the order of deliveries. */
export interface HeadsQuery {
  readonly records: readonly number[];
  /** Deliveries behind this one are looked through, 0 for all; undefined where none are. */
  readonly after: number | undefined;
  /** Records with an attempt out. */
  readonly except: ReadonlyMap<number, unknown>;
  /** How many heads that are due to give at most. */
  readonly most: number;
  /** Of `records`, those whose pause is over by this process's steady clock, whatever the database's clock says by now. */
  readonly rested: ReadonlySet<number>;
  /**
   * No retry waits longer, unless the subscription is patient: then none waits longer than that. What is due further ahead was written
   * by a clock that has been set back since, and is due.
   */
  readonly longestPauseMs: number;
}

export type Heads =
  /** The subscription is gone, or its account is frozen: nothing is sent. */
  | { readonly standing: 'gone' | 'frozen' }
  | {
      readonly standing: 'active' | 'inactive';
      readonly target: DeliveryTarget;
      readonly due: readonly Head[];
      /** Heads that are not due yet, and how long not. */
      readonly later: readonly { readonly record: number; readonly inMs: number }[];
      /** Where to go on looking; undefined when everything was looked at. */
      readonly after: number | undefined;
      /** Records whose head `most` left no room for, and tests that a long look has not come to, the oldest first. */
      readonly left: readonly number[];
      /** While the endpoint is down: one head is due at most, and while another is out only a test. */
      readonly down?: EndpointDown;
    };

export interface EndpointDown {
  /** In how long there is something to try; undefined where nothing waits, or something is due or out. */
  readonly inMs: number | undefined;
  /** The only record that has failed: news of others may be tried. Null where news changes nothing. */
  readonly record: number | null;
}

/** Where and how the deliveries of a subscription are sent, as it stands now. */
export interface DeliveryTarget {
  readonly account: string;
  /** The subscription's id within its account. */
  readonly subscriptionID: number;
  readonly entityType: RecordTypeName;
  readonly action: Action;
  readonly url: string;
  /** Undefined where what is stored is damaged. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** What deliveries are signed with; undefined where it is damaged. */
  readonly signing: readonly SigningKey[] | undefined;
  /** How long the subscriber wants failures to be tried again; null by the rules for all. */
  readonly patienceMs: number | null;
}

/** What is told: the record's text after the change, who caused it, when it was committed. */
export interface DeliveryEvent {
  /** Undefined where the log is damaged and it cannot be found. */
  readonly text: string | undefined;
  readonly submitter: string;
  readonly processedOn: number;
  readonly contentHash: string;
  /** The W3C trace of the request that caused it. */
  readonly traceparent: string | undefined;
  /** Its place in the account's log of changes; none for a sample. */
  readonly change: string | undefined;
}

export interface Head extends DeliveryEvent {
  readonly delivery: number;
  readonly record: number;
  readonly cause: DeliveryCause;
  readonly webhookId: string;
  /** The number of the attempt that is due, counted from 1. */
  readonly attempt: number;
  readonly createdOn: number;
  /** When its first attempt failed, or would have; null where it has not waited yet. */
  readonly waitingSince: number | null;
  /** Whether it tries an endpoint that is known to be down. */
  readonly probe: boolean;
  /** What was sent of the record before, the newest first; empty where this one cannot be a repeat. */
  readonly before: readonly PreviousDelivery[];
}

/** An attempt that has come back, or a delivery that turned out to be a repeat. */
export type SettleInput = {
  readonly lease: Lease;
  readonly delivery: number;
  readonly record: number;
} & (
  | { readonly repeats: number }
  | (Pick<Head, 'attempt' | 'cause' | 'createdOn' | 'waitingSince' | 'probe'> & {
      /** Where it was sent to. */
      readonly url: string;
      readonly report: AttemptReport;
    })
);

/** What a subscription has come to by its deliveries, and what is known of its endpoint. */
export interface EndpointState extends Course {
  /** Where deliveries are sent by now. */
  readonly targetUrl: string;
  /** How long failures are tried again; null by the rules for all, and then there is no outage. */
  readonly patienceMs: number | null;
  readonly outage: EndpointOutage | null;
  /** Deliveries in a row whose first attempt was refused as theirs (4xx), without a success in between. */
  readonly refusedInARow: number;
}

/** Pure: what to write about a delivery, and what becomes of its subscription. `now` by the database's clock. */
export type SettlePolicy = (standing: EndpointState, finished: SettleInput, now: number) => DeliverySettlement;

export interface DeliverySettlement {
  readonly state: DeliveryState;
  /** Outcomes known by now. */
  readonly attempts: number;
  /** When the next attempt is due, and in how long; null for a settled delivery. */
  readonly retry: { readonly dueOn: number; readonly inMs: number } | null;
  readonly waitingSince: number | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly repeats: number | null;
  /** The attempt for the log, as JSON. */
  readonly entry: string | null;
  readonly standing: EndpointState;
  /** The period of the subscription that begins with it; undefined where the one before it goes on. */
  readonly period: PeriodStart | undefined;
  /** Of a patient subscription, that its endpoint was found to be down by it, or to be back. */
  readonly turn: OutageTransition | undefined;
}

export interface SettleResult {
  readonly settled: DeliverySettlement;
  /** Whether another delivery of the same record waits behind it. */
  readonly more: boolean;
}
