/**
 * Lanes of one shard. Opens a lane for every subscription with waiting deliveries, wakes it after a commit, keeps its
 * lease, and closes it when nothing is left. Any number of processes may do so at once. A subscription has one lane
 * among all of them, and each process has its share of the lanes.
 */

import type { AcquireRefusal, FairSemaphore, Permit } from '../../../fairness/budget.ts';
import type { Log } from '../../../lib/log.ts';
import type { Clock } from '../../../lib/time.ts';
import { unlessAway } from '../../../problems.ts';
import type { DeliveryQueue, Lease, QueueNotification, WorkerCounts } from '../../queue.ts';
import type { HttpSender } from '../send/http-sender.ts';
import { logAttempt, logStateChange } from '../settle/attempt-log.ts';
import { createSettlePolicy } from '../settle/settle-policy.ts';
import { createSettler } from '../settle/settler.ts';
import type { DeliveryScheduler } from './delivery-scheduler.ts';
import type { DeliverySlots } from './delivery-slots.ts';
import { fairShare, maxLanes } from './fair-share.ts';
import { IdleLanes } from './idle-lanes.ts';
import { IdlePolicy } from './idle-policy.ts';
import { Lane, type LaneParts } from './lane.ts';
import { createLeaseAcquirer } from './lease-acquirer.ts';
import { createLeaseReleases } from './lease-releases.ts';
import { PaceCache, priorityOf } from './pace-cache.ts';
import { throttle } from './throttle.ts';

export interface LanesOptions {
  readonly queue: DeliveryQueue;
  readonly slots: DeliverySlots;
  /** Limits the lanes that may be open. */
  readonly room: FairSemaphore;
  readonly sender: HttpSender;
  readonly starts: DeliveryScheduler;
  /** Limits the characters of large bodies that are out. */
  readonly bodies: FairSemaphore;
  readonly retryMs: number;
  /** Steady clock, because the date may be set while the process runs. */
  readonly clock: Clock;
  /** Returns a number from 0 up to 1; varies the pauses. */
  readonly random: () => number;
  readonly log: Log;
}

