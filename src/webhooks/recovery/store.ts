/** Ports of recoveries: `RecoveryStore` for the API, for one key, and `RecoveryWork` for the workers of a shard. */
import type { Problem } from '../../problems.ts';
import type { Recovery, RecoveryCount, RecoveryInput } from './recovery.ts';

/** Undefined: the key has no such subscription, or that one no such recovery. */
type Unknown = undefined;

export interface RecoveryStore {
  /** Returns the recoveries of a subscription, oldest first. */
  list(id: number): Promise<readonly Recovery[] | Unknown>;
  find(id: number, recovery: number): Promise<Recovery | Unknown>;
  /** Counts the events it would send now. Ends early when the caller has disconnected. */
  count(id: number, wish: RecoveryInput, gone?: AbortSignal): Promise<RecoveryCount | Problem | Unknown>;
  /**
   * Begins a run. Refused while the subscription is off, and while another run of it is under way: both would mix up
   * the order of records.
   */
  begin(id: number, wish: RecoveryInput, perSecond: number): Promise<Recovery | Problem | Unknown>;
  /**
   * Pauses, resumes or cancels a run; refused if it has ended. Deliveries already in the lane are still sent, unless
   * the run is cancelled.
   */
  steer(id: number, recovery: number, to: RecoveryControl): Promise<Recovery | Problem | Unknown>;
}

export const recoveryControls = ['pause', 'resume', 'cancel'] as const;
export type RecoveryControl = (typeof recoveryControls)[number];

export interface RecoveryWork {
  /** Returns runs with work to do now: those that waited longest, and few of each account. */
  due(most: number): Promise<readonly DueRecovery[]>;
  /**
   * Runs one step in one transaction: counts the results of its deliveries, creates more, and stores the progress. Two
   * workers at the same run create nothing twice: the second finds that the run has moved on. Undefined if nothing was
   * done.
   */
  step(due: DueRecovery): Promise<RecoveryStep | undefined>;
}

export interface DueRecovery {
  /** The subscription's key in its shard. */
  readonly subscription: number;
  readonly recovery: number;
  /** Account of the subscription. */
  readonly account: string;
}

export interface RecoveryStep {
  /** The subscription's id in its account. */
  readonly subscriptionID: number;
  readonly before: Recovery;
  readonly after: Recovery;
  /** True if there is more to do at once. */
  readonly more: boolean;
  /** Problem because of which the database did not answer; the query is repeated later. */
  readonly heldUp: Problem | undefined;
}
