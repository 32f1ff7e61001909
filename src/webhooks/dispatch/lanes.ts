/**
 * The lanes of one shard: opens one for every subscription that has something waiting, wakes it when something is
 * committed, keeps its lease and closes it when there is nothing left. Any number of processes may do so at once; a
 * subscription has one lane among all of them.
 */
import type { Log } from '../../kernel/log.ts';
import type { Clock } from '../../kernel/time.ts';
import { unlessAway } from '../../problems.ts';
import type { DeliveryQueue, Notice } from '../queue.ts';
import type { Sender } from '../sending/send.ts';
import { logAttempt } from '../settling/attempt-log.ts';
import { makeSettler } from '../settling/settler.ts';
import { makeJudge } from '../settling/settling.ts';
import { Lane, type LaneParts } from './lane.ts';
import type { Pace } from './pace.ts';
import type { Slots } from './slots.ts';
import type { Starts } from './starts.ts';

export interface LanesOptions {
  readonly queue: DeliveryQueue;
  readonly slots: Slots;
  readonly sender: Sender;
  readonly starts: Starts;
  readonly retryMs: number;
  /** Steady: the date may be set meanwhile. */
  readonly clock: Clock;
  readonly log: Log;
}

export interface Lanes {
  /** Sends nothing more, and resolves when what is out is settled, or after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

const POLL_MS = 1_000;
const PACE_MS = 250;
const RELEASE_MS = 500;
/** Where something is wrong, a thousand lanes have the same to say. */
const FAILURE_EVERY_MS = 5_000;
/** A lane with work in hand is asked to look through everything again every so many polls. */
const SWEEP_EVERY = 5;

export function startLanes(options: LanesOptions): Lanes {
  const { queue, slots, sender, starts, log } = options;
  const onFailure = unlessAway(seldom((failure) => log.warn({ err: failure }, 'webhook deliveries are held up')));
  const settler = makeSettler(queue, makeJudge(options.retryMs, options.clock), onFailure);
  const lanes = new Map<number, Lane>();
  /** Those that have nothing to do, and since when. */
  const idle = new Map<Lane, number>();
  /** Subscriptions whose lease is being asked for, and those whose lease is being given back. */
  const opening = new Set<number>();
  const releases = new Map<number, Promise<void>>();
  /** Subscriptions that another worker was found to have, and when. */
  const elsewhere = new Map<number, number>();
  /** How the endpoints of closed lanes answered, where it was not well. */
  const paces = new Map<number, Pace>();
  let stopping = false;
  let polls = 0;
  let polling = false;

  const parts: LaneParts = {
    queue,
    slots,
    sender,
    starts,
    settler,
    longestPauseMs: options.retryMs,
    onFailure,
    onAttempt: (attempt) => logAttempt(log, attempt),
    onIdle: (lane) => (queue.lingerMs === 0 ? close(lane) : void idle.set(lane, performance.now())),
    onEnd: close,
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
      settler.hurry();
      const settled = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      const inTime = await Promise.race([settled.then(() => true), after(withinMs - RELEASE_MS)]);
      clearInterval(renewing);
      if (!inTime) settler.giveUp();
      const leases = [...lanes.values()].map(({ lease }) => lease);
      // A lease that cannot be given back, because the database is away, ends by itself.
      if (leases.length > 0) await Promise.race([queue.release(leases).catch(onFailure), after(RELEASE_MS)]);
      lanes.clear();
    },
  };

  function hear(notice: Notice): void {
    if (stopping) return;
    if (notice === 'anything') return void poll();
    const lane = lanes.get(notice.subscription);
    if (lane === undefined) open(notice.subscription);
    else {
      idle.delete(lane);
      if ('record' in notice) lane.wake(notice.record);
      else lane.sweep();
    }
  }

  function open(subscription: number): void {
    // Whoever has it hears of the same news; the next poll finds out if nobody does.
    if (performance.now() - (elsewhere.get(subscription) ?? -Infinity) < POLL_MS) return;
    if (opening.has(subscription)) return;
    opening.add(subscription);
    void openLane(subscription)
      .catch(onFailure)
      .finally(() => opening.delete(subscription));
  }

  async function openLane(subscription: number): Promise<void> {
    await releases.get(subscription);
    if (lanes.has(subscription) || stopping) return;
    const lease = await queue.lease(subscription);
    if (lease === undefined) elsewhere.set(subscription, performance.now());
    else if (stopping) await queue.release([lease]);
    else lanes.set(subscription, new Lane(lease, paces.get(subscription) ?? 'quick', parts));
  }

  /** A lane whose attempts are still out stays in place until they are settled, so that no second one repeats them. */
  function close(lane: Lane): void {
    idle.delete(lane);
    const stopped = lane.stop();
    if (lane.busy) void stopped.then(() => forget(lane));
    else forget(lane);
  }

  function forget({ subscription, lease, pace }: Lane): void {
    lanes.delete(subscription);
    if (pace === 'quick') paces.delete(subscription);
    else paces.set(subscription, pace);
    const released = queue
      .release([lease])
      .catch(onFailure)
      .finally(() => releases.delete(subscription));
    releases.set(subscription, released);
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
        if (lane === undefined) open(subscription);
        else if (thorough || idle.delete(lane)) lane.sweep();
      }
      const since = performance.now() - queue.lingerMs;
      for (const [lane, at] of idle) if (at < since && lane.idle) close(lane);
    } catch (failure) {
      onFailure(failure);
    } finally {
      polling = false;
    }
  }

  async function renew(): Promise<void> {
    const asked = [...lanes.values()].map((lane) => ({ lane, lease: lane.lease }));
    if (asked.length === 0) return;
    try {
      const held = new Map((await queue.renew(asked.map(({ lease }) => lease))).map((lease) => [lease.token, lease]));
      for (const { lane, lease } of asked) {
        const renewed = held.get(lease.token);
        if (renewed === undefined) lane.end();
        else lane.renewed(renewed);
      }
    } catch (failure) {
      onFailure(failure);
    }
  }

  function checkPaces(): void {
    const now = performance.now();
    for (const lane of lanes.values()) lane.checkPace(now);
  }
}

/** Tells the first failure, and then one every few seconds at most. */
function seldom(tell: (failure: unknown) => void): (failure: unknown) => void {
  let told = -Infinity;
  return (failure) => {
    if (performance.now() - told < FAILURE_EVERY_MS) return;
    told = performance.now();
    tell(failure);
  };
}

/** Without keeping the process alive. */
function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
}
