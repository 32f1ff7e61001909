/**
 * Metrics of requests. Label values are always names defined by the service: operations, known methods, statuses and
 * codes.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { RequestObserver, ShedReason } from '../../http/observer.ts';
import type { ServerLoad } from '../../http/overload.ts';
import type { ProblemCode } from '../../problems.ts';
import { requestCounts } from './request-counts.ts';

export interface RequestMetrics extends RequestObserver {
  /** Initializes the refusal counters of each shard to 0, because alerts evaluate refusals by shard. */
  beginShards(shardIDs: Iterable<string>): void;
  /** Sets the function that returns the current load; it is called on every read of the metrics. */
  watchLoad(load: () => ServerLoad): void;
  watchConnections(connections: () => Promise<number>): void;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

export function requestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const requests = requestCounts(registry);
  const refusals = new Counter({
    name: 'mds_http_refusals_total',
    help: 'Refusals by the code of their problem body and the shard.',
    labelNames: ['code', 'shard'],
    registers,
  });
  const limited = new Counter({
    name: 'mds_rate_limit_refusals_total',
    help: 'Requests refused for their rate: that of a key, or that of failed credentials of an address.',
    labelNames: ['limit', 'shard'],
    registers,
  });
  const failed = new Counter({
    name: 'mds_failed_credentials_total',
    help: 'Requests whose credentials were missing or did not belong together.',
    registers,
  });
  const shed = new Counter({
    name: 'mds_http_shed_total',
    help: 'Requests refused because there was too much to do already: requests, memory or event loop delay.',
    labelNames: ['reason'],
    registers,
  });
  const cut = new Counter({
    name: 'mds_http_cut_off_total',
    help: 'Clients cut off because they did not take their answer, or may no longer have it.',
    registers,
  });
  // The rate of a series misses an event that starts it. Series that alerts use therefore start at 0.
  limited.inc({ limit: 'address', shard: '' }, 0);
  for (const reason of ['requests', 'memory', 'delay'] satisfies ShedReason[]) shed.inc({ reason }, 0);
  beginRefusals('');
  let load: () => Pick<ServerLoad, 'requests' | 'bytes'> = () => ({ requests: 0, bytes: 0 });
  let connections = async () => 0;
  new Gauge({
    name: 'mds_http_requests_in_flight',
    help: 'Requests under way.',
    registers,
    collect() {
      this.set(load().requests);
    },
  });
  new Gauge({
    name: 'mds_http_request_memory_bytes',
    help: 'Memory that the bodies and answers of the requests under way may hold.',
    registers,
    collect() {
      this.set(load().bytes);
    },
  });
  new Gauge({
    name: 'mds_http_connections',
    help: 'Open connections of clients.',
    registers,
    async collect() {
      this.set(await connections());
    },
  });

  return {
    answered({ operation, method, status, ms, shard }) {
      // Clients can send any method; all unsupported methods share one label, which limits the number of series.
      const known = methods.has(method) ? method : 'other';
      requests.count(operation, known, shard, status, ms / 1000);
    },
    refused: (code, shard) => refusals.inc({ code, shard }),
    rateLimited: (limit, shard) => limited.inc({ limit, shard }),
    credentialsFailed: () => failed.inc(),
    shed: (reason) => shed.inc({ reason }),
    cutOff: () => cut.inc(),
    beginShards(shardIDs) {
      for (const shard of shardIDs) {
        limited.inc({ limit: 'key', shard }, 0);
        beginRefusals(shard);
      }
    },
    watchLoad(watched) {
      load = watched;
    },
    watchConnections(watched) {
      connections = watched;
    },
  };

  function beginRefusals(shard: string): void {
    const codes = ['internal_error', 'overloaded', 'unavailable'] satisfies ProblemCode[];
    for (const code of codes) refusals.inc({ code, shard }, 0);
  }
}
