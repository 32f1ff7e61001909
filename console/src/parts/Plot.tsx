/**
 * Bar and line chart over time steps. A sentence summarizes it, and a table next to it contains the numbers. Shapes
 * stretch to the available space; text does not.
 */
import styles from './Plot.module.css';

export type PlotColour = 1 | 2 | 3 | 4 | 5 | 6;

export interface PlotSeries {
  readonly name: string;
  readonly colour: PlotColour;
  readonly kind: 'bar' | 'line';
  readonly values: readonly number[];
}

export interface PlotProps {
  /** Summary of the chart for screen readers. */
  readonly sentence: string;
  readonly series: readonly PlotSeries[];
  /** Labels below the first and the last step. */
  readonly ends: readonly [string, string];
  /** True to stack the bars of a step instead of placing them side by side. */
  readonly stacked?: boolean;
  readonly format?: (value: number) => string;
}

const [WIDTH, HEIGHT] = [1000, 100];

export function Plot({ sentence, series, ends, stacked = false, format = String }: PlotProps) {
  const steps = Math.max(1, ...series.map(({ values }) => values.length));
  const bars = series.filter(({ kind }) => kind === 'bar');
  const top = roundUpAxis(highest(series, bars, steps, stacked));
  return (
    <figure className={styles.plot}>
      <div className={styles.area}>
        <div className={styles.scale} aria-hidden="true">
          <span>{format(top)}</span>
          <span>0</span>
        </div>
        <svg role="img" aria-label={sentence} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <path className={styles.grid} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          {bars.map((one, n) => (
            <path key={one.name} className={styles[`fill${one.colour}`]} d={barsOf(bars, n, steps, top, stacked)} />
          ))}
          {series
            .filter(({ kind }) => kind === 'line')
            .map((one) => (
              <path key={one.name} className={styles[`line${one.colour}`]} d={lineOf(one.values, steps, top)} />
            ))}
        </svg>
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ name, colour, kind }) => (
          <li key={name}>
            <svg width="14" height="10" viewBox="0 0 14 10" aria-hidden="true">
              {kind === 'bar' ? (
                <path className={styles[`fill${colour}`]} d="M2 0h10v10H2z" />
              ) : (
                <path className={styles[`line${colour}`]} d="M0 5h14" />
              )}
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function highest(series: readonly PlotSeries[], bars: readonly PlotSeries[], steps: number, stacked: boolean): number {
  const each = series.flatMap(({ values }) => values);
  const sums = Array.from({ length: steps }, (_, step) =>
    bars.reduce((sum, { values }) => sum + (values[step] ?? 0), 0),
  );
  return Math.max(1, ...each, ...(stacked ? sums : []));
}

/** Rounds an axis limit up to a round number. */
export function roundUpAxis(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

/** Returns one series of bars as a single path, because separate elements could number hundreds. */
function barsOf(bars: readonly PlotSeries[], which: number, steps: number, top: number, stacked: boolean): string {
  const step = WIDTH / steps;
  const gap = Math.min(step * 0.2, 8);
  const width = (step - gap) / (stacked ? 1 : bars.length);
  return bars[which]!.values.map((value, n) => {
    if (value === 0) return '';
    const below = stacked ? bars.slice(0, which).reduce((sum, { values }) => sum + (values[n] ?? 0), 0) : 0;
    const height = (value / top) * HEIGHT;
    const x = n * step + gap / 2 + (stacked ? 0 : which * width);
    const y = HEIGHT - (below / top) * HEIGHT - height;
    return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
  }).join('');
}

function lineOf(values: readonly number[], steps: number, top: number): string {
  const step = WIDTH / steps;
  return values
    .map((value, n) => `${n === 0 ? 'M' : 'L'}${round((n + 0.5) * step)} ${round(HEIGHT - (value / top) * HEIGHT)}`)
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
