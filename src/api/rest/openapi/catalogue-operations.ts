/** GET /api/Catalogue and POST /api/Names, in words. */
import { actions, areas, catalogue, type Field, type ItemField, recordTypeNames } from '../../../catalogue/index.ts';
import { JSON_TYPE } from '../../../http/json-body.ts';
import { MAX_NAMES } from '../../../records/names.ts';
import type { JsonSchema } from '../../../records/schema.ts';
import { describeType } from '../../../records/type-description.ts';
import { closedObject, componentReference, type OperationDescriptions } from './operation.ts';

export function catalogueOperations(): OperationDescriptions {
  return {
    getCatalogue: {
      tag: 'Catalogue',
      summary: 'Describe the record types',
      description:
        'The record types that the key may read: their fields with kinds and limits, what they are called by, where `search` looks, their states and moves, their events. Enough to show, fill in and list records of any type without knowing it. It changes only with a release of the service: send the `ETag` as `If-None-Match`.',
      parameters: [componentReference('parameters', 'IfNoneMatch')],
      answers: {
        200: {
          description: 'The record types, in a fixed order.',
          headers: ['ETag'],
          content: {
            mediaType: JSON_TYPE,
            schema: { type: 'array', items: componentReference('schemas', 'RecordTypeDescription') },
            examples: { boards: { summary: 'One of them', value: [describeType(catalogue.AssetStatuses)] } },
          },
        },
        304: { description: 'You have it already.', headers: ['ETag'] },
      },
      refusals: ['InvalidRequest'],
    },
    findNames: {
      tag: 'Catalogue',
      summary: 'What records are called',
      description: `Titles for references: for IDs of several record types, ${MAX_NAMES.toLocaleString('en')} in all, what each record is called, its state and whether it is deleted. IDs that do not exist are left out. Nothing is changed.`,
      body: {
        description: 'IDs by record type.',
        mediaType: JSON_TYPE,
        schema: componentReference('schemas', 'NamesRequest'),
        examples: { page: { summary: 'The references of a page', value: { Assets: [4, 9], Vendors: [2] } } },
      },
      answers: {
        200: {
          description: 'By record type, then by ID.',
          content: {
            mediaType: JSON_TYPE,
            schema: componentReference('schemas', 'Names'),
            examples: {
              page: {
                summary: 'Asset 9 does not exist',
                value: {
                  Assets: { 4: { title: 'B-0015 · Gas boiler', state: null, deleted: false } },
                  Vendors: { 2: { title: 'Northgate Lifts', state: null, deleted: true } },
                },
              },
            },
          },
        },
      },
      refusals: ['InvalidNames', 'Forbidden', 'BodyTooLarge', 'NotJson'],
    },
  };
}

const fieldNames: JsonSchema = { type: 'array', items: { type: 'string' } };
const byState = (value: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: value });
const typeName: JsonSchema = { type: 'string', enum: recordTypeNames };
const fieldKinds: readonly (Field | ItemField)['kind'][] = [
  'text',
  'int',
  'decimal',
  'boolean',
  'timestamp',
  'date',
  'enum',
  'reference',
  'object',
  'list',
  'value',
  'texts',
];

