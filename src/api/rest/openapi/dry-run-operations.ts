/** Descriptions of the preview operations: the moves of a record, and the dry run of a write. */
import { actions, type RecordType, recordTypes, singularName } from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import { problemCodes } from '../../../problems.ts';
import { exampleOf } from '../../../records/examples.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { changedFields } from '../../../records/writes/changed.ts';
import { article } from '../../../records/writes/field-values.ts';
import { previewOutcomes } from '../../../webhooks/subscriptions/delivery-preview.ts';
import { closedObject, componentReference, type OpenApiObject, type OperationDescriptions } from './operation.ts';
import { exampleRecord } from './record-examples.ts';
import { forbidden } from './record-operations.ts';

export function dryRunOperations(): OperationDescriptions {
  return Object.assign({}, ...recordTypes.map((type) => ({ ...movesOperation(type), ...dryRunOperation(type) })));
}

function movesOperation(type: RecordType): OperationDescriptions {
  const { name, singular, states } = type;
  if (states === undefined) return {};
  return {
    [`list${singularName(type)}Moves`]: {
      tag: name,
      summary: `Where ${article(singular)} can move`,
      description: `For every state of ${article(singular)}, in their order, what the patch of \`Status\` alone would come to now: whether it is \`allowed\` or what stands against it, the fields that belong to the move and should be asked for, the fields it would change, and its events. It is tried and not made.`,
      answers: {
        200: {
          description: 'One for every state, the current one included.',
          content: {
            mediaType: JSON_TYPE,
            schema: { type: 'array', items: componentReference('schemas', 'Move') },
            examples: { [name]: { summary: 'Two of them', value: exampleMoves } },
          },
        },
      },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound'],
    },
  };
}

const exampleMoves: OpenApiObject[] = [
  {
    to: 'Completed',
    allowed: true,
    blockers: [],
    asks: ['CompletionNotes', 'LabourMinutes'],
    sets: ['CompletedOn'],
    events: ['Updated', 'Completed'],
  },
  {
    to: 'Sent',
    allowed: false,
    blockers: [
      {
        code: 'invalid_record',
        message: 'must be given for Sent: an order is sent to a vendor',
        pointer: '/VendorID',
      },
    ],
    asks: ['VendorID'],
    sets: [],
    events: [],
  },
];

function dryRunOperation(type: RecordType): OperationDescriptions {
  const { name, singular, fields } = type;
  const field = 'Description' in fields ? 'Description' : 'ExternalID';
  return {
    [`dryRun${singularName(type)}`]: {
      tag: name,
      summary: `Try a write of ${article(singular)}`,
      description: `Decides a write and does not make it: what would be created, patched or deleted, which fields would change, which events it would make and which of your subscriptions would hear of them. What the write would be refused with, the dry run is refused with, word for word: pointers are those of the write. \`record\` is as of this moment: a new one shows the ID that is free now. \`effect\` names all that would last; it is the same as long as the write would do the same.`,
      body: {
        description: 'One write: `create`, or `id` with `patch`, or `id` with `delete`.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', `${singularName(type)}DryRun`),
        examples: {
          create: { summary: `Create ${article(singular)}`, value: { create: exampleOf(type) } },
          patch: {
            summary: 'Change one field',
            value: { id: 31, patch: [{ op: 'replace', path: `/${field}`, value: 'Tried first' }] },
          },
          delete: { summary: 'Delete it, if it is still what was read', value: { id: 31, delete: true, ifMatch: '*' } },
        },
      },
      answers: {
        200: {
          description: 'What the write would come to. Nothing has changed.',
          content: {
            mediaType: JSON_TYPE,
            schema: componentReference('schemas', `${singularName(type)}DryRunResult`),
            examples: { [name]: { summary: `A new ${singular}`, value: exampleResult(type) } },
          },
        },
      },
      refusals: ['InvalidDryRun', forbidden(type), 'NotFound', 'Conflict', 'PreconditionFailed', 'TooLarge', 'NotJson'],
    },
  };
}

const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The ID of the record.' };
const ifMatch = { type: 'string', description: 'As the header `If-Match` of the write: an `ETag` with its quotes.' };

function ofRecord(title: string, write: { [name: string]: JsonSchema }): JsonSchema {
  return {
    title,
    type: 'object',
    properties: { id, ...write, ifMatch },
    required: ['id', ...Object.keys(write)],
    additionalProperties: false,
  };
}

