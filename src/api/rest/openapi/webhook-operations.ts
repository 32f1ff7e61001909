/** The operations of webhook subscriptions and their delivery log, in words. */

import { JSON_PATCH_TYPE, JSON_TYPE } from '../../../http/json-body.ts';
import { listableDeliveries, stringifyDelivery } from '../../../webhooks/delivery/settle/delivery-json.ts';
import {
  listableSubscriptions,
  renderSubscription,
  type Subscription,
} from '../../../webhooks/subscriptions/subscription.ts';
import { listParameters } from './list-parameters.ts';
import { componentReference, type OperationDescriptions, type ResponseDescription } from './operation.ts';

const tag = 'Webhooks';

const EXAMPLE_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD5v0k9ZqZqVw=';

export const exampleSubscription: Subscription = {
  id: 7,
  entityType: 'WorkOrders',
  action: 'Completed',
  targetUrl: 'https://hooks.example.com/work-orders',
  name: 'Completed repairs',
  headers: { 'X-Shared-Secret': 'correct horse battery staple' },
  filterEntityType: 'Boards',
  filterConditionEntityID: 3,
  includeOwn: true,
  patience: '3d',
  active: true,
  deactivateReason: null,
  warning: null,
  waiting: null,
  createdOn: Date.parse('2026-01-30T08:15:00Z'),
};

export function exampleDelivery(more: {
  cause: 'event' | 'test' | 'resend';
  resendOf: number | null;
  log: string;
}): unknown {
  const createdOn = Date.parse('2026-01-30T09:00:00Z');
  const done = more.log !== '';
  const shown = stringifyDelivery({
    id: done ? 93 : 94,
    webhookId: 'msg_2m4k8q1x7v5r9d3h',
    cause: more.cause,
    recordID: 31,
    state: done ? 'succeeded' : 'waiting',
    status: done ? 204 : null,
    error: null,
    createdOn,
    processedDate: createdOn,
    settledOn: done ? createdOn + 240 : null,
    nextAttemptOn: done ? null : createdOn,
    waitingSince: null,
    repeats: null,
    resendOf: more.resendOf,
    recovery: null,
    log: more.log,
  });
  return JSON.parse(shown);
}

export const exampleAttempt = JSON.stringify({
  attempt: 1,
  startedOn: '2026-01-30T09:00:00.012Z',
  status: 204,
  error: null,
  message: null,
  timings: { dnsMs: 3.1, connectMs: 12.4, tlsMs: 25, firstByteMs: 190.2, totalMs: 191 },
  answer: null,
  answerHeaders: { server: 'nginx', date: 'Fri, 30 Jan 2026 09:00:00 GMT' },
  target: '1f4b9c02',
});

function subscription(description: string, headers: readonly string[] = []): ResponseDescription {
  return {
    description,
    headers,
    content: {
      mediaType: JSON_TYPE,
      schema: componentReference('schemas', 'Subscription'),
      examples: { active: { summary: 'An active subscription', value: renderSubscription(exampleSubscription) } },
    },
  };
}

function newDelivery(cause: 'test' | 'resend'): ResponseDescription {
  return {
    description: 'The new delivery, waiting for its turn. `Location` tells where to look for what became of it.',
    headers: ['Location'],
    content: {
      mediaType: JSON_TYPE,
      schema: componentReference('schemas', 'Delivery'),
      examples: {
        [cause]: {
          summary: 'Waiting',
          value: exampleDelivery({ cause, resendOf: cause === 'resend' ? 93 : null, log: '' }),
        },
      },
    },
  };
}

function listed(
  schema: string,
  example: unknown,
  headers: readonly string[] = ['Link', 'X-Total-Count'],
): ResponseDescription {
  return {
    description: 'A bare array, empty where there is nothing.',
    headers,
    content: {
      mediaType: JSON_TYPE,
      schema: { type: 'array', items: componentReference('schemas', schema) },
      examples: { one: { summary: 'One of them', value: [example] } },
    },
  };
}

