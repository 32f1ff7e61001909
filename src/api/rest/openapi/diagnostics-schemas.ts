/** The schemas of what can be known about subscriptions. */
import type { JsonSchema } from '../../../records/schema.ts';
import { MASKED_HEADER_VALUE } from '../../../webhooks/delivery/send/render-request.ts';
import { explanationSteps } from '../../../webhooks/diagnostics/explanation.ts';
import { MAX_WAITING_COUNT } from '../../../webhooks/diagnostics/max-waiting-count.ts';
import { closedObject, componentReference } from './operation.ts';

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
  waiting: {
    ...count,
    maximum: MAX_WAITING_COUNT,
    description: `Deliveries that wait, counted up to ${MAX_WAITING_COUNT}.`,
  },
  oldestWaitingOn: perhaps(timestamp),
  lastSuccessOn: perhaps(timestamp, 'Null where there was none in the last 30 days.'),
  p95Ms: perhaps(
    { type: 'number', minimum: 0 },
    'So long 95 of 100 attempts took at most, by the newest of each hour; null where nothing was tried.',
  ),
  hours: {
    type: 'array',
    items: closedObject({ hour: timestamp, ok: count, failed: count, suppressed: count, dropped: count }),
    description: 'Every hour, the oldest first. A delivery counts in the hour in which it was settled.',
  },
};

const sentRequest = {
  headers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: `Values of the subscription's own headers are \`${MASKED_HEADER_VALUE}\`.`,
  },
  body: componentReference('schemas', 'DeliveryBody'),
};

export const diagnosticsSchemas: { readonly [name: string]: JsonSchema } = {
  Health: { title: 'Health', ...closedObject(health) },
  WebhookHealth: {
    title: 'Health of a subscription',
    ...closedObject({ id: { type: 'integer', minimum: 1, description: 'The subscription.' }, ...health }),
  },
  RecentEvent: {
    title: 'Newest event',
    ...closedObject({
      change: { type: 'string', description: 'Its place in the log of changes: opaque.' },
      recordID: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      title: { type: ['string', 'null'], description: 'What the record is called now.' },
      on: timestamp,
      submitter: { type: 'string', description: 'Who caused the event.' },
    }),
  },
  SubscriptionNotice: {
    title: 'Notice',
    ...closedObject({
      on: timestamp,
      webhook: { type: 'integer', minimum: 1, description: 'The id of the subscription.' },
      name: { type: ['string', 'null'] },
      state: { type: 'string', enum: ['warned', 'off'] },
      why: { type: 'string', description: 'For a person.' },
    }),
  },
  DeliveryBody: {
    title: 'Body of a delivery',
    ...closedObject({
      data: { type: 'object', description: 'The record as the REST API returned it right after the change.' },
      submitter: { type: 'string', description: 'Who caused the event.' },
      processedDate: { ...timestamp, description: 'When the change was committed.' },
    }),
  },
  SentRequest: { title: 'Request of a delivery', ...closedObject(sentRequest) },
  Rehearsal: {
    title: 'Rehearsal',
    ...closedObject({
      days: count,
      since: { ...timestamp, description: 'From when on events were counted.' },
      cut: { type: 'boolean', description: 'True where there were too many changes to look at all of them.' },
      matched: { ...count, description: 'Events that the subscription would have heard of.' },
      perDay: {
        type: 'array',
        items: closedObject({ day: { type: 'string', format: 'date' }, count }),
        description: 'Of these, by day (UTC), the oldest first.',
      },
      unfiltered: { ...count, description: 'As many as there would have been without the filter.' },
      nearby: {
        type: 'array',
        items: closedObject({ id: { type: 'integer' }, title: { type: ['string', 'null'] }, count }),
        description: 'Other values of the filter field, the most frequent first.',
      },
      sample: {
        ...closedObject({
          ...sentRequest,
          real: { type: 'boolean', description: 'False where the event is made up.' },
        }),
        description: 'What would have been sent of the newest of them.',
      },
    }),
  },
  ExplanationRequest: {
    title: 'Explanation request',
    oneOf: [
      componentReference('schemas', 'RecordExplanationRequest'),
      componentReference('schemas', 'EventExplanationRequest'),
    ],
  },
  RecordExplanationRequest: {
    title: 'Explanation request for a record',
    type: 'object',
    properties: { recordID, from: timestamp, to: timestamp },
    required: ['recordID'],
    additionalProperties: false,
  },
  EventExplanationRequest: { title: 'Explanation request for an event', ...closedObject({ webhookId }) },
  Explanation: {
    title: 'Explanation',
    ...closedObject({
      change: {
        ...closedObject({
          version: { type: 'integer', minimum: 1 },
          at: timestamp,
          by: componentReference('schemas', 'Author'),
        }),
        type: ['object', 'null'],
        description: 'Null where there is none: the record did not change, or it was a test.',
      },
      steps: {
        type: 'array',
        items: closedObject({
          step: { type: 'string', enum: explanationSteps },
          ok: {
            type: ['boolean', 'null'],
            description:
              'Null where it is not known, and where it did not hold but the change was sent later, by a recovery or by hand.',
          },
          evidence: { type: 'string', description: 'What proves it, for a person.' },
          fix: { type: ['string', 'null'], description: 'What helps; null where nothing has to.' },
        }),
        description: `In the order ${explanationSteps.join(', ')}, up to the one that explains it.`,
      },
      delivery: {
        oneOf: [componentReference('schemas', 'Delivery'), { type: 'null' }],
        description: 'What was made of the change for this subscription, the newest where it was sent again.',
      },
    }),
  },
};
