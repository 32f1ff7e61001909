/**
 * Records as answers show them, and refusals of changing them, for the document: made of the example bodies by the same
 * steps that a POST and a PATCH go through.
 */
import { type Field, fieldsOf, type RecordType } from '../../../catalogue/index.ts';
import type { Json, JsonObject } from '../../../lib/json.ts';
import { parsePatch } from '../../../lib/json-patch.ts';
import { Problem } from '../../../problems.ts';
import { exampleOf } from '../../../records/examples.ts';
import type { Change, Found, RecordFields, StoredRecord } from '../../../records/store.ts';
import { createRecord } from '../../../records/writes/create.ts';
import { patchRecord } from '../../../records/writes/patch.ts';

const author = { kind: 'integration', id: 'example', name: 'Example', email: 'integration@example.com' } as const;
const moment = { now: Date.parse('2026-01-30T08:15:00Z'), id: 31 };

/** Every reference holds and no value is taken. */
const goodWorld: Found = {
  alive: () => true,
  record: () => 'missing',
  ancestors: () => [],
  taken: () => false,
  another: () => true,
  account: () => ({ currency: 'USD' }),
};

/** The answer to a POST of the type's example, with `more` in it. */
export function exampleRecord(type: RecordType, more: JsonObject = {}): RecordFields {
  const fields = decided(createRecord(type, { ...exampleOf(type), ...more }, author), undefined);
  if (fields instanceof Problem) throw new Error(`The example of ${type.name} is no valid body: ${fields.detail}`);
  return fields;
}

/** The same record before the change that an example of its history shows: one of its values was not set yet. */
export function exampleRecordBefore(type: RecordType): RecordFields {
  const body = exampleOf(type);
  const unset = settableLater(type, Object.keys(body));
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => name !== unset));
  const fields = decided(createRecord(type, others, author), undefined);
  if (fields instanceof Problem) throw new Error(`${type.name} cannot be made without ${unset}: ${fields.detail}`);
  return fields;
}

/** The last of these that may be null, or else have a value of its own, or else be empty: a list. */
function settableLater(type: RecordType, names: readonly string[]): string | undefined {
  const fields: { readonly [name: string]: Field } = fieldsOf(type);
  const last = (fits: (field: Field) => boolean) => names.findLast((name) => fits(fields[name]!));
  return (
    last((field) => 'nullable' in field && field.nullable === true) ??
    last((field) => 'default' in field) ??
    last(({ kind }) => kind === 'list')
  );
}

/** The answer to a PATCH of that record, or its refusal. */
export function examplePatchResult(
  type: RecordType,
  operations: Json[],
  more: JsonObject = {},
): RecordFields | Problem {
  const parsed = parsePatch(operations, { operations: 10, depth: 10 });
  if (!parsed.ok) throw new Error(`The example of a patch of ${type.name} is none: ${parsed.message}`);
  const current = { id: moment.id, version: 1, text: JSON.stringify(exampleRecord(type, more)) };
  return decided(patchRecord(type, moment.id, parsed.patch, author), current);
}

function decided(change: Change | Problem, current: StoredRecord | undefined): RecordFields | Problem {
  if (change instanceof Problem) return change;
  const decision = change.decide(current, goodWorld, moment);
  if (decision.decision === 'refused') return decision.problem;
  if (decision.decision === 'unchanged') throw new Error(`The example changes nothing of ${current?.text}`);
  return decision.fields;
}
