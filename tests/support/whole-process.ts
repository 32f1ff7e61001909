/** The lifetime of all tests of a process, for what they share. */
import { AsyncResource } from 'node:async_hooks';
import { after } from 'node:test';
import type { Lifetime } from './app.ts';

/** What is said in here is said of no test that happens to run. */
const outside = new AsyncResource('all tests of the process');
const ends: (() => unknown)[] = [];

export const wholeProcess: Lifetime = {
  after(end) {
    if (ends.length === 0) outside.runInAsyncScope(() => after(endAll));
    ends.push(end);
  },
};

/** What came last first: a service before its database. */
async function endAll(): Promise<void> {
  for (const end of ends.reverse()) await end();
}