/** The body and the answer of the dry run of each record type. */
function schemasOfTypes(): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(
    recordTypes.flatMap((type) => {
      const name = singularName(type);
      const create = { create: componentReference('schemas', `Create${name}`) };
      const members = [`${name}DryRunCreate`, 'DryRunPatch', 'DryRunDelete'];
      return [
        [`${name}DryRunCreate`, { title: `Dry run of a new ${type.singular}`, ...closedObject(create) }],
        [
          `${name}DryRun`,
          {
            title: `Dry run of ${article(type.singular)}`,
            oneOf: members.map((member) => componentReference('schemas', member)),
          },
        ],
        [`${name}DryRunResult`, { title: `Result of a dry run of ${article(type.singular)}`, ...resultSchema(type) }],
      ];
    }),
  );
}

function resultSchema(type: RecordType): JsonSchema {
  return closedObject({
    record: componentReference('schemas', singularName(type)),
    changed: {
      type: 'array',
      items: componentReference('schemas', 'FieldChange'),
      description: 'In the order of the fields; ID and who wrote it when are left out. Of a new record, what it holds.',
    },
    events: { type: 'array', items: { type: 'string', enum: actions } },
    deliveries: {
      type: 'array',
      items: componentReference('schemas', 'ForeseenDelivery'),
      description: 'One for each subscription of this key to one of the events.',
    },
    otherDeliveries: {
      type: 'integer',
      minimum: 0,
      description: 'How many subscriptions of other keys would be sent one.',
    },
    effect: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description:
        'A hash of what would last: the type, the ID (not of a new record), `changed` with the stamps of the moment left out (and the Number the service gives), `events`, and of `deliveries` which webhook, host and outcome, with the number of others.',
    },
  });
}

function exampleResult(type: RecordType): OpenApiObject {
  const record = exampleRecord(type);
  const events = type.events.filter((event) => event === 'Created');
  return {
    record,
    changed: changedFields(type, undefined, record),
    events,
    deliveries: events.map(() => ({
      webhook: 7,
      name: 'To the data warehouse',
      host: 'hooks.example.com',
      outcome: 'sends',
      why: 'It is on, and the event matches.',
    })),
    otherDeliveries: 0,
    effect: '3f0a5b8e6c1d4f7290b8c3d5e7f1a2b4c6d8e0f2a4b6c8d0e2f4a6b8c0d2e4f6',
  };
}

const fieldNames: JsonSchema = { type: 'array', items: { type: 'string' } };

export function dryRunSchemas(): { readonly [name: string]: JsonSchema } {
  return { ...commonSchemas, ...schemasOfTypes() };
}

const commonSchemas: { readonly [name: string]: JsonSchema } = {
  DryRunPatch: ofRecord('Dry run of a patch', { patch: componentReference('schemas', 'JsonPatch') }),
  DryRunDelete: ofRecord('Dry run of a deletion', { delete: { const: true } }),
  Move: {
    title: 'Move',
    description: 'What moving a record to a state would come to now.',
    ...closedObject({
      to: { type: 'string', description: 'The state.' },
      allowed: { type: 'boolean', description: 'Whether the move could be made now, with nothing else written.' },
      blockers: {
        type: 'array',
        description: 'What stands against it: the refusal that it would get.',
        items: closedObject({
          code: { type: 'string', enum: problemCodes },
          message: { type: 'string', description: 'For a person.' },
          pointer: { type: 'string', description: 'A JSON pointer into the record.' },
        }),
      },
      asks: {
        ...fieldNames,
        description:
          'Fields that belong to the move and should be asked for: they are empty, stand against it, or are filled in by the service where the move does not say. Not all are needed. None where no field would help.',
      },
      sets: {
        ...fieldNames,
        description: 'The other fields that it would change: stamps it sets or clears, lines it closes, sums.',
      },
      events: { type: 'array', items: { type: 'string', enum: actions } },
    }),
  },
  FieldChange: {
    title: 'Change of a field',
    type: 'object',
    properties: {
      field: { type: 'string' },
      from: { description: 'What it holds before; missing where the record is new.' },
      to: { description: 'What it holds after. Nested values are whole.' },
    },
    required: ['field', 'to'],
    additionalProperties: false,
  },
  ForeseenDelivery: {
    title: 'Foreseen delivery',
    description: 'What would become of an event for one subscription.',
    ...closedObject({
      webhook: { type: 'integer', minimum: 1, description: 'The id of the subscription.' },
      name: { type: ['string', 'null'] },
      host: { type: 'string', description: 'Where it would be sent.' },
      outcome: {
        type: 'string',
        enum: previewOutcomes,
        description:
          '`sends`; `suppressed` as a repeat, judged by what is settled now; `off`; `filtered`: the record would not match; or `own`: it leaves out changes that this key makes itself.',
      },
      why: { type: 'string', description: 'For a person.' },
    }),
  },
};
