/** What can be known about subscriptions without sending anything, in words. */
import { actions, recordType, recordTypes } from '../../catalogue/index.ts';
import { JSON_TYPE } from '../../http/body.ts';
import type { JsonSchema } from '../../records/schema.ts';
import { authorKinds } from '../../records/store.ts';
import { DEFAULT_HOURS, MOST_HOURS, MOST_HOURS_OF_ALL } from '../../webhooks/insight/health.ts';
import { REHEARSED_DAYS } from '../../webhooks/insight/rehearsal.ts';
import { MOST_EXPLAINED, MOST_WAITING } from '../../webhooks/insight/store.ts';
import { whySteps } from '../../webhooks/insight/why.ts';
import { HIDDEN } from '../../webhooks/sending/shown-request.ts';
import {
  type AnswerDescription,
  closed,
  type Descriptions,
  type Node,
  optionalExample,
  reference,
} from './operation.ts';
import { recordExample } from './record-examples.ts';
import { exampleAttempt, exampleDelivery } from './webhook-operations.ts';

const tag = 'Webhooks';
const count = { type: 'integer', minimum: 0 };
const timestamp = { type: 'string', format: 'date-time' };
const perhaps = (schema: JsonSchema, description?: string): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(description && { description }),
});

const exampleHealth = {
  failuresInARow: 0,
  waiting: 2,
  oldestWaitingOn: '2026-01-30T09:12:00.120Z',
  lastSuccessOn: '2026-01-30T09:11:58.004Z',
  p95Ms: 190,
  hours: [{ hour: '2026-01-30T09:00:00.000Z', ok: 41, failed: 1, suppressed: 3, dropped: 0 }],
};

const exampleBody = {
  data: recordExample(recordType('WorkOrders')),
  submitter: 'ann@example.com',
  processedDate: '2026-01-30T09:00:00.000Z',
};

const exampleHeaders = {
  'Content-Type': 'application/json',
  'User-Agent': 'Maintenance-Data-Service-Webhooks/1',
  'webhook-id': 'msg_00000000000000000000000000000000',
  'webhook-timestamp': '1769763600',
  'X-Entity-Type': 'WorkOrders',
  'X-Action': 'Completed',
  'X-Shared-Secret': HIDDEN,
};

