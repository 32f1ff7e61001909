/**
 * The course of a run, as pure functions: how much the next step may put into the lane, and what the run has come to after it.
 *
 * A run has only as many deliveries in the lane as the endpoint takes between two steps: the `width` doubles while all of them are
 * settled by the next step and shrinks while they are not. So an event that happens meanwhile waits for a fraction of a second behind
 * them, however much there is to recover and however slow the endpoint is.
 */
import type { Recovery } from './recovery.ts';

/** A run as it is kept. */
export interface RecoveryProgress extends Omit<Recovery, 'state'> {
  readonly state: Exclude<Recovery['state'], 'counting'>;
  /** The last change, or delivery, that was looked at; that it began behind; and that it ends with. */
  readonly place: number;
  readonly begins: number;
  readonly ends: number;
  /** Found so far while it is being counted. */
  readonly found: number;
  /** Put into the lane so far. */
  readonly made: number;
  readonly width: number;
  /** Whether somebody has to work at it. */
  readonly open: boolean;
  readonly dueOn: number;
}

export const INITIAL_WIDTH = 16;
const MAX_WIDTH = 256;
/** Between two steps of a run. */
export const STEP_INTERVAL_MS = 200;
/** Nothing can be done at the moment. */
const IDLE_STEP_INTERVAL_MS = 1_000;
/** What was asked of the database took too long; the same takes as long again, and others wait meanwhile. */
const DATABASE_RETRY_MS = 10_000;
/** No run rests longer: what is due further ahead was written before the clock was set back, and is due. */
export const MAX_STEP_DELAY_MS = 60_000;

/** What became of deliveries of the run since they were last counted, and how many still wait. */
export interface RecoveryTally {
  readonly succeeded: number;
  readonly failed: number;
  readonly dropped: number;
  readonly waiting: number;
}

/** How many deliveries may be made now; `waiting` are in the lane. */
export function availableRoom(
  { width, perSecond }: Pick<RecoveryProgress, 'width' | 'perSecond'>,
  waiting: number,
): number {
  return Math.max(0, Math.min(width - waiting, Math.ceil((perSecond * STEP_INTERVAL_MS) / 1000)));
}

/** What a step has found between two places. */
export type RecoveryStepCounts =
  | { readonly counted: number; readonly through: number }
  /** `skipped`: no longer to be sent. */
  | { readonly made: number; readonly skipped: number; readonly through: number };

export interface RecoveryStepInput {
  readonly now: number;
  readonly tally: RecoveryTally;
  /** Why the subscription is off; undefined while it is on. */
  readonly off: string | undefined;
  /** Undefined where nothing was looked for; `held up` where the database gave no answer. */
  readonly progress: RecoveryStepCounts | 'held up' | undefined;
}

export function progressAfter(
  before: RecoveryProgress,
  { now, tally, off, progress }: RecoveryStepInput,
): RecoveryProgress {
  const counted = withTally(before, tally);
  if (counted.endedOn !== null) return { ...counted, open: tally.waiting > 0, dueOn: now + STEP_INTERVAL_MS };
  if (off !== undefined) {
    const reason = `The subscription was switched off: ${off}`.slice(0, 1_000);
    return {
      ...counted,
      state: 'failed',
      reason,
      endedOn: now,
      open: tally.waiting > 0,
      dueOn: now + STEP_INTERVAL_MS,
    };
  }
  if (counted.state === 'paused') return { ...counted, open: tally.waiting > 0, dueOn: now + STEP_INTERVAL_MS };
  const width = widthAfter(counted, tally);
  if (progress === undefined)
    return { ...counted, width, dueOn: now + (tally.waiting > 0 ? STEP_INTERVAL_MS : IDLE_STEP_INTERVAL_MS) };
  if (progress === 'held up') return { ...counted, width, dueOn: now + DATABASE_RETRY_MS };
  if ('counted' in progress) return afterCounting(counted, progress, now);
  const { made, skipped, through } = progress;
  const next = { ...counted, width, place: through, made: counted.made + made, skipped: counted.skipped + skipped };
  if (through >= before.ends && tally.waiting + made === 0) return completed(next, now);
  // Where nothing was found there is nothing to wait for.
  if (through < before.ends && through > before.place && made === 0) return { ...next, dueOn: now };
  return { ...next, dueOn: now + Math.max(STEP_INTERVAL_MS, (1000 * made) / before.perSecond) };
}

/** Of a run that was cancelled, what was taken out of the lane again counts as skipped. */
function withTally(course: RecoveryProgress, { succeeded, failed, dropped }: RecoveryTally): RecoveryProgress {
  const isCancelled = course.state === 'cancelled';
  return {
    ...course,
    delivered: course.delivered + succeeded,
    failed: course.failed + failed + (isCancelled ? 0 : dropped),
    skipped: course.skipped + (isCancelled ? dropped : 0),
  };
}

function widthAfter({ width }: RecoveryProgress, { succeeded, failed, waiting }: RecoveryTally): number {
  if (waiting > width / 2) return Math.max(1, Math.floor(width / 2));
  return waiting === 0 && succeeded + failed >= width / 2 ? Math.min(MAX_WIDTH, 2 * width) : width;
}

function afterCounting(
  course: RecoveryProgress,
  { counted, through }: { counted: number; through: number },
  now: number,
): RecoveryProgress {
  const found = course.found + counted;
  if (through < course.ends)
    return { ...course, found, place: through, dueOn: through > course.place ? now : now + STEP_INTERVAL_MS };
  return { ...course, found, total: found, place: course.begins, dueOn: now };
}

/** What was there when it was counted and was not met again was forgotten meanwhile; what has failed since was met in addition. */
function completed(course: RecoveryProgress, now: number): RecoveryProgress {
  const done = course.delivered + course.failed + course.skipped;
  const total = Math.max(course.total ?? 0, done);
  return { ...course, state: 'complete', total, skipped: course.skipped + total - done, endedOn: now, open: false };
}

/** As it is shown. */
export function recoveryOf(course: RecoveryProgress): Recovery {
  const { id, wish, perSecond, reason, total, delivered, failed, skipped, createdOn, endedOn } = course;
  const state = course.state === 'running' && total === null ? 'counting' : course.state;
  return { id, wish, perSecond, state, reason, total, delivered, failed, skipped, createdOn, endedOn };
}
