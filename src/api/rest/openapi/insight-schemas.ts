/** The schemas of what can be known about subscriptions. */
import type { JsonSchema } from '../../../records/schema.ts';
import { HIDDEN } from '../../../webhooks/delivery/send/shown-request.ts';
import { MOST_WAITING } from '../../../webhooks/diagnostics/most-waiting.ts';
import { whySteps } from '../../../webhooks/diagnostics/why.ts';
import { closed, reference } from './operation.ts';

const count = { type: 'integer', minimum: 0 };
const timestamp = { type: 'string', format: 'date-time' };
const perhaps = (schema: JsonSchema, description?: string): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(description && { description }),
});

const recordID = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The ID of the record.',
};
const webhookId = { type: 'string', maxLength: 100, description: 'The header `webhook-id` that came, or should have.' };

const health: { readonly [name: string]: JsonSchema } = {
  failuresInARow: { ...count, description: 'Failed deliveries since the last success; 30 switch it off.' },
  waiting: { ...count, maximum: MOST_WAITING, description: `Deliveries that wait, counted up to ${MOST_WAITING}.` },
  oldestWaitingOn: perhaps(timestamp),
  lastSuccessOn: perhaps(timestamp, 'Null where there was none in the last 30 days.'),
  p95Ms: perhaps(
    { type: 'number', minimum: 0 },
    'So long 95 of 100 attempts took at most, by the newest of each hour; null where nothing was tried.',
  ),
  hours: {
    type: 'array',
    items: closed({ hour: timestamp, ok: count, failed: count, suppressed: count, dropped: count }),
    description: 'Every hour, the oldest first. A delivery counts in the hour in which it was settled.',
  },
};

const sentRequest = {
  headers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: `Values of the subscription's own headers are \`${HIDDEN}\`.`,
  },
  body: reference('schemas', 'DeliveryBody'),
};

export const insightSchemas: { readonly [name: string]: JsonSchema } = {
  Health: { title: 'Health', ...closed(health) },
  WebhookHealth: {
    title: 'Health of a subscription',
    ...closed({ id: { type: 'integer', minimum: 1, description: 'The subscription.' }, ...health }),
  },
  RecentEvent: {
    title: 'Newest event',
    ...closed({
      change: { type: 'string', description: 'Its place in the log of changes: opaque.' },
      recordID: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      title: { type: ['string', 'null'], description: 'What the record is called now.' },
      on: timestamp,
      submitter: { type: 'string', description: 'Who caused the event.' },
    }),
  },
  SubscriptionNotice: {
    title: 'Notice',
    ...closed({
      on: timestamp,
      webhook: { type: 'integer', minimum: 1, description: 'The id of the subscription.' },
      name: { type: ['string', 'null'] },
      state: { type: 'string', enum: ['warned', 'off'] },
      why: { type: 'string', description: 'For a person.' },
    }),
  },
  DeliveryBody: {
    title: 'Body of a delivery',
    ...closed({
      data: { type: 'object', description: 'The record as the REST API returned it right after the change.' },
      submitter: { type: 'string', description: 'Who caused the event.' },
      processedDate: { ...timestamp, description: 'When the change was committed.' },
    }),
  },
  SentRequest: { title: 'Request of a delivery', ...closed(sentRequest) },
  Rehearsal: {
    title: 'Rehearsal',
    ...closed({
      days: count,
      since: { ...timestamp, description: 'From when on events were counted.' },
      cut: { type: 'boolean', description: 'True where there were too many changes to look at all of them.' },
      matched: { ...count, description: 'Events that the subscription would have heard of.' },
      perDay: {
        type: 'array',
        items: closed({ day: { type: 'string', format: 'date' }, count }),
        description: 'Of these, by day (UTC), the oldest first.',
      },
      unfiltered: { ...count, description: 'As many as there would have been without the filter.' },
      nearby: {
        type: 'array',
        items: closed({ id: { type: 'integer' }, title: { type: ['string', 'null'] }, count }),
        description: 'Other values of the filter field, the most frequent first.',
      },
      sample: {
        ...closed({ ...sentRequest, real: { type: 'boolean', description: 'False where the event is made up.' } }),
        description: 'What would have been sent of the newest of them.',
      },
    }),
  },
  ExplanationRequest: {
    title: 'Explanation request',
    oneOf: [reference('schemas', 'RecordExplanationRequest'), reference('schemas', 'EventExplanationRequest')],
  },
  RecordExplanationRequest: {
    title: 'Explanation request for a record',
    type: 'object',
    properties: { recordID, from: timestamp, to: timestamp },
    required: ['recordID'],
    additionalProperties: false,
  },
  EventExplanationRequest: { title: 'Explanation request for an event', ...closed({ webhookId }) },
  Explanation: {
    title: 'Explanation',
    ...closed({
      change: {
        ...closed({
          version: { type: 'integer', minimum: 1 },
          at: timestamp,
          by: reference('schemas', 'Author'),
        }),
        type: ['object', 'null'],
        description: 'Null where there is none: the record did not change, or it was a test.',
      },
      steps: {
        type: 'array',
        items: closed({
          step: { type: 'string', enum: whySteps },
          ok: {
            type: ['boolean', 'null'],
            description:
              'Null where it is not known, and where it did not hold but the change was sent later, by a recovery or by hand.',
          },
          evidence: { type: 'string', description: 'What proves it, for a person.' },
          fix: { type: ['string', 'null'], description: 'What helps; null where nothing has to.' },
        }),
        description: `In the order ${whySteps.join(', ')}, up to the one that explains it.`,
      },
      delivery: {
        oneOf: [reference('schemas', 'Delivery'), { type: 'null' }],
        description: 'What was made of the change for this subscription, the newest where it was sent again.',
      },
    }),
  },
};
