/** Marks proposals that were not decided in time as expired, and deletes old ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/time.ts';
import type { ProposalArchive } from './store.ts';

export interface ProposalExpiryOptions {
  readonly archive: ProposalArchive;
  readonly clock: Clock;
  /** Retention period after the expiry time, in milliseconds. */
  readonly keptMs: number;
  readonly everyMs: number;
  readonly pauseMs: number;
  readonly onFailure: (failure: unknown) => void;
}

export async function startExpiring(options: ProposalExpiryOptions, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await expireProposals(options, stopped).catch(options.onFailure);
    await sleep(options.everyMs, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
}

export async function expireProposals(options: ProposalExpiryOptions, stopped?: AbortSignal): Promise<void> {
  const { archive, clock, keptMs, pauseMs } = options;
  const now = clock.now();
  while (!stopped?.aborted && (await archive.expire(now, now - keptMs)) > 0) {
    await sleep(pauseMs, undefined, { ref: false });
  }
}
