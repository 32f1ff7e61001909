/** The only file that knows every room: builds the parts and connects them. */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import packageJson from '../package.json' with { type: 'json' };
import { makeAuthenticator } from './accounts/authenticate.ts';
import type { Caller } from './accounts/caller.ts';
import { isIn, makeClientAddress } from './accounts/client-address.ts';
import { makeFailedAttempts } from './accounts/failed-attempts.ts';
import { keepUse } from './accounts/keep-use.ts';
import { makeKeyUse } from './accounts/key-use.ts';
import { watchKeys } from './accounts/watch-keys.ts';
import { addAdmin } from './commands/add-admin.ts';
import { consoleDoor } from './console/door.ts';
import { remembered } from './console/remembered.ts';
import { graphqlForm } from './graphql/errors.ts';
import { explorerPage } from './graphql/explorer-page.ts';
import { GRAPHQL_PATH, graphqlRoutes } from './graphql/routes.ts';
import { makeAdmit, makeCharge } from './http/admission.ts';
import { healthRoutes } from './http/health.ts';
import type { Certificate } from './http/http-server.ts';
import { metricsRoute } from './http/metrics-route.ts';
import type { Load } from './http/overload.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { makeShares } from './http/shares.ts';
import type { Log } from './kernel/log.ts';
import { type Clock, systemClock } from './kernel/time.ts';
import { type Mail, mailBy } from './mail/mail.ts';
import { keepSending } from './mail/sending.ts';
import { makeSmtp } from './mail/smtp.ts';
import { watchEventLoop } from './operate/event-loop.ts';
import { type Metrics, makeMetrics } from './operate/metrics/index.ts';
import { keepForgetting } from './people/forgetting.ts';
import { type Cost, makePasswords } from './people/passwords.ts';
import { watchCallers } from './people/watch-sessions.ts';
import { Unanswerable, unlessAway } from './problems.ts';
import { trustsLoopback } from './reachable.ts';
import { makeFollowing } from './records/log/following.ts';
import { OPENAPI_PATH, openApiRoute } from './rest/openapi/route.ts';
import { MOST_STREAMS } from './rest/record-streams.ts';
import { referencePage } from './rest/reference-page.ts';
import { rootRoute } from './rest/root.ts';
import { apiRoutes } from './rest/routes.ts';
import { publicUrlOf, type Settings, SettingsError } from './settings.ts';
import { makeBudget } from './shares/budget.ts';
import type { Shard } from './storage/shard.ts';
import { startLanes } from './webhooks/dispatch/lanes.ts';
import { makeSlots } from './webhooks/dispatch/slots.ts';
import { makeStarts } from './webhooks/dispatch/starts.ts';
import { observedQueue, observedSender } from './webhooks/observed.ts';
import { keepRecovering, recoveryTurns } from './webhooks/recovery/recover.ts';
import { type AddressGuard, makeAddressGuard } from './webhooks/sending/address-guard.ts';
import { makeNameLookup } from './webhooks/sending/name-lookup.ts';
import { makeSender } from './webhooks/sending/send.ts';
import { keepPruning } from './webhooks/settling/retention.ts';
import { subscriptionsOfAccount } from './webhooks/subscriptions/of-account.ts';

/** Milliseconds that never run backwards, whatever happens to the machine's date: limits are counted by it. */
const steadyClock = { now: () => performance.now() };

/** What this process does: answer requests, deliver webhooks, or both. */
export type Role = 'all' | 'api' | 'worker';

export interface AppOptions {
  readonly role?: Role;
  readonly metrics?: Metrics;
  /** The span of the rate limit; a minute is contracted. */
  readonly rateWindowMs?: number;
  /** With one, HTTPS is spoken. */
  readonly certificate?: Certificate | undefined;
  /** What a password hash takes, and at which pace failures are answered. */
  readonly passwordCost?: Cost;
  readonly failureStepMs?: number;
  /** How often the use of keys is written down. */
  readonly useMs?: number;
  /** The date and time, for sessions and links. */
  readonly clock?: Clock;
}

