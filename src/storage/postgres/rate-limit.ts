/**
 * The rate limit of all instances that share a database: the database counts, exactly, and an instance remembers a
 * refusal until its end, so that a client that keeps asking costs the database nothing.
 */
import type { Admission, Admitted, RateLimit, RatePolicy, Refusal } from '../../accounts/rate-limit.ts';
import type { Clock } from '../../kernel/time.ts';
import { type Pool, read, type Statement } from './connection.ts';
import { answering } from './failures.ts';

/** `clock` must not run backwards. */
export function postgresRateLimit(pool: Pool, { limit, windowMs, clock }: RatePolicy & { clock: Clock }): RateLimit {
  if (limit === 0) return { admit: () => unlimited };
  const refusedUntil = new Map<string, number>();

  return {
    admit(key, units = 1, again = units) {
      const until = refusedUntil.get(key);
      if (until !== undefined) {
        const waitMs = until - clock.now();
        if (waitMs >= 0) return refusal(limit, 0, waitMs);
        refusedUntil.delete(key);
      }
      return answering(() => ask(key, units, again));
    },
  };

  async function ask(key: string, units: number, again: number): Promise<Admission> {
    const [row] = await read<{ admitted: boolean; remaining: number; reset_us: number }>(pool, admitRequest, [
      key,
      limit,
      windowMs * 1000,
      units,
      again,
    ]);
    const { admitted, remaining, reset_us } = row!;
    const resetMs = reset_us / 1000;
    if (admitted) return { admitted, limit, remaining, resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)) };
    // Another one, of less, may still be admitted.
    if (again > 1) return refusal(limit, remaining, resetMs);
    forgetPast();
    // Counted from the arrival of the answer, so a little late: a remembered refusal never ends before the real one.
    refusedUntil.set(key, clock.now() + resetMs);
    return refusal(limit, 0, resetMs);
  }

  function forgetPast(): void {
    if (refusedUntil.size < 1000) return;
    const now = clock.now();
    for (const [key, until] of refusedUntil) if (until < now) refusedUntil.delete(key);
  }
}

/** A request exactly when the oldest leaves still meets it, so whole seconds are followed by one more. */
function refusal(limit: number, remaining: number, waitMs: number): Refusal {
  const retryAfterSeconds = Math.floor(waitMs / 1000) + 1;
  return { admitted: false, limit, remaining, resetSeconds: retryAfterSeconds, retryAfterSeconds };
}

const unlimited: Admitted = { admitted: true, limit: 0, remaining: 0, resetSeconds: 0 };

const admitRequest: Statement = {
  name: 'admit_request',
  text: 'SELECT admitted, remaining, reset_us FROM admit_request($1, $2, $3, $4, $5)',
};
