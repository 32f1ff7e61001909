/**
 * Handles step references: `{"step": 1}` stands for the ID of the record that an earlier step of the same plan creates.
 * Only reference fields count; such a value in a custom field has no meaning.
 */
import { type RecordType, type RecordTypeName, recordType } from '../catalogue/index.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import type { Problem } from '../problems.ts';
import { fault, invalidBody } from '../records/refusals.ts';
import type { FieldChange } from '../records/writes/changed.ts';
import { type ReferenceFields, referenceFieldsOf } from '../records/writes/references.ts';
import type { PlanStep, Proposal, ProposedWrite } from './proposal.ts';
import type { ProposalInput } from './proposal-input.ts';

/** Value in the position of a reference, with its JSON pointer in the write and the record type it refers to. */
interface Place {
  readonly value: Json;
  readonly to: RecordTypeName;
  readonly pointer: string;
}

type Put = (place: Place) => Json;

/** Returns the step that a value references; undefined for any other value. */
export function parseStepReference(value: Json): number | undefined {
  if (!isObject(value)) return undefined;
  const { step } = value;
  return Object.keys(value).length === 1 && Number.isSafeInteger(step) ? (step as number) : undefined;
}

/** Returns the steps that a write references, without duplicates. */
export function referencedSteps(type: RecordType, write: ProposedWrite): readonly number[] {
  const named = new Set<number>();
  putReferences(type, write, ({ value }) => {
    const step = parseStepReference(value);
    if (step !== undefined) named.add(step);
    return value;
  });
  return [...named];
}

/** Replaces step references in a write by IDs. A reference without an ID stays unchanged. */
export function withStepIDs(
  type: RecordType,
  write: ProposedWrite,
  idOf: (step: number) => number | undefined,
): ProposedWrite {
  return putReferences(type, write, ({ value }) => {
    const step = parseStepReference(value);
    return (step === undefined ? undefined : idOf(step)) ?? value;
  });
}