export const catalogueSchemas: { readonly [name: string]: JsonSchema } = {
  DefaultFrom: {
    description:
      'Where a value that is left out is taken from, before `default`: a setting of the account, or `field` of the record that the field `reference` of the same item names.',
    oneOf: [componentReference('schemas', 'DefaultFromAccount'), componentReference('schemas', 'DefaultFromReference')],
  },
  DefaultFromAccount: closedObject({ account: { type: 'string', enum: ['currency'] } }),
  DefaultFromReference: closedObject({ reference: { type: 'string' }, field: { type: 'string' } }),
  RecordTypeDescription: {
    title: 'Record type',
    description: 'A record type: what its records hold, and what can happen to them.',
    ...closedObject({
      name: typeName,
      singular: { type: 'string', description: 'One of them, in running text.' },
      plural: { type: 'string' },
      path: { type: 'string', description: 'Where its records are.' },
      area: { type: 'string', enum: areas, description: 'What an integration needs to see them.' },
      title: {
        ...fieldNames,
        description: 'The fields a record is called by; a reference stands for the Name of the record it leads to.',
      },
      search: { ...fieldNames, description: 'Where `search` looks.' },
      fields: {
        type: 'array',
        items: componentReference('schemas', 'FieldDescription'),
        description: 'In the order a record shows them.',
      },
      states: {
        description: 'Null where its records have no states.',
        oneOf: [
          closedObject({
            field: { const: 'Status', description: 'The field that holds the state; its `values` are all there are.' },
            initial: { type: 'string', description: 'Where a new record begins unless it says otherwise.' },
            moves: { ...byState(fieldNames), description: 'From each state, those a write may move to.' },
            stamps: { ...byState({ type: 'string' }), description: 'The field that is set when a state is entered.' },
            asks: {
              ...byState(fieldNames),
              description: 'The fields that whoever moves a record to the state should be asked for.',
            },
          }),
          { type: 'null' },
        ],
      },
      events: { type: 'array', items: { type: 'string', enum: actions } },
      webhookFilter: {
        description: 'What a subscription may be narrowed by, and the field that is compared.',
        oneOf: [closedObject({ entityType: typeName, field: { type: 'string' } }), { type: 'null' }],
      },
    }),
  },
  FieldDescription: {
    title: 'Field',
    description: 'A field of a record type, or of the items of a list. Limits are there where the kind has them.',
    type: 'object',
    properties: {
      name: { type: 'string' },
      kind: {
        type: 'string',
        enum: fieldKinds,
        description:
          'All but `object` and `list` can be filtered and ordered by. `value` is any JSON value, `texts` a list of texts; both stand in items only.',
      },
      description: { type: 'string' },
      required: { type: 'boolean', description: 'Must be given when a record, or an item, is made.' },
      nullable: { type: 'boolean' },
      readOnly: { type: 'boolean', description: 'Set by the service; a write that would change it is refused.' },
      indexed: { type: 'boolean', description: 'Filters and orders without looking through everything.' },
      default: { description: 'What it holds where nothing is given; null where that is nothing.' },
      defaultFrom: componentReference('schemas', 'DefaultFrom'),
      max: { type: 'integer', description: 'Longest text, in characters (code points).' },
      format: { type: 'string', enum: ['email'] },
      unique: {
        type: 'string',
        enum: ['exact', 'folded'],
        description: 'Taken once among records not deleted; `folded` without regard to case.',
      },
      places: { type: 'integer', description: 'Decimal places at most.' },
      atLeast: { type: 'number', description: 'The smallest value.' },
      above: { type: 'number', description: 'Values must be larger.' },
      values: { ...fieldNames, description: 'What an enum may hold, in its order.' },
      to: { ...typeName, description: 'The record type a reference leads to.' },
      maxBytes: { type: 'integer', description: 'Of an object, as JSON.' },
      key: { type: 'string', description: 'The item field whose values do not repeat within a list.' },
      items: {
        type: 'array',
        items: componentReference('schemas', 'FieldDescription'),
        description: 'The fields of each item of a list.',
      },
    },
    required: ['name', 'kind', 'description', 'required', 'nullable', 'readOnly', 'indexed', 'default'],
    additionalProperties: false,
  },
  NamesRequest: {
    title: 'Names asked for',
    description: `IDs by record type, ${MAX_NAMES.toLocaleString('en')} in all.`,
    type: 'object',
    properties: Object.fromEntries(
      recordTypeNames.map((name) => [
        name,
        { type: 'array', items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
      ]),
    ),
    additionalProperties: false,
  },
  Names: {
    title: 'Names',
    description: 'What records are called: by record type, then by ID.',
    type: 'object',
    properties: Object.fromEntries(
      recordTypeNames.map((name) => [
        name,
        { type: 'object', additionalProperties: componentReference('schemas', 'RecordName') },
      ]),
    ),
    additionalProperties: false,
  },
  RecordName: {
    title: 'Name',
    ...closedObject({
      title: { type: 'string', description: 'What the record is called: its title fields, joined.' },
      state: { type: ['string', 'null'], description: 'Null where the type has no states.' },
      deleted: { type: 'boolean' },
    }),
  },
};
