/** Background work: webhook deliveries, recoveries, mail, and deletion of old data. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { startExpiring } from './approvals/expire-proposals.ts';
import { createFairSemaphore } from './fairness/budget.ts';
import type { ServerLoad } from './http/overload.ts';
import type { Log } from './lib/log.ts';
import { type Clock, steadyClock, systemClock } from './lib/time.ts';
import { type Mail, mailBy } from './mail/mail.ts';
import { startMailSending } from './mail/sending.ts';
import type { Metrics } from './observability/metrics/index.ts';
import { startCleanup } from './people/forgetting.ts';
import { MAX_SESSION_MS } from './people/sessions.ts';
import { unlessAnswered } from './problems.ts';
import { trustsLoopback } from './reachable.ts';
import { type Settings, SettingsError } from './settings.ts';
import type { Shard } from './storage/shard.ts';
import { createDeliveryScheduler } from './webhooks/delivery/lanes/delivery-scheduler.ts';
import { createDeliverySlots } from './webhooks/delivery/lanes/delivery-slots.ts';
import { startLanes } from './webhooks/delivery/lanes/lanes.ts';
import { throttle } from './webhooks/delivery/lanes/throttle.ts';
import { type AddressGuard, createAddressGuard } from './webhooks/delivery/send/address-guard.ts';
import { createTargetCheck, type TargetCheck } from './webhooks/delivery/send/check-target.ts';
import { createDial } from './webhooks/delivery/send/dial.ts';
import { createHttpSender } from './webhooks/delivery/send/http-sender.ts';
import { createNameLookup } from './webhooks/delivery/send/name-lookup.ts';
import { createTrustedContext } from './webhooks/delivery/send/trusted-certificates.ts';
import { startPruning } from './webhooks/delivery/settle/retention.ts';
import type { DeliveryObserver } from './webhooks/delivery-observer.ts';
import { observeQueue, observeSender } from './webhooks/observe-deliveries.ts';
import { createRecoverySemaphore, startRecovering } from './webhooks/recovery/recovery-worker.ts';

export interface Delivering {
  /** Stops new sends and settles those in progress; resolves after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Starts the background work of all shards: webhook deliveries, recoveries, mail, and deletion of old data. `load`
 * returns the load of this process's server: while it receives requests, deliveries leave it most of the time.
 */
export function startDelivering(
  settings: Settings,
  shards: ReadonlyMap<string, Shard>,
  log: Log,
  { deliveries, shares }: Metrics,
  load: () => Pick<ServerLoad, 'quietMs'>,
  trust = trustOf(settings),
): Delivering {
  const names = createNameLookup({ servers: settings.MDS_WEBHOOK_DNS });
  shares.watch(names.budgets);
  const sender = createHttpSender({
    guard: webhookGuard(settings),
    resolve: names.resolve,
    timeoutMs: settings.MDS_WEBHOOK_TIMEOUT_MS,
    clock: systemClock,
    verifyLoopback: !trustsLoopback(settings),
    secureContext: trust,
  });
  const slots = createDeliverySlots(settings.MDS_WEBHOOK_CONCURRENCY);
  shares.watch(slots.budgets);
  const bodies = createFairSemaphore({ name: 'webhook_bodies', ...BODIES });
  shares.watch([bodies]);
  const starts = createDeliveryScheduler({
    ...STARTS,
    othersWait: () => load().quietMs < QUIET_MS,
    clock: steadyClock,
  });
  const stopped = new AbortController();
  const onFailure = unlessAnswered((failure) => log.warn({ err: failure }, 'what is old could not be deleted'));
  const kept = {
    deliveryDays: settings.MDS_DELIVERY_DAYS,
    eventDays: settings.MDS_EVENT_DAYS,
    historyDays: settings.MDS_HISTORY_DAYS,
  };
  const forgotten = {
    idleMs: settings.MDS_SESSION_HOURS * HOUR_MS,
    longestMs: MAX_SESSION_MS,
    auditMs: settings.MDS_AUDIT_DAYS * DAY_MS,
  };
  const keptMs = settings.MDS_PROPOSAL_DAYS * DAY_MS;
  const mail = mailOf(settings, shards, systemClock);
  /** Stop functions of the background work, one for each open shard. */
  const stops: ((withinMs: number) => Promise<unknown>)[] = [];
  for (const shard of shards.values()) {
    shard.whenOpen(() => {
      if (!stopped.signal.aborted) stops.push(startInShard(shard));
    });
  }
  return {
    async stop(withinMs) {
      stopped.abort();
      await Promise.all(stops.map((stop) => stop(withinMs)));
      // Attempts that were given up end by themselves; nobody waits for them.
      void sender.close();
    },
  };

  function startInShard(shard: Shard): (withinMs: number) => Promise<unknown> {
    const observer = deliveries.ofShard(shard.id);
    const lanes = startLanesOf(shard, observer);
    const tidying = tidy(shard);
    const recovering = recover(shard, observer);
    const mailing = mail === undefined ? undefined : sendMail(settings, shard, mail, log, stopped.signal);
    return (withinMs) => {
      const last = Promise.race([mailing, sleep(withinMs, undefined, { ref: false })]);
      return Promise.all([lanes.stop(withinMs), ...tidying, recovering, last]);
    };
  }

  function startLanesOf({ id, deliveries: waiting }: Shard, observer: DeliveryObserver) {
    const queue = observeQueue(waiting, observer);
    const most = LANES_PER_SLOT * settings.MDS_WEBHOOK_CONCURRENCY;
    const room = createFairSemaphore({ name: 'webhook_lanes', total: most, share: Math.ceil((3 * most) / 4) });
    shares.watch([room], id);
    return startLanes({
      queue,
      slots,
      room,
      sender: observeSender(sender, observer),
      starts,
      bodies,
      retryMs: settings.MDS_WEBHOOK_RETRY_MS,
      clock: steadyClock,
      random: Math.random,
      log,
    });
  }

  function tidy({ archive, people, proposalArchive }: Shard) {
    return [
      startPruning({ archive, clock: systemClock, ...kept, ...PRUNING, onFailure }, stopped.signal),
      startExpiring({ archive: proposalArchive, clock: systemClock, keptMs, ...PRUNING, onFailure }, stopped.signal),
      startCleanup({ store: people, clock: systemClock, ...forgotten, ...PRUNING, onFailure }, stopped.signal),
    ];
  }

  function recover(shard: Shard, observer: DeliveryObserver) {
    const turns = createRecoverySemaphore();
    shares.watch([turns], shard.id);
    const work = shard.recovering(settings.MDS_DELIVERY_DAYS * DAY_MS);
    const tell = throttle((failure) => log.warn({ err: failure }, 'webhook recoveries are held up'));
    return startRecovering({ work, turns, observer, log, onFailure: unlessAnswered(tell) }, stopped.signal);
  }
}

