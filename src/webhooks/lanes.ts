/**
 * The lanes of one shard: opens one for every subscription that has something waiting, wakes it when something is
 * committed, keeps its lease and closes it when there is nothing left. Any number of processes may do so at once; a
 * subscription has one lane among all of them.
 */
import type { Logger } from 'pino';
import type { Clock } from '../kernel/time.ts';
import { logAttempt } from './attempt-log.ts';
import { Lane, type LaneParts } from './lane.ts';
import type { DeliveryQueue, Lease, Notice } from './queue.ts';
import type { Sender } from './send.ts';
import { makeSettler } from './settler.ts';
import { makeJudge } from './settling.ts';
import type { Slots } from './slots.ts';

export interface LanesOptions {
  readonly queue: DeliveryQueue;
  readonly slots: Slots;
  readonly sender: Sender;
  readonly retryMs: number;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Lanes {
  /** Sends nothing more, and resolves when what is out is settled, or after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

const POLL_MS = 1_000;
const PACE_MS = 250;
/** A lane with work in hand is asked to look through everything again every so many polls. */
const SWEEP_EVERY = 5;

export function startLanes(options: LanesOptions): Lanes {
  const { queue, slots, sender, log } = options;
  const onFailure = (failure: unknown) => log.warn({ err: failure }, 'webhook deliveries wait for the database');
  const settler = makeSettler(queue, makeJudge(options.retryMs, options.clock), onFailure);
  const lanes = new Map<number, Lane>();
  /** Those that have nothing to do, and since when. */
  const idle = new Map<Lane, number>();
  const opening = new Set<number>();
  /** Subscriptions that another worker was found to have, and when. */
  const elsewhere = new Map<number, number>();
  let stopping = false;
  let polls = 0;
  let polling = false;

  const parts: LaneParts = {
    queue,
    slots,
    sender,
    settler,
    onFailure,
    onAttempt: (attempt) => logAttempt(log, attempt),
    onIdle: (lane) => (queue.lingerMs === 0 ? close([lane]) : void idle.set(lane, performance.now())),
    onEnd: (lane) => close([lane]),
  };
  queue.onWaiting(hear);
  const timers = [setInterval(poll, POLL_MS), setInterval(checkPaces, PACE_MS)];
  if (queue.renewMs !== undefined) timers.push(setInterval(renew, queue.renewMs));
  void poll();

  return {
    async stop(withinMs) {
      stopping = true;
      for (const timer of timers.splice(0)) clearInterval(timer);
      // Leases that take long to settle their last attempts are still renewed.
      const renewing = queue.renewMs === undefined ? undefined : setInterval(renew, queue.renewMs);
      const settled = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      const inTime = await Promise.race([settled.then(() => true), after(withinMs)]);
      clearInterval(renewing);
      if (!inTime) settler.giveUp();
      await release([...lanes.values()].map(({ lease }) => lease));
      lanes.clear();
    },
  };

  function hear(notice: Notice): void {
    if (stopping) return;
    if (notice === 'anything') return void poll();
    const lane = lanes.get(notice.subscription);
    if (lane === undefined) void open(notice.subscription);
    else {
      idle.delete(lane);
      if ('record' in notice) lane.wake(notice.record);
      else lane.sweep();
    }
  }

  async function open(subscription: number): Promise<void> {
    if (opening.has(subscription) || lanes.has(subscription) || stopping) return;
    // Whoever has it hears of the same news; the next poll finds out if nobody does.
    if (performance.now() - (elsewhere.get(subscription) ?? -Infinity) < POLL_MS) return;
    opening.add(subscription);
    try {
      const lease = await queue.lease(subscription);
      if (lease === undefined) elsewhere.set(subscription, performance.now());
      else if (stopping) await release([lease]);
      else lanes.set(subscription, new Lane(lease, parts));
    } catch (failure) {
      onFailure(failure);
    } finally {
      opening.delete(subscription);
    }
  }

  /** Finds what no notice told of: after a start, and when notices were lost. */
  async function poll(): Promise<void> {
    if (polling || stopping) return;
    polling = true;
    try {
      const thorough = ++polls % SWEEP_EVERY === 0;
      elsewhere.clear();
      for (const subscription of await queue.subscriptionsWaiting()) {
        const lane = lanes.get(subscription);
        if (lane === undefined) void open(subscription);
        else if (thorough || idle.delete(lane)) lane.sweep();
      }
      const since = performance.now() - queue.lingerMs;
      close([...idle].filter(([lane, at]) => at < since && lane.idle).map(([lane]) => lane));
    } catch (failure) {
      onFailure(failure);
    } finally {
      polling = false;
    }
  }

  async function renew(): Promise<void> {
    if (lanes.size === 0) return;
    try {
      const held = await queue.renew([...lanes.values()].map(({ lease }) => lease));
      const byToken = new Map(held.map((lease) => [lease.token, lease]));
      for (const lane of lanes.values()) {
        const lease = byToken.get(lane.lease.token);
        if (lease !== undefined) lane.renewed(lease);
      }
      for (const lane of lanes.values()) if (performance.now() > lane.lease.expires) lane.lose();
    } catch (failure) {
      onFailure(failure);
    }
  }

  function checkPaces(): void {
    const now = performance.now();
    for (const lane of lanes.values()) lane.checkPace(now);
  }

  function close(closed: readonly Lane[]): void {
    for (const lane of closed) {
      idle.delete(lane);
      if (lanes.get(lane.subscription) === lane) lanes.delete(lane.subscription);
      void lane.stop();
    }
    if (closed.length > 0) void release(closed.map(({ lease }) => lease));
  }

  async function release(leases: readonly Lease[]): Promise<void> {
    if (leases.length > 0) await queue.release(leases).catch(onFailure);
  }
}

/** Without keeping the process alive. */
function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
}
