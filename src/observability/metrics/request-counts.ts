/**
 * Counts completed requests as plain numbers. Thousands end per second, but the metrics are read four times a minute.
 * Labels are therefore built, and buckets summed, only on read.
 */
import { Counter, type Metric, type Registry } from 'prom-client';

export interface RequestCounts {
  count(operation: string, method: string, shard: string, status: number, seconds: number): void;
}

/** The requests of one operation by one method for one shard. */
interface Tally {
  readonly operation: string;
  readonly method: string;
  readonly shard: string;
  readonly statuses: Map<number, number>;
  /** Number of requests per bucket, not cumulative; the last bucket counts those above all bounds. */
  readonly within: Float64Array;
  seconds: number;
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

const TOTAL = 'mds_http_requests_total';
const SECONDS = 'mds_http_request_duration_seconds';
/** Bucket bounds in seconds: from a list served from memory to the longest statement a database may run. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function requestCounts(registry: Registry): RequestCounts {
  const byOperation = new Map<string, Map<string, Map<string, Tally>>>();
  const tallies = () =>
    [...byOperation.values()].flatMap((byMethod) => [...byMethod.values()].flatMap((byShard) => [...byShard.values()]));
  new Counter({
    name: TOTAL,
    help: 'Requests that have ended, by operation, method, status and shard.',
    labelNames: ['operation', 'method', 'status', 'shard'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, method, shard, statuses } of tallies()) {
        for (const [status, count] of statuses) this.inc({ operation, method, status, shard }, count);
      }
    },
  });
  const histogram = {
    name: SECONDS,
    async get() {
      const help = 'Time from the head of a request to the last byte of its answer.';
      return { name: SECONDS, help, type: 'histogram', values: tallies().flatMap(samplesOf) };
    },
  };
  registry.registerMetric(histogram as unknown as Metric);

  return {
    count(operation, method, shard, status, seconds) {
      const tally = byOperation.get(operation)?.get(method)?.get(shard) ?? begin(operation, method, shard);
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      tally.seconds += seconds;
      let bound = 0;
      while (bound < BOUNDS.length && seconds > BOUNDS[bound]!) bound++;
      tally.within[bound]!++;
    },
  };

  function begin(operation: string, method: string, shard: string): Tally {
    const within = new Float64Array(BOUNDS.length + 1);
    const tally = { operation, method, shard, statuses: new Map(), within, seconds: 0 };
    const byMethod = byOperation.get(operation) ?? new Map<string, Map<string, Tally>>();
    byOperation.set(operation, byMethod);
    const byShard = byMethod.get(method) ?? new Map<string, Tally>();
    byMethod.set(method, byShard.set(shard, tally));
    return tally;
  }
}

/** Returns the samples of the histogram. Buckets are cumulative, as Prometheus requires. */
function samplesOf({ operation, method, shard, within, seconds }: Tally): Sample[] {
  let count = 0;
  const buckets = Array.from(within, (more, n) => {
    count += more;
    return {
      metricName: `${SECONDS}_bucket`,
      labels: { le: BOUNDS[n] ?? '+Inf', operation, method, shard },
      value: count,
    };
  });
  const labels = { operation, method, shard };
  return [
    ...buckets,
    { metricName: `${SECONDS}_sum`, labels, value: seconds },
    { metricName: `${SECONDS}_count`, labels, value: count },
  ];
}
