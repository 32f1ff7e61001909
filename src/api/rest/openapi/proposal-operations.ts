/** Proposals in words: what a key wants written and a person decides. */
import { listableProposals, proposalStates, proposalStatuses, writeOperations } from '../../../approvals/proposal.ts';
import { MAX_PLAN_STEPS, MAX_REASON_CHARACTERS, MAX_TITLE_CHARACTERS } from '../../../approvals/proposal-input.ts';
import { actions, recordTypeNames } from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { listParameters } from './list-parameters.ts';
import { closedObject, componentReference, type OperationDescriptions } from './operation.ts';

const tag = 'Proposals';
const one = componentReference('schemas', 'Proposal');
const several: JsonSchema = { type: 'array', items: one };

const example = {
  id: 88,
  plan: null,
  planTitle: null,
  planSize: null,
  order: 1,
  state: 'pending',
  type: 'Tasks',
  recordID: null,
  operation: 'create',
  patch: null,
  body: { Name: 'Check the pump' },
  baseVersion: null,
  reason: 'The tenant has called twice.',
  by: { kind: 'integration', id: 'int_h3v8t1m6zc2p9k4d', name: 'Fix-it' },
  for: 'ann@example.com',
  createdOn: '2026-01-30T09:12:00.000Z',
  expiresOn: '2026-02-06T09:12:00.000Z',
  decidedBy: null,
  decidedOn: null,
  comment: null,
  madeVersion: null,
  standing: 'applies',
  after: null,
  clashes: [],
  refusal: null,
  effect: '3f0a5b8e6c1d4f7290b8c3d5e7f1a2b4c6d8e0f2a4b6c8d0e2f4a6b8c0d2e4f6',
  changed: [{ field: 'Name', to: 'Check the pump' }],
  events: ['Created'],
  deliveries: [],
  otherDeliveries: 0,
  edited: null,
};

export function proposalOperations(): OperationDescriptions {
  return {
    listProposals: {
      tag,
      summary: 'List proposals',
      description:
        'What this key has proposed, the newest first, with what became of it: `comment` is what the person who decided has to say. Those that wait show how they stand now.',
      parameters: listParameters(listableProposals),
      answers: {
        200: {
          description: 'A bare array.',
          headers: ['Link', 'X-Total-Count'],
          content: {
            mediaType: JSON_TYPE,
            schema: several,
            examples: { waiting: { summary: 'One that waits', value: [example] } },
          },
        },
      },
      refusals: ['InvalidList'],
    },
    createProposal: {
      tag,
      summary: 'Propose a write',
      description: `Any key may propose instead of writing; a key that was made with \`proposesOnly\` can do nothing else. What is proposed is tried as a dry run and kept with its reason; nothing of the records changes until a person approves it in the console. What the write would be refused with, the proposal is refused with. With \`title\` and \`steps\` it is a plan of up to ${MAX_PLAN_STEPS} writes, which is answered as a list: they are decided one by one, or together in their order. Its steps come to at most 4 MiB of JSON together, with the fields as they are and as they would be. Where a step needs the ID of a record that an earlier step makes, \`{"step": 1}\` stands in its place: it becomes the ID when that step is approved. A proposal waits for 7 days.`,
      parameters: [componentReference('parameters', 'IdempotencyKey')],
      body: {
        description: 'One write with its reason, or a plan of several.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'ProposalRequest'),
        examples: {
          create: {
            summary: 'A new record',
            value: { type: 'Tasks', create: { Name: 'Check the pump' }, reason: 'The tenant has called twice.' },
          },
          plan: {
            summary: 'A plan',
            value: {
              title: 'Follow up on the pump',
              steps: [
                { type: 'Tasks', create: { Name: 'Check the pump' }, reason: 'The tenant has called twice.' },
                { type: 'Tasks', create: { Name: 'Call the tenant' }, reason: 'They wait for news.' },
              ],
            },
          },
        },
      },
      answers: {
        201: {
          description: 'The proposal, or those of the plan in their order. `Location` is that of the first.',
          headers: ['Location', 'Idempotency-Replayed'],
          content: {
            mediaType: JSON_TYPE,
            // Said in words: one, or a list of the same, is written for TypeScript and Java in a way that does not compile.
            schema: { description: 'A `Proposal`; for a plan a list of them, in the order of its steps.' },
            examples: { created: { summary: 'It waits', value: { ...example, record: null } } },
          },
        },
      },
      refusals: [
        'InvalidProposal',
        'Forbidden',
        'NotFound',
        'ProposalConflict',
        'TooLarge',
        'NotJson',
        'IdempotencyKeyReused',
      ],
    },
    getProposal: {
      tag,
      summary: 'Get a proposal',
      description:
        'One proposal of this key: how it stands against the record as it is now, with the `record` as it would be, or what became of it.',
      answers: {
        200: {
          description: 'The proposal.',
          content: {
            mediaType: JSON_TYPE,
            schema: one,
            examples: { waiting: { summary: 'It waits', value: { ...example, record: null } } },
          },
        },
      },
      refusals: ['InvalidRequest', 'NotFound'],
    },
    withdrawProposal: {
      tag,
      summary: 'Withdraw a proposal',
      description: 'Takes back one that waits. It is kept as `rejected`; doing it twice is no fault.',
      answers: { 204: { description: 'It no longer waits.' } },
      refusals: ['InvalidAction', 'NotFound', 'ProposalDecided'],
    },
  };
}

