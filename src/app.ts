/**
 * Builds the server with all its endpoints, and connects its parts. Background work is in background.ts; only these two
 * files know every part.
 */

import type { SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import packageJson from '../package.json' with { type: 'json' };
import { createAuthenticator } from './accounts/authenticate.ts';
import type { Caller } from './accounts/caller.ts';
import { createClientAddress, isIn } from './accounts/client-address.ts';
import { readCredentials } from './accounts/credentials.ts';
import { createFailedAttempts } from './accounts/failed-attempts.ts';
import { startKeyUseWriter } from './accounts/keep-use.ts';
import { createKeyUse } from './accounts/key-use.ts';
import { watchKeys } from './accounts/watch-keys.ts';
import { createCachedFigures } from './analytics/kept.ts';
import type { AboutService } from './api/console/about.ts';
import { withAuditing } from './api/console/audited-routes.ts';
import { type ConsoleRouteGroupParts, createConsoleRouteGroup } from './api/console/route-group.ts';
import { createSlowRequestSemaphore } from './api/console/slow-requests.ts';
import { renderGraphqlErrors } from './api/graphql/errors.ts';
import { explorerPage } from './api/graphql/explorer-page.ts';
import { GRAPHQL_PATH, graphqlRoutes } from './api/graphql/routes.ts';
import { admitFromKnownHost, MCP_PATH, mcpRoutes } from './api/mcp/routes.ts';
import { MAX_HELD_PER_KEY } from './api/rest/change-routes.ts';
import { OPENAPI_PATH, openApiRoute } from './api/rest/openapi/openapi-route.ts';
import { MAX_STREAMS_PER_KEY } from './api/rest/record-streams.ts';
import { referencePage } from './api/rest/reference-page.ts';
import { rootRoute } from './api/rest/root-route.ts';
import { apiRoutes } from './api/rest/routes.ts';
import { approvalParts } from './approving.ts';
import { mailOf, targetCheckOf, webhookGuard } from './background.ts';
import { demoFirms } from './demo/firms.ts';
import { createFairSemaphore } from './fairness/budget.ts';
import { createAdmit, createChargeUnits } from './http/admission.ts';
import { healthRoutes } from './http/health.ts';
import type { Certificate } from './http/http-server.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { createRequestScheduler } from './http/request-scheduler.ts';
import type { Route } from './http/route.ts';
import { createApiServer } from './http/server.ts';
import { createServerSemaphores } from './http/server-semaphores.ts';
import type { Log } from './lib/log.ts';
import { type Clock, steadyClock, systemClock } from './lib/time.ts';
import { watchEventLoop } from './observability/event-loop.ts';
import { createMetrics, type Metrics } from './observability/metrics/index.ts';
import { addAdmin } from './people/add-admin.ts';
import { notifyingShards } from './people/admin-notices.ts';
import { type Cost, createPasswords } from './people/passwords.ts';
import { createProvider, type Provider } from './people/provider.ts';
import { createLastSeenWriter } from './people/seen.ts';
import { MAX_SESSION_MS } from './people/sessions.ts';
import { watchCallers } from './people/watch-sessions.ts';
import { unlessAnswered, unlessAway } from './problems.ts';
import { listensToItself } from './reachable.ts';
import { createFollowing } from './records/log/following.ts';
import { consoleUrlOf, drainMsOf, publicUrlOf, type Settings } from './settings.ts';
import type { Shard } from './storage/shard.ts';

/** Role of this process: answer requests, deliver webhooks, or both. */
export type ProcessRole = 'all' | 'api' | 'worker';

export interface AppOptions {
  readonly role?: ProcessRole;
  readonly metrics?: Metrics;
  /** Window of the rate limit; the contract says one minute. */
  readonly rateWindowMs?: number;
  /** Certificate for HTTPS; without it the server uses HTTP. */
  readonly certificate?: Certificate | undefined;
  /** Certificate authorities trusted for endpoints; by default those in the settings, loaded on first use. */
  readonly trust?: SecureContext;
  /** Cost parameters of password hashes. */
  readonly passwordCost?: Cost;
  readonly failureStepMs?: number;
  /** Timeout for responses of the single sign-on provider. */
  readonly providerTimeoutSeconds?: number;
  /** Aborts when a closing server stops accepting new requests. */
  readonly hurried?: AbortSignal;
  /** Interval at which API key usage is written to the database. */
  readonly useMs?: number;
  /** The date and time, for sessions and links. */
  readonly clock?: Clock;
}

export function buildApp(
  settings: Settings,
  opened: ReadonlyMap<string, Shard>,
  log: Log,
  options: AppOptions = {},
): FastifyInstance {
  const { role = 'all', metrics = createMetrics(), rateWindowMs = 60_000, certificate } = options;
  const { clock = systemClock, passwordCost, failureStepMs = FAILURE_STEP_MS, useMs = KEY_USE_MS } = options;
  const mail = mailOf(settings, opened, clock);
  const onUnmailed = (failure: unknown) => log.warn({ err: failure }, 'admins could not be told by e-mail');
  const shards = notifyingShards(opened, { mail, clock, onFailure: onUnmailed });
  const policy = { limit: settings.MDS_RATE_LIMIT, windowMs: rateWindowMs };
  const shardOf = (shardID: string) => shards.get(shardID)!;
  const each = <Part>(part: (shard: Shard) => Part) => new Map([...shards].map(([id, shard]) => [id, part(shard)]));

  const stores = each((shard) => shard.people);
  const limits = { idleMs: settings.MDS_SESSION_HOURS * HOUR, longestMs: MAX_SESSION_MS };
  const sessions = { stores, clock, limits };
  const following = createFollowing();
  const keyStreams = createFairSemaphore({
    name: 'key_streams',
    total: settings.MDS_MAX_REQUESTS,
    share: MAX_STREAMS_PER_KEY,
  });
  const heldByKey = createFairSemaphore({ name: 'held_by_key', total: Infinity, share: MAX_HELD_PER_KEY });
  const onUnknownKey = unlessAway((failure) => log.warn({ err: failure }, 'whether keys are still good is unknown'));
  const reading = {
    records: ({ account }: Caller) => shardOf(account.shardID).records(account),
    log: ({ account }: Caller) => shardOf(account.shardID).log(account),
  };
  const approvals = approvalParts(shardOf, settings, clock);
  const routes = apiRoutes({
    ...approvals,
    policy,
    ...reading,
    following,
    keys: watchCallers(
      watchKeys(
        each((shard) => shard.accounts),
        systemClock,
        onUnknownKey,
      ),
      sessions,
      onUnknownKey,
    ),
    signOfLifeMs: SIGN_OF_LIFE_MS,
    deliveryLog: ({ account, integration }) => shardOf(account.shardID).deliveryLog(account, integration.id),
    insight: ({ account, integration, person }) =>
      shardOf(account.shardID).insight(account, person === undefined ? integration.id : undefined),
    clock: systemClock,
    recoveries: ({ account, integration }) =>
      shardOf(account.shardID).recoveries(account, integration.id, settings.MDS_DELIVERY_DAYS * 24 * HOUR),
    subscriptionLimit: settings.MDS_WEBHOOK_SUBSCRIPTIONS,
    guard: webhookGuard(settings),
    keyStreams,
    heldByKey,
  });
  const open = [
    ...healthRoutes(each((shard) => () => shard.ping())),
    metricsRoute({ token: settings.MDS_METRICS_TOKEN, render: metrics.render }),
    ...referencePage(OPENAPI_PATH),
  ];
  const document = openApiRoute({ version: packageJson.version, routes, open, patchLimits: approvals.patchLimits });

  const explorer = explorerPage();
  const clientAddress = createClientAddress(settings.MDS_TRUSTED_PROXIES);
  const shares = createServerSemaphores(limitsOf(settings));
  // A single pause counts for no more than would let it through: only a loop that stays late refuses anybody.
  const eventLoop = watchEventLoop(4 * settings.MDS_MAX_DELAY_MS);
  const beginnings = createRequestScheduler(settings.MDS_MAX_REQUESTS, steadyClock, eventLoop.isBusy);
  metrics.process.describe(packageJson.version);
  metrics.process.watchEventLoop(eventLoop);
  metrics.shares.watch([...Object.values(shares), ...beginnings.budgets, keyStreams, heldByKey, ...following.budgets]);
  metrics.requests.beginShards(shards.keys());
  metrics.storage.watchShards(shards.values());
  metrics.shares.watchShards(shards.values());
  metrics.deliveries.watchShards(
    shards.values(),
    unlessAway((failure) => log.warn({ err: failure }, 'a backlog is unknown')),
  );

  const authenticator = createAuthenticator({ shards: each((shard) => shard.accounts), clock: systemClock });
  const limiting = { policy, observer: metrics.requests, rateLimits: each((shard) => shard.rateLimit(policy)) };
  const admit = createAdmit({
    ...limiting,
    authenticator,
    // Failed credentials have the limit of good ones; switching that off leaves this one in place.
    failedAttempts: createFailedAttempts({ limit: 300, windowMs: policy.windowMs, clock: steadyClock }),
    clientAddress,
  });
  const publicUrl = publicUrlOf(settings);
  const passwords = createPasswords(passwordCost && { cost: passwordCost });
  const provider = providerOf(settings, options.providerTimeoutSeconds);
  const targets = targetCheckOf(settings, options.trust);
  const kept = createCachedFigures(clock);
  const slowTurns = createSlowRequestSemaphore({
    requests: settings.MDS_MAX_REQUESTS,
    waitMs: settings.MDS_LIST_TIMEOUT_MS,
  });
  const budgets = [...passwords.budgets, targets.budget, kept.budget, slowTurns];
  metrics.shares.watch(provider === undefined ? budgets : [...budgets, provider.budget]);
  const firstShard = () => [...shards.values()][0]!;
  const seen = createLastSeenWriter({
    stores,
    onFailure: unlessAnswered((failure) =>
      log.warn({ err: failure }, 'that somebody was seen could not be written down'),
    ),
  });
  const consoleParts: Omit<ConsoleRouteGroupParts, 'consoleUrl'> = {
    ...sessions,
    seen,
    api: routes,
    approvals,
    directories: each((shard) => shard.accounts),
    directory: () => firstShard().accounts,
    addAdmin: (account, email) => addAdmin(firstShard())(account, email),
    records: (account) => shardOf(account.shardID).records(account),
    insight: ({ account, integration }) => shardOf(account.shardID).insight(account, integration.id),
    figures: (account) => shardOf(account.shardID).figures(account),
    changes: (account) => shardOf(account.shardID).log(account),
    kept,
    slowTurns,
    passwords,
    attempts: shards.values().next().value?.people.attempts,
    keys: settings.MDS_SECRETS_KEY,
    provider,
    log,
    failureStepMs,
    steadyClock,
    publicUrl,
    mail,
    secure: certificate !== undefined || publicUrl.startsWith('https:'),
    clientAddress,
    rateLimits: (personPolicy) => each((shard) => shard.rateLimit(personPolicy)),
    rateWindowMs,
    observer: metrics.requests,
    forgetKey: (apiKey) => authenticator.forget(apiKey),
    targets,
    about: aboutService(settings),
    keyLimit: policy.limit,
    isDemo: (name) => settings.MDS_BOOTSTRAP === 'demo' && Object.values(demoFirms).some((firm) => firm.name === name),
  };
  const consoleUrl = consoleUrlOf(settings);
  const people =
    consoleUrl === undefined || role === 'worker'
      ? undefined
      : createConsoleRouteGroup({ ...consoleParts, consoleUrl });
  const keyUse = createKeyUse(clock);
  const keepingUse = startKeyUseWriter(keyUse, {
    stores,
    everyMs: useMs,
    onFailure: unlessAnswered((failure) => log.warn({ err: failure }, 'the use of keys could not be written down')),
  });
  const queries = graphqlRoutes({
    ...reading,
    policy,
    charge: createChargeUnits({ ...limiting, clock: steadyClock }),
    queryMs: settings.MDS_LIST_TIMEOUT_MS,
    clock: steadyClock,
    observer: metrics.queries,
  });
  const home = { publicUrl, isLocal: listensToItself(settings) };
  const assistant = mcpRoutes({
    api: routes,
    approvals,
    ...home,
    consoleUrl,
    version: packageJson.version,
    answerMs: ASSISTANT_MS,
    clock,
  });
  const door = (path: string, own: readonly Route[]) => ({ path, routes: role === 'worker' ? [] : own, admit });
  const doors = [
    door('/api', withAuditing(routes, 'keys', sessions)),
    { ...door(GRAPHQL_PATH, queries), page: explorer.page, refusalForm: renderGraphqlErrors },
    { ...door(MCP_PATH, assistant), admit: admitFromKnownHost(admit, home) },
    ...(people ? [people.door] : []),
  ];
  const server = createApiServer({
    log,
    doors,
    open: [...open, document, rootRoute, ...explorer.files, ...(people?.open ?? [])],
    clientAddress,
    isProxy: (address) => isIn(settings.MDS_TRUSTED_PROXIES, address),
    shares,
    beginnings,
    timeouts: timeoutsOf(settings, role),
    hurried: options.hurried,
    certificate,
    shardNamed: (rawHeaders) => {
      const named = readCredentials(rawHeaders)?.shardID ?? '';
      return shards.has(named) ? named : '';
    },
    isLate: () => eventLoop.delayMs() > settings.MDS_MAX_DELAY_MS,
    observer: metrics.requests,
    onAnswered: keyUse.answered,
  });
  metrics.requests.watchLoad(() => server.load());
  metrics.requests.watchConnections(() => promisify(server.server.getConnections).call(server.server));
  server.addHook('onClose', async () => {
    eventLoop.stop();
    await Promise.all([keepingUse.stop(), seen.stop()]);
  });
  return server;
}

function providerOf(settings: Settings, timeoutSeconds = 5): Provider | undefined {
  const { MDS_OIDC_ISSUER: issuer, MDS_OIDC_CLIENT_ID: clientID, MDS_OIDC_CLIENT_SECRET: clientSecret } = settings;
  const verification = {
    claim: settings.MDS_OIDC_EMAIL_VERIFIED_CLAIM,
    trustedDomains: settings.MDS_OIDC_TRUSTED_DOMAINS,
  };
  return issuer === ''
    ? undefined
    : createProvider({ issuer, clientID, clientSecret, verification, clock: steadyClock, timeoutSeconds });
}

const HOUR = 3_600_000;
/** Maximum wait of an assistant request, so that the response is sent within 2 s. */
const ASSISTANT_MS = 1_800;
const KEY_USE_MS = 10_000;
/**
 * Response step for failed sign-ins: longer than the hashes for the maximum number of accounts, computed one after the
 * other.
 */
const FAILURE_STEP_MS = 1_000;

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

function aboutService(settings: Settings): AboutService {
  return {
    version: packageJson.version,
    mail: settings.MDS_SMTP_URL !== '',
    sessionHours: settings.MDS_SESSION_HOURS,
    historyDays: settings.MDS_HISTORY_DAYS,
    deliveryDays: settings.MDS_DELIVERY_DAYS,
    auditDays: settings.MDS_AUDIT_DAYS,
  };
}

function timeoutsOf(settings: Settings, role: ProcessRole) {
  return {
    headMs: settings.MDS_HEAD_TIMEOUT_MS,
    requestMs: settings.MDS_REQUEST_TIMEOUT_MS,
    answerMs: settings.MDS_ANSWER_TIMEOUT_MS,
    answerPace: settings.MDS_ANSWER_PACE_KIB * 1024,
    // A worker answers nobody who would have to go elsewhere.
    drainMs: role === 'worker' ? 0 : drainMsOf(settings),
  };
}
