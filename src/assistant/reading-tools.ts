/** The tools that read: each is a route of the API, its answer bounded. */
import { mayRead } from '../accounts/permissions.ts';
import {
  type Field,
  fieldsOf,
  findRecordType,
  type RecordType,
  recordTypeNames,
  recordTypes,
} from '../catalogue/index.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import { Problem } from '../problems.ts';
import { planRecordList } from '../records/list/planning.ts';
import { nameRecords } from '../records/names.ts';
import { readSummary } from '../records/summary.ts';
import { describeType } from '../records/type-description.ts';
import { fitting, fittingOne, MOST_BYTES } from './bounds.ts';
import { type Called, call, inTime } from './calls.ts';
import { type Asking, input, listOf, type Tool, text, wholeNumber } from './tool.ts';

const typeSchema = { type: 'string', enum: recordTypeNames, description: 'The record type.' };
const idSchema = wholeNumber('The ID of the record.', 1, Number.MAX_SAFE_INTEGER);

const QUERY =
  'Filters, order and page as in the query of the REST API: Status=Open&orderby=DueOn&take=25. Values of one property are alternatives; with extFilter=true a value may end in " ge", " lt", " ne". search=text looks through the texts that people know a record by, contains=Name:boiler in one field. fields=ID,Name,Status shows these alone. count=true counts all that match.';

export const readingTools: readonly Tool[] = [
  {
    name: 'describe',
    title: 'What there is',
    description:
      'Describes the record types of this account: without a type all of them in a line each, with one its fields, kinds, choices, references, states and which fields are indexed. Begin here.',
    input: input({ type: typeSchema }, []),
    output: { types: { type: 'array' }, type: { type: 'object' } },
    reads: true,
    run: describe,
  },
  {
    name: 'search',
    title: 'Search',
    description:
      'Finds records by a text that people know them by: names, numbers, descriptions. Up to 5 of each type.',
    input: input(
      {
        text: { ...text('What to look for.', 200), minLength: 1 },
        types: { type: 'array', items: typeSchema, maxItems: 15 },
      },
      ['text'],
    ),
    output: { found: { type: 'array' }, unfinished: { type: 'array' } },
    reads: true,
    run: search,
  },
  {
    name: 'list',
    title: 'List records',
    description: `Lists records of a type. ${QUERY}`,
    input: input({ type: typeSchema, query: text('The query, without a question mark.', 4_000) }, ['type']),
    output: { records: { type: 'array' }, more: { type: 'boolean' }, cut: { type: 'boolean' } },
    reads: true,
    run: list,
  },
  {
    name: 'get',
    title: 'Get a record',
    description: 'One record, whole; or only the fields that are named.',
    input: input(
      { type: typeSchema, id: idSchema, fields: { type: 'array', items: text('A field.', 100), maxItems: 60 } },
      ['type', 'id'],
    ),
    output: { record: { anyOf: [{ type: 'object' }, { type: 'string' }] }, cut: { type: 'boolean' } },
    reads: true,
    run: get,
  },
  {
    name: 'history',
    title: 'What happened to a record',
    description: 'The changes of a record, the newest first: who changed what, when, and who approved it.',
    input: input({ type: typeSchema, id: idSchema, take: wholeNumber('How many changes.', 1, 50) }, ['type', 'id']),
    output: { changes: { type: 'array' }, cut: { type: 'boolean' } },
    reads: true,
    run: history,
  },
  {
    name: 'related',
    title: 'What belongs to a record',
    description: 'What a record refers to, by name, and the newest records that refer to it, by type.',
    input: input({ type: typeSchema, id: idSchema }, ['type', 'id']),
    output: { refersTo: { type: 'array' }, referredToBy: { type: 'array' } },
    reads: true,
    run: related,
  },
  {
    name: 'moves',
    title: 'Where a record can move',
    description:
      'For every state of a record whether it can move there now, what stands against it, and what the move asks for.',
    input: input({ type: typeSchema, id: idSchema }, ['type', 'id']),
    output: { moves: { type: 'array' } },
    reads: true,
    run: moves,
  },
  {
    name: 'summarise',
    title: 'Count and add up',
    description:
      'Counts records, and adds up numbers of them, by group: by ["Status"], ["AssetID"], ["DueOn:month"] (year, month or day). Use it instead of listing everything.',
    input: input(
      {
        type: typeSchema,
        by: { type: 'array', items: text('A field; of times with :year, :month or :day.', 100), maxItems: 3 },
        sum: { type: 'array', items: text('A field that holds a number.', 100), maxItems: 5 },
        query: text('Which records: filters as in list.', 4_000),
        groups: wholeNumber('How many groups at most, the largest first.', 1, 200),
      },
      ['type'],
    ),
    output: { groups: { type: 'array' }, more: { type: 'boolean' } },
    reads: true,
    run: summarise,
  },
  {
    name: 'explain_delivery',
    title: 'Why a webhook did, or did not, arrive',
    description:
      'Explains step by step what became of the events of a record for one webhook subscription of this key. Needs the area Webhooks.',
    input: input(
      {
        webhook: wholeNumber('The id of the subscription.', 1, Number.MAX_SAFE_INTEGER),
        recordID: wholeNumber('The record whose events were missed.', 1, Number.MAX_SAFE_INTEGER),
        webhookId: text('Or the webhook-id of one event.', 100),
      },
      ['webhook'],
    ),
    output: { explanations: { type: 'array' }, cut: { type: 'boolean' } },
    reads: true,
    run: explainDelivery,
  },
];

