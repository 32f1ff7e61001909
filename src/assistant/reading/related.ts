/** What a record refers to, and what refers to it. */
import { type Field, fieldsOf, findRecordType, type RecordType, recordTypes } from '../../catalogue/index.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import { Problem } from '../../problems.ts';
import { nameRecords } from '../../records/names.ts';
import { restOf } from '../bounds.ts';
import { call, inTime } from '../calls.ts';
import { type Asking, input, type Tool } from '../tool.ts';
import { briefFields, FOUND_OF_EACH, fewOf } from './brief.ts';
import { idSchema, typeSchema } from './record-schemas.ts';

export const related: Tool = {
  name: 'related',
  title: 'What belongs to a record',
  description: 'What a record refers to, by name, and the newest records that refer to it, by type.',
  input: input({ type: typeSchema, id: idSchema }, ['type', 'id']),
  output: { refersTo: { type: 'array' }, referredToBy: { type: 'array' } },
  reads: true,
  run,
};

async function run(asking: Asking, { type: name, id }: JsonObject): Promise<JsonObject | Problem> {
  const type = findRecordType(name as string)!;
  const found = await call(asking, `get${type.name}`, { parameters: { id: String(id) } });
  if (found instanceof Problem) return found;
  const refersTo = await referencesOf(asking, type, found.data as JsonObject);
  if (refersTo instanceof Problem) return refersTo;
  const ways = recordTypes.flatMap((other) =>
    asking.caller.permissions[other.name].read ? referencesTo(other, type.name).map((field) => ({ other, field })) : [],
  );
  const referredToBy = await Promise.all(
    ways.map(async ({ other, field }) => {
      const query = `${field}=${id}&orderby=ID Desc&take=${FOUND_OF_EACH}&fields=${briefFields(other)}`;
      const page = await call(asking, `list${other.name}`, { query });
      if (page instanceof Problem) return [{ type: other.name, field, why: page.detail }];
      if ((page.data as Json[]).length === 0) return [];
      return [{ type: other.name, field, ...fewOf(page, ways.length) }];
    }),
  );
  const referring = referredToBy.flat();
  const left = referring.find((one) => 'more' in one && one.more);
  const cut = referring.some((one) => 'cut' in one && one.cut);
  return {
    ...{ refersTo, referredToBy: referring as Json },
    ...restOf(
      left !== undefined && `list shows all of them, such as ${left.type} with ${left.field}=${id}.`,
      cut && 'get shows a record whole.',
    ),
  };
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