/** Checks that each step references only records created by earlier steps, of the type that the field expects. */
export function validateStepReferences(
  steps: readonly Pick<ProposalInput, 'type' | 'operation' | 'write'>[],
): Problem | undefined {
  for (const [n, { type, write }] of steps.entries()) {
    const found = validateStepReference(type, write, steps.slice(0, n), `/steps/${n}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Validates the references of one step; `at` is the JSON pointer of the write in the body. */
export function validateStepReference(
  type: RecordType,
  write: ProposedWrite,
  earlier: readonly Pick<ProposalInput, 'type' | 'operation'>[],
  at: string,
): Problem | undefined {
  let found: Problem | undefined;
  putReferences(type, write, ({ value, to, pointer }) => {
    const step = parseStepReference(value);
    if (step === undefined || found !== undefined) return value;
    const named = earlier[step - 1];
    if (named?.operation !== 'create' || named.type.name !== to) {
      const message = `must name an earlier step of the plan that makes a ${recordType(to).singular}, or the ID of one`;
      found = invalidBody([fault(`${at}${pointer}`, message)]);
    }
    return value;
  });
  return found;
}

/** Order of the step that creates a record, keyed by the record's type and ID. */
export type StepsByRecord = ReadonlyMap<string, number>;

/**
 * Replaces references to the given records by step references, so that fields read the same before and after the steps
 * are made.
 */
export function withStepReferences(type: RecordType, fields: JsonObject, made: StepsByRecord): JsonObject {
  if (made.size === 0) return fields;
  return putInRecord(referenceFieldsOf(type), fields, '', ({ value, to }) => {
    const step = made.get(recordKey(to, value));
    return step === undefined ? value : { step };
  });
}

/** Replaces references in old and new values, because an earlier step may have written the old value too. */
export function changesWithStepReferences(
  type: RecordType,
  changes: readonly FieldChange[],
  made: StepsByRecord,
): readonly FieldChange[] {
  if (made.size === 0) return changes;
  const naming = (field: string, value: Json) => withStepReferences(type, { [field]: value }, made)[field]!;
  return changes.map(({ field, from, to }) => ({
    field,
    ...(from !== undefined && { from: naming(field, from) }),
    to: naming(field, to),
  }));
}

/** Replaces references to approved steps by the IDs of their records: the inverse of `withStepReferences`. */
export function resolveStepReferences(type: RecordType, fields: JsonObject, steps: readonly PlanStep[]): JsonObject {
  return putInRecord(referenceFieldsOf(type), fields, '', ({ value }) => {
    // Earlier versions kept the stand-in itself.
    const step = steps.find((one) => one.order === parseStepReference(value) || placeholderID(one) === value);
    if (step === undefined) return value;
    return step.state === 'approved' ? step.recordID : { step: step.order };
  });
}

/** Returns the key of a record in maps of planned records. */
export function recordKey(type: RecordTypeName, id: Json): string {
  return `${type} ${id}`;
}

/** Returns the placeholder ID of a record that does not exist yet; no real record ever has it. */
export function placeholderID({ order }: Pick<Proposal, 'order'>): number {
  return Number.MAX_SAFE_INTEGER - order;
}

function putReferences(type: RecordType, write: ProposedWrite, put: Put): ProposedWrite {
  const fields = referenceFieldsOf(type);
  if ('create' in write) {
    return isObject(write.create) ? { ...write, create: putInRecord(fields, write.create, '/create', put) } : write;
  }
  if (!('patch' in write) || !Array.isArray(write.patch)) return write;
  const patch = write.patch.map((operation, n) => putInOperation(fields, operation, `/patch/${n}`, put));
  return { ...write, patch };
}

function putInOperation(fields: ReferenceFields, operation: Json, at: string, put: Put): Json {
  if (!isObject(operation) || typeof operation.path !== 'string' || operation.value === undefined) return operation;
  const path = operation.path.split('/').slice(1);
  return { ...operation, value: putAt(fields, path, operation.value, `${at}/value`, put) };
}

/** Replaces the references in a value; `path` is its target in the record. */
function putAt({ single, nested }: ReferenceFields, path: readonly string[], value: Json, at: string, put: Put): Json {
  const [field, , item] = path;
  if (field === undefined) return isObject(value) ? putInRecord({ single, nested }, value, at, put) : value;
  const to = path.length === 1 ? single.find(({ name }) => name === field)?.to : undefined;
  if (to !== undefined) return put({ value, to, pointer: at });
  const list = nested.find((one) => one.list === field);
  if (list === undefined) return value;
  if (path.length === 1) return putInItems(list.items, value, at, put);
  if (path.length === 2) return putInItem(list.items, value, at, put);
  const within = path.length === 3 ? list.items.find(({ name }) => name === item)?.to : undefined;
  return within === undefined ? value : put({ value, to: within, pointer: at });
}

function putInRecord({ single, nested }: ReferenceFields, record: JsonObject, at: string, put: Put): JsonObject {
  const lists = nested.flatMap(({ list, items }) => {
    const value = record[list];
    return value === undefined ? [] : [[list, putInItems(items, value, `${at}/${list}`, put)] as const];
  });
  return { ...(putInItem(single, record, at, put) as JsonObject), ...Object.fromEntries(lists) };
}

function putInItems(items: ReferenceFields['single'], value: Json, at: string, put: Put): Json {
  return Array.isArray(value) ? value.map((item, n) => putInItem(items, item, `${at}/${n}`, put)) : value;
}

function putInItem(references: ReferenceFields['single'], item: Json, at: string, put: Put): Json {
  if (!isObject(item)) return item;
  const changed = references.flatMap(({ name, to }) => {
    const value = item[name];
    return value === undefined ? [] : [[name, put({ value, to, pointer: `${at}/${name}` })] as const];
  });
  return { ...item, ...Object.fromEntries(changed) };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
