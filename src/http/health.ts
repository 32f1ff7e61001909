/** Whether the process lives, and whether it can answer: for load balancers and supervisors. */
import { Problem } from '../problems.ts';
import type { OpenRoute } from './server.ts';

/** `ready` gives what is wrong, nothing when all is well. */
export function healthRoutes(ready: () => Promise<readonly string[]>): OpenRoute[] {
  return [
    { path: '/healthz', always: true, handle: () => ({ status: 200, body: '{"status":"ok"}' }) },
    {
      path: '/readyz',
      async handle() {
        const faults = await ready();
        if (faults.length === 0) return { status: 200, body: '{"status":"ready"}' };
        return new Problem('unavailable', faults.join(' '), { headers: { 'Retry-After': '5' } });
      },
    },
  ];
}
