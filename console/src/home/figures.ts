/** What the service says of each figure; docs/figures.md says what each of them counts. */

export interface Unfinished {
  readonly total: number;
  readonly byStatus: Readonly<Record<'Open' | 'InProgress' | 'OnHold', number>>;
  readonly unassigned: number;
  readonly withoutDue: number;
}

export interface Overdue {
  readonly total: number;
  readonly withDue: number;
  readonly share: number | null;
  readonly ages: readonly Age[];
}

export interface Age {
  readonly moreThanDays: number;
  readonly lessThanDays: number | null;
  readonly dueBefore: string;
  readonly dueFrom: string | null;
  readonly count: number;
}

export interface Flow {
  readonly weeks: readonly Week[];
}

export interface Week {
  readonly from: string;
  readonly to: string;
  readonly created: number;
  readonly completed: number;
  readonly cancelled: number;
  readonly open: number;
}

export interface Preventive {
  readonly dueFrom: string;
  readonly dueBefore: string;
  readonly graceDays: number;
  readonly total: number;
  readonly onTime: number;
  readonly late: number;
  readonly notDone: number;
}

export interface Durations {
  readonly count: number;
  readonly meanMs: number | null;
  readonly medianMs: number | null;
  readonly ninetiethMs: number | null;
}

export interface TimeToComplete extends Durations {
  readonly fromStart: Durations;
}

export interface Planned {
  readonly completed: number;
  readonly planned: number;
  readonly labourMinutes: number;
  readonly plannedLabourMinutes: number;
  readonly byType: readonly { readonly type: string; readonly completed: number; readonly labourMinutes: number }[];
}

export interface Cost {
  readonly completed: number;
  readonly total: number;
  readonly labour: number;
  readonly parts: number;
  readonly other: number;
  readonly worstAssets: readonly { readonly AssetID: number; readonly reactive: number; readonly cost: number }[];
}

export type DownBase = 'Down' | 'Degraded';

export interface Down {
  readonly total: number;
  readonly down: number;
  readonly degraded: number;
  /** Null where history does not cover the window. */
  readonly unavailability: { readonly share: number | null } | null;
  readonly byCriticality: readonly {
    readonly criticality: string | null;
    readonly base: DownBase;
    readonly count: number;
  }[];
  readonly statuses: readonly { readonly AssetStatusID: number; readonly base: DownBase }[];
  readonly assets: readonly {
    readonly AssetID: number;
    readonly AssetStatusID: number;
    readonly base: DownBase;
    readonly criticality: string | null;
    readonly since: string | null;
  }[];
}

export interface MaintenanceFigures {
  readonly unfinished: Unfinished;
  readonly overdue: Overdue;
  readonly flow: Flow;
  readonly preventive: Preventive;
  readonly timeToComplete: TimeToComplete;
  readonly planned: Planned;
  readonly cost: Cost;
  readonly down: Down;
}

export interface Named {
  readonly webhook: number;
  readonly name: string | null;
}

export interface Key {
  readonly integration: string;
  readonly name: string;
}

export interface Attention {
  readonly off: readonly (Named & { readonly why: string | null })[];
  readonly failing: readonly (Named & { readonly failuresInARow: number })[];
  readonly late: readonly (Named & { readonly waiting: number; readonly oldestWaitingOn: string })[];
  readonly graceEnds: readonly (Key & { readonly validUntil: string })[];
  readonly unused: readonly (Key & { readonly lastUsedOn: string | null })[];
}

export interface Settled {
  readonly succeeded: number;
  readonly failed: number;
  readonly suppressed: number;
  readonly dropped: number;
}

export interface Deliveries extends Settled {
  readonly waiting: number;
  readonly success: number | null;
  readonly hours: readonly (Settled & { readonly hour: string })[];
}

export interface Attempts {
  readonly deliveries: number;
  readonly newestOfEach: number | null;
  readonly succeededAtFirst: number;
  readonly successAtFirst: number | null;
  readonly delay: { readonly count: number; readonly medianMs: number | null; readonly ninetyFifthMs: number | null };
}

export interface Failures {
  readonly deliveries: number;
  readonly newestOfEach: number | null;
  readonly kinds: readonly {
    readonly kind: string;
    readonly count: number;
    readonly webhooks: readonly { readonly webhook: number; readonly count: number }[];
  }[];
}

export interface Calls {
  readonly keys: readonly (Key & {
    readonly calls: number;
    readonly refused: number;
    readonly limited: number;
    readonly peakMinute: number;
  })[];
  readonly changes: readonly { readonly by: string; readonly count: number }[];
  readonly changesSince: string | null;
}

export interface ConnectionsFigures {
  readonly attention: Attention;
  readonly deliveries: Deliveries;
  readonly attempts: Attempts;
  readonly failures: Failures;
  readonly calls: Calls;
}

/** As it is answered, alone. */
export type Dated<Figure> = Figure & { readonly asOf: string };
