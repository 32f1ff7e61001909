/** Tool that lists the records a record references, and those that reference it. */
import {
  findRecordType,
  type RecordType,
  type RecordTypeName,
  recordTypes,
  singularName,
} from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { Problem } from '../../../problems.ts';
import { referencesIn } from '../../../records/kept-record.ts';
import { nameRecords } from '../../../records/names.ts';
import { referenceFieldsOf } from '../../../records/writes/references.ts';
import { fitItems, MAX_RESULT_BYTES, restHint } from '../result-size.ts';
import { callRoute, withTimeout } from '../route-calls.ts';
import { type McpTool, objectSchema, type ToolContext } from '../tool.ts';
import { briefFields, fitPage, RECORDS_PER_TYPE } from './brief-records.ts';
import { recordIDSchema, recordTypeSchema } from './record-schemas.ts';

export const relatedTool: McpTool = {
  name: 'related',
  title: 'What belongs to a record',
  description:
    'What a record refers to, by name, also in its lines or stops; and the newest records that refer to it, by type. Lines and stops of other records are not looked through: where it may stand in them, the answer has the type with a `why`, and does not say that nothing refers to it.',
  input: objectSchema({ type: recordTypeSchema, id: recordIDSchema }, ['type', 'id']),
  output: { refersTo: { type: 'array' }, referredToBy: { type: 'array' } },
  reads: true,
  run,
};

/** Maximum references of one record in the result: each name is looked up, and lines can contain thousands. */
const MAX_REFERENCES = 50;

async function run(asking: ToolContext, { type: name, id }: JsonObject): Promise<JsonObject | Problem> {
  const type = findRecordType(name as string)!;
  const found = await callRoute(asking, `get${singularName(type)}`, { parameters: { id: String(id) } });
  if (found instanceof Problem) return found;
  const references = referencesOf(asking, type, found.data as JsonObject);
  const named = await namesOf(asking, references.slice(0, MAX_REFERENCES));
  if (named instanceof Problem) return named;
  // The rest of the result size is for the records that reference this one (`fewOf`).
  const { items: refersTo } = fitItems(named, MAX_RESULT_BYTES * 0.2);
  const next = references[refersTo.length];
  const ways = recordTypes.flatMap((other) => (asking.caller.permissions[other.name].read ? waysTo(other, type) : []));
  const referredToBy = await Promise.all(ways.map((way) => referring(asking, way, id as number, ways.length)));
  const shown = referredToBy.flat();
  const left = shown.find(({ more }) => more);
  return {
    ...{ refersTo: refersTo as Json, referredToBy: shown as unknown as Json },
    ...restHint(
      next !== undefined && `It refers to more, such as ${next.type} ${next.id} by ${next.field}: get shows it whole.`,
      left !== undefined && `list shows all of them, such as ${left.type} with ${left.field}=${id}.`,
      shown.some(({ cut }) => cut) && 'get shows a record whole.',
    ),
  };
}

interface Refers {
  /** `Lines[].ProductID` where it stands in the items of a list. */
  readonly field: string;
  readonly type: RecordTypeName;
  readonly id: number;
}

/** Returns the distinct references to record types that the key can read. */
function referencesOf({ caller }: ToolContext, type: RecordType, record: JsonObject): readonly Refers[] {
  const references = new Map<string, Refers>();
  for (const { pointer, to, id } of referencesIn(type, record)) {
    if (!caller.permissions[to].read) continue;
    const field = pointer.slice(1).replace(/\/\d+\//, '[].');
    references.set(`${field} ${id}`, { field, type: to, id });
  }
  return [...references.values()];
}

async function namesOf(asking: ToolContext, references: readonly Refers[]): Promise<Json[] | Problem> {
  const byType = Map.groupBy(references, ({ type }) => findRecordType(type)!);
  const asked = new Map([...byType].map(([type, some]) => [type, [...new Set(some.map(({ id }) => id))]]));
  const named = await withTimeout(
    asking,
    nameRecords(asking.parts.approvals.records(asking.caller), asked, asking.ended),
  );
  if (named instanceof Problem) return named;
  return references.map((one) => ({ ...one, ...named[one.type]?.[one.id] }));
}

interface Way {
  readonly from: RecordType;
  readonly field: string;
  /** The list in whose items the field stands. */
  readonly list?: string;
}

function waysTo(from: RecordType, { name: type }: RecordType): Way[] {
  const { single, nested } = referenceFieldsOf(from);
  return [
    ...single.flatMap(({ name, to }) => (to === type ? [{ from, field: name }] : [])),
    ...nested.flatMap(({ list, items }) =>
      items.flatMap(({ name, to }) => (to === type ? [{ from, field: `${list}[].${name}`, list }] : [])),
    ),
  ];
}

interface Referring {
  readonly type: RecordTypeName;
  readonly field: string;
  readonly records?: Json;
  readonly more?: boolean;
  readonly cut?: boolean;
  readonly why?: string;
}

/** The newest that lead to it by one of so many ways; nothing where none does. */
async function referring(
  asking: ToolContext,
  { from, field, list }: Way,
  id: number,
  ways: number,
): Promise<Referring[]> {
  const by = { type: from.name, field };
  // Left out, it would be taken for a way by which nothing refers to it.
  if (list !== undefined) return [{ ...by, why: unseen(list) }];
  const query = `${field}=${id}&orderby=ID Desc&take=${RECORDS_PER_TYPE}&fields=${briefFields(from)}`;
  const page = await callRoute(asking, `list${from.name}`, { query });
  if (page instanceof Problem) return [{ ...by, why: page.detail }];
  return (page.data as Json[]).length === 0 ? [] : [{ ...by, ...fitPage(page, ways) }];
}

function unseen(list: string): string {
  return `Not looked through: no filter reaches into ${list}, so some may refer to it. list with fields=ID,${list} shows them.`;
}
