/** Observer of deliveries, for metrics. All values are of known, small sets: none comes from a subscriber. */
import type { ErrorClass } from './delivery/send/outcome.ts';

export interface DeliveryObserver {
  /**
   * Called when an attempt begins. The returned function is called with its outcome, or with undefined if the attempt
   * was not made.
   */
  attempt(): (made: AttemptOutcomeClass | undefined, ms: number) => void;
  /** Called when the result of an attempt is committed; `ms` is the time since the head of its answer arrived. */
  settled(ms: number): void;
  suppressed(): void;
  /** Called when a subscription is switched off by too many failures in a row, or by a 410 of its endpoint. */
  deactivated(by: DeactivationCause): void;
  /** Called when a subscription is about to be switched off: its deliveries fail one after the other. */
  warned(): void;
  /** A lane was opened for a subscription, or closed. */
  laneOpened(): void;
  laneClosed(): void;
  /** Called with the number of recovery events that were processed. */
  recovered(as: RecoveryEventOutcome, events: number): void;
  /** Called when a recovery is complete or cannot continue. */
  recoveryEnded(as: 'complete' | 'failed'): void;
}

export type RecoveryEventOutcome = 'delivered' | 'failed' | 'skipped';

export type AttemptOutcomeClass = 'success' | ErrorClass;

export type DeactivationCause = 'failures' | 'gone';
