/** The five operations of every record type, in words. */
import { pluralOf, type RecordType, type RecordTypeName, recordTypes, singularName } from '../../../catalogue/index.ts';
import { JSON_PATCH_TYPE, JSON_TYPE } from '../../../http/json-body.ts';
import { exampleOf } from '../../../records/examples.ts';
import { listableRecords } from '../../../records/lists/properties.ts';
import { createSchema, type JsonSchema, recordSchema } from '../../../records/schema.ts';
import { article } from '../../../records/writes/field-values.ts';
import { toInteroperableSchema } from './interoperable.ts';
import { listParameters } from './list-parameters.ts';
import {
  componentReference,
  type OpenApiObject,
  type OperationDescriptions,
  type ResponseDescription,
} from './operation.ts';
import { examplePatchResult, exampleRecord } from './record-examples.ts';

export function recordSchemas(): { [name: string]: JsonSchema } {
  return Object.fromEntries(
    recordTypes.flatMap((type) => [
      [singularName(type), toInteroperableSchema(recordSchema(type))],
      [`Create${singularName(type)}`, toInteroperableSchema(createSchema(type))],
    ]),
  );
}

export function recordOperations(): OperationDescriptions {
  return Object.assign({}, ...recordTypes.map(operationsOf));
}

function operationsOf(type: RecordType): OperationDescriptions {
  const { name, singular } = type;
  const one = article(singular);
  const shown = { mediaType: JSON_TYPE, schema: componentReference('schemas', singularName(type)) };
  const record = (description: string, value: unknown, headers: readonly string[] = ['ETag']): ResponseDescription => ({
    description,
    headers,
    content: { ...shown, examples: { [name]: { summary: `One ${singular}`, value } } },
  });
  return {
    [`list${name}`]: {
      tag: name,
      summary: `List ${pluralOf(type)}`,
      description: `The first 25 ${pluralOf(type)} by ID, unless the parameters say otherwise. Every property below is a filter: different ones must all hold, the same one given several times matches any of its values. Deleted ones are left out. \`search\` looks into ${search(type)}. With \`Accept: text/csv\` or \`application/x-ndjson\` all that match come as one stream, without \`take\`; two at a time for a key.`,
      parameters: [...listParameters(listableRecords(name)), componentReference('parameters', 'columns')],
      answers: {
        200: {
          description:
            'A page of the list: a bare array, empty where nothing matches. With `fields`, of each record these alone.',
          headers: ['Link', 'X-Total-Count'],
          content: {
            mediaType: JSON_TYPE,
            schema: { type: 'array', items: shown.schema },
            examples: { [name]: { summary: 'A page of one', value: [exampleRecord(type)] } },
          },
          otherForms: streamForms,
        },
      },
      refusals: ['InvalidList', 'Forbidden'],
    },
    [`create${singularName(type)}`]: {
      tag: name,
      summary: `Create ${one}`,
      description: [
        `Creates ${one} and returns it as it is now, with all its fields. What you leave out is null or its default.`,
        createNotes[name],
        eventsNote(type, 'Created'),
      ]
        .filter(Boolean)
        .join(' '),
      parameters: [componentReference('parameters', 'IdempotencyKey')],
      body: {
        description: `The new ${singular}. Read-only and unknown fields are refused.`,
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', `Create${singularName(type)}`),
        examples: { [name]: { summary: `A new ${singular}`, value: exampleOf(type) } },
      },
      answers: {
        201: record(`The new ${singular}.`, exampleRecord(type), ['Location', 'ETag', 'Idempotency-Replayed']),
      },
      refusals: ['InvalidNewRecord', forbidden(type), 'ValueTaken', 'TooLarge', 'NotJson', 'IdempotencyKeyReused'],
    },
    [`get${singularName(type)}`]: {
      tag: name,
      summary: `Get ${one}`,
      description: `One ${singular} by its ID. A deleted one is returned too, with \`Deleted\` true. With the \`ETag\` you have in \`If-None-Match\`, an unchanged record costs no body. With \`version\` it is the ${singular} as it was then.`,
      parameters: ['fields', 'version', 'IfNoneMatch', 'IfMatch'].map((one) => componentReference('parameters', one)),
      answers: {
        200: record(`The ${singular}.`, exampleRecord(type)),
        304: { description: 'You have this version already.', headers: ['ETag'] },
      },
      refusals: ['InvalidRequest', 'Forbidden', 'NotFound', 'VersionGone', 'PreconditionFailed'],
    },
    [`update${singularName(type)}`]: {
      tag: name,
      summary: `Change ${one}`,
      description: [
        'A JSON Patch (RFC 6902): only what its operations name changes, all of it or nothing. `remove` sets a field to null, or to its default. A patch that changes nothing returns the record as it is, under the same version.',
        type.states === undefined ? '' : statesNote(type),
        patchNotes[name],
        eventsNote(type, 'Updated'),
      ]
        .filter(Boolean)
        .join(' '),
      parameters: ['IfMatch', 'IfNoneMatch', 'IdempotencyKey'].map((one) => componentReference('parameters', one)),
      body: {
        description: 'The operations, done in their order.',
        mediaType: JSON_PATCH_TYPE,
        schema: componentReference('schemas', 'JsonPatch'),
        examples: patchExamples(type),
      },
      answers: { 200: record(`The ${singular} as it is now.`, patched(type), ['ETag', 'Idempotency-Replayed']) },
      refusals: [
        'InvalidPatch',
        forbidden(type),
        'NotFound',
        'Conflict',
        'PreconditionFailed',
        'TooLarge',
        'NotJsonPatch',
        'IdempotencyKeyReused',
      ],
    },
    [`delete${singularName(type)}`]: {
      tag: name,
      summary: `Delete ${one}`,
      description: `Sets \`Deleted\`: the ${singular} leaves all lists that do not ask for it, can still be read by its ID, and comes back when you PATCH \`/Deleted\` to false. Deleting it again changes nothing. Records that refer to it keep their reference.`,
      parameters: [componentReference('parameters', 'IfMatch'), componentReference('parameters', 'IfNoneMatch')],
      answers: { 204: { description: 'It is deleted.' } },
      refusals: ['InvalidAction', forbidden(type), 'NotFound', 'PreconditionFailed'],
    },
  };
}

