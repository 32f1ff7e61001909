/**
 * The port of the figures: what a database counts and sums up for an account. Times are epoch milliseconds, spans begin with `from` and end before
 * `to`. Deleted records never count. Each answer is one statement, in the account's turn among what takes long.
 */
import type { Problem } from '../problems.ts';

/** Which work orders count; all where nothing is given. */
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
  /** Of the unfinished with a due date: how many there are, and how many were due before each of these times. */
  due(counted: WorkOrderScope, before: readonly number[], gone?: AbortSignal): Answered<DueCounts>;
  /** Work orders by the spans between marks in which they were created and finished. The marks ascend. */
  flow(counted: WorkOrderScope, marks: readonly number[], gone?: AbortSignal): Answered<FlowCount[]>;
  /** Preventive ones that are not cancelled and were due in the span; on time is up to `graceMs` after that. */
  preventive(counted: WorkOrderScope, due: Span, graceMs: number, gone?: AbortSignal): Answered<PreventiveCounts>;
  /** How long reactive ones that were completed in the span took, from the stamp that is named. */
  durations(
    counted: WorkOrderScope,
    completed: Span,
    since: 'CreatedOn' | 'StartedOn',
    gone?: AbortSignal,
  ): Answered<Durations>;
  /** Those completed in the span, by type. */
  completed(counted: WorkOrderScope, completed: Span, gone?: AbortSignal): Answered<CompletedSums[]>;
  /** The assets with most reactive ones completed in the span, most first, then by ID. */
  worstAssets(counted: WorkOrderScope, completed: Span, most: number, gone?: AbortSignal): Answered<AssetSums[]>;
  /** Assets whose status is down or degraded, by criticality, and the most critical of them. Since when is sought in `mostChanges` of the log. */
  down(locationID: number | undefined, most: number, mostChanges: number, gone?: AbortSignal): Answered<DownAssets>;
  /** How assets stand and what changed of that since a time; not covered where the log begins later, or has more than `most` changes. */
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
  /** In the order of the times. */
  readonly before: readonly number[];
}

/**
 * So many were created, completed and cancelled in these spans: 0 is the one from the first mark to the second, -1 all the time before, the
 * last one all the time from the last mark on. Null: not at all.
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
  /** Of them those that have a duration: the others were completed before they were entered. The rest is of these alone. */
  readonly timed: number;
  /** All of them together. */
  readonly sum: bigint;
  /** The one in the middle, or the two; null where there are none. */
  readonly middle: readonly [number, number] | null;
  /** The shortest that nine tenths do not exceed. */
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
  /** Of the newest change of its status; null where that was not found in the log. */
  readonly since: number | null;
}

export interface StatusHistory {
  /** Assets by the status they have now. */
  readonly standing: readonly { readonly statusID: number | null; readonly count: number }[];
  /** By asset, and of each the newest first. */
  readonly changes: readonly StatusChange[];
}

export interface StatusChange {
  readonly assetID: number;
  readonly on: number;
  /** The asset was made then. */
  readonly isNew: boolean;
  /** The status it had until then. */
  readonly before: number | null;
  /** The one it has today. */
  readonly statusNow: number | null;
}

/** What is known about how an account is connected. `since` is an hour, counted from 1970. */
export interface ConnectionsStore {
  webhooks(gone?: AbortSignal): Answered<WebhookStanding[]>;
  keys(gone?: AbortSignal): Answered<KeyStanding[]>;
  /** Only hours in which something was settled. */
  hours(since: number, gone?: AbortSignal): Answered<DeliveryHour[]>;
  /** Deliveries that were settled by an attempt since then, tests left out: of each webhook the newest. */
  recent(sinceMs: number, ofEach: number, gone?: AbortSignal): Answered<RecentDelivery[]>;
  calls(since: number, gone?: AbortSignal): Answered<KeyCalls[]>;
  /** The newest changes since then, by who made them. */
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
  /** When each of its secrets from before ends. */
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
  /** Of its first attempt. */
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
  /** The oldest that was looked at. */
  readonly oldest: number;
}

export interface AssetStore {
  strip(assetID: number, since: number, gone?: AbortSignal): Answered<AssetStrip>;
  /** What happened to it as other records tell, the newest first, behind a place. */
  happenings(asked: TimelineEventsQuery, gone?: AbortSignal): Answered<TimelineEvent[]>;
}

export interface AssetStrip {
  readonly unfinished: number;
  readonly lastPreventive: { readonly id: number; readonly on: number } | null;
  readonly nextPreventive: { readonly id: number; readonly on: number } | null;
  /** Created since then. */
  readonly reactive: number;
  /** Completed since then: what they cost, scaled by 10^4, and how long the reactive ones took. */
  readonly cost: bigint;
  readonly repaired: number;
  /** Of them those that were not completed before they were entered. */
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
  /** Nothing later than this. */
  readonly until: number;
  readonly most: number;
}
