/** Queries about work completed or due in a time span: punctuality, duration and cost. */
import type {
  AssetSums,
  CompletedSums,
  Durations,
  PreventiveCounts,
  Span,
  WorkOrderScope,
} from '../../analytics/store.ts';
import type { Problem } from '../../problems.ts';
import type { SqlParameters } from '../sql/dialect.ts';
import {
  type AnalyticsSource,
  countIfSql,
  enumIndexOf,
  enumValuesOf,
  readWideSum,
  runAnalyticsQuery,
  selectListSql,
  wideSumColumns,
  workOrdersSql,
} from './analytics-query.ts';

const IS_REACTIVE_SQL = `w.type = ${enumIndexOf('WorkOrders', 'Type', 'Reactive')}`;

function within(column: string, { from, to }: Span, parameters: SqlParameters): string {
  return `${column} >= ${parameters.add(from)} AND ${column} < ${parameters.add(to)}`;
}

export function countPreventiveWork(
  source: AnalyticsSource,
  counted: WorkOrderScope,
  due: Span,
  graceMs: number,
  gone: AbortSignal | undefined,
): Promise<PreventiveCounts | Problem> {
  const none = (sum: string) => `coalesce(${sum}, 0)`;
  return runAnalyticsQuery(
    source,
    (parameters) => {
      const grace = parameters.add(graceMs);
      return {
        on_time: none(countIfSql(`w.completed_on <= w.due_on + ${grace}`)),
        late: none(countIfSql(`w.completed_on > w.due_on + ${grace}`)),
        not_done: none(countIfSql('w.completed_on IS NULL')),
      };
    },
    (
      parameters,
    ) => `FROM ${workOrdersSql(source, counted, parameters)} AND w.type = ${enumIndexOf('WorkOrders', 'Type', 'Preventive')}
      AND w.status <> ${enumIndexOf('WorkOrders', 'Status', 'Cancelled')} AND ${within('w.due_on', due, parameters)}`,
    ([row]: readonly { on_time: number; late: number; not_done: number }[]) => ({
      onTime: row!.on_time,
      late: row!.late,
      notDone: row!.not_done,
    }),
    gone,
  );
}

interface DurationsRow {
  readonly count: number;
  readonly timed: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly ninetieth: number | null;
}

export function findDurations(
  source: AnalyticsSource,
  counted: WorkOrderScope,
  completed: Span,
  since: 'CreatedOn' | 'StartedOn',
  gone: AbortSignal | undefined,
): Promise<Durations | Problem> {
  const from = since === 'CreatedOn' ? 'w.created_on' : 'w.started_on';
  const at = (rank: string) => `max(CASE WHEN r.place = ${rank} THEN r.took END)`;
  return runAnalyticsQuery(
    source,
    () => ({
      count: 'count(*)',
      timed: 'max(r.timed)',
      lower: at('(r.timed + 1) / 2'),
      upper: at('r.timed / 2 + 1'),
      ninetieth: at('(r.timed * 9 + 9) / 10'),
      ...wideSumColumns('sum', 'r.took'),
    }),
    // Some were finished before they were entered here: how long those took, nobody knows.
    (
      parameters,
    ) => `FROM (SELECT t.took, row_number() OVER (ORDER BY t.took NULLS LAST) AS place, count(t.took) OVER () AS timed
      FROM (SELECT CASE WHEN w.completed_on >= ${from} THEN w.completed_on - ${from} END AS took
        FROM ${workOrdersSql(source, counted, parameters)} AND ${IS_REACTIVE_SQL} AND ${from} IS NOT NULL
        AND ${within('w.completed_on', completed, parameters)}) AS t) AS r`,
    ([row]: readonly DurationsRow[]) => ({
      count: row!.count,
      timed: row!.timed ?? 0,
      sum: readWideSum(row!, 'sum'),
      middle: row!.lower === null ? null : ([row!.lower, row!.upper!] as const),
      ninetieth: row!.ninetieth,
    }),
    gone,
  );
}

const COMPLETED_SUM_COLUMNS = {
  ...wideSumColumns('minutes', 'w.labour_minutes'),
  ...wideSumColumns('total', 'w.total_cost'),
  ...wideSumColumns('labour', 'w.labour_cost'),
  ...wideSumColumns('parts', 'w.parts_cost'),
  ...wideSumColumns('other', 'w.other_cost'),
};

export function sumCompletedWork(
  source: AnalyticsSource,
  counted: WorkOrderScope,
  completed: Span,
  gone: AbortSignal | undefined,
): Promise<CompletedSums[] | Problem> {
  return runAnalyticsQuery(
    source,
    () => ({ type: 'w.type', count: 'count(*)', ...COMPLETED_SUM_COLUMNS }),
    (parameters) =>
      `FROM ${workOrdersSql(source, counted, parameters)} AND ${within('w.completed_on', completed, parameters)} GROUP BY w.type`,
    (rows: readonly { type: number; count: number }[]) =>
      rows.map((row) => ({
        type: enumValuesOf('WorkOrders', 'Type')[row.type]!,
        count: row.count,
        minutes: readWideSum(row, 'minutes'),
        total: readWideSum(row, 'total'),
        labour: readWideSum(row, 'labour'),
        parts: readWideSum(row, 'parts'),
        other: readWideSum(row, 'other'),
      })),
    gone,
  );
}

export function findWorstAssets(
  source: AnalyticsSource,
  counted: WorkOrderScope,
  completed: Span,
  most: number,
  gone: AbortSignal | undefined,
): Promise<AssetSums[] | Problem> {
  const sums = {
    // `+ 0` avoids the index of assets, which would scan all work orders ever created.
    asset_id: 'w.asset_id + 0',
    reactive: 'count(*)',
    ...wideSumColumns('total', 'w.total_cost'),
  };
  return runAnalyticsQuery(
    source,
    () => Object.fromEntries(Object.keys(sums).map((name) => [name, `t.${name}`])),
    (
      parameters,
    ) => `FROM (SELECT ${selectListSql(sums)} FROM ${workOrdersSql(source, counted, parameters)} AND ${IS_REACTIVE_SQL}
      AND ${within('w.completed_on', completed, parameters)} GROUP BY w.asset_id + 0) AS t WHERE t.asset_id IS NOT NULL
      ORDER BY t.reactive DESC, t.asset_id LIMIT ${parameters.add(most)}`,
    (rows: readonly { asset_id: number; reactive: number }[]) =>
      rows.map((row) => ({ assetID: row.asset_id, reactive: row.reactive, total: readWideSum(row, 'total') })),
    gone,
  );
}