export function mailOf(settings: Settings, shards: ReadonlyMap<string, Shard>, clock: Clock): Mail | undefined {
  return mailBy(settings, { storeOf: ({ shardID }) => shards.get(shardID)!.mail, clock, random: randomBytes });
}

/** Sends mail until stopped; resolves when the last email in progress has been settled. */
async function sendMail(
  settings: Settings,
  { mail: store, accounts }: Shard,
  mail: Mail,
  log: Log,
  stopped: AbortSignal,
) {
  const { createSmtp } = await import('./mail/smtp.ts');
  const smtp = createSmtp({ url: settings.MDS_SMTP_URL, from: settings.MDS_MAIL_FROM });
  const onFailure = unlessAnswered((failure) => log.warn({ err: failure }, 'mail is held up'));
  return startMailSending({ store, accounts, smtp, mail, clock: systemClock, log, ...MAILING, onFailure }, stopped);
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Lanes that may be open in one shard: most wait for their time or for a slot. */
const LANES_PER_SLOT = 2;
const MIB = 1024 * 1024;
/**
 * Limits the characters of large bodies in flight; each takes three times its size in memory. After `waitMs`, a waiting
 * delivery checks again what is due.
 */
const BODIES = {
  total: 64 * MIB,
  share: 32 * MIB,
  queue: { total: Infinity, share: Infinity },
  waitMs: 5_000,
};
/** Deliveries that may start in one turn of the event loop; each takes about 0.1 ms of it. */
const STARTS = { least: 2, most: 32, perMs: 0.25 };
/** Quiet period after an API request: a client that sent a request this recently usually sends another. */
const QUIET_MS = 100;
const MAILING = { everyMs: 1_000, noticesMs: 10_000 };
const PRUNING = { everyMs: 10 * 60_000, pauseMs: 10 };

export function webhookGuard(settings: Settings): AddressGuard {
  return createAddressGuard({ allow: settings.MDS_WEBHOOK_ALLOW, allowLoopback: trustsLoopback(settings) });
}

/** Creates the check of webhook targets, with the same rules as deliveries for names, addresses and certificates. */
export function targetCheckOf(settings: Settings, trust?: SecureContext): TargetCheck {
  return createTargetCheck({
    timeoutMs: settings.MDS_WEBHOOK_TIMEOUT_MS,
    dial: () =>
      createDial({
        guard: webhookGuard(settings),
        resolve: createNameLookup({ servers: settings.MDS_WEBHOOK_DNS }).resolve,
        secureContext: trust ?? trustOf(settings),
        verifyLoopback: !trustsLoopback(settings),
        timeoutMs: settings.MDS_WEBHOOK_TIMEOUT_MS,
        resume: false,
      }),
  });
}

/**
 * Returns the certificate authorities trusted for endpoints. Throws a SettingsError if the operator's CA file cannot be
 * used.
 */
export function trustOf({ MDS_WEBHOOK_CA_FILE: file }: Settings): SecureContext {
  if (file === '') return createTrustedContext();
  try {
    return createTrustedContext(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError(`MDS_WEBHOOK_CA_FILE cannot be used: ${(error as Error).message}`);
  }
}
