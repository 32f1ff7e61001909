/** The operations of recoveries, in words, and the schemas of what they take and give. */
import { JSON_TYPE } from '../../../http/json-body.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { listableDeliveries } from '../../../webhooks/delivery/settle/delivery-json.ts';
import {
  DELIVERIES_PER_SECOND,
  listableRecoveries,
  type Recovery,
  recoverableOutcomes,
  recoveryKinds,
  recoveryStates,
  renderRecovery,
} from '../../../webhooks/recovery/recovery.ts';
import { listParameters } from './list-parameters.ts';
import {
  closedObject,
  componentReference,
  type OperationDescriptions,
  optionalExample,
  type ResponseDescription,
} from './operation.ts';

const tag = 'Webhooks';

const example: Recovery = {
  id: 3,
  wish: {
    kind: 'recover',
    since: Date.parse('2026-01-30T06:00:00Z'),
    until: null,
    what: ['failed', 'dropped', 'missed'],
    newestOnly: false,
  },
  perSecond: DELIVERIES_PER_SECOND.usual,
  state: 'running',
  reason: null,
  total: 412,
  delivered: 120,
  failed: 0,
  skipped: 1,
  createdOn: Date.parse('2026-01-30T09:00:00Z'),
  endedOn: null,
};
const begun: Recovery = { ...example, state: 'counting', total: null, delivered: 0, skipped: 0 };
const paused: Recovery = { ...example, state: 'paused' };
const cancelled: Recovery = { ...example, state: 'cancelled', endedOn: Date.parse('2026-01-30T09:00:03Z') };

function run(description: string, shown: Recovery, headers: readonly string[] = []): ResponseDescription {
  return {
    description,
    headers,
    content: {
      mediaType: JSON_TYPE,
      schema: componentReference('schemas', 'Recovery'),
      examples: { [shown.state]: { summary: 'A run', value: renderRecovery(shown) } },
    },
  };
}

function counts(schema: string, value: unknown): ResponseDescription {
  return {
    description: 'With `dryRun`: how many events would be sent. Nothing is sent.',
    content: {
      mediaType: JSON_TYPE,
      schema: componentReference('schemas', schema),
      examples: { count: { summary: 'How many', value } },
    },
  };
}

const accepted = run('The run, which begins at once. `Location` tells where to look for how far it has come.', begun, [
  'Location',
]);
const ofPages = ['take', 'skip', 'orderby', 'fields', 'count'];

export function recoveryOperations(): OperationDescriptions {
  const since = '2026-01-30T06:00:00Z';
  const steered = (summary: string, description: string, shown: Recovery) => ({
    tag,
    summary,
    description,
    answers: { 200: run('The run as it is now.', shown) },
    refusals: ['InvalidAction', 'Forbidden', 'NotFound', 'RecoveryConflict'] as const,
  });
  return {
    recoverWebhook: {
      tag,
      summary: 'Recover what did not arrive',
      description:
        'Sends events of a time again: those whose deliveries `failed` or were `dropped`, and those that were `missed` because the subscription was off or not there yet. Each goes out under its `webhook-id` (a missed one always under the same), in the order of its record, at `perSecond` at most, and never so many at once that new events have to wait. What has arrived or waits is left out, so recovering twice sends nothing twice. `newestOnly` sends of each record only the newest event, and none where a newer one has arrived or waits. `dryRun` only counts. One run of a subscription at a time.',
      body: {
        description: 'What to recover.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'RecoveryRequest'),
        examples: {
          dryRun: { summary: 'How much there is', value: { since, what: [...recoverableOutcomes], dryRun: true } },
          run: { summary: 'All of it', value: { since, what: [...recoverableOutcomes] } },
          newest: {
            summary: 'The present state of what was missed, slowly',
            value: { since, until: '2026-01-30T09:00:00Z', what: ['missed'], newestOnly: true, perSecond: 10 },
          },
        },
      },
      answers: { 200: counts('RecoveryCount', { total: 412, failed: 30, dropped: 12, missed: 370 }), 202: accepted },
      refusals: ['InvalidRecovery', 'Forbidden', 'NotFound', 'RecoveryConflict', 'BodyTooLarge', 'NotJson'],
    },
    resendWebhookDeliveries: {
      tag,
      summary: 'Send matching deliveries again',
      description:
        'Sends all deliveries of the log again that match the filters, which are those of the list: in their order, each event once, under its `webhook-id`. All means all: without a filter the whole log. `dryRun=true` only counts. One run of a subscription at a time.',
      parameters: [
        ...listParameters(listableDeliveries).filter(
          (parameter) =>
            !ofPages.some(
              (name) => parameter.name === name || parameter.$ref === componentReference('parameters', name).$ref,
            ),
        ),
        {
          name: 'dryRun',
          in: 'query',
          description: 'With `true` they are only counted.',
          schema: { type: 'boolean', default: false },
          examples: optionalExample(true),
        },
        {
          name: 'perSecond',
          in: 'query',
          description: 'How many are sent in a second at most.',
          schema: {
            type: 'integer',
            minimum: 1,
            maximum: DELIVERIES_PER_SECOND.most,
            default: DELIVERIES_PER_SECOND.usual,
          },
          examples: optionalExample(10),
        },
      ],
      answers: { 200: counts('ResendCount', { total: 42 }), 202: accepted },
      refusals: ['InvalidAction', 'Forbidden', 'NotFound', 'RecoveryConflict'],
    },
    listWebhookRecoveries: {
      tag,
      summary: 'List the recoveries of a subscription',
      description: 'Runs under way and those that have ended, of which the last 200 are kept.',
      parameters: listParameters(listableRecoveries),
      answers: {
        200: {
          description: 'A bare array, empty where there is nothing.',
          headers: ['Link', 'X-Total-Count'],
          content: {
            mediaType: JSON_TYPE,
            schema: { type: 'array', items: componentReference('schemas', 'Recovery') },
            examples: { one: { summary: 'One of them', value: [renderRecovery(example)] } },
          },
        },
      },
      refusals: ['InvalidList', 'Forbidden', 'NotFound'],
    },
    getWebhookRecovery: {
      tag,
      summary: 'Get a recovery',
      description: 'How far a run has come, and what became of it.',
      answers: { 200: run('The run.', example) },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound'],
    },
    pauseWebhookRecovery: steered(
      'Pause a recovery',
      'Nothing more is made ready to be sent. The few deliveries that wait already are still sent.',
      paused,
    ),
    resumeWebhookRecovery: steered('Resume a recovery', 'It goes on where it was.', example),
    cancelWebhookRecovery: steered(
      'Cancel a recovery',
      'Ends it. What waits of it is dropped; a later recovery finds it again. What has been sent stays sent.',
      cancelled,
    ),
  };
}

