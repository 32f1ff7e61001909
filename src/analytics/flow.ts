/**
 * Counts work orders created, completed and cancelled per week, and open at its end. Weeks begin on Monday in the
 * person's time zone. A work order is open if it was created by then and neither completed nor cancelled. A reopened
 * work order has lost its timestamp, so it counts as open throughout.
 */
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import type { Figure } from './maintenance.ts';
import type { FlowCount } from './store.ts';
import { weekMarks } from './weeks.ts';

export const flow: Figure = async ({ store, counted, span, timeZone, now, gone }) => {
  const marks = weekMarks({ from: span.from, to: Math.min(span.to, now) }, timeZone);
  if (marks.length < 2) return { weeks: [] };
  const counts = await store.flow(counted, marks, gone);
  if (counts instanceof Problem) return counts;
  const weeks = weeksOf(counts, marks.length - 1);
  return {
    weeks: weeks.map((week, n) => ({ from: formatTimestamp(marks[n]!), to: formatTimestamp(marks[n + 1]!), ...week })),
  };
};

interface Week {
  created: number;
  completed: number;
  cancelled: number;
  /** Number of work orders open at the end of the week. */
  open: number;
}

export function weeksOf(counts: readonly FlowCount[], length: number): Week[] {
  const weeks = Array.from({ length }, (): Week => ({ created: 0, completed: 0, cancelled: 0, open: 0 }));
  for (const { created, completed, cancelled, count } of counts) {
    if (weeks[created]) weeks[created].created += count;
    if (completed !== null && weeks[completed]) weeks[completed].completed += count;
    if (cancelled !== null && weeks[cancelled]) weeks[cancelled].cancelled += count;
    const finished = Math.min(completed ?? length, cancelled ?? length);
    // Some were finished before they were entered here: they never were open.
    for (let week = Math.max(0, created); week < Math.min(finished, length); week++) weeks[week]!.open += count;
  }
  return weeks;
}
