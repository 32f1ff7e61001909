/** What is to be done as things stand: by state, and by when it was due. */

import type { Counted, DueCounts, UnfinishedCount } from '../../analytics/store.ts';
import { unfinishedStatuses } from '../../analytics/unfinished.ts';
import { ask, counting, type FigureSource, place, valuesOf, workOrders } from './source.ts';

const unfinished = `w.status IN (${unfinishedStatuses.map((status) => place('WorkOrders', 'Status', status)).join(', ')})`;

export function countUnfinished(source: FigureSource, counted: Counted, gone: AbortSignal | undefined) {
  return ask(
    source,
    () => ({
      status: 'w.status',
      total: 'count(*)',
      unassigned: counting('w.assigned_employee_id IS NULL'),
      without_due: counting('w.due_on IS NULL'),
    }),
    (parameters) => `FROM ${workOrders(source, counted, parameters)} AND ${unfinished} GROUP BY w.status`,
    (rows: readonly { status: number; total: number; unassigned: number; without_due: number }[]) =>
      rows.map(
        ({ status, total, unassigned, without_due }): UnfinishedCount => ({
          status: valuesOf('WorkOrders', 'Status')[status]!,
          total,
          unassigned,
          withoutDue: without_due,
        }),
      ),
    gone,
  );
}

export function countDue(
  source: FigureSource,
  counted: Counted,
  before: readonly number[],
  gone: AbortSignal | undefined,
) {
  const nameOf = (n: number) => `before_${n}`;
  return ask(
    source,
    (parameters) => ({
      with_due: `coalesce(${counting('w.due_on IS NOT NULL')}, 0)`,
      ...Object.fromEntries(
        before.map((time, n) => [nameOf(n), `coalesce(${counting(`w.due_on < ${parameters.add(time)}`)}, 0)`]),
      ),
    }),
    (parameters) => `FROM ${workOrders(source, counted, parameters)} AND ${unfinished}`,
    ([row]: readonly Record<string, number>[]): DueCounts => ({
      withDue: row!.with_due!,
      before: before.map((_, n) => row![nameOf(n)]!),
    }),
    gone,
  );
}