export function buildApp(
  settings: Settings,
  shards: ReadonlyMap<string, Shard>,
  log: Log,
  options: AppOptions = {},
): FastifyInstance {
  const { role = 'all', metrics = makeMetrics(), rateWindowMs = 60_000, certificate } = options;
  const { clock = systemClock, passwordCost, failureStepMs = FAILURE_STEP_MS, useMs = KEY_USE_MS } = options;
  const policy = { limit: settings.MDS_RATE_LIMIT, windowMs: rateWindowMs };
  const shardOf = (shardID: string) => shards.get(shardID)!;
  const each = <Part>(part: (shard: Shard) => Part) => new Map([...shards].map(([id, shard]) => [id, part(shard)]));

  const stores = each((shard) => shard.people);
  const limits = { idleMs: settings.MDS_SESSION_HOURS * HOUR, longestMs: LONGEST_SESSION };
  const sessions = { stores, clock, limits };
  const following = makeFollowing();
  const patchLimits = { operations: settings.MDS_PATCH_OPERATIONS, depth: settings.MDS_PATCH_DEPTH };
  const keyStreams = makeBudget({ name: 'key_streams', total: settings.MDS_MAX_REQUESTS, share: MOST_STREAMS });
  const onUnknownKey = unlessAway((failure) => log.warn({ err: failure }, 'whether keys are still good is unknown'));
  const reading = {
    records: ({ account }: Caller) => shardOf(account.shardID).records(account),
    log: ({ account }: Caller) => shardOf(account.shardID).log(account),
  };
  const routes = apiRoutes({
    policy,
    ...reading,
    following,
    keys: watchCallers(
      watchKeys(
        each((shard) => shard.accounts),
        onUnknownKey,
      ),
      sessions,
      onUnknownKey,
    ),
    signOfLifeMs: SIGN_OF_LIFE_MS,
    subscriptions: ({ account, integration, person }) => {
      const shard = shardOf(account.shardID);
      const own = shard.subscriptions(account, integration.id);
      if (person === undefined) return own;
      return subscriptionsOfAccount(own, async () => {
        const integrations = await shard.accounts.integrations(account);
        return integrations.map(({ id }) => shard.subscriptions(account, id));
      });
    },
    deliveryLog: ({ account, integration }) => shardOf(account.shardID).deliveryLog(account, integration.id),
    insight: ({ account, integration }) => shardOf(account.shardID).insight(account, integration.id),
    clock: systemClock,
    recoveries: ({ account, integration }) =>
      shardOf(account.shardID).recoveries(account, integration.id, settings.MDS_DELIVERY_DAYS * DAY_MS),
    subscriptionLimit: settings.MDS_WEBHOOK_SUBSCRIPTIONS,
    guard: makeGuard(settings),
    patchLimits,
    keyStreams,
  });
  const open = [
    ...healthRoutes(() => faultsOf(shards)),
    metricsRoute({ token: settings.MDS_METRICS_TOKEN, render: metrics.render }),
    ...referencePage(OPENAPI_PATH),
  ];
  const document = openApiRoute({ version: packageJson.version, routes, open, patchLimits });

  const explorer = explorerPage();
  const clientAddress = makeClientAddress(settings.MDS_TRUSTED_PROXIES);
  const shares = makeShares(limitsOf(settings));
  // A single pause counts for no more than would let it through: only a loop that stays late refuses anybody.
  const eventLoop = watchEventLoop(4 * settings.MDS_MAX_DELAY_MS);
  metrics.process.describe(packageJson.version);
  metrics.process.watchEventLoop(eventLoop);
  metrics.shares.watch([...Object.values(shares), keyStreams, ...following.budgets]);
  metrics.storage.watchShards(shards.values());
  for (const shard of shards.values()) metrics.shares.watch(shard.budgets, shard.id);
  metrics.deliveries.watchBacklogs(
    shards.values(),
    unlessAway((failure) => log.warn({ err: failure }, 'a backlog is unknown')),
  );

  const authenticator = makeAuthenticator({ shards: each((shard) => shard.accounts), clock: systemClock });
  const limiting = { policy, observer: metrics.requests, rateLimits: each((shard) => shard.rateLimit(policy)) };
  const admit = makeAdmit({
    ...limiting,
    authenticator,
    // Failed credentials have the limit of good ones; switching that off leaves this one in place.
    failedAttempts: makeFailedAttempts({ limit: 300, windowMs: policy.windowMs, clock: steadyClock }),
    clientAddress,
  });
  const publicUrl = publicUrlOf(settings);
  const passwords = makePasswords(passwordCost && { cost: passwordCost });
  metrics.shares.watch([passwords.budget]);
  const firstShard = () => [...shards.values()][0]!;
  const people = consoleDoor({
    ...sessions,
    api: routes,
    directories: each((shard) => shard.accounts),
    directory: () => firstShard().accounts,
    addAdmin: (account, email) => addAdmin(firstShard())(account, email),
    records: (account) => shardOf(account.shardID).records(account),
    passwords,
    failureStepMs,
    steadyClock,
    publicUrl,
    mail: mailOf(settings, shards, clock),
    secure: certificate !== undefined || publicUrl.startsWith('https:'),
    clientAddress,
    rateLimits: (personPolicy) => each((shard) => shard.rateLimit(personPolicy)),
    rateWindowMs,
    observer: metrics.requests,
    forgetKey: (apiKey) => authenticator.forget(apiKey),
  });
  const isOpen = settings.MDS_CONSOLE === 'on' && role !== 'worker';
  const keyUse = makeKeyUse(clock);
  const keepingUse = keepUse(keyUse, {
    stores,
    everyMs: useMs,
    onFailure: unlessAway((failure) => log.warn({ err: failure }, 'the use of keys could not be written down')),
  });
  const queries = graphqlRoutes({
    ...reading,
    policy,
    charge: makeCharge(limiting),
    queryMs: settings.MDS_LIST_TIMEOUT_MS,
    clock: steadyClock,
    observer: metrics.queries,
  });
  const door = (path: string, own: readonly Route[]) => ({ path, routes: role === 'worker' ? [] : own, admit });
  const doors = [
    door('/api', remembered(routes, 'keys', sessions)),
    { ...door(GRAPHQL_PATH, queries), page: explorer.page, refusalForm: graphqlForm },
    ...(isOpen ? [people.door] : []),
  ];
  const server = buildServer({
    log,
    doors,
    open: [...open, document, rootRoute, ...explorer.files, ...(isOpen ? people.open : [])],
    clientAddress,
    isProxy: (address) => isIn(settings.MDS_TRUSTED_PROXIES, address),
    shares,
    timeouts: timeoutsOf(settings),
    certificate,
    isLate: () => eventLoop.delayMs() > settings.MDS_MAX_DELAY_MS,
    observer: metrics.requests,
    onAnswered: keyUse.answered,
  });
  metrics.requests.watchLoad(() => server.load());
  metrics.requests.watchConnections(() => promisify(server.server.getConnections).call(server.server));
  server.addHook('onClose', async () => {
    eventLoop.stop();
    await keepingUse.stop();
  });
  return server;
}

