/** The closing table: what was asked, what came of it, and which promise was kept. */
import type { Audit } from './audit.ts';
import type { Endpoint } from './endpoint.ts';
import type { MemoryUsed } from './memory.ts';
import { type Kind, kinds } from './mix.ts';
import type { Ended, Latencies } from './pacing.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';

export interface Findings {
  readonly seconds: number;
  readonly latencies: Readonly<Record<Kind, Latencies>>;
  readonly troubles: readonly Ended[];
  readonly memory: MemoryUsed;
  /** When the database was away, as seen from outside; epoch milliseconds. */
  readonly away: { readonly from: number; readonly to: number };
  readonly acknowledged: number;
  readonly expected: number;
  readonly audited: Audit;
  readonly waiting: number;
  readonly endpoint: Endpoint['counts'];
  readonly switchedOff: number;
  readonly exitCode: number | null;
}

/** Less in the last third is no leak. */
const MAX_GROWTH = 1.1;
const MAX_AWAY_MS = 30_000;
const SHOWN = 10;

/** Prints it; tells whether every promise was kept. */
export function printClosing(found: Findings): boolean {
  const { seconds, latencies, memory, away, audited, endpoint } = found;
  const unexplained = found.troubles.filter((trouble) => !isExplained(trouble, away));
  const [, middle, last] = memory.thirds;
  const promises: [boolean, string, string][] = [
    [
      last <= middle * MAX_GROWTH,
      'memory is flat',
      `${memory.thirds.map(rounded).join(', ')} MB in the three thirds, from the second to the third ${percent(last / middle)}; ${rounded(memory.most)} at most`,
    ],
    [
      audited.lost.length === 0 && found.waiting === 0,
      'no event is lost',
      `${audited.lost.length} lost of ${found.expected} deliveries of ${found.acknowledged} acknowledged changes, ${found.waiting} still wait`,
    ],
    [
      unexplained.length === 0,
      'nothing fails but by the restart',
      `${found.troubles.length - unexplained.length} times 503 in it, ${unexplained.length} troubles beyond it`,
    ],
    [
      away.to - away.from < MAX_AWAY_MS,
      'the database comes back by itself',
      `ready ${rounded(away.to - away.from)} ms after the restart began`,
    ],
    [found.switchedOff === 0, 'subscriptions stay on', `${SUBSCRIPTIONS - found.switchedOff} of ${SUBSCRIPTIONS}`],
    [found.exitCode === 0, 'it ends well', `SIGTERM, exit code ${found.exitCode}`],
  ];
  const asked = kinds.reduce((sum, kind) => sum + latencies[kind].total, 0);
  console.log(`\n${asked} requests in ${rounded(seconds)} s, ${rounded(asked / seconds)} a second`);
  console.table(Object.fromEntries(kinds.map((kind) => [kind, rowOf(latencies[kind])])));
  const { answered, again, refused, reset, ignored } = endpoint;
  console.log(
    `endpoint: ${answered} taken (${again} again), ${refused} answered 500, ${reset} reset, ${ignored} ignored`,
  );
  const states = Object.entries(audited.states).map(([state, count]) => `${count} ${state}`);
  console.log(`log: ${states.join(', ')}; ${audited.unacknowledged} of changes whose answer got lost in the restart`);
  for (const [kept, promise, figures] of promises) console.log(`${kept ? '✔' : '✖'} ${promise}: ${figures}`);
  for (const { kind, status, trouble } of unexplained.slice(0, SHOWN)) console.log(`  ${kind}: ${status} ${trouble}`);
  for (const one of audited.lost.slice(0, SHOWN)) console.log(`  ${one}`);
  return promises.every(([kept]) => kept);
}

/** Some of it has to have happened while the database was away. */
function isExplained({ status, begun, ended }: Ended, { from, to }: Findings['away']): boolean {
  return status === 503 && begun <= to && ended >= from;
}

export function rowOf(latencies: Latencies): Record<string, string | number> {
  const [p50, p99] = [latencies.quantile(0.5), latencies.quantile(0.99)];
  return { requests: latencies.total, 'p50 ms': rounded(p50), 'p99 ms': rounded(p99) };
}

export function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

export function percent(ratio: number): string {
  return `${ratio < 1 ? '' : '+'}${((ratio - 1) * 100).toFixed(1)} %`;
}
