/** What was done in a span, or was to be: on time or not, how long it took, what it cost. */
import type { AssetSums, CompletedSums, Counted, Durations, PreventiveCounts, Span } from '../../analytics/store.ts';
import type { Problem } from '../../problems.ts';
import type { Parameters } from '../sql/dialect.ts';
import { ask, counting, type FigureSource, place, selected, valuesOf, wide, wideSum, workOrders } from './source.ts';

const REACTIVE = `w.type = ${place('WorkOrders', 'Type', 'Reactive')}`;

function within(column: string, { from, to }: Span, parameters: Parameters): string {
  return `${column} >= ${parameters.add(from)} AND ${column} < ${parameters.add(to)}`;
}

export function countPreventive(
  source: FigureSource,
  counted: Counted,
  due: Span,
  graceMs: number,
  gone: AbortSignal | undefined,
): Promise<PreventiveCounts | Problem> {
  const none = (sum: string) => `coalesce(${sum}, 0)`;
  return ask(
    source,
    (parameters) => {
      const grace = parameters.add(graceMs);
      return {
        on_time: none(counting(`w.completed_on <= w.due_on + ${grace}`)),
        late: none(counting(`w.completed_on > w.due_on + ${grace}`)),
        not_done: none(counting('w.completed_on IS NULL')),
      };
    },
    (
      parameters,
    ) => `FROM ${workOrders(source, counted, parameters)} AND w.type = ${place('WorkOrders', 'Type', 'Preventive')}
      AND w.status <> ${place('WorkOrders', 'Status', 'Cancelled')} AND ${within('w.due_on', due, parameters)}`,
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
  source: FigureSource,
  counted: Counted,
  completed: Span,
  since: 'CreatedOn' | 'StartedOn',
  gone: AbortSignal | undefined,
): Promise<Durations | Problem> {
  const from = since === 'CreatedOn' ? 'w.created_on' : 'w.started_on';
  const at = (rank: string) => `max(CASE WHEN r.place = ${rank} THEN r.took END)`;
  return ask(
    source,
    () => ({
      count: 'count(*)',
      timed: 'max(r.timed)',
      lower: at('(r.timed + 1) / 2'),
      upper: at('r.timed / 2 + 1'),
      ninetieth: at('(r.timed * 9 + 9) / 10'),
      ...wideSum('sum', 'r.took'),
    }),
    // Some were finished before they were entered here: how long those took, nobody knows.
    (
      parameters,
    ) => `FROM (SELECT t.took, row_number() OVER (ORDER BY t.took NULLS LAST) AS place, count(t.took) OVER () AS timed
      FROM (SELECT CASE WHEN w.completed_on >= ${from} THEN w.completed_on - ${from} END AS took
        FROM ${workOrders(source, counted, parameters)} AND ${REACTIVE} AND ${from} IS NOT NULL
        AND ${within('w.completed_on', completed, parameters)}) AS t) AS r`,
    ([row]: readonly DurationsRow[]) => ({
      count: row!.count,
      timed: row!.timed ?? 0,
      sum: wide(row!, 'sum'),
      middle: row!.lower === null ? null : ([row!.lower, row!.upper!] as const),
      ninetieth: row!.ninetieth,
    }),
    gone,
  );
}

const SUMS = {
  ...wideSum('minutes', 'w.labour_minutes'),
  ...wideSum('total', 'w.total_cost'),
  ...wideSum('labour', 'w.labour_cost'),
  ...wideSum('parts', 'w.parts_cost'),
  ...wideSum('other', 'w.other_cost'),
};

export function sumCompleted(
  source: FigureSource,
  counted: Counted,
  completed: Span,
  gone: AbortSignal | undefined,
): Promise<CompletedSums[] | Problem> {
  return ask(
    source,
    () => ({ type: 'w.type', count: 'count(*)', ...SUMS }),
    (parameters) =>
      `FROM ${workOrders(source, counted, parameters)} AND ${within('w.completed_on', completed, parameters)} GROUP BY w.type`,
    (rows: readonly { type: number; count: number }[]) =>
      rows.map((row) => ({
        type: valuesOf('WorkOrders', 'Type')[row.type]!,
        count: row.count,
        minutes: wide(row, 'minutes'),
        total: wide(row, 'total'),
        labour: wide(row, 'labour'),
        parts: wide(row, 'parts'),
        other: wide(row, 'other'),
      })),
    gone,
  );
}

export function findWorstAssets(
  source: FigureSource,
  counted: Counted,
  completed: Span,
  most: number,
  gone: AbortSignal | undefined,
): Promise<AssetSums[] | Problem> {
  const sums = {
    // Not by the index of assets, which would lead through all work orders there ever were.
    asset_id: 'w.asset_id + 0',
    reactive: 'count(*)',
    ...wideSum('total', 'w.total_cost'),
  };
  return ask(
    source,
    () => Object.fromEntries(Object.keys(sums).map((name) => [name, `t.${name}`])),
    (parameters) => `FROM (SELECT ${selected(sums)} FROM ${workOrders(source, counted, parameters)} AND ${REACTIVE}
      AND ${within('w.completed_on', completed, parameters)} GROUP BY w.asset_id + 0) AS t WHERE t.asset_id IS NOT NULL
      ORDER BY t.reactive DESC, t.asset_id LIMIT ${parameters.add(most)}`,
    (rows: readonly { asset_id: number; reactive: number }[]) =>
      rows.map((row) => ({ assetID: row.asset_id, reactive: row.reactive, total: wide(row, 'total') })),
    gone,
  );
}
