/** What the node does to records, one item at a time. */
import type { IDataObject, IExecuteFunctions, ResourceMapperValue } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { recordTypeOf, writable } from './catalogue';
import { ask } from './request';

export type Operation = (this: IExecuteFunctions, index: number) => Promise<IDataObject[]>;

export const operations: { readonly [name: string]: Operation } = {
  async create(index) {
    const given = Object.entries(await fieldsGiven(this, 'fields', index));
    // What is left empty is as the service makes it.
    const fields = Object.fromEntries(given.filter(([, value]) => value !== null && value !== '')) as IDataObject;
    if (isDryRun(this, index)) return dryRun(this, index, { create: fields });
    const { body } = await ask(this, {
      method: 'POST',
      path: collection(this, index),
      body: fields,
      headers: { 'Idempotency-Key': keyOf(this, index) },
      itemIndex: index,
    });
    return [body as IDataObject];
  },

  async get(index) {
    const { body } = await ask(this, { path: recordPath(this, index), itemIndex: index });
    return [body as IDataObject];
  },

  async getAll(index) {
    const limit = this.getNodeParameter('returnAll', index) ? undefined : Number(this.getNodeParameter('limit', index));
    return list(this, collection(this, index), queryOf(this, index), limit, index);
  },

  async update(index) {
    const fields = await fieldsGiven(this, 'changes', index);
    const patch = Object.entries(fields).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
    if (isDryRun(this, index)) return dryRun(this, index, { id: idOf(this, index), patch });
    const { body } = await ask(this, {
      method: 'PATCH',
      path: recordPath(this, index),
      body: patch,
      headers: { 'Idempotency-Key': keyOf(this, index) },
      itemIndex: index,
    });
    return [body as IDataObject];
  },

  async delete(index) {
    if (isDryRun(this, index)) return dryRun(this, index, { id: idOf(this, index), delete: true });
    await ask(this, { method: 'DELETE', path: recordPath(this, index), itemIndex: index });
    return [{ deleted: true }];
  },
};

/** What the write would come to; nothing is written. */
async function dryRun(node: IExecuteFunctions, index: number, write: object): Promise<IDataObject[]> {
  const path = `${collection(node, index)}/DryRun`;
  const { body } = await ask(node, { method: 'POST', path, body: write, itemIndex: index });
  return [body as IDataObject];
}

function isDryRun(node: IExecuteFunctions, index: number): boolean {
  return node.getNodeParameter('dryRun', index, false) as boolean;
}

const LARGEST_PAGE = 1000;

/**
 * Unless an order is asked for, each page begins behind the last ID: pages that are found by passing over so many leave records out when
 * some before them stop matching meanwhile.
 */
async function list(
  node: IExecuteFunctions,
  path: string,
  query: IDataObject,
  limit: number | undefined,
  itemIndex: number,
): Promise<IDataObject[]> {
  const records: IDataObject[] = [];
  for (;;) {
    const take = Math.min(LARGEST_PAGE, (limit ?? Number.POSITIVE_INFINITY) - records.length);
    const from = query.orderby
      ? { skip: records.length }
      : { ID: [query.ID ?? [], `${records.at(-1)?.ID ?? 0} gt`].flat() };
    const { body, headers } = await ask(node, { path, query: { ...query, ...from, take }, itemIndex });
    records.push(...(body as unknown as IDataObject[]));
    if (records.length === limit || !String(headers.link ?? '').includes('rel="next"')) return records;
  }
}

interface Filter {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

function queryOf(node: IExecuteFunctions, index: number): IDataObject {
  const { filter = [] } = node.getNodeParameter('filters', index, {}) as { filter?: Filter[] };
  const { search, orderby, deleted } = node.getNodeParameter('options', index, {}) as IDataObject;
  const query: { [name: string]: string[] } = {};
  for (const { field, operator, value } of filter) {
    if (field.toLowerCase() === 'deleted')
      throw new NodeOperationError(node.getNode(), NO_FILTER, { itemIndex: index });
    query[field] ??= [];
    query[field].push(`${value} ${operator}`);
  }
  return {
    ...query,
    extFilter: true,
    ...(search ? { search } : {}),
    ...(orderby ? { orderby } : {}),
    ...deletedAsked(node, deleted, index),
  };
}

const NO_FILTER =
  'Deleted is no filter: take it out, and choose under Options, Deleted Records, whether they are left out, included or returned alone.';

/** By what the form has for them; two of these are what the option was as a switch. */
const DELETED = new Map<string, IDataObject>([
  ['false', {}],
  ['true', { Deleted: true }],
  ['only', { Deleted: 'false ne' }],
]);

function deletedAsked(node: IExecuteFunctions, choice: IDataObject[string], itemIndex: number): IDataObject {
  const asked = DELETED.get(String(choice || false));
  if (asked !== undefined) return asked;
  const message = 'Deleted Records is false (left out), true (included) or only.';
  throw new NodeOperationError(node.getNode(), message, { itemIndex });
}

/** The fields that stand in the form, or those of the item that the record type has, with values as the service takes them. */
async function fieldsGiven(node: IExecuteFunctions, parameter: string, index: number): Promise<IDataObject> {
  const type = await recordTypeOf(node, typeOf(node, index));
  const { mappingMode, value, schema = [] } = node.getNodeParameter(parameter, index) as ResourceMapperValue;
  const isOfItem = mappingMode === 'autoMapInputData';
  const given = (isOfItem ? node.getInputData()[index]?.json : value) ?? {};
  // Older editors keep a value of fields that were taken out of the form; what was out of it says nothing of the fields of an item.
  const removed = new Set(isOfItem ? [] : schema.filter((field) => field.removed).map(({ id }) => id));
  const chosen = writable(type).filter(({ name }) => given[name] !== undefined && !removed.has(name));
  return Object.fromEntries(
    chosen.map(({ name, kind, nullable }) => {
      const one = given[name] as unknown;
      if (one === null || (one === '' && nullable)) return [name, null];
      return [
        name,
        (kind === 'object' || kind === 'list') && typeof one === 'string' ? json(node, name, one, index) : one,
      ];
    }),
  ) as IDataObject;
}

function json(node: IExecuteFunctions, name: string, text: string, itemIndex: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NodeOperationError(node.getNode(), `${name} is no JSON.`, { itemIndex });
  }
}

/** The same for each try of this item in this run, another for everything else: so a retry makes no second record. */
function keyOf(node: IExecuteFunctions, index: number): string {
  const { $runIndex } = node.getWorkflowDataProxy(index);
  const parts = [
    node.getInstanceId(),
    node.getWorkflow().id,
    node.getExecutionId(),
    node.getNode().id,
    $runIndex,
    index,
  ];
  return ['n8n', ...parts].join('-').replace(/\s/g, '_').slice(0, 255);
}

function typeOf(node: IExecuteFunctions, index: number): string {
  return String(node.getNodeParameter('recordType', index));
}

function collection(node: IExecuteFunctions, index: number): string {
  return `/api/${encodeURIComponent(typeOf(node, index))}`;
}

function idOf(node: IExecuteFunctions, index: number): number {
  const id = Number(node.getNodeParameter('recordId', index, undefined, { extractValue: true }));
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new NodeOperationError(node.getNode(), 'The record is not a positive whole number.', { itemIndex: index });
}

function recordPath(node: IExecuteFunctions, index: number): string {
  return `${collection(node, index)}/${idOf(node, index)}`;
}
