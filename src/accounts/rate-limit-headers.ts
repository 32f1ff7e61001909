/**
 * Rate limit headers (IETF draft "RateLimit header fields for HTTP", structured fields): the policy, the remaining
 * quota and, on refusal, when to retry.
 */
import { Problem } from '../problems.ts';
import type { RateLimitRefusal, RateLimitStatus, RatePolicy } from './rate-limit.ts';

/** Returns the headers of every response to a valid key, including refusals; empty if the limit is off. */
export function rateLimitHeaders(standing: RateLimitStatus, policy: RatePolicy): Record<string, string> {
  if (standing.limit === 0) return {};
  return {
    RateLimit: `"default";r=${standing.remaining};t=${standing.resetSeconds}`,
    'RateLimit-Policy': `"default";q=${standing.limit};w=${windowSeconds(policy)}`,
  };
}

/** Creates the refusal, including the headers above. */
export function rateLimited(refusal: RateLimitRefusal, policy: RatePolicy, who = 'One API key'): Problem {
  const rate = `${refusal.limit} requests in ${windowSeconds(policy)} seconds`;
  return new Problem(
    'rate_limited',
    `${who} may make ${rate}. A request is accepted again after ${inSeconds(refusal.retryAfterSeconds)}.`,
    { headers: { 'Retry-After': String(refusal.retryAfterSeconds), ...rateLimitHeaders(refusal, policy) } },
  );
}

export function windowSeconds(policy: RatePolicy): number {
  return Math.ceil(policy.windowMs / 1000);
}

export function inSeconds(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
