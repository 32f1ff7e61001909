/** The only file that knows every room: builds the parts and connects them. */
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
import type { Settings } from './settings.ts';
import type { Shard } from './storage/shard.ts';

/** Milliseconds that never run backwards, whatever happens to the machine's date: limits are counted by it. */
const steadyClock = { now: () => performance.now() };

export function buildApp(settings: Settings, shards: ReadonlyMap<string, Shard>, log: Logger): FastifyInstance {
  const policy = { limit: settings.MDS_RATE_LIMIT, windowMs: 60_000 };
  const shardOf = (shardID: string) => shards.get(shardID)!;
  const each = <Part>(part: (shard: Shard) => Part) => new Map([...shards].map(([id, shard]) => [id, part(shard)]));

  const patchLimits = { operations: settings.MDS_PATCH_OPERATIONS, depth: settings.MDS_PATCH_DEPTH };
  const routes = apiRoutes({
    policy,
    records: ({ account }) => shardOf(account.shardID).records(account),
    patchLimits,
  });
  const health = healthRoutes(() => faultsOf(shards));
  const described = [...health, { path: REFERENCE_PATH }];
  const document = openApiRoute({ version: packageJson.version, routes, open: described, patchLimits });

  return buildServer({
    log,
    routes,
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
