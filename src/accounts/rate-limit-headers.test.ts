import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateLimited, rateLimitHeaders } from './rate-limit-headers.ts';

const policy = { limit: 300, windowMs: 60_000 };

test('an admitted request is told the policy and what is left of it, as structured fields', () => {
  assert.deepEqual(rateLimitHeaders({ limit: 300, remaining: 299, resetSeconds: 60 }, policy), {
    RateLimit: '"default";r=299;t=60',
    'RateLimit-Policy': '"default";q=300;w=60',
  });
});

test('a refusal carries the same fields and a Retry-After that agrees with them', () => {
  const refusal = { admitted: false, limit: 300, remaining: 0, resetSeconds: 17, retryAfterSeconds: 17 } as const;
  const problem = rateLimited(refusal, policy);
  assert.equal(problem.status, 429);
  assert.deepEqual(problem.headers, {
    'Retry-After': '17',
    RateLimit: '"default";r=0;t=17',
    'RateLimit-Policy': '"default";q=300;w=60',
  });
  assert.match(problem.detail, /300 requests in 60 seconds.* after 17 seconds\./);
});

test('one second is written as one', () => {
  const refusal = { admitted: false, limit: 5, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 } as const;
  assert.match(rateLimited(refusal, policy).detail, /after 1 second\./);
});

test('a limit that is switched off shows no fields', () => {
  const off = { admitted: true, limit: 0, remaining: 0, resetSeconds: 0 } as const;
  assert.deepEqual(rateLimitHeaders(off, { limit: 0, windowMs: 60_000 }), {});
});