export interface Lanes {
  /** Sends nothing more, and resolves when what is out is settled, or after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

const POLL_MS = 1_000;
const PACE_CHECK_MS = 250;
const RELEASE_TIMEOUT_MS = 500;
/** A lane with work in hand is asked to look through everything again every so many polls. */
const POLLS_PER_SWEEP = 5;
/** Subscriptions looked at in one question, and in one poll. */
const POLL_PAGE_SIZE = 500;
const MAX_PAGES_PER_POLL = 10;
/** Time for which a lane that was handed over is left to other workers. */
const HANDOVER_COOLDOWN_MS = 3_000;
export function startLanes(options: LanesOptions): Lanes {
  const { queue, slots, sender, starts, bodies, log } = options;
  const onFailure = unlessAway(throttle((failure) => log.warn({ err: failure }, 'webhook deliveries are held up')));
  const { retryMs, clock, random } = options;
  const settler = createSettler(queue, createSettlePolicy({ retryMs, clock, random }), onFailure);
  const lanes = new Map<number, Lane>();
  const places = new Map<Lane, Permit>();
  /** Lanes that close as soon as their outstanding attempts are settled. */
  const closing = new Set<Lane>();
  const paces = new PaceCache();
  const rests = new IdlePolicy();
  const quiet = new IdleLanes({ lingerMs: queue.lingerMs, rests, close });
  let stopping = false;
  let polls = 0;
  let polling = false;
  let cursor = 0;

  const parts: LaneParts = {
    queue,
    slots,
    sender,
    starts,
    bodies,
    settler,
    longestPauseMs: retryMs,
    onFailure,
    onAttempt(attempt) {
      logAttempt(log, attempt);
      logStateChange(log, attempt);
    },
    onIdle: (lane) => quiet.addIdle(lane),
    onRest: (lane) => quiet.addResting(lane),
    onEnd: close,
  };
  const releases = createLeaseReleases(queue, onFailure);
  const openings = createLeaseAcquirer({
    queue,
    room: options.room,
    lanes,
    open,
    makeRoom,
    released: releases.of,
    onFailure,
  });
  queue.onWaiting(hear);
  const timers = [setInterval(poll, POLL_MS), setInterval(checkPaces, PACE_CHECK_MS)];
  if (queue.renewMs !== undefined) timers.push(setInterval(renew, queue.renewMs));
  void begin();

  return {
    async stop(withinMs) {
      stopping = true;
      openings.stop();
      for (const timer of timers.splice(0)) clearInterval(timer);
      // Leases that take long to settle their last attempts are still renewed.
      const renewing = queue.renewMs === undefined ? undefined : setInterval(renew, queue.renewMs);
      settler.hurry();
      const settled = Promise.all([...lanes.values()].map((lane) => lane.stop()));
      const inTime = await Promise.race([settled.then(() => true), after(withinMs - RELEASE_TIMEOUT_MS)]);
      clearInterval(renewing);
      if (!inTime) settler.giveUp();
      const leases = [...lanes.values()].map(({ lease }) => lease);
      // A lease that cannot be given back, because the database is away, ends by itself.
      const left = Promise.all([releases.done(), queue.release(leases), queue.resign()]).catch(onFailure);
      await Promise.race([left, after(RELEASE_TIMEOUT_MS)]);
      for (const place of places.values()) place.give();
      lanes.clear();
    },
  };

  /** Announces this worker first, so that the others know their share; then polls. */
  async function begin(): Promise<void> {
    if (queue.renewMs !== undefined) await renew();
    await poll();
  }

  function hear(notice: QueueNotification): void {
    if (stopping) return;
    if (notice === 'anything') return void poll();
    const lane = lanes.get(notice.subscription);
    if (rests.outlasts(notice)) return;
    if (lane === undefined) openings.want(notice.subscription);
    else {
      quiet.wake(lane);
      if ('record' in notice) lane.wake(notice.record);
      else lane.sweep();
    }
  }

  function open(lease: Lease, place: Permit): void {
    const lane = new Lane(lease, paces.of(lease), parts);
    lanes.set(lease.subscription, lane);
    places.set(lane, place);
  }

  /**
   * Closes a lane. It stays registered until its outstanding attempts are settled, so that no second lane repeats them.
   */
  function close(lane: Lane): void {
    quiet.wake(lane);
    closing.add(lane);
    const stopped = lane.stop();
    if (lane.busy) void stopped.then(() => forget(lane));
    else forget(lane);
  }

  function forget(lane: Lane): void {
    const { subscription, lease, pace } = lane;
    closing.delete(lane);
    if (lanes.get(subscription) !== lane) return;
    lanes.delete(subscription);
    places.get(lane)?.give();
    places.delete(lane);
    paces.remember(subscription, pace);
    releases.add(lease);
  }

  /**
   * Closes an idle lane, else one that waits for a slot and has a lower priority than the new one. Returns true if it
   * closed one.
   */
  function makeRoom(lease: Lease, lacks: AcquireRefusal): boolean {
    const promise = priorityOf[paces.of(lease)];
    const mayGo = (lane: Lane) => !closing.has(lane) && (lacks === 'total' || lane.lease.account === lease.account);
    const isLess = (lane: Lane) => priorityOf[lane.pace] < promise && !lane.busy && mayGo(lane);
    const goes = quiet.findIdle(mayGo) ?? (promise === 0 ? undefined : lanes.values().find(isLess));
    if (goes !== undefined) close(goes);
    return goes !== undefined;
  }

  /** Finds waiting deliveries without a notice: after a start, and when notices were lost. */
  async function poll(): Promise<void> {
    if (polling || stopping) return;
    polling = true;
    try {
      const thorough = ++polls % POLLS_PER_SWEEP === 0;
      openings.look();
      for (let page = 0; page < MAX_PAGES_PER_POLL && !stopping; page++) {
        const found = await queue.subscriptionsWaiting(cursor, POLL_PAGE_SIZE);
        cursor = found.length < POLL_PAGE_SIZE ? 0 : found.at(-1)!;
        const closed = found.filter((subscription) => !lanes.has(subscription) && !rests.isResting(subscription));
        openings.find(fromAnywhere(closed));
        for (const subscription of found) lookAgain(subscription, thorough);
        await openings.idle();
        if (cursor === 0) break;
      }
      quiet.closeOld();
    } catch (failure) {
      onFailure(failure);
    } finally {
      polling = false;
    }
  }

  function lookAgain(subscription: number, thorough: boolean): void {
    const lane = lanes.get(subscription);
    if (lane !== undefined && (quiet.leaveIdle(lane) || thorough)) lane.sweep();
  }

  async function renew(): Promise<void> {
    const asked = [...lanes.values()].map((lane) => ({ lane, lease: lane.lease }));
    try {
      const held = new Map((await queue.renew(asked.map(({ lease }) => lease))).map((lease) => [lease.token, lease]));
      for (const { lane, lease } of asked) {
        const renewed = held.get(lease.token);
        if (renewed === undefined) lane.end();
        else lane.renewed(renewed);
      }
      const census = await queue.census();
      openings.learn(census);
      if (!stopping) handOver(census);
    } catch (failure) {
      onFailure(failure);
    }
  }

  /** Gives the lanes beyond this worker's share to other workers: first idle lanes, then lanes with nothing out. */
  function handOver(census: WorkerCounts): void {
    const share = fairShare(census);
    const own = [...lanes.values()].filter((lane) => !closing.has(lane));
    if (own.length <= maxLanes(share)) return;
    const inOrder = own.toSorted((a, b) => useOf(a) - useOf(b));
    for (const lane of inOrder.slice(0, own.length - share)) {
      openings.leave(lane.subscription, HANDOVER_COOLDOWN_MS);
      close(lane);
    }
  }

  function useOf(lane: Lane): number {
    return quiet.isIdle(lane) ? 0 : lane.busy ? 2 : 1;
  }

  function checkPaces(): void {
    const now = performance.now();
    for (const lane of lanes.values()) lane.checkPace(now);
  }
}

/**
 * Rotates the list to a random start, so that workers that poll at the same time do not all request the same leases.
 */
function fromAnywhere(subscriptions: readonly number[]): number[] {
  const at = Math.floor(Math.random() * subscriptions.length);
  return [...subscriptions.slice(at), ...subscriptions.slice(0, at)];
}

/** Resolves with false after `ms`, without keeping the process alive. */
function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
}