/** Returns the refusal for a forbidden write of the type. */
export function forbidden({ name }: RecordType): 'Forbidden' | 'UserForbidden' {
  return name === 'Users' ? 'UserForbidden' : 'Forbidden';
}

/** Descriptions of streams: all matching records, read at one moment. A stream that fails closes the connection. */
const streamForms = {
  'text/csv':
    'A header, then a record a line (RFC 4180). Nested values are JSON, null is nothing, the empty text is `""`. A text that a spreadsheet would run begins with an apostrophe.',
  'application/x-ndjson': 'A record a line.',
};

const USERS_NOTE =
  'Only integrations with the role Admin write users. Users who are an Admin or have Company Settings are made and removed, and their `Role`, `CompanySettings`, `Status` and `Email` changed, by people alone (403 `person_required`).';

/** Requirements of a type for new records that its schema cannot express. */
const createNotes: { readonly [Name in RecordTypeName]?: string } = {
  Forms: 'To create it submitted, every required field of its template must be answered.',
  PurchaseOrders:
    'Without a `Number` it gets the next free one. To create it sent, it needs a vendor and at least one line.',
  Users: `${USERS_NOTE} A user made by a key starts as \`Invited\`.`,
};

const patchNotes: { readonly [Name in RecordTypeName]?: string } = {
  Forms:
    'Once submitted, the answers no longer change: correct them with a new form that names this one in `AmendsFormID`.',
  PurchaseOrders:
    'Once sent, receipts move it: write `QuantityReceived` of its `Lines`, and it becomes PartiallyFulfilled or Completed by itself. Completing it by hand closes the open lines short.',
  Users: USERS_NOTE,
};

function statesNote(type: RecordType): string {
  const moving = Object.entries(type.states!.stamps).find(([, stamp]) => stamp.moves);
  const stamp =
    moving === undefined ? '' : ` Setting \`${moving[1].field}\` alone does the same as \`Status\` ${moving[0]}.`;
  return `\`Status\` moves only as its description says; any other move is refused with 409.${stamp}`;
}

function search({ search }: RecordType): string {
  return search.map((field) => `\`${field}\``).join(', ');
}

function eventsNote({ events }: RecordType, own: 'Created' | 'Updated'): string {
  const told = events.filter((event) => event === own || (event !== 'Created' && event !== 'Updated'));
  return told.length === 0 ? '' : `Webhook events: ${told.map((event) => `\`${event}\``).join(', ')}.`;
}

function mainText({ fields }: RecordType): string {
  return 'Description' in fields ? 'Description' : 'Name' in fields ? 'Name' : 'Phone';
}

function patchExamples(type: RecordType): { [name: string]: { summary: string; value: OpenApiObject[] } } {
  const path = `/${mainText(type)}`;
  return {
    replace: { summary: 'Change one field', value: replacing(type) },
    guarded: {
      summary: 'Change it only if it still has a certain value',
      value: [{ op: 'test', path: '/Deleted', value: false }, ...replacing(type)],
    },
    customField: {
      summary: 'Add a field of your own, clear another field',
      value: [
        { op: 'add', path: '/CustomFields/Source', value: 'nightly sync' },
        { op: 'remove', path: path === '/Description' ? path : '/ExternalID' },
      ],
    },
  };
}

function replacing(type: RecordType): OpenApiObject[] {
  const field = mainText(type);
  return [{ op: 'replace', path: `/${field}`, value: newTexts[field] }];
}

const newTexts: { readonly [field: string]: string } = {
  Description: 'Changed after the site visit.',
  Name: 'A better name',
  Phone: '+1 555 0100',
};

function patched(type: RecordType): unknown {
  return examplePatchResult(type, replacing(type) as never);
}
