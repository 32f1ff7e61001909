/** What somebody who counts is told about deliveries. Everything here is of a known, small set: nothing a subscriber can invent. */
import type { ErrorClass } from './delivery/send/outcome.ts';

export interface DeliveryObserver {
  /** An attempt goes out; what is returned is called when it has come back, or with undefined where it was not made. */
  attempt(): (made: AttemptOutcomeClass | undefined, ms: number) => void;
  /** What came of an attempt is committed, so long after the head of its answer had arrived. */
  settled(ms: number): void;
  suppressed(): void;
  /** By too many failures in a row, or by an endpoint that is gone (410). */
  deactivated(by: DeactivationCause): void;
  /** A subscription is about to be switched off: its deliveries fail one after the other. */
  warned(): void;
  /** A lane was opened for a subscription, or closed. */
  laneOpened(): void;
  laneClosed(): void;
  /** So many events of recoveries were dealt with. */
  recovered(as: RecoveryEventOutcome, events: number): void;
  /** A recovery has come to its end, or cannot go on. */
  recoveryEnded(as: 'complete' | 'failed'): void;
}

export type RecoveryEventOutcome = 'delivered' | 'failed' | 'skipped';

export type AttemptOutcomeClass = 'success' | ErrorClass;

export type DeactivationCause = 'failures' | 'gone';
