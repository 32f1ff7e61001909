/** How long what a test starts lives, and in which order it ends: what came last first, as pages before their service and that before its database. */
import { AsyncResource } from 'node:async_hooks';
import { after } from 'node:test';

/** What has an end: a test, or all tests of a process. */
export interface Lifetime {
  after(end: () => unknown): void;
}

const known = new WeakMap<Lifetime, Lifetime>();

/** The same lifetime, which ends what came last first; Node ends what came first first. */
export function lastFirst(lifetime: Lifetime): Lifetime {
  const before = known.get(lifetime);
  if (before !== undefined) return before;
  const ends: (() => unknown)[] = [];
  const turned: Lifetime = {
    after(end) {
      if (ends.length === 0) lifetime.after(() => endAll(ends));
      ends.push(end);
    },
  };
  known.set(lifetime, turned);
  known.set(turned, turned);
  return turned;
}

/** One that fails keeps no other from its end. */
async function endAll(ends: (() => unknown)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const end of ends.reverse()) {
    try {
      await end();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** What is said in here is said of no test that happens to run. */
const outside = new AsyncResource('all tests of the process');

/** The lifetime of all tests of a process, for what they share. */
export const wholeProcess = lastFirst({
  after: (end) => outside.runInAsyncScope(() => after(async () => void (await end()))),
});
