/** Examples of what can be known about subscriptions. */
import { recordType } from '../../../catalogue/index.ts';
import { MASKED_HEADER_VALUE } from '../../../webhooks/delivery/send/render-request.ts';
import { SIMULATED_DAYS } from '../../../webhooks/diagnostics/simulation.ts';
import { exampleRecord } from './record-examples.ts';
import { exampleAttempt, exampleDelivery } from './webhook-operations.ts';

export const exampleHealth = {
  failuresInARow: 0,
  waiting: 2,
  oldestWaitingOn: '2026-01-30T09:12:00.120Z',
  lastSuccessOn: '2026-01-30T09:11:58.004Z',
  p95Ms: 190,
  hours: [{ hour: '2026-01-30T09:00:00.000Z', ok: 41, failed: 1, suppressed: 3, dropped: 0 }],
};

export const exampleBody = {
  data: exampleRecord(recordType('WorkOrders')),
  submitter: 'ann@example.com',
  processedDate: '2026-01-30T09:00:00.000Z',
};

export const exampleHeaders = {
  'Content-Type': 'application/json',
  'User-Agent': 'Maintenance-Data-Service-Webhooks/1',
  'webhook-id': 'msg_00000000000000000000000000000000',
  'webhook-timestamp': '1769763600',
  'X-Entity-Type': 'WorkOrders',
  'X-Action': 'Completed',
  'X-Shared-Secret': MASKED_HEADER_VALUE,
};

export const exampleWarning = '10 deliveries in a row have failed. At 30 the subscription is switched off.';

export const exampleSimulation = {
  days: SIMULATED_DAYS,
  since: '2026-01-01T00:00:00.000Z',
  cut: false,
  matched: 12,
  perDay: [{ day: '2026-01-30', count: 12 }],
  unfiltered: 214,
  nearby: [{ id: 4, title: 'Reactive repairs', count: 180 }],
  sample: { headers: exampleHeaders, body: exampleBody, real: true },
};

export const exampleExplanation = {
  change: {
    version: 3,
    at: '2026-01-30T09:00:00.000Z',
    by: { kind: 'integration', id: 'int_h3v8t1m6zc2p9k4d', name: 'Nightly sync', email: 'admin@example.com' },
  },
  steps: [
    {
      step: 'changed',
      ok: true,
      evidence: 'Version 3, on 2026-01-30T09:00:00.000Z, by Nightly sync (admin@example.com): Status.',
      fix: null,
    },
  ],
  delivery: exampleDelivery({ cause: 'event', resendOf: null, log: exampleAttempt }),
};

export const exampleRecentEvent = {
  change: '1f4b9c02-00000000k3x',
  recordID: 88,
  title: 'Check the pump',
  on: '2026-01-30T09:12:00.000Z',
  submitter: 'ann@example.com',
};
