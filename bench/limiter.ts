/** What the rate limit costs each request in memory, apart from HTTP. */
import { memoryRateLimit } from '../src/accounts/rate-limit.ts';
import type { Row } from './table.ts';

const CALLS = 500_000;
const KEYS = 1000;

export function limiterRow(): Row {
  const limit = memoryRateLimit({ limit: 300, windowMs: 60_000, clock: { now: () => performance.now() } });
  const keys = Array.from({ length: KEYS }, (_, n) => `mds_${n}`);
  const began = performance.now();
  for (let call = 0; call < CALLS; call++) limit.admit(keys[call % KEYS]!);
  const microseconds = ((performance.now() - began) * 1000) / CALLS;
  return {
    name: 'rate limit in memory',
    rate: 1e6 / microseconds,
    p50: microseconds / 1000,
    target: '< 0.005 ms',
    met: microseconds < 5,
  };
}
