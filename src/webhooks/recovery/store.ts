/** The ports of recoveries: what the API asks of a database for one key, and what those who work at runs ask of a shard. */
import type { Problem } from '../../problems.ts';
import type { Recovery, RecoveryCount, RecoveryInput } from './recovery.ts';

/** Undefined: the key has no such subscription, or that one no such recovery. */
type Unknown = undefined;

export interface RecoveryStore {
  /** Those of a subscription, the oldest first. */
  list(id: number): Promise<readonly Recovery[] | Unknown>;
  find(id: number, recovery: number): Promise<Recovery | Unknown>;
  /** How many events it would send now. Ends early when whoever asks has left. */
  count(id: number, wish: RecoveryInput, gone?: AbortSignal): Promise<RecoveryCount | Problem | Unknown>;
  /** Refused while the subscription is off, and while another run of it is under way: both would mix up the order of records. */
  begin(id: number, wish: RecoveryInput, perSecond: number): Promise<Recovery | Problem | Unknown>;
  /** Refused where it has ended. What it has put into the lane is still sent, unless it is cancelled. */
  steer(id: number, recovery: number, to: RecoveryControl): Promise<Recovery | Problem | Unknown>;
}

export const recoveryControls = ['pause', 'resume', 'cancel'] as const;
export type RecoveryControl = (typeof recoveryControls)[number];

export interface RecoveryWork {
  /** Runs that have something to do by now: those that waited longest, and few of each account. */
  due(most: number): Promise<readonly DueRecovery[]>;
  /**
   * One step: what came of its deliveries is counted, more are made, and how far it has come is written, all in one transaction. Two who
   * work at the same run do not make anything twice: whoever is second finds that it has moved on. Undefined where nothing was done.
   */
  step(due: DueRecovery): Promise<RecoveryStep | undefined>;
}

export interface DueRecovery {
  /** The subscription's key in its shard. */
  readonly subscription: number;
  readonly recovery: number;
  /** Whose it is. */
  readonly account: string;
}

export interface RecoveryStep {
  /** The subscription's id in its account. */
  readonly subscriptionID: number;
  readonly before: Recovery;
  readonly after: Recovery;
  /** Whether there is more to do at once. */
  readonly more: boolean;
  /** Why the database did not tell what comes next: it is asked again later. */
  readonly heldUp: Problem | undefined;
}
