/**
 * Progress of a run, as pure functions: how many deliveries the next step may put into the lane, and the state of the
 * run after it.
 *
 * A run has only as many deliveries in the lane as the endpoint takes between two steps. The `width` doubles while all
 * of them are settled by the next step, and shrinks while they are not. So a new event waits behind them for a fraction
 * of a second, however much there is to recover and however slow the endpoint is.
 */
import type { Recovery } from './recovery.ts';

/** Run as it is stored. */
export interface RecoveryProgress extends Omit<Recovery, 'state'> {
  readonly state: Exclude<Recovery['state'], 'counting'>;
  /** `place` is the last change or delivery examined. The run begins after `begins` and ends with `ends`. */
  readonly place: number;
  readonly begins: number;
  readonly ends: number;
  /** Events found so far, while the run is being counted. */
  readonly found: number;
  /** Deliveries put into the lane so far. */
  readonly made: number;
  readonly width: number;
  /** True if a worker has to process the run. */
  readonly open: boolean;
  readonly dueOn: number;
}

export const INITIAL_WIDTH = 16;
const MAX_WIDTH = 256;
/** Pause between two steps of a run. */
export const STEP_INTERVAL_MS = 200;
/** Pause between steps if nothing can be done at the moment. */
const IDLE_STEP_INTERVAL_MS = 1_000;
/** Pause after a query that took too long: the same query takes as long again, and delays others. */
const DATABASE_RETRY_MS = 10_000;
/** Longest pause of a run. A run due further ahead is due now: its time was written before the clock was set back. */
export const MAX_STEP_DELAY_MS = 60_000;

/** Results of the run's deliveries since the last count, and how many still wait. */
export interface RecoveryTally {
  readonly succeeded: number;
  readonly failed: number;
  readonly dropped: number;
  readonly waiting: number;
}

/** Returns how many deliveries may be created now; `waiting` are in the lane. */
export function availableRoom(
  { width, perSecond }: Pick<RecoveryProgress, 'width' | 'perSecond'>,
  waiting: number,
): number {
  return Math.max(0, Math.min(width - waiting, Math.ceil((perSecond * STEP_INTERVAL_MS) / 1000)));
}

/** Results of a step between two positions. */
export type RecoveryStepCounts =
  | { readonly counted: number; readonly through: number }
  /** `skipped`: no longer to be sent. */
  | { readonly made: number; readonly skipped: number; readonly through: number };

export interface RecoveryStepInput {
  readonly now: number;
  readonly tally: RecoveryTally;
  /** Reason why the subscription is off; undefined while it is on. */
  readonly off: string | undefined;
  /** Result of the step; undefined if it searched nothing, `held up` if the database gave no answer. */
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

/** Adds the tally to the counts. In a cancelled run, deliveries removed from the lane count as skipped. */
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

/**
 * Completes a run. Events that were counted but not found again are no longer stored and count as skipped. New failures
 * were found in addition and raise the total.
 */
function completed(course: RecoveryProgress, now: number): RecoveryProgress {
  const done = course.delivered + course.failed + course.skipped;
  const total = Math.max(course.total ?? 0, done);
  return { ...course, state: 'complete', total, skipped: course.skipped + total - done, endedOn: now, open: false };
}

/** Returns the recovery as it is shown. */
export function recoveryOf(course: RecoveryProgress): Recovery {
  const { id, wish, perSecond, reason, total, delivered, failed, skipped, createdOn, endedOn } = course;
  const state = course.state === 'running' && total === null ? 'counting' : course.state;
  return { id, wish, perSecond, state, reason, total, delivered, failed, skipped, createdOn, endedOn };
}
