/** The table of what was found, and below it why a bound was broken. */
import { kinds } from './mix.ts';
import { allowedMs, percentile, type Trial } from './trial.ts';

/** A delivery that arrives later than that is counted as late. */
const LATE_MS = 1_000;

export function printTrials(trials: readonly Trial[]): void {
  console.table(trials.map(rowOf));
  for (const trial of trials.filter(({ broken }) => broken.length > 0)) {
    console.log(`✖ ${trial.attack.name} (${trial.engine}): ${trial.attack.does}`);
    for (const { says } of trial.broken) console.log(`    ${says}`);
  }
  const broken = trials.filter((trial) => trial.broken.length > 0).length;
  console.log(broken === 0 ? `✔ all ${trials.length} attacks did no harm` : `✖ ${broken} of ${trials.length} did harm`);
}

/** One line while it goes on. */
export function toldOf({ engine, attack, counts, broken }: Trial): string {
  const got = Object.entries(counts).map(([what, times]) => `${what} × ${times}`);
  const verdict = broken.length === 0 ? '✔' : '✖';
  return `${verdict} ${engine} ${attack.name}: ${broken.map(({ says }) => says).join('; ') || 'no harm'}; the attacker got ${got.join(', ')}`;
}

/** Times of each kind, for whoever wants to know which of them suffered. */
export function printKinds({ quiet, under }: Trial): void {
  const row = (kind: (typeof kinds)[number]) => ({
    'quiet p50': rounded(percentile(quiet.times[kind], 0.5)),
    'quiet p99': rounded(percentile(quiet.times[kind], 0.99)),
    p50: rounded(percentile(under.times[kind], 0.5)),
    p99: rounded(percentile(under.times[kind], 0.99)),
    allowed: rounded(allowedMs(kind, quiet)),
    times: under.times[kind].length,
  });
  console.table(Object.fromEntries(kinds.map((kind) => [kind, row(kind)])));
}

function rowOf({ engine, attack, quiet, under, broken }: Trial) {
  const worst = worstKind({ quiet, under });
  const late = under.times.delivery.filter((ms) => ms > LATE_MS).length;
  const { lost, failed } = under.deliveries;
  return {
    engine,
    attack: attack.name,
    'worst kind': worst,
    'quiet p50': rounded(percentile(quiet.times[worst], 0.5)),
    'quiet p99': rounded(percentile(quiet.times[worst], 0.99)),
    p50: rounded(percentile(under.times[worst], 0.5)),
    p99: rounded(percentile(under.times[worst], 0.99)),
    '5xx': under.faults,
    refused: under.refused,
    late,
    failed: failed ?? 'unknown',
    lost,
    verdict: broken.length === 0 ? 'holds' : 'BROKEN',
  };
}

/** The one that comes nearest to its bound, or goes furthest past it. */
function worstKind({ quiet, under }: Pick<Trial, 'quiet' | 'under'>) {
  const strain = (kind: (typeof kinds)[number]) => percentile(under.times[kind], 0.99) / allowedMs(kind, quiet) || 0;
  return kinds.toSorted((a, b) => strain(b) - strain(a))[0]!;
}

function rounded(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}
