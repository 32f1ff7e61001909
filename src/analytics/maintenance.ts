/** How maintenance goes: the figures by name, and what each of them is asked. */
import type { Problem } from '../problems.ts';
import { cost, planned, preventive, timeToComplete } from './completed.ts';
import { down } from './down.ts';
import { flow } from './flow.ts';
import type { Counted, FiguresStore, Span } from './store.ts';
import { overdue, unfinished } from './unfinished.ts';

export interface Asked {
  readonly store: FiguresStore;
  readonly counted: Counted;
  /** The window. */
  readonly span: Span;
  readonly timeZone: string;
  readonly graceDays: number;
  readonly now: number;
  readonly gone: AbortSignal | undefined;
}

export type Figure = (asked: Asked) => Promise<object | Problem>;

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
