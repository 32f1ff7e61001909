/** Counts unfinished work: by state, and by due date. */

import type { DueCounts, UnfinishedCount, WorkOrderScope } from '../../analytics/store.ts';
import { unfinishedStatuses } from '../../analytics/unfinished.ts';
import {
  type AnalyticsSource,
  countIfSql,
  enumIndexOf,
  enumValuesOf,
  runAnalyticsQuery,
  workOrdersSql,
} from './analytics-query.ts';

const unfinished = `w.status IN (${unfinishedStatuses.map((status) => enumIndexOf('WorkOrders', 'Status', status)).join(', ')})`;

export function countUnfinishedWork(source: AnalyticsSource, counted: WorkOrderScope, gone: AbortSignal | undefined) {
  return runAnalyticsQuery(
    source,
    () => ({
      status: 'w.status',
      total: 'count(*)',
      unassigned: countIfSql('w.assigned_employee_id IS NULL'),
      without_due: countIfSql('w.due_on IS NULL'),
    }),
    (parameters) => `FROM ${workOrdersSql(source, counted, parameters)} AND ${unfinished} GROUP BY w.status`,
    (rows: readonly { status: number; total: number; unassigned: number; without_due: number }[]) =>
      rows.map(
        ({ status, total, unassigned, without_due }): UnfinishedCount => ({
          status: enumValuesOf('WorkOrders', 'Status')[status]!,
          total,
          unassigned,
          withoutDue: without_due,
        }),
      ),
    gone,
  );
}

export function countDueWork(
  source: AnalyticsSource,
  counted: WorkOrderScope,
  before: readonly number[],
  gone: AbortSignal | undefined,
) {
  const nameOf = (n: number) => `before_${n}`;
  return runAnalyticsQuery(
    source,
    (parameters) => ({
      with_due: `coalesce(${countIfSql('w.due_on IS NOT NULL')}, 0)`,
      ...Object.fromEntries(
        before.map((time, n) => [nameOf(n), `coalesce(${countIfSql(`w.due_on < ${parameters.add(time)}`)}, 0)`]),
      ),
    }),
    (parameters) => `FROM ${workOrdersSql(source, counted, parameters)} AND ${unfinished}`,
    ([row]: readonly Record<string, number>[]): DueCounts => ({
      withDue: row!.with_due!,
      before: before.map((_, n) => row![nameOf(n)]!),
    }),
    gone,
  );
}
