/** One line of the benchmark's result, and how it is printed. */

export interface Row {
  readonly name: string;
  /** A second. */
  readonly rate?: number | undefined;
  readonly p50?: number | undefined;
  /** Of the deliveries the 95th percentile, of everything else the 99th. */
  readonly p99?: number | undefined;
  /** To the ceiling measured beside it. */
  readonly ratio?: number | undefined;
  /** Microseconds of the main thread for one request: the service's, and the ceiling's. */
  readonly threadUs?: readonly [own: number, ceiling: number] | undefined;
  /** The ceiling's by those of a program that does nothing but the statements of the case. */
  readonly least?: number | undefined;
  /** Resident, in MB. */
  readonly memory?: number | undefined;
  readonly target?: string;
  readonly met?: boolean;
}

const columns = [
  'case',
  'rate/s',
  'p50 ms',
  'p95/99 ms',
  'of ceiling',
  'us (bare) share',
  'least',
  'MB',
  'target',
  '',
] as const;

export function cellsOf({ name, rate, p50, p99, ratio, threadUs, least, memory, target, met }: Row): string[] {
  const shown = (value: number | undefined, digits: number) => (value === undefined ? '' : value.toFixed(digits));
  const verdict = target === undefined ? '' : met ? 'met' : 'MISSED';
  const thread =
    threadUs === undefined
      ? ''
      : `${shown(threadUs[0], 0)} (${shown(threadUs[1], 0)}) ${shown(threadUs[1] / threadUs[0], 2)}`;
  const figures = [
    shown(rate, 0),
    shown(p50, 2),
    shown(p99, 2),
    shown(ratio, 2),
    thread,
    shown(least, 2),
    shown(memory, 0),
  ];
  return [name, ...figures, target ?? '', verdict];
}

/** For a terminal. */
export function table(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(31) : cell.padStart(index === 8 ? 19 : index === 5 ? 16 : 11)))
      .join('');
  return [line(columns), ...rows.map((row) => line(cellsOf(row)))].join('\n');
}

/** For a page. */
export function markdownTable(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(['---', ...columns.slice(1).map(() => '---:')]),
    ...rows.map((row) => line(cellsOf(row))),
  ].join('\n');
}
