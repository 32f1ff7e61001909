/** Maps rows of recoveries to objects and back. Both engines have the same columns. */

import type { RecoveryInput } from '../../../webhooks/recovery/recovery.ts';
import type { RecoveryProgress, RecoveryTally } from '../../../webhooks/recovery/recovery-progress.ts';
import { INITIAL_WIDTH } from '../../../webhooks/recovery/recovery-progress.ts';
import type { RecoveryControl } from '../../../webhooks/recovery/store.ts';

export const RECOVERY_COLUMNS = `id, wish, per_second, state, reason, begins, ends, place, found, total, made, delivered, failed,
  skipped, width, open, due_on, created_on, ended_on`;

export interface RecoveryRow {
  readonly id: number;
  readonly wish: string;
  readonly per_second: number;
  readonly state: string;
  readonly reason: string | null;
  readonly begins: number;
  readonly ends: number;
  readonly place: number;
  readonly found: number;
  readonly total: number | null;
  readonly made: number;
  readonly delivered: number;
  readonly failed: number;
  readonly skipped: number;
  readonly width: number;
  readonly open: boolean | number;
  readonly due_on: number;
  readonly created_on: number;
  readonly ended_on: number | null;
}

export function progressOf(row: RecoveryRow): RecoveryProgress {
  return {
    id: row.id,
    wish: JSON.parse(row.wish),
    perSecond: row.per_second,
    state: row.state as RecoveryProgress['state'],
    reason: row.reason,
    begins: row.begins,
    ends: row.ends,
    place: row.place,
    found: row.found,
    total: row.total,
    made: row.made,
    delivered: row.delivered,
    failed: row.failed,
    skipped: row.skipped,
    width: row.width,
    open: Boolean(row.open),
    dueOn: row.due_on,
    createdOn: row.created_on,
    endedOn: row.ended_on,
  };
}

/** Columns that a step changes, in the order of `progressValues`. */
export const PROGRESS_COLUMNS = [
  'state',
  'reason',
  'place',
  'found',
  'total',
  'made',
  'delivered',
  'failed',
  'skipped',
  'width',
  'open',
  'due_on',
  'ended_on',
] as const;

/** Returns the values of a step. `open` is a number, which both databases compare with 1. */
export function progressValues(course: RecoveryProgress): (string | number | null)[] {
  const { state, reason, place, found, total, made, delivered, failed, skipped, width, open, dueOn, endedOn } = course;
  return [
    state,
    reason,
    place,
    found,
    total,
    made,
    delivered,
    failed,
    skipped,
    width,
    open ? 1 : 0,
    Math.ceil(dueOn),
    endedOn,
  ];
}

/** Columns of a new recovery, in the order of its values. */
export const NEW_RECOVERY_COLUMNS = [
  'subscription',
  'id',
  'wish',
  'per_second',
  'state',
  'begins',
  'ends',
  'place',
  'width',
  'due_on',
  'created_on',
] as const;

export interface NewRecovery {
  readonly subscription: number;
  readonly id: number;
  readonly wish: RecoveryInput;
  readonly perSecond: number;
  readonly begins: number;
  readonly ends: number;
  readonly now: number;
}

export function newRecoveryValues({
  subscription,
  id,
  wish,
  perSecond,
  begins,
  ends,
  now,
}: NewRecovery): (string | number)[] {
  return [subscription, id, JSON.stringify(wish), perSecond, 'running', begins, ends, begins, INITIAL_WIDTH, now, now];
}

/** Maximum number of ended recoveries kept for a subscription. */
export const MAX_ENDED_RECOVERIES = 200;

export function controlRecovery(course: RecoveryProgress, to: RecoveryControl, now: number): RecoveryProgress {
  if (to === 'pause') return { ...course, state: 'paused' };
  if (to === 'resume') return { ...course, state: 'running', open: true, dueOn: now };
  return { ...course, state: 'cancelled', endedOn: now, open: true, dueOn: now };
}

/** True if no other worker has advanced the run since it was read. */
export function isSameProgress(a: RecoveryProgress, b: RecoveryProgress): boolean {
  return a.place === b.place && a.state === b.state && a.total === b.total && a.made === b.made && b.open;
}

export function tallyOf(states: readonly string[], waiting: number): RecoveryTally {
  const of = (state: string) => states.filter((one) => one === state).length;
  return {
    succeeded: of('succeeded'),
    failed: of('failed'),
    dropped: states.length - of('succeeded') - of('failed'),
    waiting,
  };
}
