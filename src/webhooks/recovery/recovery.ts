/**
 * Recovery: a run that sends events again, or late, to one subscription. It is stored, processed in small steps, paced,
 * and can be paused and cancelled.
 *
 * An event is *failed* or *dropped* if its last delivery was and none arrived or waits. It is *missed* if it never had
 * one: the subscription was off, or did not exist yet.
 */
import type { Field } from '../../catalogue/index.ts';
import type { Json } from '../../lib/json.ts';
import { formatTimestamp } from '../../lib/time.ts';

export const recoverableOutcomes = ['failed', 'dropped', 'missed'] as const;
export type RecoverableOutcome = (typeof recoverableOutcomes)[number];

/**
 * Kinds of recovery: `recover` selects by the time and state of events, `resend` by the filters of the delivery log.
 */
export const recoveryKinds = ['recover', 'resend'] as const;

/** Selection of what is sent. Times are epoch milliseconds. */
export type RecoveryInput =
  | {
      readonly kind: 'recover';
      readonly since: number;
      /** End of the time span; null for the start of the run. */
      readonly until: number | null;
      readonly what: readonly RecoverableOutcome[];
      /** True to send only the newest event of each record, and none if a newer one has arrived or waits. */
      readonly newestOnly: boolean;
    }
  | {
      readonly kind: 'resend';
      /** The query of a list of deliveries, undecoded. */
      readonly filter: string;
    };

export const recoveryStates = ['counting', 'running', 'paused', 'complete', 'cancelled', 'failed'] as const;
export type RecoveryState = (typeof recoveryStates)[number];

export interface Recovery {
  /** Counted per subscription. */
  readonly id: number;
  readonly wish: RecoveryInput;
  readonly perSecond: number;
  readonly state: RecoveryState;
  /** Reason why it has failed. */
  readonly reason: string | null;
  /** Null while it is being counted. */
  readonly total: number | null;
  readonly delivered: number;
  readonly failed: number;
  /**
   * Deliveries that no longer had to be sent at their turn: the event had arrived or is no longer stored, or the run
   * was cancelled.
   */
  readonly skipped: number;
  readonly createdOn: number;
  readonly endedOn: number | null;
}

/** Number of events that a run would send. */
export interface RecoveryCount {
  readonly total: number;
  /** Numbers by outcome; only for a `recover` run. */
  readonly by?: Readonly<Record<RecoverableOutcome, number>>;
}

/** Deliveries that one run creates per second. */
export const DELIVERIES_PER_SECOND = { usual: 50, most: 1_000 };

export function renderRecovery(recovery: Recovery): { [property: string]: Json } {
  const { id, wish, state, reason, perSecond, total, delivered, failed, skipped } = recovery;
  const recover = wish.kind === 'recover' ? wish : undefined;
  return {
    id,
    kind: wish.kind,
    state,
    reason,
    since: shownTime(recover?.since),
    until: shownTime(recover?.until),
    what: recover === undefined ? null : [...recover.what],
    newestOnly: recover === undefined ? null : recover.newestOnly,
    filter: wish.kind === 'resend' ? wish.filter : null,
    perSecond,
    total,
    done: delivered + failed + skipped,
    delivered,
    failed,
    skipped,
    createdOn: formatTimestamp(recovery.createdOn),
    endedOn: shownTime(recovery.endedOn),
  };
}

function shownTime(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : formatTimestamp(time);
}

/** Fields by which lists of recoveries are filtered and ordered. */
export const listableRecoveries = {
  properties: new Map<string, Field>(
    Object.entries({
      id: { kind: 'int' },
      kind: { kind: 'enum', values: recoveryKinds },
      state: { kind: 'enum', values: recoveryStates },
      reason: { kind: 'text', max: 1_000, nullable: true },
      since: { kind: 'timestamp', nullable: true },
      until: { kind: 'timestamp', nullable: true },
      what: { kind: 'list', items: {} },
      newestOnly: { kind: 'boolean', nullable: true },
      filter: { kind: 'text', max: 10_000, nullable: true },
      perSecond: { kind: 'int' },
      total: { kind: 'int', nullable: true },
      done: { kind: 'int' },
      delivered: { kind: 'int' },
      failed: { kind: 'int' },
      skipped: { kind: 'int' },
      createdOn: { kind: 'timestamp' },
      endedOn: { kind: 'timestamp', nullable: true },
    } satisfies Record<string, Field>),
  ),
  key: 'id',
  deletable: false,
} as const;
