/**
 * Limits failed authentications per IP address. Counts and refuses failures only, so a client with a valid key is never
 * blocked by others behind the same address.
 */
import type { Clock } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { clientNetwork } from './ip-address.ts';
import type { RatePolicy } from './rate-limit.ts';
import { inSeconds, windowSeconds } from './rate-limit-headers.ts';
import { RecentlyUsed } from './recently-used.ts';
import { SlidingWindow } from './sliding-window.ts';

export interface FailedAttempts {
  /** Counts a failure from the address; returns a refusal if there were too many, else undefined. */
  count(address: string): Problem | undefined;
}

/**
 * Creates the limiter. `clock` must be monotonic. Memory is bounded by `maxAddresses`, even if an attacker uses ever
 * new addresses.
 */
export function createFailedAttempts({
  limit,
  windowMs,
  clock,
  maxAddresses = 20_000,
}: RatePolicy & { clock: Clock; maxAddresses?: number }): FailedAttempts {
  if (limit === 0) return { count: () => undefined };
  const failures = new RecentlyUsed<SlidingWindow>(maxAddresses);

  return {
    count(address) {
      const client = clientNetwork(address);
      let window = failures.get(client);
      if (window === undefined) {
        window = new SlidingWindow(limit, windowMs);
        failures.set(client, window);
      }
      const admission = window.admit(clock.now());
      if (admission.admitted) return undefined;
      const { retryAfterSeconds } = admission;
      const rate = `${limit} requests in ${windowSeconds({ limit, windowMs })} seconds`;
      return new Problem(
        'rate_limited',
        `This address has sent ${rate} with credentials that do not hold. Try again after ` +
          `${inSeconds(retryAfterSeconds)}; requests with good credentials are accepted at any time.`,
        { headers: { 'Retry-After': String(retryAfterSeconds) } },
      );
    },
  };
}
