/** Whether the process lives, and whether it can answer: for load balancers and supervisors. */
import { Problem } from '../problems.ts';
import type { PublicRoute } from './public-route.ts';
import type { ApiResponse } from './route.ts';

/** Resolves when a shard can be served; rejects with what is wrong. */
type Look = () => Promise<void>;

/** By shard: how it is found out whether that one can be served. Whoever asks while it looks gets what it finds. */
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

/** Ready with the first that can be served: the others may be silent, and a balancer waits for no more than a second. */
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