async function describe({ caller }: Asking, { type: name }: JsonObject): Promise<JsonObject | Problem> {
  if (name === undefined) {
    const types = recordTypes
      .filter((type) => caller.permissions[type.name].read)
      .map((type) => ({ name: type.name, singular: type.singular, title: type.title, states: statesOf(type) }));
    return { types: types as unknown as Json };
  }
  const type = findRecordType(name as string)!;
  const forbidden = mayRead(caller, type.name);
  return forbidden ?? { type: describeType(type) as unknown as Json };
}

function statesOf({ states }: RecordType): Json {
  return states === undefined ? [] : Object.keys(states.moves);
}

const FOUND_OF_EACH = 5;

async function search(asking: Asking, given: JsonObject): Promise<JsonObject | Problem> {
  const asked = listOf(given.types);
  const types = recordTypes.filter(
    ({ name, search }) =>
      search.length > 0 && asking.caller.permissions[name].read && (asked.length === 0 || asked.includes(name)),
  );
  const words = encodeURIComponent(given.text as string);
  const found = await Promise.all(
    types.map(async (type) => {
      const query = `search=${words}&take=${FOUND_OF_EACH}&fields=${briefFields(type)}`;
      return { type: type.name, page: await call(asking, `list${type.name}`, { query }) };
    }),
  );
  const pages = found.flatMap(({ type, page }) => {
    if (page instanceof Problem || (page.data as Json[]).length === 0) return [];
    return [{ type, ...fewOf(page, types.length) }];
  });
  const unfinished = found.flatMap(({ type, page }) => (page instanceof Problem ? [{ type, why: page.detail }] : []));
  return { found: pages as Json, unfinished };
}

/** Of one of so many lists that share an answer. */
function fewOf({ data, headers }: Called, lists: number) {
  const { items, cut } = fitting(data as Json[], (MOST_BYTES * 0.8) / lists);
  return { records: items as Json, more: cut || hasMore(headers) };
}

/** What a record is known by, and where it stands. */
function briefFields(type: RecordType): string {
  const names = ['ID', ...type.title, ...(type.states === undefined ? [] : ['Status'])];
  return [...new Set(names)].filter((name) => Object.hasOwn(fieldsOf(type), name)).join(',');
}

function hasMore(headers: Readonly<Record<string, string>>): boolean {
  return /rel="next"/.test(headers.Link ?? '');
}

async function list(asking: Asking, { type, query = '' }: JsonObject): Promise<JsonObject | Problem> {
  const page = await call(asking, `list${type}`, { query: (query as string).replace(/^\?/, '') });
  if (page instanceof Problem) return page;
  const { items, cut } = fitting(page.data as Json[]);
  const total = page.headers['X-Total-Count'];
  const more = cut || hasMore(page.headers);
  return {
    records: items as Json,
    more,
    cut,
    ...(total !== undefined && { total: Number(total) }),
    ...(more && {
      rest: cut
        ? `Only ${items.length} fit into one answer. Ask for fewer fields (fields=ID,Name,..), or go on with skip= behind these.`
        : 'Go on with skip=, or narrow the list.',
    }),
  };
}

async function get(asking: Asking, { type, id, fields }: JsonObject): Promise<JsonObject | Problem> {
  const named = listOf(fields);
  const query = named.length === 0 ? '' : `fields=${named.map(encodeURIComponent).join(',')}`;
  const found = await call(asking, `get${type}`, { parameters: { id: String(id) }, query });
  if (found instanceof Problem) return found;
  const { value, cut } = fittingOne(found.data);
  return { record: value, cut, ...(cut && { rest: 'It is too large for one answer: name the fields you need.' }) };
}

async function history(asking: Asking, { type, id, take = 20 }: JsonObject): Promise<JsonObject | Problem> {
  const parameters = { id: String(id) };
  const page = await call(asking, `list${type}History`, { parameters, query: `take=${take}` });
  if (page instanceof Problem) return page;
  const { items, cut } = fitting(page.data as Json[]);
  return { changes: items as Json, cut, more: cut || hasMore(page.headers) };
}

