import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Histogram, Registry } from 'prom-client';
import { requestCounts } from './request-counts.ts';

test('the counts read as if the library had counted them one by one', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const counts = requestCounts(ours);
  const total = new Counter({
    name: 'mds_http_requests_total',
    help: 'Requests that have ended, by operation, method, status and shard.',
    labelNames: ['operation', 'method', 'status', 'shard'],
    registers: [theirs],
  });
  const seconds = new Histogram({
    name: 'mds_http_request_duration_seconds',
    help: 'Time from the head of a request to the last byte of its answer.',
    labelNames: ['operation', 'method', 'shard'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [theirs],
  });
  assert.equal(await ours.metrics(), await theirs.metrics(), 'before the first');
  const times = [0, 0.0004, 0.001, 0.0011, 0.0025, 0.3, 0.25, 29.9, 30, 31, 1e9];
  for (const operation of ['getTask', 'listTasks', 'none']) {
    for (const method of ['GET', 'other']) {
      for (const [n, time] of times.entries()) {
        const status = [200, 404, 499][n % 3]!;
        // Those of one shard come together, as they do in the library.
        const shard = n < 6 ? 's1' : '';
        counts.count(operation, method, shard, status, time);
        total.inc({ operation, method, status, shard });
        seconds.observe({ operation, method, shard }, time);
      }
    }
  }
  for (let look = 0; look < 2; look++) assert.equal(await ours.metrics(), await theirs.metrics());
});
