/** The schemas of subscriptions, their delivery log, and what is delivered. */
import { actions, recordTypeNames, recordTypes } from '../../../catalogue/index.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { errorClasses } from '../../../webhooks/delivery/send/outcome.ts';
import { loggedHeaders } from '../../../webhooks/delivery/send/response-headers.ts';
import { deliveryCauses, deliveryStates } from '../../../webhooks/delivery.ts';
import { MAX_CUSTOM_HEADERS, MAX_HEADER_VALUE_LENGTH } from '../../../webhooks/subscriptions/custom-headers.ts';
import { PATIENCE_PATTERN } from '../../../webhooks/subscriptions/patience.ts';
import { DEFAULT_GRACE_SECONDS, MAX_GRACE_SECONDS } from '../../../webhooks/subscriptions/signing-secrets.ts';
import {
  MAX_FILTER_ID_LENGTH,
  MAX_LISTED_WAITING_COUNT,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
} from '../../../webhooks/subscriptions/subscription.ts';
import { closedObject, componentReference } from './operation.ts';

type Properties = { readonly [name: string]: JsonSchema };

const subscribable = recordTypes.filter(({ events }) => events.length > 0).map(({ name }) => name);
const filters = recordTypes.flatMap(({ webhookFilter }) => webhookFilter?.entityType ?? []);

const wholeNumber = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const timestamp = { type: 'string', format: 'date-time' };
const milliseconds = { type: ['number', 'null'], minimum: 0 };

const entityType = {
  type: 'string',
  enum: subscribable,
  description: 'The record type whose events are delivered. Matched without regard to case.',
};
const action = {
  type: 'string',
  enum: actions,
  description: 'What happens to the record. `GET /api/Webhooks/Events` lists the actions of each record type.',
};
const targetUrl = {
  type: 'string',
  format: 'uri',
  pattern: '^https://',
  maxLength: MAX_URL_LENGTH,
  description: 'Where deliveries are sent. Addresses inside a network are refused unless the operator allows them.',
};
const name = { type: ['string', 'null'], maxLength: MAX_NAME_LENGTH, description: 'A label of your own.' };
const headers = {
  type: 'object',
  additionalProperties: { type: 'string', maxLength: MAX_HEADER_VALUE_LENGTH },
  maxProperties: MAX_CUSTOM_HEADERS,
  description: 'Sent with every delivery. Kept encrypted; only the key that created the subscription sees them.',
};
const filterEntityType = {
  type: ['string', 'null'],
  description: `With \`filterConditionEntityID\`: only records that belong to one ${filters.join(', ')}. Each record type offers at most one of them; "Board" and "form template" are understood too.`,
  examples: ['Boards'],
};
const filterConditionEntityID = componentReference('schemas', 'FilterID');

const patience = {
  type: ['string', 'null'],
  pattern: PATIENCE_PATTERN,
  description:
    'How long failed deliveries are tried again, failures of the network included: from `1h` to `7d`, as a whole number of `m`, `h` or `d`, shown in the largest unit that fits. Null: up to three retries, 2 seconds apart, and none after a failure of the network.',
  examples: ['3d'],
};

const includeOwn = {
  type: 'boolean',
  description:
    'False leaves out events of changes that this very integration has made; they stand in the log as `own`. So a receiver that writes back what it hears does not hear of that again.',
};

const newSubscription: Properties = {
  entityType,
  action,
  targetUrl,
  name,
  headers: { ...headers, type: ['object', 'null'], default: {} },
  filterEntityType,
  filterConditionEntityID,
  includeOwn: { ...includeOwn, type: ['boolean', 'null'], default: true },
  patience: { ...patience, default: null },
};

const subscription: Properties = {
  id: { ...wholeNumber, description: 'Counted per account.' },
  entityType,
  action,
  targetUrl,
  name,
  headers,
  filterEntityType,
  filterConditionEntityID,
  includeOwn,
  patience,
  active: { type: 'boolean', description: 'Whether events are delivered.' },
  deactivateReason: {
    type: ['string', 'null'],

    description: 'Why the service switched it off; null while it is active.',
  },
  warning: {
    type: ['string', 'null'],

    description: 'That it is about to be switched off: set while 10 or more deliveries in a row have failed.',
  },
  waiting: {
    ...closedObject({
      since: { ...timestamp, description: 'Since when the endpoint is down.' },
      nextTry: { ...timestamp, description: 'When it is tried next, with one delivery.' },
      count: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LISTED_WAITING_COUNT,
        description: `Deliveries that wait; ${MAX_LISTED_WAITING_COUNT} are that many or more.`,
      },
    }),
    type: ['object', 'null'],

    description: 'Of a subscription with `patience` whose endpoint is down while deliveries wait for it; else null.',
  },
  createdOn: timestamp,
};

const signingSecret = {
  type: 'string',
  pattern: '^whsec_',

  description:
    'What deliveries are signed with (Standard Webhooks): `whsec_` and 32 bytes in base64. Shown here and never again.',
};

const attempt: Properties = {
  attempt: {
    type: 'integer',
    minimum: 1,
    description: 'The first attempt, or a retry: up to three, or with `patience` as many as it takes.',
  },
  startedOn: timestamp,
  status: { type: ['integer', 'null'], description: 'The status your endpoint answered with; null where none came.' },
  error: componentReference('schemas', 'DeliveryError'),
  message: {
    type: ['string', 'null'],
    description: 'What went wrong on the network, in words; of a long text the first 500 characters.',
  },
  timings: closedObject({
    dnsMs: milliseconds,
    connectMs: milliseconds,
    tlsMs: milliseconds,
    firstByteMs: milliseconds,
    totalMs: milliseconds,
  }),
  answer: {
    type: ['string', 'null'],
    description: 'The first 1 KiB of the body of the answer; of the first ten attempts.',
  },
};

