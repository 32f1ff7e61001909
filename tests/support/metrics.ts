/** What GET /metrics shows, read as Prometheus would. */
import assert from 'node:assert/strict';

export interface ShownMetrics {
  readonly text: string;
  /** Names as they are declared: without _bucket, _sum and _count. */
  readonly names: readonly string[];
  /** Every line with a value: name and labels as they stand there. */
  readonly series: ReadonlyMap<string, number>;
  /** The value of one line, by its name and labels in their order; fails the test where there is none. */
  value(series: string): number;
}

export async function metricsOf(url: string, headers: Record<string, string> = {}): Promise<ShownMetrics> {
  const answer = await fetch(`${url}/metrics`, { headers });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return readMetrics(text);
}

export function readMetrics(text: string): ShownMetrics {
  const lines = text.split('\n').filter((line) => line !== '');
  const names = lines.flatMap((line) => /^# TYPE (\S+) /.exec(line)?.[1] ?? []);
  const series = new Map(
    lines
      .filter((line) => !line.startsWith('#'))
      .map((line): [string, number] => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
  );
  return {
    text,
    names,
    series,
    value(name) {
      const value = series.get(name);
      assert.ok(value !== undefined, `no ${name} among:\n${[...series.keys()].join('\n')}`);
      return value;
    },
  };
}