export function webhookOperations(): OperationDescriptions {
  const delivered = exampleDelivery({ cause: 'event', resendOf: null, log: exampleAttempt });
  const { entityType, action, targetUrl, name, headers, filterEntityType, filterConditionEntityID } =
    exampleSubscription;
  return {
    listWebhooks: {
      tag,
      summary: 'List subscriptions',
      description: 'The subscriptions that this key has created, by id. Those of other keys are never shown.',
      parameters: listParameters(listableSubscriptions),
      answers: { 200: listed('Subscription', renderSubscription(exampleSubscription)) },
      refusals: ['InvalidList', 'Forbidden'],
    },
    createWebhook: {
      tag,
      summary: 'Subscribe to events',
      description:
        'From now on every such event is posted to `targetUrl`; see **Deliveries** for what arrives. A new subscription is active at once. A key may have 200 of them, unless the operator has set another limit.',
      body: {
        description: 'The new subscription.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'CreateSubscription'),
        examples: {
          plain: {
            summary: 'Every new task',
            value: { entityType: 'Tasks', action: 'Created', targetUrl: 'https://hooks.example.com/tasks' },
          },
          filtered: {
            summary: 'Work orders of one board, with a shared secret',
            value: { entityType, action, targetUrl, name, headers, filterEntityType, filterConditionEntityID },
          },
        },
      },
      parameters: [componentReference('parameters', 'IdempotencyKey')],
      answers: {
        201: {
          description:
            'The new subscription, with its `signingSecret`, which is shown only here (and again to a repeat under the same Idempotency-Key).',
          headers: ['Location', 'Idempotency-Replayed'],
          content: {
            mediaType: JSON_TYPE,
            schema: componentReference('schemas', 'CreatedSubscription'),
            examples: {
              created: {
                summary: 'Its secret is shown once',
                value: { ...renderSubscription(exampleSubscription), signingSecret: EXAMPLE_SECRET },
              },
            },
          },
        },
      },
      refusals: [
        'InvalidNewSubscription',
        'Forbidden',
        'SubscriptionConflict',
        'BodyTooLarge',
        'NotJson',
        'IdempotencyKeyReused',
      ],
    },
    listWebhookEvents: {
      tag,
      summary: 'List the events there are',
      description:
        'The record types and actions that this key may subscribe to, and what each subscription may be narrowed by.',
      answers: {
        200: listed(
          'SubscribableEvents',
          {
            entityType: 'WorkOrders',
            actions: ['Created', 'Completed', 'Cancelled', 'Updated'],
            filterEntityType: 'Boards',
          },
          [],
        ),
      },
      refusals: ['InvalidRequest', 'Forbidden'],
    },
    getWebhook: {
      tag,
      summary: 'Get a subscription',
      description:
        'One subscription of this key. `active` is false and `deactivateReason` says why when the service has switched it off: after 30 failed deliveries in a row, or at once when your endpoint answers 410. From the tenth failure in a row on, `warning` says so. `waiting` says, of a subscription with `patience`, that its endpoint is down, since when, and when it is tried next.',
      answers: { 200: subscription('The subscription.') },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound'],
    },
    updateWebhook: {
      tag,
      summary: 'Change a subscription',
      description:
        'A JSON Patch of `name`, `targetUrl`, `headers`, the two filter fields, `includeOwn` and `patience`. Deliveries that are still waiting use the new values, and where the endpoint was down, another address, other headers or another patience are tried at once. For another record type or action, subscribe anew.',
      body: {
        description: 'The operations, done in their order.',
        mediaType: JSON_PATCH_TYPE,
        schema: componentReference('schemas', 'JsonPatch'),
        examples: {
          move: {
            summary: 'Deliver elsewhere',
            value: [{ op: 'replace', path: '/targetUrl', value: 'https://hooks.example.com/v2/work-orders' }],
          },
          secret: {
            summary: 'Rotate the shared secret',
            value: [{ op: 'add', path: '/headers/X-Shared-Secret', value: 'a new secret' }],
          },
        },
      },
      answers: { 200: subscription('The subscription as it is now.') },
      refusals: [
        'InvalidSubscriptionPatch',
        'Forbidden',
        'NotFound',
        'SubscriptionPatchConflict',
        'BodyTooLarge',
        'NotJsonPatch',
      ],
    },
    deleteWebhook: {
      tag,
      summary: 'Unsubscribe',
      description:
        'Removes the subscription and its log. Deliveries still waiting are not sent. A second time it is a 404.',
      answers: { 204: { description: 'It is gone.' } },
      refusals: ['InvalidAction', 'Forbidden', 'NotFound'],
    },
    reactivateWebhook: {
      tag,
      summary: 'Switch a subscription on again',
      description:
        'Clears `deactivateReason` and starts the count of failures anew. What was dropped or missed meanwhile is not sent by itself: `POST /api/Webhooks/{id}/Recover` sends it. On an active subscription it restarts the count, and what waits for its endpoint is tried at once.',
      answers: { 200: subscription('The subscription, active.') },
      refusals: ['InvalidAction', 'Forbidden', 'NotFound'],
    },
    rotateWebhookSecret: {
      tag,
      summary: 'Get a new signing secret',
      description:
        'Deliveries are signed with the new secret at once, and for `graceSeconds` with those before it as well (several signatures, separated by spaces): change your endpoint over at any time until then. A subscription made before deliveries were signed learns its secret in this way.',
      body: {
        description: 'How long the secret before stays good. Without a body: a day.',
        isOptional: true,
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'SecretRotation'),
        examples: { hour: { summary: 'An hour', value: { graceSeconds: 3600 } } },
      },
      answers: {
        200: {
          description: 'The new secret, which is shown only here.',
          content: {
            mediaType: JSON_TYPE,
            schema: componentReference('schemas', 'RotatedSecret'),
            examples: {
              rotated: {
                summary: 'A new secret',
                value: { signingSecret: EXAMPLE_SECRET, previousUntil: '2026-01-30T09:15:00.000Z' },
              },
            },
          },
        },
      },
      refusals: ['InvalidRotation', 'Forbidden', 'NotFound', 'BodyTooLarge', 'NotJson'],
    },
    testWebhook: {
      tag,
      summary: 'Send a test delivery',
      description:
        'Delivers a made-up record of the right shape, with an ID that no record has; or, with `change`, a real event of the subscription once more, as it was. Works on a subscription that is switched off, too, and counts neither as a success nor as a failure.',
      parameters: [
        {
          name: 'change',
          in: 'query',
          description: 'The event to send: `change` of one of the newest events of the subscription.',
          schema: { type: 'string' },
        },
      ],
      answers: { 201: newDelivery('test') },
      refusals: ['InvalidAction', 'Forbidden', 'NotFound'],
    },
    listWebhookDeliveries: {
      tag,
      summary: 'List the deliveries of a subscription',
      description:
        'The log that answers "why did I not get it?": every delivery with its attempts, their statuses, timings and the start of the answers. Settled deliveries are kept for 30 days, unless the operator has set another time.',
      parameters: listParameters(listableDeliveries),
      answers: { 200: listed('Delivery', delivered) },
      refusals: ['InvalidList', 'Forbidden', 'NotFound'],
    },
    getWebhookDelivery: {
      tag,
      summary: 'Get a delivery',
      description: 'One delivery with its attempts.',
      answers: {
        200: {
          description: 'The delivery.',
          content: {
            mediaType: JSON_TYPE,
            schema: componentReference('schemas', 'Delivery'),
            examples: { succeeded: { summary: 'Delivered at the first attempt', value: delivered } },
          },
        },
      },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound'],
    },
    resendWebhookDelivery: {
      tag,
      summary: 'Send a delivery again',
      description:
        'A new delivery of the same event, with the same body and the same `webhook-id`. It counts like any other and is never suppressed as a repeat.',
      answers: { 201: newDelivery('resend') },
      refusals: ['InvalidAction', 'Forbidden', 'NotFound', 'SubscriptionConflict'],
    },
  };
}
