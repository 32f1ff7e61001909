/** The only file that knows every room: builds the parts and connects them. */
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { makeAuthenticator } from './accounts/authenticate.ts';
import { makeClientAddress } from './accounts/client-address.ts';
import { makeFailedAttempts } from './accounts/failed-attempts.ts';
import { systemClock } from './kernel/time.ts';
import { makeAdmit } from './rest/admission.ts';
import { healthRoutes } from './rest/health.ts';
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

  return buildServer({
    log,
    routes: apiRoutes({
      policy,
      records: ({ account }) => shardOf(account.shardID).records(account),
      patchLimits: { operations: settings.MDS_PATCH_OPERATIONS, depth: settings.MDS_PATCH_DEPTH },
    }),
    open: healthRoutes(() => faultsOf(shards)),
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

export function makeLog(settings: Settings): Logger {
  return pino({ level: settings.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

async function faultsOf(shards: ReadonlyMap<string, Shard>): Promise<string[]> {
  const faults: string[] = [];
  for (const shard of shards.values()) {
    await shard.ping().catch((error: Error) => faults.push(`Shard ${shard.id}: ${error.message}`));
  }
  return faults;
}
