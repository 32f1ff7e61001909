/** The only file that knows every room: builds the parts and connects them. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { makeAuthenticator } from './accounts/authenticate.ts';
import { makeClientAddress } from './accounts/client-address.ts';
import { makeFailedAttempts } from './accounts/failed-attempts.ts';
import { systemClock } from './kernel/time.ts';
import { makeAdmit } from './rest/admission.ts';
import { healthRoutes } from './rest/health.ts';
import { OPENAPI_PATH, openApiRoute } from './rest/openapi/route.ts';
import { REFERENCE_PATH, referencePage } from './rest/reference-page.ts';
import { apiRoutes } from './rest/routes.ts';
import { buildServer } from './rest/server.ts';
import { type Settings, SettingsError } from './settings.ts';
import type { Shard } from './storage/shard.ts';
import { type AddressGuard, isLoopback, makeAddressGuard } from './webhooks/address-guard.ts';
import { startLanes } from './webhooks/lanes.ts';
import { keepPruning } from './webhooks/retention.ts';
import { makeSender } from './webhooks/send.ts';
import { makeSlots } from './webhooks/slots.ts';

/** Milliseconds that never run backwards, whatever happens to the machine's date: limits are counted by it. */
const steadyClock = { now: () => performance.now() };

/** What this process does: answer requests, deliver webhooks, or both. */
export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

export function buildApp(
  settings: Settings,
  shards: ReadonlyMap<string, Shard>,
  log: Logger,
  role: Role = 'all',
): FastifyInstance {
  const policy = { limit: settings.MDS_RATE_LIMIT, windowMs: 60_000 };
  const shardOf = (shardID: string) => shards.get(shardID)!;
  const each = <Part>(part: (shard: Shard) => Part) => new Map([...shards].map(([id, shard]) => [id, part(shard)]));

  const patchLimits = { operations: settings.MDS_PATCH_OPERATIONS, depth: settings.MDS_PATCH_DEPTH };
  const routes = apiRoutes({
    policy,
    records: ({ account }) => shardOf(account.shardID).records(account),
    subscriptions: ({ account, integration }) => shardOf(account.shardID).subscriptions(account, integration.id),
    deliveryLog: ({ account, integration }) => shardOf(account.shardID).deliveryLog(account, integration.id),
    subscriptionLimit: settings.MDS_WEBHOOK_SUBSCRIPTIONS,
    guard: makeGuard(settings),
    patchLimits,
  });
  const health = healthRoutes(() => faultsOf(shards));
  const described = [...health, { path: REFERENCE_PATH }];
  const document = openApiRoute({ version: packageJson.version, routes, open: described, patchLimits });

  return buildServer({
    log,
    routes: role === 'worker' ? [] : routes,
    open: [...health, document, ...referencePage(OPENAPI_PATH)],
    admit: makeAdmit({
      policy,
      authenticator: makeAuthenticator({ shards: each((shard) => shard.accounts), clock: systemClock }),
      // Failed credentials have the limit of good ones; switching that off leaves this one in place.
      failedAttempts: makeFailedAttempts({ limit: 300, windowMs: policy.windowMs, clock: steadyClock }),
      clientAddress: makeClientAddress(settings.MDS_TRUSTED_PROXIES),
      rateLimits: each((shard) => shard.rateLimit(policy)),
    }),
  });
}

export interface Delivering {
  /** Sends nothing more, settles what is out, and resolves after `withinMs` at the latest. */
  stop(withinMs: number): Promise<void>;
}

/** Delivers the webhooks of all shards. Throws where a setting turns out to be unusable. */
export function startDelivering(settings: Settings, shards: ReadonlyMap<string, Shard>, log: Logger): Delivering {
  const extraCertificates = readCertificates(settings.MDS_WEBHOOK_CA_FILE);
  const sender = makeSender({
    guard: makeGuard(settings),
    timeoutMs: settings.MDS_WEBHOOK_TIMEOUT_MS,
    clock: systemClock,
    verifyLoopback: !trustsLoopback(settings),
    ...(extraCertificates !== undefined && { extraCertificates }),
  });
  const slots = makeSlots(settings.MDS_WEBHOOK_CONCURRENCY);
  const stopped = new AbortController();
  const onFailure = (failure: unknown) => log.warn({ err: failure }, 'old deliveries could not be deleted');
  const kept = { deliveryDays: settings.MDS_DELIVERY_DAYS, eventDays: settings.MDS_EVENT_DAYS };
  const lanes = [...shards.values()].map(({ deliveries: queue }) =>
    startLanes({ queue, slots, sender, retryMs: settings.MDS_WEBHOOK_RETRY_MS, clock: systemClock, log }),
  );
  const pruning = [...shards.values()].map(({ archive }) =>
    keepPruning({ archive, clock: systemClock, ...kept, ...PRUNING, onFailure }, stopped.signal),
  );
  return {
    async stop(withinMs) {
      stopped.abort();
      await Promise.all([...lanes.map((one) => one.stop(withinMs)), ...pruning]);
      // Attempts that were given up end by themselves; nobody waits for them.
      void sender.close();
    },
  };
}

const PRUNING = { everyMs: 10 * 60_000, pauseMs: 20 };

function makeGuard(settings: Settings): AddressGuard {
  return makeAddressGuard({ allow: settings.MDS_WEBHOOK_ALLOW, allowLoopback: trustsLoopback(settings) });
}

/** A newcomer's first receiver, on this machine and with a certificate of its own making, works under plain `npm start`. */
export function trustsLoopback({ MDS_BOOTSTRAP, HOST }: Settings): boolean {
  return MDS_BOOTSTRAP === 'demo' && (HOST === 'localhost' || isLoopback(HOST));
}

function readCertificates(file: string): string | undefined {
  if (file === '') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`MDS_WEBHOOK_CA_FILE cannot be read: ${(error as Error).message}`);
  }
}

/** Lines are gathered and written four times a second or when there are 16 KiB of them: a write each would cost as much as the request. */
export function makeLog(settings: Settings): Logger {
  const destination = pino.destination({ sync: false, minLength: 16 * 1024, periodicFlush: 250 });
  process.once('exit', () => destination.flushSync());
  return pino({ level: settings.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

async function faultsOf(shards: ReadonlyMap<string, Shard>): Promise<string[]> {
  const faults: string[] = [];
  for (const shard of shards.values()) {
    await shard.ping().catch((error: Error) => faults.push(`Shard ${shard.id}: ${error.message}`));
  }
  return faults;
}