const id: JsonSchema = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const idOrNull: JsonSchema = { ...id, type: ['integer', 'null'] };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const STEP_REFERENCE_DESCRIPTION =
  'A record that an earlier step of its plan makes stands here as `{"step": 1}` for as long as that step waits.';

const write: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: recordTypeNames, description: 'The record type.' },
    create: { type: 'object', description: 'The fields of a new record.' },
    id: { ...id, description: 'With `patch` or `delete`: the ID of the record.' },
    patch: componentReference('schemas', 'JsonPatch'),
    delete: { const: true },
    reason: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_REASON_CHARACTERS,
      description: 'Why, for the person who decides. It is shown as text.',
    },
  },
  required: ['type', 'reason'],
  additionalProperties: false,
};

export const proposalSchemas: { readonly [name: string]: JsonSchema } = {
  ProposedWrite: {
    title: 'Proposed write',
    description: 'One of `create`, `id` with `patch`, or `id` with `delete`, and why.',
    ...write,
  },
  ProposedPlan: {
    title: 'Proposed plan',
    ...closedObject({
      title: { type: 'string', minLength: 1, maxLength: MAX_TITLE_CHARACTERS },
      steps: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_PLAN_STEPS,
        items: componentReference('schemas', 'ProposedWrite'),
      },
    }),
  },
  ProposalRequest: {
    title: 'Proposal request',
    oneOf: [componentReference('schemas', 'ProposedWrite'), componentReference('schemas', 'ProposedPlan')],
  },
  Proposal: {
    title: 'Proposal',
    description: 'A write that a person decides about.',
    type: 'object',
    properties: {
      id,
      plan: { ...idOrNull, description: 'Of a plan: the id of its first step.' },
      planTitle: textOrNull,
      planSize: { type: ['integer', 'null'], minimum: 1 },
      order: { type: 'integer', minimum: 1, description: 'Its place in the plan.' },
      state: {
        type: 'string',
        enum: proposalStates,
        description: '`failed`: it was approved, and the rules refused it: `refusal` says why.',
      },
      type: { type: 'string', enum: recordTypeNames },
      recordID: { ...idOrNull, description: 'Of a new record: null until it is approved.' },
      operation: { type: 'string', enum: writeOperations },
      patch: { description: 'The JSON Patch; null for the other operations.' },
      body: { description: 'The fields of a new record; null for the other operations.' },
      baseVersion: { ...idOrNull, description: 'The version it was proposed on.' },
      reason: { type: 'string' },
      by: closedObject({
        kind: { type: 'string', enum: ['assistant', 'integration'] },
        id: { type: 'string' },
        name: { type: 'string' },
      }),
      for: { type: 'string', description: 'The address of the person the integration works for.' },
      createdOn: time,
      expiresOn: time,
      decidedBy: {
        description: 'Who decided; null while it waits.',
        type: ['object', 'null'],
        properties: { kind: { type: 'string' }, id: textOrNull, name: textOrNull, email: textOrNull },
      },
      decidedOn: { ...time, type: ['string', 'null'] },
      comment: { ...textOrNull, description: 'What the person who decided has to say.' },
      madeVersion: { ...idOrNull, description: 'The version of the record that approving made.' },
      standing: {
        type: ['string', 'null'],
        enum: [...proposalStatuses, null],
        description:
          'Of one that waits, against the record as it is now: `applies`; `conflict`: somebody has changed what it reads or writes; `refused`: `refusal` says why.',
      },
      after: {
        ...idOrNull,
        description:
          'Of one that waits: the step of its plan that has to be approved first, whose record it names or changes.',
      },
      clashes: {
        type: 'array',
        description: `Of a conflict: the fields that were changed since. ${STEP_REFERENCE_DESCRIPTION}`,
        items: closedObject({ field: { type: 'string' }, was: {}, is: {} }),
      },
      refusal: { type: ['object', 'null'], description: 'The problem that it would be, or was, refused with.' },
      effect: { ...textOrNull, description: 'What approving comes to, as one hash. A person approves what was seen.' },
      changed: {
        type: 'array',
        description: STEP_REFERENCE_DESCRIPTION,
        items: componentReference('schemas', 'FieldChange'),
      },
      events: { type: 'array', items: { type: 'string', enum: actions } },
      deliveries: { type: 'array', items: componentReference('schemas', 'ForeseenDelivery') },
      otherDeliveries: { type: 'integer', minimum: 0 },
      edited: {
        description:
          'Where the person wrote something else in its place: the JSON Patch, or the fields of the new record. It is the change of the person then.',
      },
      record: {
        type: ['object', 'null'],
        description: `Of one that applies: the record as it would be. Not in lists. ${STEP_REFERENCE_DESCRIPTION}`,
      },
    },
    required: Object.keys(example),
    additionalProperties: false,
  },
};
