/** The closing tables of the fleet's soak, and which promise was kept. */
import type { Audit } from '../audit.ts';
import { percent, rounded, rowOf } from '../closing.ts';
import type { MemoryUsed } from '../memory.ts';
import { type Kind, kinds } from '../mix.ts';
import type { Ended, Latencies } from '../pacing.ts';
import type { Course } from './course.ts';
import type { Window } from './faults.ts';

export interface FleetFindings {
  readonly seconds: number;
  readonly latencies: Readonly<Record<Kind, Latencies>>;
  readonly troubles: readonly Ended[];
  readonly memories: Readonly<Record<string, MemoryUsed>>;
  readonly windows: readonly Window[];
  readonly acknowledged: number;
  readonly expected: number;
  readonly audited: Audit;
  readonly course: Course;
  readonly waiting: number;
  readonly switchedOff: number;
  /** Of the processes, at the end. */
  readonly exitCodes: readonly (number | null)[];
  /** Arrived more than once. */
  readonly again: number;
}

const MAX_GROWTH = 1.1;
/** A process that was started again grows for its first minutes, as any other; the middle third has to lie behind them. */
const WARM_SECONDS = 240;
const SETTLED_WITHIN_MS = 5_000;
const SHOWN = 10;

/** Prints it; tells whether every promise was kept. */
export function printFleetClosing(found: FleetFindings): boolean {
  const { seconds, latencies, memories, windows, audited, course } = found;
  const unexplained = found.troubles.filter((trouble) => !windows.some((window) => explains(window, trouble)));
  const p99 = course.settled.quantile(0.99);
  const failed = audited.states.failed ?? 0;
  const told = Object.entries(memories).filter(([, { seconds }]) => seconds >= WARM_SECONDS);
  const growing = told.filter(([, { thirds }]) => !(thirds[2] <= thirds[1] * MAX_GROWTH));
  const unmended = windows.filter(({ inTime }) => !inTime);
  const promises: [boolean, string, string][] = [
    [
      audited.lost.length === 0 && failed === 0 && found.waiting === 0,
      'every change arrives',
      `${audited.lost.length} lost and ${failed} failed of ${found.expected} deliveries of ${found.acknowledged} acknowledged changes, ${found.waiting} still wait; ${found.again} came more than once`,
    ],
    [
      course.overtaken.length + course.stale.length === 0,
      'each record arrives in order',
      `${course.overtaken.length} overtaken, ${course.stale.length} came once more after a newer version`,
    ],
    [
      p99 < SETTLED_WITHIN_MS,
      'settled within 5 s outside of the faults',
      `p99 ${rounded(p99)} ms of ${course.settled.total}, longest ${rounded(course.longestMs)} ms`,
    ],
    [
      unexplained.length === 0,
      'no request fails outside of the faults',
      `${found.troubles.length - unexplained.length} failed in them, ${unexplained.length} beyond them`,
    ],
    [
      unmended.length === 0,
      'it recovers by itself',
      unmended.map(({ name }) => `not in time: ${name}`).join(', ') || 'from every fault, in time',
    ],
    [
      growing.length === 0,
      'memory is flat',
      growing.map(([name]) => `${name} grows`).join(', ') ||
        `in ${told.length} processes that were watched long enough`,
    ],
    [found.switchedOff === 0, 'subscriptions stay on', `${found.switchedOff} switched off`],
    [
      found.exitCodes.every((code) => code === 0),
      'they end well',
      `SIGTERM, exit codes ${found.exitCodes.map((code) => code ?? 'killed').join(', ')}`,
    ],
  ];
  const asked = kinds.reduce((sum, kind) => sum + latencies[kind].total, 0);
  console.log(`\n${asked} requests in ${rounded(seconds)} s, ${rounded(asked / seconds)} a second`);
  console.table(Object.fromEntries(kinds.map((kind) => [kind, rowOf(latencies[kind])])));
  console.table(windows.map((window) => faultRow(window, found.troubles)));
  console.table(Object.fromEntries(Object.entries(memories).map(([name, memory]) => [name, memoryRow(memory)])));
  const states = Object.entries(audited.states).map(([state, count]) => `${count} ${state}`);
  console.log(`log: ${states.join(', ')}; ${audited.unacknowledged} of changes whose answer got lost`);
  for (const [kept, promise, figures] of promises) console.log(`${kept ? '✔' : '✖'} ${promise}: ${figures}`);
  for (const { kind, status, trouble } of unexplained.slice(0, SHOWN)) console.log(`  ${kind}: ${status} ${trouble}`);
  for (const one of [...audited.lost, ...course.overtaken, ...course.stale].slice(0, SHOWN)) console.log(`  ${one}`);
  return promises.every(([kept]) => kept);
}

/** Some of the request has to have happened in the window. */
function explains({ hits, from, to }: Window, { begun, ended }: Ended): boolean {
  return hits !== 'deliveries' && begun <= to && ended >= from;
}

function faultRow(window: Window, troubles: readonly Ended[]) {
  const { name, hits, from, mended, to } = window;
  return {
    fault: name,
    'mended s': mended === undefined ? 'never' : rounded((mended - from) / 1000),
    'window s': rounded((to - from) / 1000),
    hits,
    'requests failed': troubles.filter((trouble) => explains(window, trouble)).length,
  };
}

function memoryRow({ seconds, thirds, most }: MemoryUsed) {
  return {
    seconds: rounded(seconds),
    'thirds MB': thirds.map(rounded).join(', '),
    grown: percent(thirds[2] / thirds[1]),
    'most MB': rounded(most),
  };
}