async function moves(asking: Asking, { type, id }: JsonObject): Promise<JsonObject | Problem> {
  if (findRecordType(type as string)!.states === undefined)
    return new Problem('not_found', `${type} have no states to move between.`);
  const found = await call(asking, `movesOf${type}`, { parameters: { id: String(id) } });
  return found instanceof Problem ? found : { moves: found.data };
}

async function related(asking: Asking, { type: name, id }: JsonObject): Promise<JsonObject | Problem> {
  const type = findRecordType(name as string)!;
  const found = await call(asking, `get${type.name}`, { parameters: { id: String(id) } });
  if (found instanceof Problem) return found;
  const refersTo = await referencesOf(asking, type, found.data as JsonObject);
  if (refersTo instanceof Problem) return refersTo;
  const referring = recordTypes.flatMap((other) =>
    asking.caller.permissions[other.name].read ? referencesTo(other, type.name).map((field) => ({ other, field })) : [],
  );
  const referredToBy = await Promise.all(
    referring.map(async ({ other, field }) => {
      const query = `${field}=${id}&orderby=ID Desc&take=${FOUND_OF_EACH}&fields=${briefFields(other)}`;
      const page = await call(asking, `list${other.name}`, { query });
      if (page instanceof Problem) return [{ type: other.name, field, why: page.detail }];
      if ((page.data as Json[]).length === 0) return [];
      return [{ type: other.name, field, ...fewOf(page, referring.length) }];
    }),
  );
  return { refersTo, referredToBy: referredToBy.flat() as Json };
}

async function referencesOf(asking: Asking, type: RecordType, record: JsonObject): Promise<Json | Problem> {
  const references = Object.entries(fieldsOf(type)).flatMap(([field, declared]) => {
    const to = targetOf(declared);
    const id = record[field];
    const isKnown = to !== undefined && typeof id === 'number' && asking.caller.permissions[to].read;
    return isKnown ? [{ field, to, id }] : [];
  });
  const asked = new Map<RecordType, number[]>();
  for (const { to, id } of references) {
    const target = findRecordType(to)!;
    asked.set(target, [...(asked.get(target) ?? []), id]);
  }
  const named = await inTime(asking, nameRecords(asking.parts.approvals.records(asking.caller), asked, asking.ended));
  if (named instanceof Problem) return named;
  return references.map(({ field, to, id }) => ({ field, type: to, id, ...(named[to]?.[id] ?? {}) })) as Json;
}

function targetOf(field: Field) {
  return field.kind === 'reference' ? field.to : undefined;
}

function referencesTo(type: RecordType, name: RecordType['name']): string[] {
  return Object.entries(fieldsOf(type)).flatMap(([field, declared]) => (targetOf(declared) === name ? [field] : []));
}

const GROUPS = 50;

async function summarise(asking: Asking, given: JsonObject): Promise<JsonObject | Problem> {
  const type = findRecordType(given.type as string)!;
  const forbidden = mayRead(asking.caller, type.name);
  if (forbidden !== undefined) return forbidden;
  const plan = planRecordList(type.name, (given.query as string | undefined)?.replace(/^\?/, '') ?? '');
  if (plan instanceof Problem) return plan;
  const [by, sum] = [listOf(given.by), listOf(given.sum)];
  const summary = readSummary(type, plan, by, sum, (given.groups as number | undefined) ?? GROUPS);
  if (summary instanceof Problem) return summary;
  const records = asking.parts.approvals.records(asking.caller);
  const page = await inTime(asking, records.summarise(summary, asking.ended));
  if (page instanceof Problem) return page;
  const groups = page.groups.map(({ keys, count, measured }) => ({
    ...Object.fromEntries(summary.by.map(({ field }, n) => [field, keys[n] ?? null])),
    count,
    ...(summary.of.length > 0 && {
      sums: Object.fromEntries(summary.of.map((field, n) => [field, measured[n]?.sum ?? null])),
    }),
  }));
  const { items, cut } = fitting(groups as Json[]);
  return {
    groups: items as Json,
    more: page.more || cut,
    ...((page.more || cut) && { rest: 'There are more groups: ask for more of them, or narrow the query.' }),
  };
}

async function explainDelivery(asking: Asking, given: JsonObject): Promise<JsonObject | Problem> {
  const { webhook, ...body } = given;
  const found = await call(asking, 'explainWebhook', { parameters: { id: String(webhook) }, body });
  if (found instanceof Problem) return found;
  const { items, cut } = fitting(found.data as Json[]);
  return { explanations: items as Json, cut };
}
