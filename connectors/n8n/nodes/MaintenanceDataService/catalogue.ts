/** What the service says its record types are, for lists and forms in the editor. */
import type {
  FieldType,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';
import { type Asking, ask } from './request';

export interface Field {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly default: unknown;
  readonly values?: readonly string[];
}

export interface RecordType {
  readonly name: string;
  readonly plural: string;
  readonly singular: string;
  readonly title: readonly string[];
  readonly fields: readonly Field[];
}

export async function readCatalogue(asking: Asking): Promise<RecordType[]> {
  return (await ask(asking, { path: '/api/Catalogue' })).body as unknown as RecordType[];
}

export async function recordTypeOf(asking: Asking, name: string): Promise<RecordType> {
  const found = (await readCatalogue(asking)).find((type) => type.name === name);
  if (found === undefined) throw new Error(`The key cannot read ${name}.`);
  return found;
}

export async function getRecordTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return (await readCatalogue(this)).map(({ name }) => ({ name: spaced(name), value: name }));
}

/** What can be filtered by. Deleted is a switch of the whole list, and an option. */
export async function getFilterFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const { fields } = await chosenType(this);
  return fields
    .filter(({ name, kind }) => kind !== 'object' && kind !== 'list' && name !== 'Deleted')
    .map(({ name, description }) => ({ name, value: name, description }));
}

export async function getFieldsToCreate(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  const fields = writable(await chosenType(this)).map((field) => ({
    ...mapped(field, field.required),
    // A switch cannot be left empty: one that is added to the form begins as the service would set it.
    ...(typeof field.default === 'boolean' && { defaultValue: field.default }),
  }));
  return { fields };
}

export async function getFieldsToUpdate(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
  return { fields: writable(await chosenType(this)).map((field) => mapped(field, false)) };
}

/** Records to choose from, by what people call them. */
export async function searchRecords(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const type = await chosenType(this);
  const { body, headers } = await ask(this, {
    path: `/api/${type.name}`,
    query: { take: 50, skip: Number(paginationToken ?? 0), ...(filter ? { search: filter } : {}) },
  });
  const records = body as unknown as Array<{ ID: number; [name: string]: unknown }>;
  const more = String(headers.link ?? '').includes('rel="next"');
  return {
    results: records.map((record) => ({ name: titleOf(type, record), value: String(record.ID) })),
    ...(more && { paginationToken: String(Number(paginationToken ?? 0) + records.length) }),
  };
}

export function writable(type: RecordType): Field[] {
  return type.fields.filter(({ readOnly, name }) => !readOnly && name !== 'Deleted');
}

async function chosenType(asking: ILoadOptionsFunctions): Promise<RecordType> {
  return recordTypeOf(asking, String(asking.getNodeParameter('recordType', '')));
}

function titleOf({ title }: RecordType, record: { ID: number; [name: string]: unknown }): string {
  const words = title.map((name) => record[name]).filter((word) => typeof word === 'string' && word !== '');
  return `${words.length > 0 ? words.join(' · ') : 'Record'} (${record.ID})`;
}

const FIELD_TYPES: { readonly [kind: string]: FieldType } = {
  int: 'number',
  decimal: 'number',
  reference: 'number',
  boolean: 'boolean',
  timestamp: 'dateTime',
  enum: 'options',
  object: 'object',
  list: 'array',
};

function mapped({ name, kind, values }: Field, required: boolean): ResourceMapperField {
  return {
    id: name,
    displayName: name,
    required,
    defaultMatch: false,
    canBeUsedToMatch: false,
    display: true,
    type: FIELD_TYPES[kind] ?? 'string',
    ...(values !== undefined && { options: values.map((value) => ({ name: spaced(value), value })) }),
  };
}

/** WorkOrders -> Work Orders */
function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
