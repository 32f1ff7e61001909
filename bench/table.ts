/** One line of the benchmark's result, and how it is printed. */

export interface Row {
  readonly name: string;
  readonly rate: number;
  readonly p50: number;
  /** Of the deliveries the 95th percentile, of everything else the 99th. */
  readonly p99: number;
  readonly ratio: number | undefined;
  readonly target: string;
  readonly met: boolean;
}

export function table(rows: readonly Row[]): string {
  const line = (cells: string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(index === 5 ? 19 : 12))).join('');
  const shown = (value: number | undefined, digits: number) =>
    value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits);
  return [
    line(['case', 'rate/s', 'p50 ms', 'p95/99 ms', 'of ceiling', 'target', '']),
    ...rows.map(({ name, rate, p50, p99, ratio, target, met }) =>
      line([
        name,
        shown(rate, 0),
        shown(p50, 2),
        shown(p99, 2),
        shown(ratio, 2),
        target,
        target === '' ? '' : met ? 'met' : 'MISSED',
      ]),
    ),
  ].join('\n');
}
