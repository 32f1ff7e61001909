/**
 * The lanes of one shard: opens one for every subscription that has something waiting, wakes it when something is
 * committed, keeps its lease and closes it when there is nothing left. Any number of processes may do so at once; a
 * subscription has one lane among all of them, and each process its share of the lanes.
 */

import type { Budget, Holding, Refusal } from '../../../fairness/budget.ts';
import type { Log } from '../../../lib/log.ts';
import type { Clock } from '../../../lib/time.ts';
import { unlessAway } from '../../../problems.ts';
import type { Census, DeliveryQueue, Lease, Notice } from '../../queue.ts';
import type { Sender } from '../send/send.ts';
import { logAttempt, logNotice } from '../settle/attempt-log.ts';
import { makeSettler } from '../settle/settler.ts';
import { makeJudge } from '../settle/settling.ts';
import { fairShare, mostLanes } from './fair-share.ts';
import { KnownPaces, promiseOf } from './known-paces.ts';
import { Lane, type LaneParts } from './lane.ts';
import { makeOpenings } from './openings.ts';
import { QuietLanes } from './quiet-lanes.ts';
import { makeReleases } from './releases.ts';
import { Rests } from './rests.ts';
import { seldom } from './seldom.ts';
import type { Slots } from './slots.ts';
import type { Starts } from './starts.ts';

export interface LanesOptions {
  readonly queue: DeliveryQueue;
  readonly slots: Slots;
  /** Lanes that may be open. */
  readonly room: Budget;
  readonly sender: Sender;
  readonly starts: Starts;
  /** Characters of large bodies that are out. */
  readonly bodies: Budget;
  readonly retryMs: number;
  /** Steady: the date may be set meanwhile. */
  readonly clock: Clock;
  /** From 0 up to 1, for pauses that are not all the same. */
  readonly random: () => number;
  readonly log: Log;
}

export interface Lanes {
  /** Sends nothing more, and resolves when what is out is settled, or after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

const POLL_MS = 1_000;
const PACE_MS = 250;
const RELEASE_MS = 500;
/** A lane with work in hand is asked to look through everything again every so many polls. */
const SWEEP_EVERY = 5;
/** Subscriptions looked at in one question, and in one poll. */
const PAGE = 500;
const PAGES = 10;
/** So long a lane that was handed over is left to the others. */
const HANDED_OVER_MS = 3_000;
export function startLanes(options: LanesOptions): Lanes {
  const { queue, slots, sender, starts, bodies, log } = options;
  const onFailure = unlessAway(seldom((failure) => log.warn({ err: failure }, 'webhook deliveries are held up')));
  const { retryMs, clock, random } = options;
  const settler = makeSettler(queue, makeJudge({ retryMs, clock, random }), onFailure);
  const lanes = new Map<number, Lane>();
  const places = new Map<Lane, Holding>();
  /** Those that are closed as soon as what they have out is settled. */
  const closing = new Set<Lane>();
  const paces = new KnownPaces();
  const rests = new Rests();
  const quiet = new QuietLanes({ lingerMs: queue.lingerMs, rests, close });
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
      logNotice(log, attempt);
    },
    onIdle: (lane) => quiet.addIdle(lane),
    onRest: (lane) => quiet.addResting(lane),
    onEnd: close,
  };
  const releases = makeReleases(queue, onFailure);
  const openings = makeOpenings({
    queue,
    room: options.room,
    lanes,
    open,
    makeRoom,
    released: releases.of,
    onFailure,
  });
  queue.onWaiting(hear);
  const timers = [setInterval(poll, POLL_MS), setInterval(checkPaces, PACE_MS)];
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
      const inTime = await Promise.race([settled.then(() => true), after(withinMs - RELEASE_MS)]);
      clearInterval(renewing);
      if (!inTime) settler.giveUp();
      const leases = [...lanes.values()].map(({ lease }) => lease);
      // A lease that cannot be given back, because the database is away, ends by itself.
      const left = Promise.all([releases.done(), queue.release(leases), queue.resign()]).catch(onFailure);
      await Promise.race([left, after(RELEASE_MS)]);
      for (const place of places.values()) place.give();
      lanes.clear();
    },
  };

  /** First it is said that this worker is there, so that the others know what is left to them. */
  async function begin(): Promise<void> {
    if (queue.renewMs !== undefined) await renew();
    await poll();
  }

  function hear(notice: Notice): void {
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

  function open(lease: Lease, place: Holding): void {
    const lane = new Lane(lease, paces.of(lease), parts);
    lanes.set(lease.subscription, lane);
    places.set(lane, place);
  }

  /** A lane whose attempts are still out stays in place until they are settled, so that no second one repeats them. */
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

  /** Closes one that has nothing to do; else one that waits for a slot and promises less than the new one. */
  function makeRoom(lease: Lease, lacks: Refusal): boolean {
    const promise = promiseOf[paces.of(lease)];
    const mayGo = (lane: Lane) => !closing.has(lane) && (lacks === 'total' || lane.lease.account === lease.account);
    const isLess = (lane: Lane) => promiseOf[lane.pace] < promise && !lane.busy && mayGo(lane);
    const goes = quiet.findIdle(mayGo) ?? (promise === 0 ? undefined : lanes.values().find(isLess));
    if (goes !== undefined) close(goes);
    return goes !== undefined;
  }

  /** Finds what no notice told of: after a start, and when notices were lost. */
  async function poll(): Promise<void> {
    if (polling || stopping) return;
    polling = true;
    try {
      const thorough = ++polls % SWEEP_EVERY === 0;
      openings.look();
      for (let page = 0; page < PAGES && !stopping; page++) {
        const found = await queue.subscriptionsWaiting(cursor, PAGE);
        cursor = found.length < PAGE ? 0 : found.at(-1)!;
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

  /** What is beyond this worker's share goes back, for others to take: first what has nothing to do, then what has nothing out. */
  function handOver(census: Census): void {
    const share = fairShare(census);
    const own = [...lanes.values()].filter((lane) => !closing.has(lane));
    if (own.length <= mostLanes(share)) return;
    const inOrder = own.toSorted((a, b) => useOf(a) - useOf(b));
    for (const lane of inOrder.slice(0, own.length - share)) {
      openings.leave(lane.subscription, HANDED_OVER_MS);
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

/** From a place of its own, so that workers who look at the same time do not all ask for the same. */
function fromAnywhere(subscriptions: readonly number[]): number[] {
  const at = Math.floor(Math.random() * subscriptions.length);
  return [...subscriptions.slice(at), ...subscriptions.slice(0, at)];
}

/** Without keeping the process alive. */
function after(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms).unref());
}
