/** Registry of the maintenance figures by name, and the query that each of them receives. */
import type { Problem } from '../problems.ts';
import { cost, planned, preventive, timeToComplete } from './completed.ts';
import { down } from './down.ts';
import { flow } from './flow.ts';
import type { FiguresStore, Span, WorkOrderScope } from './store.ts';
import { overdue, unfinished } from './unfinished.ts';

export interface MaintenanceQuery {
  readonly store: FiguresStore;
  readonly counted: WorkOrderScope;
  readonly span: Span;
  readonly timeZone: string;
  readonly graceDays: number;
  readonly now: number;
  readonly gone: AbortSignal | undefined;
}

export type Figure = (asked: MaintenanceQuery) => Promise<object | Problem>;

export const maintenance = {
  unfinished,
  overdue,
  flow,
  preventive,
  timeToComplete,
  planned,
  cost,
  down,
} as const satisfies Record<string, Figure>;
