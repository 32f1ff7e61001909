/** One attack: how the other account fares beside it, against how it fares in quiet, and whether that is good enough. */
import { quantile } from '../../bench/statistics.ts';
import type { Engine } from '../support/app.ts';
import type { Counts } from './attacker.ts';
import type { Attack } from './attacks/attack.ts';
import type { House } from './house.ts';
import { type Found, type Kind, kinds, type Mix } from './mix.ts';

export interface Trial {
  readonly engine: Engine;
  readonly attack: Attack;
  readonly quiet: Found;
  readonly under: Found;
  /** What the attacker got. */
  readonly counts: Counts;
  /** Bounds that were broken; none where the neighbour did no harm. */
  readonly broken: readonly Broken[];
}

export interface Broken {
  /** Being slow may have been the machine's doing; the rest may not. */
  readonly bound: 'time' | 'faults' | 'refused' | 'lost' | 'failed';
  readonly says: string;
}

/** Five times the time in quiet is no harm, and neither is a quarter of a second; a delivery may take a whole one. */
const MAX_TIMES = 5;
const ALWAYS_ALLOWED_MS: Readonly<Record<Kind, number>> = {
  get: 250,
  list: 250,
  fuzzy: 250,
  patch: 250,
  delivery: 1_000,
};
const CALM_WITHIN_MS = 15_000;
const QUIET_SECONDS = 5;
/** In a second or two, one turn that the machine took for something else is a p99. What does harm does it every time. */
const MAX_TRIES = 3;
/** The first requests of a process take longer than any later one. */
const WARMING_SECONDS = 1;

export async function measureQuiet(mix: Mix, seconds = QUIET_SECONDS): Promise<Found> {
  if (!(await mix.calm(CALM_WITHIN_MS))) throw new Error('The service is slow without any attack');
  await mix.work(WARMING_SECONDS);
  const settle = await mix.work(seconds);
  return settle();
}

/**
 * What was only slow is tried again, against the quiet of that moment: the machine itself may have become slower. `slack` as for the bounds.
 */
export async function tryAttack(
  house: House,
  mix: Mix,
  attack: Attack,
  seconds: number,
  quiet: Found,
  slack = 1,
): Promise<Trial> {
  let trial = await tryOnce(house, mix, attack, seconds, quiet, slack);
  for (let tried = 1; tried < MAX_TRIES && wasOnlySlow(trial) && (await mix.calm(CALM_WITHIN_MS)); tried++) {
    const quietNow = await measureQuiet(mix, Math.min(seconds, QUIET_SECONDS));
    trial = await tryOnce(house, mix, attack, seconds, quietNow, slack);
  }
  return trial;
}

function wasOnlySlow({ broken }: Trial): boolean {
  return broken.length > 0 && broken.every(({ bound }) => bound === 'time');
}

async function tryOnce(
  house: House,
  mix: Mix,
  attack: Attack,
  seconds: number,
  quiet: Found,
  slack: number,
): Promise<Trial> {
  const { engine, attacker, target } = house;
  // What an attack before it has left behind is not this one's doing.
  await mix.calm(CALM_WITHIN_MS);
  await attacker.start(attack, target);
  const settle = await mix.work(seconds);
  const counts = await attacker.stop();
  if (Object.keys(counts).length === 0) throw new Error(`${attack.name} did nothing at all`);
  const under = await settle();
  const broken = [...brokenBounds(quiet, under, slack), ...faultsIn(house, under)];
  return { engine, attack, quiet, under, counts, broken };
}

/** A 500 is a fault of ours, whoever gets it; and of what the other account got, the last warnings may tell why. */
function faultsIn({ service }: House, { faults }: Found): Broken[] {
  const lines = service.output().split('\n').filter(Boolean);
  const fault = lines.find((line) => line.includes('an unexpected fault'));
  const telling = fault === undefined ? (faults > 0 ? lines.slice(-5) : []) : [fault];
  return telling.map((line) => ({ bound: 'faults', says: `the log tells of ${line.slice(0, 1_000)}` }));
}

export function percentile(times: readonly number[], share: number): number {
  return times.length === 0 ? Number.NaN : quantile(times, share);
}

export function allowedMs(kind: Kind, quiet: Found): number {
  return Math.max(MAX_TIMES * percentile(quiet.times[kind], 0.99), ALWAYS_ALLOWED_MS[kind]);
}

/** `slack` times the allowed time is allowed, where little is measured. */
export function brokenBounds(quiet: Found, under: Found, slack = 1): Broken[] {
  const { faults, refused, example, deliveries } = under;
  const broken: Broken[] = kinds.flatMap((kind) => {
    const [allowed, took] = [slack * allowedMs(kind, quiet), percentile(under.times[kind], 0.99)];
    // Without a single one it is no number, which is too long as well.
    if (took <= allowed) return [];
    return [{ bound: 'time', says: `${kind}: p99 ${Math.round(took)} ms, allowed are ${Math.round(allowed)}` }];
  });
  if (faults > 0) broken.push({ bound: 'faults', says: `${faults} answers of 500 and more, as ${example}` });
  if (refused > 0) broken.push({ bound: 'refused', says: `${refused} refused or not answered, as ${example}` });
  const { lost, failed, expected } = deliveries;
  if (lost > 0) broken.push({ bound: 'lost', says: `${lost} of ${expected} deliveries never arrived` });
  if (failed !== 0) {
    const says =
      failed === undefined
        ? 'The log of deliveries was not to be had'
        : `${failed} of ${expected} deliveries were given up`;
    broken.push({ bound: 'failed', says });
  }
  return broken;
}
