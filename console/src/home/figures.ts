/** Figures as the service returns them; docs/figures.md defines each of them. */

export interface UnfinishedFigure {
  readonly total: number;
  readonly byStatus: Readonly<Record<'Open' | 'InProgress' | 'OnHold', number>>;
  readonly unassigned: number;
  readonly withoutDue: number;
}

export interface OverdueFigure {
  readonly total: number;
  readonly withDue: number;
  readonly share: number | null;
  readonly ages: readonly OverdueAge[];
}

export interface OverdueAge {
  readonly moreThanDays: number;
  readonly lessThanDays: number | null;
  readonly dueBefore: string;
  readonly dueFrom: string | null;
  readonly count: number;
}

export interface FlowFigure {
  readonly weeks: readonly FlowWeek[];
}

export interface FlowWeek {
  readonly from: string;
  readonly to: string;
  readonly created: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly open: number;
}

export interface PreventiveFigure {
  readonly dueFrom: string;
  readonly dueBefore: string;
  readonly graceDays: number;
  readonly total: number;
  readonly onTime: number;
  readonly late: number;
  readonly notDone: number;
}

export interface DurationStatistics {
  readonly count: number;
  readonly meanMs: number | null;
  readonly medianMs: number | null;
  readonly ninetiethMs: number | null;
}

export interface TimeToCompleteFigure extends DurationStatistics {
  readonly fromStart: DurationStatistics;
}

export interface PlannedFigure {
  readonly completed: number;
  readonly planned: number;
  readonly labourMinutes: number;
  readonly plannedLabourMinutes: number;
  readonly byType: readonly { readonly type: string; readonly completed: number; readonly labourMinutes: number }[];
}

export interface CostFigure {
  readonly completed: number;
  readonly total: number;
  readonly labour: number;
  readonly parts: number;
  readonly other: number;
  readonly worstAssets: readonly { readonly AssetID: number; readonly reactive: number; readonly cost: number }[];
}

export type DowntimeStatus = 'Down' | 'Degraded';

export interface DowntimeFigure {
  readonly total: number;
  readonly down: number;
  readonly degraded: number;
  /** Null where history does not cover the window. */
  readonly unavailability: { readonly share: number | null } | null;
  readonly byCriticality: readonly {
    readonly criticality: string | null;
    readonly base: DowntimeStatus;
    readonly count: number;
  }[];
  readonly statuses: readonly { readonly AssetStatusID: number; readonly base: DowntimeStatus }[];
  readonly assets: readonly {
    readonly AssetID: number;
    readonly AssetStatusID: number;
    readonly base: DowntimeStatus;
    readonly criticality: string | null;
    readonly since: string | null;
  }[];
}

export interface MaintenanceFigures {
  readonly unfinished: UnfinishedFigure;
  readonly overdue: OverdueFigure;
  readonly flow: FlowFigure;
  readonly preventive: PreventiveFigure;
  readonly timeToComplete: TimeToCompleteFigure;
  readonly planned: PlannedFigure;
  readonly cost: CostFigure;
  readonly down: DowntimeFigure;
}

export interface NamedWebhook {
  readonly webhook: number;
  readonly name: string | null;
}

export interface NamedKey {
  readonly integration: string;
  readonly name: string;
}

export interface AttentionFigure {
  readonly off: readonly (NamedWebhook & { readonly why: string | null })[];
  readonly failing: readonly (NamedWebhook & { readonly failuresInARow: number })[];
  readonly late: readonly (NamedWebhook & { readonly waiting: number; readonly oldestWaitingOn: string })[];
  readonly graceEnds: readonly (NamedKey & { readonly validUntil: string })[];
  readonly unused: readonly (NamedKey & { readonly lastUsedOn: string | null })[];
}

export interface SettledCounts {
  readonly succeeded: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly dropped: number;
}

export interface DeliveriesFigure extends SettledCounts {
  readonly waiting: number;
  readonly success: number | null;
  readonly hours: readonly (SettledCounts & { readonly hour: string })[];
}

export interface AttemptsFigure {
  readonly deliveries: number;
  readonly newestOfEach: number | null;
  readonly succeededAtFirst: number;
  readonly successAtFirst: number | null;
  readonly delay: { readonly count: number; readonly medianMs: number | null; readonly ninetyFifthMs: number | null };
}

export interface FailuresFigure {
  readonly deliveries: number;
  readonly newestOfEach: number | null;
  readonly kinds: readonly {
    readonly kind: string;
    readonly count: number;
    readonly webhooks: readonly { readonly webhook: number; readonly count: number }[];
  }[];
}

export interface CallsFigure {
  readonly keys: readonly (NamedKey & {
    readonly calls: number;
    readonly refused: number;
    readonly limited: number;
    readonly peakMinute: number;
  })[];
  readonly changes: readonly { readonly by: string; readonly count: number }[];
  readonly changesSince: string | null;
}

export interface ConnectionsFigures {
  readonly attention: AttentionFigure;
  readonly deliveries: DeliveriesFigure;
  readonly attempts: AttemptsFigure;
  readonly failures: FailuresFigure;
  readonly calls: CallsFigure;
}

/** Single figure as the service returns it. */
export type DatedFigure<Figure> = Figure & { readonly asOf: string };
