/**
 * Figures about completed work in the window: punctuality, duration, planned share, cost and the most expensive assets.
 */
import { formatTimestamp } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { exactDecimal, exactInteger } from './exact.ts';
import type { Figure } from './maintenance.ts';
import type { CompletedSums, Durations } from './store.ts';

const DAY = 86_400_000;

/** Splits preventive work into on time, late and not done. A single completion rate would hide late work. */
export const preventive: Figure = async ({ store, counted, span, graceDays, now, gone }) => {
  // What is not due yet is neither on time nor late.
  const due = { from: span.from, to: Math.max(span.from, Math.min(span.to, now)) };
  const counts = await store.preventive(counted, due, graceDays * DAY, gone);
  if (counts instanceof Problem) return counts;
  const { onTime, late, notDone } = counts;
  return {
    dueFrom: formatTimestamp(due.from),
    dueBefore: formatTimestamp(due.to),
    graceDays,
    total: onTime + late + notDone,
    onTime,
    late,
    notDone,
  };
};

export const timeToComplete: Figure = async ({ store, counted, span, gone }) => {
  const whole = await store.durations(counted, span, 'CreatedOn', gone);
  if (whole instanceof Problem) return whole;
  const started = await store.durations(counted, span, 'StartedOn', gone);
  if (started instanceof Problem) return started;
  return { ...shownDurations(whole), fromStart: shownDurations(started) };
};

/** Returns the durations as JSON members, in whole milliseconds. */
function shownDurations({ count, timed, sum, middle, ninetieth }: Durations) {
  return {
    count,
    meanMs: timed === 0 ? null : Math.round(Number(sum) / timed),
    medianMs: middle === null ? null : Math.round((middle[0] + middle[1]) / 2),
    ninetiethMs: ninetieth,
  };
}

const plannedTypes = ['Preventive', 'Inspection'];

export const planned: Figure = async ({ store, counted, span, gone }) => {
  const sums = await store.completed(counted, span, gone);
  if (sums instanceof Problem) return sums;
  const isPlanned = ({ type }: CompletedSums) => plannedTypes.includes(type);
  const count = (some: readonly CompletedSums[]) => some.reduce((all, one) => all + one.count, 0);
  const minutes = (some: readonly CompletedSums[]) => some.reduce((all, one) => all + one.minutes, 0n);
  return {
    completed: count(sums),
    planned: count(sums.filter(isPlanned)),
    labourMinutes: exactInteger(minutes(sums)),
    plannedLabourMinutes: exactInteger(minutes(sums.filter(isPlanned))),
    byType: sums.map((one) => ({ type: one.type, completed: one.count, labourMinutes: exactInteger(one.minutes) })),
  };
};

const MAX_ASSETS = 10;

export const cost: Figure = async ({ store, counted, span, gone }) => {
  const sums = await store.completed(counted, span, gone);
  if (sums instanceof Problem) return sums;
  const worst = await store.worstAssets(counted, span, MAX_ASSETS, gone);
  if (worst instanceof Problem) return worst;
  const sum = (part: 'total' | 'labour' | 'parts' | 'other') =>
    exactDecimal(sums.reduce((all, one) => all + one[part], 0n));
  return {
    completed: sums.reduce((all, one) => all + one.count, 0),
    total: sum('total'),
    labour: sum('labour'),
    parts: sum('parts'),
    other: sum('other'),
    worstAssets: worst.map(({ assetID, reactive, total }) => ({
      AssetID: assetID,
      reactive,
      cost: exactDecimal(total),
    })),
  };
};
