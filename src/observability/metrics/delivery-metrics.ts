/** Metrics of webhooks: waiting deliveries, attempts in flight, and results. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeliveryBacklog } from '../../storage/database-stats.ts';
import type { Shard } from '../../storage/shard.ts';
import type {
  AttemptOutcomeClass,
  DeactivationCause,
  DeliveryObserver,
  RecoveryEventOutcome,
} from '../../webhooks/delivery-observer.ts';

export interface DeliveryMetrics {
  /** Returns the observer that counts for one shard. */
  ofShard(shard: string): DeliveryObserver;
  /**
   * Initializes all counters of the shards to 0, even if this process delivers nothing, and starts to measure the
   * backlog. If a database query fails, calls `onFailure`; the metric then keeps its last value.
   */
  watchShards(shards: Iterable<Pick<Shard, 'id' | 'backlog'>>, onFailure: (failure: unknown) => void): void;
}

const classes = [
  'success',
  'status',
  'dns',
  'refused_address',
  'connect',
  'tls',
  'timeout',
  'reset',
  'damaged',
] satisfies AttemptOutcomeClass[];
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/**
 * Cache duration of the backlog. Counting the backlog may read many rows, so it runs once in this time, however often
 * the metrics are read.
 */
const OLDEST_MS = 10_000;

export function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'mds_webhook_attempts_total',
    help: 'Attempts to deliver, by what came of them: success, another status, the way the network failed, or damaged for what is kept and cannot be read.',
    labelNames: ['class', 'shard'],
    registers,
  });
  const seconds = new Histogram({
    name: 'mds_webhook_attempt_duration_seconds',
    help: 'Time from the lookup of the name to the end of the answer.',
    labelNames: ['shard'],
    buckets: SECONDS,
    registers,
  });
  const settled = new Histogram({
    name: 'mds_webhook_settle_duration_seconds',
    help: 'Time from the head of an answer until what came of the attempt is committed.',
    labelNames: ['shard'],
    buckets: SECONDS,
    registers,
  });
  const out = new Gauge({
    name: 'mds_webhook_attempts_in_flight',
    help: 'Attempts that are out.',
    labelNames: ['shard'],
    registers,
  });
  const lanes = new Gauge({
    name: 'mds_webhook_lanes',
    help: 'Subscriptions that this process is delivering to.',
    labelNames: ['shard'],
    registers,
  });
  const suppressed = new Counter({
    name: 'mds_webhook_suppressed_total',
    help: 'Deliveries not sent because they repeat the one before.',
    labelNames: ['shard'],
    registers,
  });
  const deactivated = new Counter({
    name: 'mds_webhook_deactivations_total',
    help: 'Subscriptions switched off by their deliveries: too many failures in a row, or an endpoint that is gone.',
    labelNames: ['by', 'shard'],
    registers,
  });
  const warned = new Counter({
    name: 'mds_webhook_warnings_total',
    help: 'Warnings that a subscription is about to be switched off: 10 deliveries in a row have failed, or 20.',
    labelNames: ['shard'],
    registers,
  });
  const recovered = new Counter({
    name: 'mds_webhook_recovered_total',
    help: 'Events that recoveries have dealt with: delivered, failed, or skipped because they were no longer to be sent.',
    labelNames: ['as', 'shard'],
    registers,
  });
  const recoveries = new Counter({
    name: 'mds_webhook_recoveries_total',
    help: 'Recoveries that came to their end, and those that could not go on.',
    labelNames: ['state', 'shard'],
    registers,
  });
  let read = async (): Promise<ReadonlyMap<string, DeliveryBacklog>> => new Map();
  backlog('mds_webhook_outbox_depth', 'Deliveries that wait, in the whole shard.', ({ waiting }) => waiting);
  backlog(
    'mds_webhook_oldest_waiting_seconds',
    'How long the oldest delivery that waits has done so, in the whole shard.',
    ({ oldestMs }) => oldestMs / 1000,
  );

  return {
    ofShard(shard) {
      return {
        attempt() {
          out.inc({ shard });
          return (made, ms) => {
            out.dec({ shard });
            if (made === undefined) return;
            attempts.inc({ class: made, shard });
            seconds.observe({ shard }, ms / 1000);
          };
        },
        settled: (ms) => settled.observe({ shard }, ms / 1000),
        suppressed: () => suppressed.inc({ shard }),
        deactivated: (by) => deactivated.inc({ by, shard }),
        warned: () => warned.inc({ shard }),
        laneOpened: () => lanes.inc({ shard }),
        laneClosed: () => lanes.dec({ shard }),
        recovered: (as, events) => recovered.inc({ as, shard }, events),
        recoveryEnded: (state) => recoveries.inc({ state, shard }),
      };
    },
    watchShards(shards, onFailure) {
      const all = [...shards];
      for (const { id } of all) begin(id);
      read = keeping(OLDEST_MS, () => readBacklogs(all, onFailure));
    },
  };

  /** Starts all series of a shard at 0: the rate of a series misses an event that starts it. */
  function begin(shard: string): void {
    for (const as of ['delivered', 'failed', 'skipped'] satisfies RecoveryEventOutcome[])
      recovered.inc({ as, shard }, 0);
    for (const state of ['complete', 'failed']) recoveries.inc({ state, shard }, 0);
    for (const made of classes) attempts.inc({ class: made, shard }, 0);
    for (const by of ['failures', 'gone'] satisfies DeactivationCause[]) deactivated.inc({ by, shard }, 0);
    for (const counter of [suppressed, warned]) counter.inc({ shard }, 0);
    for (const histogram of [seconds, settled]) histogram.zero({ shard });
    for (const gauge of [out, lanes]) gauge.set({ shard }, 0);
  }

  function backlog(name: string, help: string, value: (backlog: DeliveryBacklog) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['shard'],
      registers,
      async collect() {
        for (const [shard, backlog] of await read()) this.set({ shard }, value(backlog));
      },
    });
  }
}

async function readBacklogs(
  shards: readonly Pick<Shard, 'id' | 'backlog'>[],
  onFailure: (failure: unknown) => void,
): Promise<ReadonlyMap<string, DeliveryBacklog>> {
  const backlogs = new Map<string, DeliveryBacklog>();
  await Promise.all(
    shards.map(async (shard) => {
      try {
        backlogs.set(shard.id, await shard.backlog());
      } catch (failure) {
        onFailure(failure);
      }
    }),
  );
  return backlogs;
}

/** Caches the promise of `load` for `ms` milliseconds; concurrent callers share it. */
function keeping<Value>(ms: number, load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  let until = 0;
  return () => {
    if (loading === undefined || performance.now() > until) {
      loading = load();
      until = performance.now() + ms;
    }
    return loading;
  };
}