const HOUR = 3_600_000;
const KEY_USE_MS = 10_000;
/** However busy somebody is. */
const LONGEST_SESSION = 30 * 24 * HOUR;
/** Longer than the few hashes that somebody in several accounts takes. */
const FAILURE_STEP_MS = 250;

/** A proxy that hears nothing for longer may take the connection for dead. */
const SIGN_OF_LIFE_MS = 20_000;

function limitsOf(settings: Settings) {
  return {
    connections: settings.MDS_MAX_CONNECTIONS,
    requests: settings.MDS_MAX_REQUESTS,
    held: settings.MDS_MAX_HELD,
    bytes: settings.MDS_MAX_REQUEST_MIB * 1024 * 1024,
    share: settings.MDS_CLIENT_SHARE / 100,
  };
}

function timeoutsOf(settings: Settings) {
  return {
    headMs: settings.MDS_HEAD_TIMEOUT_MS,
    requestMs: settings.MDS_REQUEST_TIMEOUT_MS,
    answerMs: settings.MDS_ANSWER_TIMEOUT_MS,
    answerPace: settings.MDS_ANSWER_PACE_KIB * 1024,
    drainMs: settings.MDS_DRAIN_MS,
  };
}

export interface Delivering {
  /** Sends nothing more, settles what is out, and resolves after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

/**
 * Delivers the webhooks of all shards. Throws where a setting turns out to be unusable. `load` is what
 * the server of this process has in hand: while it is asked, deliveries leave it most of the time.
 */
export function startDelivering(
  settings: Settings,
  shards: ReadonlyMap<string, Shard>,
  log: Log,
  { deliveries: observer, shares }: Metrics,
  load: () => Pick<Load, 'quietMs'>,
): Delivering {
  const extraCertificates = readCertificates(settings.MDS_WEBHOOK_CA_FILE);
  const names = makeNameLookup({ servers: settings.MDS_WEBHOOK_DNS });
  shares.watch(names.budgets);
  const plainSender = makeSender({
    guard: makeGuard(settings),
    resolve: names.resolve,
    timeoutMs: settings.MDS_WEBHOOK_TIMEOUT_MS,
    clock: systemClock,
    verifyLoopback: !trustsLoopback(settings),
    ...(extraCertificates !== undefined && { extraCertificates }),
  });
  const sender = observedSender(plainSender, observer);
  const slots = makeSlots(settings.MDS_WEBHOOK_CONCURRENCY);
  shares.watch(slots.budgets);
  const starts = makeStarts({ ...STARTS, othersWait: () => load().quietMs < QUIET_MS, clock: steadyClock });
  const stopped = new AbortController();
  const onFailure = unlessAnswered((failure) => log.warn({ err: failure }, 'what is old could not be deleted'));
  const kept = {
    deliveryDays: settings.MDS_DELIVERY_DAYS,
    eventDays: settings.MDS_EVENT_DAYS,
    historyDays: settings.MDS_HISTORY_DAYS,
  };
  const forgotten = {
    idleMs: settings.MDS_SESSION_HOURS * HOUR,
    longestMs: LONGEST_SESSION,
    auditMs: settings.MDS_AUDIT_DAYS * 24 * HOUR,
  };
  const lanes = [...shards.values()].map(({ id, deliveries }) => {
    const queue = observedQueue(deliveries, observer);
    const most = LANES_PER_SLOT * settings.MDS_WEBHOOK_CONCURRENCY;
    const room = makeBudget({ name: 'webhook_lanes', total: most, share: Math.ceil((3 * most) / 4) });
    shares.watch([room], id);
    return startLanes({
      queue,
      slots,
      room,
      sender,
      starts,
      retryMs: settings.MDS_WEBHOOK_RETRY_MS,
      clock: steadyClock,
      random: Math.random,
      log,
    });
  });
  const pruning = [...shards.values()].flatMap(({ archive, people }) => [
    keepPruning({ archive, clock: systemClock, ...kept, ...PRUNING, onFailure }, stopped.signal),
    keepForgetting({ store: people, clock: systemClock, ...forgotten, ...PRUNING, onFailure }, stopped.signal),
  ]);
  const recovering = [...shards.values()].map((shard) => {
    const turns = recoveryTurns();
    shares.watch([turns], shard.id);
    const work = shard.recovering(settings.MDS_DELIVERY_DAYS * DAY_MS);
    const onFailure = unlessAnswered((failure) => log.warn({ err: failure }, 'webhook recoveries are held up'));
    return keepRecovering({ work, turns, observer, log, onFailure }, stopped.signal);
  });
  const mail = mailOf(settings, shards, systemClock);
  const mailing =
    mail === undefined ? [] : [...shards.values()].map((shard) => sendMail(settings, shard, mail, log, stopped.signal));
  return {
    async stop(withinMs) {
      stopped.abort();
      const last = Promise.race([Promise.all(mailing), sleep(withinMs, undefined, { ref: false })]);
      await Promise.all([...lanes.map((one) => one.stop(withinMs)), ...pruning, ...recovering, last]);
      // Attempts that were given up end by themselves; nobody waits for them.
      void sender.close();
    },
  };
}

function mailOf(settings: Settings, shards: ReadonlyMap<string, Shard>, clock: Clock): Mail | undefined {
  return mailBy(settings, { storeOf: ({ shardID }) => shards.get(shardID)!.mail, clock, random: randomBytes });
}

/** Resolves when the letter that is out has been settled after the stop. */
function sendMail(settings: Settings, { mail: store }: Shard, mail: Mail, log: Log, stopped: AbortSignal) {
  const smtp = makeSmtp({ url: settings.MDS_SMTP_URL, from: settings.MDS_MAIL_FROM });
  const onFailure = unlessAnswered((failure) => log.warn({ err: failure }, 'mail is held up'));
  return keepSending({ store, smtp, mail, clock: systemClock, log, ...MAILING, onFailure }, stopped);
}

/** What the database refuses for the moment, because it is away or has too much to do, the next round makes up for. */
function unlessAnswered(tell: (failure: unknown) => void): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof Unanswerable)) tell(failure);
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lanes that may be open in one shard: most wait for their time or for a slot. */
const LANES_PER_SLOT = 2;
/** Deliveries that may begin in one turn of the event loop; each costs about 0.1 ms of it. */
const STARTS = { least: 2, most: 32, perMs: 0.25 };
/** Somebody who asked that recently is about to ask again. */
const QUIET_MS = 100;
const MAILING = { everyMs: 1_000, noticesMs: 10_000 };
const PRUNING = { everyMs: 10 * 60_000, pauseMs: 10 };

function makeGuard(settings: Settings): AddressGuard {
  return makeAddressGuard({ allow: settings.MDS_WEBHOOK_ALLOW, allowLoopback: trustsLoopback(settings) });
}

function readCertificates(file: string): string | undefined {
  if (file === '') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`MDS_WEBHOOK_CA_FILE cannot be read: ${(error as Error).message}`);
  }
}

/** Side by side: one that is silent takes its time. */
async function faultsOf(shards: ReadonlyMap<string, Shard>): Promise<string[]> {
  const faultOf = (shard: Shard) =>
    shard.ping().then(
      () => [],
      (error: Error) => [`Shard ${shard.id}: ${error.message}`],
    );
  return (await Promise.all([...shards.values()].map(faultOf))).flat();
}
