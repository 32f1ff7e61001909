/** Wrappers that report to an observer what passes through a queue and a sender. Lanes use them like any other. */

import type { HttpSender } from './delivery/send/http-sender.ts';
import { errorClassOf, isGone } from './delivery/send/outcome.ts';
import type { DeliveryObserver } from './delivery-observer.ts';
import type { DeliveryQueue, SettleInput } from './queue.ts';

export function observeSender(sender: HttpSender, observer: DeliveryObserver): HttpSender {
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

export function observeQueue(queue: DeliveryQueue, observer: DeliveryObserver): DeliveryQueue {
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
      const written = await queue.settle(finished, judge);
      for (const [n, one] of written.entries()) {
        const { state } = one?.settled.period ?? {};
        if (state === 'off') observer.deactivated(isGoneAfter(finished[n]!) ? 'gone' : 'failures');
        if (state === 'warned') observer.warned();
        if (one?.settled.state === 'suppressed') observer.suppressed();
      }
      const now = performance.now();
      for (const one of finished) if ('report' in one) observer.settled(now - one.report.decidedOn);
      return written;
    },
  };
}

function isGoneAfter(finished: SettleInput): boolean {
  return 'report' in finished && isGone(finished.report.outcome);
}
