/** Figures about unfinished work: how much, in which status, and how overdue. */
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { Figure } from './maintenance.ts';

export const unfinishedStatuses = ['Open', 'InProgress', 'OnHold'] as const;

export const unfinished: Figure = async ({ store, counted, gone }) => {
  const counts = await store.unfinished(counted, gone);
  if (counts instanceof Problem) return counts;
  const of = (status: string) => counts.find((one) => one.status === status)?.total ?? 0;
  const sum = (part: 'total' | 'unassigned' | 'withoutDue') => counts.reduce((all, one) => all + one[part], 0);
  return {
    total: sum('total'),
    byStatus: Object.fromEntries(unfinishedStatuses.map((status) => [status, of(status)])),
    unassigned: sum('unassigned'),
    withoutDue: sum('withoutDue'),
  };
};

const DAY = 86_400_000;
/** Bounds, in days, of the age groups of overdue work. */
const ages = [0, 1, 7, 30] as const;

export const overdue: Figure = async ({ store, counted, now, gone }) => {
  const marks = ages.map((days) => now - days * DAY);
  const due = await store.due(counted, marks, gone);
  if (due instanceof Problem) return due;
  const [total] = due.before as [number];
  return {
    total,
    withDue: due.withDue,
    share: due.withDue === 0 ? null : total / due.withDue,
    // What was due exactly a day ago is a day late: it belongs to the older ones.
    ages: marks.map((mark, n) => ({
      moreThanDays: ages[n],
      lessThanDays: ages[n + 1] ?? null,
      dueBefore: formatTimestamp(mark),
      dueFrom: marks[n + 1] === undefined ? null : formatTimestamp(marks[n + 1]!),
      count: due.before[n]! - (due.before[n + 1] ?? 0),
    })),
  };
};
