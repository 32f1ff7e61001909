/**
 * Work orders by the spans in which they were created and finished, in one pass. Marks are weeks apart, but not exactly: clocks are put forward
 * and back. So a time is counted by how many exact weeks it lies behind the first mark and by which of the few deviations it has passed in
 * its week; from that the span follows.
 */
import type { FlowCount, WorkOrderScope } from '../../analytics/store.ts';
import type { Problem } from '../../problems.ts';
import type { SqlParameters } from '../sql/dialect.ts';
import { type AnalyticsSource, runAnalyticsQuery, workOrdersSql } from './analytics-query.ts';

const WEEK_MS = 7 * 86_400_000;

export function countWorkOrderFlow(
  source: AnalyticsSource,
  counted: WorkOrderScope,
  marks: readonly number[],
  gone: AbortSignal | undefined,
): Promise<FlowCount[] | Problem> {
  const ruler = createWeekScale(marks);
  return runAnalyticsQuery(
    source,
    (parameters) => {
      const at = placing(ruler, parameters);
      return {
        created: at('w.created_on'),
        completed: at('w.completed_on'),
        cancelled: at('w.cancelled_on'),
        count: 'count(*)',
      };
    },
    (parameters) => `FROM ${workOrdersSql(source, counted, parameters)} GROUP BY 1, 2, 3`,
    (rows: readonly { created: number; completed: number | null; cancelled: number | null; count: number }[]) =>
      rows.map(({ created, completed, cancelled, count }) => ({
        created: ruler.spanAt(created),
        completed: completed === null ? null : ruler.spanAt(completed),
        cancelled: cancelled === null ? null : ruler.spanAt(cancelled),
        count,
      })),
    gone,
  );
}

interface Ruler {
  /** No mark lies before it by its week. */
  readonly base: number;
  /** Exact weeks from the base until past the last mark. */
  readonly weeks: number;
  /** Distinct offsets of marks from the start of an exact week, ascending. */
  readonly deviations: readonly number[];
  /** The span of what the statement gives. */
  spanAt(placed: number): number;
}

/** Marks that are further apart, or nearer, than weeks by a few hours only. */
export function createWeekScale(marks: readonly number[]): Ruler {
  const first = marks[0]!;
  const drift = marks.map((mark) => mark - (first + Math.round((mark - first) / WEEK_MS) * WEEK_MS));
  const base = first + Math.min(...drift);
  const deviations = [...new Set(marks.map((mark) => (mark - base) % WEEK_MS))].sort((a, b) => a - b);
  const weeks = Math.floor((marks.at(-1)! - base) / WEEK_MS) + 1;
  const steps = deviations.length + 1;
  /** The beginning of what is given one number: a time within it is behind the same marks. */
  const beginning = (placed: number) => {
    const week = Math.floor(placed / steps);
    const passed = placed % steps;
    return base + week * WEEK_MS + (passed === 0 ? 0 : deviations[passed - 1]!);
  };
  return {
    base,
    weeks,
    deviations,
    spanAt: (placed) => (placed < 0 ? -1 : marks.findLastIndex((mark) => mark <= beginning(placed))),
  };
}

function placing({ base, weeks, deviations }: Ruler, parameters: SqlParameters): (column: string) => string {
  // Said to be integers: a driver hands numbers over as floating-point ones, and weeks would have fractions.
  const add = (value: number) => `CAST(${parameters.add(value)} AS BIGINT)`;
  const [from, end] = [add(base), add(base + weeks * WEEK_MS)];
  const last = add(weeks * (deviations.length + 1));
  const passed = deviations.map(add);
  return (column) => {
    const [week, within] = [`(${column} - ${from}) / ${WEEK_MS}`, `(${column} - ${from}) % ${WEEK_MS}`];
    const steps = passed.map((deviation) => ` + CASE WHEN ${within} >= ${deviation} THEN 1 ELSE 0 END`).join('');
    return `CASE WHEN ${column} IS NULL THEN NULL WHEN ${column} < ${from} THEN -1 WHEN ${column} >= ${end} THEN ${last}
      ELSE ${week} * ${deviations.length + 1}${steps} END`;
  };
}
