/**
 * All metrics for operators. Each part of the service reports events through its own observer interface; this folder
 * turns them into metrics.
 */
import { Registry } from 'prom-client';
import type { QueryObserver } from '../../api/graphql/observer.ts';
import { type DeliveryMetrics, deliveryMetrics } from './delivery-metrics.ts';
import { type ProcessMetrics, processMetrics } from './process-metrics.ts';
import { queryMetrics } from './query-metrics.ts';
import { type RequestMetrics, requestMetrics } from './request-metrics.ts';
import { type ShareMetrics, shareMetrics } from './share-metrics.ts';
import { type StorageMetrics, storageMetrics } from './storage-metrics.ts';

export interface Metrics {
  readonly requests: RequestMetrics;
  readonly queries: QueryObserver;
  readonly storage: StorageMetrics;
  readonly deliveries: DeliveryMetrics;
  readonly process: ProcessMetrics;
  readonly shares: ShareMetrics;
  /** Renders all metrics in the Prometheus text format. */
  render(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    requests: requestMetrics(registry),
    queries: queryMetrics(registry),
    storage: storageMetrics(registry),
    deliveries: deliveryMetrics(registry),
    process: processMetrics(registry),
    shares: shareMetrics(registry),
    render: () => registry.metrics(),
  };
}