export function insightOperations(): Descriptions {
  return {
    listWebhookHealth: {
      tag,
      summary: 'How all subscriptions do',
      description: `The health of every subscription of this key, by id, in one answer. \`hours\` is at most ${MOST_HOURS_OF_ALL} here.`,
      parameters: [hours(MOST_HOURS_OF_ALL)],
      answers: {
        200: answer('One for every subscription.', { type: 'array', items: reference('schemas', 'WebhookHealth') }, [
          { id: 7, ...exampleHealth },
        ]),
      },
      refusals: ['InvalidList', 'Forbidden'],
    },
    getWebhookHealth: {
      tag,
      summary: 'How a subscription does',
      description:
        'What became of its deliveries hour by hour, tests left out, what waits, and how long attempts took. It is counted as deliveries are settled, so asking costs the same however many there were.',
      parameters: [hours(MOST_HOURS)],
      answers: { 200: answer('Its health.', reference('schemas', 'Health'), exampleHealth) },
      refusals: ['InvalidList', 'Forbidden', 'NotFound'],
    },
    listWebhookNotices: {
      tag,
      summary: 'What went wrong with subscriptions',
      description:
        'When subscriptions of this key were warned (10 or 20 failed deliveries in a row) or switched off, the newest first, 100 at most.',
      answers: {
        200: answer(
          'A bare array, empty where nothing went wrong.',
          { type: 'array', items: reference('schemas', 'SubscriptionNotice') },
          [
            {
              on: '2026-01-30T09:12:00.000Z',
              webhook: 7,
              name: 'Completed repairs',
              state: 'warned',
              why: exampleWarning,
            },
          ],
        ),
      },
      refusals: ['InvalidRequest', 'Forbidden'],
    },
    sampleWebhook: {
      tag,
      summary: 'Samples of what is delivered',
      description:
        'The bodies of the newest three such events of the account, as they would be delivered; where there was none lately, a made-up one of the right shape, with an ID that no record has. For tools that show what a trigger gives before it fires.',
      parameters: [
        {
          name: 'entityType',
          in: 'query',
          required: true,
          description: 'The record type.',
          schema: {
            type: 'string',
            enum: recordTypes.filter(({ events }) => events.length > 0).map(({ name }) => name),
          },
          example: 'Tasks',
        },
        {
          name: 'action',
          in: 'query',
          required: true,
          description: 'What happened to the record.',
          schema: { type: 'string', enum: actions },
          example: 'Created',
        },
      ],
      answers: {
        200: answer('Up to three.', { type: 'array', items: reference('schemas', 'DeliveryBody') }, [exampleBody]),
      },
      refusals: ['InvalidList', 'Forbidden'],
    },
    rehearseWebhook: {
      tag,
      summary: 'Try a subscription on the past',
      description: `How many events of the last ${REHEARSED_DAYS} days a subscription with these fields would have heard of, day by day; how many without its filter, and which other values of the filter field they had; and what would have been sent of the newest. Nothing is made and nothing is sent. In an account with very many changes only the newest are counted: then \`cut\` is true and \`since\` says from when on.`,
      body: {
        description: 'The fields of a subscription; `targetUrl` may be left out.',
        mediaType: JSON_TYPE,
        schema: reference('schemas', 'RehearsedSubscription'),
        examples: {
          plain: { summary: 'Every new task', value: { entityType: 'Tasks', action: 'Created' } },
          filtered: {
            summary: 'Completed work orders of one board',
            value: {
              entityType: 'WorkOrders',
              action: 'Completed',
              filterEntityType: 'Boards',
              filterConditionEntityID: 3,
              headers: { 'X-Shared-Secret': 'correct horse battery staple' },
            },
          },
        },
      },
      answers: { 200: answer('What would have matched.', reference('schemas', 'Rehearsal'), exampleRehearsal) },
      refusals: ['InvalidNewSubscription', 'Forbidden', 'BodyTooLarge', 'NotJson'],
    },
    explainWebhook: {
      tag,
      summary: 'Why did I not get it?',
      description: `For each change of a record, the newest first and at most ${MOST_EXPLAINED}, or for the event that was sent under a \`webhookId\`: the steps from the change to the answer of your endpoint, each with what proves it, up to the one that explains why it did not arrive. Without \`from\` and \`to\`: the last 30 days.`,
      body: {
        description: 'Which record, with a span of time, or which event.',
        mediaType: JSON_TYPE,
        schema: whySchema,
        examples: {
          record: { summary: 'A record', value: { recordID: 31 } },
          span: {
            summary: 'A record in a span of time',
            value: { recordID: 31, from: '2026-01-30T09:00:00Z', to: '2026-01-30T10:00:00Z' },
          },
        },
      },
      answers: {
        200: answer('One for each change.', { type: 'array', items: reference('schemas', 'Explanation') }, [
          exampleExplanation,
        ]),
      },
      refusals: ['InvalidWhy', 'Forbidden', 'NotFound', 'BodyTooLarge', 'NotJson'],
    },
    getWebhookDeliveryRequest: {
      tag,
      summary: 'The request of a delivery',
      description: `What is sent: the headers, with the values of your own as \`${HIDDEN}\`, and the body to the byte. \`webhook-timestamp\` is that of the last attempt, and headers are those that the subscription has now.`,
      answers: {
        200: answer('The request.', reference('schemas', 'SentRequest'), {
          headers: exampleHeaders,
          body: exampleBody,
        }),
      },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound', 'EventGone'],
    },
  };
}

const exampleWarning = '10 deliveries in a row have failed. At 30 the subscription is switched off.';

const exampleRehearsal = {
  days: REHEARSED_DAYS,
  since: '2026-01-01T00:00:00.000Z',
  cut: false,
  matched: 12,
  perDay: [{ day: '2026-01-30', count: 12 }],
  unfiltered: 214,
  nearby: [{ id: 4, title: 'Reactive repairs', count: 180 }],
  sample: { headers: exampleHeaders, body: exampleBody, real: true },
};

const exampleExplanation = {
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

function hours(most: number): Node {
  return {
    name: 'hours',
    in: 'query',
    description: `How many hours, the one that runs included; 1 to ${most}.`,
    schema: { type: 'integer', minimum: 1, maximum: most, default: DEFAULT_HOURS },
    examples: optionalExample(DEFAULT_HOURS),
  };
}

function answer(description: string, schema: JsonSchema, value: unknown): AnswerDescription {
  return {
    description,
    content: { mediaType: JSON_TYPE, schema, examples: { one: { summary: 'An example', value } } },
  };
}

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

const recordID = {
  type: 'integer',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The ID of the record.',
};
const webhookId = { type: 'string', maxLength: 100, description: 'The header `webhook-id` that came, or should have.' };

const whySchema: JsonSchema = {
  oneOf: [
    {
      type: 'object',
      properties: { recordID, from: timestamp, to: timestamp },
      required: ['recordID'],
      additionalProperties: false,
    },
    closed({ webhookId }),
  ],
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
  Explanation: {
    title: 'Explanation',
    ...closed({
      change: {
        ...closed({
          version: { type: 'integer', minimum: 1 },
          at: timestamp,
          by: closed({
            kind: { type: 'string', enum: authorKinds },
            id: { type: ['string', 'null'] },
            name: { type: ['string', 'null'] },
            email: { type: 'string' },
          }),
        }),
        type: ['object', 'null'],
        description: 'Null where there is none: the record did not change, or it was a test.',
      },
      steps: {
        type: 'array',
        items: closed({
          step: { type: 'string', enum: whySteps },
          ok: { type: ['boolean', 'null'], description: 'Null where it is not known.' },
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
