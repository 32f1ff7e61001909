/**
 * Port of the analytics: the counts and sums that a database computes for an account. Times are epoch milliseconds. A
 * span includes `from` and excludes `to`. Deleted records never count. Each answer is one statement, which waits for
 * the account's turn among long-running queries.
 */
import type { Problem } from '../problems.ts';

/** Selects the work orders that count; without a filter, all of them. */
export interface WorkOrderScope {
  readonly boardID?: number;
  readonly locationID?: number;
  readonly type?: string;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

type Answered<Result> = Promise<Result | Problem>;

export interface FiguresStore {
  unfinished(counted: WorkOrderScope, gone?: AbortSignal): Answered<UnfinishedCount[]>;
  /** Counts unfinished work orders with a due date: in total, and due before each of the given times. */
  due(counted: WorkOrderScope, before: readonly number[], gone?: AbortSignal): Answered<DueCounts>;
  /** Counts work orders by the spans between `marks` in which they were created and finished. The marks ascend. */
  flow(counted: WorkOrderScope, marks: readonly number[], gone?: AbortSignal): Answered<FlowCount[]>;
  /**
   * Counts preventive work orders that are not cancelled and were due in the span. On time means completed at most
   * `graceMs` after the due date.
   */
  preventive(counted: WorkOrderScope, due: Span, graceMs: number, gone?: AbortSignal): Answered<PreventiveCounts>;
  /**
   * Measures how long reactive work orders took that were completed in the span, starting from the timestamp field
   * `since`.
   */
  durations(
    counted: WorkOrderScope,
    completed: Span,
    since: 'CreatedOn' | 'StartedOn',
    gone?: AbortSignal,
  ): Answered<Durations>;
  /** Sums up work orders completed in the span, grouped by type. */
  completed(counted: WorkOrderScope, completed: Span, gone?: AbortSignal): Answered<CompletedSums[]>;
  /** Returns the assets with the most reactive work orders completed in the span, highest count first, then by ID. */
  worstAssets(counted: WorkOrderScope, completed: Span, most: number, gone?: AbortSignal): Answered<AssetSums[]>;
  /**
   * Counts assets whose status is down or degraded, by criticality, and lists the most critical ones. Searches at most
   * `mostChanges` log entries for the time since when.
   */
  down(locationID: number | undefined, most: number, mostChanges: number, gone?: AbortSignal): Answered<DownAssets>;
  /**
   * Returns the current status of assets and its changes since a time. Returns 'not covered' if the log begins later or
   * has more than `most` changes.
   */
  statusHistory(
    locationID: number | undefined,
    since: number,
    most: number,
    gone?: AbortSignal,
  ): Answered<StatusHistory | 'not covered'>;
  readonly connections: ConnectionsStore;
  readonly assets: AssetStore;
}

export interface UnfinishedCount {
  readonly status: string;
  readonly total: number;
  readonly unassigned: number;
  readonly withoutDue: number;
}

export interface DueCounts {
  readonly withDue: number;
  /** Counts in the order of the given times. */
  readonly before: readonly number[];
}

/**
 * Number of work orders that were created, completed and cancelled in these spans. Span 0 lies between the first two
 * marks, span -1 is all the time before, and the last span is all the time after the last mark. Null means never.
 */
export interface FlowCount {
  readonly created: number;
  readonly completed: number | null;
  readonly cancelled: number | null;
  readonly count: number;
}

export interface PreventiveCounts {
  readonly onTime: number;
  readonly late: number;
  readonly notDone: number;
}

export interface Durations {
  readonly count: number;
  /**
   * Number of work orders that have a duration; the others were completed before they were entered. The other members
   * cover only these.
   */
  readonly timed: number;
  /** Sum of all durations. */
  readonly sum: bigint;
  /** The two middle values, equal if the count is odd; null if there are none. */
  readonly middle: readonly [number, number] | null;
  /** The 90th percentile: the shortest duration that nine tenths do not exceed. */
  readonly ninetieth: number | null;
}

/** Costs are scaled by 10^4. */
export interface CompletedSums {
  readonly type: string;
  readonly count: number;
  readonly minutes: bigint;
  readonly total: bigint;
  readonly labour: bigint;
  readonly parts: bigint;
  readonly other: bigint;
}

export interface AssetSums {
  readonly assetID: number;
  readonly reactive: number;
  readonly total: bigint;
}

export interface DownAssets {
  readonly counts: readonly { readonly criticality: string | null; readonly base: DownBase; readonly count: number }[];
  /** The statuses that mean it. */
  readonly statuses: readonly { readonly id: number; readonly base: DownBase }[];
  readonly assets: readonly DownAsset[];
}

export const downBases = ['Down', 'Degraded'] as const;
export type DownBase = (typeof downBases)[number];

export interface DownAsset {
  readonly id: number;
  readonly statusID: number;
  readonly base: DownBase;
  readonly criticality: string | null;
  /** Time of the newest change of its status; null if the log search did not find it. */
  readonly since: number | null;
}

export interface StatusHistory {
  /** Assets by the status they have now. */
  readonly standing: readonly { readonly statusID: number | null; readonly count: number }[];
  /** Changes grouped by asset, newest first within each asset. */
  readonly changes: readonly StatusChange[];
}

export interface StatusChange {
  readonly assetID: number;
  readonly on: number;
  /** True if this change created the asset. */
  readonly isNew: boolean;
  /** The status before this change. */
  readonly before: number | null;
  /** The status of the asset now. */
  readonly statusNow: number | null;
}

/** Reads the webhook, key and change statistics of an account. `since` is an hour, counted from 1970. */
export interface ConnectionsStore {
  webhooks(gone?: AbortSignal): Answered<WebhookStanding[]>;
  keys(gone?: AbortSignal): Answered<KeyStanding[]>;
  /** Returns only hours in which at least one delivery was settled. */
  hours(since: number, gone?: AbortSignal): Answered<DeliveryHour[]>;
  /** Returns the newest deliveries of each webhook that an attempt settled since then, without test deliveries. */
  recent(sinceMs: number, ofEach: number, gone?: AbortSignal): Answered<RecentDelivery[]>;
  calls(since: number, gone?: AbortSignal): Answered<KeyCalls[]>;
  /** Counts the newest `most` changes since then by the kind of their author. */
  sources(sinceMs: number, most: number, gone?: AbortSignal): Answered<SourceCount[]>;
}

export interface WebhookStanding {
  readonly id: number;
  readonly name: string | null;
  readonly active: boolean;
  readonly why: string | null;
  readonly failuresInARow: number;
  /** Counted up to a thousand. */
  readonly waiting: number;
  readonly oldestWaitingOn: number | null;
}

export interface KeyStanding {
  readonly id: string;
  readonly name: string;
  readonly createdOn: number;
  readonly lastUsedOn: number | null;
  /** Expiry times of its previous secrets. */
  readonly previousEnds: readonly number[];
}

export interface DeliveryHour {
  readonly hour: number;
  readonly ok: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly dropped: number;
}

export interface RecentDelivery {
  readonly webhook: number;
  readonly state: 'succeeded' | 'failed';
  readonly error: string | null;
  readonly attempts: number;
  readonly processedOn: number;
  /** Start of the first attempt. */
  readonly startedOn: number | null;
}

export interface KeyCalls {
  readonly id: string;
  readonly name: string;
  readonly calls: number;
  readonly refused: number;
  readonly limited: number;
  readonly peakMinute: number;
}

export interface SourceCount {
  readonly kind: string;
  readonly count: number;
  /** Time of the oldest change counted. */
  readonly oldest: number;
}

export interface AssetStore {
  strip(assetID: number, since: number, gone?: AbortSignal): Answered<AssetStrip>;
  /** Returns work orders, forms and purchase orders about the asset, newest first, after the given position. */
  happenings(asked: TimelineEventsQuery, gone?: AbortSignal): Answered<TimelineEvent[]>;
}

export interface AssetStrip {
  readonly unfinished: number;
  readonly lastPreventive: { readonly id: number; readonly on: number } | null;
  readonly nextPreventive: { readonly id: number; readonly on: number } | null;
  /** Number of reactive work orders created since then. */
  readonly reactive: number;
  /** Cost of the work orders completed since then, scaled by 10^4. `repaired` counts the reactive ones among them. */
  readonly cost: bigint;
  readonly repaired: number;
  /** Number of the repaired ones that were not completed before they were entered; `repairMs` covers only these. */
  readonly timed: number;
  readonly repairMs: bigint;
}

export const happeningKinds = ['WorkOrders', 'Forms', 'PurchaseOrders'] as const;
export type TimelineEventKind = (typeof happeningKinds)[number];

export interface TimelineEvent {
  readonly kind: TimelineEventKind;
  readonly id: number;
  readonly on: number;
}

export interface TimelineEventsQuery {
  readonly assetID: number;
  readonly kinds: readonly TimelineEventKind[];
  readonly behind: TimelineEvent | undefined;
  /** Upper limit in time, inclusive. */
  readonly until: number;
  readonly most: number;
}
