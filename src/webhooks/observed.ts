/** A queue and a sender that tell an observer what passes through them. Lanes work with them as with any other. */
import type { DeliveryObserver } from './observer.ts';
import type { DeliveryQueue, Finished, Judge, Written } from './queue.ts';
import { errorClassOf } from './sending/outcome.ts';
import type { Sender } from './sending/send.ts';
import { isGone } from './settling/decide.ts';

export function observedSender(sender: Sender, observer: DeliveryObserver): Sender {
  return {
    async send(request, onOutcome) {
      const ended = observer.attempt();
      const made = await sender.send(request, onOutcome);
      if (made === 'put off') ended(undefined, 0);
      else ended(errorClassOf(made.outcome) ?? 'success', made.timings.totalMs ?? 0);
      return made;
    },
    close: () => sender.close(),
  };
}

export function observedQueue(queue: DeliveryQueue, observer: DeliveryObserver): DeliveryQueue {
  const leased = new Set<number>();
  const close = (subscription: number) => {
    if (leased.delete(subscription)) observer.laneClosed();
  };
  return {
    lingerMs: queue.lingerMs,
    renewMs: queue.renewMs,
    onWaiting: (listener) => queue.onWaiting(listener),
    subscriptionsWaiting: (after, most) => queue.subscriptionsWaiting(after, most),
    census: () => queue.census(),
    resign: () => queue.resign(),
    heads: (lease, wish) => queue.heads(lease, wish),
    drop: (lease, most) => queue.drop(lease, most),
    async lease(subscriptions, most) {
      const leases = await queue.lease(subscriptions, most);
      for (const { subscription } of leases) {
        if (leased.has(subscription)) continue;
        leased.add(subscription);
        observer.laneOpened();
      }
      return leases;
    },
    async renew(leases) {
      const held = await queue.renew(leases);
      const tokens = new Set(held.map(({ token }) => token));
      for (const { subscription, token } of leases) if (!tokens.has(token)) close(subscription);
      return held;
    },
    async release(leases) {
      for (const { subscription } of leases) close(subscription);
      await queue.release(leases);
    },
    async settle(finished, judge) {
      // A transaction may be run again: what counts is what its last run decided.
      const switchedOff = new Map<number, Finished>();
      const written = await queue.settle(finished, noting(judge, switchedOff));
      for (const one of switchedOff.values())
        observer.deactivated('report' in one && isGone(one.report.outcome) ? 'gone' : 'failures');
      for (const one of written) if (isSuppressed(one)) observer.suppressed();
      const now = performance.now();
      for (const one of finished) if ('report' in one) observer.settled(now - one.report.decidedOn);
      return written;
    },
  };
}

/** Notes, for each subscription, the attempt that switched it off. */
function noting(judge: Judge, switchedOff: Map<number, Finished>): Judge {
  return (standing, finished, now) => {
    const settled = judge(standing, finished, now);
    const { subscription } = finished.lease;
    if (standing.active && !settled.standing.active) switchedOff.set(subscription, finished);
    else if (switchedOff.get(subscription) === finished) switchedOff.delete(subscription);
    return settled;
  };
}

function isSuppressed(written: Written | undefined): boolean {
  return written?.settled.state === 'suppressed';
}
