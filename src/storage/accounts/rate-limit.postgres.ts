/**
 * The rate limit of all instances that share a database: the database counts, exactly, and an instance remembers a
 * refusal for a second, so that a client that keeps asking costs the database next to nothing; another instance may give back what it
 * was refused for. Where a key stands that is refused for anything else is not counted either, and is asked once a second at most.
 */
import type {
  RateLimit,
  RateLimitAdmission,
  RateLimitDecision,
  RateLimitRefusal,
  RateLimitStatus,
  RatePolicy,
} from '../../accounts/rate-limit.ts';
import type { Clock } from '../../lib/time.ts';
import { type Pool, type PreparedStatement, queryFromPool } from '../postgres/connection.ts';
import { translateFailures } from '../postgres/failures.ts';

/** Time for which a cached status, or a refusal, is used, unless this instance counts another request. */
const STATUS_CACHE_MS = 1_000;
/** For which a statement may wait for its connection: it is looked so much further back for the request that it is about. */
const MAX_CONNECTION_WAIT_MS = 1_000;

/** Creates the rate limit. `clock` must not run backwards. */
export function createPostgresRateLimit(
  pool: Pool,
  { limit, windowMs, clock }: RatePolicy & { clock: Clock },
): RateLimit {
  if (limit === 0) return { admit: () => unlimited, recount: () => unlimited, standing: () => unlimited };
  const refusals = new Map<string, { readonly until: number; readonly endsOn: number }>();
  const standings = new Map<string, { readonly until: number; readonly standing: Promise<RateLimitStatus> }>();

  return {
    admit(key) {
      return refused(key) ?? count(key, async () => remembered(key, await ask(key, admitRequest, [1, 1])));
    },
    async recount(key, units, since = Number.NEGATIVE_INFINITY) {
      const lookedAtMs = clock.now() - since + MAX_CONNECTION_WAIT_MS;
      // Where it may have left the window, what is there may be another's.
      if (lookedAtMs > windowMs) return count(key, () => ask(key, admitRequest, [units - 1, units]));
      const admission = await count(key, () => ask(key, recountRequest, [units, Math.ceil(lookedAtMs * 1000)]));
      // There is one more left than when another was refused meanwhile.
      if (!admission.admitted) refusals.delete(key);
      return admission;
    },
    standing(key) {
      const past = refused(key);
      if (past !== undefined) return past;
      const known = standings.get(key);
      if (known !== undefined && clock.now() <= known.until) return known.standing;
      const standing = translateFailures(() => ask(key, admitRequest, [0, 1])).then(told);
      forgetPast(standings);
      standings.set(key, { until: clock.now() + STATUS_CACHE_MS, standing });
      standing.catch(() => standings.delete(key));
      return standing;
    },
  };

  function refused(key: string): RateLimitRefusal | undefined {
    const known = refusals.get(key);
    if (known === undefined) return undefined;
    const now = clock.now();
    if (now <= known.until) return refusal(limit, 0, known.endsOn - now);
    refusals.delete(key);
    return undefined;
  }

  /**
   * Counts a request and drops the cached status of the key. A status requested at the same time may not include the
   * request, so it is dropped as well.
   */
  function count(key: string, counting: () => Promise<Answer>): Promise<RateLimitDecision> {
    standings.delete(key);
    return translateFailures(counting)
      .then(told)
      .finally(() => standings.delete(key));
  }

  async function ask(
    key: string,
    statement: PreparedStatement,
    more: readonly [units: number, number],
  ): Promise<Answer> {
    const [row] = await queryFromPool<Answer>(pool, statement, [key, limit, windowMs * 1000, ...more]);
    return row!;
  }

  /** Of one that is worth one: what is worth several is refused for longer, and others are not for it. */
  function remembered(key: string, answer: Answer): Answer {
    if (answer.admitted) return answer;
    forgetPast(refusals);
    // Counted from the arrival of the answer, so a little late: a remembered refusal never ends before the real one.
    const endsOn = clock.now() + answer.reset_us / 1000;
    refusals.set(key, { until: Math.min(endsOn, clock.now() + STATUS_CACHE_MS), endsOn });
    return answer;
  }

  function told({ admitted, remaining, reset_us }: Answer): RateLimitDecision {
    if (!admitted) return refusal(limit, remaining, reset_us / 1000);
    return { admitted, limit, remaining, resetSeconds: Math.max(1, Math.ceil(reset_us / 1_000_000)) };
  }

  function forgetPast(remembered: Map<string, { readonly until: number }>): void {
    if (remembered.size < 1000) return;
    const now = clock.now();
    for (const [key, { until }] of remembered) if (until < now) remembered.delete(key);
  }
}

/** Answer of the database. */
interface Answer {
  readonly admitted: boolean;
  readonly remaining: number;
  readonly reset_us: number;
}

/** A request exactly when the oldest leaves still meets it, so whole seconds are followed by one more. */
function refusal(limit: number, remaining: number, waitMs: number): RateLimitRefusal {
  const retryAfterSeconds = Math.floor(waitMs / 1000) + 1;
  return { admitted: false, limit, remaining, resetSeconds: retryAfterSeconds, retryAfterSeconds };
}

const unlimited: RateLimitAdmission = { admitted: true, limit: 0, remaining: 0, resetSeconds: 0 };

/** A refusal says when as many as the last value are admitted. */
const admitRequest: PreparedStatement = {
  name: 'admit_request',
  text: 'SELECT admitted, remaining, reset_us FROM admit_request($1, $2, $3, $4, $5)',
};

const recountRequest: PreparedStatement = {
  name: 'recount_request',
  text: 'SELECT admitted, remaining, reset_us FROM recount_request($1, $2, $3, $4, $5)',
};
