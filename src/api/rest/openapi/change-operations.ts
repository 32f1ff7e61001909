/** The log of changes: the history of a record, and the feed of an account. */
import {
  actions,
  type RecordType,
  recordType,
  recordTypeNames,
  recordTypes,
  singularName,
} from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import { DEFAULT_TAKE, MAX_TAKE, MAX_WAIT_S } from '../../../records/log/feed.ts';
import { listableHistory } from '../../../records/log/history.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { authorKinds } from '../../../records/store.ts';
import { changedFields } from '../../../records/writes/changed.ts';
import { listParameters } from './list-parameters.ts';
import { componentReference, type OpenApiObject, type OperationDescriptions, optionalExample } from './operation.ts';
import { exampleRecord, exampleRecordBefore } from './record-examples.ts';

/** The change that has made the type's example what it is. */
function entryOf(type: RecordType) {
  const { ID, UpdatedOn, UpdatedBy, ...fields } = exampleRecord(type);
  return {
    change: '1f4b9c02-00000000k3x',
    type: type.name,
    id: ID!,
    version: 2,
    on: UpdatedOn!,
    by: { kind: 'integration', id: 'int_h3v8t1m6zc2p9k4d', name: 'Nightly sync', email: UpdatedBy! },
    events: ['Updated'],
    changed: changedFields(type, exampleRecordBefore(type), fields),
  };
}

export function changeOperations(): OperationDescriptions {
  return Object.assign({ listChanges }, ...recordTypes.map(historyOf));
}

function historyOf(type: RecordType): OperationDescriptions {
  const { name, singular } = type;
  return {
    [`list${singularName(type)}History`]: {
      tag: name,
      summary: `The history of one ${singular}`,
      description: `What happened to the ${singular}, the newest change first: who made it, when, and which fields it changed. A list like every other, filtered by \`version\`, \`on\`, \`by\` (an e-mail address), and by \`field\`: only changes of that field. \`fields\` may name all that an entry shows, \`version\` always with them. Deleted records have their history, too.`,
      parameters: [...listParameters(listableHistory), fieldParameter(type)],
      answers: {
        200: {
          description: 'A page of the history: a bare array.',
          headers: ['Link', 'X-Total-Count'],
          content: {
            mediaType: JSON_TYPE,
            schema: { type: 'array', items: componentReference('schemas', 'Change') },
            examples: { history: { summary: 'One change', value: [entryOf(type)] } },
          },
        },
      },
      refusals: ['InvalidList', 'Forbidden', 'NotFound'],
    },
  };
}

function fieldParameter(type: RecordType): OpenApiObject {
  return {
    name: 'field',
    in: 'query',
    description: 'Only changes of this field; given several times, of any of them. The creation counts for all.',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: true,
    examples: optionalExample([type.states === undefined ? 'UpdatedOn' : 'Status']),
  };
}

const tasks = recordType('Tasks');

const listChanges = {
  tag: 'Changes',
  summary: 'Follow all changes',
  description: [
    'Every change of every record the key may read, oldest first, each with the record as it was then (`data`). Begin without `after` (everything that is kept) or with `after=now`, and then follow `Link: rel="next"` for ever: it is always there.',
    `With \`wait\` the answer is held until there is something, at most so many seconds (${MAX_WAIT_S}); a held request counts once against the rate limit, and a key may have 10 of them. No change is ever skipped, whatever order changes are committed in.`,
    'With `Accept: text/event-stream` the same is a stream of server-sent events: `id` is the cursor, and a client that was cut off resumes with `Last-Event-ID`. It takes neither `take` nor `wait`.',
  ].join('\n\n'),
  parameters: [
    {
      name: 'after',
      in: 'query',
      description:
        'The cursor of the last change you have seen, or `now`. Without it the feed begins with the oldest that is kept.',
      schema: { type: 'string' },
      examples: optionalExample('now'),
    },
    {
      name: 'take',
      in: 'query',
      description: 'How many changes at most. Fewer may come although more follow: what counts is `next`.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_TAKE, default: DEFAULT_TAKE },
      examples: optionalExample(100),
    },
    {
      name: 'entityType',
      in: 'query',
      description: 'Only this record type; given several times, any of them.',
      schema: { type: 'array', items: { type: 'string', enum: recordTypeNames } },
      style: 'form',
      explode: true,
      examples: optionalExample(['Tasks']),
    },
    {
      name: 'action',
      in: 'query',
      description:
        'Only changes with this event; given several times, any of them. Without it changes without events come too.',
      schema: { type: 'array', items: { type: 'string', enum: actions } },
      style: 'form',
      explode: true,
      examples: optionalExample(['Completed']),
    },
    {
      name: 'wait',
      in: 'query',
      description: 'Seconds to wait for a change where there is none.',
      schema: { type: 'integer', minimum: 0, maximum: MAX_WAIT_S, default: 0 },
      examples: optionalExample(30),
    },
  ],
  answers: {
    200: {
      description: 'The next changes: a bare array, empty where there are none.',
      headers: ['Link as FeedLink'],
      content: {
        mediaType: JSON_TYPE,
        schema: { type: 'array', items: componentReference('schemas', 'ChangeWithData') },
        examples: {
          changes: { summary: 'One change', value: [{ ...entryOf(tasks), data: exampleRecord(tasks) }] },
        },
      },
    },
  },
  refusals: ['InvalidList', 'Forbidden', 'CursorExpired', 'FeedLimited'],
} as const;

const author: JsonSchema = {
  title: 'Author',
  type: 'object',
  properties: {
    kind: { type: 'string', enum: authorKinds },
    id: { type: ['string', 'null'] },
    name: { type: ['string', 'null'] },
    email: { type: 'string', description: 'In whose name the change was made.' },
    approvedBy: { type: 'object', description: 'The person who approved it, where it had to wait for one.' },
    proposedBy: {
      type: 'object',
      description:
        'Whose proposal it began with, where a person edited one and made the change a change of the person.',
    },
  },
  required: ['kind', 'id', 'name', 'email'],
};

const change: { readonly [name: string]: JsonSchema } = {
  change: { type: 'string', description: 'The cursor: opaque, and ordered as text.' },
  type: { type: 'string', enum: recordTypeNames },
  id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  version: {
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Of the record after the change.',
  },
  on: { type: 'string', format: 'date-time' },
  by: componentReference('schemas', 'Author'),
  events: {
    type: 'array',
    items: { type: 'string', enum: actions },
    description: 'What subscribers were told; may be empty.',
  },
  changed: {
    type: ['array', 'null'],
    description:
      'The fields that changed, with their values before and after; a creation has no `from`. What every record carries about itself (`UpdatedOn`, `UpdatedBy`, ...) is left out. Null for changes from before the log was kept.',
    items: componentReference('schemas', 'ChangedField'),
  },
};

export const changeSchemas: { readonly [name: string]: JsonSchema } = {
  Author: author,
  ChangedField: {
    title: 'Changed field',
    type: 'object',
    properties: { field: { type: 'string' }, from: {}, to: {} },
    required: ['field'],
  },
  Change: {
    title: 'Change',
    description: 'One change of one record.',
    type: 'object',
    properties: change,
    required: Object.keys(change),
  },
  ChangeWithData: {
    title: 'Change with the record',
    description: 'One change of one record, and the record as it was after it.',
    type: 'object',
    properties: { ...change, data: { type: ['object', 'null'], description: 'The record, as REST returned it then.' } },
    required: [...Object.keys(change), 'data'],
  },
};
