/**
 * The header fields that tell a client where it stands (IETF draft "RateLimit header fields for HTTP", structured
 * fields): the policy, what is left of it, and on a refusal when to come back.
 */
import { Problem } from '../problems.ts';
import type { RateLimitRefusal, RateLimitStatus, RatePolicy } from './rate-limit.ts';

/** What every answer to a valid key carries, the refusals included; nothing where the limit is switched off. */
export function rateLimitHeaders(standing: RateLimitStatus, policy: RatePolicy): Record<string, string> {
  if (standing.limit === 0) return {};
  return {
    RateLimit: `"default";r=${standing.remaining};t=${standing.resetSeconds}`,
    'RateLimit-Policy': `"default";q=${standing.limit};w=${windowSeconds(policy)}`,
  };
}

/** The refusal itself; its answer carries the fields above as well. */
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
