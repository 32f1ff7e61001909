/** What is done to the fleet, one after the other, and the windows in which that explains what goes wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SilencingProxy } from '../../support/silencing-proxy.ts';
import type { Fleet, Member } from './members.ts';

/** Epoch milliseconds, from the fault until it was mended and a grace has passed. */
export interface Window {
  readonly name: string;
  readonly hits: 'requests' | 'deliveries' | 'both';
  readonly from: number;
  /** When everything was in its place again; undefined where it never was. */
  readonly mended: number | undefined;
  readonly to: number;
  readonly inTime: boolean;
}

interface Fault {
  readonly name: string;
  /** What may go wrong by it: a worker that dies is no reason for a request to fail. */
  readonly hits: Window['hits'];
  /** Where in the run it begins. */
  readonly at: number;
  /** How long it may take until it is mended, and how long its effects may last then. */
  readonly mendedWithinMs: number;
  readonly graceMs: number;
  /** Resolves when it is mended. */
  readonly strike: (fleet: Fleet, proxy: SilencingProxy) => Promise<unknown>;
}

/** A new process is up by then, on a machine that has much to do. */
const STARTED_MS = 30_000;
/** Past every lease: the other worker has taken over all there is. */
const ASLEEP_MS = 33_000;
/** The lanes of a worker that died are leased until then. */
const TAKEOVER_MS = 20_000;
const GIVEN_UP_MS = 60_000;
const PROMPT_MS = 1_000;

export const faults: readonly Fault[] = [
  {
    name: 'an api process is killed',
    hits: 'requests',
    at: 0.15,
    mendedWithinMs: STARTED_MS,
    graceMs: 1_000,
    strike: ({ apis }) => apis[0].replace(),
  },
  {
    name: 'a worker is killed',
    hits: 'deliveries',
    at: 0.3,
    mendedWithinMs: STARTED_MS,
    graceMs: TAKEOVER_MS,
    strike: ({ workers }) => workers[0].replace(),
  },
  {
    name: 'a worker sleeps for 33 s',
    hits: 'deliveries',
    at: 0.45,
    mendedWithinMs: 2 * ASLEEP_MS,
    graceMs: 5_000,
    async strike({ workers: [, worker] }) {
      process.kill(worker.pid, 'SIGSTOP');
      await sleep(ASLEEP_MS);
      process.kill(worker.pid, 'SIGCONT');
    },
  },
  {
    name: 'the database goes silent on every connection there is',
    hits: 'both',
    at: 0.75,
    mendedWithinMs: 15_000,
    graceMs: 5_000,
    async strike({ members }, proxy) {
      proxy.silence('pass');
      await Promise.all(members.map(untilPrompt));
    },
  },
];

/** Resolves with the windows when the last one is mended. */
export async function strikeAll(
  fleet: Fleet,
  proxy: SilencingProxy,
  seconds: number,
  say: (text: string) => void,
): Promise<Window[]> {
  const began = Date.now();
  const windows: Window[] = [];
  for (const { name, hits, at, mendedWithinMs, graceMs, strike } of faults) {
    await sleep(Math.max(0, began + at * seconds * 1000 - Date.now()));
    say(name);
    const from = Date.now();
    const mended = await Promise.race([
      strike(fleet, proxy).then(() => Date.now()),
      sleep(GIVEN_UP_MS, undefined, { ref: false }),
    ]);
    const over = mended ?? Date.now();
    say(mended === undefined ? `not mended after ${over - from} ms` : `mended after ${over - from} ms`);
    windows.push({ name, hits, from, mended, to: over + graceMs, inTime: over - from <= mendedWithinMs });
  }
  return windows;
}

/** Ready three times in a row, each time at once. */
async function untilPrompt({ url }: Member): Promise<void> {
  for (let times = 0; times < 3; ) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROMPT_MS) }).catch(() => undefined);
    times = answer?.status === 200 ? times + 1 : 0;
    await sleep(100);
  }
}