const count = { type: 'integer', minimum: 0 } as const;
const timestamp = { type: 'string', format: 'date-time' } as const;
const orNull = (type: string) => ({ type: [type, 'null'] });

const perSecond = {
  type: 'integer',
  minimum: 1,
  maximum: DELIVERIES_PER_SECOND.most,
  description: 'How many events are sent in a second at most.',
};
const what = { type: 'array', items: componentReference('schemas', 'Recoverable'), minItems: 1, uniqueItems: true };

export const recoverySchemas: { readonly [name: string]: JsonSchema } = {
  // By a name of its own: a set of nameless values is written for Java in a way that does not compile.
  Recoverable: { title: 'Recoverable', type: 'string', enum: recoverableOutcomes },
  RecoveryRequest: {
    title: 'Recovery request',
    type: 'object',
    properties: {
      since: { ...timestamp, description: 'Events from this time on.' },
      until: { ...timestamp, ...orNull('string'), description: 'Events up to this time; without it, up to now.' },
      what: { ...what, description: 'Which of them.' },
      newestOnly: {
        ...orNull('boolean'),
        default: false,
        description: 'Of each record only the newest event, and none where a newer one has arrived or waits.',
      },
      perSecond: { ...perSecond, ...orNull('integer'), default: DELIVERIES_PER_SECOND.usual },
      dryRun: { ...orNull('boolean'), default: false, description: 'Only count.' },
    },
    required: ['since', 'what'],
    additionalProperties: false,
  },
  RecoveryCount: {
    title: 'Recovery count',
    ...closedObject({ total: count, ...Object.fromEntries(recoverableOutcomes.map((one) => [one, count])) }),
  },
  ResendCount: { title: 'Resend count', ...closedObject({ total: count }) },
  Recovery: {
    title: 'Recovery',
    ...closedObject({
      id: { type: 'integer', minimum: 1, description: 'Counted per subscription.' },
      kind: { type: 'string', enum: recoveryKinds, description: 'By time and outcome, or by filters of the log.' },
      state: {
        type: 'string',
        enum: recoveryStates,
        description:
          '`counting`, then `running`; `complete` when all were dealt with; `failed` when the subscription was switched off.',
      },
      reason: { ...orNull('string'), description: 'Why it has failed.' },
      since: { ...timestamp, ...orNull('string') },
      until: { ...timestamp, ...orNull('string') },
      what: { ...what, type: ['array', 'null'] },
      newestOnly: orNull('boolean'),
      filter: { ...orNull('string'), description: 'Of a run by filters: the query as it was sent.' },
      perSecond,
      total: { ...count, ...orNull('integer'), description: 'How many events there are; null while they are counted.' },
      done: { ...count, description: '`delivered`, `failed` and `skipped` together.' },
      delivered: count,
      failed: count,
      skipped: {
        ...count,
        description:
          'No longer to be sent when their turn came: arrived meanwhile, forgotten, or taken back by a cancel.',
      },
      createdOn: timestamp,
      endedOn: { ...timestamp, ...orNull('string') },
    }),
  },
};