const answerHeaders = {
  type: ['object', 'null'],
  additionalProperties: { type: 'string' },
  description: `Of the headers of the answer, those that tell who has answered: ${loggedHeaders.join(', ')}; of the first ten attempts. Missing in attempts from before they were kept.`,
};

const target = {
  type: 'string',
  description:
    'A short hash of the `targetUrl` it was sent to: another one once that is changed. Missing in attempts from before it was kept.',
};

const delivery: Properties = {
  id: { ...wholeNumber },
  webhookId: {
    type: 'string',
    description: 'The header `webhook-id`: the same over all attempts, and for a delivery that is sent again.',
  },
  cause: {
    type: 'string',
    enum: deliveryCauses,
    description: 'An event, a test, or somebody who asked for it once more.',
  },
  recordID: {
    ...wholeNumber,
    description: 'The ID of the record; of a test with a made-up record, a number that no record has.',
  },
  state: {
    type: 'string',
    enum: deliveryStates,
    description:
      '`waiting` for its turn or a retry; `suppressed` as a repeat of `repeats`; `dropped` because the subscription was switched off, or its recovery cancelled, while it waited; `own`: the integration made the change itself, and `includeOwn` is false.',
  },
  status: { type: ['integer', 'null'], description: 'The status of the last attempt.' },
  error: componentReference('schemas', 'DeliveryError'),
  createdOn: timestamp,
  processedDate: { ...timestamp, description: 'When the event was committed; the same value as in the body.' },
  settledOn: { ...timestamp, type: ['string', 'null'] },
  nextAttemptOn: {
    ...timestamp,
    type: ['string', 'null'],
    description:
      'When it is due; while the endpoint is down, `waiting` of the subscription says when that is tried. Null when no attempt is to come.',
  },
  waitingSince: {
    ...timestamp,
    type: ['string', 'null'],
    description:
      'When its first attempt failed, or would have failed while the endpoint was known to be down: `patience` counts from here. Null where it did not have to wait.',
  },
  repeats: { ...wholeNumber, type: ['integer', 'null'], description: 'The delivery that a suppressed one repeats.' },
  resendOf: { ...wholeNumber, type: ['integer', 'null'], description: 'The delivery that this one sends again.' },
  recovery: {
    ...wholeNumber,
    type: ['integer', 'null'],
    description: 'The recovery that made it, of this subscription.',
  },
  attempts: { type: 'array', items: componentReference('schemas', 'DeliveryAttempt') },
};

export const webhookSchemas: { readonly [name: string]: JsonSchema } = {
  FilterID: {
    title: 'Filter ID',
    description:
      'The ID of that board, form template or asset status, as a number or as text; it comes back as it was sent. One that does not exist yet matches nothing until it does.',
    // For Java: as one of two that may be null it refuses the null, and by oneOf the text "3", which it can read as a number, too.
    anyOf: [{ type: 'number' }, { type: 'string', minLength: 1, maxLength: MAX_FILTER_ID_LENGTH }, { type: 'null' }],
    examples: [3],
  },
  Subscription: { title: 'Subscription', ...closedObject(subscription) },
  CreatedSubscription: { title: 'Created subscription', ...closedObject({ ...subscription, signingSecret }) },
  RotatedSecret: {
    title: 'Rotated secret',
    ...closedObject({
      signingSecret,
      previousUntil: {
        ...timestamp,
        type: ['string', 'null'],
        description: 'Until when the secret before it signs as well; null where it no longer does.',
      },
    }),
  },
  SecretRotation: {
    title: 'Secret rotation',
    type: 'object',
    properties: {
      graceSeconds: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_GRACE_SECONDS,
        default: DEFAULT_GRACE_SECONDS,
        description: 'How long the secret before signs as well; 0 ends it at once.',
      },
    },
    additionalProperties: false,
  },
  CreateSubscription: {
    title: 'New subscription',
    type: 'object',
    properties: newSubscription,
    required: ['entityType', 'action', 'targetUrl'],
    dependentRequired: {
      filterEntityType: ['filterConditionEntityID'],
      filterConditionEntityID: ['filterEntityType'],
    },
    additionalProperties: false,
  },
  RehearsedSubscription: {
    title: 'Subscription to rehearse',
    description: 'As a new subscription; where it would be sent may be left out.',
    type: 'object',
    properties: { ...newSubscription, targetUrl: { ...targetUrl, type: ['string', 'null'] } },
    required: ['entityType', 'action'],
    dependentRequired: {
      filterEntityType: ['filterConditionEntityID'],
      filterConditionEntityID: ['filterEntityType'],
    },
    additionalProperties: false,
  },
  SubscribableEvents: {
    title: 'Subscribable events',
    ...closedObject({
      entityType: { type: 'string', enum: subscribable },
      actions: { type: 'array', items: { type: 'string', enum: actions } },
      filterEntityType: {
        type: ['string', 'null'],
        enum: [...recordTypeNames.filter((type) => filters.includes(type)), null],
        description: 'What a subscription to this record type may be narrowed by.',
      },
    }),
  },
  Delivery: { title: 'Delivery', ...closedObject(delivery) },
  DeliveryAttempt: {
    title: 'Attempt',
    type: 'object',
    properties: { ...attempt, answerHeaders, target },
    required: Object.keys(attempt),
    additionalProperties: false,
  },
  DeliveryError: {
    title: 'Delivery error',
    type: ['string', 'null'],
    enum: [...errorClasses, null],
    description:
      'How an attempt failed: `status` is an answer outside 2xx; `damaged` says that what is kept of the delivery or its subscription cannot be read, so that nothing was sent; the others are failures of the network.',
  },
};
