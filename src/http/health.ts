/** Liveness and readiness checks for load balancers and supervisors. */
import { Problem } from '../problems.ts';
import type { PublicRoute } from './public-route.ts';
import type { ApiResponse } from './route.ts';

/** Readiness check of a shard: resolves if it is available, rejects with the reason if not. */
type Look = () => Promise<void>;

/**
 * Creates the health routes; `shards` contains the readiness check of each shard. Concurrent requests share one check.
 */
export function healthRoutes(shards: ReadonlyMap<string, Look>): PublicRoute[] {
  const looks = new Map(Array.from(shards, ([shardID, look]) => [shardID, shared(naming(shardID, look))]));
  return [
    { path: '/healthz', heard: 'always', handle: () => ({ status: 200, body: '{"status":"ok"}' }) },
    {
      path: '/readyz',
      heard: 'until the end',
      async handle({ query }) {
        const shardID = new URLSearchParams(query).get('shard');
        if (shardID === null) return readiness([...looks.values()]);
        const look = looks.get(shardID);
        return look === undefined ? new Problem('not_found', `There is no shard ${shardID} here.`) : readiness([look]);
      },
    },
  ];
}

/** Reports ready once any shard is available. The others may not answer, and a load balancer waits at most a second. */
async function readiness(looks: readonly Look[]): Promise<ApiResponse | Problem> {
  try {
    await Promise.any(looks.map((look) => look()));
    return { status: 200, body: '{"status":"ready"}' };
  } catch (failure) {
    const { errors } = failure as AggregateError;
    const detail = errors.map(({ message }: Error) => message).join(' ');
    return new Problem('unavailable', detail, { headers: { 'Retry-After': '5' } });
  }
}

function naming(shardID: string, look: Look): Look {
  return () =>
    look().catch((failure: Error) => {
      throw new Error(`Shard ${shardID}: ${failure.message}`);
    });
}

function shared(look: Look): Look {
  let looking: Promise<void> | undefined;
  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
