/** Whether the process lives, and whether it can answer: for load balancers and supervisors. */
import { Problem } from '../problems.ts';
import type { OpenRoute } from './open-route.ts';

/** `ready` gives what is wrong, nothing when all is well. Whoever asks while it looks gets what it finds. */
export function healthRoutes(ready: () => Promise<readonly string[]>): OpenRoute[] {
  let looking: Promise<readonly string[]> | undefined;
  const look = () => {
    looking ??= ready().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return [
    { path: '/healthz', heard: 'always', handle: () => ({ status: 200, body: '{"status":"ok"}' }) },
    {
      path: '/readyz',
      heard: 'until the end',
      async handle() {
        const faults = await look();
        if (faults.length === 0) return { status: 200, body: '{"status":"ready"}' };
        return new Problem('unavailable', faults.join(' '), { headers: { 'Retry-After': '5' } });
      },
    },
  ];
}
