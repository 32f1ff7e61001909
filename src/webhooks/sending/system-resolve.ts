/**
 * Looks names up as every other program on the machine does, its hosts file included. That takes a thread of the process for as
 * long as a name server keeps silent, and there are few threads; so names that are slow must not hold them all.
 */
import { lookup } from 'node:dns/promises';
import type { DialAddress, Resolve } from './guarded-lookup.ts';

/** A name that took longer than this is slow until it is quick again. */
const SLOW_MS = 1_000;
/** What is remembered of slow names, at most. */
const MAX_SLOW = 10_000;

/** The threads that lookups, files and ciphers share: as bin/mds.js or the operator says, else libuv's own default. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** `ask` is the system's own lookup; slow names together take at most half of the threads. */
export function makeSystemResolve(ask: Resolve = askSystem, slowAtOnce = Math.ceil(threads / 2)): Resolve {
  const asked = new Map<string, Promise<readonly DialAddress[]>>();
  const slow = new Set<string>();
  const waiting: (() => void)[] = [];
  let slowUnderWay = 0;

  async function inTurn(hostname: string): Promise<readonly DialAddress[]> {
    if (slowUnderWay === slowAtOnce) await new Promise<void>((turn) => waiting.push(turn));
    else slowUnderWay++;
    try {
      return await timed(hostname);
    } finally {
      const next = waiting.shift();
      if (next === undefined) slowUnderWay--;
      else next();
    }
  }

  async function timed(hostname: string): Promise<readonly DialAddress[]> {
    const started = performance.now();
    try {
      return await ask(hostname);
    } finally {
      if (performance.now() - started <= SLOW_MS) slow.delete(hostname);
      else if (slow.size < MAX_SLOW) slow.add(hostname);
    }
  }

  // Those who ask for a name that is being asked for share the answer.
  return (hostname) => {
    let answer = asked.get(hostname);
    if (answer === undefined) {
      answer = (slow.has(hostname) ? inTurn(hostname) : timed(hostname)).finally(() => asked.delete(hostname));
      asked.set(hostname, answer);
    }
    return answer;
  };
}

function askSystem(hostname: string): Promise<readonly DialAddress[]> {
  return lookup(hostname, { all: true });
}
