/**
 * How often one address may offer credentials that do not hold. Only failures are counted and only failures are refused,
 * so a client with a good key is never shut out by its neighbours behind the same address.
 */
import type { Clock } from '../lib/time.ts';
import { Problem } from '../problems.ts';
import { clientNetwork } from './ip-address.ts';
import type { RatePolicy } from './rate-limit.ts';
import { inSeconds, windowSeconds } from './rate-limit-headers.ts';
import { RecentlyUsed } from './recently-used.ts';
import { SlidingWindow } from './sliding-window.ts';

export interface FailedAttempts {
  /** Counts a failure from the address; the refusal to answer it with when there were too many, else undefined. */
  count(address: string): Problem | undefined;
}

/** `clock` must not run backwards. An attacker with ever new addresses cannot make this grow beyond `maxAddresses`. */
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
