/** Descriptions of the diagnostics operations of subscriptions. */
import { actions, recordTypes } from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { MASKED_HEADER_VALUE } from '../../../webhooks/delivery/send/render-request.ts';
import {
  DEFAULT_HEALTH_HOURS,
  MAX_HEALTH_HOURS,
  MAX_HEALTH_HOURS_ALL_SUBSCRIPTIONS,
} from '../../../webhooks/diagnostics/health.ts';
import { SIMULATED_DAYS } from '../../../webhooks/diagnostics/simulation.ts';
import { MAX_EXPLAINED_CHANGES } from '../../../webhooks/diagnostics/store.ts';
import {
  exampleBody,
  exampleExplanation,
  exampleHeaders,
  exampleHealth,
  exampleRecentEvent,
  exampleSimulation,
  exampleWarning,
} from './diagnostics-examples.ts';
import {
  componentReference,
  type OpenApiObject,
  type OperationDescriptions,
  optionalExample,
  type ResponseDescription,
} from './operation.ts';

const tag = 'Webhooks';

export function diagnosticsOperations(): OperationDescriptions {
  return {
    listWebhookHealth: {
      tag,
      summary: 'How all subscriptions do',
      description: `The health of every subscription of this key, by id, in one answer. \`hours\` is at most ${MAX_HEALTH_HOURS_ALL_SUBSCRIPTIONS} here.`,
      parameters: [hours(MAX_HEALTH_HOURS_ALL_SUBSCRIPTIONS)],
      answers: {
        200: answer(
          'One for every subscription.',
          { type: 'array', items: componentReference('schemas', 'WebhookHealth') },
          [{ id: 7, ...exampleHealth }],
        ),
      },
      refusals: ['InvalidList', 'Forbidden'],
    },
    getWebhookHealth: {
      tag,
      summary: 'How a subscription does',
      description:
        'What became of its deliveries hour by hour, tests left out, what waits, and how long attempts took. It is counted as deliveries are settled, so asking costs the same however many there were.',
      parameters: [hours(MAX_HEALTH_HOURS)],
      answers: { 200: answer('Its health.', componentReference('schemas', 'Health'), exampleHealth) },
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
          { type: 'array', items: componentReference('schemas', 'SubscriptionNotice') },
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
    listWebhookRecentEvents: {
      tag,
      summary: 'The newest events of a subscription',
      description:
        'The newest 20 events that the subscription asks for, with its filter, whether or not it was there: any of them can be sent as a test.',
      answers: {
        200: answer(
          'The newest first; empty where there was none lately.',
          { type: 'array', items: componentReference('schemas', 'RecentEvent') },
          [exampleRecentEvent],
        ),
      },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound'],
    },
    listWebhookSamples: {
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
        200: answer('Up to three.', { type: 'array', items: componentReference('schemas', 'DeliveryBody') }, [
          exampleBody,
        ]),
      },
      refusals: ['InvalidList', 'Forbidden'],
    },
    rehearseWebhook: {
      tag,
      summary: 'Try a subscription on the past',
      description: `How many events of the last ${SIMULATED_DAYS} days a subscription with these fields would have heard of, day by day; how many without its filter, and which other values of the filter field they had; and what would have been sent of the newest. Nothing is made and nothing is sent. In an account with very many changes only the newest are counted: then \`cut\` is true and \`since\` says from when on.`,
      body: {
        description: 'The fields of a subscription; `targetUrl` may be left out.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'RehearsedSubscription'),
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
      answers: {
        200: answer('What would have matched.', componentReference('schemas', 'Rehearsal'), exampleSimulation),
      },
      refusals: ['InvalidNewSubscription', 'Forbidden', 'BodyTooLarge', 'NotJson'],
    },
    explainWebhook: {
      tag,
      summary: 'Why did I not get it?',
      description: `For each change of a record, the newest first and at most ${MAX_EXPLAINED_CHANGES}, or for the event that was sent under a \`webhookId\`: the steps from the change to the answer of your endpoint, each with what proves it, up to the one that explains why it did not arrive. Without \`from\` and \`to\`: the last 30 days.`,
      body: {
        description: 'Which record, with a span of time, or which event.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'ExplanationRequest'),
        examples: {
          record: { summary: 'A record', value: { recordID: 31 } },
          span: {
            summary: 'A record in a span of time',
            value: { recordID: 31, from: '2026-01-30T09:00:00Z', to: '2026-01-30T10:00:00Z' },
          },
        },
      },
      answers: {
        200: answer('One for each change.', { type: 'array', items: componentReference('schemas', 'Explanation') }, [
          exampleExplanation,
        ]),
      },
      refusals: ['InvalidWhy', 'Forbidden', 'NotFound', 'BodyTooLarge', 'NotJson'],
    },
    getWebhookDeliveryRequest: {
      tag,
      summary: 'The request of a delivery',
      description: `What is sent: the headers, with the values of your own as \`${MASKED_HEADER_VALUE}\`, and the body to the byte. \`webhook-timestamp\` is that of the last attempt, and headers are those that the subscription has now.`,
      answers: {
        200: answer('The request.', componentReference('schemas', 'SentRequest'), {
          headers: exampleHeaders,
          body: exampleBody,
        }),
      },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound', 'EventGone'],
    },
  };
}

function hours(most: number): OpenApiObject {
  return {
    name: 'hours',
    in: 'query',
    description: `How many hours, the one that runs included; 1 to ${most}.`,
    schema: { type: 'integer', minimum: 1, maximum: most, default: DEFAULT_HEALTH_HOURS },
    examples: optionalExample(DEFAULT_HEALTH_HOURS),
  };
}

function answer(description: string, schema: JsonSchema, value: unknown): ResponseDescription {
  return {
    description,
    content: { mediaType: JSON_TYPE, schema, examples: { one: { summary: 'An example', value } } },
  };
}
