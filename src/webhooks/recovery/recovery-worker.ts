/**
 * Processes the recoveries of a shard, step by step. Any number of processes may do so. Each step is a transaction that
 * begins where the previous one ended, so any process can continue a run, even after a kill. Accounts take turns, one
 * step of each at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FairSemaphore, Permit } from '../../fairness/budget.ts';
import { createFairSemaphore } from '../../fairness/budget.ts';
import type { Log } from '../../lib/log.ts';
import type { DeliveryObserver } from '../delivery-observer.ts';
import type { DueRecovery, RecoveryStep, RecoveryWork } from './store.ts';

export interface RecoveryWorkerOptions {
  readonly work: RecoveryWork;
  /** Limits concurrent steps, fairly per account. */
  readonly turns: FairSemaphore;
  readonly observer: Pick<DeliveryObserver, 'recovered' | 'recoveryEnded'>;
  readonly log: Log;
  readonly onFailure: (failure: unknown) => void;
}

/** Pause between two polls for due runs; `IDLE_POLL_MS` applies after `IDLE_AFTER_MS` without one. */
const POLL_MS = 100;
const IDLE_POLL_MS = 500;
const IDLE_AFTER_MS = 2_000;
const MAX_DUE_PER_POLL = 100;
const MAX_CONCURRENT_STEPS = 4;

/**
 * Limits the steps that this process runs in one shard: one per account, so that the runs of one do not delay
 * another's.
 */
export function createRecoverySemaphore(): FairSemaphore {
  const queue = { total: Infinity, share: Infinity };
  return createFairSemaphore({ name: 'recoveries', total: MAX_CONCURRENT_STEPS, share: 1, queue });
}

/** Processes recoveries until `stopped` is aborted; failed steps are tried again. */
export async function startRecovering(options: RecoveryWorkerOptions, stopped: AbortSignal): Promise<void> {
  const { work } = options;
  /** Steps under way, by run. A run whose step takes long delays no other. */
  const underWay = new Map<string, Promise<void>>();
  let busy = -Infinity;
  while (!stopped.aborted) {
    try {
      const due = await work.due(MAX_DUE_PER_POLL);
      if (due.length > 0) busy = performance.now();
      for (const one of due) begin(one);
    } catch (failure) {
      await fail(failure);
    }
    const pauseMs = performance.now() - busy < IDLE_AFTER_MS ? POLL_MS : IDLE_POLL_MS;
    await sleep(pauseMs, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
  await Promise.all(underWay.values());

  function begin(due: DueRecovery): void {
    const run = `${due.subscription}/${due.recovery}`;
    if (underWay.has(run)) return;
    const step = stepInTurn(options, due, stopped).catch(fail);
    underWay.set(
      run,
      step.finally(() => underWay.delete(run)),
    );
  }

  /** Reports a failure and pauses. */
  async function fail(failure: unknown): Promise<void> {
    options.onFailure(failure);
    await sleep(IDLE_POLL_MS, undefined, { signal: stopped, ref: false }).catch(() => {});
  }
}

async function stepInTurn(options: RecoveryWorkerOptions, due: DueRecovery, stopped: AbortSignal): Promise<void> {
  const { work, turns } = options;
  const turn = (await turns.turn(due.account)) as Permit;
  try {
    const until = performance.now() + POLL_MS;
    for (let more = true; more && !stopped.aborted; ) {
      const step = await work.step(due);
      if (step !== undefined) tell(options, due, step);
      // Counting goes on by itself, for as long as it does not keep others of the account waiting.
      more = step?.more === true && performance.now() < until;
    }
  } finally {
    turn.give();
  }
}

function tell({ observer, log }: RecoveryWorkerOptions, { account }: DueRecovery, step: RecoveryStep): void {
  const { before, after, subscriptionID, heldUp } = step;
  if (heldUp !== undefined) {
    const why = heldUp.detail;
    log.warn({ account, subscription: subscriptionID, recovery: after.id, why }, 'webhook recovery held up');
  }
  observer.recovered('delivered', after.delivered - before.delivered);
  observer.recovered('failed', after.failed - before.failed);
  observer.recovered('skipped', after.skipped - before.skipped);
  if (after.state === before.state) return;
  if (after.state === 'complete' || after.state === 'failed') observer.recoveryEnded(after.state);
  const { id, wish, state, reason, total, delivered, failed, skipped } = after;
  const run = { account, subscription: subscriptionID, recovery: id, kind: wish.kind, state };
  log.info({ ...run, ...(reason !== null && { reason }), total, delivered, failed, skipped }, 'webhook recovery');
}
